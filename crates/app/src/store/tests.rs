//! What a store promises, on both databases: one riddle of a day whoever comes first, answers apart,
//! evergreens used once, the project seed kept.

use super::*;
use crate::database::{Postgres, sqlite};
use crate::wire::stored_riddle::StoredRiddle;
use crossword::riddle::{Profile, Request, make};
use jiff::ToSpan;
use jiff::civil::date;
use search::{Budget, Control, Goal, Seed};
use std::sync::OnceLock;

/// Some riddles with different answers.
fn riddles() -> &'static [StoredRiddle] {
    static MADE: OnceLock<Vec<StoredRiddle>> = OnceLock::new();
    MADE.get_or_init(|| {
        let lexicon = crossword::lexicon::shipped(Locale::EnUs).unwrap();
        let setting = crossword::position::Setting::standard(Locale::EnUs);
        let request = Request::new(setting, Profile::named("open").unwrap());
        let budget = Budget { goal: Goal::Best(10), attempts: Some(400), time: None };
        let seed = Seed::new(7).unwrap();
        let report = make(&request, &lexicon, seed, &budget, &Control::default()).unwrap();
        let mut made: Vec<_> = report.riddles.iter().map(StoredRiddle::from).collect();
        made.dedup_by(|a, b| a.answer == b.answer);
        assert!(made.len() > 3);
        made
    })
}

fn key(date: Date, revision: u32) -> Key {
    Key { locale: Locale::EnUs, slot: Slot::Day(date), revision }
}

/// Runs a test on a new store of each database that is here.
fn on_both<F: Future<Output = ()>>(name: &str, test: impl Fn(Store, String) -> F) {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = Postgres::start();
    let urls = [Some(sqlite(folder.path(), "a.db")), server.as_ref().map(|s| s.database(name))];
    for url in urls.into_iter().flatten() {
        runtime.block_on(async {
            let store = Store::open(&url, None).await.unwrap();
            test(store, url).await;
        });
    }
}

#[test]
fn what_is_put_is_read() {
    on_both("put", async |store, url| {
        let (day, next) = (date(2026, 12, 1), date(2026, 12, 2));
        let [one, two, three, ..] = riddles() else { panic!() };
        assert_eq!(store.put(&key(day, 1), one, Earlier::Count).await.unwrap(), Put::New);
        assert_eq!(store.put(&key(day, 2), two, Earlier::Count).await.unwrap(), Put::New);
        assert_eq!(store.put(&key(next, 1), three, Earlier::Count).await.unwrap(), Put::New);
        let kept = store.day(Locale::EnUs, day).await.unwrap();
        assert_eq!(kept.len(), 2);
        assert_eq!((&kept[0].stored, &kept[1].stored), (one, two));
        assert_eq!(kept[1].key, key(day, 2));
        assert_eq!(store.days(Locale::EnUs, day, next).await.unwrap().len(), 3);
        assert!(store.day(Locale::EnGb, day).await.unwrap().is_empty());
        assert!(store.approve(&key(day, 2)).await.unwrap());
        assert!(!store.approve(&key(day, 3)).await.unwrap());
        let states: Vec<_> =
            store.day(Locale::EnUs, day).await.unwrap().iter().map(|kept| kept.state).collect();
        assert_eq!(states, [State::Made, State::Approved]);
        // What another program sees that opens the same store.
        let again = Store::open(&url, None).await.unwrap();
        assert_eq!(again.secret(), store.secret());
        assert_eq!(again.days(Locale::EnUs, day, next).await.unwrap().len(), 3);
        store.ping().await.unwrap();
        let given = ProjectSeed::new(b"another secret of a project").unwrap();
        let other = Store::open(&url, Some(given)).await.unwrap_err();
        assert!(matches!(other, StoreError::OtherSeed));
    });
}

#[test]
fn an_answer_comes_again_after_sixty_days_only() {
    on_both("apart", async |store, _| {
        let day = date(2026, 12, 1);
        let one = &riddles()[0];
        assert_eq!(store.put(&key(day, 1), one, Earlier::Count).await.unwrap(), Put::New);
        for days in [-60, -1, 0, 1, 60] {
            let near = key(day + days.days(), 2);
            assert_eq!(
                store.put(&near, one, Earlier::Count).await.unwrap(),
                Put::Unwanted,
                "{days}"
            );
            assert!(store.unwanted(&near).await.unwrap().contains(&one.answer));
        }
        for days in [-61, 61] {
            let far = key(day + days.days(), 1);
            assert!(store.unwanted(&far).await.unwrap().is_empty());
            assert_eq!(store.put(&far, one, Earlier::Count).await.unwrap(), Put::New);
        }
        assert_eq!(
            store.put(&key(day, 1), &riddles()[1], Earlier::Count).await.unwrap(),
            Put::Taken
        );
        assert_eq!(store.put(&key(day, 1), one, Earlier::Count).await.unwrap(), Put::Taken);
        let other = Key { locale: Locale::EnGb, ..key(day, 1) };
        assert_eq!(
            store.put(&other, one, Earlier::Count).await.unwrap(),
            Put::New,
            "each language by itself"
        );
    });
}

#[test]
fn of_a_hundred_at_once_one_is_kept() {
    on_both("race", async |store, url| {
        let second = Store::open(&url, None).await.unwrap();
        let day = date(2026, 12, 1);
        let mut tasks = tokio::task::JoinSet::new();
        for n in 0..100 {
            let store = if n % 2 == 0 { store.clone() } else { second.clone() };
            let riddle = &riddles()[n % riddles().len()];
            tasks.spawn(
                async move { store.put(&key(day, 1), riddle, Earlier::Count).await.unwrap() },
            );
        }
        let put = tasks.join_all().await;
        assert_eq!(put.iter().filter(|put| **put == Put::New).count(), 1);
        assert_eq!(store.day(Locale::EnUs, day).await.unwrap().len(), 1);
    });
}

/// The same answer for two days near each other, by two at once: one of them is told.
#[test]
fn neighbours_at_once_do_not_share_an_answer() {
    on_both("neighbours", async |store, url| {
        let second = Store::open(&url, None).await.unwrap();
        for n in 0..20i32 {
            let (one, two) =
                (date(2026, 1, 1) + (200 * n).days(), date(2026, 1, 5) + (200 * n).days());
            let riddle = &riddles()[0];
            let (first, other) = (key(one, 1), key(two, 1));
            let (a, b) = tokio::join!(
                store.put(&first, riddle, Earlier::Count),
                second.put(&other, riddle, Earlier::Count)
            );
            let kept = [a.unwrap(), b.unwrap()].iter().filter(|put| **put == Put::New).count();
            assert_eq!(kept, 1);
        }
    });
}

#[test]
fn evergreens_are_used_once() {
    on_both("evergreen", async |store, _| {
        let [one, two, ..] = riddles() else { panic!() };
        let evergreen = |revision| Key { slot: Slot::Evergreen, ..key(Date::MIN, revision) };
        assert_eq!(store.put(&evergreen(1), one, Earlier::Count).await.unwrap(), Put::New);
        assert_eq!(store.put(&evergreen(2), one, Earlier::Count).await.unwrap(), Put::Unwanted);
        assert_eq!(store.put(&evergreen(2), two, Earlier::Count).await.unwrap(), Put::New);
        let day = date(2026, 12, 1);
        assert_eq!(store.adopt(Locale::EnUs, day).await.unwrap(), Put::New);
        assert_eq!(store.adopt(Locale::EnUs, day).await.unwrap(), Put::Taken);
        store.ban(Locale::EnUs, &[two.answer.clone(), two.answer.clone()]).await.unwrap();
        assert_eq!(store.bans(Locale::EnUs).await.unwrap(), std::slice::from_ref(&two.answer));
        assert_eq!(store.adopt(Locale::EnUs, day + 1.days()).await.unwrap(), Put::Unwanted);
        let kept = store.day(Locale::EnUs, day).await.unwrap();
        assert_eq!(&kept[0].stored, one);
        let states: Vec<_> =
            store.evergreens(Locale::EnUs).await.unwrap().iter().map(|kept| kept.state).collect();
        assert_eq!(states, [State::Used, State::Made]);
    });
}

/// Several programs may begin with the same new store.
#[test]
fn a_new_store_opened_by_many_has_one_secret() {
    on_both("many", async |first, url| {
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let url = url.clone();
            tasks.spawn(async move { Store::open(&url, None).await.unwrap().secret().clone() });
        }
        let secrets = tasks.join_all().await;
        assert!(secrets.iter().all(|secret| secret == first.secret()));
    });
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for n in 0..5 {
        let url = sqlite(folder.path(), &format!("{n}.db"));
        let secrets = runtime.block_on(async {
            let mut tasks = tokio::task::JoinSet::new();
            for _ in 0..6 {
                let url = url.clone();
                tasks.spawn(async move { Store::open(&url, None).await.unwrap().secret().clone() });
            }
            tasks.join_all().await
        });
        assert!(secrets.iter().all(|secret| *secret == secrets[0]));
    }
}

#[test]
fn a_damaged_row_is_an_error_that_names_it() {
    on_both("damaged", async |store, url| {
        let day = date(2026, 12, 1);
        store.put(&key(day, 1), &riddles()[0], Earlier::Count).await.unwrap();
        for (body, part) in [
            ("{}", "missing field"),
            ("{\"format\":", "the text ends too early"),
            ("quandary/stored-riddle/2", "quandary/stored-riddle/2"),
        ] {
            let pool = sqlx::AnyPool::connect(&url).await.unwrap();
            let body = match body.starts_with('q') {
                true => riddles()[0].text().unwrap().replace("stored-riddle/1", "stored-riddle/2"),
                false => body.to_owned(),
            };
            sqlx::query("UPDATE riddle SET body = $1").bind(body).execute(&pool).await.unwrap();
            let error = store.day(Locale::EnUs, day).await.unwrap_err().to_string();
            assert!(error.starts_with("daily riddle en_US 2026-12-01, revision 1: "), "{error}");
            assert!(error.contains(part), "{error}");
        }
    });
}

/// A ban holds for what is being kept, too; and what was replaced before its day is marked.
#[test]
fn bans_and_replacements() {
    on_both("bans", async |store, _| {
        let day = date(2026, 12, 1);
        let [one, two, ..] = riddles() else { panic!() };
        store.ban(Locale::EnUs, std::slice::from_ref(&one.answer)).await.unwrap();
        let put = async |revision, riddle: &StoredRiddle, earlier| {
            store.put(&key(day, revision), riddle, earlier).await.unwrap()
        };
        assert_eq!(put(1, one, Earlier::Count).await, Put::Unwanted);
        assert_eq!(put(1, two, Earlier::Withdrawn).await, Put::New);
        assert_eq!(put(2, &riddles()[2], Earlier::Count).await, Put::New);
        assert_eq!(put(3, &riddles()[3], Earlier::Withdrawn).await, Put::New);
        let kept = store.day(Locale::EnUs, day).await.unwrap();
        let states: Vec<_> = kept.iter().map(|kept| kept.state).collect();
        assert_eq!(states, [State::Withdrawn, State::Withdrawn, State::Made]);
    });
}

#[cfg(unix)]
#[test]
fn a_new_file_is_for_oneself() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(Store::open(&sqlite(folder.path(), "a.db"), None)).unwrap();
    let mode = std::fs::metadata(folder.path().join("a.db")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}
