//! A level being played, step by step.
//!
//! A [`Game`] holds a state of the solver's own world and makes the solver's own moves, so play and proof cannot
//! disagree. A step is one action of the player; a warp over several nodes is one step. A state is written as the steps
//! that led to it ([`step::read`], [`step::write`]). Every step can be undone.
//!
//! Invariant: an illegal step changes nothing, and undo restores the previous state.

pub mod step;
mod letters;
pub mod lurd;
pub mod saved;
mod ground;
mod refusal;
mod table;
mod aim;

use crate::limits::{Limit, Limits};
use crate::model::{Content, Level, Mark, Tiles};
use crate::plan::{Cost, Plan, Record};
use crate::rules::facts::with_width;
pub use crate::rules::prepared::is_too_large;
pub use crate::rules::world::report::Stuck;
use crate::rules::{
    Blocks, Collect, Config, Holdings, Location, Position, Prepared, Rules, TooManyBits, World,
};
pub use aim::{Aim, Goal, Purpose};
use clock::Instant;
pub use ground::{Edits, Ground};
pub use refusal::Refusal;
pub(crate) use refusal::want;
pub use saved::StateError;
use std::cell::RefCell;
pub use step::{Choice, Command, Step, StepError};
use table::{Table, table};

/// A level that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// The level needs more state bits than the engine has.
    #[error(transparent)]
    TooManyBits(#[from] TooManyBits),
    /// The graph has no start.
    #[error("the level has no start; a node that holds \"start\", or graph.start, would be one")]
    NoStart,
}

/// An illegal step in a list of steps.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {} ({step}) is not allowed: {reason}", .index + 1)]
pub struct Stopped {
    /// The index of the step.
    pub index: usize,
    /// The step in words.
    pub step: String,
    /// The reason.
    pub refusal: Refusal,
    /// The reason in words.
    pub reason: String,
}

/// A level being played. See the [module documentation](self).
///
/// ```
/// use quandary_level::play::{Command, Game, Refusal, step};
/// use quandary_level::rules::Way;
/// let level = quandary_level::formats::text::read("#######\n#@k#.*#\n#..+..#\n#######\n")?; // a key, and a locked door
/// let rules = Default::default();
/// let mut game = Game::of(&level, &rules)?;
/// assert!(matches!(game.step(Command::Go(Way::Up)), Err(Refusal::Solid(_))));
/// game.follow(&step::read(&level, "right, down, right 3, up")?)?;
/// assert!(game.is_won());
/// assert!(game.undo() && !game.is_won());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Game<'a> {
    level: &'a Level,
    table: Box<dyn Table + Send + 'a>,
    ground: Option<Ground>,
    past: Vec<Past>,
    steps: Vec<Step>,
}

/// A step taken.
struct Past {
    record: Record,
    /// The cost of all earlier steps.
    cost: Cost,
    /// The edits of the step, for undo.
    edits: Edits,
}

impl<'a> Game<'a> {
    /// A game at the start of a level.
    ///
    /// # Errors
    /// [`Unplayable`] for a level with too many state bits, or a graph without a start.
    pub fn of(level: &'a Level, rules: &'a Rules) -> Result<Self, Unplayable> {
        let prepared = Prepared::of(level, rules, Collect::Nothing);
        let table = with_width!(prepared.facts().len(), table::<W>(level, &prepared))?;
        let table = table.ok_or(Unplayable::NoStart)?;
        let ground = level.tiles.as_ref().map(|tiles| Ground::of(tiles, rules));
        Ok(Self { level, table, ground, past: Vec::new(), steps: Vec::new() })
    }

    /// The level being played.
    #[must_use]
    pub fn level(&self) -> &'a Level {
        self.level
    }

    /// The position of the player.
    #[must_use]
    pub fn position(&self) -> Position {
        self.past.last().map_or_else(|| self.table.start().0, |past| past.record.position)
    }

    /// The holdings of the player.
    #[must_use]
    pub fn holdings(&self) -> Holdings {
        let last = self.past.last().map(|past| past.record.holdings.clone());
        last.unwrap_or_else(|| self.table.start().1)
    }

    /// The cost of all steps so far.
    #[must_use]
    pub fn cost(&self) -> Cost {
        let last = self.past.last().zip(self.steps.last());
        last.map_or_else(Cost::default, |(past, step)| past.cost.plus(step.cost()))
    }

    /// True if the level is won. Then no step is possible.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.table.is_won()
    }

    /// The steps so far.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The records of the steps so far.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Record> + ExactSizeIterator {
        self.past.iter().map(|past| &past.record)
    }

    /// Every possible step, in the order of the level's doors. Of the same command, steps that use nothing up come
    /// first; flips come last.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.table.choices()
    }

    /// Takes a step.
    ///
    /// # Errors
    /// [`Refusal`] if the rules do not allow it. The game is unchanged then.
    pub fn step(&mut self, step: impl Into<Step>) -> Result<Record, Refusal> {
        let step = step.into();
        let record = self.table.take(step)?;
        let edits = self.ground.as_mut().map(|ground| ground.after(&record)).unwrap_or_default();
        self.past.push(Past { record: record.clone(), cost: self.cost(), edits });
        self.steps.push(step);
        Ok(record)
    }

    /// Takes several steps.
    ///
    /// # Errors
    /// [`Stopped`] for the first illegal step. The steps before it remain taken.
    pub fn follow(&mut self, steps: &[Step]) -> Result<(), Stopped> {
        for (index, &step) in steps.iter().enumerate() {
            self.step(step).map_err(|refusal| Stopped {
                index,
                step: step.words(self.level),
                reason: refusal.words(self.level),
                refusal,
            })?;
        }
        Ok(())
    }

    /// Undoes the last step. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        self.steps.pop();
        self.table.undo();
        if let Some(ground) = &mut self.ground {
            ground.undo(&past.edits);
        }
        true
    }

    /// Undoes all steps.
    pub fn restart(&mut self) {
        while self.undo() {}
    }

    /// The current map: taken things are gone, opened doors are open, blocks are where they were pushed. `None` for a
    /// graph.
    #[must_use]
    pub fn tiles(&self) -> Option<&Tiles> {
        self.ground.as_ref().map(Ground::tiles)
    }

    /// The symbols on tiles that are not held yet, and all toggles.
    pub fn marks(&self) -> impl Iterator<Item = &'a Mark> {
        let held = self.holdings().symbols;
        self.level.marks().iter().filter(move |mark| match mark.gives {
            Content::Symbol(id) => !held.contains(&id),
            _ => true,
        })
    }

    /// The steps of a plan from here; `None` if the rules do not allow it. The moves of one warp are one step.
    #[must_use]
    pub fn steps_of(&self, plan: &Plan) -> Option<Vec<Step>> {
        self.table.steps_of(plan)
    }

    /// The outlook from here, found by the solver as if the level began here.
    #[must_use]
    pub fn outlook(&self, limits: &Limits<'_>) -> Outlook {
        self.table.outlook(0, limits)
    }

    /// The next aim of a plan from here, and its purpose; `None` if the plan does nothing.
    #[must_use]
    pub fn aim(&self, plan: &Plan) -> Option<Aim> {
        self.table.aim(plan)
    }

    /// All aims of a plan from here, in order.
    #[must_use]
    pub fn aims(&self, plan: &Plan) -> Vec<Aim> {
        self.table.aims(plan)
    }

    /// Number of steps up to and including the first that changes more than the position: a thing is taken, a lock
    /// opened, a block pushed, or the game won.
    #[must_use]
    pub fn changes_after(&self, steps: &[Step]) -> usize {
        self.table.changes_after(steps)
    }

    /// The number of steps back to the last winnable state. The limit on states applies to each outlook on the way, the
    /// time limit to all together.
    #[must_use]
    pub fn last_winnable(&self, limits: &Limits<'_>) -> Back {
        let begin = Instant::now();
        back(self.steps.len(), |back| self.table.outlook(back, &limits.since(begin)))
    }
}

// -------------------------------------------------------------------------------------------------
// The outlook of a game, and the distance to its last winnable state.

/// The outlook of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The game can be won from here.
    Winnable {
        /// The steps of a plan from here; empty if the game is won.
        steps: Vec<Step>,
        /// The same plan, as moves of the world.
        plan: Plan,
        /// The cost of the plan.
        cost: Cost,
        /// True if the plan is proved cheapest.
        optimal: bool,
    },
    /// Proved: no goal can be reached from here.
    Lost,
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// The distance back to the last winnable state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// The game was winnable so many steps ago.
    Steps {
        /// Number of steps to undo.
        steps: usize,
        /// True if it is proved that fewer steps are not enough.
        is_least: bool,
    },
    /// The game was not winnable at the start either.
    Never,
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// The distance back to the last winnable state of a game of `steps` steps. `outlook` gives the outlook a number of
/// steps back.
///
/// A lost state stays lost: later states are reached from it, so a win from a later state would be a win from it too.
/// Hence the last winnable state is found by bisection. An undecided state counts as lost; then the result is not
/// proved least.
fn back(steps: usize, outlook: impl Fn(usize) -> Outlook) -> Back {
    let now = outlook(0);
    if matches!(now, Outlook::Winnable { .. }) {
        return Back::Steps { steps: 0, is_least: true };
    }
    match if steps == 0 { now.clone() } else { outlook(steps) } {
        Outlook::Winnable { .. } => {}
        Outlook::Lost => return Back::Never,
        Outlook::Unknown(limit) => return Back::Unknown(limit),
    }
    // The game is winnable `wins` steps back, and not known to be winnable `fails` steps back.
    let (mut wins, mut fails) = (steps, 0);
    let mut is_least = now == Outlook::Lost;
    while wins > fails + 1 {
        let middle = usize::midpoint(wins, fails);
        match outlook(middle) {
            Outlook::Winnable { .. } => wins = middle,
            found => (fails, is_least) = (middle, found == Outlook::Lost),
        }
    }
    Back::Steps { steps: wins, is_least }
}

// -------------------------------------------------------------------------------------------------
// A game with states of a fixed width, shared by the submodules.

/// A state of a game.
type State<const W: usize> = (Location, Config<W>);

/// A game with states of a fixed width.
struct GameStates<'a, const W: usize> {
    site: Site<'a, W>,
    /// The start position.
    position: Position,
    /// The arrangements of blocks found so far. Adding arrangements changes no state.
    blocks: RefCell<Blocks>,
    /// The states passed, beginning with the start.
    states: Vec<State<W>>,
}

/// A level and its world.
struct Site<'a, const W: usize> {
    level: &'a Level,
    world: World<W>,
}
