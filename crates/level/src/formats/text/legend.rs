//! The characters of a drawing, and what each stands for.

use super::header::Field;
use crate::formats::json::{ReadError, at};
use crate::model::tile::{self, TILES, Tile};
use rustc_hash::FxHashMap;

/// The word before a legend that replaces the usual characters.
const ONLY: &str = "only";
/// The word for a blank in a legend.
const SPACE: &str = "SPACE";

/// The tile of each character: those of a legend, each before a name and set apart by blanks, and the usual ones.
pub(super) fn legend(field: Option<&Field<'_>>) -> Result<FxHashMap<char, Tile>, ReadError> {
    let mut legend: FxHashMap<char, Tile> =
        TILES.iter().map(|&(tile, _, letter)| (letter, tile)).collect();
    let Some(field) = field else { return Ok(legend) };
    let mut own = FxHashMap::default();
    let mut words = field.value.split_whitespace().peekable();
    if words.next_if_eq(&ONLY).is_some() {
        legend.clear();
    }
    while let Some(word) = words.next() {
        let place = |word: &str| {
            let before = word.as_ptr() as usize - field.value.as_ptr() as usize;
            field.column + field.value.get(..before).map_or(0, |text| text.chars().count())
        };
        let mut letters = if word == SPACE { " " } else { word }.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let message = format!("{word:?} is not one character; a legend is CHARACTER NAME …");
            return Err(at(field.line, place(word), message));
        };
        let name = words.next().unwrap_or("");
        let tile = Tile::from_name(name).ok_or_else(|| {
            let message = voice::unknown("tile", name, tile::names());
            at(field.line, place(word), message)
        })?;
        if own.insert(letter, tile).is_some() {
            return Err(at(field.line, place(word), format!("{letter:?} stands twice")));
        }
    }
    legend.extend(own);
    Ok(legend)
}

/// The complaint about a character that is not in a legend.
pub(super) fn unknown(letter: char, legend: &FxHashMap<char, Tile>) -> String {
    let known = TILES.iter().flat_map(|&(tile, name, usual)| {
        let mut letters: Vec<char> =
            legend.iter().filter(|(_, t)| **t == tile).map(|(c, _)| *c).collect();
        letters.sort_unstable_by_key(|&letter| (letter != usual, letter));
        letters.into_iter().map(move |letter| match letter {
            ' ' => format!("{SPACE} {name}"),
            letter => format!("{letter} {name}"),
        })
    });
    let known: Vec<_> = known.collect();
    format!("{letter:?} stands for no tile; known are {}", known.join(", "))
}
