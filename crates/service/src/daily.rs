//! `/daily/riddle`: one riddle a day for everybody, its hints, guesses, and the answer when the day is over.
//!
//! Invariant: before a day is over everywhere, nothing that is answered here holds the answer, the seed or the
//! salt; before it has begun somewhere, there is nothing of it at all, unless the operator asks.

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

/// Time for which a cache may keep the riddle of a day that is not over, in seconds: it may be replaced.
const YOUNG: u32 = 60;
/// The same for a day that is over.
const OLD: u32 = 86_400;
/// The most days of the archive at once.
const MOST_DAYS: i32 = 100;
/// Number of days of the archive by default.
const USUAL_DAYS: i64 = 30;
/// Longest time of waiting for the lexicon.
const PATIENCE: Duration = Duration::from_secs(10);

/// The place whose today is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Where {
    /// The time zone in which it is today, such as `Europe/Oslo` or `+05:30`; without it, UTC.
    #[param(value_type = ZoneName, inline, nullable = false, required = false, example = "Atlantic/Reykjavik")]
    #[serde(default)]
    tz: Option<String>,
}

/// The days of the archive that are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Span {
    /// The first day; without it, thirty days are shown.
    #[serde(default)]
    #[param(value_type = DayName, inline, nullable = false, required = false, example = "2026-11-01")]
    from: Option<String>,
    /// The last day; without it, yesterday.
    #[serde(default)]
    #[param(value_type = DayName, inline, nullable = false, required = false, example = "2026-11-19")]
    to: Option<String>,
}

/// The archive.
#[derive(Debug, Serialize, ToSchema)]
struct Archive {
    /// The public halves, by date; days that have no riddle are not there.
    riddles: Vec<PublicHalf>,
}

/// The answers of a day.
#[derive(Debug, Serialize, ToSchema)]
struct Solutions {
    /// The riddle that was served last.
    #[serde(flatten)]
    latest: SolutionHalf,
    /// Those that were served before on the same day, and count too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<SolutionHalf>,
}

/// Those that anybody may ask at any time.
pub(super) fn open_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(today))
        .routes(routes!(archive))
        .routes(routes!(solution))
        .routes(routes!(hint))
}

/// Those that are counted.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(guess))
}

/// The day of a name: `today` somewhere, or a date.
fn which(name: &str, tz: Option<&str>, state: &AppState) -> Result<Date, Problem> {
    let zone = match tz {
        None => Zone::UTC,
        // In an address a plus is a blank, unless it is written as %2B; nobody means a blank.
        Some(name) => Zone::named(&name.replacen(' ', "+", 1)).ok_or_else(|| {
            let words = format!("{name:?} is no time zone such as Europe/Oslo or +05:30");
            Problem::unprocessable("tz", words)
        })?,
    };
    if name == "today" { Ok(zone.today(state.clock.now())) } else { date(name, "date") }
}

/// The riddle of a day
///
/// The board, the rack and what the best play is worth; not the answer, to which the commitment binds the service.
/// `today` is today in UTC or in the time zone `tz`.
#[utoipa::path(
    get, path = "/daily/riddle/{locale}/{date}", tag = "daily",
    params(
        ("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"),
        ("date" = inline(DayOrToday), Path, description = "A date, or `today`.", example = "today"),
        Where,
    ),
    responses(
        (status = 200, description = "The public half of the riddle.", body = PublicHalf, headers(
            ("ETag", description = "By which a cache knows it."),
            ("Cache-Control", description = "How long it may be kept."),
        )),
        (status = 304, description = "The one that If-None-Match names."),
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

/// The archive
///
/// The riddles of past days; past is what is before today in UTC.
#[utoipa::path(
    get, path = "/daily/riddle/{locale}", tag = "daily",
    params(("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"), Span),
    responses(
        (status = 200, description = "The public halves.", body = Archive, headers(
            ("ETag", description = "By which a cache knows it."),
            ("Cache-Control", description = "How long it may be kept."),
        )),
        (status = 304, description = "The one that If-None-Match names."),
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

/// Guess
///
/// How a play stands among all that are legal. Where the riddle of a day was replaced, the answer of either counts.
#[utoipa::path(
    post, path = "/daily/riddle/{locale}/{date}/guess", tag = "daily", request_body = GuessRequest,
    params(
        ("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"),
        ("date" = inline(DayOrToday), Path, description = "A date, or `today`.", example = "today"),
        Where,
    ),
    responses(
        (status = 200, description = "How it stands.", body = Evaluation),
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
    let work = move |_: &WorkToken| judge(&asked, &day, locale, &lexicon);
    state.quick.run_for(client, PATIENCE, work).await?.map(Json)
}

/// The answer of a day
///
/// When the day is over everywhere: the best play, and the salt by which the commitment is verified.
#[utoipa::path(
    get, path = "/daily/riddle/{locale}/{date}/solution", tag = "daily",
    params(
        ("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"),
        ("date" = inline(DayOrToday), Path, description = "A date, or `today`.", example = "2026-11-19"),
        Where,
    ),
    security((), ("operator" = [])),
    responses(
        (status = 200, description = "The answer.", body = Solutions),
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
    // What is meant for a proxy, such as a user's name and password, is no key.
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
    let mut told: Vec<_> = served.map(|entry| SolutionHalf::of(entry, secret)).collect();
    let latest = told.pop().ok_or_else(|| none(date))?;
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((no_store, Json(Solutions { latest, earlier: told })).into_response())
}

/// A hint
///
/// 1: how long the word is and how many tiles it takes; 2: the row or column; 3: the first letter.
#[utoipa::path(
    get, path = "/daily/riddle/{locale}/{date}/hint/{number}", tag = "daily",
    params(
        ("locale" = inline(LocaleName), Path, description = "The language.", example = "en_US"),
        ("date" = inline(DayOrToday), Path, description = "A date, or `today`.", example = "today"),
        ("number" = u32, Path, description = "From 1 to 3.", example = 1, minimum = 1, maximum = 3),
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
    // Each hint has one address: no cache keeps `01` beside `1`.
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
    /// Where the word begins: `H8` across, `8H` down.
    #[schema(value_type = Coordinate, example = "8H")]
    square: String,
    /// The word; `?` may stand before the letter of a blank.
    #[serde(rename = "move")]
    #[schema(example = "gæs")]
    word: String,
}

/// Judges a guess: on the riddle that is served, unless it is the answer of an earlier one.
fn judge(
    asked: &GuessRequest,
    day: &Arc<Day>,
    locale: Locale,
    lexicon: &crossword::lexicon::Lexicon,
) -> Result<Evaluation, Problem> {
    let guess = Guess { square: &asked.square, word: &asked.word };
    let mut judged = None;
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
        judged.get_or_insert(here);
    }
    judged.ok_or_else(internal)
}
