//! `POST /mission`, `POST /layout` and `POST /area`: what the commands of these names make, in their formats.
//!
//! Fields are named as the options are, and as `provenance.request` of what was made. Invariant: the size of one attempt is
//! bounded by the size of what can be asked for, and a search ends with its time.

use super::State;
use super::accept;
use super::answers::has_read;
use super::body::Asked;
use super::clients::Client;
use super::pool::Leave;
use super::problem::{FormatRefusal, Problem, WorkRefusals, internal};
use super::riddle::seed;
use ask::{
    AreaFormat, AreaRequest, LayoutFormat, LayoutRequest, Look, Made, MissionFormat,
    MissionRequest, Request, Task,
};
use axum::extract::State as Extract;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use dungeon::Scratch;
use search::{Control, Seed};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Time of a search, in seconds.
const SECONDS: f64 = 15.0;

/// The formats of a request.
type FormatOf<R> = <<<R as Request>::Task as Task>::Made as Made>::Format;

/// The resources.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new().routes(routes!(mission)).routes(routes!(layout)).routes(routes!(area))
}

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
    Extract(state): Extract<State>,
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
    Extract(state): Extract<State>,
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
    Extract(state): Extract<State>,
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
fn cells(state: &State, layout: &dungeon::layout::Request) -> Result<(), Problem> {
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
    state: State,
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
