//! `/admin/riddles`: the schedule, for operators only: generating, reviewing, replacing, banning.
//!
//! Invariant: the audit records every change here, with the name of the operator's key.

mod audit;
mod make;

use self::audit::NoteLine;
use super::AppState;
use super::body::{JsonBody, Params, date, days_of};
use super::days::{self};
use super::kinds::{DayName, LocaleName, Word};
use super::openapi::Example;
use super::operators::{Operator, attempted};
use super::problem::{AdminRefusals, Problem};
use ask::riddle::locale;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use crossword::alphabet::composed;
use crossword::json::riddle::{AnalysisLine, SolutionLine};
use crossword::locale::Locale;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use store::daily::PublicHalf;
use store::stored_riddle::{DifficultyLine, PlayLine};
use store::{Approved, Key, Progress, RiddleEntry, Scope, Slot, Subject};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The most words of one request.
const MOST_WORDS: usize = 1000;

/// The requested part of the schedule.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Span {
    /// The language.
    #[param(value_type = LocaleName, inline, example = "en_US")]
    locale: String,
    /// The first day.
    #[param(value_type = DayName, inline, example = "2026-12-01")]
    from: String,
    /// The last day.
    #[param(value_type = DayName, inline, example = "2026-12-31")]
    to: String,
}

/// The schedule.
#[derive(Debug, Serialize, ToSchema)]
struct Schedule {
    /// The riddles, by date and revision.
    riddles: Vec<Scheduled>,
    /// Number of unused evergreens.
    evergreens: usize,
    /// Banned answers.
    banned: Vec<String>,
    /// Operators' notes about these days.
    notes: Vec<NoteLine>,
}

/// A riddle of the schedule.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::APPROVE.value()))]
struct ApproveRequest {
    /// The language.
    #[schema(value_type = LocaleName)]
    locale: String,
    /// The day.
    #[schema(value_type = DayName)]
    date: String,
    /// The revision; the last one by default.
    #[serde(default, deserialize_with = "ask::fields::maybe")]
    #[schema(minimum = 1)]
    revision: Option<u32>,
}

/// A request to ban words.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::BAN.value()))]
struct BanRequest {
    /// The language.
    #[schema(value_type = LocaleName)]
    locale: String,
    /// The words; case does not matter.
    #[schema(value_type = Vec<Word>, min_items = 1, max_items = 1000)]
    words: Vec<String>,
}

/// The banned words, and the riddles affected.
#[derive(Debug, Serialize, ToSchema)]
struct Banned {
    /// Every banned word of the language.
    banned: Vec<String>,
    /// The riddles of today and later days with a banned answer, which should be replaced.
    affected: Vec<Scheduled>,
}

/// The resources.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(schedule))
        .routes(routes!(approve))
        .routes(routes!(ban))
        .merge(make::routes())
        .merge(audit::routes())
}

/// Read the schedule
#[utoipa::path(
    get, path = "/admin/riddles", tag = "admin", params(Span), security(("operator" = [])),
    responses((status = 200, description = "Every riddle with its answer.", body = Schedule), AdminRefusals),
)]
async fn schedule(
    State(state): State<AppState>,
    _: Operator,
    Params(asked): Params<Span>,
) -> Result<Json<Schedule>, Problem> {
    let locale = locale(&asked.locale)?;
    let (from, to) = (date(&asked.from, "from")?, date(&asked.to, "to")?);
    let _ = days_of(from, to, MOST_DAYS)?;
    let store = &state.store;
    let entries = store.days(locale, from, to).await?;
    let evergreens = store.evergreens(locale).await?;
    let banned = store.bans(locale).await?;
    let notes = store.notes(locale, from, to).await?;
    let (entries, evergreens) = (entries.entries(), evergreens.entries());
    Ok(Json(Schedule {
        riddles: entries.iter().map(|entry| Scheduled::of(entry, &state)).collect(),
        evergreens: evergreens.iter().filter(|entry| entry.state != Progress::Used).count(),
        banned,
        notes: notes.into_iter().map(NoteLine::from).collect(),
    }))
}

/// Approve a riddle
///
/// Marks it as reviewed by a person. Batches never replace an approved riddle.
#[utoipa::path(
    post, path = "/admin/riddles/approve", tag = "admin", request_body = ApproveRequest,
    security(("operator" = [])),
    responses((status = 200, description = "The riddle.", body = Scheduled), AdminRefusals),
)]
async fn approve(
    State(state): State<AppState>,
    operator: Operator,
    JsonBody(asked): JsonBody<ApproveRequest>,
) -> Result<Json<Scheduled>, Problem> {
    let (locale, date) = (locale(&asked.locale)?, date(&asked.date, "date")?);
    let state = operator.acting(&state, Scope::Approve);
    let revision = asked.revision.unwrap_or_default();
    let subject = Subject { locale: Some(locale), slot: Some(Slot::Day(date)), revision };
    attempted(&state.store, subject, approved(&state, locale, date, asked.revision)).await
}

/// Marks a revision of a day as approved, the last one if none is named.
async fn approved(
    state: &AppState,
    locale: Locale,
    date: Date,
    revision: Option<u32>,
) -> Result<Json<Scheduled>, Problem> {
    let approved = state.store.approve(locale, date, revision).await;
    let key = match approved? {
        Approved::Done(key) => key,
        Approved::Missing => return Err(days::none(date)),
        Approved::Withdrawn => {
            let words = format!(
                "This riddle of {date} was replaced before its day began: nobody will see it. \
                 Without a revision, the one that replaced it is approved."
            );
            return Err(Problem::new(StatusCode::CONFLICT, words).field("revision"));
        }
    };
    scheduled(state, &key, date).await
}

/// Ban words
///
/// Banned words are no answers of new riddles. Lists the riddles that already have one, to be replaced.
#[utoipa::path(
    post, path = "/admin/riddles/ban", tag = "admin", request_body = BanRequest,
    security(("operator" = [])),
    responses((status = 200, description = "The banned words, and the riddles affected.", body = Banned), AdminRefusals),
)]
async fn ban(
    State(state): State<AppState>,
    operator: Operator,
    JsonBody(asked): JsonBody<BanRequest>,
) -> Result<Json<Banned>, Problem> {
    let locale = locale(&asked.locale)?;
    let words = checked(&asked.words, locale)?;
    let state = operator.acting(&state, Scope::Ban);
    attempted(&state.store, Subject::language(locale), banned(&state, locale, &words)).await
}

/// Bans words and lists the riddles affected.
async fn banned(
    state: &AppState,
    locale: Locale,
    words: &[String],
) -> Result<Json<Banned>, Problem> {
    state.store.ban(locale, words).await?;
    let banned = state.store.bans(locale).await?;
    let today = store::daily::open(state.clock.now()).next().unwrap_or(Date::MIN);
    let far = today.saturating_add((10 * i64::from(MOST_DAYS)).days());
    let entries = state.store.days(locale, today, far).await?;
    let entries = entries.latest();
    let affected = entries.iter().filter(|entry| banned.contains(&entry.stored.answer));
    Ok(Json(Banned {
        affected: affected.map(|entry| Scheduled::of(entry, state)).collect(),
        banned,
    }))
}

/// Normalises words to lower case and checks their letters.
fn checked(words: &[String], locale: Locale) -> Result<Vec<String>, Problem> {
    if !(1..=MOST_WORDS).contains(&words.len()) {
        let error = format!("{} words; between 1 and {MOST_WORDS} can be banned", words.len());
        return Err(Problem::unprocessable("words", error));
    }
    let alphabet = locale.alphabet();
    let lower = |(n, word): (usize, &String)| {
        let letters: Option<Vec<_>> = composed(word).chars().map(|c| alphabet.letter(c)).collect();
        let letters = letters.filter(|letters| (2..=15).contains(&letters.len()));
        let letters = letters.ok_or_else(|| {
            let wanted = format!("{word:?} is no word of 2 to 15 letters of {locale}");
            Problem::unprocessable(&format!("words[{n}]"), wanted)
        })?;
        Ok(letters.into_iter().map(|letter| alphabet.lower(letter)).collect())
    };
    words.iter().enumerate().map(lower).collect()
}

/// The most days of one request.
const MOST_DAYS: i32 = 366;

/// A riddle with all its data.
#[derive(Debug, Serialize, ToSchema)]
struct Scheduled {
    /// The public half.
    #[serde(flatten)]
    public: PublicHalf,
    /// `made`, or `approved` by a person.
    state: &'static str,
    /// The best play.
    solution: SolutionLine,
    /// The figures of all plays.
    analysis: AnalysisLine,
    /// The parts of the difficulty.
    difficulty_parts: Vec<store::stored_riddle::PartLine>,
    /// The ten best plays, the answer first.
    near: Vec<PlayLine>,
}

impl Scheduled {
    /// All data of a stored riddle.
    fn of(entry: &RiddleEntry, state: &AppState) -> Self {
        let DifficultyLine { parts, .. } = entry.stored.difficulty.clone();
        Self {
            public: PublicHalf::of(entry, state.store.secret()),
            state: entry.state.name(),
            solution: entry.stored.riddle.solution.clone(),
            analysis: entry.stored.riddle.analysis.clone(),
            difficulty_parts: parts,
            near: entry.stored.near.clone(),
        }
    }
}

/// The current riddle of a key.
async fn scheduled(state: &AppState, key: &Key, date: Date) -> Result<Json<Scheduled>, Problem> {
    state.days.forget((key.locale, date));
    let entries = state.store.day(key.locale, date).await?;
    let entry =
        entries.entries().iter().find(|entry| entry.key == *key).ok_or_else(|| days::none(date))?;
    Ok(Json(Scheduled::of(entry, state)))
}
