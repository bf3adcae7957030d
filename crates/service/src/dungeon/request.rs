//! The request for a dungeon over HTTP.

use super::making::{Designing, Making, Worlds, told};
use super::puzzles::Puzzles;
use crate::State;
use crate::kinds::{AlgorithmName, CategoryName, FigureWeights, PuzzleNumber, Side};
use crate::openapi::Example;
use crate::problem::Problem;
use crate::whole::{maybe, pair, whole};
use draw::dungeon::Format;
use dungeon::designed::request::Numbers;
use dungeon::designed::{self, ATTEMPTS};
use dungeon::generate::{Version, Weights};
use dungeon::json::designed::ALGORITHM;
use dungeon::layout;
use dungeon::mission::{KeyStyle, SwitchStyle};
use dungeon::task::{self, FIRST, Figure, Shape, Task, Templates};
use dungeon::tiles;
use search::{Budget, Goal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// What is asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(example = json!(Example::DUNGEON.value()))]
pub(super) struct DungeonRequest {
    /// The construction; without it that of the algorithm, else the one that has all fields that are given: `designed`
    /// if both have them.
    style: Option<Style>,
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
    /// How many keys there are, the boss's among them; drawn where the style is `designed`, else 2.
    #[serde(deserialize_with = "maybe")]
    #[schema(maximum = 26)]
    keys: Option<u8>,
    /// How many switches there are; drawn where the style is `designed`, else none. In `plain` every one is needed.
    #[serde(deserialize_with = "maybe")]
    #[schema(maximum = 4)]
    switches: Option<u8>,
    /// In which positions switches are asked for on the way to the goal (`plain`).
    switch_style: Option<SwitchStyle>,
    /// How many puzzles: a number, and in `plain` a range such as `1..3`, or `per-room`.
    #[schema(value_type = Option<PuzzleNumber>)]
    puzzles: Option<Puzzles>,
    /// How keys work (`plain`).
    key_style: KeyStyle,
    /// How many floors there are.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 16)]
    pub(super) floors: u32,
    /// How many tiles a room has across and down, walls included.
    #[serde(deserialize_with = "pair")]
    #[schema(value_type = [Side; 2], min_items = 2, max_items = 2)]
    room_size: [u32; 2],
    /// How many blocks can be pushed (`designed`, where they are drawn to suit by themselves), or the most: a number is drawn
    /// between 0 and this (`plain`, where it is 4 by itself, and which is meant where no style is named).
    #[serde(deserialize_with = "maybe")]
    #[schema(maximum = 16)]
    blocks: Option<u32>,
    /// The ratings that will do, such as `20..40` (`designed`).
    #[schema(pattern = r"^\d{1,3}(\.\d+)?\.\.\d{1,3}(\.\d+)?$")]
    difficulty: Option<String>,
    /// How much figures count in the rank: solution, nonlinearity, spheres, gating, optional (`plain`).
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

/// The construction of a dungeon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Style {
    /// A tree of keys and locks in a layout, with puzzles and plain rooms.
    Plain,
    /// Loops that mean something, secrets, gates of many kinds, rooms drawn by hand; every claim is proved.
    Designed,
}

impl Default for DungeonRequest {
    /// The defaults of the command's options.
    fn default() -> Self {
        Self {
            style: None,
            algorithm: None,
            category: "dungeon".to_owned(),
            rooms: 16,
            keys: None,
            switches: None,
            switch_style: None,
            puzzles: None,
            key_style: KeyStyle::Named,
            floors: 1,
            room_size: [16, 11],
            blocks: None,
            difficulty: None,
            weights: BTreeMap::new(),
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
        let making = match self.style()? {
            Style::Plain => Making::Plain(Box::new(self.plain(budget)?)),
            Style::Designed => Making::Designed(Box::new(self.designed(budget)?)),
        };
        if tiles > most {
            let error =
                format!("{tiles} tiles are asked for; {most} are the most that this service makes");
            return Err(Problem::unprocessable("rooms", error));
        }
        Ok(making)
    }

    /// The construction that is asked for, by its name, by that of its algorithm, or by fields that one alone has: what
    /// was made before there were two is asked for again as it was.
    fn style(&self) -> Result<Style, Problem> {
        let of_algorithm = match self.algorithm.as_deref() {
            None => None,
            Some(ALGORITHM) => Some(Style::Designed),
            Some(_) => Some(Style::Plain),
        };
        match (self.style, of_algorithm) {
            (Some(style), Some(other)) if style != other => {
                let error = "the algorithm is one of the other style";
                Err(Problem::unprocessable("algorithm", error))
            }
            (style, of_algorithm) => {
                let of_fields = || match self.of_plain() {
                    Some(_) => Style::Plain,
                    None => Style::Designed,
                };
                Ok(style.or(of_algorithm).unwrap_or_else(of_fields))
            }
        }
    }

    /// A field that is given and that plain dungeons alone have.
    fn of_plain(&self) -> Option<&'static str> {
        let fields = [
            ("switch_style", self.switch_style.is_some()),
            ("key_style", self.key_style != KeyStyle::Named),
            ("blocks", self.blocks.is_some()),
            ("weights", !self.weights.is_empty()),
        ];
        fields.into_iter().find(|(_, given)| *given).map(|(field, _)| field)
    }

    fn plain(&self, budget: Option<Budget>) -> Result<Task, Problem> {
        if self.difficulty.is_some() {
            let error = "only designed dungeons are made by their rating";
            return Err(Problem::unprocessable("difficulty", error));
        }
        let (request, asked) = self.shape()?.request().map_err(|error| told(&error))?;
        Ok(Task { attempt: self.attempt, ..Task::new(request, asked, budget.unwrap_or(FIRST)) })
    }

    /// A designed dungeon, whose numbers are drawn to suit where they are not given.
    fn designed(&self, budget: Option<Budget>) -> Result<Designing, Problem> {
        if let Some(field) = self.of_plain().filter(|field| *field != "blocks") {
            let error = "goes with the style plain; designed dungeons have none of it";
            return Err(Problem::unprocessable(field, error));
        }
        let [width, height] = self.room_size;
        let request = designed::Request::of(&self.category);
        let mut request =
            request.and_then(|r| r.on_floors(self.floors)).map_err(|error| told(&error))?;
        request.rooms = self.rooms.into();
        request.tiles = tiles::Request { width, height, ..request.tiles };
        let band = self.difficulty.as_deref().map(str::parse).transpose();
        request.difficulty =
            band.map_err(|error| Problem::unprocessable("difficulty", format!("{error}")))?;
        request.numbers = Numbers {
            keys: self.keys.map(usize::from),
            switches: self.switches.map(usize::from),
            puzzles: self.puzzles.as_ref().map(Puzzles::exactly).transpose()?,
            blocks: self.blocks.map(|blocks| blocks as usize),
        };
        request.check().map_err(|error| told(&error))?;
        let usual = Budget { goal: Goal::Best(1), attempts: Some(ATTEMPTS), time: None };
        Ok(Designing { request, attempt: self.attempt, budget: budget.unwrap_or(usual) })
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

    fn shape(&self) -> Result<Shape, Problem> {
        let wanted = self.puzzles.as_ref().map(Puzzles::wanted).transpose();
        let [width, height] = self.room_size;
        let version = self.version()?;
        let style = SwitchStyle::asked(self.switch_style, version.missions(), version.name());
        Ok(Shape {
            version,
            category: self.category.clone(),
            rooms: self.rooms.into(),
            keys: self.keys.unwrap_or(2),
            switches: self.switches.unwrap_or(0),
            switch_style: style
                .map_err(|error| Problem::unprocessable("switch_style", error.to_string()))?,
            puzzles: wanted?,
            templates: Templates { packs: Arc::default(), files: Vec::new() },
            key_style: self.key_style,
            floors: self.floors,
            tiles: tiles::Request { width, height, blocks: self.blocks.unwrap_or(4) },
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
