//! `POST /dungeon`, `POST /mission`, `POST /layout` and `POST /area`: what the commands of these names make, in their formats;
//! and `GET /tiles/{name}`: the pictures of tiles that files for engines refer to.
//!
//! Fields are named as the options are, and as `provenance.request` of what was made: that can be sent back. Invariant: the
//! size of what can be asked for is bounded, since one attempt is not cut short, and a search ends with its time.

use super::answers::has_read;
use super::body::{Asked, Segments};
use super::clients::Client;
use super::kinds::{DungeonJson, TilesName};
use super::openapi::Example;
use super::pool::Leave;
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

/// The types of answers that can be accepted; the first is the usual one. Those of files for engines and tables are not
/// registered.
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

/// Make a whole dungeon
///
/// Rooms, keys and locks, puzzles and tiles, proved before they are answered: it can be won, a player can never get
/// stuck; and of each thing in it, whether the goal is out of reach without it. The same seed gives the same dungeon.
#[utoipa::path(
    post, path = "/dungeon", tag = "dungeons",
    request_body(content = DungeonRequest, example = json!(Example::DUNGEON.value())),
    responses(
        (status = 200, description = "The dungeon, in the format asked for.", content(
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
            ("X-Seed", description = "The seed, for formats that do not say it."),
            ("X-Attempt", description = "The attempt that made it."),
            ("X-Time-Limit-Seconds", description = "The limit that held, where a longer one was asked for."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn dungeon(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Asked(asked): Asked<DungeonRequest>,
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
    let work = move |leave: &Leave| {
        has_read(&own, client)?;
        let made = within(task, seed, leave)?;
        let look = Look { spoiler: asked.spoiler, colour: false };
        Ok::<_, Problem>((made.origin().1, written(&made, format, &pieces, look)?))
    };
    let (attempt, bytes) = state.pool.run_for(client, time, work).await??;
    let head = head(&OFFERS, format, seed, attempt);
    Ok(cut((head, bytes), seconds, time))
}

/// Makes a dungeon in the time that is left. The best of some attempts is refused where not all of them were made: another
/// time it could be another.
fn within(
    task: DungeonTask,
    seed: Seed,
    leave: &Leave,
) -> Result<<DungeonTask as Task>::Output, Problem> {
    let usual = Budget { goal: Goal::Best(1), attempts: Some(ATTEMPTS), time: None };
    let (attempts, whole) = match task.attempts {
        Attempts::Only(number) => (Attempts::Only(number), true),
        Attempts::Usual => (Attempts::Within(Budget { time: Some(leave.left()), ..usual }), true),
        Attempts::Within(budget) => {
            let within = Budget { time: Some(leave.left()), ..budget };
            (Attempts::Within(within), budget.time.is_none())
        }
    };
    let control = Control { cancel: leave.cancel(), ..Control::default() };
    let made = DungeonTask { attempts, ..task }.make(seed, &control, &mut Scratch::default())?;
    if whole && leave.left().is_zero() {
        return Err(Problem::overloaded("The time was over before all attempts were made."));
    }
    Ok(made)
}

/// The bytes of a dungeon: for engines in the pieces that are asked for, else as it writes itself.
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
        // Such as a level for each room, where something lies in none.
        Err(error) => Err(match error.downcast_ref::<ExportError>() {
            Some(fault) => Problem::unprocessable("format", fault.to_string()),
            None => unwritten(&error),
        }),
    }
}

/// How a file of a format is cut.
///
/// # Errors
/// When a file of one floor is asked for without saying of which, or a floor that there is not.
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

/// Make a lock-and-key graph
///
/// Rooms, keys and switches, a boss and a goal, proved before they are answered. The same seed gives the same mission.
#[utoipa::path(
    post, path = "/mission", tag = "dungeons", request_body = MissionRequest,
    responses(
        (status = 200, description = "The mission, in the format asked for.", content(
            (Object = "application/json"),
            (String = "image/svg+xml"),
            (String = "text/plain"),
            (String = "text/vnd.graphviz"),
        ), headers(
            ("X-Seed", description = "The seed, for formats that do not say it."),
            ("X-Attempt", description = "The attempt that made it."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn mission(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Asked(asked): Asked<MissionRequest>,
) -> Result<Response, Problem> {
    let offers = [
        ("application/json", MissionFormat::Json),
        ("image/svg+xml", MissionFormat::Svg),
        ("text/plain", MissionFormat::Text),
        ("text/vnd.graphviz", MissionFormat::Dot),
    ];
    answer(state, client, &headers, &asked, &offers).await
}

/// Make the rooms of an interior on a grid
///
/// Every layout is connected and has one entry. The same seed gives the same layout.
#[utoipa::path(
    post, path = "/layout", tag = "dungeons", request_body = LayoutRequest,
    responses(
        (status = 200, description = "The layout, in the format asked for.", content(
            (Object = "application/json"),
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
            (String = "text/plain"),
        ), headers(
            ("X-Seed", description = "The seed, for formats that do not say it."),
            ("X-Attempt", description = "Always 0: a layout takes one attempt."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn layout(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Asked(asked): Asked<LayoutRequest>,
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

/// Make a layout whose passages puzzles block
///
/// Every area is proved before it is answered: every room can be reached, and a player can never get stuck. The same seed
/// gives the same area.
#[utoipa::path(
    post, path = "/area", tag = "dungeons", request_body = AreaRequest,
    responses(
        (status = 200, description = "The area, in the format asked for.", content(
            (Object = "application/json"),
            (String = "image/svg+xml"),
            (Vec<u8> = "image/png"),
            (String = "text/plain"),
        ), headers(
            ("X-Seed", description = "The seed, for formats that do not say it."),
            ("X-Attempt", description = "The attempt that made it."),
        )),
        FormatRefusal, WorkRefusals,
    ),
)]
async fn area(
    State(state): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Asked(asked): Asked<AreaRequest>,
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

/// Refuses a layout of more cells than a dungeon may have tiles.
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

/// Makes what is asked for in the pool, in the format that the body or else the head asks for.
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
    let work = move |leave: &Leave| {
        has_read(&own, client)?;
        let control = Control { cancel: leave.cancel(), ..Control::default() };
        let made = task.make(seed, &control, &mut Scratch::default())?;
        let mut bytes = Vec::new();
        made.write(&mut bytes, format, Look::default()).map_err(|error| unwritten(&error))?;
        Ok::<_, Problem>((made.origin().1, bytes))
    };
    // Whoever stops waiting cancels the work.
    let worked = tokio::time::timeout(time, state.pool.run_for(client, time, work)).await;
    let late = |_| Problem::overloaded("The time was over before all attempts were made.");
    let (attempt, bytes) = worked.map_err(late)???;
    Ok((head(offers, format, seed, attempt), bytes).into_response())
}

/// The headers of something that was made: the type of its format, the seed, and the attempt.
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

/// The answer where something that was made cannot be written.
pub(super) fn unwritten(error: &anyhow::Error) -> Problem {
    tracing::error!(%error, "what was made cannot be written");
    internal()
}

/// The seconds that drawing may take, waiting included.
const DRAWING_SECONDS: f64 = 5.0;
/// Caching of pictures, which change with the program alone.
const A_DAY: &str = "public, max-age=86400";

/// Get the picture of the tiles
///
/// Scenes of Godot, projects of LDtk and maps of Tiled name the picture that lies beside them; this is it. It is free for any
/// use (CC0 1.0).
#[utoipa::path(
    get, path = "/tiles/{name}", tag = "dungeons",
    params(("name" = inline(TilesName), Path, description = "The name of the file.", example = "quandary-tiles-fortress.png")),
    responses(
        (status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/png", headers(
            ("Cache-Control", description = "How long it may be kept."),
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
    let work = move |_: &Leave| tile_sheet::of_family(family, side);
    let drawn = state.pool.run_for(client, state.search_time(DRAWING_SECONDS), work).await?;
    let png = drawn.map_err(|error| {
        tracing::error!(%error, "a picture of tiles cannot be drawn");
        internal()
    })?;
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    Ok(([kind, (header::CACHE_CONTROL, HeaderValue::from_static(A_DAY))], png).into_response())
}
