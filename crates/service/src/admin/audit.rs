//! What operators have done and written, read and written by operators: the audit of their acts, and notes about a day.

use super::MOST_DAYS;
use crate::AppState;
use crate::body::{JsonBody, Params, date, days_of};
use crate::kinds::{DayName, LocaleName};
use crate::openapi::Example;
use crate::operators::Operator;
use crate::problem::{AdminRefusals, Problem, internal};
use ask::riddle::locale;
use axum::Json;
use axum::extract::State;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use store::daily::Zone;
use store::{AuditEntry, AuditNote};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Number of days shown by default.
const USUAL_DAYS: i64 = 30;
/// Number of acts shown by default.
const USUAL_ACTS: u32 = 100;
/// The most acts at once.
const MOST_ACTS: u32 = 1000;

/// The part of the audit that is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Span {
    /// The first day, in UTC; without it, thirty days are shown.
    #[serde(default)]
    #[param(value_type = DayName, inline, nullable = false, required = false, example = "2026-11-01")]
    from: Option<String>,
    /// The last day; without it, today.
    #[serde(default)]
    #[param(value_type = DayName, inline, nullable = false, required = false, example = "2026-11-30")]
    to: Option<String>,
    /// How many acts are shown at most, the last ones.
    #[serde(default)]
    #[param(nullable = false, required = false, minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
}

/// The audit.
#[derive(Debug, Serialize, ToSchema)]
struct Audit {
    /// What was done, the last first. A request that makes riddles of many days is an act for each of them.
    acts: Vec<ActLine>,
}

/// What was done, or tried.
#[derive(Debug, Serialize, ToSchema)]
struct ActLine {
    /// When it was asked for, in UTC.
    at: String,
    /// The name of the operator's key; null where none was shown that is one.
    operator: Option<String>,
    /// `make`, `approve`, `replace`, `ban`, or `read` where somebody without a key tried to.
    act: String,
    /// The language; null where the request did not come as far as that.
    locale: Option<String>,
    /// The day, or `evergreen`; null where there is none.
    date: Option<String>,
    /// Which revision; null where there is none.
    revision: Option<i64>,
    /// `done`; `there`, where nothing was to be done; `nothing`, where none was found; `failed`, with the status as
    /// detail; `refused`, for want of a key.
    outcome: String,
    /// The words that were banned, or the status.
    detail: Option<String>,
}

impl From<AuditEntry> for ActLine {
    fn from(noted: AuditEntry) -> Self {
        let told = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            at: noted.at,
            operator: told(noted.operator),
            act: noted.act,
            locale: told(noted.locale),
            date: told(noted.date),
            revision: Some(noted.revision).filter(|revision| *revision > 0),
            outcome: noted.outcome,
            detail: told(noted.detail),
        }
    }
}

/// The resources.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(note)).routes(routes!(audit))
}

/// Read what operators did
///
/// Every riddle that was made, approved or replaced, every ban, and what was tried with a wrong key.
#[utoipa::path(
    get, path = "/admin/audit", tag = "admin", params(Span), security(("operator" = [])),
    responses((status = 200, description = "The acts, the last first.", body = Audit), AdminRefusals),
)]
async fn audit(
    State(state): State<AppState>,
    _: Operator,
    Params(asked): Params<Span>,
) -> Result<Json<Audit>, Problem> {
    let today = Zone::UTC.today(state.clock.now());
    let to = asked.to.as_deref().map_or(Ok(today), |text| date(text, "to"))?;
    let usual = to.saturating_sub((USUAL_DAYS - 1).days());
    let from = asked.from.as_deref().map_or(Ok(usual), |text| date(text, "from"))?;
    let _ = days_of(from, to, MOST_DAYS)?;
    let most = asked.limit.unwrap_or(USUAL_ACTS);
    if !(1..=MOST_ACTS).contains(&most) {
        let words = format!("between 1 and {MOST_ACTS} acts can be shown");
        return Err(Problem::unprocessable("limit", words));
    }
    let until = midnight(to.saturating_add(1.day()))?;
    let acts = state.store.audit(midnight(from)?, until, most).await;
    let acts = acts?;
    Ok(Json(Audit { acts: acts.into_iter().map(ActLine::from).collect() }))
}

/// The moment at which a day begins in UTC.
fn midnight(date: Date) -> Result<Timestamp, Problem> {
    let begins = TimeZone::UTC.to_timestamp(date.at(0, 0, 0, 0));
    begins.map_err(|_| internal())
}

/// The most letters of a note.
const MOST_LETTERS: usize = 1000;

/// A note to be written.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::NOTE.value()))]
struct NoteRequest {
    /// The language.
    #[schema(value_type = LocaleName)]
    locale: String,
    /// The day.
    #[schema(value_type = DayName)]
    date: String,
    /// What is to be remembered.
    #[schema(min_length = 1, max_length = 1000)]
    note: String,
}

/// The notes of a day.
#[derive(Debug, Serialize, ToSchema)]
struct Notes {
    /// The earliest first.
    notes: Vec<NoteLine>,
}

/// What an operator wrote down about a day.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NoteLine {
    /// When it was written, in UTC.
    at: String,
    /// The name of the operator's key.
    operator: String,
    /// The day.
    date: String,
    /// What was written.
    note: String,
}

impl From<AuditNote> for NoteLine {
    fn from(AuditNote { at, operator, date, words }: AuditNote) -> Self {
        Self { at, operator, date, note: words }
    }
}

/// WorkToken a note about a day
///
/// It is for operators alone, and stays: the schedule tells it with the day.
#[utoipa::path(
    post, path = "/admin/riddles/note", tag = "admin", request_body = NoteRequest,
    security(("operator" = [])),
    responses((status = 200, description = "All notes of the day.", body = Notes), AdminRefusals),
)]
async fn note(
    State(state): State<AppState>,
    operator: Operator,
    JsonBody(asked): JsonBody<NoteRequest>,
) -> Result<Json<Notes>, Problem> {
    let (locale, date) = (locale(&asked.locale)?, date(&asked.date, "date")?);
    let words = asked.note.trim();
    let letters = words.chars().count();
    if !(1..=MOST_LETTERS).contains(&letters) {
        let error = format!("{letters} letters; a note has between 1 and {MOST_LETTERS}");
        return Err(Problem::unprocessable("note", error));
    }
    if words.chars().any(|letter| letter.is_control() && letter != '\n') {
        let error = "a note has letters and lines, and no other signs of control";
        return Err(Problem::unprocessable("note", error));
    }
    let (at, store) = (state.clock.now(), &state.store);
    let added = store.add_note((locale, date), at, operator.name(), words).await;
    added?;
    let notes = store.notes(locale, date, date).await?;
    Ok(Json(Notes { notes: notes.into_iter().map(NoteLine::from).collect() }))
}
