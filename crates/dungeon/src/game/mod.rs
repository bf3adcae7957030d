//! The text game: one small state machine, for the terminal, the tests and the web.
//!
//! A place is what is played, and does not change: a [`Scenario`](area::Scenario) is an area with its puzzles, a
//! [`Scene`](designed::Scene) a designed dungeon by the rules of its room graph. A [`Game`] of either takes one line after
//! another and answers each with a [`Reply`]. There is no input, no output and no clock here: saving, loading and ending
//! are left to whoever asks. [`area::walkthrough`] and [`designed::walkthrough`] turn a judge's plan into the commands that
//! win.
//!
//! Invariant: no line, no save and no place makes it panic; a line that is refused changes nothing.
//!
//! ```
//! use quandary_dungeon::game::Outcome;
//! use quandary_dungeon::game::area::{Game, Scenario, USUAL_INT};
//! use quandary_dungeon::layout::{Direction, Request, generate};
//! use quandary_dungeon::puzzle::Area;
//! let layout = generate(&Request::of("inn")?, search::Seed::new(7)?, Default::default())?;
//! let area = Area::bare(layout);
//! let scenario = Scenario::new(area)?;
//! let mut game = Game::new(&scenario, USUAL_INT);
//! assert_eq!(game.play("go nowhere").outcome, Outcome::Unknown);
//! assert_eq!(game.play("dance").outcome, Outcome::Unknown);
//! assert!(game.play("LOOK").text().starts_with("The entry (0, 0, 0)."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod fold;
mod names;
mod reply;
mod table;
mod play;
mod map;
pub mod area;
pub mod designed;

pub use play::{FORMAT, Game, SaveError};
pub use reply::{Outcome, Reply};
