//! `POST /level/solve`, `POST /level/check` and `POST /level/hint`: the judge, for anybody's levels.
//!
//! The answers are what `quandary solve`, `quandary check` and `quandary hint` print as JSON. Invariant: a verdict that a limit cut
//! short is `unknown` and says which limit; states, memory, time and the size of a level are bounded.

mod request;

use super::AppState;
use super::body::LevelBody;
use super::clients::Client;
use super::pool::Leave;
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

/// Find a cheapest way through a level, or prove that there is none
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

/// Find out whether a player can get stuck, what is needed, what comes when, and why not
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

/// Help whoever plays a level, from the state in which they are
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
    let work = move |leave: &Leave| {
        let asked: HintRequest = body.parse()?;
        let level = asked.level()?;
        let rules = asked.rules.rules(&level)?;
        let limits = request::limits(&asked.limits, SOLVE_STATES, &bounds, leave)?;
        let hint = judge::hinted(&level, &rules, (&asked.at, asked.rung), &limits)?;
        print(&hint.json(&level))
    };
    let json = state.pool.run_for(client, state.config.longest_search(), work).await??;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// The part of a request that one of the two questions alone has.
struct How {
    search: Option<SearchRequest>,
    /// True if it is said how many states may be kept.
    has_number_of_states: bool,
}

/// Reads a level and judges it, both in the pool: a large one takes a while to read.
async fn judge_in_pool(
    state: AppState,
    client: Client,
    body: LevelBody,
    states: u64,
    judge: impl FnOnce(&Level, Rules, &Limits<'_>, &How) -> Result<Vec<u8>, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let bounds = state.config.limits_of_each();
    let work = move |leave: &Leave| {
        let mut asked: LevelRequest = body.parse()?;
        let level = asked.level()?;
        let rules = asked.rules.rules(&level)?;
        let limits = request::limits(&asked.limits, states, &bounds, leave)?;
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

/// A level that has too much of something to be judged.
fn too_much(error: &dyn std::fmt::Display) -> Problem {
    Problem::unprocessable("level", error.to_string())
}
