//! The request for a dungeon over HTTP.

use crate::kinds::{AlgorithmName, CategoryName, FigureWeights, PuzzleNumber, Side};
use crate::openapi::Example;
use crate::problem::Problem;
use crate::whole::{maybe, pair, whole};
use crate::{State, accept};
use axum::http::{HeaderMap, StatusCode};
use draw::dungeon::Format;
use dungeon::generate::{RequestError, Version, Weights};
use dungeon::layout;
use dungeon::mission::{KeyStyle, SwitchStyle};
use dungeon::puzzle::Wanted;
use dungeon::task::{self, FIRST, Figure, Shape, Task, Templates};
use dungeon::tiles;
use search::{Budget, Goal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// The types of answers that can be accepted; the first is the usual one.
const OFFERS: [(&str, Format); 4] = [
    ("application/json", Format::Json),
    ("image/svg+xml", Format::Svg),
    ("image/png", Format::Png),
    ("text/plain", Format::Map),
];

/// What is asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!(Example::DUNGEON.value()))]
pub(super) struct DungeonRequest {
    /// The version of the algorithm.
    #[schema(value_type = Option<AlgorithmName>)]
    algorithm: Option<String>,
    /// The kind of place.
    #[schema(value_type = CategoryName)]
    category: String,
    /// How many rooms there are.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 400)]
    rooms: u16,
    /// How many keys there are, the boss's among them.
    #[serde(deserialize_with = "whole")]
    #[schema(maximum = 26)]
    keys: u8,
    /// How many switches there are; every one is needed.
    #[serde(deserialize_with = "whole")]
    #[schema(maximum = 4)]
    switches: u8,
    /// In which positions switches are asked for on the way to the goal.
    switch_style: Option<SwitchStyle>,
    /// How many puzzles: a number, a range such as `1..3`, or `per-room`.
    #[schema(value_type = Option<PuzzleNumber>)]
    puzzles: Option<Puzzles>,
    /// How keys work.
    key_style: KeyStyle,
    /// How many floors there are.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 16)]
    floors: u32,
    /// How many tiles a room has across and down, walls included.
    #[serde(deserialize_with = "pair")]
    #[schema(value_type = [Side; 2], min_items = 2, max_items = 2)]
    room_size: [u32; 2],
    /// The most blocks: a number is drawn between 0 and this.
    #[serde(deserialize_with = "whole")]
    #[schema(maximum = 16)]
    blocks: u32,
    /// How much figures count in the rank: solution, nonlinearity, spheres, gating, optional.
    #[schema(value_type = FigureWeights)]
    weights: BTreeMap<String, f64>,
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
    format: Option<Format>,
    /// Tell the walkthrough below a map, draw the way into a picture.
    pub(super) spoiler: bool,
}

/// A number of puzzles.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "a number, a range such as 1..3, or per-room")]
enum Puzzles {
    /// Exactly this number.
    Number(#[serde(deserialize_with = "whole")] u32),
    /// As the option is written.
    Text(String),
}

impl Puzzles {
    fn wanted(&self) -> Result<Wanted, Problem> {
        match self {
            Self::Number(n) => Ok(Wanted::Between(*n, *n)),
            Self::Text(text) => {
                text.parse().map_err(|error| Problem::unprocessable("puzzles", format!("{error}")))
            }
        }
    }
}

impl Default for DungeonRequest {
    /// The defaults of the command's options.
    fn default() -> Self {
        Self {
            algorithm: None,
            category: "dungeon".to_owned(),
            rooms: 16,
            keys: 2,
            switches: 0,
            switch_style: None,
            puzzles: None,
            key_style: KeyStyle::Named,
            floors: 1,
            room_size: [16, 11],
            blocks: 4,
            weights: BTreeMap::new(),
            seed: None,
            attempts: None,
            time: None,
            attempt: None,
            format: None,
            spoiler: false,
        }
    }
}

/// The problem document of a request for what cannot be made.
pub(super) fn told(error: &RequestError) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
}

impl DungeonRequest {
    /// The format that is asked for in the body, else in the head.
    pub(super) fn format(&self, headers: &HeaderMap) -> Result<Format, Problem> {
        let accepted = || accept::preferred(headers, &OFFERS).copied();
        self.format.or_else(accepted).ok_or_else(|| {
            let words = "None of the formats that are accepted can be had.";
            Problem::new(StatusCode::NOT_ACCEPTABLE, words).known(OFFERS.map(|(name, _)| name))
        })
    }

    /// The task; its limits are those of the service.
    pub(super) fn task(&self, state: &State) -> Result<Task, Problem> {
        let budget = self.budget()?;
        let [width, height] = self.room_size;
        let tiles = u64::from(self.rooms) * u64::from(width) * u64::from(height);
        let most = state.config.limits.dungeon_tiles;
        layout::category(&self.category).map_err(|error| {
            let known = layout::categories().iter().map(|category| &category.name);
            Problem::unprocessable("category", error.to_string()).known(known)
        })?;
        let (request, asked) = self.shape()?.request().map_err(|error| told(&error))?;
        if tiles > most {
            let error =
                format!("{tiles} tiles are asked for; {most} are the most that this service makes");
            return Err(Problem::unprocessable("rooms", error));
        }
        Ok(Task { attempt: self.attempt, ..Task::new(request, asked, budget) })
    }

    fn budget(&self) -> Result<Budget, Problem> {
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
            (Some(_), _) => Budget { goal: Goal::Best(1), attempts: self.attempts, time: None },
            (None, Some(_)) => {
                Budget { goal: Goal::Best(1), attempts: None, time: Some(Duration::ZERO) }
            }
            (None, None) => FIRST,
        })
    }

    fn shape(&self) -> Result<Shape, Problem> {
        let wanted = self.puzzles.as_ref().map(Puzzles::wanted).transpose();
        let [width, height] = self.room_size;
        let version = self.version()?;
        let style = SwitchStyle::asked(self.switch_style, version.missions(), version.name());
        Ok(Shape {
            version,
            category: self.category.clone(),
            rooms: self.rooms.into(),
            keys: self.keys,
            switches: self.switches,
            switch_style: style
                .map_err(|error| Problem::unprocessable("switch_style", error.to_string()))?,
            puzzles: wanted?,
            templates: Templates { packs: Arc::default(), files: Vec::new() },
            key_style: self.key_style,
            floors: self.floors,
            tiles: tiles::Request { width, height, blocks: self.blocks },
            weights: self.weights()?,
        })
    }

    /// The version of the algorithm.
    fn version(&self) -> Result<Version, Problem> {
        self.algorithm.as_deref().map_or_else(
            || Ok(Version::default()),
            |name| {
                let known = || Version::ALL.iter().map(|version| version.name());
                name.parse().map_err(|error| {
                    Problem::unprocessable("algorithm", format!("{error}")).known(known())
                })
            },
        )
    }

    fn weights(&self) -> Result<Weights, Problem> {
        let mut weights = Weights::default();
        for (name, value) in &self.weights {
            let wrong = |why| Problem::unprocessable(&format!("weights.{name}"), why);
            let figure = Figure::named(name).ok_or_else(|| {
                wrong(format!("unknown figure {name:?}")).known(Figure::ALL.map(Figure::name))
            })?;
            let value = task::weight(Some(*value));
            figure.set(&mut weights, value.map_err(wrong)?);
        }
        Ok(weights)
    }
}
