//! Games on a map: a state is the steps that led there, and each question tells them all.
//!
//! The game is the judge's own; nothing is kept from one question to the next but the level that was read last, so that
//! taking back, saving and going on are one thing.

use super::read::own;
use crate::refusal::{Refusal, written};
use ::level::Level;
use ::level::play::{Command, Game, Outlook, saved, step};
use ::level::report::names::PlaceJson;
use ::level::report::solution::InventoryJson;
use ask::judge::{self, LimitsRequest, RulesRequest, SOLVE_STATES};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;

/// A game, and what is done next.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    level: String,
    /// The steps so far, in words.
    #[serde(default)]
    at: String,
    /// The steps to be taken, in words; those that are not allowed are told.
    #[serde(default)]
    step: String,
    /// True if it is asked whether it can still be won.
    #[serde(default)]
    referee: bool,
    #[serde(default)]
    rules: RulesRequest,
    #[serde(default)]
    limits: LimitsRequest,
}

/// A game, and how much is told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hinting {
    level: String,
    #[serde(default)]
    at: String,
    rung: u64,
    #[serde(default)]
    rules: RulesRequest,
    #[serde(default)]
    limits: LimitsRequest,
}

thread_local! {
    static LAST: RefCell<(String, Option<Rc<Level>>)> = const { RefCell::new((String::new(), None)) };
}

/// The level of a text, read once for many questions.
fn level(text: String) -> Result<Rc<Level>, Refusal> {
    LAST.with_borrow_mut(|(known, level)| match level {
        Some(level) if *known == text => Ok(Rc::clone(level)),
        _ => {
            let read = Rc::new(own(&text)?);
            (*known, *level) = (text, Some(Rc::clone(&read)));
            Ok(read)
        }
    })
}

impl Asked {
    /// The place of the player, the things held, the steps there are, and the map as it is.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let level = level(self.level)?;
        let rules = self.rules.rules(&level)?;
        let mut game = Game::of(&level, &rules).map_err(Refusal::input)?;
        let steps = saved::read(&level, &self.at).map_err(Refusal::input)?;
        game.follow(&steps).map_err(Refusal::input)?;
        let next = step::read(&level, &self.step).map_err(Refusal::request)?;
        let refused = game.follow(&next).err().map(|stopped| stopped.reason);
        let limits = self.limits.limits(SOLVE_STATES)?;
        let outlook = self.referee.then(|| match game.outlook(&limits) {
            Outlook::Winnable { .. } => Some(true),
            Outlook::Lost => Some(false),
            Outlook::Unknown(_) => None,
        });
        written(&told(&level, &game, refused.as_deref(), outlook.flatten()))
    }
}

/// A game as it stands.
fn told(level: &Level, game: &Game<'_>, refused: Option<&str>, winnable: Option<bool>) -> Value {
    let choices = game.choices();
    let commands = choices.iter().filter(|choice| !matches!(choice.step.command, Command::Go(_)));
    let grid = |floor: &::level::Grid| -> Vec<String> {
        floor.iter_rows().map(|row| row.iter().map(|tile| tile.letter()).collect()).collect()
    };
    let left: Vec<PlaceJson<'_>> =
        game.marks().map(|mark| PlaceJson::cell(level, mark.cell)).collect();
    json!({
        "position": PlaceJson::of(level, game.position()),
        "steps": game.steps().len(),
        "at": step::write(level, game.steps()),
        "held": InventoryJson::new(level, &game.holdings()),
        "won": game.is_won(),
        "refused": refused,
        "winnable": winnable,
        "deeds": commands.map(|choice| choice.step.words(level)).collect::<Vec<_>>(),
        "floors": game.tiles().map(|tiles| tiles.floors.iter().map(grid).collect::<Vec<_>>()),
        "marks": left,
    })
}

impl Hinting {
    /// The JSON of `quandary hint`.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let level = level(self.level)?;
        let rules = self.rules.rules(&level)?;
        let limits = self.limits.limits(SOLVE_STATES)?;
        let hint = judge::hinted(&level, &rules, (&self.at, self.rung), &limits)?;
        written(&hint.json(&level))
    }
}
