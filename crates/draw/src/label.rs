//! The short marks that maps show: items in rooms, locks on passages, and the legend that explains them.
//!
//! `S`, `B` and `G` are start, boss and goal. They are keys' letters too, so that they stand in brackets, `[B]`. `A` to `Z` named keys; `k` a small key; `0±` the object of switch 0, and
//! `0+`, `0-` the locks that ask for it on or off. Rooms with nothing in them show their number.

use dungeon::mission::{KeyStyle, Mission, Room};
use dungeon::mission::{Position, Symbol, key_name};

/// The mark of a symbol.
pub fn mark(symbol: Symbol) -> String {
    match symbol {
        Symbol::Start => "S".to_owned(),
        Symbol::Boss => "B".to_owned(),
        Symbol::Goal => "G".to_owned(),
        Symbol::Key(n) => key_name(n).to_owned(),
        Symbol::SmallKey => "k".to_owned(),
        Symbol::SwitchObject(s) => format!("{s}±"),
        Symbol::Switch(s, Position::On) => format!("{s}+"),
        Symbol::Switch(s, Position::Off) => format!("{s}-"),
    }
}

/// True if a room is the start, the boss's or the goal.
pub fn is_role(room: &Room) -> bool {
    matches!(room.item, Some(Symbol::Start | Symbol::Boss | Symbol::Goal))
}

/// Label of a room on a map: the mark of its item, that of a role in brackets, or its number.
pub fn of_room(id: usize, room: &Room) -> String {
    room.item.map_or_else(|| id.to_string(), bracketed)
}

/// The mark of an item on a map: that of a role in brackets, which no key has.
pub fn bracketed(item: Symbol) -> String {
    match item {
        Symbol::Start | Symbol::Boss | Symbol::Goal => format!("[{}]", mark(item)),
        _ => mark(item),
    }
}

/// The intensity of a room, 0 to 1, as a raised digit: its tenths, 9 for the highest.
pub fn intensity(room: &Room) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    // What is no number counts as 0.
    let tenths = (room.intensity.clamp(0.0, 1.0) * 10.0) as usize;
    DIGITS.get(tenths.min(9)).copied().unwrap_or('⁰')
}

/// One line that explains the marks a mission uses.
pub fn legend(mission: &Mission) -> String {
    let both = "[S] start, [B] boss and goal";
    let roles = if mission.goal == mission.boss { both } else { "[S] start, [B] boss, [G] goal" };
    let mut parts = vec![roles];
    match (mission.keys, mission.key_style) {
        (0, _) => {}
        (_, KeyStyle::Named) => parts.push("A.. a key in a room, its lock on a passage"),
        (_, KeyStyle::Small) => {
            parts.push("k a small key in a room, a lock that uses one up on a passage");
        }
    }
    if mission.switches > 0 {
        parts.push("0± a switch, 0+ 0- passages while it is on, off");
    }
    parts.push("numbers: rooms");
    parts.push("raised: intensity in tenths");
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYMBOLS: [Symbol; 9] = [
        Symbol::Start,
        Symbol::Boss,
        Symbol::Goal,
        Symbol::Key(1),
        Symbol::Key(26),
        Symbol::SmallKey,
        Symbol::SwitchObject(0),
        Symbol::Switch(0, Position::On),
        Symbol::Switch(3, Position::Off),
    ];

    #[test]
    fn every_symbol_has_a_mark_of_its_own() {
        let marks = SYMBOLS.map(mark);
        assert_eq!(marks.join(" "), "S B G A Z k 0± 0+ 3-");
        assert_eq!(SYMBOLS.map(bracketed).join(" "), "[S] [B] [G] A Z k 0± 0+ 3-");
    }

    #[test]
    fn intensities_are_told_by_a_digit() {
        let told = |intensity| {
            let mut mission = crate::missions::grid();
            mission.rooms[0].intensity = intensity;
            super::intensity(&mission.rooms[0])
        };
        assert_eq!([0.0, 0.09, 0.1, 0.55, 0.99, 1.0].map(told), ['⁰', '⁰', '¹', '⁵', '⁹', '⁹']);
        assert_eq!([f64::NAN, -3.0, 7.0].map(told), ['⁰', '⁰', '⁹']);
    }

    #[test]
    fn no_key_looks_like_a_role() {
        let items = (1..=26).map(Symbol::Key).chain(SYMBOLS);
        let marks: std::collections::BTreeSet<String> = items.map(bracketed).collect();
        assert_eq!(marks.len(), 26 + SYMBOLS.len() - 2);
    }
}
