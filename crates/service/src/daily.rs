//! `/daily/riddle`: one riddle a day for everyone, with hints, guesses, and the solution when the day is over.
//!
//! Invariant: before a day is over everywhere, no answer here contains its solution, seed or salt; before it has begun
//! somewhere, nothing of it is public. Operators are exempt.

use super::AppState;
use super::body::{JsonBody, Params, Segments, date, days_of};
use super::clients::Client;
use super::days::{self, TURN, none};
use super::headers::cached;
use super::kinds::{Coordinate, DayName, DayOrToday, LocaleName, ZoneName};
use super::openapi::Example;
use super::operators::{bearer, operator};
use super::pool::WorkToken;
use super::problem::{
    DailyRefusals, DayRefusal, KeyRefusals, Problem, WorkRefusals, internal, no_such_resource,
};
use super::remembered::Day;
use ask::riddle::locale;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use crossword::locale::Locale;
use crossword::riddle::{self, Evaluation, Guess, GuessError, HINTS, Hint};
use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;
use store::daily::{PublicHalf, SolutionHalf, Zone, over};
use store::{Progress, Scope};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Cache time of a riddle whose day is not over, in seconds: it may be replaced.
const YOUNG: u32 = 60;
/// The same for a day that is over.
const OLD: u32 = 86_400;
/// The most days of one request.
const MOST_DAYS: i32 = 100;
/// Default number of days of the archive.
const USUAL_DAYS: i64 = 30;
/// Longest wait for the lexicon.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time zone of `today`.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Where {
    /// The time zone for `today`, such as `Europe/Oslo` or `+05:30`; UTC by default.
    #[param(value_type = ZoneName, inline, nullable = false, required = false, example = "Atlantic/Reykjavik")]
    #[serde(default)]
    tz: Option<String>,
}

/// The requested days of the archive.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Span {
    /// The first day; by default thirty days are listed.
    #[serde(default)]
    #[param(value_type = DayName, inline, nullable = false, required = false, example = "2026-11-01")]
    from: Option<String>,
    /// The last day; yesterday by default.
    #[serde(default)]
    #[param(value_type = DayName, inline, nullable = false, required = false, example = "2026-11-19")]
    to: Option<String>,
}

/// The archive.
#[derive(Debug, Serialize, ToSchema)]
struct Archive {
    /// The public halves, by date; days without a riddle are omitted.
    riddles: Vec<PublicHalf>,
}

/// The solutions of a day.
#[derive(Debug, Serialize, ToSchema)]
struct Solutions {
    /// The solution of the riddle served last.
    #[serde(flatten)]
    latest: SolutionHalf,
    /// The solutions of riddles served earlier on the same day, which count too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<SolutionHalf>,
}

/// The routes without a rate limit.
pub(super) fn open_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(today))
        .routes(routes!(archive))
        .routes(routes!(solution))
        .routes(routes!(hint))
}

/// The routes with a rate limit.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(guess))
}

/// The day of a name: `today` in a time zone, or a date.
fn which(name: &str, tz: Option<&str>, state: &AppState) -> Result<Date, Problem> {
    let zone = match tz {
        None => Zone::UTC,
        // In a query an unescaped plus reads as a space; no zone name has a space.
        Some(name) => Zone::named(&name.replacen(' ', "+", 1)).ok_or_else(|| {
            let words = format!("{name:?} is no time zone such as Europe/Oslo or +05:30");
            Problem::unprocessable("tz", words)
        })?,
    };
    if name == "today" { Ok(zone.today(state.clock.now())) } else { date(name, "date") }
}

/// Get the riddle of a day
///
/// The board, the rack and the score of the best play, without the answer. The commitment binds the service to the
/// answer. `today` is the day in UTC or in the time zone `tz`.
#[utoipa::path(
    get, path = "/daily/riddle/{locale}/{date}", tag = "daily",
    params(
        ("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"),
        ("date" = inline(DayOrToday), Path, description = "A date, or `today`.", example = "today"),
        Where,
    ),
    responses(
        (status = 200, description = "The public half of the riddle.", body = PublicHalf, headers(
            ("ETag", description = "The entity tag."),
            ("Cache-Control", description = "The time for which caches may keep it."),
        )),
        (status = 304, description = "The answer has the entity tag of If-None-Match."),
        DailyRefusals,
    ),
)]
async fn today(
    State(state): State<AppState>,
    Segments((language, name)): Segments<(String, String)>,
    Params(asked): Params<Where>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let locale = locale(&language)?;
    let date = which(&name, asked.tz.as_deref(), &state)?;
    let day = days::day(&state, client, locale, date).await?;
    let age = if name != "today" && over(date, state.clock.now()) { OLD } else { YOUNG };
    Ok(cached(day.body.clone(), &day.etag, age, &headers))
}

/// Get the archive
///
/// The riddles of days before today in UTC.
#[utoipa::path(
    get, path = "/daily/riddle/{locale}", tag = "daily",
    params(("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"), Span),
    responses(
        (status = 200, description = "The public halves.", body = Archive, headers(
            ("ETag", description = "The entity tag."),
            ("Cache-Control", description = "The time for which caches may keep it."),
        )),
        (status = 304, description = "The answer has the entity tag of If-None-Match."),
        DailyRefusals,
    ),
)]
async fn archive(
    State(state): State<AppState>,
    Segments(language): Segments<String>,
    Params(asked): Params<Span>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let locale = locale(&language)?;
    let yesterday = Zone::UTC.today(state.clock.now()).saturating_sub(1.day());
    let to = asked.to.as_deref().map_or(Ok(yesterday), |text| date(text, "to"))?;
    let usual = to.saturating_sub((USUAL_DAYS - 1).days());
    let from = asked.from.as_deref().map_or(Ok(usual), |text| date(text, "from"))?;
    let _ = days_of(from, to, MOST_DAYS)?;
    let _turn = state.reads.turn(client, TURN).await?;
    let rows = state.store.days(locale, from, to.min(yesterday)).await;
    let entries = rows?.latest();
    let secret = state.store.secret();
    let riddles = entries.iter().map(|entry| PublicHalf::of(entry, secret)).collect();
    let body = Bytes::from(serde_json::to_vec(&Archive { riddles }).map_err(|_| internal())?);
    let etag = format!("\"{}\"", hex::encode(Sha256::digest(&body).get(..16).unwrap_or_default()));
    let etag = HeaderValue::from_str(&etag).map_err(|_| internal())?;
    Ok(cached(body, &etag, YOUNG, &headers))
}

/// Evaluate a guess
///
/// The legality, score and rank of a play among all legal plays. If the riddle of a day was replaced, the answers of
/// both riddles count.
#[utoipa::path(
    post, path = "/daily/riddle/{locale}/{date}/guess", tag = "daily", request_body = GuessRequest,
    params(
        ("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"),
        ("date" = inline(DayOrToday), Path, description = "A date, or `today`.", example = "today"),
        Where,
    ),
    responses(
        (status = 200, description = "The evaluation.", body = Evaluation),
        DayRefusal,
        WorkRefusals,
    ),
)]
async fn guess(
    State(state): State<AppState>,
    Segments((language, name)): Segments<(String, String)>,
    Params(zone): Params<Where>,
    client: Client,
    JsonBody(asked): JsonBody<GuessRequest>,
) -> Result<Json<Evaluation>, Problem> {
    let locale = locale(&language)?;
    let date = which(&name, zone.tz.as_deref(), &state)?;
    let day = days::day(&state, client, locale, date).await?;
    let lexicon = state.lexicons.get(locale, PATIENCE).await?;
    let work = move |_: &WorkToken| evaluate(&asked, &day, locale, &lexicon);
    state.quick.run_for(client, PATIENCE, work).await?.map(Json)
}

/// Get the solution of a day
///
/// The best play, and the salt that verifies the commitment; only when the day is over everywhere.
#[utoipa::path(
    get, path = "/daily/riddle/{locale}/{date}/solution", tag = "daily",
    params(
        ("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"),
        ("date" = inline(DayOrToday), Path, description = "A date, or `today`.", example = "2026-11-19"),
        Where,
    ),
    security((), ("operator" = [])),
    responses(
        (status = 200, description = "The solutions.", body = Solutions),
        KeyRefusals,
        DailyRefusals,
    ),
)]
async fn solution(
    State(state): State<AppState>,
    Segments((language, name)): Segments<(String, String)>,
    Params(zone): Params<Where>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let locale = locale(&language)?;
    let date = which(&name, zone.tz.as_deref(), &state)?;
    let now = state.clock.now();
    // Credentials for a proxy, such as a user name and password, are no key.
    let shows = bearer(&headers).is_some() && state.config.has_operators();
    let trusted = shows && operator(&state, client, &headers, Scope::Read).map(|_| true)?;
    if !store::daily::begun(date, now) && !trusted {
        return Err(none(date));
    }
    if !over(date, now) && !trusted {
        let words = format!("The answer of {date} is told when that day is over everywhere.");
        return Err(Problem::new(StatusCode::FORBIDDEN, words));
    }
    let _turn = state.reads.turn(client, TURN).await?;
    let rows = state.store.day(locale, date).await?;
    let last = rows.last_revision();
    let entries = rows.into_entries();
    if entries.last().map(|entry| entry.key.revision) != last {
        return Err(days::damaged(date));
    }
    let secret = state.store.secret();
    let served = entries.iter().filter(|entry| entry.state != Progress::Withdrawn);
    let mut solutions: Vec<_> = served.map(|entry| SolutionHalf::of(entry, secret)).collect();
    let latest = solutions.pop().ok_or_else(|| none(date))?;
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((no_store, Json(Solutions { latest, earlier: solutions })).into_response())
}

/// Get a hint
///
/// 1: the length of the word and the number of tiles; 2: the row or column; 3: the first letter.
#[utoipa::path(
    get, path = "/daily/riddle/{locale}/{date}/hint/{number}", tag = "daily",
    params(
        ("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"),
        ("date" = inline(DayOrToday), Path, description = "A date, or `today`.", example = "today"),
        ("number" = u32, Path, description = "The number of the hint, from 1 to 3.", example = 1, minimum = 1, maximum = 3),
        Where,
    ),
    responses(
        (status = 200, description = "The hint.", body = Hint),
        DailyRefusals,
    ),
)]
async fn hint(
    State(state): State<AppState>,
    Segments((language, name, number)): Segments<(String, String, String)>,
    Params(zone): Params<Where>,
    client: Client,
) -> Result<Response, Problem> {
    let locale = locale(&language)?;
    let date = which(&name, zone.tz.as_deref(), &state)?;
    let read = number.parse().ok().filter(|number| (1..=HINTS).contains(number));
    let hint = read.ok_or_else(|| {
        Problem::unprocessable("number", format!("{number:?} is no number of a hint"))
            .known(1..=HINTS)
    })?;
    // Each hint has one address: a cache must not store `01` beside `1`.
    if hint.to_string() != number {
        return Err(no_such_resource());
    }
    let day = days::day(&state, client, locale, date).await?;
    let latest = day.entries.last().and_then(|entry| riddle::hint(hint, &entry.stored.secret()));
    let hint = latest.ok_or_else(internal)?;
    let age = HeaderValue::from_static("public, max-age=60");
    Ok(([(header::CACHE_CONTROL, age)], Json(hint)).into_response())
}

/// A guess.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::GUESS.value()))]
struct GuessRequest {
    /// First square and direction of the word: `H8` across, `8H` down.
    #[schema(value_type = Coordinate, example = "8H")]
    square: String,
    /// The word; the letter of a blank may have `?` before it.
    #[serde(rename = "move")]
    #[schema(example = "gæs")]
    word: String,
}

/// Evaluates a guess: on the current riddle, unless it is the answer of an earlier one.
fn evaluate(
    asked: &GuessRequest,
    day: &Arc<Day>,
    locale: Locale,
    lexicon: &crossword::lexicon::Lexicon,
) -> Result<Evaluation, Problem> {
    let guess = Guess { square: &asked.square, word: &asked.word };
    let mut first = None;
    for entry in day.entries.iter().rev().filter(|entry| entry.state != Progress::Withdrawn) {
        let position = entry.stored.position(locale).map_err(|error| {
            tracing::error!(%error, "a stored riddle");
            internal()
        })?;
        let here = riddle::evaluate(guess, &position, lexicon).map_err(|error| match error {
            GuessError::Square(why) => Problem::unprocessable("square", why.to_string()),
            GuessError::Word(why) => Problem::unprocessable("move", why.to_string()),
            _ => internal(),
        })?;
        if here.best {
            return Ok(here);
        }
        first.get_or_insert(here);
    }
    first.ok_or_else(internal)
}
