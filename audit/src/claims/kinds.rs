//! Kinds of passages, as the table of the description has them: the first that fits.

use crate::measures::gates::{Asked, is_key};
use crate::measures::links::Pair;
use crate::measures::site::{At, Site, around, pieces};
use std::collections::BTreeSet;

/// The kinds that are gates, in the order of the table.
pub(super) const GATES: [&str; 10] = [
    "bombable",
    "small_lock",
    "boss_lock",
    "lock",
    "switch",
    "puzzle",
    "plate",
    "water",
    "one_way",
    "blocks",
];

/// The kind of a passage with the cells of its doorway.
pub(super) fn kind(
    site: &Site<'_>,
    pair: Pair,
    asked: &Asked,
    doorway: &BTreeSet<At>,
) -> &'static str {
    let has = |what: &dyn Fn(&str) -> bool| asked.names().any(what);
    let in_rooms = |name: &str| [pair.0, pair.1].iter().any(|room| holds(site, *room, name));
    let raised = |name: &str| name.starts_with("plate:") || name.starts_with("symbol:plate:");
    let bombed = doorway.iter().any(|at| site.find(*at).is_some_and(|(_, tile)| tile == 12));
    let locked = has(&|name| name == "boss_locked") || has(&is_key) && in_rooms("boss");
    if bombed || has(&|name| name == "bombable") {
        "bombable"
    } else if has(&|name| name == "key_locked") {
        "small_lock"
    } else if locked {
        "boss_lock"
    } else if has(&is_key) {
        "lock"
    } else if has(&|name| name.starts_with("toggle:")) {
        "switch"
    } else if has(&|name| name.starts_with("symbol:puzzle:")) {
        "puzzle"
    } else if has(&raised) {
        "plate"
    } else if has(&|name| name.starts_with("symbol:item:"))
        || has(&|name| name == "item_locked") && is_wet(site, pair, doorway)
    {
        "water"
    } else if asked.is_one_sided() || has(&|name| name.starts_with("lacks:")) {
        "one_way"
    } else if asked.names().next().is_none() && asked.off {
        "blocks"
    } else if doorway.is_empty() {
        "stairs"
    } else {
        "open"
    }
}

fn holds(site: &Site<'_>, room: usize, name: &str) -> bool {
    site.held[room].iter().any(|held| held == name)
}

/// True if water lies on the way: the doorway is water or next to it, or in one of the rooms there is floor that is
/// reached from the doorway through water only.
fn is_wet(site: &Site<'_>, (a, b): Pair, doorway: &BTreeSet<At>) -> bool {
    let wet = |at: &At| site.find(*at).is_some_and(|(_, tile)| tile == 40);
    if doorway.iter().any(|at| wet(at) || around(*at).any(|beside| wet(&beside))) {
        return true;
    }
    [a, b].iter().any(|room| {
        let Some(cells) = site.rectangles.get(room) else { return false };
        let floor = |except: &[u8]| -> usize {
            let open = cells.iter().filter(|(_, tile)| !except.contains(tile));
            let pieces = pieces(open.map(|(at, _)| *at));
            let own = pieces.iter().find(|piece| piece.iter().any(|at| doorway.contains(at)));
            own.map_or(0, |piece| piece.iter().filter(|at| !wet(at)).count())
        };
        floor(&[0, 2]) > floor(&[0, 2, 40])
    })
}
