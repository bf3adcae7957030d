//! A level being played, step by step.
//!
//! A [`Game`] stands in a state of the judge's own world and goes on by the judge's own moves, so that whoever plays
//! and whoever proves cannot disagree. A step is what a player does in one move; a warp over several nodes is one.
//! A state is told as the steps that led there ([`step::read`], [`step::write`]), and every step can be taken back.
//!
//! Invariant: an illegal step changes nothing, and what is taken back is as it was.

pub mod step;
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
    /// It keeps track of too many things.
    #[error(transparent)]
    TooManyBits(#[from] TooManyBits),
    /// It is a graph without a start.
    #[error("the level has no start; a node that holds \"start\", or graph.start, would be one")]
    NoStart,
}

/// A step of several that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step {} ({step}) is not allowed: {reason}", .index + 1)]
pub struct Stopped {
    /// Its number, from 0.
    pub index: usize,
    /// The step, in words.
    pub step: String,
    /// The reason.
    pub refusal: Refusal,
    /// The reason in words.
    pub reason: String,
}

/// A level being played. See the module's page.
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

/// A step that was taken.
struct Past {
    record: Record,
    /// The cost of all steps before it.
    cost: Cost,
    /// The edits that give the ground back as it was.
    edits: Edits,
}

impl<'a> Game<'a> {
    /// A game at the start of a level.
    ///
    /// # Errors
    /// A level that keeps track of too many things, or a graph without a start.
    pub fn of(level: &'a Level, rules: &'a Rules) -> Result<Self, Unplayable> {
        let prepared = Prepared::of(level, rules, Collect::Nothing);
        let table = with_width!(prepared.facts().len(), table::<W>(level, &prepared))?;
        let table = table.ok_or(Unplayable::NoStart)?;
        let ground = level.tiles.as_ref().map(|tiles| Ground::of(tiles, rules));
        Ok(Self { level, table, ground, past: Vec::new(), steps: Vec::new() })
    }

    /// The level that is played.
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

    /// True if the level is won; no step leads on.
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

    /// Every step that can be taken from here: in the order of the level's doors, those that use nothing up before
    /// others of their kind, flips last.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.table.choices()
    }

    /// Takes a step.
    ///
    /// # Errors
    /// The reason why the rules do not allow it; nothing has changed then.
    pub fn step(&mut self, step: impl Into<Step>) -> Result<Record, Refusal> {
        let step = step.into();
        let record = self.table.take(step)?;
        let edits = self.ground.as_mut().map(|ground| ground.after(&record)).unwrap_or_default();
        self.past.push(Past { record: record.clone(), cost: self.cost(), edits });
        self.steps.push(step);
        Ok(record)
    }

    /// Takes steps, one after another.
    ///
    /// # Errors
    /// The first that the rules do not allow; those before it are taken.
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

    /// Takes the last step back; false where there is none.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        self.steps.pop();
        self.table.undo();
        if let Some(ground) = &mut self.ground {
            ground.undo(&past.edits);
        }
        true
    }

    /// Takes all steps back.
    pub fn restart(&mut self) {
        while self.undo() {}
    }

    /// The map as it is now: what was taken is gone, what was opened is open, blocks stand where they stand. `None` in
    /// a level that is a graph.
    #[must_use]
    pub fn tiles(&self) -> Option<&Tiles> {
        self.ground.as_ref().map(Ground::tiles)
    }

    /// The symbols that lie on tiles and are not held yet, and the toggles.
    pub fn marks(&self) -> impl Iterator<Item = &'a Mark> {
        let held = self.holdings().symbols;
        self.level.marks().iter().filter(move |mark| match mark.gives {
            Content::Symbol(id) => !held.contains(&id),
            _ => true,
        })
    }

    /// The steps of a plan that begins here; `None` where the rules do not allow it. Moves that make up one warp are one
    /// step.
    #[must_use]
    pub fn steps_of(&self, plan: &Plan) -> Option<Vec<Step>> {
        self.table.steps_of(plan)
    }

    /// The outlook from here, with a cheapest plan if it can be won: found by the solver, as if the level began here.
    #[must_use]
    pub fn outlook(&self, limits: &Limits<'_>) -> Outlook {
        self.table.outlook(0, limits)
    }

    /// The next thing that a plan from here is after, and its purpose; `None` where it does nothing.
    #[must_use]
    pub fn aim(&self, plan: &Plan) -> Option<Aim> {
        self.table.aim(plan)
    }

    /// Everything that a plan from here is after, in the order in which it gets it.
    #[must_use]
    pub fn aims(&self, plan: &Plan) -> Vec<Aim> {
        self.table.aims(plan)
    }

    /// The number of steps of a way from here until something changes besides the position, the step that changes it
    /// included: a thing is taken, a lock opened, a block pushed, or it is won.
    #[must_use]
    pub fn changes_after(&self, steps: &[Step]) -> usize {
        self.table.changes_after(steps)
    }

    /// The distance back to where it could still be won. The limit on states is that of each outlook that is asked for
    /// on the way, that on time of all together.
    #[must_use]
    pub fn last_winnable(&self, limits: &Limits<'_>) -> Back {
        let begin = Instant::now();
        back(self.steps.len(), |back| self.table.outlook(back, &limits.since(begin)))
    }
}

// -------------------------------------------------------------------------------------------------
// The outlook of a game: whether it can still be won from where it stands, and how far back it could.

/// The prospect of a game: if it can still be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// It can be won.
    Winnable {
        /// The steps of a plan from here; none where it is won.
        steps: Vec<Step>,
        /// The same plan as moves of the judge.
        plan: Plan,
        /// Their cost.
        cost: Cost,
        /// True if it is proved that no plan costs less.
        optimal: bool,
    },
    /// Proved: from here no goal can be reached.
    Lost,
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// The distance back to where a game could still be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// So many steps back it could be won.
    Steps {
        /// The number of steps to take back.
        steps: usize,
        /// True if it is proved that fewer do not do.
        is_least: bool,
    },
    /// It could not be won at the start either.
    Never,
    /// Not decided: this limit came first.
    Unknown(Limit),
}

/// The distance back to where a game of so many steps could still be won, by the outlook so many steps back.
///
/// A state that is lost stays lost: whatever comes after it is reached from it, so that a way to win from later on
/// would be a way to win from there. So the last state that can be won is found by halving. What is not decided counts
/// as lost while looking, and then fewer steps are not proved too few.
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
    // The game can be won `wins` steps back, and this is not known of `fails` steps back.
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
// A game in the width of its level, which the files below share.

/// A state of a game.
type State<const W: usize> = (Location, Config<W>);

/// A level being played in a width.
struct Played<'a, const W: usize> {
    site: Site<'a, W>,
    /// The position in which the player began.
    position: Position,
    /// The arrangements of blocks that were met; more of them change no state.
    blocks: RefCell<Blocks>,
    /// The states that were passed, the start first.
    states: Vec<State<W>>,
}

/// A level and its world.
struct Site<'a, const W: usize> {
    level: &'a Level,
    world: World<W>,
}
