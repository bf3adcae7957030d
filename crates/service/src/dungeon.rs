//! `POST /dungeon`: what `quandary dungeon` makes, in any of its formats.
//!
//! Fields are named as the options are, and as `provenance.request` of what was made: that can be sent back.
//! Invariant: the size of what can be asked for is bounded, since one attempt is not cut short.

use super::body::Asked;
use super::clients::Client;
use super::kinds::{AlgorithmName, CategoryName, DungeonJson, FigureWeights, PuzzleNumber, Side};
use super::openapi::Example;
use super::pool::Leave;
use super::problem::{FormatRefusal, Problem, WorkRefusals, internal};
use super::riddle::{cut, seed};
use super::whole::{maybe, pair, whole};
use super::{State, accept};
use axum::extract::State as Extract;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use draw::dungeon::{Chosen, Format, Shown};
use dungeon::Scratch;
use dungeon::generate::{RequestError, Version, Weights};
use dungeon::layout;
use dungeon::mission::KeyStyle;
use dungeon::puzzle::Wanted;
use dungeon::task::{self, FIRST, Figure, Shape, Switching, Task, Templates};
use dungeon::tiles;
use search::{Budget, Control, Goal, Nothing, Seed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How long a dungeon is searched for where no time is given, in seconds.
const USUAL_SECONDS: f64 = 15.0;

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
struct DungeonRequest {
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
    switch_style: Option<Switching>,
    /// How many puzzles: a number, a range such as `1..3`, or `per-room`.
    #[schema(value_type = Option<PuzzleNumber>)]
    puzzles: Option<Puzzles>,
    /// How keys work.
    key_style: KeyStyles,
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
    seed: Option<u64>,
    /// Keep the best of so many attempts.
    #[schema(minimum = 1)]
    #[serde(deserialize_with = "maybe")]
    attempts: Option<u64>,
    /// Keep the best that is found in so many seconds.
    #[schema(exclusive_minimum = 0.0)]
    time: Option<f64>,
    /// Make this attempt alone.
    #[serde(deserialize_with = "maybe")]
    attempt: Option<u64>,
    /// What is answered; without it what `Accept` says.
    format: Option<Format>,
    /// Tell the walkthrough below a map, draw the way into a picture.
    spoiler: bool,
}

/// How many puzzles.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "a number, a range such as 1..3, or per-room")]
enum Puzzles {
    /// So many.
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

/// How keys work.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum KeyStyles {
    /// Every key has a name, and a lock of its own.
    Named,
    /// Keys are all alike, and a lock uses one up.
    Small,
}

impl Default for DungeonRequest {
    /// What the options of the command are without being given.
    fn default() -> Self {
        Self {
            algorithm: None,
            category: "dungeon".to_owned(),
            rooms: 16,
            keys: 2,
            switches: 0,
            switch_style: None,
            puzzles: None,
            key_style: KeyStyles::Named,
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

/// The resource.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new().routes(routes!(dungeon))
}

/// Make a whole dungeon
///
/// Rooms, keys and locks, puzzles and tiles, proved before they are answered: it can be won, a player can never get
/// stuck; and of each thing in it, whether the goal is out of reach without it. The same seed gives the same dungeon.
#[utoipa::path(
    post, path = "/dungeon", tag = "dungeons", request_body = DungeonRequest,
    responses(
        (status = 200, description = "The dungeon, in the format asked for.", content(
            (inline(DungeonJson) = "application/json"),
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
            (String = "text/plain"),
            (String = "text/vnd.graphviz"),
        ), headers(
            ("X-Seed", description = "The seed, for formats that do not say it."),
            ("X-Attempt", description = "The attempt that made it."),
            ("X-Time-Limit-Seconds", description = "The limit that held, where a longer one was asked for."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn dungeon(
    Extract(state): Extract<State>,
    client: Client,
    headers: HeaderMap,
    Asked(asked): Asked<DungeonRequest>,
) -> Result<Response, Problem> {
    let format = asked.format(&headers)?;
    let seed = seed(asked.seed)?;
    let task = asked.task(&state)?;
    let seconds = asked.time.unwrap_or(USUAL_SECONDS);
    let time = state.search_time(seconds);
    let spoiler = asked.spoiler;
    let work = move |leave: &Leave| make(task, seed, format, spoiler, leave);
    let (attempt, bytes) = state.pool.run_for(client, time, work).await??;
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static(media_type(format)));
    let seed = (HeaderName::from_static("x-seed"), HeaderValue::from(seed.value()));
    let attempt = (HeaderName::from_static("x-attempt"), HeaderValue::from(attempt));
    let vary = (header::VARY, HeaderValue::from_static("accept"));
    Ok(cut(([kind, vary, seed, attempt], bytes), seconds, time))
}

/// Makes the dungeon, and writes it.
fn make(
    mut task: Task,
    seed: Seed,
    format: Format,
    spoiler: bool,
    leave: &Leave,
) -> Result<(u64, Vec<u8>), Problem> {
    // Of a number of attempts the best is kept only when all of them were made.
    let exact = task.budget.time.is_none();
    task.budget.time = Some(leave.left());
    let control = Control { cancel: leave.cancel(), ..Control::default() };
    let made = task.make(seed, &control, &mut Scratch::default()).map_err(|error| told(&error))?;
    let found = made.map_err(|nothing| match nothing {
        Nothing::Rejected(why) => Problem::new(StatusCode::SERVICE_UNAVAILABLE, why).retry_after(1),
        Nothing::Interrupted => Problem::overloaded("The search was stopped."),
    })?;
    if exact && task.budget.goal != Goal::First && leave.left().is_zero() {
        return Err(Problem::overloaded("The time was over before all attempts were made."));
    }
    let first = task.budget.goal == Goal::First && task.attempt.is_none();
    let chosen = if first { Chosen::First } else { Chosen::Best };
    let shown = Shown { found: &found, seed, asked: &task.asked, chosen };
    let mut bytes = Vec::new();
    shown.write(&mut bytes, format, spoiler, false).map_err(|error| {
        tracing::error!(%error, "a dungeon cannot be written");
        internal()
    })?;
    Ok((found.attempt, bytes))
}

/// What cannot be had.
fn told(error: &RequestError) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
}

fn media_type(format: Format) -> &'static str {
    match format {
        Format::Json | Format::Level | Format::Tmj => "application/json",
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
        Format::Map => "text/plain; charset=utf-8",
        Format::Dot => "text/vnd.graphviz; charset=utf-8",
    }
}

impl DungeonRequest {
    /// The format that is asked for in the body, else in the head.
    fn format(&self, headers: &HeaderMap) -> Result<Format, Problem> {
        let accepted = || accept::preferred(headers, &OFFERS).copied();
        self.format.or_else(accepted).ok_or_else(|| {
            let words = "None of the formats that are accepted can be had.";
            Problem::new(StatusCode::NOT_ACCEPTABLE, words).known(OFFERS.map(|(name, _)| name))
        })
    }

    fn task(&self, state: &State) -> Result<Task, Problem> {
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
        let style = Switching::style(self.switch_style, version != Version::V1, version.name());
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
            key_style: match self.key_style {
                KeyStyles::Named => KeyStyle::Named,
                KeyStyles::Small => KeyStyle::Small,
            },
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
