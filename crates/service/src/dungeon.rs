//! `POST /dungeon`: what `quandary dungeon` makes, in any of its formats.
//!
//! Fields are named as the options are, and as `provenance.request` of what was made: that can be sent back.
//! Invariant: the size of what can be asked for is bounded, since one attempt is not cut short.

mod cut;
mod making;
mod request;

use self::making::Shown;
use self::request::DungeonRequest;
use super::State;
use super::answers::has_read;
use super::body::Asked;
use super::clients::Client;
use super::kinds::DungeonJson;
use super::pool::Leave;
use super::problem::{FormatRefusal, Problem, WorkRefusals};
use super::riddle::{cut, seed};
use axum::extract::State as Extract;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use draw::dungeon::Format;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Default time of a search for a dungeon, in seconds.
const USUAL_SECONDS: f64 = 15.0;

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
    Extract(state): Extract<State>,
    client: Client,
    headers: HeaderMap,
    Asked(asked): Asked<DungeonRequest>,
) -> Result<Response, Problem> {
    let format = asked.format(&headers)?;
    let shown = Shown { format, cut: asked.cut(format)?, spoiler: asked.spoiler };
    let seed = seed(asked.seed)?;
    let making = asked.making(&state)?;
    let seconds = asked.time.unwrap_or(USUAL_SECONDS);
    let time = state.search_time(seconds);
    let own = state.clone();
    let work = move |leave: &Leave| {
        has_read(&own, client)?;
        making.make(seed, shown, leave)
    };
    let (attempt, bytes) = state.pool.run_for(client, time, work).await??;
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static(media_type(format)));
    let seed = (HeaderName::from_static("x-seed"), HeaderValue::from(seed.value()));
    let attempt = (HeaderName::from_static("x-attempt"), HeaderValue::from(attempt));
    let vary = (header::VARY, HeaderValue::from_static("accept"));
    Ok(cut(([kind, vary, seed, attempt], bytes), seconds, time))
}

fn media_type(format: Format) -> &'static str {
    match format {
        Format::Json | Format::Level => "application/json",
        Format::Tmj => cut::TMJ,
        Format::Tscn => cut::TSCN,
        Format::Ldtk => cut::LDTK,
        Format::Uvtt => cut::UVTT,
        Format::Foundry => cut::FOUNDRY,
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
        Format::Map => "text/plain; charset=utf-8",
    }
}
