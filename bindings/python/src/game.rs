//! A level being played by an agent: whole numbers go in, arrays come out.
//!
//! Unsafe kernel: a game borrows its level and its rules, and all three live in one object of Python; `self_cell` writes
//! the unsafe code that keeps them together, and there is none by hand.
#![allow(unsafe_code, reason = "self_cell keeps a game with the level that it borrows")]

use crate::failure::Failure;
use crate::judge::solution::Solution;
use crate::level::Level;
use level::check::{Safety, safety};
use level::play::{self, Choice, Command, Outlook, Step, step};
use level::rules::{Holdings, Way};
use level::{Cell, Content, Limits, Position, Requirement, Rules, Verdict};
use numpy::ndarray::Array4;
use numpy::{IntoPyArray, PyArray1, PyArray4};
use pyo3::prelude::*;
use self_cell::self_cell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The directions of steps, those that the rules always allow first.
const WAYS: [(&str, Way); 8] = [
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
/// The most states of a question whether a game can still be won.
const STATES: u64 = 200_000;

/// A level and the rules under which it is played.
struct Ground {
    level: Arc<level::Level>,
    rules: Rules,
}

type Playing<'a> = play::Game<'a>;

self_cell! {
    /// A game with what it borrows.
    struct Played {
        owner: Ground,
        #[covariant]
        dependent: Playing,
    }
}

/// What an agent sees: planes of tiles, of what lies on them and of what locks them, all by floor, row and column; its
/// place; what it holds.
type Seen<'py> = (Bound<'py, PyArray4<u8>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i32>>);

/// A level being played.
#[pyclass(frozen, module = "quandary._native")]
pub(crate) struct Game {
    played: Mutex<Played>,
    /// The planes of what does not change: locks on the cells.
    locks: Vec<(usize, u8)>,
    shape: [usize; 3],
    ways: usize,
    others: usize,
    held: usize,
}

impl Game {
    /// The game. One who fell while playing left it whole: a step is taken or it is not.
    fn played(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The index of a cell in a plane.
    fn index(&self, cell: Cell) -> usize {
        let [_, rows, cols] = self.shape;
        (cell.floor as usize * rows + cell.row as usize) * cols + cell.col as usize
    }

    /// The steps here that are no plain directions: flips, warps, and other ways to pay for a step.
    fn other(&self, game: &Playing<'_>) -> Vec<Step> {
        let is_plain = |step: &Step| {
            let plain = |way| WAYS.iter().take(self.ways).any(|(_, one)| *one == way);
            matches!(step.command, Command::Go(way) if step.by == 0 && plain(way))
        };
        let steps = game.choices().into_iter().map(|Choice { step, .. }| step);
        steps.filter(|step| !is_plain(step)).collect()
    }

    /// The step of an action; `None` where there is none such here.
    fn step_of(&self, game: &Playing<'_>, action: usize) -> Option<Step> {
        match WAYS.get(action).filter(|_| action < self.ways) {
            Some((_, way)) => Some(Command::Go(*way).into()),
            None => self.other(game).get(action - self.ways).copied(),
        }
    }

    /// The number of an action that takes a step.
    fn action_of(&self, game: &Playing<'_>, step: Step) -> Option<usize> {
        let ways = WAYS.iter().take(self.ways);
        let plain = |&(_, way): &(&str, Way)| step == Step::from(Command::Go(way));
        let other = || self.other(game).iter().position(|other| *other == step);
        let other = || other().filter(|other| *other < self.others).map(|other| self.ways + other);
        ways.clone().position(plain).or_else(other)
    }

    fn seen<'py>(&self, py: Python<'py>, game: &Playing<'_>) -> PyResult<Seen<'py>> {
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
            planes[plane + self.index(mark.cell)] = sign(mark.gives);
        }
        for &(at, lock) in &self.locks {
            planes[2 * plane + at] = lock;
        }
        let place = match game.position() {
            Position::Cell(Cell { floor, row, col }) => [floor, row, col].map(|n| n as i32),
            Position::Node(_) => [-1; 3],
        };
        let held = self.held(&game.holdings());
        let shape = (3, floors, rows, cols);
        let planes = Array4::from_shape_vec(shape, planes).map_err(Failure::request)?;
        Ok((planes.into_pyarray(py), PyArray1::from_slice(py, &place), held.into_pyarray(py)))
    }

    /// Keys, bombs, the boss key, the key item; then 1 for each symbol that is held, and each toggle that is on.
    fn held(&self, held: &Holdings) -> Vec<i32> {
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

/// The number of what lies on a cell: even for a symbol, odd for a toggle, 0 for nothing; those beyond a byte are one.
fn sign(content: Content) -> u8 {
    let number = match content {
        Content::Symbol(id) => 2 * u64::from(id) + 2,
        Content::Toggle(id) => 2 * u64::from(id) + 3,
        _ => 1,
    };
    number.min(u8::MAX.into()) as u8
}

/// The number of what a doorway asks for first.
fn lock(needs: &[Requirement]) -> u8 {
    match needs.first() {
        Some(Requirement::Symbol(id)) => sign(Content::Symbol(*id)),
        Some(_) => 1,
        None => 0,
    }
}

#[pymethods]
impl Game {
    /// A game on a level with tiles, seen in a shape of at least its floors, rows and columns, with so many actions for
    /// steps that are no plain directions.
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
            .flat_map(|one| one.cells.iter().map(|&cell| (cell, lock(&one.needs))))
            .collect();
        let ways = if rules.diagonals { WAYS.len() } else { STRAIGHT };
        let played = Played::try_new(Ground { level, rules }, |ground| {
            play::Game::of(&ground.level, &ground.rules).map_err(Failure::large)
        })?;
        let played = Mutex::new(played);
        let held = held.max(4);
        let mut game = Self { played, locks: Vec::new(), shape, ways, others, held };
        game.locks = locks.into_iter().map(|(cell, lock)| (game.index(cell), lock)).collect();
        Ok(game)
    }

    /// The names of the actions.
    #[getter]
    fn actions(&self) -> Vec<String> {
        let ways = WAYS.iter().take(self.ways).map(|(name, _)| (*name).to_owned());
        ways.chain((0..self.others).map(|number| format!("other {number}"))).collect()
    }

    /// Takes all steps back.
    fn reset<'py>(&self, py: Python<'py>) -> PyResult<Seen<'py>> {
        let mut played = self.played();
        played.with_dependent_mut(|_, game| game.restart());
        self.seen(py, played.borrow_dependent())
    }

    /// Takes an action: what is seen then, whether it is won, and whether the rules allowed it.
    fn step<'py>(&self, py: Python<'py>, action: usize) -> PyResult<(Seen<'py>, bool, bool)> {
        let mut played = self.played();
        let allowed = played.with_dependent_mut(|_, game| {
            self.step_of(game, action).is_some_and(|step| game.step(step).is_ok())
        });
        let game = played.borrow_dependent();
        Ok((self.seen(py, game)?, game.is_won(), allowed))
    }

    /// By action: true if the rules allow it.
    fn mask(&self) -> Vec<bool> {
        let played = self.played();
        let game = played.borrow_dependent();
        let mut mask = vec![false; self.ways + self.others];
        for choice in game.choices() {
            if let Some(at) = self.action_of(game, choice.step)
                && let Some(allowed) = mask.get_mut(at)
            {
                *allowed = true;
            }
        }
        mask
    }

    /// True if it can no more be won; `None` where that was not decided.
    fn is_dead(&self, py: Python<'_>) -> Option<bool> {
        py.detach(|| {
            let limits = Limits { states: Some(STATES), ..Limits::default() };
            match self.played().borrow_dependent().outlook(&limits) {
                Outlook::Winnable { .. } => Some(false),
                Outlook::Lost => Some(true),
                Outlook::Unknown(_) => None,
            }
        })
    }

    /// True if it is proved that nobody can get stuck.
    fn is_unlosable(&self, py: Python<'_>) -> bool {
        let played = self.played();
        let Ground { level, rules } = played.borrow_owner();
        let limits = Limits { states: Some(STATES), ..Limits::default() };
        let found = py.detach(|| safety(level, rules, &limits));
        found.is_ok_and(|found| found.safety == Safety::SoftlockFree)
    }

    /// The actions of a plan from here.
    fn actions_of(&self, solution: &Bound<'_, Solution>) -> PyResult<Vec<usize>> {
        let Verdict::Solvable { plan, .. } = &solution.get().solved.found.verdict else {
            return Err(Failure::request("there is no plan").into());
        };
        let mut played = self.played();
        let found = played.with_dependent_mut(|_, game| {
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

    /// The steps so far in words.
    fn at(&self) -> String {
        let played = self.played();
        step::write(&played.borrow_owner().level, played.borrow_dependent().steps())
    }

    /// The cost of all steps so far.
    fn cost(&self) -> f64 {
        let cost = self.played().borrow_dependent().cost();
        cost.straight as f64 + cost.diagonal as f64 * std::f64::consts::SQRT_2
    }

    /// The map as it is now, as letters, with `@` where the player stands.
    fn drawn(&self) -> String {
        let played = self.played();
        let game = played.borrow_dependent();
        let here = game.position();
        let floors = game.tiles().into_iter().flat_map(|tiles| &tiles.floors);
        let drawn = (0..).zip(floors).map(|(floor, grid)| {
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
        drawn.collect::<Vec<_>>().join("\n")
    }
}
