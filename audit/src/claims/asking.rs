//! The claims of a dungeon, asked again of the search.

use super::board::Board;
use super::change::{Change, Thing, changes};
use super::doors;
use super::game::Game;
use super::hall::Known;
use super::print::{Claim, Told};
use super::search::{Answer, Until, is_won, search};
use super::spots::Spots;
use crate::measures::read::Level;
use std::collections::{BTreeSet, HashMap};

/// A level that is asked again and again.
pub(super) struct Asking<'a> {
    level: &'a Level,
    /// The most states of one search.
    most: usize,
    known: HashMap<Vec<Change>, Answer>,
    /// The names of symbols that something asks for.
    asked_for: BTreeSet<String>,
    /// The rooms with blocks that were looked at.
    pub(super) halls: Known,
    /// Number of states that were looked at.
    pub(super) looked: usize,
}

/// The finding about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    Holds,
    False(String),
    Undecided,
}

impl<'a> Asking<'a> {
    pub(super) fn new(level: &'a Level, most: usize) -> Self {
        let edges = level.graph.edges.iter().flat_map(|edge| edge.requires.names());
        let needs = level.locks.iter().flat_map(|lock| &lock.needs).chain(&level.win);
        let names = edges.chain(needs.map(String::as_str));
        let symbol = |name: &str| {
            let name = name.strip_prefix("lacks:").unwrap_or(name);
            name.strip_prefix("symbol:").map(str::to_owned)
        };
        let asked_for = names.filter_map(symbol).collect();
        Self { level, most, known: HashMap::new(), asked_for, halls: Known::default(), looked: 0 }
    }

    /// The answer to a changed question. A symbol that nothing asks for is taken away without effect.
    ///
    /// # Errors
    /// Something that the search does not know.
    pub(super) fn answer(&mut self, given: &[Change]) -> Result<Answer, String> {
        given.iter().try_for_each(|change| super::change::known(self.level, change))?;
        let is_goal = |name: &String| given.contains(&Change::Goal(Thing::Symbol(name.clone())));
        let idle = |change: &Change| match change {
            Change::Without(Thing::Symbol(name)) => {
                !self.asked_for.contains(name) && !is_goal(name)
            }
            _ => false,
        };
        let mut given: Vec<Change> = given.iter().filter(|change| !idle(change)).cloned().collect();
        given.sort();
        given.dedup();
        if let Some(answer) = self.known.get(&given) {
            return Ok(*answer);
        }
        let board = Board::new(self.level, &given)?;
        let spots = Spots::new(&board);
        let mut game = Game::contracted(&board, &spots, &self.halls);
        let answer = match is_won(&mut game, self.most) {
            Some(false) => Answer::Unsolvable,
            _ => {
                let found = search(&mut game, Until::Goal, self.most);
                self.looked += found.len();
                found.answer()
            }
        };
        self.known.insert(given, answer);
        Ok(answer)
    }

    /// The answer to options as printed.
    ///
    /// # Errors
    /// As above, and options that cannot be read.
    pub(super) fn options(&mut self, words: &[String]) -> Result<Answer, String> {
        self.answer(&changes(words)?)
    }

    /// Asks a claim again: both answers as told, and the two in the relation that its name says.
    pub(super) fn claim(&mut self, claim: &Claim, unlosable: Option<bool>) -> Finding {
        self.asked(claim, unlosable).unwrap_or_else(Finding::False)
    }

    fn asked(&mut self, claim: &Claim, unlosable: Option<bool>) -> Result<Finding, String> {
        let before = self.options(&claim.given)?;
        let after = self.options(&[&claim.given[..], &claim.change].concat())?;
        if [before, after].contains(&Answer::Undecided) {
            return Ok(Finding::Undecided);
        }
        for (what, told, found) in
            [("before", &claim.before, before), ("after", &claim.after, after)]
        {
            agree(what, told, found)?;
            let safe =
                told.unlosable.is_none() || told.unlosable == unlosable || !claim.given.is_empty();
            if !safe && unlosable.is_some() {
                return Err(format!("{what}: unlosable is {unlosable:?}"));
            }
        }
        related(claim, before, after)?;
        Ok(if claim.claim == "sound" && unlosable.is_none() {
            Finding::Undecided
        } else {
            Finding::Holds
        })
    }
}

/// An error where an answer is told otherwise than it was found.
fn agree(what: &str, told: &Told, found: Answer) -> Result<(), String> {
    let right = match (told.verdict.as_str(), found) {
        ("solvable", Answer::Moves(moves)) => told.moves.is_none_or(|told| told == moves),
        ("unsolvable", Answer::Unsolvable) => told.moves.is_none(),
        _ => false,
    };
    if right {
        Ok(())
    } else {
        Err(format!("{what}: told {} {:?}, found {found:?}", told.verdict, told.moves))
    }
}

/// An error where two answers are not in the relation that the claim's name says, or the options are not its own.
fn related(claim: &Claim, before: Answer, after: Answer) -> Result<(), String> {
    let solved = |answer| matches!(answer, Answer::Moves(_));
    let starts =
        |words: &[String], option: &str| words.iter().step_by(2).all(|word| word == option);
    let (given, change) = (&claim.given[..], &claim.change[..]);
    let some = |words: &[String]| !words.is_empty();
    let fine = match claim.claim.as_str() {
        "sound" => solved(before) && given.is_empty() && change.is_empty(),
        "needed" | "bombs_needed" => {
            solved(before) && !solved(after) && some(change) && starts(change, "--without")
        }
        "optional" | "arc" | "secrets" => {
            solved(before) && solved(after) && some(change) && starts(change, "--without")
        }
        "apart" => {
            solved(before)
                && solved(after)
                && starts(given, "--goal")
                && starts(change, "--without")
        }
        "push_gate" => {
            solved(before) && !solved(after) && some(given) && change == ["--rule", "push=off"]
        }
        "block_matters" => {
            solved(before)
                && before != after
                && some(given)
                && some(change)
                && change.iter().skip(1).step_by(2).all(|thing| thing.starts_with("block:"))
        }
        name => return Err(format!("{name} is no claim that is known")),
    };
    let about = change.iter().skip(1).step_by(2).all(|thing| about(claim, thing))
        && (change.first().is_none_or(|option| option == "--without")
            || given.iter().skip(1).step_by(2).all(|thing| about(claim, thing)));
    match (fine && claim.holds, about) {
        (true, true) => Ok(()),
        (true, false) => Err(format!("about {:?}, but asked of something else", claim.about)),
        _ => Err(format!("{before:?} and {after:?} are not what {} says", claim.claim)),
    }
}

/// True if a claim is about a thing that stands in its options; a rule is no thing.
fn about(claim: &Claim, thing: &str) -> bool {
    let same = |about: &String| about == thing || doors::same_passage(about, thing);
    !thing.contains(':') || claim.about.iter().any(same)
}
