//! The laws of locked chests.
//!
//! A chest holds the key of one door, in the room where that key would lie in the open. Its own key opens nothing else and lies in the
//! open, in the farthest room that is nearer to the entry than the chest, is reached while the chest stays
//! shut, and need not be passed on the way to it. An area has one chest at most.

use super::laws::{Reach, threshold_fits};
use super::map::Map;
use super::play::Play;
use crate::category::Style;
use crate::defect::Defect;
use crate::ledger::Judged;
use crate::read::area::{Area, Chest};

/// Goes over the chests; `all` is what can be reached.
pub(crate) fn chests(
    area: &Area,
    map: &Map,
    style: Style,
    play: &Play,
    all: &Reach,
    judged: &mut Judged,
) {
    let count = area.chests.len();
    judged.expect(count <= 1, Defect::Chest, || format!("{count} chests"));
    for (item, holder) in area.items.iter().filter_map(|item| Some((item, item.holder.as_ref()?))) {
        let chest = area.chests.iter().find(|chest| chest.id == *holder);
        let there = chest.is_some_and(|chest| chest.room == item.room);
        let what = || format!("{:?} in {holder:?} of {:?}", item.name, item.room);
        judged.expect(there, Defect::Chest, what);
    }
    for (number, chest) in (area.puzzles.len()..).zip(&area.chests) {
        let opened = all.solved.get(number).copied().unwrap_or(false);
        judged.expect(opened, Defect::Chest, || format!("{} can never be opened", chest.id));
        let passed = |room: &usize| match map.places.get(&chest.room) {
            Some(&place) => !play.explore_past(Some(number), Some(*room)).rooms[place],
            None => false,
        };
        let found = one(area, map, style, chest, &play.explore(Some(number)), passed);
        judged.hold(Defect::Chest, found.map_err(|what| format!("{}: {what}", chest.id)));
    }
}

/// One chest; `shut` is what is reached while it is never opened, and a room is passed if everybody enters it who comes to the
/// chest.
fn one(
    area: &Area,
    map: &Map,
    style: Style,
    chest: &Chest,
    shut: &Reach,
    is_passed: impl Fn(&usize) -> bool,
) -> Result<(), String> {
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    let doors = || area.puzzles.iter().filter_map(|puzzle| puzzle.required_key.as_deref());
    let inside: Vec<&str> = area
        .items
        .iter()
        .filter(|i| i.holder.as_ref() == Some(&chest.id))
        .map(|i| i.name.as_str())
        .collect();
    match inside[..] {
        [name] if doors().any(|key| same(key, name)) => {}
        _ => return Err(format!("holds {inside:?}, not the key of one door")),
    }
    if doors().any(|key| same(key, &chest.required_key)) {
        return Err(format!("{:?} opens a door too", chest.required_key));
    }
    let place = *map.places.get(&chest.room).ok_or("stands nowhere")?;
    let steps = |room: usize| map.steps[room].unwrap_or(0);
    if !threshold_fits(chest.hint_threshold, chest.room[2], steps(place)) {
        return Err(format!("a threshold of {}", chest.hint_threshold));
    }
    let keys: Vec<_> = area.items.iter().filter(|i| same(&i.name, &chest.required_key)).collect();
    let [key] = keys[..] else { return Err(format!("{} keys", keys.len())) };
    let lies = *map.places.get(&key.room).ok_or("its key lies nowhere")?;
    if key.holder.is_some() || !shut.rooms[lies] || steps(lies) >= steps(place) {
        return Err(format!("its key in {:?}", key.room));
    }
    if is_passed(&lies) {
        return Err(format!("everybody passes its key in {:?}", key.room));
    }
    let nearer = map.farthest_but(&shut.rooms, steps(place), lies, &is_passed);
    if style == Style::Named && nearer != Some(steps(lies)) {
        return Err(format!("its key {} steps from the entry, not {nearer:?}", steps(lies)));
    }
    Ok(())
}
