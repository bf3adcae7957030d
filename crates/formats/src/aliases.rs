//! Names that other editors have for tiles.

use crate::quoted;
use level::model::tile::{self, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// The word for a name that means nothing.
const NOTHING: &str = "nothing";
/// The name of the cell in which nothing stands.
const EMPTY: &str = "empty";

/// A table of foreign names: which tile each is, or that it means nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases(BTreeMap<String, Option<Tile>>);

impl Aliases {
    /// The table of pairs of a foreign name and the name of a tile, or `nothing`.
    ///
    /// # Errors
    /// A name that is no tile's, with the known ones.
    ///
    /// ```
    /// use level::Tile;
    /// use quandary_formats::aliases::Aliases;
    /// let aliases = Aliases::of([("bricks", "WALL"), ("moss", "nothing")])?;
    /// assert_eq!(aliases.tile("bricks"), Ok(Some(Tile::Wall)));
    /// assert_eq!(aliases.tile("moss"), Ok(None));
    /// assert_eq!(aliases.tile("Floor"), Ok(Some(Tile::Floor)));
    /// assert!(aliases.tile("brick").unwrap_err().contains("did you mean bricks?"));
    /// # Ok::<(), String>(())
    /// ```
    pub fn of<F: Into<String>, N: AsRef<str>>(
        pairs: impl IntoIterator<Item = (F, N)>,
    ) -> Result<Self, String> {
        let mut table = BTreeMap::new();
        for (foreign, name) in pairs {
            let (foreign, name) = (foreign.into(), name.as_ref());
            let tile = match name {
                NOTHING => None,
                name => Some(ours(name).ok_or_else(|| {
                    let known = tile::names().into_iter().chain([NOTHING]);
                    format!("{}: {}", voice::short(&foreign), voice::unknown("tile", name, known))
                })?),
            };
            table.insert(foreign, tile);
        }
        Ok(Self(table))
    }

    /// The tile that the table itself has for a letter of a drawing.
    #[must_use]
    pub fn letter(&self, letter: char) -> Option<Option<Tile>> {
        self.said(letter.encode_utf8(&mut [0; 4]))
    }

    /// The letters of the table, for an error: `, w WALL`, and so on.
    #[must_use]
    pub fn letters(&self) -> String {
        let letters = self.0.iter().filter(|(name, _)| name.chars().nth(1).is_none());
        letters
            .map(|(name, tile)| format!(", {name} {}", tile.map_or(NOTHING, Tile::name)))
            .collect()
    }

    /// The tile that the table itself has for a name.
    pub(crate) fn said(&self, name: &str) -> Option<Option<Tile>> {
        self.0.get(name).copied()
    }

    /// The tile that the table has for a cell in which nothing stands.
    pub(crate) fn empty(&self) -> Option<Tile> {
        self.said(EMPTY).map(Option::unwrap_or_default)
    }

    /// A note on the names of the table that nothing of a file has, such as no tile of a map.
    pub(crate) fn note(unused: &BTreeSet<&str>, nothing: &str) -> Option<String> {
        let names: Vec<&str> = unused.iter().copied().filter(|name| *name != EMPTY).collect();
        let verb = if names.len() == 1 { "names" } else { "name" };
        let quoted = quoted(&names);
        (!names.is_empty()).then(|| format!("--aliases: {quoted} {verb} {nothing}"))
    }

    /// The foreign names of the table.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The tile of a foreign name; `None` where it means nothing.
    ///
    /// # Errors
    /// A name that is not in the table and no tile's, with the known ones.
    pub fn tile(&self, name: &str) -> Result<Option<Tile>, String> {
        match self.0.get(name) {
            Some(&tile) => Ok(tile),
            None => ours(name).map(Some).ok_or_else(|| {
                let known = self.names().chain(tile::names());
                voice::unknown("name of a tile", name, known) + "; --aliases FILE tells more"
            }),
        }
    }
}

/// The tile of a name of ours, in whatever case.
fn ours(name: &str) -> Option<Tile> {
    Tile::from_name(&name.to_ascii_uppercase())
}
