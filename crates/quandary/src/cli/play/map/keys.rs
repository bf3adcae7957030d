//! The keys of the game on the map.
//!
//! Arrows, `hjkl` and `WASD` (with shift) walk; small `wasd` only with the option, and `s` saves otherwise.
//! Invariant: no key has two meanings; Ctrl-C and Ctrl-D have the same meaning everywhere.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use level::rules::Way;

/// The meaning of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pressed {
    /// Walk, and push.
    Walk(Way),
    /// Use the thing here: flip a switch, take a stair.
    Act,
    /// A digit: a choice, or a direction of the number pad.
    Digit(u8),
    /// Undo a move.
    Undo,
    /// Redo it.
    Redo,
    /// Undo all moves since the room was entered.
    Reset,
    /// Show the whole map, or hide it.
    Map,
    /// The floor above (1) or below (-1), on the whole map.
    Floor(i8),
    /// A hint.
    Hint,
    /// List the keys.
    Help,
    /// Save the game.
    Save,
    /// Load the saved game.
    Load,
    /// End the game.
    Quit,
    /// Yes, to a question.
    Yes,
    /// No, and close the overlay.
    Escape,
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D.
    End,
}

/// The keys, as listed for the player: the key and its effect.
pub(super) const LIST: [(&str, &str); 12] = [
    ("arrows, hjkl, WASD", "walk and push (small wasd too with --wasd)"),
    ("Home PgUp End PgDn, 7913", "walk diagonally, where the rules let you"),
    ("Enter, Space", "flip the switch here, take the stair here"),
    ("u", "take a move back; Ctrl-R does it again"),
    ("r", "take back all since you came into this room"),
    ("m", "the whole map; < and > change floors"),
    ("?", "a hint; again for a plainer one"),
    ("s, Ctrl-S", "save (with --wasd Ctrl-S alone)"),
    ("o", "go on with the saved game"),
    ("F1", "these keys"),
    ("q, Ctrl-D", "end the game"),
    ("Ctrl-C", "end the game at once"),
];

/// The meaning of a key; `wasd` is true if these letters walk.
pub(super) fn pressed(key: KeyEvent, wasd: bool) -> Option<Pressed> {
    if key.kind == KeyEventKind::Release || key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return controlled(key.code);
    }
    match key.code {
        KeyCode::Char(letter) => of_letter(letter, wasd),
        code => of_code(code),
    }
}

/// The meaning of a key with Ctrl.
fn controlled(code: KeyCode) -> Option<Pressed> {
    let KeyCode::Char(letter) = code else { return None };
    Some(match letter.to_ascii_lowercase() {
        'c' => Pressed::Interrupt,
        'd' => Pressed::End,
        's' => Pressed::Save,
        'r' | 'y' => Pressed::Redo,
        'z' => Pressed::Undo,
        // Some terminals send Enter in this form.
        'j' | 'm' => Pressed::Act,
        _ => return None,
    })
}

/// The meaning of a key other than a letter.
fn of_code(code: KeyCode) -> Option<Pressed> {
    Some(match code {
        KeyCode::Up => Pressed::Walk(Way::Up),
        KeyCode::Down => Pressed::Walk(Way::Down),
        KeyCode::Left => Pressed::Walk(Way::Left),
        KeyCode::Right => Pressed::Walk(Way::Right),
        KeyCode::Home => Pressed::Walk(Way::UpLeft),
        KeyCode::PageUp => Pressed::Walk(Way::UpRight),
        KeyCode::End => Pressed::Walk(Way::DownLeft),
        KeyCode::PageDown => Pressed::Walk(Way::DownRight),
        KeyCode::Enter => Pressed::Act,
        KeyCode::Backspace => Pressed::Undo,
        KeyCode::Esc => Pressed::Escape,
        KeyCode::F(1) => Pressed::Help,
        _ => return None,
    })
}

/// The meaning of a letter.
fn of_letter(letter: char, wasd: bool) -> Option<Pressed> {
    if let Some(way) = walked(letter, wasd) {
        return Some(Pressed::Walk(way));
    }
    Some(match letter {
        ' ' => Pressed::Act,
        'u' => Pressed::Undo,
        'r' => Pressed::Reset,
        'm' => Pressed::Map,
        '<' => Pressed::Floor(1),
        '>' => Pressed::Floor(-1),
        '?' => Pressed::Hint,
        's' => Pressed::Save,
        'o' => Pressed::Load,
        'q' => Pressed::Quit,
        'y' => Pressed::Yes,
        'n' => Pressed::Escape,
        _ => return letter.to_digit(10).map(|digit| Pressed::Digit(digit as u8)),
    })
}

/// The direction of a letter.
fn walked(letter: char, wasd: bool) -> Option<Way> {
    Some(match letter {
        'k' | 'W' => Way::Up,
        'j' | 'S' => Way::Down,
        'h' | 'A' => Way::Left,
        'l' | 'D' => Way::Right,
        'w' if wasd => Way::Up,
        's' if wasd => Way::Down,
        'a' if wasd => Way::Left,
        'd' if wasd => Way::Right,
        _ => return None,
    })
}

/// The direction of a digit on the number pad.
pub(super) fn on_pad(digit: u8) -> Option<Way> {
    Some(match digit {
        1 => Way::DownLeft,
        2 => Way::Down,
        3 => Way::DownRight,
        4 => Way::Left,
        6 => Way::Right,
        7 => Way::UpLeft,
        8 => Way::Up,
        9 => Way::UpRight,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode, modifiers: KeyModifiers, wasd: bool) -> Option<Pressed> {
        pressed(KeyEvent::new(code, modifiers), wasd)
    }

    fn letter(letter: char, wasd: bool) -> Option<Pressed> {
        key(KeyCode::Char(letter), KeyModifiers::NONE, wasd)
    }

    #[test]
    fn three_hands_walk_the_same_ways() {
        let ways = [Way::Up, Way::Left, Way::Down, Way::Right].map(|way| Some(Pressed::Walk(way)));
        let arrows = [KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Right];
        assert_eq!(arrows.map(|code| key(code, KeyModifiers::NONE, false)), ways);
        assert_eq!(['k', 'h', 'j', 'l'].map(|one| letter(one, false)), ways);
        assert_eq!(['W', 'A', 'S', 'D'].map(|one| letter(one, false)), ways);
        assert_eq!(['w', 'a', 's', 'd'].map(|one| letter(one, true)), ways);
        let pad = [8, 4, 2, 6].map(|digit| on_pad(digit).map(Pressed::Walk));
        assert_eq!(pad, ways);
    }

    #[test]
    fn s_saves_unless_it_walks_and_ctrl_s_always_does() {
        assert_eq!(letter('s', false), Some(Pressed::Save));
        assert_eq!(letter('s', true), Some(Pressed::Walk(Way::Down)));
        for wasd in [false, true] {
            let saves = key(KeyCode::Char('s'), KeyModifiers::CONTROL, wasd);
            assert_eq!(saves, Some(Pressed::Save));
            let ends = ['c', 'd'].map(|c| key(KeyCode::Char(c), KeyModifiers::CONTROL, wasd));
            assert_eq!(ends, [Some(Pressed::Interrupt), Some(Pressed::End)]);
        }
        assert_eq!((letter('w', false), letter('a', false)), (None, None));
    }

    #[test]
    fn a_key_that_is_let_go_means_nothing() {
        let mut event = KeyEvent::new(KeyCode::Up, KeyModifiers::NONE);
        event.kind = KeyEventKind::Release;
        assert_eq!(pressed(event, false), None);
        assert_eq!(letter('x', false), None);
        assert_eq!(key(KeyCode::Char('h'), KeyModifiers::ALT, false), None);
    }
}
