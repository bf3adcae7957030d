//! Riddles: positions whose best play is the answer.
//!
//! A search makes many candidates by letting robots play (`draft`), judges each by what a player would feel
//! (`judge`, with the figures of `analysis` and `finding`), and keeps the best by the weights of a [`Profile`]
//! (`rank`). The contract is `riddles.md` of the specification.
//!
//! Invariant: a riddle depends on the request, the lexicon, the seed and the number of its attempt; nothing
//! that decides which riddle is the better one is counted in fractions.

mod algorithm;
mod profile;
mod banned;
mod known;
mod reject;
mod answer;
mod draft;
mod judge;
mod analysis;
mod finding;
mod rank;
mod difficulty;
mod problem;

pub use algorithm::{Algorithm, AlgorithmError};
pub use analysis::{Analysis, NEAR};
pub use banned::BanList;
pub use difficulty::{Clues, Difficulty, Part};
pub use draft::{Candidate, Table};
pub use finding::Finding;
pub use judge::Judgement;
pub use problem::{KEPT, OwnRiddles, RiddleProblem, RiddleReport, make, one};
pub use profile::{Commonness, Profile, ProfileError, Weights};
pub use rank::rank;
pub use reject::Reject;

use crate::lexicon::Lexicon;
use crate::moves::{Move, coordinate};
use crate::position::{Notation, Position, Setting};
use search::Seed;
use std::collections::BTreeSet;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// How riddles are made of a seed.
    pub algorithm: Algorithm,
    /// The language and the board.
    pub setting: Setting,
    /// Which candidates are riddles, and which are the better ones.
    pub profile: Profile,
    /// Words, besides those that the profile bans, that may not be the answer; in lower case.
    pub banned: BTreeSet<String>,
}

impl Request {
    /// Riddles by a profile, with no banned words but its own, made as they are made now.
    #[must_use]
    pub fn new(setting: Setting, profile: Profile) -> Self {
        Self { algorithm: Algorithm::default(), setting, profile, banned: BTreeSet::new() }
    }

    /// Whether a word, in lower case, may not be the answer.
    #[must_use]
    pub fn bans(&self, word: &str) -> bool {
        let shipped = || BanList::shipped(self.setting.tiles().alphabet().name());
        self.banned.contains(word)
            || self.profile.banned.iter().any(|banned| banned == word)
            || (self.profile.shipped_bans && shipped().bans(word))
    }
}

/// A riddle with its answer, and what is known about both.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Riddle {
    /// The board and the rack.
    pub position: Position,
    /// The best play.
    pub answer: Move,
    /// The figures of all plays.
    pub analysis: Analysis,
    /// How hard the answer is to find.
    pub finding: Finding,
    /// How hard the riddle is.
    pub difficulty: Difficulty,
    /// How good it is by its profile, in thousandths.
    pub rank: i64,
    /// The name of its profile.
    pub profile: String,
    /// How it was made of the seed.
    pub algorithm: Algorithm,
    /// The seed that it was made from.
    pub seed: Seed,
    /// The number of the attempt that made it.
    pub attempt: u64,
}

impl Riddle {
    /// Tells all about a judged position; none without a play.
    fn told(
        position: Position,
        judgement: &Judgement,
        plays: &[Move],
        lexicon: &Lexicon,
        (request, seed, attempt): (&Request, Seed, u64),
    ) -> Option<Self> {
        let analysis = judgement.analysis.clone();
        let answer = *analysis.near.first()?;
        let finding = Finding::of(&answer, plays, &position, lexicon);
        let scores = (analysis.best_score, analysis.second_score);
        let difficulty = Difficulty::of(&Clues::of(&finding, analysis.total_moves, scores));
        Some(Self {
            position,
            answer,
            analysis,
            finding,
            difficulty,
            rank: judgement.rank,
            profile: request.profile.name.clone(),
            algorithm: request.algorithm,
            seed,
            attempt,
        })
    }

    /// The fifteen rows, all letters in lower case.
    #[must_use]
    pub fn board(&self) -> Vec<String> {
        self.position.rows(Notation::Plain)
    }

    /// The squares on which blanks lie, such as `H8`.
    #[must_use]
    pub fn blanks(&self) -> Vec<String> {
        self.position.blanks().iter().map(ToString::to_string).collect()
    }

    /// The rack in lower case and in the order of the alphabet, blanks as `?` last.
    #[must_use]
    pub fn rack(&self) -> String {
        let (rack, alphabet) = (self.position.rack(), self.position.setting().tiles().alphabet());
        let blanks = (0..rack.blanks()).map(|_| '?');
        rack.letters().map(|letter| alphabet.lower(letter)).chain(blanks).collect()
    }

    /// The answer's word in lower case, with `?` before the letter of each blank that is laid.
    #[must_use]
    pub fn word(&self) -> String {
        self.answer.word(&self.position)
    }

    /// The answer's word in lower case, blanks as the letters that they stand for: what a ban list has.
    #[must_use]
    pub fn plain_word(&self) -> String {
        answer::plain(&self.answer, &self.position)
    }

    /// Where the answer begins and which way it runs: `H8` across, `8H` down.
    #[must_use]
    pub fn square(&self) -> String {
        coordinate(self.answer.start(), self.answer.direction())
    }

    /// The answer and its score in brackets: `gæs(88)`.
    #[must_use]
    pub fn description(&self) -> String {
        format!("{}({})", self.word(), self.answer.score())
    }
}
