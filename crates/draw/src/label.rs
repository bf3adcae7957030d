//! The short marks on maps: items in rooms, and locks on passages. The module also has the legend that explains them
//! and the colours of intensity.
//!
//! `S`, `B` and `G` are start, boss and goal. Keys use these letters too, so maps print the three in brackets: `[B]`.
//! `A` to `Z` are named keys. `k` is a small key. `0±` is switch 0; `0+` and `0-` are locks that require it on or off.
//! Rooms without an item show their number.

use anstyle::{Ansi256Color, Color, Style};
use dungeon::mission::{KeyStyle, Mission, Position, Room, Symbol, key_name};

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
    room.item.map_or_else(|| id.to_string(), bracketed)
}

/// The mark of an item on a map. Start, boss and goal are in brackets, to differ from keys.
pub fn bracketed(item: Symbol) -> String {
    match item {
        Symbol::Start | Symbol::Boss | Symbol::Goal => format!("[{}]", mark(item)),
        _ => mark(item),
    }
}

/// The intensity of a room (0 to 1) as a raised digit: the number of tenths, at most 9.
pub fn intensity(room: &Room) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    // NaN counts as 0.
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

/// Terminal colours for intensity 0 to 1: blue, cyan, green, yellow, orange, red.
const TERMINAL: [u8; 11] = [33, 39, 44, 43, 42, 76, 148, 220, 214, 208, 196];

/// Paper colours, evenly spaced from intensity 0 to 1: sky, mint, lemon, apricot, rose.
const PAPER: [[f64; 3]; 5] = [
    [222.0, 235.0, 247.0],
    [205.0, 234.0, 217.0],
    [253.0, 241.0, 190.0],
    [252.0, 208.0, 162.0],
    [240.0, 150.0, 140.0],
];

/// Line colours of a way, from its first step to its last: blue, violet, magenta, orange.
const COURSE: [[f64; 3]; 4] =
    [[29.0, 78.0, 216.0], [124.0, 58.0, 237.0], [205.0, 38.0, 160.0], [232.0, 93.0, 4.0]];

/// Line colours of a way that ends in a dead state: from rose to dark red.
const FALL: [[f64; 3]; 2] = [[244.0, 114.0, 114.0], [153.0, 10.0, 20.0]];

/// The style of a room of this intensity in a terminal.
pub fn terminal(intensity: f64) -> Style {
    let (at, _) = place(intensity, TERMINAL.len());
    let colour = TERMINAL.get(at).copied().unwrap_or(33);
    Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(colour))))
}

/// The fill of a room of this intensity on paper, as `#rrggbb`.
pub fn paper(intensity: f64) -> String {
    between(&PAPER, intensity)
}

/// The colour of a line at a share of its length, from 0 to 1.
pub fn course(along: f64) -> String {
    between(&COURSE, along)
}

/// The same for a line that ends in a dead state.
pub fn fall(along: f64) -> String {
    between(&FALL, along)
}

fn between(ramp: &[[f64; 3]], along: f64) -> String {
    let (at, rest) = place(along, ramp.len());
    let low = ramp.get(at).copied().unwrap_or([255.0; 3]);
    let high = ramp.get(at + 1).copied().unwrap_or(low);
    let mut hex = String::from("#");
    for (l, h) in low.into_iter().zip(high) {
        hex.push_str(&format!("{:02x}", (l + (h - l) * rest).round() as u8));
    }
    hex
}

/// The last step at or below an intensity on a ramp of `steps` colours, and the fraction of a step beyond it.
fn place(intensity: f64, steps: usize) -> (usize, f64) {
    let clean = if intensity.is_nan() { 0.0 } else { intensity.clamp(0.0, 1.0) };
    let along = clean * steps.saturating_sub(1) as f64;
    (along.floor() as usize, along.fract())
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

    #[test]
    fn the_ends_of_the_ramps_are_theirs() {
        assert_eq!(paper(0.0), "#deebf7");
        assert_eq!(paper(1.0), "#f0968c");
        assert_eq!(paper(0.5), "#fdf1be");
        assert!(format!("{}", terminal(0.0).render()).contains("38;5;33"));
        assert!(format!("{}", terminal(1.0).render()).contains("38;5;196"));
    }

    #[test]
    fn any_number_gives_a_colour() {
        for odd in [f64::NAN, f64::NEG_INFINITY, f64::INFINITY, -3.0, 7.0] {
            assert_eq!([paper(odd).len(), course(odd).len(), fall(odd).len()], [7; 3]);
        }
        assert_eq!(paper(f64::NAN), paper(0.0));
        assert_eq!(paper(9.0), paper(1.0));
    }
}
