//! Notes that operators leave each other about a day.

use crate::State;
use crate::body::Asked;
use crate::days::broken;
use crate::kinds::{DayName, LocaleName};
use crate::openapi::Example;
use crate::operators::Operator;
use crate::params::date;
use crate::problem::{AdminRefusals, Problem};
use crate::riddle::locale;
use axum::Json;
use axum::extract::State as Extract;
use serde::{Deserialize, Serialize};
use store::Note;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

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

impl From<Note> for NoteLine {
    fn from(Note { at, operator, date, words }: Note) -> Self {
        Self { at, operator, date, note: words }
    }
}

/// The resource.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new().routes(routes!(note))
}

/// Leave a note about a day
///
/// It is for operators alone, and stays: the schedule tells it with the day.
#[utoipa::path(
    post, path = "/admin/riddles/note", tag = "admin", request_body = NoteRequest,
    security(("operator" = [])),
    responses((status = 200, description = "All notes of the day.", body = Notes), AdminRefusals),
)]
async fn note(
    Extract(state): Extract<State>,
    operator: Operator,
    Asked(asked): Asked<NoteRequest>,
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
    added.map_err(|error| broken(&error))?;
    let notes = store.notes(locale, date, date).await.map_err(|error| broken(&error))?;
    Ok(Json(Notes { notes: notes.into_iter().map(NoteLine::from).collect() }))
}
