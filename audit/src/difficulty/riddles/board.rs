//! A board, and the words that a play makes on it: its own first, and then those across.

use anyhow::{Context, Result, ensure};

/// The squares of a side.
pub(crate) const SIDE: usize = 15;

/// The letters that lie on a board.
pub(crate) struct Board(Vec<Option<char>>);

/// The things that can be seen of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The words that it makes.
    pub(crate) words: Vec<String>,
    /// Letters of its own word that lay there.
    pub(crate) through: usize,
    /// Blanks that it lays.
    pub(crate) blanks: usize,
}

impl Board {
    /// Reads fifteen rows; a dot is free.
    pub(crate) fn read(rows: &[String]) -> Result<Self> {
        let squares: Vec<Option<char>> =
            rows.iter().flat_map(|row| row.chars()).map(|c| (c != '.').then_some(c)).collect();
        ensure!(squares.len() == SIDE * SIDE, "a board has {} squares", squares.len());
        Ok(Self(squares))
    }

    /// The letter of a square, by row and column.
    fn letter(&self, [row, col]: [usize; 2]) -> Option<char> {
        if row < SIDE && col < SIDE {
            self.0.get(row * SIDE + col).copied().flatten()
        } else {
            None
        }
    }

    /// The rows with blanks in lower case and all else in upper case.
    pub(crate) fn rows(&self, blanks: &[[usize; 2]]) -> Vec<String> {
        let shown = |at: [usize; 2]| match self.letter(at) {
            None => ".".to_owned(),
            Some(letter) if blanks.contains(&at) => letter.to_string(),
            Some(letter) => letter.to_uppercase().to_string(),
        };
        (0..SIDE).map(|row| (0..SIDE).map(|col| shown([row, col])).collect()).collect()
    }

    /// The things that are seen of a play that is written as `H8` or `8H` and a word with `?` before blanks.
    pub(crate) fn seen(&self, square: &str, word: &str) -> Result<Seen> {
        let (start, is_across) = place(square).with_context(|| format!("no square: {square}"))?;
        let along = |at: [usize; 2], by: usize| {
            if is_across { [at[0], at[1] + by] } else { [at[0] + by, at[1]] }
        };
        let letters: Vec<char> = word.chars().filter(|c| *c != '?').collect();
        let mut words = vec![letters.iter().collect::<String>()];
        let mut through = 0;
        for (n, &letter) in letters.iter().enumerate() {
            let at = along(start, n);
            if self.letter(at).is_some() {
                through += 1;
                continue;
            }
            let across = self.across(at, is_across, letter);
            words.extend((across.chars().count() > 1).then_some(across));
        }
        Ok(Seen { words, through, blanks: word.matches('?').count() })
    }

    /// The word that a letter makes the other way.
    fn across(&self, at: [usize; 2], is_across: bool, letter: char) -> String {
        let axis = usize::from(!is_across);
        let step = |by: isize| -> Option<char> {
            let mut to = at;
            to[axis] = to[axis].checked_add_signed(by)?;
            self.letter(to)
        };
        let before: Vec<char> = (1..).map_while(|n| step(-n)).collect();
        let behind = (1..).map_while(step);
        before.into_iter().rev().chain([letter]).chain(behind).collect()
    }
}

/// Row and column of a square as it is written, and whether the word runs across.
pub(crate) fn place(text: &str) -> Option<([usize; 2], bool)> {
    let is_across = text.starts_with(|c: char| c.is_ascii_uppercase());
    let (row, col) = if is_across { text.split_at(1) } else { text.split_at(text.len() - 1) };
    let (row, col) = if is_across { (row, col) } else { (col, row) };
    let row = (row.bytes().next()? as usize).checked_sub('A' as usize)?;
    Some(([row, col.parse::<usize>().ok()?.checked_sub(1)?], is_across))
}
