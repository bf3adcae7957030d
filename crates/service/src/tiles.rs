//! `GET /tiles/{name}`: the pictures of tiles that files for engines refer to.

use super::State;
use super::clients::Client;
use super::kinds::TilesName;
use super::params::Segments;
use super::pool::Leave;
use super::problem::{Problem, TilesRefusals, internal};
use axum::extract::State as Extract;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use draw::tile_sheet;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The seconds that drawing may take, waiting included.
const SECONDS: f64 = 5.0;
/// Caching of pictures, which change with the program alone.
const A_DAY: &str = "public, max-age=86400";

/// The resource.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new().routes(routes!(picture))
}

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
    Extract(state): Extract<State>,
    client: Client,
    Segments(name): Segments<String>,
) -> Result<Response, Problem> {
    let found = tile_sheet::all().find(|(known, ..)| *known == name);
    let (_, family, side) = found.ok_or_else(|| {
        let problem = Problem::new(StatusCode::NOT_FOUND, "There is no such picture of tiles.");
        problem.known(tile_sheet::all().map(|(name, ..)| name))
    })?;
    let work = move |_: &Leave| tile_sheet::of_family(family, side);
    let drawn = state.pool.run_for(client, state.search_time(SECONDS), work).await?;
    let png = drawn.map_err(|error| {
        tracing::error!(%error, "a picture of tiles cannot be drawn");
        internal()
    })?;
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    Ok(([kind, (header::CACHE_CONTROL, HeaderValue::from_static(A_DAY))], png).into_response())
}
