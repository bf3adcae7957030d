//! Tests of a store's guarantees, on both databases: one riddle for a day, distinct answers near each other,
//! evergreens used once, a constant project seed.

use super::*;
use crate::stored_riddle::StoredRiddle;
use crossword::locale::Locale;
use crossword::riddle::{Profile, Request, make};
use jiff::ToSpan;
use jiff::civil::{Date, date};
use search::{Budget, Control, Goal, Seed};
use std::sync::OnceLock;
use testing::database::{Postgres, sqlite};

mod acts;
mod days;
mod unwell;

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
        assert!(made.len() > 4);
        made
    })
}

fn key(date: Date, revision: u32) -> Key {
    Key { locale: Locale::EnUs, slot: Slot::Day(date), revision }
}

/// Runs a test on a new store of each available database.
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
        assert_eq!(store.put(&key(day, 1), one, || Earlier::Count).await.unwrap(), Put::New);
        assert_eq!(store.put(&key(day, 2), two, || Earlier::Count).await.unwrap(), Put::New);
        assert_eq!(store.put(&key(next, 1), three, || Earlier::Count).await.unwrap(), Put::New);
        let entries = store.day(Locale::EnUs, day).await.unwrap().into_entries();
        assert_eq!(entries.len(), 2);
        assert_eq!((&entries[0].stored, &entries[1].stored), (one, two));
        assert_eq!(entries[1].key, key(day, 2));
        assert_eq!(store.days(Locale::EnUs, day, next).await.unwrap().into_entries().len(), 3);
        assert!(store.day(Locale::EnGb, day).await.unwrap().is_empty());
        let approve = async |revision| store.approve(Locale::EnUs, day, revision).await.unwrap();
        assert_eq!(approve(Some(3)).await, Approved::Missing);
        assert_eq!(approve(None).await, Approved::Done(key(day, 2)));
        let states: Vec<_> = store
            .day(Locale::EnUs, day)
            .await
            .unwrap()
            .into_entries()
            .iter()
            .map(|entry| entry.state)
            .collect();
        assert_eq!(states, [Progress::Generated, Progress::Approved]);
        // Another program opens the same store.
        let again = Store::open(&url, None).await.unwrap();
        assert_eq!(again.secret(), store.secret());
        assert_eq!(again.days(Locale::EnUs, day, next).await.unwrap().into_entries().len(), 3);
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
        assert_eq!(store.put(&key(day, 1), one, || Earlier::Count).await.unwrap(), Put::New);
        for days in [-60, -1, 0, 1, 60] {
            let near = key(day + days.days(), 2);
            assert_eq!(
                store.put(&near, one, || Earlier::Count).await.unwrap(),
                Put::Unwanted,
                "{days}"
            );
            assert!(store.unwanted(&near).await.unwrap().contains(&one.answer));
        }
        for days in [-61, 61] {
            let far = key(day + days.days(), 1);
            assert!(store.unwanted(&far).await.unwrap().is_empty());
            assert_eq!(store.put(&far, one, || Earlier::Count).await.unwrap(), Put::New);
        }
        assert_eq!(
            store.put(&key(day, 1), &riddles()[1], || Earlier::Count).await.unwrap(),
            Put::Occupied
        );
        assert_eq!(store.put(&key(day, 1), one, || Earlier::Count).await.unwrap(), Put::Occupied);
        let other = Key { locale: Locale::EnGb, ..key(day, 1) };
        assert_eq!(
            store.put(&other, one, || Earlier::Count).await.unwrap(),
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
            tasks.spawn(async move {
                store.put(&key(day, 1), riddle, || Earlier::Count).await.unwrap()
            });
        }
        let put = tasks.join_all().await;
        assert_eq!(put.iter().filter(|put| **put == Put::New).count(), 1);
        assert_eq!(store.day(Locale::EnUs, day).await.unwrap().into_entries().len(), 1);
    });
}

/// Two writers store the same answer for two days near each other at once: one of them is refused.
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
                store.put(&first, riddle, || Earlier::Count),
                second.put(&other, riddle, || Earlier::Count)
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
        assert_eq!(store.put(&evergreen(1), one, || Earlier::Count).await.unwrap(), Put::New);
        assert_eq!(store.put(&evergreen(2), one, || Earlier::Count).await.unwrap(), Put::Unwanted);
        assert_eq!(store.put(&evergreen(2), two, || Earlier::Count).await.unwrap(), Put::New);
        let day = date(2026, 12, 1);
        assert_eq!(store.adopt(Locale::EnUs, day).await.unwrap(), Put::New);
        assert_eq!(store.adopt(Locale::EnUs, day).await.unwrap(), Put::Occupied);
        store.ban(Locale::EnUs, &[two.answer.clone(), two.answer.clone()]).await.unwrap();
        assert_eq!(store.bans(Locale::EnUs).await.unwrap(), std::slice::from_ref(&two.answer));
        assert_eq!(store.adopt(Locale::EnUs, day + 1.days()).await.unwrap(), Put::Unwanted);
        let entries = store.day(Locale::EnUs, day).await.unwrap().into_entries();
        assert_eq!(&entries[0].stored, one);
        let states: Vec<_> = store
            .evergreens(Locale::EnUs)
            .await
            .unwrap()
            .into_entries()
            .iter()
            .map(|entry| entry.state)
            .collect();
        assert_eq!(states, [Progress::Used, Progress::Generated]);
    });
}

/// Several programs may start with the same new store.
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
        store.put(&key(day, 1), &riddles()[0], || Earlier::Count).await.unwrap();
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
            let error =
                store.day(Locale::EnUs, day).await.unwrap().whole().unwrap_err().to_string();
            assert!(error.starts_with("daily riddle en_US 2026-12-01, revision 1: "), "{error}");
            assert!(error.contains(part), "{error}");
        }
    });
}

/// A ban also holds for a riddle being stored; and a riddle replaced before its day is marked.
#[test]
fn bans_and_replacements() {
    on_both("bans", async |store, _| {
        let day = date(2026, 12, 1);
        let [one, two, ..] = riddles() else { panic!() };
        store.ban(Locale::EnUs, std::slice::from_ref(&one.answer)).await.unwrap();
        let put = async |revision, riddle: &StoredRiddle, earlier| {
            store.put(&key(day, revision), riddle, || earlier).await.unwrap()
        };
        assert_eq!(put(1, one, Earlier::Count).await, Put::Unwanted);
        assert_eq!(put(1, two, Earlier::Withdrawn).await, Put::New);
        assert_eq!(put(2, &riddles()[2], Earlier::Count).await, Put::New);
        assert_eq!(put(3, &riddles()[3], Earlier::Withdrawn).await, Put::New);
        let entries = store.day(Locale::EnUs, day).await.unwrap().into_entries();
        let states: Vec<_> = entries.iter().map(|entry| entry.state).collect();
        assert_eq!(states, [Progress::Withdrawn, Progress::Withdrawn, Progress::Generated]);
    });
}

#[cfg(unix)]
#[test]
fn notes_are_kept_by_day() {
    on_both("notes", async |store, url| {
        let (day, next, last) = (date(2026, 12, 1), date(2026, 12, 2), date(2026, 12, 3));
        let at = |second| jiff::Timestamp::from_second(second).unwrap();
        for (day, second, words) in
            [(next, 5, "b"), (day, 9, "a"), (next, 2, "it\u{2019}s \"so\""), (last, 1, "c")]
        {
            store.add_note((Locale::EnUs, day), at(second), "own", words).await.unwrap();
        }
        store.add_note((Locale::EnGb, day), at(1), "own", "elsewhere").await.unwrap();
        let again = Store::open(&url, None).await.unwrap();
        let notes = again.notes(Locale::EnUs, day, next).await.unwrap();
        let told: Vec<_> = notes.iter().map(|note| (&*note.date, &*note.words)).collect();
        let expected =
            [("2026-12-01", "a"), ("2026-12-02", "it\u{2019}s \"so\""), ("2026-12-02", "b")];
        assert_eq!(told, expected);
        assert_eq!((&*notes[0].at, &*notes[0].operator), ("1970-01-01T00:00:09.000000Z", "own"));
    });
}

#[test]
fn a_new_file_is_for_oneself() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(Store::open(&sqlite(folder.path(), "a.db"), None)).unwrap();
    let mode = std::fs::metadata(folder.path().join("a.db")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

/// SQLite rolls a transaction back silently if the disk is full.
#[test]
fn a_connection_that_lost_its_transaction_is_not_given_to_the_next() {
    on_both("undone", async |store, _| {
        for _ in 0..12 {
            let mut turn = store.turn(Locale::EnUs).await.unwrap();
            sqlx::query("ROLLBACK").execute(&mut *turn).await.unwrap();
            drop(turn);
            store.ban(Locale::EnUs, &["cat".to_owned()]).await.unwrap();
        }
    });
}

#[test]
fn a_store_is_not_well_while_it_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let url = sqlite(folder.path(), "a.db");
    runtime.block_on(async {
        let store = Store::open(&url, None).await.unwrap();
        assert!(store.is_well().await);
        let pool = sqlx::AnyPool::connect(&url).await.unwrap();
        let run = async |text: &'static str| sqlx::query(text).execute(&pool).await.unwrap();
        for table in ["ban", "sign_of_life"] {
            let text = format!(
                "CREATE TRIGGER no_{table} BEFORE INSERT ON {table} \
                 BEGIN SELECT RAISE(ABORT, 'as on a full disk'); END"
            );
            sqlx::query(sqlx::AssertSqlSafe(text)).execute(&pool).await.unwrap();
        }
        assert!(store.is_well().await, "nobody has tried to write");
        store.ban(Locale::EnUs, &["cat".to_owned()]).await.unwrap_err();
        for _ in 0..3 {
            assert!(!store.is_well().await && store.bans(Locale::EnUs).await.is_ok());
        }
        run("DROP TRIGGER no_ban").await;
        run("DROP TRIGGER no_sign_of_life").await;
        let begin = std::time::Instant::now();
        while !store.is_well().await {
            assert!(begin.elapsed().as_secs() < 10, "it does not find out");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        store.ban(Locale::EnUs, &["cat".to_owned()]).await.unwrap();
    });
}

/// Another program locks the file, and writers time out: readers are not affected.
#[test]
fn readers_do_not_wait_for_writers() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let url = sqlite(folder.path(), "a.db");
    runtime.block_on(async {
        let store = Store::open(&url, None).await.unwrap();
        store.ban(Locale::EnUs, &["cat".to_owned()]).await.unwrap();
        let outside = sqlx::AnyPool::connect(&url).await.unwrap();
        let lock = outside.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let mut writers = tokio::task::JoinSet::new();
        for n in 0..12 {
            let store = store.clone();
            writers.spawn(async move { store.ban(Locale::EnUs, &[format!("dog{n}")]).await });
        }
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        writers.abort_all();
        for _ in 0..20 {
            let begin = std::time::Instant::now();
            assert_eq!(store.bans(Locale::EnUs).await.unwrap(), ["cat"]);
            assert!(begin.elapsed().as_secs() < 2, "{:?}", begin.elapsed());
        }
        drop(lock);
        store.ban(Locale::EnUs, &["ape".to_owned()]).await.unwrap();
        assert_eq!(store.bans(Locale::EnUs).await.unwrap(), ["ape", "cat"]);
    });
}

/// A cancelled write has written nothing and does not block the next.
#[test]
fn whoever_leaves_in_the_middle_has_written_nothing() {
    on_both("leave", async |store, _| {
        let words: Vec<_> = (0..300).map(|n| format!("word{n}")).collect();
        for n in 0..20 {
            let time = std::time::Duration::from_micros(200 * n);
            let _ = tokio::time::timeout(time, store.ban(Locale::EnGb, &words)).await;
            let kept = store.bans(Locale::EnGb).await.unwrap().len();
            assert!(kept == 0 || kept == 300, "{kept} of a transaction");
        }
        store.ban(Locale::EnUs, &["cat".to_owned()]).await.unwrap();
    });
}

#[test]
fn a_row_that_is_damaged_hides_no_others() {
    on_both("rows", async |store, url| {
        let day = date(2026, 12, 1);
        let put = async |date, revision, n: usize| {
            let put = store.put(&key(date, revision), &riddles()[n], || Earlier::Count).await;
            assert_eq!(put.unwrap(), Put::New);
        };
        let next = day + 1.days();
        for (n, (date, revision)) in [(day, 1), (day, 2), (next, 1), (next, 2)].iter().enumerate() {
            put(*date, *revision, n).await;
        }
        let pool = sqlx::AnyPool::connect(&url).await.unwrap();
        let damage =
            "UPDATE riddle SET body = 'no riddle' WHERE date = '2026-12-01' AND revision = ";
        let damage = async |revision: u32| {
            let text = sqlx::AssertSqlSafe(format!("{damage}{revision}"));
            sqlx::query(text).execute(&pool).await.unwrap();
        };
        let read = async || store.days(Locale::EnUs, day, next).await.unwrap();
        let keys =
            |entries: Vec<RiddleEntry>| entries.iter().map(|entry| entry.key).collect::<Vec<_>>();
        assert_eq!(store.damaged(), 0);
        assert_eq!(keys(read().await.latest()), [key(day, 2), key(next, 2)]);
        // The first revision may have been withdrawn: it does not return.
        damage(2).await;
        assert_eq!(keys(read().await.latest()), [key(next, 2)]);
        assert_eq!(read().await.entries().len(), 3);
        assert_eq!(store.damaged(), 2);
        // A damaged second revision hides only its own day.
        let last = next + 1.days();
        put(last, 1, 4).await;
        let all = store.days(Locale::EnUs, day, last).await.unwrap();
        assert_eq!(keys(all.latest()), [key(next, 2), key(last, 1)]);
        assert_eq!(store.damaged(), 3);
        damage(1).await;
        assert_eq!(keys(read().await.latest()), [key(next, 2)]);
        let rows = store.day(Locale::EnUs, day).await.unwrap();
        assert!(!rows.is_empty() && rows.entries().is_empty());
        assert_eq!(rows.last_revision(), Some(2));
    });
}

#[test]
fn what_is_withdrawn_or_over_stays_so() {
    on_both("stay", async |store, _| {
        let day = date(2026, 12, 1);
        let put = async |revision, n: usize, earlier| {
            store.put(&key(day, revision), &riddles()[n], || earlier).await.unwrap()
        };
        assert_eq!(put(1, 0, Earlier::Stay).await, Put::New, "a first riddle takes nothing away");
        assert_eq!(put(2, 1, Earlier::Withdrawn).await, Put::New);
        let approve = async |revision| store.approve(Locale::EnUs, day, revision).await.unwrap();
        assert_eq!(approve(Some(1)).await, Approved::Withdrawn);
        assert_eq!(approve(None).await, Approved::Done(key(day, 2)));
        assert_eq!(put(3, 2, Earlier::Stay).await, Put::Over);
        let entries = store.day(Locale::EnUs, day).await.unwrap().into_entries();
        let states: Vec<_> = entries.iter().map(|entry| entry.state).collect();
        assert_eq!(states, [Progress::Withdrawn, Progress::Approved]);
    });
}

/// Errors come at once and name the place, never the password.
#[test]
fn a_store_that_cannot_be_opened_is_named_with_the_cause() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let file = folder.path().join("a.db");
    std::fs::write(&file, "a letter, and no database: ".repeat(200)).unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = Postgres::start();
    let unknown =
        server.as_ref().map(|s| (s.database("no").replace("/no_", "/nowhere_"), "does not exist"));
    let places = [
        (sqlite(folder.path(), "a.db"), "no database of SQLite"),
        (sqlite(folder.path(), "nowhere/a.db"), "there is no such file"),
        (sqlite(folder.path(), "folder"), "unable to open"),
        (format!("{}?mode=ro", sqlite(folder.path(), "b.db")), "unable to open"),
        (format!("postgres://me:hush@127.0.0.1:{port}/q"), "connection refused"),
        (format!("postgres://me:hush@127.0.0.1:{port}/q?sslmode=perhaps"), "perhaps"),
    ];
    for (url, part) in places.into_iter().chain(unknown) {
        let begin = std::time::Instant::now();
        let error = runtime.block_on(Store::open(&url, None)).unwrap_err().to_string();
        assert!(begin.elapsed().as_secs() < 3, "{url}: {:?}", begin.elapsed());
        assert!(error.contains(part) && error.contains(&shown(&url)), "{url}: {error}");
        assert!(!error.contains("hush"), "{error}");
    }
}
