//! Opening a store: the connections, the tables, the project seed.
//!
//! Opening a store migrates its tables. Readers and writers have separate connections: a writer that waits for its
//! turn does not block readers. Invariant: a connection returned with an open transaction is closed and never reused.

use super::address::{Backend, SqliteFile, shown};
use super::error::Cause;
use super::handle::{OpenFile, READ, WRITE};
use super::secret::ProjectSeed;
use super::{Store, StoreError};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Executor, SqlSafeStr};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// Migrations of the tables from one version to the next.
static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migrations = [
        (1, "first", include_str!("../migrations/0001_first.sql")),
        (2, "sign of life", include_str!("../migrations/0002_sign_of_life.sql")),
        (3, "audit", include_str!("../migrations/0003_audit.sql")),
        (4, "notes", include_str!("../migrations/0004_notes.sql")),
    ];
    let read = |(version, name, text): (i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(migrations.map(read).into())
});

/// Number of connections for reading.
pub const READERS: u32 = 8;
/// Number of connections for writing with PostgreSQL. SQLite has one writer at a time, so one connection.
const WRITERS: u32 = 4;
/// Longest time that a writer waits for a connection. [`prepare`] limits the wait for a lock after that.
const QUEUE: Duration = Duration::from_secs(5);
/// Longest time for checking a returned connection.
const RETURN: Duration = Duration::from_secs(5);
/// Longest time for closing the connections.
const LAST: Duration = Duration::from_secs(1);
/// Longest wait for another program to fill an empty file.
const EMPTY: Duration = Duration::from_secs(3);
/// Time between tries to open a locked or empty file.
const AGAIN: Duration = Duration::from_millis(20);

/// Use of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Migrating the tables; without a time limit.
    Open,
    Read,
    Write,
}

impl Store {
    /// Opens a store and creates a missing file. A given project seed becomes that of a new store and must equal that
    /// of an existing one. Without one, a new store gets a random seed. No seed is drawn if riddles may depend on an
    /// earlier one: for a store with riddles and for an empty file.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open(url: &str, given: Option<ProjectSeed>) -> Result<Self, StoreError> {
        let begin = Instant::now();
        let mut opened = Self::open_at_once(url, given.clone()).await;
        // SQLite does not wait for a program that changes the journal mode, as the creation of a file does.
        while opened.as_ref().is_err_and(|error| {
            error.is_locked() && begin.elapsed() < WRITE
                || error.is_empty() && begin.elapsed() < EMPTY
        }) {
            sleep(AGAIN).await;
            opened = Self::open_at_once(url, given.clone()).await;
        }
        opened
    }

    /// Opens a store. Fails while another program creates or migrates its tables.
    async fn open_at_once(url: &str, given: Option<ProjectSeed>) -> Result<Self, StoreError> {
        let backend = Backend::of(url)?;
        let failed = |cause| StoreError::Open { place: shown(url), cause };
        let file = match backend {
            Backend::Sqlite => Some(found(url, given.is_some())?),
            Backend::Postgres => None,
        };
        let connecting = timeout(WRITE, connect(url, backend)).await;
        let late = |_| failed(Cause::late(WRITE));
        let (options, mut connection) =
            connecting.map_err(late)?.map_err(|error| failed(Cause::of(&error)))?;
        migrate(&mut connection).await.map_err(|error| failed(Cause::of_migration(&error)))?;
        let secret = project_seed(&mut connection, given).await;
        let secret = secret.map_err(|error| error.while_opening(failed))?;
        let secret = secret.ok_or_else(|| StoreError::NoSeed(shown(url)))?;
        let file = file.and_then(|path| OpenFile::at(path).ok()).map(Arc::new);
        let readers = pool(&options, backend, Use::Read);
        let writers = pool(&options, backend, Use::Write);
        let _ = connection.close().await;
        Ok(Self { readers, writers, backend, file, secret, health: Arc::default(), act: None })
    }

    /// Opens an existing store.
    ///
    /// # Errors
    /// [`StoreError::Missing`] and others.
    pub async fn open_existing(url: &str) -> Result<Self, StoreError> {
        if Backend::of(url)? == Backend::Sqlite
            && SqliteFile::of(url).is_ok_and(|file| !file.path.exists())
        {
            return Err(StoreError::Missing(url.to_owned()));
        }
        Self::open(url, None).await
    }

    /// Waits until all connections are closed, at most `LAST` (1 s).
    pub async fn close(&self) {
        let closing = async { tokio::join!(self.readers.close(), self.writers.close()) };
        let _ = timeout(LAST, closing).await;
    }
}

/// Connection options, and one connection outside the pools: a pool retries and then reports only a timeout.
async fn connect(
    url: &str,
    backend: Backend,
) -> Result<(AnyConnectOptions, AnyConnection), sqlx::Error> {
    sqlx::any::install_default_drivers();
    let options = AnyConnectOptions::from_str(url)?;
    let mut connection = options.connect().await?;
    prepare(&mut connection, backend, Use::Open).await?;
    Ok((options, connection))
}

/// A pool whose connections are opened on demand.
fn pool(options: &AnyConnectOptions, backend: Backend, wanted: Use) -> AnyPool {
    let (most, patience) = match (wanted, backend) {
        (Use::Read, _) => (READERS, READ),
        (_, Backend::Sqlite) => (1, QUEUE),
        (_, Backend::Postgres) => (WRITERS, QUEUE),
    };
    AnyPoolOptions::new()
        .max_connections(most)
        .acquire_timeout(patience)
        .after_connect(move |connection, _| Box::pin(prepare(connection, backend, wanted)))
        .after_release(|connection, _| Box::pin(in_order(connection)))
        .connect_lazy_with(options.clone())
}

/// True if a returned connection may be reused. Rolls back a dropped transaction first. If SQLite rolled it back
/// itself, for instance on a full disk, sqlx still counts it as open.
async fn in_order(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let answers = timeout(RETURN, connection.ping()).await;
    answers.map_err(|_| sqlx::Error::PoolTimedOut)??;
    Ok(!connection.is_in_transaction())
}

/// The SQLite file of an address, created if missing. An existing file must not be empty, unless a project seed is
/// given.
fn found(url: &str, given: bool) -> Result<PathBuf, StoreError> {
    let failed =
        |error: sqlx::Error| StoreError::Open { place: shown(url), cause: Cause::of(&error) };
    sqlx::any::install_default_drivers();
    let SqliteFile { path, made } = SqliteFile::of(url).map_err(failed)?;
    let new = made && for_oneself(&path).map_err(|error| failed(error.into()))?;
    let empty = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() == 0);
    match empty && !new && !given {
        true => Err(StoreError::Empty(shown(url))),
        false => Ok(path),
    }
}

/// Creates a missing file, readable by its owner only because it will hold the project seed. True if it was created.
fn for_oneself(file: &Path) -> io::Result<bool> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Sets the options of a connection.
async fn prepare(
    connection: &mut AnyConnection,
    backend: Backend,
    wanted: Use,
) -> Result<(), sqlx::Error> {
    let settings: &[&'static str] = match (backend, wanted) {
        // A commit is synced to disk; readers do not wait for a writer.
        (Backend::Sqlite, Use::Open | Use::Write) => &[
            "PRAGMA busy_timeout = 5000",
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",
        ],
        (Backend::Sqlite, Use::Read) => &["PRAGMA busy_timeout = 2000", "PRAGMA query_only = ON"],
        (Backend::Postgres, Use::Open) => &["SET lock_timeout = '20s'"],
        (Backend::Postgres, Use::Write) => {
            &["SET statement_timeout = '5s'", "SET lock_timeout = '5s'"]
        }
        (Backend::Postgres, Use::Read) => &[
            "SET statement_timeout = '3s'",
            "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
        ],
    };
    for setting in settings {
        connection.execute(*setting).await?;
    }
    Ok(())
}

/// Migrates the tables. Several programs may start with the same new file at once: if one fails, another has completed
/// a migration meanwhile, and their number is finite. Twice as many tries allow for locked files.
async fn migrate(connection: &mut AnyConnection) -> Result<(), MigrateError> {
    let mut tried = MIGRATIONS.run_direct(None, &mut *connection, false).await;
    for _ in 0..2 * MIGRATIONS.iter().count() {
        if tried.is_ok() {
            break;
        }
        tried = MIGRATIONS.run_direct(None, &mut *connection, false).await;
    }
    tried
}

/// The project seed of a store. A store without one gets the given or a random seed; `None` if it has riddles and none
/// is given.
async fn project_seed(
    connection: &mut AnyConnection,
    given: Option<ProjectSeed>,
) -> Result<Option<ProjectSeed>, StoreError> {
    let offered = given.clone().map_or_else(ProjectSeed::draw, Ok)?;
    // A single statement, so no other program can store a riddle between the check and the insertion.
    let text = "INSERT INTO project (id, seed) SELECT 1, CAST($1 AS TEXT) \
                WHERE $2 = 1 OR NOT EXISTS (SELECT 1 FROM riddle) ON CONFLICT DO NOTHING";
    let insert = sqlx::query(text).bind(offered.stored()).bind(i32::from(given.is_some()));
    insert.execute(&mut *connection).await?;
    let query = sqlx::query_as("SELECT seed FROM project WHERE id = 1");
    let stored: Option<(String,)> = query.fetch_optional(&mut *connection).await?;
    let Some((stored,)) = stored else { return Ok(None) };
    let stored = ProjectSeed::from_stored(&stored)?;
    match given {
        Some(given) if given != stored => Err(StoreError::OtherSeed),
        _ => Ok(Some(stored)),
    }
}
