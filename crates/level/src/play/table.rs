//! The states of a game, for any width: the possible steps from the last state, and the effect of a step.

use super::aim::Aim;
use super::step::{Choice, Command, Step};
use super::{GameStates, Outlook, Refusal, Site, State, refusal};
use crate::limits::{Limit, Limits};
use crate::model::{Level, NodeIndex};
use crate::plan::{Action, Move, Plan, Record, ReplayStep, record};
use crate::rules::{
    Bits, Blocks, Config, Door, Fact, Holdings, Location, Position, Prepared, Way, World,
};
use crate::solve::{Options, Verdict, solve_in};
use rustc_hash::FxHashSet;
use std::cell::RefCell;

/// A level with the states passed so far.
pub(super) trait Table {
    fn start(&self) -> (Position, Holdings);
    /// True if the last state is a goal.
    fn is_won(&self) -> bool;
    /// Every step from the last state.
    fn choices(&self) -> Vec<Choice>;
    /// Takes a step from the last state.
    fn take(&mut self, step: Step) -> Result<Record, Refusal>;
    /// Removes the last state.
    fn undo(&mut self);
    /// The steps of a plan from the last state; `None` if a move of it is illegal.
    fn steps_of(&self, plan: &Plan) -> Option<Vec<Step>>;
    /// Number of steps from the last state until something changes.
    fn changes_after(&self, steps: &[Step]) -> usize;
    /// The first aim of a plan from the last state.
    fn aim(&self, plan: &Plan) -> Option<Aim>;
    /// All aims of a plan from the last state.
    fn aims(&self, plan: &Plan) -> Vec<Aim>;
    /// The outlook `back` steps before the last state.
    fn outlook(&self, back: usize, limits: &Limits<'_>) -> Outlook;
}

/// The states of a level; `None` if it has no start.
pub(super) fn table<'a, const W: usize>(
    level: &'a Level,
    prepared: &Prepared<'_>,
) -> Option<Box<dyn Table + Send + 'a>> {
    let site = Site { level, world: prepared.world::<W>() };
    let mut blocks = Blocks::default();
    let start = site.world.start(&mut blocks)?;
    let position = site.world.position(start.0)?;
    let blocks = RefCell::new(blocks);
    Some(Box::new(GameStates { site, position, blocks, states: vec![start] }))
}

impl<const W: usize> GameStates<'_, W> {
    /// The last state. The start is never removed.
    pub(super) fn last(&self) -> State<W> {
        self.states.last().copied().unwrap_or_default()
    }

    pub(super) fn turns(&self, state: State<W>) -> Vec<(Step, Turn<W>)> {
        self.site.turns(state, &mut self.blocks.borrow_mut())
    }

    /// The steps of a plan from a state.
    fn steps_from(&self, state: State<W>, plan: &Plan) -> Option<Vec<Step>> {
        let (mut stood, mut state) = (state, state);
        let mut steps = Vec::new();
        for &action in &plan.moves {
            if self.site.world.is_goal(state.0, &state.1) {
                return None;
            }
            state = self.moved(state, action)?;
            if self.site.world.position(state.0).is_some() {
                let turns = self.turns(stood);
                steps.push(turns.iter().find(|(_, turn)| turn.state == state)?.0);
                stood = state;
            }
        }
        (stood == state).then_some(steps)
    }

    /// The state after a move of a plan, possibly within a warp.
    pub(super) fn moved(&self, state: State<W>, action: Move) -> Option<State<W>> {
        self.moved_in(&self.site.world, state, action)
    }

    /// The state after a move of a plan, in a world that may be modified.
    pub(super) fn moved_in(
        &self,
        world: &World<W>,
        (at, config): State<W>,
        action: Move,
    ) -> Option<State<W>> {
        match action {
            Move::Goto { to, door } => {
                let door = *world.doors(at).get(door as usize).filter(|door| door.to == to)?;
                Some((to, world.step(&config, door, &mut self.blocks.borrow_mut())?))
            }
            Move::Flip { flip } => {
                Some((at, world.flip(&config, world.flips(at).get(flip as usize)?)?))
            }
        }
    }
}

impl<const W: usize> Table for GameStates<'_, W> {
    fn start(&self) -> (Position, Holdings) {
        let config = self.states.first().map(|(_, config)| *config).unwrap_or_default();
        (self.position, self.site.world.holdings(&config))
    }

    fn is_won(&self) -> bool {
        let (at, config) = self.last();
        self.site.world.is_goal(at, &config)
    }

    fn choices(&self) -> Vec<Choice> {
        let before = self.last();
        let choice = |(step, turn): (Step, Turn<W>)| {
            let record = self.site.record(&before, &turn)?;
            Some(Choice { step, cost: step.cost(), record })
        };
        self.turns(before).into_iter().filter_map(choice).collect()
    }

    fn take(&mut self, step: Step) -> Result<Record, Refusal> {
        let before = self.last();
        let turns = self.turns(before);
        let taken = turns.iter().find(|(known, _)| *known == step).map(|(_, turn)| turn);
        let record = taken.and_then(|turn| Some((turn.state, self.site.record(&before, turn)?)));
        let Some((state, record)) = record else {
            let ways = turns.iter().filter(|(known, _)| known.command == step.command).count();
            return Err(refusal::refused(
                &self.site,
                before,
                (step.command, ways),
                &mut self.blocks.borrow_mut(),
            ));
        };
        self.states.push(state);
        Ok(record)
    }

    fn undo(&mut self) {
        if self.states.len() > 1 {
            self.states.pop();
        }
    }

    fn steps_of(&self, plan: &Plan) -> Option<Vec<Step>> {
        self.steps_from(self.last(), plan)
    }

    fn changes_after(&self, steps: &[Step]) -> usize {
        let (begin, mut state) = (self.last().1, self.last());
        for (number, step) in (1..).zip(steps) {
            let turns = self.turns(state);
            let Some((_, turn)) = turns.into_iter().find(|(known, _)| known == step) else {
                return number - 1;
            };
            state = turn.state;
            if state.1 != begin {
                return number;
            }
        }
        steps.len()
    }

    fn aim(&self, plan: &Plan) -> Option<Aim> {
        self.aim_of(plan)
    }

    fn aims(&self, plan: &Plan) -> Vec<Aim> {
        self.aims_of(plan)
    }

    fn outlook(&self, back: usize, limits: &Limits<'_>) -> Outlook {
        let before = self.states.len().saturating_sub(back + 1);
        let state @ (at, config) = self.states.get(before).copied().unwrap_or_default();
        let world = self.site.world.beginning_at((at, &config), &self.blocks.borrow());
        let solution = solve_in(&world, Some(self.site.level), &Options::default(), limits);
        match solution.verdict {
            Verdict::Solvable { plan, walk, optimal } => match self.steps_from(state, &plan) {
                Some(steps) => Outlook::Winnable { steps, plan, cost: walk.cost, optimal },
                // One of its warps has more ways than the limit on ways.
                None => Outlook::Unknown(Limit::States),
            },
            Verdict::Unsolvable => Outlook::Lost,
            Verdict::Unknown(limit) => Outlook::Unknown(limit),
        }
    }
}

// -------------------------------------------------------------------------------------------------
// Turns: the possible actions in a state, each with the state after it.
//
// The doors of one warp form one turn, and doors that lead to the same state are the same turn.

/// Limit on states within one warp. No reasonable design has more.
const MOST_PASSED: usize = 1 << 12;

/// The effect of a step.
pub(super) struct Turn<const W: usize> {
    pub(super) state: State<W>,
    action: Action,
    /// The cells of a push, numbered as in the map of pushes.
    pushed: Option<(u32, u32)>,
    resets: bool,
}

impl<const W: usize> Site<'_, W> {
    /// The node of a location, or the node whose rectangle contains it.
    pub(super) fn node(&self, at: Location) -> Option<NodeIndex> {
        match self.world.position(at)? {
            Position::Node(node) => Some(node),
            Position::Cell(cell) => self.level.node_at(cell),
        }
    }

    pub(super) fn toggle(&self, bit: &Bits<W>) -> Option<u32> {
        let fact = self.world.facts().get(bit.iter().next()?)?;
        if let Fact::Toggle(id) = fact { Some(*id) } else { None }
    }

    /// The command for a door that is no warp.
    pub(super) fn command(door: Door) -> Command {
        if door.way == Way::Goto { Command::Goto(door.to) } else { Command::Go(door.way) }
    }

    /// The record of a turn.
    pub(super) fn record(&self, (_, before): &State<W>, turn: &Turn<W>) -> Option<Record> {
        let Turn { state: (location, config), action, pushed, resets } = turn;
        let (action, pushed, resets, location) = (*action, *pushed, *resets, *location);
        record(&self.world, before, &ReplayStep { action, location, config, pushed, resets })
    }

    /// Every turn from a state with its step, sorted by command, then by what the turn uses up.
    pub(super) fn turns(&self, state: State<W>, blocks: &mut Blocks) -> Vec<(Step, Turn<W>)> {
        let (at, config) = state;
        if self.world.is_goal(at, &config) {
            return Vec::new();
        }
        let mut turns: Vec<(Command, Turn<W>)> = Vec::new();
        for &door in self.world.doors(at) {
            if door.way == Way::Warp {
                turns.extend(self.warps(&config, door, blocks));
            } else if let Some(turn) = self.pass(&config, door, blocks) {
                turns.push((Self::command(door), turn));
            }
        }
        for toggle in self.world.flips(at) {
            let flipped = self.toggle(toggle).zip(self.world.flip(&config, toggle));
            turns.extend(flipped.map(|(id, config)| {
                let state = (at, config);
                (
                    Command::Flip(id),
                    Turn { state, action: Action::Flip, pushed: None, resets: false },
                )
            }));
        }
        turns.sort_by_key(|(command, turn)| (*command, self.world.used_up(&config, &turn.state.1)));
        let mut numbered: Vec<(Step, Turn<W>)> = Vec::new();
        for (command, turn) in turns {
            let alike = numbered.iter().rev().take_while(|(step, _)| step.command == command);
            let by = alike.clone().count() as u32;
            if !alike.map(|(_, turn)| turn.state).any(|state| state == turn.state) {
                numbered.push((Step { command, by }, turn));
            }
        }
        numbered
    }

    fn pass(&self, config: &Config<W>, door: Door, blocks: &mut Blocks) -> Option<Turn<W>> {
        let pushed = self.world.pushed(config, door, blocks);
        let after = self.world.step(config, door, blocks)?;
        let way = if door.way == Way::Pass { Way::Warp } else { door.way };
        let action = Action::Go(way);
        Some(Turn { state: (door.to, after), action, pushed, resets: door.resets })
    }

    /// The turns of a warp through a door, by landing place. Those over fewer nodes come first.
    fn warps(
        &self,
        config: &Config<W>,
        door: Door,
        blocks: &mut Blocks,
    ) -> Vec<(Command, Turn<W>)> {
        let mut landed = Vec::new();
        let mut met = FxHashSet::<State<W>>::default();
        let mut passed: Vec<State<W>> = Vec::new();
        let (mut done, mut next) = (0, 0);
        let mut turn = self.pass(config, door, blocks);
        loop {
            if let Some(turn) = turn.filter(|turn| met.insert(turn.state)) {
                match self.node(turn.state.0) {
                    Some(node) => landed.push((Command::Warp(node), turn)),
                    None => passed.push(turn.state),
                }
            }
            // Follow each door of each passed node in turn.
            let Some(&(at, config)) = passed.get(done).filter(|_| met.len() < MOST_PASSED) else {
                return landed;
            };
            let doors = self.world.doors(at);
            turn = doors.get(next).and_then(|&door| self.pass(&config, door, blocks));
            next += 1;
            if next > doors.len() {
                (done, next) = (done + 1, 0);
            }
        }
    }
}
