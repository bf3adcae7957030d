//! `POST /level/solve`, `POST /level/check` and `POST /level/hint`: the judge, for anybody's levels.
//!
//! The answers are what `quandary solve`, `quandary check` and `quandary hint` print as JSON. Invariant: a verdict that a limit cut
//! short is `unknown` and says which limit; states, memory, time and the size of a level are bounded.

mod request;

use super::State;
use super::body::LevelBody;
use super::clients::Client;
use super::pool::Leave;
use super::problem::{Problem, WorkRefusals, internal};
use ::level::check::why_not;
use ::level::hint::hint;
use ::level::play::{Game, is_too_large};
use ::level::rules::Rules;
use ::level::solve::{Verdict, solve};
use ::level::{Level, Limits, check as judge};
use axum::extract::State as Extract;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use level::report::{check, solution};
use request::{HintRequest, LevelRequest, SearchFields, read};
use serde::Serialize;
use std::time::Instant;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Default limit on states in `solve`.
const SOLVE_STATES: u64 = 200_000;

/// The resources.
pub(super) fn routes() -> OpenApiRouter<State> {
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
    Extract(state): Extract<State>,
    client: Client,
    body: LevelBody,
) -> Result<Response, Problem> {
    judge_in_pool(state, client, body, SOLVE_STATES, |level, rules, limits, how| {
        let begin = Instant::now();
        let search = how.search.as_ref().map(SearchFields::options).transpose()?;
        let options = search.unwrap_or_default();
        let found = solve(level, rules, &options, limits).map_err(|error| too_much(&error))?;
        let reason = match found.verdict {
            Verdict::Unsolvable => {
                why_not::why_not(level, rules, options.collect, &limits.since(begin))
            }
            _ => None,
        };
        let millis = begin.elapsed().as_secs_f64() * 1000.0;
        print(&solution::Wire::new(level, rules, &found, reason.as_ref(), millis))
    })
    .await
}

/// Find out whether a player can get stuck, what is needed, what comes when, and why not
#[utoipa::path(
    post, path = "/level/check", tag = "levels", request_body = LevelRequest,
    responses((status = 200, description = "The findings.", body = ref("#/components/schemas/Check")), WorkRefusals),
)]
async fn check_level(
    Extract(state): Extract<State>,
    client: Client,
    body: LevelBody,
) -> Result<Response, Problem> {
    let states = state.config.limits.states;
    judge_in_pool(state, client, body, states, |level, rules, limits, how| {
        if how.search.is_some() {
            return Err(Problem::unprocessable("search", "POST /level/solve alone takes it"));
        }
        let found = match how.has_number_of_states {
            true => judge::check(level, rules, limits),
            false => judge::usual(level, rules, &mut { *limits }),
        };
        let found = found.map_err(|error| too_much(&error))?;
        print(&check::Wire::new(level, rules, &found))
    })
    .await
}

/// Help whoever plays a level, from the state in which they are
#[utoipa::path(
    post, path = "/level/hint", tag = "levels", request_body = HintRequest,
    responses((status = 200, description = "The hint.", body = ref("#/components/schemas/LevelHint")), WorkRefusals),
)]
async fn hint_level(
    Extract(state): Extract<State>,
    client: Client,
    body: LevelBody,
) -> Result<Response, Problem> {
    let bounds = state.config.limits_of_each();
    let work = move |leave: &Leave| {
        let asked: HintRequest = body.parse()?;
        let (level, rung) = (read(&asked.level)?, asked.rung()?);
        let rules = asked.rules.rules(&level)?;
        let limits = asked.limits.limits(SOLVE_STATES, &bounds, leave)?;
        if is_too_large(&level, &limits) {
            let error = "is too little to make the level ready to be played";
            return Err(Problem::unprocessable("limits.memory", error));
        }
        let mut game = Game::of(&level, &rules).map_err(|error| too_much(&error))?;
        asked.follow(&level, &mut game)?;
        print(&hint(&game, rung, &limits).json(&level))
    };
    let json = state.pool.run_for(client, state.config.longest_search(), work).await??;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// The part of a request that one of the two questions alone has.
struct How {
    search: Option<SearchFields>,
    /// True if it is said how many states may be kept.
    has_number_of_states: bool,
}

/// Reads a level and judges it, both in the pool: a large one takes a while to read.
async fn judge_in_pool(
    state: State,
    client: Client,
    body: LevelBody,
    states: u64,
    judge: impl FnOnce(&Level, &Rules, &Limits<'_>, &How) -> Result<Vec<u8>, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let bounds = state.config.limits_of_each();
    let work = move |leave: &Leave| {
        let mut asked: LevelRequest = body.parse()?;
        let level = read(&asked.level)?;
        let rules = asked.rules.rules(&level)?;
        let limits = asked.limits.limits(states, &bounds, leave)?;
        let has_number_of_states = asked.limits.has_number_of_states();
        let how = How { search: asked.search.take(), has_number_of_states };
        let level = asked.what_if(&level, &rules)?;
        judge(&level, &rules, &limits, &how)
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
