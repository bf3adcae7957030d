//! A riddle played by cursor: the effects of keys.
//!
//! Letters place tiles; a capital, or a letter after `?`, places a blank. `:` opens a line for a guess in writing.
//! Invariant: only giving up reveals the answer, and it needs a confirmation.

use super::game::{End, Game};
use super::lines::{HELP, Line};
use super::tray::Tray;
use crate::cli::terminal::{Message, Tone, say};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A riddle in the terminal.
pub(super) struct Session<'a> {
    pub(super) game: Game<'a>,
    pub(super) tray: Tray<'a>,
    pub(super) messages: Vec<Message>,
    pub(super) mode: Mode,
}

/// Meaning of the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The board.
    Board,
    /// The letter of a blank.
    Blank,
    /// A typed line.
    Line(String),
    /// The answer to the question whether to give up.
    GiveUp,
    /// None: the keys are shown.
    Keys,
}

/// The next action outside of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Stay,
    Quit,
    Interrupt,
}

/// The keys, as listed for the player: the key and its effect.
pub(super) const LIST: [(&str, &str); 11] = [
    ("arrows", "move the cursor"),
    ("Tab, Space", "turn the direction: across, down"),
    ("letters", "place a tile"),
    ("?, or a capital letter", "place a blank; type its letter after ?"),
    ("Backspace", "take back the last tile; Esc takes back all"),
    ("Enter", "play the placed tiles"),
    (":", "type a guess, such as H8 cats; down is 8H cats"),
    ("F2, !", "a hint: three, in their order"),
    ("F3, Ctrl-G", "give up, and see the answer"),
    ("F1", "these keys"),
    ("Ctrl-D, Ctrl-C", "end the game"),
];

impl<'a> Session<'a> {
    pub(super) fn new(game: Game<'a>) -> Self {
        let tray = Tray::new(game.posed.position());
        let mut session = Self { game, tray, messages: Vec::new(), mode: Mode::Board };
        session.say(Tone::Event, "Find the play that is worth most.");
        session
    }

    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        say(&mut self.messages, tone, text);
    }

    /// The last line of the screen: keys, a question, or the typed text.
    pub(super) fn bar(&self) -> String {
        let keys =
            "Enter plays · Tab turns · : types · F2 hint · F3 give up · F1 keys · Ctrl-D ends";
        match (&self.mode, self.game.end) {
            (Mode::Line(typed), _) => format!(":{typed}_"),
            (Mode::Blank, _) => "Which letter does the blank stand for? Esc for none".to_owned(),
            (Mode::GiveUp, _) => {
                "Give up, and see the answer? y does, any other key does not".to_owned()
            }
            (_, Some(End::Solved)) => "Solved · Enter ends".to_owned(),
            (_, Some(End::GivenUp)) => "Given up · Enter ends".to_owned(),
            (Mode::Board | Mode::Keys, None) => keys.to_owned(),
        }
    }

    /// Handles a key.
    pub(super) fn press(&mut self, key: KeyEvent) -> Next {
        if key.kind == KeyEventKind::Release || key.modifiers.contains(KeyModifiers::ALT) {
            return Next::Stay;
        }
        let code = match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Char(letter), true) => match letter.to_ascii_lowercase() {
                'c' => return Next::Interrupt,
                'd' => return Next::Quit,
                'g' => KeyCode::F(3),
                // Some terminals send Enter or Backspace in this form.
                'j' | 'm' => KeyCode::Enter,
                'h' => KeyCode::Backspace,
                _ => return Next::Stay,
            },
            (code, _) => code,
        };
        match std::mem::replace(&mut self.mode, Mode::Board) {
            Mode::Board if self.game.end.is_some() => return self.over(code),
            Mode::Board => self.on_board(code),
            Mode::Blank => self.blank(code),
            Mode::Line(typed) => return self.line(typed, code),
            Mode::GiveUp if matches!(code, KeyCode::Char('y' | 'Y')) => {
                let told = self.game.give_up();
                self.messages.push(told);
            }
            Mode::GiveUp | Mode::Keys => {}
        }
        Next::Stay
    }

    /// A key after the end.
    fn over(&mut self, code: KeyCode) -> Next {
        match code {
            KeyCode::Enter | KeyCode::Esc | KeyCode::Char('q' | 'Q') => Next::Quit,
            KeyCode::F(1) => {
                self.mode = Mode::Keys;
                Next::Stay
            }
            _ => Next::Stay,
        }
    }

    fn on_board(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up => self.tray.go(-1, 0),
            KeyCode::Down => self.tray.go(1, 0),
            KeyCode::Left => self.tray.go(0, -1),
            KeyCode::Right => self.tray.go(0, 1),
            KeyCode::Tab | KeyCode::BackTab | KeyCode::Char(' ') => self.tray.turn(),
            KeyCode::Backspace | KeyCode::Delete => self.tray.take_up(),
            KeyCode::Esc => self.tray.clear(),
            KeyCode::Enter => self.play(),
            KeyCode::F(1) => self.mode = Mode::Keys,
            KeyCode::F(2) | KeyCode::Char('!') => self.hint(),
            KeyCode::F(3) => self.mode = Mode::GiveUp,
            KeyCode::Char(':') => self.mode = Mode::Line(String::new()),
            KeyCode::Char('?') => self.mode = Mode::Blank,
            KeyCode::Char(letter) => self.letter(letter, letter.is_uppercase()),
            _ => {}
        }
    }

    /// Places a tile.
    fn letter(&mut self, letter: char, is_blank: bool) {
        let alphabet = self.game.posed.position().setting().tiles().alphabet();
        let laid = match alphabet.letter(letter) {
            Some(letter) => self.tray.lay(letter, is_blank),
            None => Err(format!("{letter} is no letter here.")),
        };
        if let Err(why) = laid {
            self.say(Tone::Refused, why);
        }
    }

    fn blank(&mut self, code: KeyCode) {
        if let KeyCode::Char(letter) = code {
            self.letter(letter, true);
        }
    }

    /// Plays the placed tiles.
    fn play(&mut self) {
        match self.tray.guess() {
            Ok((square, word)) => self.guess(&square, &word),
            Err(why) => self.say(Tone::Refused, why),
        }
    }

    fn guess(&mut self, square: &str, word: &str) {
        let told = self.game.guess(square, word);
        self.messages.push(told);
    }

    fn hint(&mut self) {
        let told = self.game.hint();
        self.messages.push(told);
    }

    /// A key in a typed line.
    fn line(&mut self, mut typed: String, code: KeyCode) -> Next {
        match code {
            KeyCode::Enter => return self.obey(&typed),
            KeyCode::Esc => return Next::Stay,
            KeyCode::Backspace if typed.pop().is_none() => return Next::Stay,
            KeyCode::Char(letter) => typed.push(letter),
            _ => {}
        }
        self.mode = Mode::Line(typed);
        Next::Stay
    }

    /// Handles a line.
    fn obey(&mut self, typed: &str) -> Next {
        match Line::read(typed) {
            Line::Guess(square, word) => self.guess(square, word),
            Line::Hint => self.hint(),
            Line::GiveUp => self.mode = Mode::GiveUp,
            Line::Quit => return Next::Quit,
            Line::Help | Line::Unknown => self.say(Tone::Event, HELP),
            Line::Blank => {}
        }
        Next::Stay
    }
}
