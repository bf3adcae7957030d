//! Games on a map. A state is the list of steps since the start; each query contains it.
//!
//! The rules are those of the verifier. Between queries only the last level is cached, so undo, save and continue are
//! the same operation.

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

/// A query that continues a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayQuery {
    level: String,
    /// The steps so far.
    #[serde(default)]
    at: String,
    /// The steps to take. The answer has the reason if one is not allowed.
    #[serde(default)]
    step: String,
    /// True to check whether the game can still be won.
    #[serde(default)]
    referee: bool,
    #[serde(default)]
    rules: RulesRequest,
    #[serde(default)]
    limits: LimitsRequest,
}

/// A query for a hint; `rung` is the hint level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HintQuery {
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

/// The level of a text, cached for further queries.
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

impl PlayQuery {
    /// The position of the player, the inventory, the possible commands, and the current map.
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
        written(&state(&level, &game, refused.as_deref(), outlook.flatten()))
    }
}

/// The state of a game.
fn state(level: &Level, game: &Game<'_>, refused: Option<&str>, winnable: Option<bool>) -> Value {
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

impl HintQuery {
    /// The JSON of `quandary hint`.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let level = level(self.level)?;
        let rules = self.rules.rules(&level)?;
        let limits = self.limits.limits(SOLVE_STATES)?;
        let hint = judge::hinted(&level, &rules, (&self.at, self.rung), &limits)?;
        written(&hint.json(&level))
    }
}
