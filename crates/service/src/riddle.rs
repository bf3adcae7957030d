//! `POST /riddle`: searches a riddle within a time set by the client, on threads shared by all requests.
//!
//! Invariant: with a seed and a number of attempts the answer is always the same; if the time ends before the attempts
//! do, there is no answer.

use super::AppState;
use super::body::{JsonBody, unreadable};
use super::clients::Client;
use super::openapi::Example;
use super::problem::{Problem, WorkRefusals, internal};
use super::searches::SearchResult;
use ask::riddle::TIME;
use ask::{Refusal, RiddleRequest, RiddleTask};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use crossword::json::riddle::RiddleLine;
use crossword::lexicon::Lexicon;
use crossword::riddle::{OwnRiddles, RejectReason};
use search::{Budget, Control, Goal, Seed, Stop, Tally};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The message if nothing was found.
const NOTHING: &str = "Could not generate a suitable riddle in the allotted time.";

/// The resource.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(riddle))
}

/// Generate a riddle
///
/// A position whose best play is the answer: the best riddle found in the time. A seed and a number of attempts always
/// give the same riddle.
#[utoipa::path(
    post, path = "/riddle", tag = "crosswords",
    request_body(content = RiddleRequest, example = json!(Example::RIDDLE.value())),
    responses(
        (status = 200, description = "A riddle with its answer.", body = RiddleLine, headers(
            ("X-Attempts", description = "The number of candidates."),
            ("Server-Timing", description = "The total processor time of the search, in milliseconds: `search;dur=`."),
            ("X-Time-Limit-Seconds", description = "The limit in seconds that replaced a longer requested one."),
        )),
        WorkRefusals,
    ),
)]
async fn riddle(
    State(state): State<AppState>,
    client: Client,
    JsonBody(mut asked): JsonBody<RiddleRequest>,
) -> Result<Response, Problem> {
    let begin = Instant::now();
    // The time is a limit of the service and can be combined with a number of attempts.
    let seconds = asked.time.take().unwrap_or(TIME.as_secs_f64());
    let (task, seed) = (asked.task().map_err(problem_of)?, seed(asked.seed)?);
    let locale = task.locale.ok_or_else(|| unreadable("", "missing field `locale`"))?;
    if seconds <= 0.0 || seconds.is_nan() {
        return Err(Problem::unprocessable("timeLimitSeconds", "expected more than 0 seconds"));
    }
    let time = state.search_time(seconds);
    let lexicon = state.lexicons.get(locale, time).await?;
    let left = time.saturating_sub(begin.elapsed());
    let SearchResult { report, given } = match task.attempt {
        Some(_) => state.pool.run_for(client, left, move |_| one(&task, &lexicon, seed)).await??,
        None => {
            let riddles = own(&task, lexicon)?;
            let budget = Budget { goal: Goal::Best(1), attempts: asked.attempts, time: Some(left) };
            state.searches.riddles(client, riddles, seed, budget).await?
        }
    };
    let rejects = report.tally.iter().map(|(reject, n)| (reject.name(), n));
    state.metrics.riddles(locale.name(), report.accepted, rejects);
    let exact = asked.seed.is_some() && asked.attempts.is_some();
    let riddle = report.riddles.first().filter(|_| !exact || report.stop == Stop::Attempts);
    let answer = match riddle {
        Some(riddle) => cut(Json(RiddleLine::from(riddle)), seconds, time),
        None => nothing(&report.tally).into_response(),
    };
    Ok(spent(answer, report.attempts, given))
}

/// Turns a refusal into a problem, with the older name of a field.
fn problem_of(mut refusal: Refusal) -> Problem {
    if refusal.field == "board_type" {
        "boardType".clone_into(&mut refusal.field);
    }
    refusal.into()
}

/// A single attempt.
fn one(task: &RiddleTask, lexicon: &Lexicon, seed: Seed) -> Result<SearchResult, Problem> {
    let begin = Instant::now();
    let report = task.tried(lexicon, seed, &Control::default())?;
    Ok(SearchResult { report, given: begin.elapsed() })
}

/// The search problem, for threads that outlive the request.
fn own(task: &RiddleTask, lexicon: Arc<Lexicon>) -> Result<OwnRiddles, Problem> {
    // The lexicon is of the request's locale, so the alphabets agree.
    OwnRiddles::new(task.request(&lexicon)?, lexicon).map_err(|error| {
        tracing::error!(%error, "a lexicon with another alphabet than its locale");
        internal()
    })
}

/// Adds headers with the attempts and time spent; times do not belong in the reproducible body.
fn spent(mut answer: Response, attempts: u64, given: Duration) -> Response {
    let headers = answer.headers_mut();
    headers.insert("x-attempts", HeaderValue::from(attempts));
    let timing = format!("search;dur={:.1}", given.as_secs_f64() * 1000.0);
    if let Ok(timing) = HeaderValue::from_str(&timing) {
        headers.insert("server-timing", timing);
    }
    answer
}

/// The answer if nothing was found, with the numbers of rejected candidates by reason.
fn nothing(tally: &Tally<RejectReason>) -> Problem {
    let rejects: BTreeMap<String, u64> =
        tally.iter().map(|(reject, n)| (reject.name().to_owned(), n)).collect();
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, NOTHING).rejects(rejects).retry_after(1)
}

/// Adds a header if the requested time was cut.
pub(super) fn cut(answer: impl IntoResponse, asked: f64, time: Duration) -> Response {
    let mut response = answer.into_response();
    if asked > time.as_secs_f64() {
        let seconds = time.as_secs();
        let warning = format!("299 - \"timeLimitSeconds was cut to {seconds}\"");
        let headers = response.headers_mut();
        headers.insert("x-time-limit-seconds", HeaderValue::from(seconds));
        if let Ok(warning) = HeaderValue::from_str(&warning) {
            headers.insert("warning", warning);
        }
    }
    response
}

/// Checks a seed; draws one if none is given.
pub(super) fn seed(given: Option<u64>) -> Result<Seed, Problem> {
    given
        .map_or_else(|| Ok(Seed::random(1)), Seed::new)
        .map_err(|error| Problem::unprocessable("seed", error.to_string()))
}
