//! `POST /dungeon`, `POST /mission`, `POST /layout` and `POST /area`: the results of the commands of these names, in
//! their formats; and `GET /tiles/{name}`: the tile pictures to which files for engines refer.
//!
//! Fields have the names of the options and of `provenance.request`, which can be sent back as a request. Invariant:
//! the size of a request is bounded, because an attempt is not interrupted; a search ends when its time is over.

use super::answers::has_read;
use super::body::{JsonBody, Segments};
use super::clients::Client;
use super::kinds::{DungeonJson, TilesName};
use super::openapi::Example;
use super::pool::WorkToken;
use super::problem::{FormatRefusal, Problem, TilesRefusals, WorkRefusals, internal};
use super::riddle::{cut, seed};
use super::{AppState, accept};
use ask::{
    AreaFormat, AreaRequest, DungeonRequest, DungeonTask, Generated, LayoutFormat, LayoutRequest,
    Look, MissionFormat, MissionRequest, Request, Task,
};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use draw::dungeon::Format;
use draw::engines::Cut;
use draw::tile_sheet;
use dungeon::dungeon::ATTEMPTS;
use dungeon::{Attempts, Scratch};
use formats::ExportError;
use search::{Budget, Control, Goal, Seed};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Default time of a search for a dungeon, in seconds.
const USUAL_SECONDS: f64 = 15.0;

/// The media types of the formats; the first is the default. Those of engine files and tables are not registered.
const OFFERS: [(&str, Format); 9] = [
    ("application/json", Format::Json),
    ("image/svg+xml", Format::Svg),
    ("image/png", Format::Png),
    ("text/plain", Format::Map),
    ("application/x-tscn", Format::Tscn),
    ("application/x-ldtk+json", Format::Ldtk),
    ("application/x-tmj+json", Format::Tmj),
    ("application/x-uvtt+json", Format::Uvtt),
    ("application/x-foundry+json", Format::Foundry),
];

/// The resources.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(dungeon))
        .routes(routes!(mission))
        .routes(routes!(layout))
        .routes(routes!(area))
        .routes(routes!(picture))
}

/// Generate a whole dungeon
///
/// Rooms, keys and locks, puzzles and tiles. The answer is proved: the dungeon can be won, and a player can never get
/// stuck. For each thing in it the proof states if the goal is unreachable without it. The same seed gives the same
/// dungeon.
#[utoipa::path(
    post, path = "/dungeon", tag = "dungeons",
    request_body(content = DungeonRequest, example = json!(Example::DUNGEON.value())),
    responses(
        (status = 200, description = "The dungeon in the requested format.", content(
            (inline(DungeonJson) = "application/json"),
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
            (String = "text/plain"),
            (String = "application/x-tscn"),
            (String = "application/x-ldtk+json"),
            (String = "application/x-tmj+json"),
            (String = "application/x-uvtt+json"),
            (String = "application/x-foundry+json"),
        ), headers(
            ("X-Seed", description = "The seed; some formats do not contain it."),
            ("X-Attempt", description = "The number of the attempt."),
            ("X-Time-Limit-Seconds", description = "The limit in seconds that replaced a longer requested one."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn dungeon(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<DungeonRequest>,
) -> Result<Response, Problem> {
    let format = accept::format(asked.format, &headers, &OFFERS)?;
    let (seed, task, pieces) = (seed(asked.seed)?, asked.task()?, pieces(&asked, format)?);
    let tiles = asked.rooms as u64 * asked.room_size.map(u64::from).iter().product::<u64>();
    let most = state.config.limits.dungeon_tiles;
    if tiles > most {
        let error =
            format!("{tiles} tiles are asked for; {most} are the most that this service makes");
        return Err(Problem::unprocessable("rooms", error));
    }
    let seconds = asked.time.unwrap_or(USUAL_SECONDS);
    let time = state.search_time(seconds);
    let own = state.clone();
    let work = move |token: &WorkToken| {
        has_read(&own, client)?;
        let made = within(task, seed, token)?;
        let look = Look { spoiler: asked.spoiler, colour: false };
        Ok::<_, Problem>((made.origin().1, written(&made, format, &pieces, look)?))
    };
    let (attempt, bytes) = state.pool.run_for(client, time, work).await??;
    let head = head(&OFFERS, format, seed, attempt);
    Ok(cut((head, bytes), seconds, time))
}

/// Generates a dungeon in the remaining time. Refuses the best of several attempts if not all of them were completed,
/// because the result would not be reproducible.
fn within(
    task: DungeonTask,
    seed: Seed,
    token: &WorkToken,
) -> Result<<DungeonTask as Task>::Output, Problem> {
    let usual = Budget { goal: Goal::Best(1), attempts: Some(ATTEMPTS), time: None };
    let (attempts, whole) = match task.attempts {
        Attempts::Only(number) => (Attempts::Only(number), true),
        Attempts::Usual => (Attempts::Within(Budget { time: Some(token.left()), ..usual }), true),
        Attempts::Within(budget) => {
            let within = Budget { time: Some(token.left()), ..budget };
            (Attempts::Within(within), budget.time.is_none())
        }
    };
    let control = Control { cancel: token.cancel(), ..Control::default() };
    let made = DungeonTask { attempts, ..task }.make(seed, &control, &mut Scratch::default())?;
    if whole && token.left().is_zero() {
        return Err(Problem::overloaded("The time was over before all attempts were made."));
    }
    Ok(made)
}

/// The bytes of a dungeon; for engines in the requested pieces.
fn written(
    made: &<DungeonTask as Task>::Output,
    format: Format,
    pieces: &Cut,
    look: Look,
) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let written = match format.engine() {
        Some(engine) => made.shown().engines().and_then(|engines| {
            bytes = engines.text(engine, pieces)?.into_bytes();
            Ok(())
        }),
        None => made.write(&mut bytes, format, look),
    };
    match written {
        Ok(()) => Ok(bytes),
        // For instance a level for each room, although something lies in no room.
        Err(error) => Err(match error.downcast_ref::<ExportError>() {
            Some(fault) => Problem::unprocessable("format", fault.to_string()),
            None => unwritten(&error),
        }),
    }
}

/// The division of a dungeon into pieces.
///
/// # Errors
/// If a format of one floor is requested without a floor, or the floor does not exist.
fn pieces(asked: &DungeonRequest, format: Format) -> Result<Cut, Problem> {
    if !matches!(asked.tiles, None | Some(16 | 32)) {
        return Err(Problem::unprocessable("tiles", "expected 16 or 32 pixels"));
    }
    match asked.floor {
        None if asked.floors > 1 && format.is_a_floor() => {
            let error = "of this format a file has one floor: say which with `floor`, counted from 0; or ask for json, and \
                         give it to `quandary export FILE --to DIR`";
            return Err(Problem::unprocessable("floor", error));
        }
        Some(floor) if floor >= asked.floors => {
            let error = format!("{} are asked for, and they are counted from 0", asked.floors);
            return Err(Problem::unprocessable("floor", error));
        }
        _ => {}
    }
    Ok(Cut { worlds: asked.worlds, side: asked.tiles, floor: asked.floor })
}

/// Time of a search, in seconds.
const SECONDS: f64 = 15.0;

/// The formats of a request.
type FormatOf<R> = <<<R as Request>::Task as Task>::Output as Generated>::Format;

/// Generate a lock-and-key graph
///
/// Rooms, keys and switches, a boss and a goal. The answer is proved winnable. The same seed gives the same mission.
#[utoipa::path(
    post, path = "/mission", tag = "dungeons", request_body = MissionRequest,
    responses(
        (status = 200, description = "The mission in the requested format.", content(
            (Object = "application/json"),
            (String = "image/svg+xml"),
            (String = "text/plain"),
            (String = "text/vnd.graphviz"),
        ), headers(
            ("X-Seed", description = "The seed; some formats do not contain it."),
            ("X-Attempt", description = "The number of the attempt."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn mission(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<MissionRequest>,
) -> Result<Response, Problem> {
    let offers = [
        ("application/json", MissionFormat::Json),
        ("image/svg+xml", MissionFormat::Svg),
        ("text/plain", MissionFormat::Text),
        ("text/vnd.graphviz", MissionFormat::Dot),
    ];
    answer(state, client, &headers, &asked, &offers).await
}

/// Generate the rooms of an interior on a grid
///
/// Every layout is connected and has one entry. The same seed gives the same layout.
#[utoipa::path(
    post, path = "/layout", tag = "dungeons", request_body = LayoutRequest,
    responses(
        (status = 200, description = "The layout in the requested format.", content(
            (Object = "application/json"),
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
            (String = "text/plain"),
        ), headers(
            ("X-Seed", description = "The seed; some formats do not contain it."),
            ("X-Attempt", description = "Always 0: a layout takes one attempt."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn layout(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<LayoutRequest>,
) -> Result<Response, Problem> {
    let offers = [
        ("application/json", LayoutFormat::Json),
        ("image/svg+xml", LayoutFormat::Svg),
        ("image/png", LayoutFormat::Png),
        ("text/plain", LayoutFormat::Text),
    ];
    cells(&state, &asked.layout()?)?;
    answer(state, client, &headers, &asked, &offers).await
}

/// Generate a layout with passages blocked by puzzles
///
/// The answer is proved: every room can be reached, and a player can never get stuck. The same seed gives the same
/// area.
#[utoipa::path(
    post, path = "/area", tag = "dungeons", request_body = AreaRequest,
    responses(
        (status = 200, description = "The area in the requested format.", content(
            (Object = "application/json"),
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
            (String = "text/plain"),
        ), headers(
            ("X-Seed", description = "The seed; some formats do not contain it."),
            ("X-Attempt", description = "The number of the attempt."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn area(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<AreaRequest>,
) -> Result<Response, Problem> {
    let offers = [
        ("application/json", AreaFormat::Json),
        ("image/svg+xml", AreaFormat::Svg),
        ("image/png", AreaFormat::Png),
        ("text/plain", AreaFormat::Text),
    ];
    cells(&state, &asked.layout()?)?;
    answer(state, client, &headers, &asked, &offers).await
}

/// Refuses a layout with more cells than the limit of dungeon tiles.
fn cells(state: &AppState, layout: &dungeon::layout::Request) -> Result<(), Problem> {
    let cells = layout.bounds.size().into_iter().fold(1, u64::saturating_mul);
    let most = state.config.limits.dungeon_tiles;
    if cells > most {
        let error =
            format!("{cells} cells are asked for; {most} are the most that this service makes");
        return Err(Problem::unprocessable("bounds", error));
    }
    Ok(())
}

/// Runs a request in the pool and writes the result in the format of the body, else of the header.
async fn answer<R: Request>(
    state: AppState,
    client: Client,
    headers: &HeaderMap,
    asked: &R,
    offers: &[(&'static str, FormatOf<R>)],
) -> Result<Response, Problem>
where
    R::Task: 'static,
    FormatOf<R>: PartialEq + 'static,
{
    let format = accept::format(asked.format(), headers, offers)?;
    let (seed, task) = (seed(asked.seed())?, asked.task()?);
    let time = state.search_time(SECONDS);
    let own = state.clone();
    let work = move |token: &WorkToken| {
        has_read(&own, client)?;
        let control = Control { cancel: token.cancel(), ..Control::default() };
        let made = task.make(seed, &control, &mut Scratch::default())?;
        let mut bytes = Vec::new();
        made.write(&mut bytes, format, Look::default()).map_err(|error| unwritten(&error))?;
        Ok::<_, Problem>((made.origin().1, bytes))
    };
    // The timeout drops the future, which cancels the work.
    let worked = tokio::time::timeout(time, state.pool.run_for(client, time, work)).await;
    let late = |_| Problem::overloaded("The time was over before all attempts were made.");
    let (attempt, bytes) = worked.map_err(late)???;
    Ok((head(offers, format, seed, attempt), bytes).into_response())
}

/// The headers of a result: media type, seed and attempt.
pub(super) fn head<F: PartialEq + Copy>(
    offers: &[(&'static str, F)],
    format: F,
    seed: Seed,
    attempt: u64,
) -> [(HeaderName, HeaderValue); 4] {
    let media_type = match offers.iter().find(|(_, offered)| *offered == format) {
        Some(("text/plain", _)) => "text/plain; charset=utf-8",
        Some(&(name, _)) => name,
        // A level is JSON too.
        None => "application/json",
    };
    [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::VARY, HeaderValue::from_static("accept")),
        (HeaderName::from_static("x-seed"), HeaderValue::from(seed.value())),
        (HeaderName::from_static("x-attempt"), HeaderValue::from(attempt)),
    ]
}

/// The answer if a result cannot be written.
pub(super) fn unwritten(error: &anyhow::Error) -> Problem {
    tracing::error!(%error, "what was made cannot be written");
    internal()
}

/// Time limit of drawing in seconds, waiting included.
const DRAWING_SECONDS: f64 = 5.0;
/// Caching of pictures, which change only with the program.
const A_DAY: &str = "public, max-age=86400";

/// Get a tile picture
///
/// The picture to which Godot scenes, LDtk projects and Tiled maps refer. It is free for any use (CC0 1.0).
#[utoipa::path(
    get, path = "/tiles/{name}", tag = "dungeons",
    params(("name" = inline(TilesName), Path, description = "The name of the file.", example = "quandary-tiles-fortress.png")),
    responses(
        (status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/png", headers(
            ("Cache-Control", description = "The time for which caches may keep it."),
        )),
        TilesRefusals,
    ),
)]
async fn picture(
    State(state): State<AppState>,
    client: Client,
    Segments(name): Segments<String>,
) -> Result<Response, Problem> {
    let found = tile_sheet::all().find(|(known, ..)| *known == name);
    let (_, family, side) = found.ok_or_else(|| {
        let problem = Problem::new(StatusCode::NOT_FOUND, "There is no such picture of tiles.");
        problem.known(tile_sheet::all().map(|(name, ..)| name))
    })?;
    let work = move |_: &WorkToken| tile_sheet::of_family(family, side);
    let drawn = state.pool.run_for(client, state.search_time(DRAWING_SECONDS), work).await?;
    let png = drawn.map_err(|error| {
        tracing::error!(%error, "a picture of tiles cannot be drawn");
        internal()
    })?;
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    Ok(([kind, (header::CACHE_CONTROL, HeaderValue::from_static(A_DAY))], png).into_response())
}
