//! The judge against the twin over levels for the rules that designers use, each rule alone and all of them
//! together: everything that is compared for older rules, every move of every plan with the plates that are down
//! after it, and in some of the levels every way to search, with everything picked up too.
//!
//! Invariant: a rule that decides nothing in most levels made for it fails here, and so does a theme that is
//! nearly always won, or nearly never, or in which nobody can get stuck.

use crate::compare::{Disagreements, MOST_STATES, judged, times};
use crate::levels::Case;
use crate::searches;
use crate::twin::{Game, Outcome, explore, explore_from};
use crate::workshop::{Theme, designed};
use quandary_level::rules::BlockReset;
use quandary_level::{Level, Requirement};

/// Levels of each theme, times `QUANDARY_TIMES`.
const LEVELS: u64 = 1_200;
/// Of so many levels one is searched in every way.
const SEARCHED: u64 = 40;

/// A rule that can be taken away from a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Reset,
    Plates,
    Lacks,
    Win,
}

const RULES: [Rule; 4] = [Rule::Reset, Rule::Plates, Rule::Lacks, Rule::Win];

impl Rule {
    /// Whether a level has the rule.
    fn is_in(self, case: &Case) -> bool {
        let Case { level, rules, .. } = case;
        match self {
            Self::Reset => rules.blocks == BlockReset::Reset,
            Self::Plates => !level.graph.plates.is_empty(),
            Self::Lacks => asked(level).any(|one| matches!(one, Requirement::Lacks(_))),
            Self::Win => !level.win.is_empty(),
        }
    }

    /// What there is to say about a level without the rule.
    fn taken_from(self, case: &Case) -> Option<Outcome> {
        let (mut level, mut rules) = (case.level.clone(), case.rules.clone());
        match self {
            Self::Reset => rules.blocks = BlockReset::Keep,
            Self::Plates => {
                forget(&mut level, |one| matches!(one, Requirement::Plate(_)));
                level.graph.plates.clear();
                level.tiles.as_mut().expect("tiles").plates.clear();
            }
            Self::Lacks => forget(&mut level, |one| matches!(one, Requirement::Lacks(_))),
            Self::Win => level.win.clear(),
        }
        explore(&level, &rules, 2 * MOST_STATES)
    }
}

/// All that is asked for in a level.
fn asked(level: &Level) -> impl Iterator<Item = &Requirement> {
    let edges = level.graph.edges.iter().flat_map(|edge| &edge.requires);
    let locks = level.tiles.iter().flat_map(|tiles| &tiles.locks).flat_map(|lock| &lock.needs);
    edges.chain(locks).chain(&level.win)
}

/// Asks no more for some things.
fn forget(level: &mut Level, gone: fn(&Requirement) -> bool) {
    level.graph.edges.iter_mut().for_each(|edge| edge.requires.retain(|one| !gone(one)));
    let tiles = level.tiles.as_mut().expect("tiles");
    tiles.locks.iter_mut().for_each(|lock| lock.needs.retain(|one| !gone(one)));
    level.win.retain(|one| !gone(one));
}

/// What came up.
#[derive(Debug, Default)]
struct Seen {
    compared: u64,
    won: u64,
    unsolvable: u64,
    losable: u64,
    unlosable: u64,
    /// Levels with each rule; those of which another thing is said without it; those that are then won or not
    /// won otherwise.
    rules: [[u64; 3]; 4],
}

impl Seen {
    fn count(&mut self, case: &Case, outcome: &Outcome) {
        self.compared += 1;
        self.won += u64::from(outcome.cost.is_some_and(|cost| cost.straight + cost.diagonal > 0));
        self.unsolvable += u64::from(outcome.cost.is_none());
        self.losable += u64::from(outcome.witness.is_some());
        self.unlosable += u64::from(outcome.dead_states == 0);
        for (rule, seen) in RULES.iter().zip(&mut self.rules) {
            if !rule.is_in(case) {
                continue;
            }
            let without = rule.taken_from(case);
            let other = without.as_ref() != Some(outcome);
            let won =
                without.is_some_and(|without| without.cost.is_some() != outcome.cost.is_some());
            seen.iter_mut().zip([true, other, won]).for_each(|(seen, is)| *seen += u64::from(is));
        }
    }

    /// Holds against least shares of a hundred levels.
    fn holds(&self, theme: Theme, least: &Shares) {
        let levels = LEVELS * times();
        let enough = |what: &str, seen: u64, of: u64, least: u64| {
            assert!(seen * 100 >= of * least, "{theme:?}, {what}: {seen} of {of}\n{self:?}");
        };
        enough("compared", self.compared, levels, 84);
        enough("won", self.won, self.compared, least.won);
        enough("unsolvable", self.unsolvable, self.compared, least.unsolvable);
        enough("losable", self.losable, self.compared, least.losable);
        enough("unlosable", self.unlosable, self.compared, least.unlosable);
        for ((rule, seen), least) in RULES.iter().zip(self.rules).zip(least.rules) {
            enough(&format!("with {rule:?}"), seen[0], self.compared, least[0]);
            enough(&format!("other without {rule:?}"), seen[1], seen[0], least[1]);
            enough(&format!("won otherwise without {rule:?}"), seen[2], seen[0], least[2]);
        }
    }
}

/// Least shares of a hundred levels; of those with a rule, for each rule.
struct Shares {
    won: u64,
    unsolvable: u64,
    losable: u64,
    unlosable: u64,
    rules: [[u64; 3]; 4],
}

/// What is wrong with what the judge says of a level.
fn errors(case: &Case, expected: &Outcome, seed: u64) -> Vec<String> {
    if seed % SEARCHED == 0 {
        let (game, gathering) =
            (Game::new(&case.level, &case.rules), Game::gathering(&case.level, &case.rules));
        if let Some(all) = explore_from(&gathering, gathering.first(), MOST_STATES) {
            return searches::errors(case, &game, &gathering, [expected, &all]);
        }
    }
    let found = judged(&case.level, &case.rules);
    if found.as_ref() == Ok(expected) {
        return Vec::new();
    }
    vec![format!("the twin: {expected:?}\nthe judge: {found:?}")]
}

fn compare(theme: Theme, least: &Shares) {
    let (mut seen, mut disagreements) = (Seen::default(), Disagreements::default());
    for seed in 0..LEVELS * times() {
        let case = designed(theme, seed);
        let Some(expected) = explore(&case.level, &case.rules, MOST_STATES) else { continue };
        seen.count(&case, &expected);
        let errors = errors(&case, &expected, seed);
        if let Some(first) = errors.first() {
            disagreements.add(&format!("{} errors, first:\n{first}\n{case}", errors.len()));
        }
    }
    disagreements.are_none(seen.compared);
    seen.holds(theme, least);
}

#[test]
fn blocks_that_go_home() {
    let rules = [[100, 99, 99], [0; 3], [0; 3], [0; 3]];
    compare(Theme::Reset, &Shares { won: 99, unsolvable: 20, losable: 10, unlosable: 20, rules });
}

#[test]
fn plates() {
    let rules = [[0; 3], [90, 99, 99], [0; 3], [0; 3]];
    compare(Theme::Plates, &Shares { won: 99, unsolvable: 20, losable: 10, unlosable: 20, rules });
}

#[test]
fn what_must_be_lacked() {
    let rules = [[0; 3], [0; 3], [70, 99, 99], [0; 3]];
    compare(Theme::Lacks, &Shares { won: 99, unsolvable: 20, losable: 10, unlosable: 20, rules });
}

#[test]
fn conditions_that_win() {
    let rules = [[0; 3], [0; 3], [0; 3], [100, 99, 99]];
    compare(Theme::Win, &Shares { won: 99, unsolvable: 20, losable: 10, unlosable: 20, rules });
}

#[test]
fn all_that_designers_use() {
    let rules = [[60, 99, 99], [70, 99, 99], [60, 99, 99], [50, 99, 99]];
    compare(Theme::All, &Shares { won: 99, unsolvable: 20, losable: 10, unlosable: 20, rules });
}
