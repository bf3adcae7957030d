//! The riddles of days as the service has them: remembered for a moment, and made at the first asking.
//!
//! A day that has begun somewhere and is not over everywhere gets its riddle from whoever asks first. In one
//! program that is one task, whoever waits for it; among several the store decides. Where the search has no
//! time or finds nothing, an evergreen serves. Invariant: what is remembered is at most [`FRESH`] old, so that
//! a replacement by another program is seen.

use super::State;
use super::pool::Leave;
use super::problem::{Problem, internal};
use crate::daily::{self, Made, begun, over};
use crate::store::{Kept, Key, Put, Slot};
use axum::body::Bytes;
use axum::http::{HeaderValue, StatusCode};
use crossword::board::BoardType;
use crossword::lexicon::Lexicon;
use crossword::locale::Locale;
use crossword::riddle::{KEPT, Profile, Request, RiddleReport, make};
use jiff::civil::Date;
use search::{Budget, Control, Goal, Seed, Stop};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// How long a day is remembered without asking the store.
const FRESH: Duration = Duration::from_secs(1);
/// The most days that are remembered.
const REMEMBERED: usize = 2000;
/// How long the store is waited for where a riddle is being made, besides the search.
const GRACE: Duration = Duration::from_secs(10);

/// A day's riddle.
pub(super) struct Day {
    /// Every revision, the one that is served last.
    pub(super) kept: Vec<Kept>,
    /// The public half as JSON.
    pub(super) body: Bytes,
    /// The mark by which a cache knows the body.
    pub(super) etag: HeaderValue,
}

/// A language and a day.
type Which = (Locale, Date);

/// What is remembered, and what is being made.
#[derive(Default)]
pub(super) struct Days {
    known: RwLock<HashMap<Which, (Instant, Arc<Day>)>>,
    making: Mutex<HashMap<Which, Arc<tokio::sync::Mutex<()>>>>,
}

impl Days {
    fn remembered(&self, which: Which) -> Option<Arc<Day>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let (read, day) = known.get(&which)?;
        (read.elapsed() < FRESH).then(|| Arc::clone(day))
    }

    fn remember(&self, which: Which, day: &Arc<Day>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(which, (Instant::now(), Arc::clone(day)));
    }

    /// Forgets a day that was changed here.
    pub(super) fn forget(&self, which: Which) {
        self.known.write().unwrap_or_else(PoisonError::into_inner).remove(&which);
    }

    /// The turn to make the riddle of a day.
    fn turn(&self, which: Which) -> Arc<tokio::sync::Mutex<()>> {
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        making.retain(|_, turn| Arc::strong_count(turn) > 1);
        Arc::clone(making.entry(which).or_default())
    }
}

/// The riddle of a day that has begun.
///
/// # Errors
/// 404 for a day that has not begun or has none, 503 where it cannot be made now.
pub(super) async fn day(state: &State, locale: Locale, date: Date) -> Result<Arc<Day>, Problem> {
    let now = state.clock.now();
    if !begun(date, now) {
        return Err(none(date));
    }
    if let Some(day) = state.days.remembered((locale, date)) {
        return Ok(day);
    }
    if let Some(day) = read(state, locale, date).await? {
        return Ok(day);
    }
    if over(date, now) {
        return Err(none(date));
    }
    first(state, locale, date).await?;
    read(state, locale, date).await?.ok_or_else(|| none(date))
}

/// There is no riddle of a day, or it is not told of yet: which of the two, is not told either.
pub(super) fn none(date: Date) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("There is no riddle of {date}."))
}

/// What the store has of a day.
async fn read(state: &State, locale: Locale, date: Date) -> Result<Option<Arc<Day>>, Problem> {
    let kept = state.store.day(locale, date).await.map_err(|error| broken(&error))?;
    let Some(day) = Day::of(kept, state)? else { return Ok(None) };
    let day = Arc::new(day);
    state.days.remember((locale, date), &day);
    Ok(Some(day))
}

/// A store that does not answer; why goes to the log alone.
pub(super) fn broken(error: &crate::store::StoreError) -> Problem {
    tracing::error!(%error, "the store");
    Problem::overloaded("The store does not answer.")
}

impl Day {
    fn of(kept: Vec<Kept>, state: &State) -> Result<Option<Self>, Problem> {
        let Some(latest) = kept.last() else { return Ok(None) };
        let half = daily::PublicHalf::of(latest, state.store.secret());
        let body = serde_json::to_vec(&half).map_err(|_| internal())?;
        let etag = format!("\"{}\"", half.commitment.get(..32).unwrap_or_default());
        let etag = HeaderValue::from_str(&etag).map_err(|_| internal())?;
        Ok(Some(Self { kept, body: body.into(), etag }))
    }
}

/// Makes the first riddle of a day, or waits for who is at it. The work goes on where the asker leaves.
async fn first(state: &State, locale: Locale, date: Date) -> Result<(), Problem> {
    let state = state.clone();
    let made = tokio::spawn(async move {
        let turn = state.days.turn((locale, date));
        let _turn = turn.lock().await;
        let there = state.store.day(locale, date).await.map_err(|error| broken(&error))?;
        if !there.is_empty() {
            return Ok(());
        }
        let key = Key { locale, slot: Slot::Day(date), revision: 1 };
        let time = Duration::from_secs(state.config.daily.search_seconds.into());
        let profile = daily_profile()?;
        let limits = Limits { profile: &profile, time, attempts: None };
        match make_one(&state, &key, &limits).await {
            Ok(Made::Kept(..) | Made::Taken) => Ok(()),
            Ok(Made::Nothing(_)) => evergreen(&state, locale, date, nothing_found()).await,
            Err(problem) => evergreen(&state, locale, date, problem).await,
        }
    });
    made.await.unwrap_or_else(|_| Err(internal()))
}

fn nothing_found() -> Problem {
    Problem::overloaded("The riddle of this day could not be made yet.")
}

/// An evergreen for a day; the problem that it was to solve where there is none.
async fn evergreen(
    state: &State,
    locale: Locale,
    date: Date,
    problem: Problem,
) -> Result<(), Problem> {
    match state.store.adopt(locale, date).await.map_err(|error| broken(&error))? {
        Put::New | Put::Taken => Ok(()),
        Put::Repeated => Err(problem),
    }
}

/// The profile of daily riddles.
pub(super) fn daily_profile() -> Result<Profile, Problem> {
    Profile::named("daily").map_err(|_| internal())
}

/// What one riddle may take.
pub(super) struct Limits<'a> {
    /// Which candidates are riddles.
    pub(super) profile: &'a Profile,
    /// How long may be searched, waiting included.
    pub(super) time: Duration,
    /// How many attempts are made at most.
    pub(super) attempts: Option<u64>,
}

/// Makes a riddle in the pool and keeps it.
pub(super) async fn make_one(
    state: &State,
    key: &Key,
    limits: &Limits<'_>,
) -> Result<Made, Problem> {
    let lexicon = state.lexicons.get(key.locale, limits.time + GRACE).await?;
    let (time, attempts) = (limits.time, limits.attempts);
    let search = |request, seed| {
        searched(state.clone(), Arc::clone(&lexicon), request, seed, (time, attempts))
    };
    let made = daily::make(&state.store, key, (limits.profile, BoardType::Standard), search).await;
    made.map_err(|error| match error.downcast::<Refused>() {
        Ok(Refused(problem)) => problem,
        Err(error) => {
            tracing::error!("{error:#}");
            Problem::overloaded("The riddle could not be kept.")
        }
    })
}

/// Searches in the pool.
async fn searched(
    state: State,
    lexicon: Arc<Lexicon>,
    request: Request,
    seed: Seed,
    (time, attempts): (Duration, Option<u64>),
) -> anyhow::Result<RiddleReport> {
    let locale = request.setting.locale;
    let work = move |leave: &Leave| {
        let budget = Budget { goal: Goal::Best(KEPT), attempts, time: Some(leave.left()) };
        let control = Control { cancel: leave.cancel(), ..Control::default() };
        make(&request, &lexicon, seed, &budget, &control)
    };
    let report = state.pool.run(time, work).await.map_err(Refused)??;
    if report.stop == Stop::Cancelled {
        return Err(Refused(Problem::overloaded("The service is stopping.")).into());
    }
    let rejects = report.tally.iter().map(|(reject, n)| (reject.name(), n));
    state.metrics.riddles(locale.name(), report.accepted, rejects);
    Ok(report)
}

/// What the pool said, on its way through a function that knows no pools.
#[derive(Debug)]
struct Refused(Problem);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("refused")
    }
}

impl std::error::Error for Refused {}
