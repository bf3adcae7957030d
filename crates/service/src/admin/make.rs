//! Generating and replacing riddles for operators. Each riddle is stored as soon as it is found.
//!
//! Invariant: all searches of one request together take no longer than one search may.

use super::{Scheduled, scheduled};
use crate::AppState;
use crate::body::{JsonBody, date, days_of};
use crate::days::{self, SearchLimits, daily_profile, make_one};
use crate::kinds::{DayName, LocaleName, ProfileName};
use crate::openapi::Example;
use crate::operators::{Operator, attempted, note};
use crate::problem::{AdminRefusals, Problem};
use ask::fields::not_none;
use ask::riddle::{locale, profile};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use crossword::locale::Locale;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use store::daily::{DayOutcome, earlier};
use store::{Earlier, Key, Outcome, Scope, Slot, Subject};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The most riddles of one request.
const MOST_MADE: usize = 366;
/// Default time of the search for one riddle, in seconds.
const USUAL_SECONDS: f64 = 2.0;

/// A request to generate riddles.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::MAKE.value()))]
struct MakeRequest {
    /// The language.
    #[schema(value_type = LocaleName)]
    locale: String,
    /// The first day; omitted for evergreens.
    #[serde(default)]
    #[schema(value_type = Option<DayName>)]
    from: Option<String>,
    /// The last day; the first by default.
    #[serde(default)]
    #[schema(value_type = Option<DayName>)]
    to: Option<String>,
    /// The number of evergreens to generate: spare riddles for days without one.
    #[serde(default, deserialize_with = "ask::fields::maybe")]
    #[schema(minimum = 1, maximum = 366)]
    evergreen: Option<u32>,
    /// The time of each search, in seconds. All searches together are limited to the longest time of one search.
    #[serde(default, rename = "timeLimitSeconds")]
    #[schema(exclusive_minimum = 0.0)]
    time_limit_seconds: Option<f64>,
    /// The largest number of candidates for each riddle.
    #[serde(default, deserialize_with = "ask::fields::maybe")]
    #[schema(minimum = 1, format = "uint64")]
    attempts: Option<u64>,
    /// The profile: `daily`, `design` or `open`.
    #[serde(default)]
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
}

/// The outcome for each day.
#[derive(Debug, Serialize, ToSchema)]
struct Makings {
    /// The outcomes, in the order of the days.
    riddles: Vec<Making>,
}

/// The outcome for a day.
#[derive(Debug, Serialize, ToSchema)]
struct Making {
    /// The day, or `evergreen`.
    date: String,
    /// The revision.
    revision: u32,
    /// `made`, `there` already, or `nothing` found.
    outcome: &'static str,
}

/// A request to replace a riddle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::REPLACE.value()))]
struct ReplaceRequest {
    /// The language.
    #[schema(value_type = LocaleName)]
    locale: String,
    /// The day.
    #[schema(value_type = DayName)]
    date: String,
    /// The time of each search, in seconds. All searches together are limited to the longest time of one search.
    #[serde(default, rename = "timeLimitSeconds")]
    #[schema(exclusive_minimum = 0.0)]
    time_limit_seconds: Option<f64>,
    /// The largest number of candidates for each riddle.
    #[serde(default, deserialize_with = "ask::fields::maybe")]
    #[schema(minimum = 1, format = "uint64")]
    attempts: Option<u64>,
    /// The profile: `daily`, `design` or `open`.
    #[serde(default)]
    #[schema(value_type = Option<ProfileName>)]
    profile: Option<String>,
}

/// The resources.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(make)).routes(routes!(replace))
}

/// Generate riddles
///
/// For days without a riddle, or evergreens. Each riddle is stored as soon as it is found.
#[utoipa::path(
    post, path = "/admin/riddles/make", tag = "admin", request_body = MakeRequest,
    security(("operator" = [])),
    responses((status = 200, description = "The outcomes.", body = Makings), AdminRefusals),
)]
async fn make(
    State(state): State<AppState>,
    operator: Operator,
    JsonBody(asked): JsonBody<MakeRequest>,
) -> Result<Json<Makings>, Problem> {
    let state = operator.acting(&state, Scope::Make);
    let keys = asked.keys(&state).await?;
    let MakeRequest { time_limit_seconds, attempts, profile, .. } = &asked;
    let limits = limits(&state, keys.len(), *time_limit_seconds, *attempts, profile.as_deref())?;
    let mut riddles = Vec::new();
    for key in keys {
        riddles.push(attempted(&state.store, (&key).into(), made(&state, &key, &limits)).await?);
    }
    Ok(Json(Makings { riddles }))
}

/// Generates the riddle of a key, unless its day has one.
async fn made(state: &AppState, key: &Key, limits: &SearchLimits) -> Result<Making, Problem> {
    let there = match key.slot {
        Slot::Day(date) => state.store.day(key.locale, date).await.map(|rows| rows.last_revision()),
        Slot::Evergreen => Ok(None),
    };
    let (revision, outcome) = match there? {
        Some(revision) => (revision, Outcome::There),
        None => (key.revision, outcome(&make_one(state, &state.pool, key, limits).await?)),
    };
    let word = match outcome {
        Outcome::Done => "made",
        Outcome::There => "there",
        _ => "nothing",
    };
    if outcome != Outcome::Done {
        note(&state.store, (&Key { revision, ..*key }).into(), outcome).await;
    }
    Ok(Making { date: key.slot.to_string(), revision, outcome: word })
}

fn outcome(made: &DayOutcome) -> Outcome {
    match made {
        DayOutcome::Stored(..) => Outcome::Done,
        // A first riddle is never too late.
        DayOutcome::AlreadyStored | DayOutcome::Over => Outcome::There,
        DayOutcome::NoRiddle(_) => Outcome::NoRiddle,
    }
}

impl MakeRequest {
    /// Keys of the riddles to generate.
    async fn keys(&self, state: &AppState) -> Result<Vec<Key>, Problem> {
        let locale = locale(&self.locale)?;
        let key = |slot, revision| Key { locale, slot, revision };
        match (&self.from, self.evergreen) {
            (Some(_), Some(_)) => Err(Problem::unprocessable(
                "evergreen",
                "evergreens are of no day: leave out from and to",
            )),
            (None, None) => {
                Err(Problem::unprocessable("from", "from or evergreen says which riddles"))
            }
            (None, Some(number)) if !(1..=MOST_MADE as u32).contains(&number) => {
                Err(Problem::unprocessable(
                    "evergreen",
                    format!("between 1 and {MOST_MADE} can be made"),
                ))
            }
            (None, Some(number)) => {
                let there = state.store.evergreens(locale).await?;
                let last = there.last_revision().unwrap_or(0);
                Ok((1..=number).map(|n| key(Slot::Evergreen, last + n)).collect())
            }
            (Some(from), None) => {
                let first = date(from, "from")?;
                let last = self.to.as_deref().map_or(Ok(first), |text| date(text, "to"))?;
                let days = days_of(first, last, MOST_MADE as i32)?;
                Ok(days.into_iter().map(|date| key(Slot::Day(date), 1)).collect())
            }
        }
    }
}

/// The limits of each of `riddles` searches, which together take no longer than one search may.
fn limits(
    state: &AppState,
    riddles: usize,
    seconds: Option<f64>,
    attempts: Option<u64>,
    profile: Option<&str>,
) -> Result<SearchLimits, Problem> {
    let profile = profile.map_or_else(daily_profile, |name| Ok(self::profile(name)?))?;
    let most = state.config.longest_search().as_secs_f64() / riddles.max(1) as f64;
    let asked = seconds.unwrap_or(USUAL_SECONDS.min(most));
    // NaN fails both comparisons.
    if !(asked > 0.0 && asked <= most) {
        let words =
            format!("between 0 and {most:.3} seconds each can be had for {riddles} riddles");
        return Err(Problem::unprocessable("timeLimitSeconds", words));
    }
    not_none("attempts", attempts)?;
    Ok(SearchLimits {
        profile,
        time: Duration::from_secs_f64(asked),
        patience: Duration::ZERO,
        attempts,
    })
}

/// Replace a riddle
///
/// The new riddle has the next revision. On a day that has begun the answers of both riddles count. A day that is over
/// keeps its riddle.
#[utoipa::path(
    post, path = "/admin/riddles/replace", tag = "admin", request_body = ReplaceRequest,
    security(("operator" = [])),
    responses((status = 200, description = "The new riddle.", body = Scheduled), AdminRefusals),
)]
async fn replace(
    State(state): State<AppState>,
    operator: Operator,
    JsonBody(asked): JsonBody<ReplaceRequest>,
) -> Result<Json<Scheduled>, Problem> {
    let (locale, date) = (locale(&asked.locale)?, date(&asked.date, "date")?);
    let ReplaceRequest { time_limit_seconds, attempts, profile, .. } = &asked;
    let limits = limits(&state, 1, *time_limit_seconds, *attempts, profile.as_deref())?;
    let state = operator.acting(&state, Scope::Replace);
    let subject = Subject { locale: Some(locale), slot: Some(Slot::Day(date)), revision: 0 };
    attempted(&state.store, subject, replaced(&state, locale, date, &limits)).await
}

/// Generates the next revision of a day.
async fn replaced(
    state: &AppState,
    locale: Locale,
    date: Date,
    limits: &SearchLimits,
) -> Result<Json<Scheduled>, Problem> {
    let there = state.store.day(locale, date).await?;
    let last = there.last_revision().ok_or_else(|| days::none(date))?;
    let slot = Slot::Day(date);
    // Checked again when the new riddle is stored: the day may end during the search.
    if earlier(slot, &state.clock) == Earlier::Stay {
        return Err(over(date));
    }
    let key = Key { locale, slot, revision: last + 1 };
    match make_one(state, &state.pool, &key, limits).await? {
        DayOutcome::Stored(..) => scheduled(state, &key, date).await,
        DayOutcome::Over => Err(over(date)),
        DayOutcome::AlreadyStored => {
            Err(Problem::new(StatusCode::CONFLICT, "Another request has just replaced it."))
        }
        DayOutcome::NoRiddle(report) => {
            let rejects = report.tally.iter().map(|(reject, n)| (reject.name().to_owned(), n));
            let words = "Nothing was found in time; the riddle stays as it is.";
            let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, words);
            Err(problem.rejects(rejects.collect()).retry_after(1))
        }
    }
}

/// 409: a day that is over keeps its riddle, because it was played and its answer may have been published.
fn over(date: Date) -> Problem {
    let words =
        format!("{date} is over everywhere, or will be in a moment: its riddle stays as it is.");
    Problem::new(StatusCode::CONFLICT, words).field("date")
}
