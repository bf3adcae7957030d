//! The parts of a level, `quandary/level/1`, which allow no other fields than these.

/// The tiles of a floor.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Floor {
    pub(crate) grid: Vec<Vec<u8>>,
}

/// A cell by its numbers.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cell {
    pub(crate) floor: usize,
    pub(crate) row: usize,
    pub(crate) col: usize,
}

impl Cell {
    /// The same as an array.
    pub(crate) fn at(&self) -> [usize; 3] {
        [self.floor, self.row, self.col]
    }
}

/// One name or several.
#[derive(Clone, serde::Deserialize)]
#[serde(untagged)]
pub(crate) enum Requires {
    One(String),
    Many(Vec<String>),
}

/// A symbol or a toggle on a tile.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    pub(crate) floor: usize,
    pub(crate) row: usize,
    pub(crate) col: usize,
    pub(crate) gives: String,
}

impl Mark {
    /// Its cell.
    pub(crate) fn at(&self) -> [usize; 3] {
        [self.floor, self.row, self.col]
    }
}

/// Cells that ask for something.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DoorLock {
    pub(crate) cells: Vec<[usize; 3]>,
    pub(crate) needs: Vec<String>,
}

impl Default for Requires {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Requires {
    /// The names, `open` left out.
    pub(crate) fn names(&self) -> Vec<&str> {
        let names = match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Many(names) => names,
        };
        names.iter().map(String::as_str).filter(|name| *name != "open").collect()
    }
}
