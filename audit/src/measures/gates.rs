//! Directions of passages and what each asks for, and doorways off the main floor.

use super::links::Pair;
use super::site::{At, Site, around, pieces};
use std::collections::{BTreeMap, BTreeSet};

/// A passage: what the way from the lower room asks for, and what the way back does; none where there is no way.
#[derive(Default)]
pub(crate) struct Asked {
    pub(crate) ways: [Option<BTreeSet<String>>; 2],
    pub(crate) off: bool,
}

impl Asked {
    /// The names that either way asks for.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.ways.iter().flatten().flatten().map(String::as_str)
    }

    /// True if there is no way in one direction.
    pub(crate) fn is_one_way(&self) -> bool {
        self.ways.iter().any(Option::is_none)
    }

    pub(crate) fn is_gated(&self) -> bool {
        self.off || self.is_one_way() || self.names().next().is_some()
    }

    pub(crate) fn is_locked(&self) -> bool {
        let opened = |name: &str| matches!(name, "key_locked" | "boss_locked") || is_key(name);
        self.names().any(opened)
    }

    pub(crate) fn is_one_sided(&self) -> bool {
        self.is_one_way()
            || self.names().any(|name| name == "soft_locked")
            || self.ways[0] != self.ways[1]
    }
}

/// True if a name is the symbol of a key: one without a colon of its own.
pub(crate) fn is_key(name: &str) -> bool {
    name.strip_prefix("symbol:").is_some_and(|name| !name.contains(':'))
}

/// The passages of a site with what they ask for.
///
/// # Errors
/// An edge of a node that there is not.
pub(crate) fn passages(site: &Site<'_>) -> Result<BTreeMap<Pair, Asked>, String> {
    let mut passages: BTreeMap<Pair, Asked> = BTreeMap::new();
    for edge in &site.level.graph.edges {
        let (from, to) = (site.number(&edge.from)?, site.number(&edge.to)?);
        if from == to {
            continue;
        }
        let passage = passages.entry((from.min(to), from.max(to))).or_default();
        let way = &mut passage.ways[usize::from(from > to)];
        let names = edge.requires.names().into_iter().filter(|name| *name != "stair");
        let names: BTreeSet<String> = names.map(str::to_owned).collect();
        if way.as_ref().is_none_or(|known| names.len() < known.len()) {
            *way = Some(names);
        }
    }
    let doorways = doorways(site);
    for (pair, passage) in &mut passages {
        let Some(doorway) = doorways.get(pair) else { continue };
        let locks = site.level.locks.iter();
        let on_it = locks.filter(|lock| lock.cells.iter().any(|cell| doorway.contains(cell)));
        let needs: Vec<String> = on_it.flat_map(|lock| lock.needs.clone()).collect();
        passage.ways.iter_mut().flatten().for_each(|way| way.extend(needs.iter().cloned()));
    }
    for pair in site.rectangles.iter().flat_map(|(room, cells)| off(*room, cells, &doorways)) {
        if let Some(passage) = passages.get_mut(&pair) {
            passage.off = true;
        }
    }
    Ok(passages)
}

/// The cells of each doorway, on both of its sides.
pub(crate) fn doorways(site: &Site<'_>) -> BTreeMap<Pair, BTreeSet<At>> {
    let mut doorways: BTreeMap<Pair, BTreeSet<At>> = BTreeMap::new();
    let open = |at: At| site.find(at).filter(|(_, tile)| !matches!(tile, 0 | 2));
    for at in site.rectangles.values().flat_map(BTreeMap::keys) {
        let Some((here, _)) = open(*at) else { continue };
        let beyond = around(*at).filter_map(|beside| Some(open(beside)?.0));
        for there in beyond.filter(|there| *there != here) {
            doorways.entry((here.min(there), here.max(there))).or_default().insert(*at);
        }
    }
    doorways
}

/// The doorways of a room that lie off its main floor.
fn off(
    room: usize,
    cells: &BTreeMap<At, u8>,
    doorways: &BTreeMap<Pair, BTreeSet<At>>,
) -> Vec<Pair> {
    let mine: Vec<(&Pair, &BTreeSet<At>)> =
        doorways.iter().filter(|((a, b), _)| *a == room || *b == room).collect();
    let floor = cells.iter().filter(|(_, tile)| !matches!(tile, 0 | 2 | 3 | 40));
    let floors = pieces(floor.map(|(at, _)| *at));
    let touches =
        |piece: &[At], doorway: &BTreeSet<At>| piece.iter().any(|at| doorway.contains(at));
    let rank = |piece: &Vec<At>| {
        let touched = mine.iter().filter(|(_, doorway)| touches(piece, doorway)).count();
        (touched, piece.len(), std::cmp::Reverse(piece.iter().min().copied()))
    };
    let main = floors.iter().max_by_key(|piece| rank(piece));
    let apart = |doorway: &BTreeSet<At>| main.is_none_or(|main| !touches(main, doorway));
    mine.into_iter().filter(|(_, doorway)| apart(doorway)).map(|(pair, _)| *pair).collect()
}
