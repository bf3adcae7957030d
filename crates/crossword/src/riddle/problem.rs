//! Riddles as a problem to be searched: attempts on all cores, the best ten kept.

use super::draft::{Candidate, Table, game_of};
use super::judge::{Judgement, judge};
use super::reject::{Reject, plain};
use super::{Request, Riddle};
use crate::lexicon::Lexicon;
use crate::movegen::{AlphabetError, Prepared};
use crate::position::Position;
use search::{Attempt, Budget, Control, Problem, Seed, Stop, Tally, run};
use std::sync::Arc;

/// Usual number of riddles that a search keeps.
pub const KEPT: usize = 10;

/// Riddles of a language, as a problem to be searched.
pub struct RiddleProblem<'a> {
    request: &'a Request,
    lexicon: &'a Lexicon,
}

impl<'a> RiddleProblem<'a> {
    /// The riddles that a request asks for, with the words of a lexicon.
    ///
    /// # Errors
    /// [`AlphabetError`] when the lexicon has another alphabet than the request's setting.
    pub fn new(request: &'a Request, lexicon: &'a Lexicon) -> Result<Self, AlphabetError> {
        Prepared::new(Position::empty(request.setting), lexicon)?;
        Ok(Self { request, lexicon })
    }
}

/// The same, owning all that it needs, for threads that outlive the asker.
pub struct OwnRiddles {
    request: Request,
    lexicon: Arc<Lexicon>,
}

impl OwnRiddles {
    /// The riddles that a request asks for, with the words of a lexicon.
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
type Find = search::Found<Candidate, Judgement>;
/// The report of a search of riddles.
type Report = search::Report<Candidate, Judgement, Reject>;

impl<'a> Problem for RiddleProblem<'a> {
    type Draft = Candidate;
    type Proof = Judgement;
    type Reject = Reject;
    type Scratch = Table<'a>;

    fn draft(&self, attempt: Attempt, table: &mut Table<'a>) -> Result<Candidate, Reject> {
        table.draft(self.request, self.lexicon, attempt)
    }

    fn prove(&self, candidate: &Candidate, table: &mut Table<'a>) -> Result<Judgement, Reject> {
        judge(candidate, self.request, self.lexicon, table)
    }

    /// Thousandths divided by a thousand, once: the order of the whole numbers stays.
    fn rank(&self, _: &Candidate, judgement: &Judgement) -> f64 {
        judgement.rank as f64 / 1000.0
    }

    /// The attempts of one game, which is played once.
    fn together(&self) -> u64 {
        let profile = &self.request.profile;
        u64::from(profile.boards_per_game) * u64::from(profile.racks())
    }

    /// Riddles of one game, or with one answer: a player who has seen the one has seen half of the other.
    fn alike(&self, one: &Find, other: &Find) -> bool {
        let game = |find: &Find| game_of(find.attempt, self.request);
        let answer = |find: &Find| find.draft.best.map(|best| plain(&best, &find.draft.position));
        game(one) == game(other) || answer(one) == answer(other)
    }
}

/// The answer of [`make`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RiddleReport {
    /// The riddles, best first; of equal rank, the lower attempt first. No two are of one game or have one answer.
    pub riddles: Vec<Riddle>,
    /// Numbers of rejected attempts, by reason.
    pub tally: Tally<Reject>,
    /// Number of attempts.
    pub attempts: u64,
    /// Number of distinct boards; a second rack on a board is another attempt, and no other board.
    pub boards: u64,
    /// Number of attempts that made a riddle.
    pub accepted: u64,
    /// Reason for which the search stopped.
    pub stop: Stop,
}

/// Searches riddles within a budget.
///
/// With a budget of attempts the report is the same for any number of threads. Every riddle names its seed
/// and its attempt, by which [`one`] makes it again.
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
/// let again = one(&request, &lexicon, best.seed, best.attempt)??;
/// assert_eq!(&again, best);
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
    /// The report of a search, each riddle with all its figures.
    #[must_use]
    pub fn of(problem: &RiddleProblem<'_>, seed: Seed, report: Report) -> Self {
        let tell = |reason| report.tally.iter().find(|(r, _)| **r == reason).map_or(0, |(_, n)| n);
        // No board at all, or none of its own; each comes up once a rack.
        let none = tell(Reject::GameOver) + tell(Reject::Tiles) + tell(Reject::SameBoard);
        let racks = u64::from(problem.request.profile.racks());
        let mut table = Table::default();
        let tell_of = |found: &Find| {
            Riddle::of(problem, (seed, found.attempt), &found.draft, &found.proof, &mut table)
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

/// Makes the riddle of one attempt alone, or says why it makes none.
///
/// # Errors
/// [`AlphabetError`] when the lexicon has another alphabet than the request's setting.
pub fn one(
    request: &Request,
    lexicon: &Lexicon,
    seed: Seed,
    attempt: u64,
) -> Result<Result<Riddle, Reject>, AlphabetError> {
    let problem = RiddleProblem::new(request, lexicon)?;
    let mut table = Table::default();
    let made = problem.draft(seed.attempt(attempt), &mut table).and_then(|candidate| {
        let judgement = problem.prove(&candidate, &mut table)?;
        let riddle = Riddle::of(&problem, (seed, attempt), &candidate, &judgement, &mut table);
        riddle.ok_or(Reject::NoPlay)
    });
    Ok(made)
}

impl Riddle {
    /// The riddle of a judged candidate; none without a play, which no judge lets through.
    fn of<'a>(
        problem: &RiddleProblem<'a>,
        (seed, attempt): (Seed, u64),
        candidate: &Candidate,
        judgement: &Judgement,
        table: &mut Table<'a>,
    ) -> Option<Self> {
        let profile = &problem.request.profile;
        let most = *profile.plays_of(candidate.position.rack()).end();
        let plays = table.plays(&candidate.position, problem.lexicon, most);
        Self::told(
            candidate.position.clone(),
            judgement,
            plays,
            problem.lexicon,
            (problem.request, seed, attempt),
        )
    }
}
