//! Layouts: the rooms of an interior on a three-dimensional grid, with their connections.
//!
//! A [`Category`] names a generator and the usual [`Bounds`]. The generators ([`cellular`], `bsp`, `buildings`) open
//! cells on one canvas; `form` adds walls to halls. The remaining steps are shared: stairs between levels, additional
//! dead ends, kinds of rooms.
//!
//! Invariant: a layout is connected, within its bounds, and a pure function of the request and the seed.

pub mod room;
pub mod request;
pub(crate) mod canvas;
pub mod cellular;
mod buildings;
pub(crate) mod form;
mod dead_ends;
pub(crate) mod kinds;
pub mod ways;

pub use request::{ALGORITHM, Automaton, Border, Keep, Request, RequestError, Stairs, StairsError};
pub use room::{Bounds, BoundsError};
pub use room::{Category, Cut, Enters, Form, Generator, UnknownCategory, categories, category};
pub use room::{Direction, Directions, Layout, Room, RoomIndex, RoomKind};

use crate::bitgrid::cells;
use crate::options::Options;
use crate::options::Scratch;
use canvas::Reach;
use canvas::{Canvas, Cell};
use cellular::Rock;
use search::{Attempt, Seed};

/// Minimum number of rooms that a form leaves per level: with ten rooms around a court, three could not be dead ends.
const LEAST_ROOMS: u32 = 12;

/// Generates the layout of a seed.
///
/// # Errors
/// If the request cannot be satisfied.
///
/// ```
/// use quandary_dungeon::layout::{RoomKind, Request, generate};
/// let layout = generate(&Request::of("cave")?, search::Seed::new(7)?, Default::default())?;
/// assert_eq!(layout.rooms.iter().filter(|room| room.entry).count(), 1);
/// let boss = layout.rooms.iter().find(|room| room.kind == RoomKind::Boss);
/// assert!(boss.is_some_and(|room| room.connections.len() == 1 && room.coords[2] == -2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    request: &Request,
    seed: Seed,
    options: Options<'_>,
) -> Result<Layout, RequestError> {
    request.check()?;
    let mut own = None;
    let scratch = options.scratch.unwrap_or_else(|| own.insert(Scratch::default()));
    Ok(attempt(request, seed.attempt(0), scratch))
}

/// Generates the layout of one attempt at a checked request.
pub(crate) fn attempt(request: &Request, attempt: Attempt, scratch: &mut Scratch) -> Layout {
    let Request { category, bounds, .. } = *request;
    // Makes categories with equal bounds and generator differ.
    let attempt = attempt.part(&category.name);
    let Scratch { canvas, rock, reach, form, ends, .. } = scratch;
    canvas.clear(bounds, request.border);
    let first = (category.enters.level(&bounds) - bounds.min_z) as usize;
    let entry = if category.generator == Generator::SingleRoom {
        buildings::single_room(canvas, first, &mut attempt.phase("room"))
    } else {
        // A space without an interior is opened whole.
        let (columns, rows) = canvas.space.usable_size();
        let plain = columns < 3 || rows < 3;
        if plain {
            open(canvas);
        } else {
            carve(canvas, request, attempt, rock, reach);
            shape(canvas, request, attempt, form);
        }
        let entry = kinds::centre(canvas, first);
        if !plain && request.tends_dead_ends() {
            dead_ends::dig(canvas, request, entry, attempt, ends);
        }
        dead_ends::join(canvas, request, entry, plain, reach);
        entry
    };
    let boss_level = category.generator.has_boss().then(|| far_level(first, canvas.space.size[2]));
    if request.tends_dead_ends() {
        dead_ends::provide(canvas, request, entry, boss_level, attempt);
    }
    let rooms = kinds::assign(canvas, request, attempt, entry, boss_level, reach, ends);
    Layout { category, bounds, rooms }
}

/// Opens the cells of every level with the generator of the category; each level becomes connected.
fn carve(
    canvas: &mut Canvas,
    request: &Request,
    attempt: Attempt,
    rock: &mut Rock,
    reach: &mut Reach,
) {
    let levels = 0..canvas.space.size[2];
    match request.category.generator {
        Generator::Cellular => return cellular::dig(canvas, request, attempt, rock, reach),
        Generator::Bsp => {
            let mut stream = attempt.phase("rooms");
            let mirrored = request.form().is_some_and(|form| form.mirrored);
            let build = if mirrored { buildings::build_half } else { buildings::build };
            levels.for_each(|z| build(canvas, z, &mut stream));
        }
        Generator::Tower => {
            let mut stream = attempt.phase("floors");
            let core = buildings::tower_core(canvas, &mut stream);
            levels.for_each(|z| buildings::tower(canvas, z, core, &mut stream));
        }
        Generator::Settlement => {
            let mut stream = attempt.phase("streets");
            let built = request.category.built;
            levels.for_each(|z| buildings::settlement(canvas, z, built, &mut stream));
        }
        Generator::SingleRoom => {}
    }
    if let Some(least) = request.min_rooms {
        widen(canvas, least, attempt);
    }
}

/// Applies the form of the category to every level.
fn shape(canvas: &mut Canvas, request: &Request, attempt: Attempt, work: &mut form::Work) {
    let Some(form) = request.form() else { return };
    let least = request.min_rooms.map_or(LEAST_ROOMS, |least| least.max(LEAST_ROOMS));
    let mut stream = attempt.phase("form");
    for z in 0..canvas.space.size[2] {
        form::shape(canvas, z, form, least, &mut stream, work);
    }
}

/// Widens each level to the requested number of rooms, as far as they fit.
fn widen(canvas: &mut Canvas, least: u32, attempt: Attempt) {
    let least = least.min(cells::count(&canvas.space.inside));
    let mut stream = attempt.phase("walk");
    for z in 0..canvas.space.size[2] {
        if cells::count(canvas.level(z)) < least {
            let mut cells = canvas.level(z).to_vec();
            cellular::wander(&canvas.space, &mut cells, least, &mut stream);
            canvas.carve_level(z, &cells);
            canvas.join_level(z);
        }
    }
}

/// Opens and joins all cells.
fn open(canvas: &mut Canvas) {
    let inside = canvas.space.inside.clone();
    for z in 0..canvas.space.size[2] {
        canvas.carve_level(z, &inside);
        canvas.join_level(z);
    }
}

/// The level farthest from the first one; of two, the lower one.
fn far_level(first: Cell, levels: usize) -> usize {
    if first >= levels - 1 - first { 0 } else { levels - 1 }
}
