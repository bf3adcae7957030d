//! The riddle of a day: generating, storing, and its two halves; and opening a file that another program locks.

use super::*;
use crate::daily::{Clock, DayOutcome, PublicHalf, SolutionHalf, earlier, make as make_day};
use crossword::board::BoardType;
use crossword::riddle::{Riddle, RiddleReport};
use search::Stop;
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

/// The report of a search of some attempts, for [`make_day`].
fn report(request: &Request, seed: Seed) -> RiddleReport {
    let lexicon = crossword::lexicon::shipped(Locale::EnUs).unwrap();
    let budget = Budget { goal: Goal::Best(4), attempts: Some(300), time: None };
    make(request, &lexicon, seed, &budget, &Control::default()).unwrap()
}

fn found() -> Riddle {
    let setting = crossword::position::Setting::standard(Locale::EnUs);
    let request = Request::new(setting, Profile::named("open").unwrap());
    report(&request, Seed::new(7).unwrap()).riddles.remove(0)
}

/// A clock set to a time.
fn at(text: &str) -> Clock {
    let moment: jiff::Timestamp = text.parse().unwrap();
    Clock::Set(Arc::new(AtomicI64::new(moment.as_second())))
}

#[test]
fn a_stored_riddle_has_the_figures_of_its_riddle() {
    let riddle = found();
    let stored = StoredRiddle::from(&riddle);
    assert_eq!(stored.board_type, "standard");
    assert_eq!(stored.answer, riddle.plain_word());
    assert_eq!(stored.tiles_laid, riddle.analysis.tiles_laid);
    // In thousandths.
    assert_eq!((stored.rank * 1000.0).round() as i64, riddle.rank);
    assert_eq!(stored.difficulty.points, riddle.difficulty.points());
    // The shares of the parts are rounded to hundredths and sum to the figure.
    let parts: f64 = stored.difficulty.parts.iter().map(|part| part.points).sum();
    assert!((parts - f64::from(stored.difficulty.points)).abs() <= 1.0, "{:?}", stored.difficulty);
    for part in &stored.difficulty.parts {
        let hundredths = part.points * 100.0;
        assert!((hundredths - hundredths.round()).abs() < 1e-6, "{part:?}");
    }
    let best = &stored.near[0];
    assert_eq!((&best.square, best.score), (&riddle.square(), riddle.answer.score()));
    assert_eq!(best.word, riddle.word());
    assert_eq!(stored.position(Locale::EnUs).unwrap(), riddle.position);
    let secret = stored.secret();
    assert_eq!((&secret.square, &secret.word), (&riddle.square(), &riddle.plain_word()));
    assert_eq!(secret.tiles, riddle.analysis.tiles_laid);
}

#[test]
fn the_halves_of_a_day_are_bound_together() {
    let project = ProjectSeed::new(b"sixteen bytes, or more").unwrap();
    let stored = StoredRiddle::from(&found());
    let day = RiddleEntry { key: key(date(2026, 12, 1), 3), state: Progress::Generated, stored };
    let public = PublicHalf::of(&day, &project);
    let told = SolutionHalf::of(&day, &project);
    assert_eq!((public.locale, &*public.date, public.revision), ("en_US", "2026-12-01", 3));
    assert_eq!((told.locale, &*told.date, told.revision), ("en_US", "2026-12-01", 3));
    let riddle = &day.stored.riddle;
    assert_eq!((&public.board, &public.rack), (&riddle.board, &riddle.rack));
    assert_eq!((&public.blanks, &public.board_type), (&riddle.blanks, &day.stored.board_type));
    assert_eq!(public.best_score, riddle.analysis.best_move_score);
    assert_eq!(public.difficulty, day.stored.difficulty.points);
    assert_eq!((&told.solution, &told.analysis), (&riddle.solution, &riddle.analysis));
    // The public verification after the day.
    let mut bytes = hex::decode(&told.salt).unwrap();
    bytes.extend(format!("{} {}", told.solution.square, told.solution.word).bytes());
    assert_eq!(public.commitment, hex::encode(Sha256::digest(&bytes)));
    assert_eq!(told.commitment, public.commitment);
    let evergreen = RiddleEntry { key: Key { slot: Slot::Evergreen, ..day.key }, ..day };
    assert_eq!(PublicHalf::of(&evergreen, &project).date, "");
    assert_ne!(PublicHalf::of(&evergreen, &project).commitment, public.commitment);
    assert_eq!(Slot::Evergreen.to_string(), "evergreen");
    assert_eq!(Slot::Day(date(2026, 12, 1)).to_string(), "2026-12-01");
}

/// A day counts as begun or over ten seconds early, the longest time of a write.
#[test]
fn what_becomes_of_earlier_riddles_depends_on_the_moment() {
    let day = Slot::Day(date(2026, 12, 2));
    for (now, fate) in [
        ("2026-11-01T00:00:00Z", Earlier::Withdrawn),
        ("2026-12-01T09:59:49Z", Earlier::Withdrawn),
        ("2026-12-01T09:59:50Z", Earlier::Count),
        ("2026-12-02T12:00:00Z", Earlier::Count),
        ("2026-12-03T11:59:49Z", Earlier::Count),
        ("2026-12-03T11:59:50Z", Earlier::Stay),
        ("2027-12-03T00:00:00Z", Earlier::Stay),
    ] {
        assert_eq!(earlier(day, &at(now)), fate, "{now}");
        assert_eq!(earlier(Slot::Evergreen, &at(now)), Earlier::Count);
    }
}

#[test]
fn the_clock_of_the_system_tells_the_time() {
    let (before, now) = (jiff::Timestamp::now(), Clock::System.now());
    assert!(before <= now && now <= jiff::Timestamp::now());
    assert_eq!(at("2026-12-01T09:59:49Z").now().to_string(), "2026-12-01T09:59:49Z");
}

/// The search is repeated, with all unwanted answers, as long as its result is unwanted, and no longer.
#[test]
fn a_day_is_made_of_what_is_wanted() {
    on_both("made", async |store, _| {
        let clock = at("2026-12-01T00:00:00Z");
        let profile = Profile::named("open").unwrap();
        let recipe = (&profile, BoardType::Standard);
        let (day, next) = (key(date(2026, 12, 1), 1), key(date(2026, 12, 2), 1));
        let asked = RefCell::new(Vec::new());
        let looking = async |request: Request, seed: Seed| {
            asked.borrow_mut().push((request.banned.clone(), seed));
            Ok(report(&request, seed))
        };
        let DayOutcome::Stored(first, _) =
            make_day(&store, &day, recipe, &clock, looking).await.unwrap()
        else {
            panic!("nothing was made");
        };
        assert_eq!(asked.take(), [(BTreeSet::new(), store.secret().seed(&day).unwrap())]);
        let entries = store.day(Locale::EnUs, date(2026, 12, 1)).await.unwrap().into_entries();
        assert_eq!(entries[0].stored, *first);
        // During the search another program bans the word that it finds.
        let once = |request: Request, seed: Seed| {
            let (store, times) = (store.clone(), asked.borrow().len());
            asked.borrow_mut().push((request.banned.clone(), seed));
            async move {
                let report = report(&request, seed);
                if times == 0 {
                    let word = report.riddles[0].plain_word();
                    store.ban(Locale::EnUs, &[word]).await?;
                }
                Ok(report)
            }
        };
        let DayOutcome::Stored(second, _) =
            make_day(&store, &next, recipe, &clock, once).await.unwrap()
        else {
            panic!("nothing was made");
        };
        let asked = asked.take();
        let banned = store.bans(Locale::EnUs).await.unwrap();
        assert_eq!(asked.len(), 2);
        assert!(asked.iter().all(|(_, seed)| *seed == store.secret().seed(&next).unwrap()));
        assert_eq!(asked[0].0, BTreeSet::from([first.answer.clone()]));
        assert_eq!(asked[1].0, BTreeSet::from([first.answer.clone(), banned[0].clone()]));
        assert!(second.answer != first.answer && second.answer != banned[0]);
        // A riddle exists already; and a search that finds nothing.
        let looking = async |request: Request, seed| Ok(report(&request, seed));
        let again = make_day(&store, &next, recipe, &clock, looking).await.unwrap();
        assert!(matches!(again, DayOutcome::AlreadyStored));
        let nothing = async |request: Request, seed| {
            let mut report = report(&request, seed);
            report.riddles.clear();
            Ok(report)
        };
        let third = key(date(2026, 12, 3), 1);
        let none = make_day(&store, &third, recipe, &clock, nothing).await.unwrap();
        assert!(matches!(none, DayOutcome::NoRiddle(report) if report.stop == Stop::Attempts));
    });
}

/// SQLite waits for five seconds; opening a store then retries for the longest time of a write.
#[test]
fn who_finds_a_file_locked_waits_and_tries_again() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let url = sqlite(folder.path(), "a.db");
    runtime.block_on(async {
        sqlx::any::install_default_drivers();
        let pool = sqlx::AnyPool::connect(&format!("{url}?mode=rwc")).await.unwrap();
        sqlx::query("CREATE TABLE other (x)").execute(&pool).await.unwrap();
        let lock = pool.begin_with("BEGIN EXCLUSIVE").await.unwrap();
        let opening = tokio::spawn({
            let url = url.clone();
            async move { Store::open(&url, None).await }
        });
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert!(!opening.is_finished());
        lock.rollback().await.unwrap();
        opening.await.unwrap().unwrap().ping().await.unwrap();
    });
}

#[test]
fn a_sign_of_life_comes_from_the_database() {
    on_both("ping", async |store, _| {
        store.ping().await.unwrap();
        sqlx::query("ALTER TABLE project RENAME TO elsewhere")
            .execute(&store.writers)
            .await
            .unwrap();
        store.ping().await.unwrap_err();
        assert!(!store.is_well().await);
    });
}

#[test]
fn a_seed_that_is_given_is_that_of_the_store() {
    on_both("given", async |_, url| {
        let (base, name) = url.rsplit_once('/').unwrap();
        let url = match url.starts_with("sqlite") {
            true => format!("{base}/given-{name}"),
            false => url,
        };
        let given = ProjectSeed::new(b"the secret of a project").unwrap();
        let fresh = url.starts_with("sqlite");
        let first = Store::open(&url, fresh.then(|| given.clone())).await.unwrap();
        assert_eq!(*first.secret() == given, fresh);
        let again = Store::open(&url, Some(first.secret().clone())).await.unwrap();
        assert_eq!(again.secret(), first.secret());
    });
}
