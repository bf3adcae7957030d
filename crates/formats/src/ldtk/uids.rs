//! The numbers and names of definitions.

use crate::kind::{Field, Kind};
use level::Tile;

/// The numbers that name definitions and levels.
pub(super) struct Uids {
    levels: usize,
}

/// Definitions that are there once.
#[derive(Clone, Copy)]
pub(super) enum Once {
    Cells = 1,
    Picture,
    Things,
    Rooms,
    TileSet,
    Purposes,
    Tiles,
}

const BEGIN_LEVEL_FIELDS: usize = 20;
const BEGIN_KINDS: usize = 100;
/// The most fields of a kind, and one more.
const A_KIND: usize = 20;
const BEGIN_LEVELS: usize = 1000;

impl Uids {
    /// The numbers of a project with so many levels.
    pub(super) fn new(levels: usize) -> Self {
        Self { levels }
    }

    /// The first number that is free.
    pub(super) fn next(&self) -> usize {
        BEGIN_LEVELS + self.levels
    }

    pub(super) fn level(&self, piece: usize) -> usize {
        BEGIN_LEVELS + piece
    }

    pub(super) fn kind(&self, kind: Kind) -> usize {
        BEGIN_KINDS + A_KIND * Kind::ALL.iter().position(|&one| one == kind).unwrap_or(0)
    }

    pub(super) fn field(&self, kind: Kind, field: Field) -> usize {
        let place = kind.fields().iter().position(|&one| one == field).unwrap_or(0);
        self.kind(kind) + 1 + place
    }

    /// The number of the field that has the name of a thing: it stands behind the others.
    pub(super) fn name(&self, kind: Kind) -> usize {
        self.kind(kind) + 1 + kind.fields().len()
    }

    pub(super) fn level_field(&self, at: usize) -> usize {
        BEGIN_LEVEL_FIELDS + at
    }
}

/// The name of a kind in a project.
pub(super) fn identifier(kind: Kind) -> String {
    let words = kind.name().split('_');
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    words.map(capital).collect()
}

/// The tile that shows what a kind is.
pub(super) fn icon(kind: Kind) -> Option<Tile> {
    match kind {
        Kind::Start => Some(Tile::Start),
        Kind::Goal => Some(Tile::Triforce),
        Kind::Key => Some(Tile::KeySmall),
        Kind::Item => Some(Tile::ItemMinor),
        Kind::Puzzle => Some(Tile::Puzzle),
        Kind::Block => Some(Tile::Block),
        Kind::Stair => Some(Tile::Stair),
        Kind::Enemy => Some(Tile::Enemy),
        Kind::Boss => Some(Tile::Boss),
        Kind::Room
        | Kind::Switch
        | Kind::Plate
        | Kind::Door
        | Kind::Lock
        | Kind::Secret
        | Kind::OneWay => None,
    }
}
