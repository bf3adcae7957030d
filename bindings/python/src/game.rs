//! The game that an agent plays: actions are integers, observations are arrays.
//!
//! Unsafe kernel: a game borrows its level and its rules, and one Python object holds all three. `self_cell` generates
//! the unsafe code; this file has none of its own.
#![allow(unsafe_code, reason = "self_cell keeps a game with the level that it borrows")]

use crate::failure::Failure;
use crate::level::Level;
use crate::verify::solution::Solution;
use level::check::{Safety, safety};
use level::play::{self, Choice, Command, Outlook, Step, step};
use level::rules::{Holdings, Way};
use level::{Cell, Content, Limits, Position, Requirement, Rules, Verdict};
use numpy::ndarray::Array4;
use numpy::{IntoPyArray, PyArray1, PyArray4};
use pyo3::prelude::*;
use self_cell::self_cell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The directions of steps; the four straight ones come first.
const DIRECTIONS: [(&str, Way); 8] = [
    ("up", Way::Up),
    ("down", Way::Down),
    ("left", Way::Left),
    ("right", Way::Right),
    ("up_left", Way::UpLeft),
    ("up_right", Way::UpRight),
    ("down_left", Way::DownLeft),
    ("down_right", Way::DownRight),
];
/// Number of directions without diagonals.
const STRAIGHT: usize = 4;
/// The limit on states of a check whether a game can still be won.
const STATES: u64 = 200_000;

/// A level and the rules under which it is played.
struct LevelAndRules {
    level: Arc<level::Level>,
    rules: Rules,
}

type BorrowedGame<'a> = play::Game<'a>;

self_cell! {
    /// A game with the level and rules that it borrows.
    struct OwnedGame {
        owner: LevelAndRules,
        #[covariant]
        dependent: BorrowedGame,
    }
}

/// The observation of an agent: three planes (tiles, contents, locks) by floor, row and column; the player's cell; the
/// inventory.
type Observation<'py> =
    (Bound<'py, PyArray4<u8>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>);

/// A game in progress.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Game {
    owned: Mutex<OwnedGame>,
    /// The lock plane, which never changes: index and lock code of each locked cell.
    locks: Vec<(usize, u8)>,
    shape: [usize; 3],
    directions: usize,
    others: usize,
    held: usize,
}

impl Game {
    /// Locks the game. A poisoned lock is safe to use: a step is taken whole or not at all.
    fn lock_game(&self) -> MutexGuard<'_, OwnedGame> {
        self.owned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The index of a cell in a plane.
    fn index(&self, cell: Cell) -> usize {
        let [_, rows, cols] = self.shape;
        (cell.floor as usize * rows + cell.row as usize) * cols + cell.col as usize
    }

    /// The possible steps that are not plain directions: flips, warps, and other ways to pay for a step.
    fn other(&self, game: &BorrowedGame<'_>) -> Vec<Step> {
        let is_plain = |step: &Step| {
            let plain = |way| DIRECTIONS.iter().take(self.directions).any(|(_, one)| *one == way);
            matches!(step.command, Command::Go(way) if step.by == 0 && plain(way))
        };
        let steps = game.choices().into_iter().map(|Choice { step, .. }| step);
        steps.filter(|step| !is_plain(step)).collect()
    }

    /// The step of an action; `None` if the action does not exist here.
    fn step_of(&self, game: &BorrowedGame<'_>, action: usize) -> Option<Step> {
        match DIRECTIONS.get(action).filter(|_| action < self.directions) {
            Some((_, way)) => Some(Command::Go(*way).into()),
            None => self.other(game).get(action - self.directions).copied(),
        }
    }

    /// The action that takes a step.
    fn action_of(&self, game: &BorrowedGame<'_>, step: Step) -> Option<usize> {
        let ways = DIRECTIONS.iter().take(self.directions);
        let plain = |&(_, way): &(&str, Way)| step == Step::from(Command::Go(way));
        let other = || self.other(game).iter().position(|other| *other == step);
        let other =
            || other().filter(|other| *other < self.others).map(|other| self.directions + other);
        ways.clone().position(plain).or_else(other)
    }

    fn observation<'py>(
        &self,
        py: Python<'py>,
        game: &BorrowedGame<'_>,
    ) -> PyResult<Observation<'py>> {
        let [floors, rows, cols] = self.shape;
        let plane = floors * rows * cols;
        let mut planes = vec![0u8; 3 * plane];
        for (floor, grid) in game.tiles().iter().flat_map(|tiles| &tiles.floors).enumerate() {
            for (row, tiles) in grid.iter_rows().enumerate() {
                let begin = (floor * rows + row) * cols;
                let bytes = crate::floors::bytes(tiles);
                planes[begin..begin + bytes.len()].copy_from_slice(bytes);
            }
        }
        for mark in game.marks() {
            planes[plane + self.index(mark.cell)] = content_code(mark.gives);
        }
        for &(at, lock) in &self.locks {
            planes[2 * plane + at] = lock;
        }
        let place = match game.position() {
            Position::Cell(Cell { floor, row, col }) => [floor, row, col].map(|n| n as i32),
            Position::Node(_) => [-1; 3],
        };
        let held = self.inventory(&game.holdings());
        let shape = (3, floors, rows, cols);
        let planes = Array4::from_shape_vec(shape, planes).map_err(Failure::request)?;
        Ok((planes.into_pyarray(py), PyArray1::from_slice(py, &place), held.into_pyarray(py)))
    }

    /// Counts of keys and bombs, then 0 or 1 for the boss key, the key item, and for each id: symbol held, toggle on.
    fn inventory(&self, held: &Holdings) -> Vec<i32> {
        let mut values = vec![0i32; self.held];
        values[0] = held.keys.try_into().unwrap_or(i32::MAX);
        values[1] = held.bombs.try_into().unwrap_or(i32::MAX);
        values[2] = held.boss_key.into();
        values[3] = held.key_item.into();
        let (symbols, toggles) = (held.symbols.iter().map(|id| 4 + 2 * id), &held.toggles);
        for at in symbols.chain(toggles.iter().map(|id| 5 + 2 * id)) {
            if let Some(value) = values.get_mut(at as usize) {
                *value = 1;
            }
        }
        values
    }
}

/// The code of a content: even for a symbol, odd for a toggle, 1 for anything else. Codes above 255 become 255.
fn content_code(content: Content) -> u8 {
    let number = match content {
        Content::Symbol(id) => 2 * u64::from(id) + 2,
        Content::Toggle(id) => 2 * u64::from(id) + 3,
        _ => 1,
    };
    number.min(u8::MAX.into()) as u8
}

/// The code of the first requirement of a lock; 0 without requirements.
fn lock_code(needs: &[Requirement]) -> u8 {
    match needs.first() {
        Some(Requirement::Symbol(id)) => content_code(Content::Symbol(*id)),
        Some(_) => 1,
        None => 0,
    }
}

#[pymethods]
impl Game {
    /// A game on a level with tiles. `shape` is the size of the observation: at least the floors, rows and columns of
    /// the level. `others` is the number of actions for steps that are not plain directions.
    #[new]
    #[pyo3(signature = (level, shape, others, held, rules=None))]
    fn new(
        level: &Bound<'_, Level>,
        shape: [usize; 3],
        others: usize,
        held: usize,
        rules: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let level = Arc::clone(&level.get().level);
        let rules = crate::rules::rules(&level, rules)?;
        let Some(tiles) = &level.tiles else {
            return Err(Failure::field("floors", "there are none, and an agent sees tiles").into());
        };
        let fits = |grid: &level::Grid| {
            grid.rows() as usize <= shape[1] && grid.cols() as usize <= shape[2]
        };
        if tiles.floors.len() > shape[0] || !tiles.floors.iter().all(fits) {
            return Err(Failure::request("shape: the level is larger").into());
        }
        let locks: Vec<(Cell, u8)> = tiles
            .locks
            .iter()
            .flat_map(|one| one.cells.iter().map(|&cell| (cell, lock_code(&one.needs))))
            .collect();
        let directions = if rules.diagonals { DIRECTIONS.len() } else { STRAIGHT };
        let owned = OwnedGame::try_new(LevelAndRules { level, rules }, |ground| {
            play::Game::of(&ground.level, &ground.rules).map_err(Failure::large)
        })?;
        let owned = Mutex::new(owned);
        let held = held.max(4);
        let mut game = Self { owned, locks: Vec::new(), shape, directions, others, held };
        game.locks = locks.into_iter().map(|(cell, lock)| (game.index(cell), lock)).collect();
        Ok(game)
    }

    /// The names of the actions.
    #[getter]
    fn actions(&self) -> Vec<String> {
        let ways = DIRECTIONS.iter().take(self.directions).map(|(name, _)| (*name).to_owned());
        ways.chain((0..self.others).map(|number| format!("other {number}"))).collect()
    }

    /// Undoes all steps.
    fn reset<'py>(&self, py: Python<'py>) -> PyResult<Observation<'py>> {
        let mut owned = self.lock_game();
        owned.with_dependent_mut(|_, game| game.restart());
        self.observation(py, owned.borrow_dependent())
    }

    /// Takes an action. Returns the observation, true if the game is won, and true if the rules allowed the action.
    fn step<'py>(
        &self,
        py: Python<'py>,
        action: usize,
    ) -> PyResult<(Observation<'py>, bool, bool)> {
        let mut owned = self.lock_game();
        let allowed = owned.with_dependent_mut(|_, game| {
            self.step_of(game, action).is_some_and(|step| game.step(step).is_ok())
        });
        let game = owned.borrow_dependent();
        Ok((self.observation(py, game)?, game.is_won(), allowed))
    }

    /// For each action: true if the rules allow it.
    fn mask(&self) -> Vec<bool> {
        let owned = self.lock_game();
        let game = owned.borrow_dependent();
        let mut mask = vec![false; self.directions + self.others];
        for choice in game.choices() {
            if let Some(at) = self.action_of(game, choice.step)
                && let Some(allowed) = mask.get_mut(at)
            {
                *allowed = true;
            }
        }
        mask
    }

    /// True if the game can no longer be won; `None` if undecided.
    fn is_dead(&self, py: Python<'_>) -> Option<bool> {
        py.detach(|| {
            let limits = Limits { states: Some(STATES), ..Limits::default() };
            match self.lock_game().borrow_dependent().outlook(&limits) {
                Outlook::Winnable { .. } => Some(false),
                Outlook::Lost => Some(true),
                Outlook::Unknown(_) => None,
            }
        })
    }

    /// True if the level is proved softlock-free.
    fn is_unlosable(&self, py: Python<'_>) -> bool {
        let owned = self.lock_game();
        let LevelAndRules { level, rules } = owned.borrow_owner();
        let limits = Limits { states: Some(STATES), ..Limits::default() };
        let found = py.detach(|| safety(level, rules, &limits));
        found.is_ok_and(|found| found.safety == Safety::SoftlockFree)
    }

    /// The actions of a plan that starts at the current position.
    fn actions_of(&self, solution: &Bound<'_, Solution>) -> PyResult<Vec<usize>> {
        let Verdict::Solvable { plan, .. } = &solution.get().solved.found.verdict else {
            return Err(Failure::request("there is no plan").into());
        };
        let mut owned = self.lock_game();
        let found = owned.with_dependent_mut(|_, game| {
            let (before, steps) = (game.steps().len(), game.steps_of(plan));
            let mut actions = Vec::new();
            for step in steps.unwrap_or_default() {
                actions.push(self.action_of(game, step));
                if game.step(step).is_err() {
                    actions.push(None);
                }
            }
            while game.steps().len() > before && game.undo() {}
            actions.into_iter().collect::<Option<Vec<usize>>>().filter(|all| !all.is_empty())
        });
        let why = "the plan does not begin here, or takes steps that are no actions; see `others`";
        Ok(found.ok_or_else(|| Failure::request(why))?)
    }

    /// The steps so far, in the notation of hints.
    fn at(&self) -> String {
        let owned = self.lock_game();
        step::write(&owned.borrow_owner().level, owned.borrow_dependent().steps())
    }

    /// The cost of all steps so far.
    fn cost(&self) -> f64 {
        let cost = self.lock_game().borrow_dependent().cost();
        cost.straight as f64 + cost.diagonal as f64 * std::f64::consts::SQRT_2
    }

    /// The current map as letters, with `@` for the player.
    fn render(&self) -> String {
        let owned = self.lock_game();
        let game = owned.borrow_dependent();
        let here = game.position();
        let floors = game.tiles().into_iter().flat_map(|tiles| &tiles.floors);
        let drawings = (0..).zip(floors).map(|(floor, grid)| {
            let letter = |row, col, tile: level::Tile| match here {
                Position::Cell(cell) if cell == Cell::new(floor, row, col) => '@',
                _ => tile.letter(),
            };
            let line = |(row, tiles): (u32, &[level::Tile])| {
                let letters = (0..).zip(tiles).map(|(col, &tile)| letter(row, col, tile));
                letters.chain(['\n']).collect::<String>()
            };
            (0..).zip(grid.iter_rows()).map(line).collect::<String>()
        });
        drawings.collect::<Vec<_>>().join("\n")
    }
}
