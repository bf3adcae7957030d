//! The claims of a dungeon: each has two queries, and its name states the relation of the two answers.

use crate::build::Count;
use crate::change::{Change, Thing, changes};
use crate::level::Level;
use crate::search::{Answer, least};
use crate::visits::{Memory, Visits};
use crate::world::{Cost, World};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::HashMap;

/// A printed claim.
#[derive(Clone, Deserialize)]
pub(crate) struct Claim {
    pub(crate) claim: String,
    about: Vec<String>,
    pub(crate) given: Vec<String>,
    pub(crate) change: Vec<String>,
    before: PrintedAnswer,
    after: PrintedAnswer,
    holds: bool,
}

/// A printed answer.
#[derive(Clone, Deserialize)]
struct PrintedAnswer {
    verdict: String,
    moves: Option<u32>,
    unlosable: Option<bool>,
}

/// Answers queries about one level, with a cache.
pub(crate) struct Querier<'a> {
    level: &'a Level,
    /// Maximum number of states per search.
    most: usize,
    pub(crate) memory: RefCell<Memory>,
    known: HashMap<Vec<Change>, Answer>,
}

impl<'a> Querier<'a> {
    pub(crate) fn new(level: &'a Level, most: usize) -> Self {
        Self { level, most, memory: RefCell::default(), known: HashMap::new() }
    }

    /// Parses the options of a query.
    pub(crate) fn read(&self, words: &[String]) -> Result<Vec<Change>, String> {
        changes(self.level, words)
    }

    /// The answer to a changed query. Removing a symbol that nothing requires has no effect.
    pub(crate) fn answer(&mut self, given: &[Change]) -> Result<Answer, String> {
        let mut given: Vec<Change> = given.to_vec();
        given.sort();
        given.dedup();
        if let Some(answer) = self.known.get(&given) {
            return Ok(*answer);
        }
        let world = World::new(self.level, &given, Count::Required)?;
        let visits = Visits::new(&world, &self.memory);
        let answer = match visits {
            Some(visits) => visits.least(self.most),
            None => least(&world, self.most),
        };
        self.known.insert(given, answer);
        Ok(answer)
    }

    /// Checks a claim. The error is the reason why it is false; `false` means undecided.
    pub(crate) fn claim(&mut self, claim: &Claim, unlosable: Option<bool>) -> Result<bool, String> {
        let given = self.read(&claim.given)?;
        let changed = [given.clone(), self.read(&claim.change)?].concat();
        let (before, after) = (self.answer(&given)?, self.answer(&changed)?);
        if [before, after].contains(&Answer::Unknown) {
            return Ok(false);
        }
        for (what, told, found) in
            [("before", &claim.before, before), ("after", &claim.after, after)]
        {
            agrees(told, found).map_err(|wrong| format!("{what}: {wrong}"))?;
            let wrong = given.is_empty()
                && unlosable.is_some()
                && told.unlosable.is_some_and(|told| Some(told) != unlosable);
            if wrong {
                return Err(format!("{what}: unlosable is {unlosable:?}"));
            }
        }
        if !is_claimed(claim, &given, before, after) {
            return Err(format!("{before:?} and {after:?} are not what {} says", claim.claim));
        }
        Ok(claim.claim != "sound" || unlosable.is_some())
    }
}

/// The least number of moves; `None` if there is no way.
pub(crate) fn moves(answer: Answer) -> Option<u32> {
    match answer {
        Answer::Solvable(cost) => Some(cost.straight),
        _ => None,
    }
}

/// Returns an error if a printed answer differs from the computed one.
fn agrees(told: &PrintedAnswer, found: Answer) -> Result<(), String> {
    let right = match (told.verdict.as_str(), found) {
        ("solvable", Answer::Solvable(Cost { straight, .. })) => {
            told.moves.is_none_or(|moves| moves == straight)
        }
        ("unsolvable", Answer::Unsolvable) => told.moves.is_none(),
        _ => false,
    };
    if right {
        Ok(())
    } else {
        Err(format!("told {} {:?}, found {found:?}", told.verdict, told.moves))
    }
}

/// True if two answers have the relation of the claim's name, and the options are those of the claim.
fn is_claimed(claim: &Claim, given: &[Change], before: Answer, after: Answer) -> bool {
    let solved = matches!(after, Answer::Solvable(_));
    let only = |words: &[String], options: &[&str]| {
        !words.is_empty() && words.iter().step_by(2).all(|word| options.contains(&word.as_str()))
    };
    let taken = only(&claim.change, &["--without"]);
    let goal = only(&claim.given, &["--goal"]);
    let related = match claim.claim.as_str() {
        "sound" => solved && given.is_empty() && claim.change.is_empty(),
        "needed" | "bombs_needed" => !solved && taken,
        "optional" | "arc" | "secrets" => solved && taken,
        "apart" => solved && goal && taken,
        "push_gate" => !solved && goal && claim.change == ["--rule", "push=off"],
        "block_matters" => {
            let blocks =
                claim.change.iter().skip(1).step_by(2).all(|word| word.starts_with("block:"));
            moves(before) != moves(after)
                && goal
                && blocks
                && only(&claim.change, &["--without", "--wall"])
        }
        _ => false,
    };
    claim.holds && matches!(before, Answer::Solvable(_)) && related && is_about(claim, taken)
}

/// True if a claim is about the things in its options; a rule is not a thing.
fn is_about(claim: &Claim, taken: bool) -> bool {
    let same = |thing: &String| {
        let read = Thing::read(thing);
        let mut about = claim.about.iter();
        !thing.contains(':') || about.any(|about| about == thing || Thing::read(about) == read)
    };
    let named = |words: &[String]| words.iter().skip(1).step_by(2).all(same);
    named(&claim.change) && (claim.change.is_empty() || taken || named(&claim.given))
}
