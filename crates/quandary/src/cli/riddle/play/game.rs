//! A game of a riddle: guesses, hints and the end, for play by cursor and by lines.
//!
//! Invariant: before the end only hints reveal anything of the answer, in their order.

use crate::cli::terminal::{Message, Tone};
use crossword::lexicon::Lexicon;
use crossword::moves::{Move, coordinate};
use crossword::riddle::{Evaluation, Guess, HINTS, HintLevel, Posed};
use diagnostics::counted;
use draw::riddle_text::Puzzle;

/// The end of a riddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The best play was found.
    Solved,
    /// The player gave up.
    GivenUp,
}

/// A game of a riddle.
#[derive(Clone)]
pub(super) struct Game<'a> {
    pub(super) posed: &'a Posed,
    lexicon: &'a Lexicon,
    hint_level: HintLevel,
    guesses: u64,
    pub(super) end: Option<End>,
}

fn message(tone: Tone, text: impl Into<String>) -> Message {
    Message { text: text.into(), tone }
}

/// A play in a message: `cats(12) at H8`.
fn told(play: &Move, posed: &Posed) -> String {
    let at = coordinate(play.start(), play.direction());
    format!("{}({}) at {at}", play.word(posed.position()), play.score())
}

impl<'a> Game<'a> {
    pub(super) fn new(posed: &'a Posed, lexicon: &'a Lexicon) -> Self {
        Self { posed, lexicon, hint_level: HintLevel::default(), guesses: 0, end: None }
    }

    /// The figures that the player may know.
    pub(super) fn puzzle(&self) -> Puzzle<'a> {
        let posed = self.posed;
        Puzzle {
            position: posed.position(),
            best: posed.answer().score(),
            plays: posed.plays().len() as u32,
            average: posed.average_score(),
            points: posed.rating(self.lexicon).points(),
        }
    }

    /// True if it has started: there was a guess or a hint.
    pub(super) fn has_begun(&self) -> bool {
        self.guesses > 0 || self.hint_level.number() > 0
    }

    /// Scores a guess.
    pub(super) fn guess(&mut self, square: &str, word: &str) -> Message {
        if self.end.is_some() {
            return message(Tone::Refused, "The riddle is over.");
        }
        let refused = |why: &str| message(Tone::Refused, format!("That is no play: {why}."));
        let guess = Guess { square, word };
        match self.posed.evaluate(guess) {
            Err(error) => refused(&error.to_string()),
            Ok(Evaluation { legal: false, .. }) => {
                refused(&self.posed.why_not(guess, self.lexicon).to_string())
            }
            Ok(judged) => self.judged(&format!("{} {word}", square.to_uppercase()), &judged),
        }
    }

    fn judged(&mut self, guess: &str, judged: &Evaluation) -> Message {
        self.guesses += 1;
        let (plays, points) = (self.posed.plays().len(), judged.score);
        if judged.best {
            self.end = Some(End::Solved);
            let plays = counted(plays as u64, "play", "plays");
            return message(Tone::Won, format!("{guess}: {points} points, the best of {plays}."));
        }
        let (rank, percent) = (judged.rank.unwrap_or(0), (judged.fraction * 100.0).floor());
        let points = counted(points.into(), "point", "points");
        let text = format!("{guess}: {points}, rank {rank} of {plays}, {percent} % of the best.");
        message(Tone::Event, text)
    }

    /// The next hint.
    pub(super) fn hint(&mut self) -> Message {
        if self.end.is_some() {
            return message(Tone::Refused, "The riddle is over.");
        }
        match self.hint_level.advance(&self.posed.secret()) {
            Some(hint) => {
                let told = self.hint_level.number();
                message(Tone::Hint, format!("Hint {told} of {HINTS}: {}", hint.words()))
            }
            None => message(Tone::Refused, "There are no more hints."),
        }
    }

    /// Ends the game without the answer found, and reveals the answer.
    pub(super) fn give_up(&mut self) -> Message {
        if self.end.is_some() {
            return message(Tone::Refused, "The riddle is over.");
        }
        self.end = Some(End::GivenUp);
        let answer = told(self.posed.answer(), self.posed);
        let near = self.posed.plays().iter().skip(1).take(3);
        let near: Vec<String> = near.map(|play| told(play, self.posed)).collect();
        let then =
            if near.is_empty() { String::new() } else { format!(" Next: {}.", near.join(", ")) };
        message(Tone::Event, format!("The best play is {answer}.{then}"))
    }

    /// The state of the game, or its end, in a sentence.
    pub(super) fn farewell(&self) -> String {
        let how = match self.end {
            Some(End::Solved) => "Solved",
            Some(End::GivenUp) => "Given up",
            None => "Not solved",
        };
        let guesses = counted(self.guesses, "guess", "guesses");
        let hints = counted(self.hint_level.number().into(), "hint", "hints");
        format!("{how}: {guesses}, {hints}.")
    }
}
