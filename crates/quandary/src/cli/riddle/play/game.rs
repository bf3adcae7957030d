//! A riddle being played: guesses, hints, and how it ended, whether it is played by cursor or by lines.
//!
//! Invariant: nothing of the answer is told before it is found or given up but what hints say, and those come in their
//! order.

use crate::cli::terminal::{Said, Tone};
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
    /// It was given up.
    GivenUp,
}

/// A riddle being played.
#[derive(Clone)]
pub(super) struct Game<'a> {
    pub(super) posed: &'a Posed,
    lexicon: &'a Lexicon,
    hint_level: HintLevel,
    guesses: u64,
    pub(super) end: Option<End>,
}

fn said(tone: Tone, text: impl Into<String>) -> Said {
    Said { text: text.into(), tone }
}

/// A play as it is told: `cats(12) at H8`.
fn told(play: &Move, posed: &Posed) -> String {
    let at = coordinate(play.start(), play.direction());
    format!("{}({}) at {at}", play.word(posed.position()), play.score())
}

impl<'a> Game<'a> {
    pub(super) fn new(posed: &'a Posed, lexicon: &'a Lexicon) -> Self {
        Self { posed, lexicon, hint_level: HintLevel::default(), guesses: 0, end: None }
    }

    /// The figures that may be known of it.
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

    /// True if it has begun: a guess was judged, or a hint told.
    pub(super) fn has_begun(&self) -> bool {
        self.guesses > 0 || self.hint_level.number() > 0
    }

    /// Judges a guess.
    pub(super) fn guess(&mut self, square: &str, word: &str) -> Said {
        if self.end.is_some() {
            return said(Tone::Refused, "The riddle is over.");
        }
        let refused = |why: &str| said(Tone::Refused, format!("That is no play: {why}."));
        let guess = Guess { square, word };
        match self.posed.evaluate(guess) {
            Err(error) => refused(&error.to_string()),
            Ok(Evaluation { legal: false, .. }) => {
                refused(&self.posed.why_not(guess, self.lexicon).to_string())
            }
            Ok(judged) => self.judged(&format!("{} {word}", square.to_uppercase()), &judged),
        }
    }

    fn judged(&mut self, guess: &str, judged: &Evaluation) -> Said {
        self.guesses += 1;
        let (plays, points) = (self.posed.plays().len(), judged.score);
        if judged.best {
            self.end = Some(End::Solved);
            let plays = counted(plays as u64, "play", "plays");
            return said(Tone::Won, format!("{guess}: {points} points, the best of {plays}."));
        }
        let (rank, percent) = (judged.rank.unwrap_or(0), (judged.fraction * 100.0).floor());
        let points = counted(points.into(), "point", "points");
        let text = format!("{guess}: {points}, rank {rank} of {plays}, {percent} % of the best.");
        said(Tone::Told, text)
    }

    /// The next hint.
    pub(super) fn hint(&mut self) -> Said {
        if self.end.is_some() {
            return said(Tone::Refused, "The riddle is over.");
        }
        match self.hint_level.advance(&self.posed.secret()) {
            Some(hint) => {
                let told = self.hint_level.number();
                said(Tone::Hint, format!("Hint {told} of {HINTS}: {}", hint.words()))
            }
            None => said(Tone::Refused, "There are no more hints."),
        }
    }

    /// Ends it without the answer being found, and tells that.
    pub(super) fn give_up(&mut self) -> Said {
        if self.end.is_some() {
            return said(Tone::Refused, "The riddle is over.");
        }
        self.end = Some(End::GivenUp);
        let answer = told(self.posed.answer(), self.posed);
        let near = self.posed.plays().iter().skip(1).take(3);
        let near: Vec<String> = near.map(|play| told(play, self.posed)).collect();
        let then =
            if near.is_empty() { String::new() } else { format!(" Next: {}.", near.join(", ")) };
        said(Tone::Told, format!("The best play is {answer}.{then}"))
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
