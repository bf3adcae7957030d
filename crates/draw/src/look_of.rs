//! The look of a dungeon: the colours of its family, and a figure for each enemy by its kind.

use crate::icons;
use crate::look::{Colours, Foe, Look, Rank};
use dungeon::dungeon::ProvedDungeon;
use dungeon::dungeon::rooms::Family;
use dungeon::dungeon::texts::{EnemyKind, Texts};
use dungeon::purpose::Purpose;
use level::{Cell, Tile, Tiles};
use std::collections::BTreeMap;

/// The look of a dungeon.
pub(crate) fn of(made: &ProvedDungeon, family: Family) -> Look {
    let texts = Texts::of(family);
    let mut figures = BTreeMap::new();
    if let Some(tiles) = &made.candidate.tiled.level.tiles {
        for room in &tiles.rooms {
            figures.extend(foes(made, texts, tiles, room));
        }
    }
    Look { family: Some(family), colours: Colours::of(texts.palette()), figures }
}

/// The look of a family, without the figures of a dungeon.
pub fn plain_of(family: Family) -> Look {
    let colours = Colours::of(Texts::of(family).palette());
    Look { family: Some(family), colours, figures: BTreeMap::new() }
}

/// An enemy of a dungeon's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnemyInfo {
    /// The cell where it stands.
    pub cell: Cell,
    /// The name of its kind, or its own name.
    pub name: String,
    /// The load of its room, from 1 to 5.
    pub load: u8,
    /// True if it is a mini-boss.
    pub is_warden: bool,
}

/// The look of a family with the enemies of a dungeon's file. An enemy with its own name is drawn as the family's kind
/// of that load.
pub fn with_foes(family: Family, tiles: &Tiles, enemies: &[EnemyInfo]) -> Look {
    let kinds = Texts::of(family).enemies();
    let kind = |enemy: &EnemyInfo| {
        let named = kinds.iter().find(|kind| kind.name == enemy.name);
        named.or_else(|| kinds.iter().find(|kind| kind.load == enemy.load))
    };
    let foe = |enemy: &EnemyInfo| {
        let rank = match tiles.tile(enemy.cell)? {
            Tile::Boss => Rank::Boss,
            Tile::Enemy if enemy.is_warden => Rank::Warden,
            Tile::Enemy => Rank::Common,
            _ => return None,
        };
        let kind = kind(enemy);
        let load = kind.map_or(0, |kind| kind.load);
        Some((enemy.cell, Foe { rank, icon: icon(rank, kind)?, name: enemy.name.clone(), load }))
    };
    let figures = enemies.iter().filter_map(foe).collect();
    Look { figures, ..plain_of(family) }
}

/// The enemies of a room. In the room of a mini-boss the first is larger than the others.
fn foes(
    made: &ProvedDungeon,
    texts: &Texts,
    tiles: &Tiles,
    room: &level::Room,
) -> Vec<(Cell, Foe)> {
    let id = room.node as usize;
    let Some(foes) = made.flavour.foes.get(id) else { return Vec::new() };
    let is_warden = made.candidate.plan.purposes.get(id) == Some(&Purpose::MiniBoss);
    let kind = texts.enemies().iter().find(|kind| Some(&kind.name) == foes.kind.as_ref());
    let mut found: Vec<(Cell, Foe)> = Vec::new();
    for cell in room.cells() {
        let rank = match tiles.tile(cell) {
            Some(Tile::Boss) => Rank::Boss,
            Some(Tile::Enemy) if is_warden && found.is_empty() => Rank::Warden,
            Some(Tile::Enemy) => Rank::Common,
            _ => continue,
        };
        if let Some(icon) = icon(rank, kind) {
            let load = kind.map_or(0, |kind| kind.load);
            let name = foes.name(found.len()).to_owned();
            found.push((cell, Foe { rank, icon, name, load }));
        }
    }
    found
}

/// The icon of an enemy.
fn icon(rank: Rank, kind: Option<&EnemyKind>) -> Option<&'static str> {
    match (rank, kind) {
        (Rank::Boss, _) => icons::of_tile(Tile::Boss).map(|icon| icon.0),
        (_, Some(kind)) => Some(icons::figure(kind.figure).0),
        (_, None) => icons::of_tile(Tile::Enemy).map(|icon| icon.0),
    }
}

#[cfg(test)]
mod tests;
