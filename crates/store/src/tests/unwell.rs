//! Failures of a store: lost connections, time limits, errors and their causes, full disks.

use super::*;
use crate::handle::{Health, PAUSE};
use sqlx::migrate::MigrateError;
use std::cell::Cell;
use std::io;
use std::thread::sleep;
use std::time::Duration;

/// The error of a broken connection.
fn lost() -> StoreError {
    StoreError::Query(sqlx::Error::Io(io::Error::from(io::ErrorKind::ConnectionReset)))
}

/// Runs a test on a new file.
fn on_file<F: Future<Output = ()>>(test: impl Fn(Store, String) -> F) {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let url = sqlite(folder.path(), "a.db");
    runtime.block_on(async {
        let store = Store::open(&url, None).await.unwrap();
        test(store, url.clone()).await;
    });
}

/// Runs a read that fails `times` times and then succeeds. Returns the number of tries, and true on success.
async fn read_failing(store: &Store, times: u32, error: fn() -> StoreError) -> (u32, bool) {
    let tried = Cell::new(0);
    let work = || async {
        tried.set(tried.get() + 1);
        if tried.get() > times { Ok(()) } else { Err(error()) }
    };
    let done = store.reading(work).await;
    (tried.get(), done.is_ok())
}

#[test]
fn a_lost_connection_is_replaced_once() {
    on_file(async |store, _| {
        assert_eq!(read_failing(&store, 0, lost).await, (1, true));
        assert_eq!(read_failing(&store, 1, lost).await, (2, true));
        assert!(!store.is_away());
        let other = || StoreError::Query(sqlx::Error::RowNotFound);
        assert_eq!(read_failing(&store, 1, other).await, (1, false), "it is said at once");
        assert!(!store.is_away(), "it has answered");
        assert_eq!(read_failing(&store, 2, lost).await, (2, false));
        // Now the store is away: it is neither read nor written for a while.
        assert!(store.is_away());
        assert_eq!(read_failing(&store, 0, lost).await, (0, false));
        let read = store.bans(Locale::EnUs).await.unwrap_err();
        let written = store.ban(Locale::EnUs, &["cat".to_owned()]).await.unwrap_err();
        assert!(matches!((read, written), (StoreError::Away, StoreError::Away)));
        assert!(store.is_writable(), "nobody has tried");
        tokio::time::sleep(PAUSE).await;
        assert!(!store.is_away());
        assert!(store.bans(Locale::EnUs).await.unwrap().is_empty());
    });
}

#[test]
fn who_did_not_answer_is_away_for_a_moment() {
    let health = Health::default();
    assert!(!health.is_away());
    health.note_reading::<()>(&Err(StoreError::Late));
    assert!(health.is_away());
    health.note_reading(&Ok(()));
    assert!(!health.is_away(), "it answers again");
    health.note_reading::<()>(&Err(StoreError::Query(sqlx::Error::RowNotFound)));
    assert!(!health.is_away(), "that is an answer");
    health.note_reading::<()>(&Err(lost()));
    sleep(PAUSE / 4);
    assert!(health.is_away());
    sleep(PAUSE);
    assert!(!health.is_away());
}

/// The value in the row of test writes; 0 without a row.
async fn signs(pool: &sqlx::AnyPool, table: &str) -> i64 {
    let text = format!("SELECT COALESCE(SUM(written), 0) FROM {table}");
    let query = sqlx::query_as(sqlx::AssertSqlSafe(text));
    let (written,): (i64,) = query.fetch_one(pool).await.unwrap();
    written
}

#[test]
fn a_sign_of_life_is_written_after_a_failure_alone() {
    on_file(async |store, url| {
        let pool = sqlx::AnyPool::connect(&url).await.unwrap();
        let run = async |text: &'static str| sqlx::query(text).execute(&pool).await.unwrap();
        for _ in 0..3 {
            assert!(store.is_well().await);
        }
        store.ban(Locale::EnUs, &["ape".to_owned()]).await.unwrap();
        assert_eq!(signs(&pool, "sign_of_life").await, 0);
        // The trigger counts tries: RAISE(FAIL) keeps its earlier changes.
        run("CREATE TABLE trial (written INTEGER)").await;
        run("CREATE TRIGGER no_sign BEFORE INSERT ON sign_of_life \
             BEGIN INSERT INTO trial VALUES (1); SELECT RAISE(FAIL, 'full'); END")
        .await;
        run("CREATE TRIGGER no_ban BEFORE INSERT ON ban BEGIN SELECT RAISE(ABORT, 'full'); END")
            .await;
        store.ban(Locale::EnUs, &["cat".to_owned()]).await.unwrap_err();
        let begin = std::time::Instant::now();
        while begin.elapsed() < PAUSE / 2 {
            assert!(!store.is_well().await);
        }
        assert_eq!(signs(&pool, "trial").await, 1, "at most one in a second");
        tokio::time::sleep(PAUSE).await;
        assert!(!store.is_well().await);
        assert_eq!(signs(&pool, "trial").await, 2, "and then another one");
        // A success without a write does not prove that the disk works; the test write does.
        tokio::time::sleep(PAUSE).await;
        assert_eq!(store.adopt(Locale::EnUs, date(2026, 12, 1)).await.unwrap(), Put::Unwanted);
        store.ban(Locale::EnUs, &[]).await.unwrap();
        assert!(!store.is_writable());
        run("DROP TRIGGER no_sign").await;
        tokio::time::sleep(PAUSE).await;
        store.ban(Locale::EnUs, &[]).await.unwrap();
        assert!(store.is_writable());
        assert_eq!(signs(&pool, "sign_of_life").await, 1);
    });
}

/// The value of a connection's setting, as text.
async fn setting(pool: &sqlx::AnyPool, name: &str) -> String {
    use sqlx::Row;
    let text = match name.strip_prefix("PRAGMA ") {
        Some(pragma) => format!("SELECT CAST({pragma} AS TEXT) FROM pragma_{pragma}"),
        None => format!("SELECT current_setting('{name}')"),
    };
    let text = text.replace("CAST(busy_timeout", "CAST(timeout");
    let row = sqlx::query(sqlx::AssertSqlSafe(text)).fetch_one(pool).await.unwrap();
    row.get(0)
}

#[test]
fn connections_know_how_long_to_wait_and_what_they_may() {
    on_both("settings", async |store, _| {
        let expected: &[(&sqlx::AnyPool, &str, &str)] = match store.backend {
            Backend::Sqlite => &[
                (&store.writers, "PRAGMA busy_timeout", "5000"),
                (&store.writers, "PRAGMA journal_mode", "wal"),
                (&store.writers, "PRAGMA synchronous", "2"),
                (&store.readers, "PRAGMA busy_timeout", "2000"),
            ],
            Backend::Postgres => &[
                (&store.writers, "statement_timeout", "5s"),
                (&store.writers, "lock_timeout", "5s"),
                (&store.readers, "statement_timeout", "3s"),
            ],
        };
        for (pool, name, value) in expected {
            assert_eq!(setting(pool, name).await, *value, "{name}");
        }
        let text = "INSERT INTO ban (locale, word) VALUES ('en_US', 'cat')";
        sqlx::query(text).execute(&store.readers).await.unwrap_err();
        sqlx::query(text).execute(&store.writers).await.unwrap();
    });
}

#[test]
fn a_connection_that_is_given_back_is_used_again() {
    on_file(async |store, _| {
        for word in ["ape", "bat", "cat"] {
            store.ban(Locale::EnUs, &[word.to_owned()]).await.unwrap();
            let begin = std::time::Instant::now();
            while store.writers.num_idle() == 0 {
                assert!(begin.elapsed() < Duration::from_secs(5), "it was thrown away");
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            if word == "ape" {
                // A temporary table is visible to this connection only.
                sqlx::query("CREATE TEMP TABLE mine (x)").execute(&store.writers).await.unwrap();
            }
        }
        sqlx::query("INSERT INTO mine VALUES (1)").execute(&store.writers).await.unwrap();
    });
}

/// The cause of an error, as text.
async fn cause(pool: &sqlx::AnyPool, text: &'static str) -> String {
    Cause::of(&sqlx::query(text).execute(pool).await.unwrap_err()).to_string()
}

#[test]
fn codes_of_sqlite_are_explained() {
    on_file(async |store, url| {
        let one = || sqlx::any::AnyPoolOptions::new().max_connections(1);
        let pool = one().connect(&url).await.unwrap();
        let run = async |text: &'static str| sqlx::query(text).execute(&pool).await.unwrap();
        run("PRAGMA max_page_count = 1").await;
        let full = "CREATE TABLE big AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n \
                    WHERE i < 9999) SELECT i, 'a rather long text to fill pages with' AS t FROM n";
        assert_eq!(cause(&pool, full).await, "the disk is full (database or disk is full)");
        let missing = "there is no such folder, or it may not be entered (unable to open";
        let told = cause(&pool, "ATTACH 'nowhere/b.db' AS b").await;
        assert!(told.starts_with(missing), "{told}");
        run("PRAGMA query_only = ON").await;
        assert_eq!(
            cause(&pool, "INSERT INTO ban VALUES ('en_US', 'cat')").await,
            "it can be read, but not written (attempt to write a readonly database)"
        );
        let held = one().connect(&url).await.unwrap();
        let lock = held.begin_with("BEGIN IMMEDIATE").await.unwrap();
        run("PRAGMA query_only = OFF").await;
        run("PRAGMA busy_timeout = 1").await;
        let insert = "INSERT INTO ban VALUES ('en_US', 'cat')";
        let error = sqlx::query(insert).execute(&pool).await.unwrap_err();
        let cause_of = Cause::of(&error);
        assert_eq!(cause_of.to_string(), "another program keeps it locked (database is locked)");
        let open = |cause| StoreError::Open { place: url.clone(), cause };
        assert!(open(cause_of).is_locked());
        drop(lock);
        let other = Cause::of(&sqlx::query("SELECT").execute(&pool).await.unwrap_err());
        assert!(other.to_string().contains("incomplete input"), "{other}");
        assert!(!open(other).is_locked());
        assert!(!StoreError::Query(error).is_locked(), "it was open already");
        store.close().await;
        assert!(store.readers.is_closed() && store.writers.is_closed());
    });
}

#[test]
fn tables_that_cannot_be_brought_up_to_date_say_why() {
    for (error, told) in [
        (MigrateError::Execute(sqlx::Error::PoolTimedOut), "it does not answer"),
        (MigrateError::ExecuteMigration(sqlx::Error::PoolTimedOut, 3), "it does not answer"),
        (
            MigrateError::VersionMissing(9),
            "its tables cannot be brought up to date: migration 9 was previously applied but is \
             missing in the resolved migrations",
        ),
    ] {
        assert_eq!(Cause::of_migration(&error).to_string(), told);
    }
    let address = sqlx::Error::Configuration("no host".into());
    assert_eq!(Cause::of(&address).to_string(), "the address cannot be read: no host");
    assert_eq!(
        Cause::of(&sqlx::Error::RowNotFound).to_string(),
        sqlx::Error::RowNotFound.to_string()
    );
    let torn = Cause::of(&sqlx::Error::Decode("torn".into())).to_string();
    assert_eq!(torn.matches("torn").count(), 1, "a source that is told is not told again: {torn}");
    assert_eq!(
        Cause::late(Duration::from_secs(10)).to_string(),
        "it does not answer within 10 seconds"
    );
    // A store from a later version of the program.
    on_both("later", async |store, url| {
        let text = "INSERT INTO _sqlx_migrations \
                    SELECT 9999, description, installed_on, success, checksum, execution_time \
                    FROM _sqlx_migrations WHERE version = 1";
        sqlx::query(text).execute(&store.writers).await.unwrap();
        let error = Store::open(&url, None).await.unwrap_err().to_string();
        assert!(error.contains("cannot be brought up to date: migration 9999"), "{error}");
    });
}

#[test]
fn what_is_away_and_what_has_answered() {
    use sqlx::Error::{PoolClosed, PoolTimedOut, Protocol, RowNotFound, WorkerCrashed};
    for (error, lost, away) in [
        (WorkerCrashed, true, true),
        (Protocol("torn".to_owned()), true, true),
        (PoolTimedOut, false, true),
        (PoolClosed, false, true),
        (RowNotFound, false, false),
    ] {
        let error = StoreError::Query(error);
        assert_eq!((error.lost_connection(), error.is_away()), (lost, away), "{error}");
    }
    assert!(StoreError::Late.is_away() && !StoreError::Late.lost_connection());
    assert!(!StoreError::Away.is_away() && !StoreError::OtherSeed.is_away());
}

/// A server that ends a connection, and one that is down.
#[test]
fn a_server_that_ends_a_connection_is_asked_again() {
    let Some(server) = Postgres::start() else { return };
    let url = server.database("ended");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&url, None).await.unwrap();
        store.ban(Locale::EnUs, &["cat".to_owned()]).await.unwrap();
        assert_eq!(store.bans(Locale::EnUs).await.unwrap(), ["cat"]);
        let pool = sqlx::AnyPool::connect(&url).await.unwrap();
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        for _ in 0..5 {
            sqlx::query(end).execute(&pool).await.unwrap();
            assert_eq!(store.bans(Locale::EnUs).await.unwrap(), ["cat"]);
            assert!(!store.is_away());
        }
        let mut read = store.readers.acquire().await.unwrap();
        sqlx::query(end).execute(&pool).await.unwrap();
        let ended = sqlx::query("SELECT 1").execute(&mut *read).await.unwrap_err();
        assert!(StoreError::Query(ended).lost_connection());
    });
}

#[test]
fn a_file_with_an_odd_name_is_for_oneself_and_there() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let names = [
        ("a%20b.db", "a b.db"),
        ("a c.db", "a c.db"),
        ("d#e.db?mode=rwc", "d#e.db"),
        ("50%.db", "50%.db"),
        ("\u{e9}[1].db", "\u{e9}[1].db"),
    ];
    for (n, (address, name)) in names.into_iter().enumerate() {
        let url = sqlite(folder.path(), address);
        let missing = runtime.block_on(Store::open_existing(&url)).unwrap_err();
        assert!(matches!(missing, StoreError::Missing(_)), "{missing}");
        let made = runtime.block_on(Store::open(&url, None)).unwrap();
        runtime.block_on(made.close());
        let there: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(there.len(), n + 1, "{there:?}");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
        let again = runtime.block_on(Store::open_existing(&url)).unwrap();
        assert_eq!(again.secret(), made.secret());
        runtime.block_on(again.close());
    }
}

#[cfg(unix)]
#[test]
fn what_is_written_to_a_file_that_is_gone_is_not_said_to_be_kept() {
    use std::fs::{remove_file, rename};
    on_file(async |store, url| {
        let file = std::path::PathBuf::from(url.strip_prefix("sqlite:").unwrap());
        let aside = file.with_extension("aside");
        let ban = async |word: &str| store.ban(Locale::EnUs, &[word.to_owned()]).await;
        let is_gone = async || {
            let error = ban("bat").await.unwrap_err();
            assert!(matches!(error, StoreError::Gone(_)), "{error}");
            assert!(error.to_string().contains("a.db: the store's file was removed"), "{error}");
            assert!(!store.is_writable() && !store.is_well().await);
        };
        ban("ape").await.unwrap();
        rename(&file, &aside).unwrap();
        assert!(!store.is_well().await, "nobody has tried to write");
        is_gone().await;
        std::fs::write(&file, "another").unwrap();
        is_gone().await;
        rename(&aside, &file).unwrap();
        tokio::time::sleep(PAUSE).await;
        assert!(store.is_well().await, "it is there again");
        ban("cat").await.unwrap();
        remove_file(&file).unwrap();
        is_gone().await;
    });
}

#[test]
fn no_seed_is_drawn_for_riddles_that_were_made_by_another() {
    on_both("seedless", async |store, url| {
        let lost =
            async || sqlx::query("DELETE FROM project").execute(&store.writers).await.unwrap();
        lost().await;
        let drawn = Store::open(&url, None).await.unwrap();
        assert_ne!(drawn.secret(), store.secret(), "nothing was made yet");
        let day = date(2026, 12, 1);
        store.put(&key(day, 1), &riddles()[0], || Earlier::Count).await.unwrap();
        lost().await;
        let error = Store::open(&url, None).await.unwrap_err();
        assert!(matches!(error, StoreError::NoSeed(_)), "{error}");
        assert!(error.to_string().contains("--project-seed-file"), "{error}");
        let given = ProjectSeed::new(b"the seed that it had").unwrap();
        for seed in [Some(given.clone()), None] {
            assert_eq!(*Store::open(&url, seed).await.unwrap().secret(), given);
        }
    });
}

#[test]
fn an_empty_file_is_no_new_store() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let url = sqlite(folder.path(), "a.db");
    let empty = || std::fs::write(folder.path().join("a.db"), "").unwrap();
    let open = |seed| runtime.block_on(Store::open(&url, seed));
    for url in [url.clone(), format!("{url}?mode=rw")] {
        empty();
        let error = runtime.block_on(Store::open(&url, None)).unwrap_err();
        assert!(matches!(error, StoreError::Empty(_)), "{error}");
        assert!(error.to_string().contains("remove it to begin a new store"), "{error}");
    }
    let given = ProjectSeed::new(b"the seed that it had").unwrap();
    assert_eq!(*open(Some(given.clone())).unwrap().secret(), given);
    std::fs::remove_file(folder.path().join("a.db")).unwrap();
    assert_ne!(*open(None).unwrap().secret(), given);
}
