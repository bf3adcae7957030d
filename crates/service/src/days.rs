//! The riddles of days: cached, and generated at the first request.
//!
//! The first request for a day that has begun somewhere and is not over everywhere generates its riddle. Within one
//! program a single task does so, for all waiting requests, in its own lane; among several programs the store decides.
//! If the search has no time or finds nothing, an evergreen is used. Invariants: a cached day is read again after
//! [`FRESH`](super::remembered::FRESH), so replacements by another program are seen; of concurrent requests only one
//! reads the store. Cached days remain available if the store does not answer.

use super::AppState;
use super::clients::Client;
use super::config::seconds;
use super::pool::{Pool, WorkToken};
use super::problem::{self, Problem, internal};
use super::remembered::{Day, Memory, Turn};
use axum::http::{HeaderValue, StatusCode};
use crossword::board::BoardType;
use crossword::lexicon::Lexicon;
use crossword::locale::Locale;
use crossword::riddle::{KEPT, Profile, Request, RiddleReport, make};
use jiff::civil::Date;
use search::{Budget, Control, Goal, Seed, Stop};
use std::sync::Arc;
use std::time::Duration;
use store::daily::{self, DayOutcome, begun, over};
use store::{Key, Put, RiddleEntry, Slot};

/// Longest wait for the store if the day is cached.
const BRIEF: Duration = Duration::from_millis(200);
/// Longest wait for a turn to read from the store.
pub(super) const TURN: Duration = Duration::from_secs(1);
/// Longest wait for the lexicon.
const GRACE: Duration = Duration::from_secs(10);

/// The riddle of a day that has begun.
///
/// # Errors
/// 404 for a day that has not begun or has no riddle, 503 if it cannot be generated now.
pub(super) async fn day(
    state: &AppState,
    client: Client,
    locale: Locale,
    date: Date,
) -> Result<Arc<Day>, Problem> {
    let now = state.clock.now();
    if !begun(date, now) {
        return Err(none(date));
    }
    match state.days.remembered((locale, date)) {
        Memory::Fresh(day) => return Ok(day),
        Memory::Old(day) => return Ok(renewed(state, client, (locale, date), day).await),
        Memory::None => {}
    }
    if let Some(day) = read(state, client, locale, date).await? {
        return Ok(day);
    }
    if over(date, now) {
        return Err(none(date));
    }
    first(state, locale, date).await?;
    read(state, client, locale, date).await?.ok_or_else(|| none(date))
}

/// 404: the day has no riddle, or it is not public yet; the answer does not distinguish these.
pub(super) fn none(date: Date) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("There is no riddle of {date}."))
}

/// A cached day refreshed from the store, or the old one if the store does not answer at once. The read continues in
/// the background for later requests.
async fn renewed(
    state: &AppState,
    client: Client,
    (locale, date): (Locale, Date),
    old: Arc<Day>,
) -> Arc<Day> {
    let asked = state.clone();
    let asking = tokio::spawn(async move { read(&asked, client, locale, date).await });
    // Do not wait for a store that has just failed.
    let patience = if state.store.is_away() { Duration::ZERO } else { BRIEF };
    match tokio::time::timeout(patience, asking).await {
        Ok(Ok(Ok(Some(day)))) => day,
        _ => old,
    }
}

/// Reads a day from the store, after a permit for the client.
async fn read(
    state: &AppState,
    client: Client,
    locale: Locale,
    date: Date,
) -> Result<Option<Arc<Day>>, Problem> {
    let _turn = state.reads.turn(client, TURN).await?;
    let rows = state.store.day(locale, date).await?;
    if rows.is_empty() {
        return Ok(None);
    }
    let served = rows.last_revision();
    let entries = rows.into_entries();
    // If the last revision is damaged, the one before must not return.
    if entries.last().map(|entry| entry.key.revision) != served {
        return Err(damaged(date));
    }
    let Some(day) = Day::of(entries, state)? else { return Ok(None) };
    let day = Arc::new(day);
    state.days.remember((locale, date), &day);
    Ok(Some(day))
}

/// 503: the riddle's row is damaged; the log names the row.
pub(super) fn damaged(date: Date) -> Problem {
    Problem::overloaded(&format!("The riddle of {date} cannot be read."))
}

impl Day {
    /// The day of some revisions; `None` without any.
    fn of(entries: Vec<RiddleEntry>, state: &AppState) -> Result<Option<Self>, Problem> {
        let Some(latest) = entries.last() else { return Ok(None) };
        let half = store::daily::PublicHalf::of(latest, state.store.secret());
        let body = serde_json::to_vec(&half).map_err(|_| internal())?;
        let etag = format!("\"{}\"", half.commitment.get(..32).unwrap_or_default());
        let etag = HeaderValue::from_str(&etag).map_err(|_| internal())?;
        Ok(Some(Self { entries, body: body.into(), etag }))
    }
}

/// Starts the task that generates the first riddle of a day, or waits for it. The task continues if the client
/// disconnects.
async fn first(state: &AppState, locale: Locale, date: Date) -> Result<(), Problem> {
    // Generating a riddle and evaluating guesses need the lexicon.
    state.lexicons.get(locale, GRACE).await?;
    let mut done = match state.days.turn((locale, date)) {
        Turn::GiveUp => return Err(not_made()),
        Turn::Wait(done) => done,
        Turn::Make(sender) => {
            let (state, done) = (state.clone(), sender.subscribe());
            tokio::spawn(async move {
                let made = make_first(&state, locale, date).await.is_ok();
                state.days.made((locale, date), made);
                sender.send_replace(Some(made));
            });
            done
        }
    };
    let made = done.wait_for(Option::is_some).await.map_or(Some(false), |made| *made);
    if made == Some(true) { Ok(()) } else { Err(not_made()) }
}

/// Generates the first riddle of a day if there is none.
async fn make_first(state: &AppState, locale: Locale, date: Date) -> Result<(), Problem> {
    let there = state.store.day(locale, date).await?;
    if !there.is_empty() {
        return Ok(());
    }
    let key = Key { locale, slot: Slot::Day(date), revision: 1 };
    let wanted = &state.config.daily;
    let (time, patience) = (seconds(wanted.search_seconds), seconds(wanted.queue_seconds));
    let limits = SearchLimits {
        profile: daily_profile()?,
        time,
        patience,
        attempts: wanted.search_attempts,
    };
    match make_one(state, &state.makers, &key, &limits).await {
        Ok(DayOutcome::Stored(..) | DayOutcome::AlreadyStored | DayOutcome::Over) => Ok(()),
        Ok(DayOutcome::NoRiddle(_)) => evergreen(state, locale, date).await,
        Err(problem) if state.makers.is_stopped() => Err(problem),
        Err(_) => evergreen(state, locale, date).await,
    }
}

fn not_made() -> Problem {
    Problem::overloaded("The riddle of this day could not be made yet.")
}

/// Uses an evergreen for a day without a generated riddle.
async fn evergreen(state: &AppState, locale: Locale, date: Date) -> Result<(), Problem> {
    match state.store.adopt(locale, date).await? {
        Put::New | Put::Occupied => Ok(()),
        Put::Unwanted | Put::Over => Err(not_made()),
    }
}

/// The profile of daily riddles.
pub(super) fn daily_profile() -> Result<Profile, Problem> {
    Profile::named("daily").map_err(|_| internal())
}

/// Limits of the search for one riddle.
pub(super) struct SearchLimits {
    /// The profile.
    pub(super) profile: Profile,
    /// Longest time of the search.
    pub(super) time: Duration,
    /// Longest wait before the search begins.
    pub(super) patience: Duration,
    /// Largest number of attempts.
    pub(super) attempts: Option<u64>,
}

/// Generates a riddle in a pool and stores it.
pub(super) async fn make_one(
    state: &AppState,
    pool: &Arc<Pool>,
    key: &Key,
    limits: &SearchLimits,
) -> Result<DayOutcome, Problem> {
    state.still_allowed()?;
    let lexicon = state.lexicons.get(key.locale, limits.time + GRACE).await?;
    let spent = (limits.time, limits.patience, limits.attempts);
    let search = |request, seed| {
        searched(state.clone(), Arc::clone(pool), Arc::clone(&lexicon), (request, seed), spent)
    };
    let recipe = (&limits.profile, BoardType::Standard);
    let made = daily::make(&state.store, key, recipe, &state.clock, search).await;
    // The pool's problems pass through `daily::make` as general errors.
    made.map_err(|error| match error.downcast::<Problem>() {
        Ok(problem) => problem,
        Err(error) => {
            tracing::error!("{error:#}");
            Problem::overloaded("The riddle could not be kept.")
        }
    })
}

/// Searches in a pool, within the limits on time, on the wait for a permit, and on attempts.
async fn searched(
    state: AppState,
    pool: Arc<Pool>,
    lexicon: Arc<Lexicon>,
    (request, seed): (Request, Seed),
    (time, patience, attempts): (Duration, Duration, Option<u64>),
) -> anyhow::Result<RiddleReport> {
    let locale = request.setting.locale;
    let work = move |token: &WorkToken| {
        let time = Some(token.left().min(time));
        let budget = Budget { goal: Goal::Best(KEPT), attempts, time };
        let control = Control { cancel: token.cancel(), ..Control::default() };
        make(&request, &lexicon, seed, &budget, &control)
    };
    let report = pool.run(time + patience, work).await??;
    state.still_allowed()?;
    if report.stop == Stop::Cancelled {
        return Err(problem::stopping().into());
    }
    let rejects = report.tally.iter().map(|(reject, n)| (reject.name(), n));
    state.metrics.riddles(locale.name(), report.accepted, rejects);
    Ok(report)
}
