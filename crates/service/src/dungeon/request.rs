//! The request for a dungeon over HTTP.

use super::making::{Making, Worlds, told};
use crate::State;
use crate::kinds::{CategoryName, Side};
use crate::openapi::Example;
use crate::problem::Problem;
use crate::whole::{maybe, pair, whole};
use draw::dungeon::Format;
use dungeon::designed::request::{Numbers, Size};
use dungeon::designed::{self, ATTEMPTS};
use dungeon::layout;
use search::{Budget, Goal};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// What is asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!(Example::DUNGEON.value()))]
pub(super) struct DungeonRequest {
    /// As a provenance says it.
    #[allow(dead_code, reason = "there is one style")]
    style: Option<Style>,
    /// The kind of place.
    #[schema(value_type = CategoryName)]
    category: String,
    /// How many rooms there are.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 400)]
    rooms: u16,
    /// How many keys there are, the boss's among them; drawn to suit by itself.
    #[serde(deserialize_with = "maybe")]
    #[schema(maximum = 26)]
    keys: Option<u8>,
    /// How many switches there are; drawn to suit by itself.
    #[serde(deserialize_with = "maybe")]
    #[schema(maximum = 4)]
    switches: Option<u8>,
    /// How many puzzles there are that are solved in the room before the passage they block; drawn to suit by itself.
    #[serde(deserialize_with = "maybe")]
    puzzles: Option<u32>,
    /// How many floors there are.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 16)]
    pub(super) floors: u32,
    /// How many tiles a room has across and down, walls included.
    #[serde(deserialize_with = "pair")]
    #[schema(value_type = [Side; 2], min_items = 2, max_items = 2)]
    room_size: [u32; 2],
    /// How many blocks can be pushed; drawn to suit by itself.
    #[serde(deserialize_with = "maybe")]
    #[schema(maximum = 16)]
    blocks: Option<u32>,
    /// The ratings that will do, such as `20..40`.
    #[schema(pattern = r"^\d{1,3}(\.\d+)?\.\.\d{1,3}(\.\d+)?$")]
    difficulty: Option<String>,
    /// Where all choices come from; without it one is drawn, and the answer says which.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    #[serde(deserialize_with = "maybe")]
    pub(super) seed: Option<u64>,
    /// Keep the best of so many attempts.
    #[schema(minimum = 1)]
    #[serde(deserialize_with = "maybe")]
    attempts: Option<u64>,
    /// Keep the best that is found in so many seconds.
    #[schema(exclusive_minimum = 0.0)]
    pub(super) time: Option<f64>,
    /// Make this attempt alone.
    #[serde(deserialize_with = "maybe")]
    attempt: Option<u64>,
    /// What is answered; without it what `Accept` says.
    pub(super) format: Option<Format>,
    /// The floor of a file that has one, counted from 0 (`uvtt`, `foundry`).
    #[serde(deserialize_with = "maybe")]
    #[schema(maximum = 15)]
    pub(super) floor: Option<u32>,
    /// What a level is (`ldtk`).
    pub(super) worlds: Worlds,
    /// How many pixels a tile has one way in the picture that the file refers to (`tscn`, `ldtk`); 32 by itself.
    #[serde(deserialize_with = "maybe")]
    #[schema(minimum = 16, maximum = 32, multiple_of = 16)]
    pub(super) tiles: Option<u32>,
    /// Tell the walkthrough below a map, draw the way into a picture.
    pub(super) spoiler: bool,
}

/// The style of a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Style {
    /// Loops that mean something, secrets, gates of many kinds, rooms drawn by hand; every claim is proved.
    Designed,
}

impl Default for DungeonRequest {
    /// The defaults of the command's options.
    fn default() -> Self {
        Self {
            style: None,
            category: "dungeon".to_owned(),
            rooms: 16,
            keys: None,
            switches: None,
            puzzles: None,
            floors: 1,
            room_size: [16, 11],
            blocks: None,
            difficulty: None,
            seed: None,
            attempts: None,
            time: None,
            attempt: None,
            format: None,
            floor: None,
            worlds: Worlds::default(),
            tiles: None,
            spoiler: false,
        }
    }
}

impl DungeonRequest {
    /// The making; its limits are those of the service.
    pub(super) fn making(&self, state: &State) -> Result<Making, Problem> {
        let budget = self.budget()?;
        let [width, height] = self.room_size;
        let tiles = u64::from(self.rooms) * u64::from(width) * u64::from(height);
        let most = state.config.limits.dungeon_tiles;
        layout::category(&self.category).map_err(|error| {
            let known = layout::categories().iter().map(|category| &category.name);
            Problem::unprocessable("category", error.to_string()).known(known)
        })?;
        let usual = Budget { goal: Goal::Best(1), attempts: Some(ATTEMPTS), time: None };
        let budget = budget.unwrap_or(usual);
        let making = Making { request: self.request()?, attempt: self.attempt, budget };
        if tiles > most {
            let error =
                format!("{tiles} tiles are asked for; {most} are the most that this service makes");
            return Err(Problem::unprocessable("rooms", error));
        }
        Ok(making)
    }

    /// The request, whose numbers are drawn to suit where they are not given.
    fn request(&self) -> Result<designed::Request, Problem> {
        let [width, height] = self.room_size;
        let request = designed::Request::of(&self.category);
        let request = request.and_then(|usual| usual.on_floors(self.floors));
        let band = self.difficulty.as_deref().map(str::parse).transpose();
        let request = designed::Request {
            rooms: self.rooms.into(),
            size: Size { width, height },
            numbers: Numbers {
                keys: self.keys.map(usize::from),
                switches: self.switches.map(usize::from),
                puzzles: self.puzzles.map(|puzzles| puzzles as usize),
                blocks: self.blocks.map(|blocks| blocks as usize),
            },
            difficulty: band
                .map_err(|error| Problem::unprocessable("difficulty", format!("{error}")))?,
            ..request.map_err(|error| told(&error))?
        };
        request.check().map_err(|error| told(&error))?;
        Ok(request)
    }

    /// The effort, if one is asked for; time is told apart.
    fn budget(&self) -> Result<Option<Budget>, Problem> {
        let given = [self.attempts.is_some(), self.time.is_some(), self.attempt.is_some()];
        if given.iter().filter(|given| **given).count() > 1 {
            let error = "attempts, time and attempt do not go together";
            return Err(Problem::unprocessable("attempts", error));
        }
        if self.attempts == Some(0) {
            return Err(Problem::unprocessable("attempts", "at least one attempt is wanted"));
        }
        if self.time.is_some_and(|time| time <= 0.0) {
            return Err(Problem::unprocessable("time", "more than 0 seconds are wanted"));
        }
        Ok(match (self.attempts, self.time) {
            (None, None) => None,
            (attempts, time) => {
                let time = time.map(|_| Duration::ZERO);
                Some(Budget { goal: Goal::Best(1), attempts, time })
            }
        })
    }
}
