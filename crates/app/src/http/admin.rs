//! `/admin/riddles`: the schedule, for the operator alone: made, reviewed, replaced, banned.
//!
//! Invariant: without a configured key none of it is there; with one, what is compared takes the same time
//! whatever is sent.

use super::State;
use super::body::Asked;
use super::days::{self, Limits, broken, daily_profile, make_one};
use super::openapi::Example;
use super::params::{Params, date};
use super::problem::{AdminRefusals, Problem, no_such_resource};
use super::riddle::locale;
use crate::daily::{Made, PublicHalf};
use crate::store::{Kept, Key, Slot, State as Progress};
use crate::wire::riddle::{AnalysisLine, SolutionLine};
use crate::wire::stored_riddle::{DifficultyLine, PlayLine};
use axum::Json;
use axum::extract::{FromRequestParts, State as Extract};
use axum::http::{HeaderMap, StatusCode, header, request::Parts};
use crossword::locale::Locale;
use crossword::riddle::Profile;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The most days of the schedule at once.
const MOST_DAYS: i32 = 366;
/// The most riddles that one request makes.
const MOST_MADE: usize = 366;
/// The most words that one request bans.
const MOST_WORDS: usize = 1000;
/// How long one riddle is searched where nothing else is asked for, in seconds.
const USUAL_SECONDS: f64 = 2.0;

/// Whoever asks has shown the operator's key.
struct Operator;

impl FromRequestParts<State> for Operator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Self, Problem> {
        operator(state, &parts.headers).map(|()| Self)
    }
}

/// Whether the headers have the operator's key.
///
/// # Errors
/// 404 without a configured key, 401 for another one.
pub(super) fn operator(state: &State, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(key) = &state.config.operator_key else { return Err(no_such_resource()) };
    let said = headers.get(header::AUTHORIZATION).map_or(&[][..], |value| value.as_bytes());
    let given =
        said.split_at_checked(7).filter(|(scheme, _)| scheme.eq_ignore_ascii_case(b"bearer "));
    let given = given.map_or(&[][..], |(_, token)| token.trim_ascii());
    if key.is(given) { Ok(()) } else { Err(Problem::unauthorized()) }
}

/// A riddle with all that is known about it.
#[derive(Debug, Serialize, ToSchema)]
struct Scheduled {
    /// What everybody will see.
    #[serde(flatten)]
    public: PublicHalf,
    /// `made`, or `approved` by a person.
    state: &'static str,
    /// The best play.
    solution: SolutionLine,
    /// The figures of all plays.
    analysis: AnalysisLine,
    /// What the difficulty is made of.
    difficulty_parts: Vec<crate::wire::stored_riddle::PartLine>,
    /// The ten best plays, the answer first.
    near: Vec<PlayLine>,
}

impl Scheduled {
    fn of(kept: &Kept, state: &State) -> Self {
        let DifficultyLine { parts, .. } = kept.stored.difficulty.clone();
        Self {
            public: PublicHalf::of(kept, state.store.secret()),
            state: kept.state.name(),
            solution: kept.stored.riddle.solution.clone(),
            analysis: kept.stored.riddle.analysis.clone(),
            difficulty_parts: parts,
            near: kept.stored.near.clone(),
        }
    }
}

/// Which part of the schedule.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Span {
    /// The language.
    #[param(example = "en_US")]
    locale: String,
    /// The first day.
    #[param(example = "2026-12-01", format = "date")]
    from: String,
    /// The last day.
    #[param(example = "2026-12-31", format = "date")]
    to: String,
}

/// The schedule.
#[derive(Debug, Serialize, ToSchema)]
struct Schedule {
    /// By date and revision.
    riddles: Vec<Scheduled>,
    /// How many evergreens are left.
    evergreens: usize,
    /// Words that may not be an answer.
    banned: Vec<String>,
}

/// Riddles to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::MAKE.value()))]
struct MakeRequest {
    /// The language.
    locale: String,
    /// The first day; left out for evergreens.
    #[serde(default)]
    #[schema(nullable = false, format = "date")]
    from: Option<String>,
    /// The last day; without it, the first.
    #[serde(default)]
    #[schema(nullable = false, format = "date")]
    to: Option<String>,
    /// How many riddles of no day, for days that have none.
    #[serde(default)]
    #[schema(nullable = false, minimum = 1)]
    evergreen: Option<u32>,
    /// For how many seconds each is searched; all together may take as long as the service allows one search.
    #[serde(default, rename = "timeLimitSeconds")]
    #[schema(nullable = false, exclusive_minimum = 0.0)]
    time_limit_seconds: Option<f64>,
    /// How many candidates are made for each at most.
    #[serde(default)]
    #[schema(nullable = false, minimum = 1)]
    attempts: Option<u64>,
    /// Which candidates are riddles: `daily` or `design`.
    #[serde(default)]
    #[schema(nullable = false)]
    profile: Option<String>,
}

/// How each riddle is searched for.
struct Search<'a> {
    seconds: Option<f64>,
    attempts: Option<u64>,
    profile: Option<&'a str>,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
struct Makings {
    /// For each day, in order.
    riddles: Vec<Making>,
}

/// What came of a day.
#[derive(Debug, Serialize, ToSchema)]
struct Making {
    /// The day, or `evergreen`.
    date: String,
    /// Which revision.
    revision: u32,
    /// `made`, `there` already, or `nothing` found.
    outcome: &'static str,
}

/// A riddle of the schedule.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::APPROVE.value()))]
struct ApproveRequest {
    /// The language.
    locale: String,
    /// The day.
    #[schema(format = "date")]
    date: String,
    /// Which revision; without it, the last one.
    #[serde(default)]
    #[schema(nullable = false, minimum = 1)]
    revision: Option<u32>,
}

/// A riddle to be replaced.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::REPLACE.value()))]
struct ReplaceRequest {
    /// The language.
    locale: String,
    /// The day.
    #[schema(format = "date")]
    date: String,
    /// For how many seconds each is searched; all together may take as long as the service allows one search.
    #[serde(default, rename = "timeLimitSeconds")]
    #[schema(nullable = false, exclusive_minimum = 0.0)]
    time_limit_seconds: Option<f64>,
    /// How many candidates are made for each at most.
    #[serde(default)]
    #[schema(nullable = false, minimum = 1)]
    attempts: Option<u64>,
    /// Which candidates are riddles: `daily` or `design`.
    #[serde(default)]
    #[schema(nullable = false)]
    profile: Option<String>,
}

/// Words to be banned.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::BAN.value()))]
struct BanRequest {
    /// The language.
    locale: String,
    /// The words; case does not matter.
    #[schema(min_items = 1, max_items = 1000)]
    words: Vec<String>,
}

/// What is banned now.
#[derive(Debug, Serialize, ToSchema)]
struct Banned {
    /// Every banned word of the language.
    banned: Vec<String>,
    /// The riddles of today and of days to come whose answer is banned: to be replaced.
    affected: Vec<Scheduled>,
}

/// The resources.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new()
        .routes(routes!(schedule))
        .routes(routes!(make))
        .routes(routes!(approve))
        .routes(routes!(replace))
        .routes(routes!(ban))
}

/// The schedule
#[utoipa::path(
    get, path = "/admin/riddles", tag = "admin", params(Span), security(("operator" = [])),
    responses((status = 200, description = "Every riddle with its answer.", body = Schedule), AdminRefusals),
)]
async fn schedule(
    Extract(state): Extract<State>,
    _: Operator,
    Params(asked): Params<Span>,
) -> Result<Json<Schedule>, Problem> {
    let locale = locale(&asked.locale)?;
    let (from, to) = (date(&asked.from, "from")?, date(&asked.to, "to")?);
    let _ = days_of(from, to, MOST_DAYS)?;
    let store = &state.store;
    let kept = store.days(locale, from, to).await.map_err(|error| broken(&error))?;
    let evergreens = store.evergreens(locale).await.map_err(|error| broken(&error))?;
    let banned = store.bans(locale).await.map_err(|error| broken(&error))?;
    Ok(Json(Schedule {
        riddles: kept.iter().map(|kept| Scheduled::of(kept, &state)).collect(),
        evergreens: evergreens.iter().filter(|kept| kept.state != Progress::Used).count(),
        banned,
    }))
}

/// The days from one to another.
fn days_of(from: Date, to: Date, most: i32) -> Result<Vec<Date>, Problem> {
    let days = from.until(to).map_or(i32::MAX, |span| span.get_days());
    match days {
        ..0 => Err(Problem::unprocessable("from", format!("{from} is after {to}"))),
        days if days >= most => Err(Problem::unprocessable(
            "to",
            format!("from {from} to {to} are more than {most} days"),
        )),
        _ => Ok(from.series(1.day()).take_while(|date| *date <= to).collect()),
    }
}

/// Make riddles
///
/// Of days that have none, or of no day. Each is kept as soon as it is found.
#[utoipa::path(
    post, path = "/admin/riddles/make", tag = "admin", request_body = MakeRequest,
    security(("operator" = [])),
    responses((status = 200, description = "What came of it.", body = Makings), AdminRefusals),
)]
async fn make(
    Extract(state): Extract<State>,
    _: Operator,
    Asked(asked): Asked<MakeRequest>,
) -> Result<Json<Makings>, Problem> {
    let keys = asked.keys(&state).await?;
    let profile = asked.search().profile()?;
    let limits = asked.search().limits(&profile, keys.len(), &state)?;
    let mut riddles = Vec::new();
    for key in keys {
        let there = match key.slot {
            Slot::Day(date) => state.store.day(key.locale, date).await,
            Slot::Evergreen => Ok(Vec::new()),
        };
        let there = there.map_err(|error| broken(&error))?;
        let (revision, outcome) = match there.last() {
            Some(kept) => (kept.key.revision, "there"),
            None => (key.revision, outcome(&make_one(&state, &key, &limits).await?)),
        };
        riddles.push(Making { date: key.slot.to_string(), revision, outcome });
    }
    Ok(Json(Makings { riddles }))
}

fn outcome(made: &Made) -> &'static str {
    match made {
        Made::Kept(..) => "made",
        Made::Taken => "there",
        Made::Nothing(_) => "nothing",
    }
}

impl MakeRequest {
    fn search(&self) -> Search<'_> {
        let profile = self.profile.as_deref();
        Search { seconds: self.time_limit_seconds, attempts: self.attempts, profile }
    }

    /// Which riddles are asked for.
    async fn keys(&self, state: &State) -> Result<Vec<Key>, Problem> {
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
                let there = state.store.evergreens(locale).await.map_err(|error| broken(&error))?;
                let last = there.last().map_or(0, |kept| kept.key.revision);
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

impl ReplaceRequest {
    fn search(&self) -> Search<'_> {
        let profile = self.profile.as_deref();
        Search { seconds: self.time_limit_seconds, attempts: self.attempts, profile }
    }
}

impl Search<'_> {
    fn profile(&self) -> Result<Profile, Problem> {
        let Some(name) = self.profile else { return daily_profile() };
        Profile::named(name).map_err(|error| {
            Problem::unprocessable("profile", error.to_string()).known(Profile::NAMES)
        })
    }

    /// What each of so many riddles may take: all of them together as long as one search.
    fn limits<'a>(
        &self,
        profile: &'a Profile,
        riddles: usize,
        state: &State,
    ) -> Result<Limits<'a>, Problem> {
        let most = state.config.longest_search().as_secs_f64() / riddles.max(1) as f64;
        let asked = self.seconds.unwrap_or(USUAL_SECONDS.min(most));
        // Not a number is neither.
        if !(asked > 0.0 && asked <= most) {
            let words =
                format!("between 0 and {most:.3} seconds each can be had for {riddles} riddles");
            return Err(Problem::unprocessable("timeLimitSeconds", words));
        }
        if self.attempts == Some(0) {
            return Err(Problem::unprocessable("attempts", "at least one attempt is wanted"));
        }
        let time = Duration::from_secs_f64(asked);
        Ok(Limits { profile, time, attempts: self.attempts })
    }
}

/// Approve a riddle
///
/// It was seen by a person; a batch that replaces riddles leaves it.
#[utoipa::path(
    post, path = "/admin/riddles/approve", tag = "admin", request_body = ApproveRequest,
    security(("operator" = [])),
    responses((status = 200, description = "The riddle.", body = Scheduled), AdminRefusals),
)]
async fn approve(
    Extract(state): Extract<State>,
    _: Operator,
    Asked(asked): Asked<ApproveRequest>,
) -> Result<Json<Scheduled>, Problem> {
    let (locale, date) = (locale(&asked.locale)?, date(&asked.date, "date")?);
    let kept = state.store.day(locale, date).await.map_err(|error| broken(&error))?;
    let wanted = |kept: &&Kept| asked.revision.is_none_or(|revision| kept.key.revision == revision);
    let key = kept.iter().rfind(wanted).map(|kept| kept.key).ok_or_else(|| days::none(date))?;
    state.store.approve(&key).await.map_err(|error| broken(&error))?;
    told(&state, &key, date).await
}

/// The riddle of a key as it is now.
async fn told(state: &State, key: &Key, date: Date) -> Result<Json<Scheduled>, Problem> {
    state.days.forget((key.locale, date));
    let kept = state.store.day(key.locale, date).await.map_err(|error| broken(&error))?;
    let kept = kept.iter().find(|kept| kept.key == *key).ok_or_else(|| days::none(date))?;
    Ok(Json(Scheduled::of(kept, state)))
}

/// Replace a riddle
///
/// A new one with the next revision. On a day that has begun the answers of both count.
#[utoipa::path(
    post, path = "/admin/riddles/replace", tag = "admin", request_body = ReplaceRequest,
    security(("operator" = [])),
    responses((status = 200, description = "The new riddle.", body = Scheduled), AdminRefusals),
)]
async fn replace(
    Extract(state): Extract<State>,
    _: Operator,
    Asked(asked): Asked<ReplaceRequest>,
) -> Result<Json<Scheduled>, Problem> {
    let (locale, date) = (locale(&asked.locale)?, date(&asked.date, "date")?);
    let profile = asked.search().profile()?;
    let limits = asked.search().limits(&profile, 1, &state)?;
    let kept = state.store.day(locale, date).await.map_err(|error| broken(&error))?;
    let last = kept.last().ok_or_else(|| days::none(date))?.key;
    let key = Key { revision: last.revision + 1, ..last };
    match make_one(&state, &key, &limits).await? {
        Made::Kept(..) => told(&state, &key, date).await,
        Made::Taken => {
            Err(Problem::new(StatusCode::CONFLICT, "Another request has just replaced it."))
        }
        Made::Nothing(report) => {
            let rejects = report.tally.iter().map(|(reject, n)| (reject.name().to_owned(), n));
            let words = "Nothing was found in time; the riddle stays as it is.";
            let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, words);
            Err(problem.rejects(rejects.collect()).retry_after(1))
        }
    }
}

/// Ban words
///
/// They are no answers from now on. Riddles that have them already are named, so that they can be replaced.
#[utoipa::path(
    post, path = "/admin/riddles/ban", tag = "admin", request_body = BanRequest,
    security(("operator" = [])),
    responses((status = 200, description = "What is banned, and what is affected.", body = Banned), AdminRefusals),
)]
async fn ban(
    Extract(state): Extract<State>,
    _: Operator,
    Asked(asked): Asked<BanRequest>,
) -> Result<Json<Banned>, Problem> {
    let locale = locale(&asked.locale)?;
    let words = checked(&asked.words, locale)?;
    state.store.ban(locale, &words).await.map_err(|error| broken(&error))?;
    let banned = state.store.bans(locale).await.map_err(|error| broken(&error))?;
    let today = crate::daily::open(state.clock.now()).next().unwrap_or(Date::MIN);
    let far = today.saturating_add((10 * i64::from(MOST_DAYS)).days());
    let kept = state.store.days(locale, today, far).await.map_err(|error| broken(&error))?;
    let affected = kept.iter().filter(|kept| banned.contains(&kept.stored.answer));
    Ok(Json(Banned {
        affected: affected.map(|kept| Scheduled::of(kept, &state)).collect(),
        banned,
    }))
}

/// Words in lower case, all of letters of the language.
fn checked(words: &[String], locale: Locale) -> Result<Vec<String>, Problem> {
    if !(1..=MOST_WORDS).contains(&words.len()) {
        let error = format!("{} words; between 1 and {MOST_WORDS} can be banned", words.len());
        return Err(Problem::unprocessable("words", error));
    }
    let alphabet = locale.alphabet();
    let lower = |(n, word): (usize, &String)| {
        let letters: Option<Vec<_>> = word.chars().map(|c| alphabet.letter(c)).collect();
        let letters = letters.filter(|letters| (2..=15).contains(&letters.len()));
        let letters = letters.ok_or_else(|| {
            let wanted = format!("{word:?} is no word of 2 to 15 letters of {locale}");
            Problem::unprocessable(&format!("words[{n}]"), wanted)
        })?;
        Ok(letters.into_iter().map(|letter| alphabet.lower(letter)).collect())
    };
    words.iter().enumerate().map(lower).collect()
}
