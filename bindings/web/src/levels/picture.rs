//! Conversion of levels to other formats and to pictures.

use super::read::own;
use crate::refusal::{Refusal, written};
use ::level::formats::text;
use ::level::play::{Game, saved};
use ::level::{Cell, Level, Tiles};
use ask::judge::RulesRequest;
use draw::level_svg::{self, Board};
use draw::look::PLAIN;
use draw::look_of::{self, EnemyInfo};
use dungeon::dungeon::rooms::Family;
use formats::{tiled, xsb};
use serde::Deserialize;
use serde_json::json;

/// A query to convert a level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConvertQuery {
    level: String,
    to: Form,
}

/// A format of a level.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Form {
    Json,
    Text,
    Tmj,
    Xsb,
    Svg,
}

/// A query for a picture of the floors of a level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardQuery {
    level: String,
    /// The category, which decides the look; by default the plain look.
    #[serde(default)]
    category: Option<String>,
    /// The enemies of a dungeon, each drawn as its kind; without them all enemies look alike.
    #[serde(default)]
    enemies: Vec<Enemy>,
    /// The steps of a game; the picture shows the level after them.
    #[serde(default)]
    at: Option<String>,
    /// The rules of the game.
    #[serde(default)]
    rules: RulesRequest,
}

/// An enemy, with the fields of a dungeon's file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Enemy {
    kind: String,
    /// Floor, row and column.
    cell: [u32; 3],
    /// The load of its room.
    load: u8,
    /// True for a mini-boss.
    #[serde(default)]
    warden: bool,
}

impl From<Enemy> for EnemyInfo {
    fn from(enemy: Enemy) -> Self {
        let [floor, row, col] = enemy.cell;
        let cell = Cell { floor, row, col };
        Self { cell, name: enemy.kind, load: enemy.load, is_warden: enemy.warden }
    }
}

impl ConvertQuery {
    /// The level in the format, as written by `quandary convert`.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        match self.to {
            Form::Json => {
                let mut out = Vec::new();
                diagnostics::json::lines(&mut out, &level).map_err(Refusal::request)?;
                String::from_utf8(out).map_err(Refusal::request)
            }
            Form::Text => Ok(text::print(&level)),
            Form::Tmj => tiled::print(&level, None).map_err(Refusal::input),
            Form::Xsb => xsb::print(&level).map_err(Refusal::input),
            Form::Svg => level_svg::picture(&level, None).ok_or_else(no_tiles),
        }
    }
}

impl BoardQuery {
    /// The picture of the floors.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let level = own(&self.level)?;
        let level = match &self.at {
            Some(steps) => after(&level, &self.rules, steps)?,
            None => level,
        };
        let enemies: Vec<EnemyInfo> = self.enemies.into_iter().map(EnemyInfo::from).collect();
        board(draw(&level, self.category.as_deref(), &enemies))
    }
}

/// The level after the steps of a game: without the collected things, and with the opened doors open.
fn after(level: &Level, rules: &RulesRequest, steps: &str) -> Result<Level, Refusal> {
    let rules = rules.rules(level)?;
    let mut game = Game::of(level, &rules).map_err(Refusal::input)?;
    let steps = saved::read(level, steps).map_err(Refusal::input)?;
    game.follow(&steps).map_err(Refusal::input)?;
    let marks = game.marks().cloned().collect();
    let tiles = game.tiles().map(|tiles| Tiles { marks, ..tiles.clone() });
    Ok(Level { tiles, ..level.clone() })
}

/// Draws the floors of a level in the look of a category.
fn draw(level: &Level, category: Option<&str>, enemies: &[EnemyInfo]) -> Option<Board> {
    let look = match (category.and_then(Family::of), &level.tiles) {
        (Some(family), Some(tiles)) => look_of::with_foes(family, tiles, enemies),
        _ => PLAIN.clone(),
    };
    level_svg::board(level, &look)
}

/// A board as JSON.
pub(super) fn board(board: Option<Board>) -> Result<String, Refusal> {
    let Board { svg, size: (width, height), corners } = board.ok_or_else(no_tiles)?;
    written(&json!({"width": width, "height": height, "corners": corners, "svg": svg}))
}

fn no_tiles() -> Refusal {
    Refusal::input("the level has no floors; only levels with tiles can be drawn")
}
