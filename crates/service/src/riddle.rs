//! `POST /riddle`: a riddle, searched for as long as the client likes to wait, by threads that all share who ask.
//!
//! Invariant: with a seed and a number of attempts the answer is the same for ever; where the time comes before
//! the attempts are made, there is none.

use super::State;
use super::body::Asked;
use super::clients::Client;
use super::kinds::{BoardName, LocaleName, ProfileName};
use super::openapi::Example;
use super::problem::{Problem, WorkRefusals, internal};
use super::searches::Searched;
use ask::fields::maybe;
use axum::Json;
use axum::extract::State as Extract;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use crossword::board::BoardType;
use crossword::json::riddle::RiddleLine;
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{OwnRiddles, Profile, Reject, Request};
use search::{Budget, Goal, Seed, Stop, Tally};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Message where nothing was found.
const NOTHING: &str = "Could not generate a suitable riddle in the allotted time.";

/// What is asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::RIDDLE.value()))]
struct RiddleRequest {
    /// The language; short names such as `is` will do.
    #[schema(value_type = LocaleName, example = "is_IS")]
    locale: String,
    /// The board: `standard` or `explo`. `board_type` is read too.
    #[serde(default, rename = "boardType", alias = "board_type")]
    #[schema(value_type = Option<BoardName>)]
    board_type: Option<String>,
    /// How long may be searched; longer than the service allows is cut, and a header says so.
    #[serde(default = "usual_seconds", rename = "timeLimitSeconds")]
    #[schema(exclusive_minimum = 0.0, default = 15)]
    time_limit_seconds: f64,
    /// Where all choices come from; without it one is drawn, and the answer says which.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    #[serde(default, deserialize_with = "maybe")]
    seed: Option<u64>,
    /// How many candidates are made at most.
    #[serde(default, deserialize_with = "maybe")]
    #[schema(minimum = 1)]
    attempts: Option<u64>,
    /// Which candidates are riddles: `design` and `daily` have words that people know, `open` any.
    #[serde(default)]
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
}

fn usual_seconds() -> f64 {
    15.0
}

/// The resource.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new().routes(routes!(riddle))
}

/// Make a riddle
///
/// A position whose best play is the answer, the best that was found in the time. With a seed and a number of
/// attempts it is the same again.
#[utoipa::path(
    post, path = "/riddle", tag = "crosswords", request_body = RiddleRequest,
    responses(
        (status = 200, description = "A riddle with its answer.", body = RiddleLine, headers(
            ("X-Attempts", description = "How many candidates were made."),
            ("Server-Timing", description = "How much processor time threads gave to the search, all together: `search;dur=` milliseconds."),
            ("X-Time-Limit-Seconds", description = "The limit that held, where a longer one was asked for."),
        )),
        WorkRefusals,
    ),
)]
async fn riddle(
    Extract(state): Extract<State>,
    client: Client,
    Asked(asked): Asked<RiddleRequest>,
) -> Result<Response, Problem> {
    let begin = Instant::now();
    let request = asked.request()?;
    let seed = seed(asked.seed)?;
    let time = asked.time(&state)?;
    let locale = request.setting.locale;
    let lexicon = state.lexicons.get(locale, time).await?;
    // The lexicon is that of the request's locale, so its alphabet fits.
    let riddles = OwnRiddles::new(request, lexicon).map_err(|error| {
        tracing::error!(%error, "a lexicon with another alphabet than its locale");
        internal()
    })?;
    let left = time.saturating_sub(begin.elapsed());
    let budget = Budget { goal: Goal::Best(1), attempts: asked.attempts, time: Some(left) };
    let Searched { report, given } = state.searches.riddles(client, riddles, seed, budget).await?;
    let rejects = report.tally.iter().map(|(reject, n)| (reject.name(), n));
    state.metrics.riddles(locale.name(), report.accepted, rejects);
    let exact = asked.seed.is_some() && asked.attempts.is_some();
    let riddle = report.riddles.first().filter(|_| !exact || report.stop == Stop::Attempts);
    let answer = match riddle {
        Some(riddle) => cut(Json(RiddleLine::from(riddle)), asked.time_limit_seconds, time),
        None => nothing(&report.tally).into_response(),
    };
    Ok(spent(answer, report.attempts, given))
}

/// An answer that says what the search had: a clock's figure is no part of what was found.
fn spent(mut answer: Response, attempts: u64, given: Duration) -> Response {
    let headers = answer.headers_mut();
    headers.insert("x-attempts", HeaderValue::from(attempts));
    let timing = format!("search;dur={:.1}", given.as_secs_f64() * 1000.0);
    if let Ok(timing) = HeaderValue::from_str(&timing) {
        headers.insert("server-timing", timing);
    }
    answer
}

/// Nothing was found: how often candidates fell, by reason.
fn nothing(tally: &Tally<Reject>) -> Problem {
    let rejects: BTreeMap<String, u64> =
        tally.iter().map(|(reject, n)| (reject.name().to_owned(), n)).collect();
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, NOTHING).rejects(rejects).retry_after(1)
}

/// An answer that says when the time that was asked for was cut.
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

/// Reads a locale.
pub(super) fn locale(text: &str) -> Result<Locale, Problem> {
    text.parse().map_err(|error: crossword::locale::LocaleError| {
        Problem::unprocessable("locale", error.to_string()).known(Locale::ALL)
    })
}

/// Reads the name of a board; without one it is the standard board.
pub(super) fn board(name: Option<&str>, field: &str) -> Result<BoardType, Problem> {
    let read = name.map_or(Ok(BoardType::Standard), str::parse);
    read.map_err(|error: crossword::board::BoardTypeError| {
        Problem::unprocessable(field, error.to_string()).known(BoardType::ALL)
    })
}

/// Reads the name of a profile.
pub(super) fn profile(name: &str) -> Result<Profile, Problem> {
    Profile::named(name)
        .map_err(|error| Problem::unprocessable("profile", error.to_string()).known(Profile::NAMES))
}

/// A number of attempts, which is not 0.
pub(super) fn some_attempts(attempts: Option<u64>) -> Result<Option<u64>, Problem> {
    match attempts {
        Some(0) => Err(Problem::unprocessable("attempts", "at least one attempt is wanted")),
        attempts => Ok(attempts),
    }
}

/// Reads a seed; without one, one is drawn.
pub(super) fn seed(given: Option<u64>) -> Result<Seed, Problem> {
    given
        .map_or_else(|| Ok(Seed::random(1)), Seed::new)
        .map_err(|error| Problem::unprocessable("seed", error.to_string()))
}

impl RiddleRequest {
    fn request(&self) -> Result<Request, Problem> {
        let board = board(self.board_type.as_deref(), "boardType")?;
        let locale = locale(&self.locale)?;
        let profile = profile(self.profile.as_deref().unwrap_or("design"))?;
        some_attempts(self.attempts)?;
        Ok(Request::new(Setting { locale, board }, profile))
    }

    fn time(&self, state: &State) -> Result<Duration, Problem> {
        if self.time_limit_seconds > 0.0 {
            return Ok(state.search_time(self.time_limit_seconds));
        }
        Err(Problem::unprocessable("timeLimitSeconds", "more than 0 seconds are wanted"))
    }
}
