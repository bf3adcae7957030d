//! `POST /riddle`: a riddle, searched for on one thread for as long as the client likes to wait.
//!
//! Invariant: with a seed and a number of attempts the answer is the same for ever; where the time comes before
//! the attempts are made, there is none.

use super::State;
use super::body::Asked;
use super::kinds::{BoardName, LocaleName, ProfileName};
use super::openapi::Example;
use super::pool::Leave;
use super::problem::{Problem, WorkRefusals};
use super::whole::maybe;
use crate::cli::seed::draw;
use crate::wire::riddle::RiddleLine;
use axum::Json;
use axum::extract::State as Extract;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use crossword::board::BoardType;
use crossword::lexicon::Lexicon;
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{Profile, Reject, Request, Riddle, make};
use search::{Budget, Control, Goal, Seed, Stop, Tally};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What is said where nothing was found.
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
            ("X-Time-Limit-Seconds", description = "The limit that held, where a longer one was asked for."),
        )),
        WorkRefusals,
    ),
)]
async fn riddle(
    Extract(state): Extract<State>,
    Asked(asked): Asked<RiddleRequest>,
) -> Result<Response, Problem> {
    let begin = Instant::now();
    let request = asked.request()?;
    let seed = asked.seed()?;
    let time = asked.time(&state)?;
    let locale = request.setting.locale;
    let lexicon = state.lexicons.get(locale, time).await?;
    let attempts = asked.attempts;
    let left = time.saturating_sub(begin.elapsed());
    let work = move |leave: &Leave| search(&request, &lexicon, seed, attempts, leave);
    let searched = state.pool.run(left, work).await?;
    let rejects = searched.tally.iter().map(|(reject, n)| (reject.name(), n));
    state.metrics.riddles(locale.name(), searched.accepted, rejects);
    let exact = asked.seed.is_some() && attempts.is_some();
    let riddle = searched.riddle.filter(|_| !exact || searched.stop == Stop::Attempts);
    let Some(riddle) = riddle else { return Err(nothing(&searched.tally)) };
    Ok(cut(Json(RiddleLine::from(&riddle)), asked.time_limit_seconds, time))
}

/// What a search found.
struct Searched {
    riddle: Option<Riddle>,
    tally: Tally<Reject>,
    accepted: u64,
    stop: Stop,
}

fn search(
    request: &Request,
    lexicon: &Arc<Lexicon>,
    seed: Seed,
    attempts: Option<u64>,
    leave: &Leave,
) -> Searched {
    let budget = Budget { goal: Goal::Best(1), attempts, time: Some(leave.left()) };
    let control = Control { cancel: leave.cancel(), ..Control::default() };
    // The lexicon is that of the request's locale, so its alphabet fits.
    match make(request, lexicon, seed, &budget, &control) {
        Ok(report) => Searched {
            riddle: report.riddles.into_iter().next(),
            tally: report.tally,
            accepted: report.accepted,
            stop: report.stop,
        },
        Err(error) => {
            tracing::error!(%error, "a lexicon with another alphabet than its locale");
            Searched { riddle: None, tally: Tally::default(), accepted: 0, stop: Stop::Cancelled }
        }
    }
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

/// Reads a seed; without one, one is drawn.
pub(super) fn seed(given: Option<u64>) -> Result<Seed, Problem> {
    given
        .map_or_else(|| draw(1), Seed::new)
        .map_err(|error| Problem::unprocessable("seed", error.to_string()))
}

impl RiddleRequest {
    fn request(&self) -> Result<Request, Problem> {
        let board = board(self.board_type.as_deref(), "boardType")?;
        let locale = locale(&self.locale)?;
        let profile =
            Profile::named(self.profile.as_deref().unwrap_or("design")).map_err(|error| {
                Problem::unprocessable("profile", error.to_string()).known(Profile::NAMES)
            })?;
        if self.attempts == Some(0) {
            return Err(Problem::unprocessable("attempts", "at least one attempt is wanted"));
        }
        Ok(Request::new(Setting { locale, board }, profile))
    }

    fn seed(&self) -> Result<Seed, Problem> {
        seed(self.seed)
    }

    fn time(&self, state: &State) -> Result<Duration, Problem> {
        if self.time_limit_seconds > 0.0 {
            return Ok(state.search_time(self.time_limit_seconds));
        }
        Err(Problem::unprocessable("timeLimitSeconds", "more than 0 seconds are wanted"))
    }
}
