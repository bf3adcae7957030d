//! The audit of operators' acts, and operators' notes about days.

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

/// Default number of days.
const USUAL_DAYS: i64 = 30;
/// Default number of acts.
const USUAL_ACTS: u32 = 100;
/// The most acts at once.
const MOST_ACTS: u32 = 1000;

/// The requested part of the audit.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Span {
    /// The first day, in UTC; by default thirty days are listed.
    #[serde(default)]
    #[param(value_type = DayName, inline, nullable = false, required = false, example = "2026-11-01")]
    from: Option<String>,
    /// The last day; today by default.
    #[serde(default)]
    #[param(value_type = DayName, inline, nullable = false, required = false, example = "2026-11-30")]
    to: Option<String>,
    /// The largest number of acts listed; the last ones are kept.
    #[serde(default)]
    #[param(nullable = false, required = false, minimum = 1, maximum = 1000, default = 100)]
    limit: Option<u32>,
}

/// The audit.
#[derive(Debug, Serialize, ToSchema)]
struct Audit {
    /// The acts, the last first. A request that generates riddles for several days is one act for each.
    acts: Vec<ActLine>,
}

/// An act or attempted act.
#[derive(Debug, Serialize, ToSchema)]
struct ActLine {
    /// Time of the request, in UTC.
    at: String,
    /// The name of the operator's key; null without a valid key.
    operator: Option<String>,
    /// `make`, `approve`, `replace`, `ban`, or `read` (an attempt to read without a valid key).
    act: String,
    /// The language; null if the request was refused before it was read.
    locale: Option<String>,
    /// The day, or `evergreen`; null if there is none.
    date: Option<String>,
    /// The revision; null if there is none.
    revision: Option<i64>,
    /// `done`; `there` if a riddle existed already; `nothing` if none was found; `failed`, with the status as detail;
    /// `refused` without a valid key.
    outcome: String,
    /// The banned words, or the status.
    detail: Option<String>,
}

impl From<AuditEntry> for ActLine {
    fn from(noted: AuditEntry) -> Self {
        let non_empty = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            at: noted.at,
            operator: non_empty(noted.operator),
            act: noted.act,
            locale: non_empty(noted.locale),
            date: non_empty(noted.date),
            revision: Some(noted.revision).filter(|revision| *revision > 0),
            outcome: noted.outcome,
            detail: non_empty(noted.detail),
        }
    }
}

/// The resources.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(note)).routes(routes!(audit))
}

/// Read the audit of operators' acts
///
/// Lists every riddle generated, approved or replaced, every ban, and every attempt with a wrong key.
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

/// The beginning of a day in UTC.
fn midnight(date: Date) -> Result<Timestamp, Problem> {
    let begins = TimeZone::UTC.to_timestamp(date.at(0, 0, 0, 0));
    begins.map_err(|_| internal())
}

/// The most letters of a note.
const MOST_LETTERS: usize = 1000;

/// A new note about a day.
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
    /// The text of the note.
    #[schema(min_length = 1, max_length = 1000)]
    note: String,
}

/// All notes about a day.
#[derive(Debug, Serialize, ToSchema)]
struct Notes {
    /// The notes, the earliest first.
    notes: Vec<NoteLine>,
}

/// An operator's note about a day.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NoteLine {
    /// Time of writing, in UTC.
    at: String,
    /// The name of the operator's key.
    operator: String,
    /// The day.
    date: String,
    /// The text.
    note: String,
}

impl From<AuditNote> for NoteLine {
    fn from(AuditNote { at, operator, date, words }: AuditNote) -> Self {
        Self { at, operator, date, note: words }
    }
}

/// Add a note about a day
///
/// Only operators can read notes. Notes are permanent; the schedule lists them with their days.
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
