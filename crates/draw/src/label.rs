//! The short marks that maps show: items in rooms, locks on passages, and the legend that explains them.
//!
//! `S`, `B` and `G` are start, boss and goal. They are keys' letters too, so that they never stand alone: on a grid
//! their rooms have a frame of their own, elsewhere they stand in brackets, `[B]`. `A` to `Z` named keys; `k` a small key; `0±` the object of switch 0, and
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

/// Label of a room on a map: the mark of its item, or its number.
pub fn of_room(id: usize, room: &Room) -> String {
    room.item.map_or_else(|| id.to_string(), mark)
}

/// The mark of an item where rooms have no frames: that of a role in brackets, which no key has.
pub fn unframed(item: Symbol) -> String {
    match item {
        Symbol::Start | Symbol::Boss | Symbol::Goal => format!("[{}]", mark(item)),
        _ => mark(item),
    }
}

/// Marking of roles, which tells them from keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roles {
    /// By frames.
    Framed,
    /// By brackets.
    Bracketed,
}

/// One line that explains the marks a mission uses.
pub fn legend(mission: &Mission, roles: Roles) -> String {
    let roles = match (roles, mission.goal == mission.boss) {
        (Roles::Framed, true) => "double frames: S start, B boss and goal",
        (Roles::Framed, false) => "double frames: S start, B boss, G goal",
        (Roles::Bracketed, true) => "[S] start, [B] boss and goal",
        (Roles::Bracketed, false) => "[S] start, [B] boss, [G] goal",
    };
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
        assert_eq!(SYMBOLS.map(unframed).join(" "), "[S] [B] [G] A Z k 0± 0+ 3-");
    }

    #[test]
    fn without_frames_no_key_looks_like_a_role() {
        let items = (1..=26).map(Symbol::Key).chain(SYMBOLS);
        let marks: std::collections::BTreeSet<String> = items.map(unframed).collect();
        assert_eq!(marks.len(), 26 + SYMBOLS.len() - 2);
    }
}
