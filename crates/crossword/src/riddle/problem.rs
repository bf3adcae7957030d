//! Riddles as a search problem: attempts on all cores; the best ten are kept, with answers and figures.

use super::Request;
use super::analysis::{Analysis, Finding};
use super::candidate::{Candidate, Table, game_of};
use super::proof::{Proof, prove};
use super::rating::Rating;
use super::reject::{RejectReason, plain};
use crate::lexicon::Lexicon;
use crate::movegen::{AlphabetError, Prepared};
use crate::moves::{Move, coordinate};
use crate::position::{Notation, Position};
use search::{Attempt, Budget, Control, Problem, Seed, Stop, Tally, run};
use std::sync::Arc;

/// Default number of riddles that a search keeps.
pub const KEPT: usize = 10;

/// The search problem of a request, with borrowed parts.
pub struct RiddleProblem<'a> {
    request: &'a Request,
    lexicon: &'a Lexicon,
}

impl<'a> RiddleProblem<'a> {
    /// The problem of a request with a lexicon.
    ///
    /// # Errors
    /// [`AlphabetError`] when the lexicon has another alphabet than the request's setting.
    pub fn new(request: &'a Request, lexicon: &'a Lexicon) -> Result<Self, AlphabetError> {
        Prepared::new(Position::empty(request.setting), lexicon)?;
        Ok(Self { request, lexicon })
    }
}

/// The same with owned parts, for threads that outlive the caller.
pub struct OwnRiddles {
    request: Request,
    lexicon: Arc<Lexicon>,
}

impl OwnRiddles {
    /// The problem of a request with a lexicon.
    ///
    /// # Errors
    /// [`AlphabetError`] when the lexicon has another alphabet than the request's setting.
    pub fn new(request: Request, lexicon: Arc<Lexicon>) -> Result<Self, AlphabetError> {
        RiddleProblem::new(&request, &lexicon)?;
        Ok(Self { request, lexicon })
    }

    /// The problem to search.
    #[must_use]
    pub fn problem(&self) -> RiddleProblem<'_> {
        RiddleProblem { request: &self.request, lexicon: &self.lexicon }
    }
}

/// An accepted attempt.
type Find = search::Accepted<Candidate, Proof>;
/// The report of a search of riddles.
type Report = search::Report<Candidate, Proof, RejectReason>;

impl<'a> Problem for RiddleProblem<'a> {
    type Candidate = Candidate;
    type Proof = Proof;
    type RejectReason = RejectReason;
    type Scratch = Table<'a>;

    fn generate(&self, attempt: Attempt, table: &mut Table<'a>) -> Result<Candidate, RejectReason> {
        table.generate(self.request, self.lexicon, attempt)
    }

    fn prove(&self, candidate: &Candidate, table: &mut Table<'a>) -> Result<Proof, RejectReason> {
        prove(candidate, self.request, self.lexicon, table)
    }

    /// The division keeps the order of the whole numbers.
    fn rank(&self, _: &Candidate, proof: &Proof) -> f64 {
        proof.rank as f64 / 1000.0
    }

    /// The number of attempts that share a game, which is played once.
    fn together(&self) -> u64 {
        let profile = &self.request.profile;
        u64::from(profile.boards_per_game) * u64::from(profile.racks())
    }

    /// Riddles of one game or with one answer are alike: a player who knows one half knows the other.
    fn alike(&self, one: &Find, other: &Find) -> bool {
        let game = |find: &Find| game_of(find.attempt, self.request);
        let answer =
            |find: &Find| find.candidate.best.map(|best| plain(&best, &find.candidate.position));
        game(one) == game(other) || answer(one) == answer(other)
    }
}

/// The result of [`make`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RiddleReport {
    /// The riddles, best first; ties go to the lower attempt. No two share a game or an answer.
    pub riddles: Vec<Riddle>,
    /// Numbers of rejected attempts, by reason.
    pub tally: Tally<RejectReason>,
    /// Number of attempts.
    pub attempts: u64,
    /// Number of distinct boards. A second rack on a board is another attempt but the same board.
    pub boards: u64,
    /// Number of attempts that gave a riddle.
    pub accepted: u64,
    /// Reason why the search stopped.
    pub stop: Stop,
}

/// Searches riddles within a budget.
///
/// With a budget of attempts the report is the same for any number of threads. Every riddle has its seed and attempt;
/// [`one`] generates it again from these.
///
/// # Errors
/// [`AlphabetError`] when the lexicon has another alphabet than the request's setting.
///
/// ```
/// use quandary_crossword::{lexicon, locale::Locale, position::Setting};
/// use quandary_crossword::riddle::{KEPT, Profile, Request, make, one};
/// use search::{Budget, Control, Goal, Seed};
///
/// let lexicon = lexicon::shipped(Locale::EnUs)?;
/// let request = Request::new(Setting::standard(Locale::EnUs), Profile::named("design")?);
/// let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(60), time: None };
/// let report = make(&request, &lexicon, Seed::new(1)?, &budget, &Control::default())?;
/// let best = &report.riddles[0];
/// assert!(best.analysis.best_score >= 30);
/// let again = one(&request, &lexicon, best.seed, best.attempt)?;
/// assert_eq!(&again.riddles[0], best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make(
    request: &Request,
    lexicon: &Lexicon,
    seed: Seed,
    budget: &Budget,
    control: &Control<'_>,
) -> Result<RiddleReport, AlphabetError> {
    let problem = RiddleProblem::new(request, lexicon)?;
    Ok(RiddleReport::of(&problem, seed, run(&problem, seed, budget, control)))
}

impl RiddleReport {
    /// The report of a search with all figures of each riddle.
    #[must_use]
    pub fn of(problem: &RiddleProblem<'_>, seed: Seed, report: Report) -> Self {
        let tell = |reason| report.tally.iter().find(|(r, _)| **r == reason).map_or(0, |(_, n)| n);
        // These attempts have no board, or no new one. The reasons occur once for each rack.
        let none = tell(RejectReason::GameOver)
            + tell(RejectReason::Tiles)
            + tell(RejectReason::SameBoard);
        let racks = u64::from(problem.request.profile.racks());
        let mut table = Table::default();
        let tell_of = |found: &Find| {
            Riddle::of(problem, (seed, found.attempt), &found.candidate, &found.proof, &mut table)
        };
        Self {
            riddles: report.found.iter().filter_map(tell_of).collect(),
            boards: (report.attempts - none).div_ceil(racks),
            attempts: report.attempts,
            accepted: report.accepted,
            stop: report.stop,
            tally: report.tally,
        }
    }
}

/// Runs a single attempt. The report has its riddle or the reject reason.
///
/// # Errors
/// [`AlphabetError`] when the lexicon has another alphabet than the request's setting.
pub fn one(
    request: &Request,
    lexicon: &Lexicon,
    seed: Seed,
    attempt: u64,
) -> Result<RiddleReport, AlphabetError> {
    let problem = RiddleProblem::new(request, lexicon)?;
    let mut report = Report::default();
    report.try_once(&problem, seed.attempt(attempt), &mut Table::default());
    Ok(RiddleReport::of(&problem, seed, report))
}

/// A riddle with its answer and figures.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Riddle {
    /// The board and the rack.
    pub position: Position,
    /// The best play.
    pub answer: Move,
    /// The figures of all plays.
    pub analysis: Analysis,
    /// Findability figures of the answer.
    pub finding: Finding,
    /// Difficulty of the riddle.
    pub difficulty: Rating,
    /// Rank by its profile, in thousandths; higher is better.
    pub rank: i64,
    /// The name of its profile.
    pub profile: String,
    /// Its seed.
    pub seed: Seed,
    /// The number of its attempt.
    pub attempt: u64,
}

impl Riddle {
    /// The riddle of a verified candidate; `None` without a play, which the verifier rejects.
    fn of<'a>(
        RiddleProblem { request, lexicon }: &RiddleProblem<'a>,
        (seed, attempt): (Seed, u64),
        candidate: &Candidate,
        proof: &Proof,
        table: &mut Table<'a>,
    ) -> Option<Self> {
        let position = candidate.position.clone();
        let most = *request.profile.plays_of(position.rack()).end();
        let plays = table.plays(&position, lexicon, most);
        let analysis = proof.analysis.clone();
        let answer = *analysis.near.first()?;
        let finding = Finding::of(&answer, plays, &position, lexicon);
        let scores = (analysis.best_score, analysis.second_score);
        let difficulty = Rating::of(&finding, analysis.total_moves, scores);
        Some(Self {
            position,
            answer,
            analysis,
            finding,
            difficulty,
            rank: proof.rank,
            profile: request.profile.name.clone(),
            seed,
            attempt,
        })
    }

    /// The fifteen rows, all letters in lower case.
    #[must_use]
    pub fn board(&self) -> Vec<String> {
        self.position.rows(Notation::Plain)
    }

    /// The squares of the blanks, such as `H8`.
    #[must_use]
    pub fn blanks(&self) -> Vec<String> {
        self.position.blanks().iter().map(ToString::to_string).collect()
    }

    /// The rack in lower case and alphabetical order, with `?` for blanks last.
    #[must_use]
    pub fn rack(&self) -> String {
        let (rack, alphabet) = (self.position.rack(), self.position.setting().tiles().alphabet());
        let blanks = (0..rack.blanks()).map(|_| '?');
        rack.letters().map(|letter| alphabet.lower(letter)).chain(blanks).collect()
    }

    /// The answer's word in lower case, with `?` before the letter of each blank placed.
    #[must_use]
    pub fn word(&self) -> String {
        self.answer.word(&self.position)
    }

    /// The answer's word in lower case, with the letters of blanks unmarked, as in ban lists.
    #[must_use]
    pub fn plain_word(&self) -> String {
        plain(&self.answer, &self.position)
    }

    /// Coordinate and direction of the answer: `H8` across, `8H` down.
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
