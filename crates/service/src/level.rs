//! `POST /level/solve`, `POST /level/check` and `POST /level/hint`: the verifier for levels of users.
//!
//! The answers equal the JSON of `quandary solve`, `quandary check` and `quandary hint`. Invariant: a verdict cut
//! short by a limit is `unknown` and names the limit; states, memory, time and level size are bounded.

mod request;

use super::AppState;
use super::body::LevelBody;
use super::clients::Client;
use super::pool::WorkToken;
use super::problem::{Problem, WorkRefusals, internal};
use ::level::report::check;
use ::level::rules::Rules;
use ::level::{Level, Limits};
use ask::judge::{self, SOLVE_STATES, SearchRequest};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use request::{HintRequest, LevelRequest};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The resources.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(solve_level))
        .routes(routes!(check_level))
        .routes(routes!(hint_level))
}

/// Find a cheapest solution of a level, or prove that there is none
#[utoipa::path(
    post, path = "/level/solve", tag = "levels", request_body = LevelRequest,
    responses((status = 200, description = "The verdict.", body = ref("#/components/schemas/Solution")), WorkRefusals),
)]
async fn solve_level(
    State(state): State<AppState>,
    client: Client,
    body: LevelBody,
) -> Result<Response, Problem> {
    judge_in_pool(state, client, body, SOLVE_STATES, |level, rules, limits, how| {
        let search = how.search.clone().unwrap_or_default();
        let options = search.options().map_err(|error| {
            Problem::unprocessable(&format!("search.{}", error.name), error.wanted)
        })?;
        let solved = judge::solved(level, rules, &options, limits).map_err(|e| too_much(&e))?;
        print(&solved.wire(level, false))
    })
    .await
}

/// Check a level: softlocks, needed items, order of progress, and reasons
#[utoipa::path(
    post, path = "/level/check", tag = "levels", request_body = LevelRequest,
    responses((status = 200, description = "The findings.", body = ref("#/components/schemas/Check")), WorkRefusals),
)]
async fn check_level(
    State(state): State<AppState>,
    client: Client,
    body: LevelBody,
) -> Result<Response, Problem> {
    let states = state.config.limits.states;
    judge_in_pool(state, client, body, states, |level, rules, limits, how| {
        if how.search.is_some() {
            return Err(Problem::unprocessable("search", "POST /level/solve alone takes it"));
        }
        let found = judge::checked(level, &rules, &mut { *limits }, how.has_number_of_states);
        let found = found.map_err(|error| too_much(&error))?;
        print(&check::CheckJson::new(level, &rules, &found))
    })
    .await
}

/// Get a hint for the current state of a level being played
#[utoipa::path(
    post, path = "/level/hint", tag = "levels", request_body = HintRequest,
    responses((status = 200, description = "The hint.", body = ref("#/components/schemas/LevelHint")), WorkRefusals),
)]
async fn hint_level(
    State(state): State<AppState>,
    client: Client,
    body: LevelBody,
) -> Result<Response, Problem> {
    let bounds = state.config.limits_of_each();
    let work = move |token: &WorkToken| {
        let asked: HintRequest = body.parse()?;
        let level = asked.level()?;
        let rules = asked.rules.rules(&level)?;
        let limits = request::limits(&asked.limits, SOLVE_STATES, &bounds, token)?;
        let hint = judge::hinted(&level, &rules, (&asked.at, asked.rung), &limits)?;
        print(&hint.json(&level))
    };
    let json = state.pool.run_for(client, state.config.longest_search(), work).await??;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// The parts of a request that only one of the two questions uses.
struct How {
    search: Option<SearchRequest>,
    /// True if the request limits the number of states.
    has_number_of_states: bool,
}

/// Parses and verifies a level in the pool; parsing a large one also takes time.
async fn judge_in_pool(
    state: AppState,
    client: Client,
    body: LevelBody,
    states: u64,
    judge: impl FnOnce(&Level, Rules, &Limits<'_>, &How) -> Result<Vec<u8>, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let bounds = state.config.limits_of_each();
    let work = move |token: &WorkToken| {
        let mut asked: LevelRequest = body.parse()?;
        let level = asked.level()?;
        let rules = asked.rules.rules(&level)?;
        let limits = request::limits(&asked.limits, states, &bounds, token)?;
        let has_number_of_states = asked.limits.max_states.is_some();
        let how = How { search: asked.search.take(), has_number_of_states };
        let level = asked.what_if(&level, &rules)?;
        judge(&level, rules, &limits, &how)
    };
    let json = state.pool.run_for(client, state.config.longest_search(), work).await??;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

fn print(answer: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(answer).map_err(|error| {
        tracing::error!(%error, "a judgement cannot be written");
        internal()
    })
}

/// 422: the level is too large in some respect.
fn too_much(error: &dyn std::fmt::Display) -> Problem {
    Problem::unprocessable("level", error.to_string())
}
