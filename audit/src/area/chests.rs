//! The laws of locked chests.
//!
//! A chest holds the key of one door, in the room where that key would lie in the open. Its own key opens nothing else and lies in the
//! open, in the farthest room that is nearer to the entry than the chest and is reached while the chest stays
//! shut. An area has one chest at most.

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
    if area.chests.len() > 1 {
        judged.fail(Defect::Chest, format!("{} chests", area.chests.len()));
    }
    for item in &area.items {
        let Some(holder) = &item.holder else { continue };
        let chest = area.chests.iter().find(|chest| chest.id == *holder);
        if chest.is_none_or(|chest| chest.room != item.room) {
            judged.fail(Defect::Chest, format!("{:?} in {holder:?} of {:?}", item.name, item.room));
        }
    }
    for (number, chest) in area.chests.iter().enumerate() {
        let number = area.puzzles.len() + number;
        if !all.solved.get(number).copied().unwrap_or(false) {
            judged.fail(Defect::Chest, format!("{} can never be opened", chest.id));
        }
        if let Err(what) = one(area, map, style, chest, &play.explore(Some(number))) {
            judged.fail(Defect::Chest, format!("{}: {what}", chest.id));
        }
    }
}

/// One chest; `shut` is what is reached while it is never opened.
fn one(area: &Area, map: &Map, style: Style, chest: &Chest, shut: &Reach) -> Result<(), String> {
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
    let rooms = (0..shut.rooms.len()).filter(|&room| shut.rooms[room]);
    let nearer = rooms.map(steps).filter(|&step| step < steps(place)).max();
    if style == Style::Named && nearer != Some(steps(lies)) {
        return Err(format!("its key {} steps from the entry, not {nearer:?}", steps(lies)));
    }
    Ok(())
}
