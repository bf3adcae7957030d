//! Playing: one small state machine, for the terminal, the tests and the web.
//!
//! A [`Scenario`] is what is played; it does not change. A [`Game`] takes one line after another and answers
//! each with a [`Reply`]. There is no input, no output and no clock here: saving, loading and ending are left
//! to whoever asks. [`walkthrough`] turns a judge's plan into the commands that win.
//!
//! Invariant: no line, no save and no scenario makes it panic; a line that is refused changes nothing.
//!
//! ```
//! use quandary_dungeon::layout::{Direction, Request, generate};
//! use quandary_dungeon::puzzle::Area;
//! use quandary_dungeon::puzzle::play::{Game, Outcome, Scenario, USUAL_INT};
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
pub(crate) mod names;
pub(crate) mod reply;
pub(crate) mod table;
pub(crate) mod command;
mod scenario;
mod state;
mod here;
mod tell;
pub(crate) mod map;
mod understand;
mod game;
pub(crate) mod save;
mod walkthrough;

pub use game::{Game, USUAL_INT};
pub use here::Clues;
pub use reply::{Outcome, Reply};
pub use save::{FORMAT, SaveError};
pub use scenario::{Scenario, ScenarioError};
pub use walkthrough::{explore, walkthrough};
