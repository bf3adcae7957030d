//! Opening a store: the address, the connections, the tables, the project seed.
//!
//! Tables are brought up to date whenever a store is opened. Invariant: what is said about a store never
//! holds a password.

use super::secret::{ProjectSeed, SecretError};
use super::{Backend, Store};
use crate::wire::stored_riddle::StoredError;
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{AnyConnection, AnyPool, Executor};
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

/// What is done to the tables from one version to the next.
static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// How many connections are open at once.
const CONNECTIONS: u32 = 8;
/// How long one waits for a connection.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long one waits for connections to close.
const LAST: Duration = Duration::from_secs(1);
/// How often tables are tried to be made: two programs may begin with the same new file at once.
const TRIES: usize = 3;

/// What can be wrong with a store.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// It is no address of a store.
    #[error(
        "{0:?} is no store; known are sqlite:FILE and postgres://USER:PASSWORD@HOST:PORT/DATABASE"
    )]
    Address(String),
    /// There is no such file, and none is to be made.
    #[error("{0}: there is no such store")]
    Missing(String),
    /// It cannot be reached.
    #[error("the store cannot be opened: {0}")]
    Open(#[source] sqlx::Error),
    /// Its tables are not those of this program.
    #[error("the tables of the store cannot be brought up to date: {0}")]
    Migrate(#[source] MigrateError),
    /// A statement failed.
    #[error("the store: {0}")]
    Query(#[from] sqlx::Error),
    /// The project seed will not do.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The store has another project seed than the one that is given.
    #[error(
        "the store was created with another project seed; its riddles could not be made again with this one"
    )]
    OtherSeed,
    /// A row that cannot be understood.
    #[error("{key}: {what}")]
    Row {
        /// Which riddle.
        key: String,
        /// What is wrong with it.
        what: String,
    },
    /// A riddle that cannot be written down.
    #[error(transparent)]
    Stored(#[from] StoredError),
}

impl Backend {
    /// The database of an address.
    fn of(url: &str) -> Result<Self, StoreError> {
        match url.split_once(':') {
            Some(("sqlite", file)) if !file.trim_start_matches('/').is_empty() => Ok(Self::Sqlite),
            Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => Ok(Self::Postgres),
            // What stands there may be an address with a password and a slip of the pen.
            _ => Err(StoreError::Address(url.split("//").next().unwrap_or_default().to_owned())),
        }
    }
}

impl Store {
    /// Opens a store, and makes it if it is a file that is not there. A project seed that is given is that of
    /// a new store, and must be that of an old one; without one, it is drawn.
    ///
    /// # Errors
    /// [`StoreError`].
    pub(crate) async fn open(url: &str, given: Option<ProjectSeed>) -> Result<Self, StoreError> {
        let backend = Backend::of(url)?;
        let pool = connect(url, backend).await.map_err(StoreError::Open)?;
        migrate(&pool).await?;
        let secret = project_seed(&pool, given).await?;
        Ok(Self { pool, backend, secret, act: None })
    }

    /// Opens a store that is there, and makes none.
    ///
    /// # Errors
    /// [`StoreError::Missing`] and others.
    pub(crate) async fn open_existing(url: &str) -> Result<Self, StoreError> {
        if Backend::of(url)? == Backend::Sqlite && !file_of(url).is_some_and(Path::exists) {
            return Err(StoreError::Missing(url.to_owned()));
        }
        Self::open(url, None).await
    }

    /// Asks the database for a sign of life.
    ///
    /// # Errors
    /// When it gives none.
    pub(crate) async fn ping(&self) -> Result<(), StoreError> {
        self.pool.execute("SELECT 1").await?;
        Ok(())
    }

    /// Waits until all connections are closed, but not for a database that does not answer.
    pub(crate) async fn close(&self) {
        let _ = tokio::time::timeout(LAST, self.pool.close()).await;
    }
}

/// The file of an address of SQLite.
fn file_of(url: &str) -> Option<&Path> {
    let rest = url.strip_prefix("sqlite:")?;
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    Some(Path::new(rest.split('?').next()?))
}

async fn connect(url: &str, backend: Backend) -> Result<AnyPool, sqlx::Error> {
    sqlx::any::install_default_drivers();
    if let Some(file) = file_of(url).filter(|_| !url.contains('?')) {
        for_oneself(file)?;
    }
    let options = AnyPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(PATIENCE)
        .after_connect(move |connection, _| Box::pin(prepare(connection, backend)));
    match (backend, url.contains('?')) {
        (Backend::Sqlite, false) => options.connect(&format!("{url}?mode=rwc")).await,
        _ => options.connect(url).await,
    }
}

/// Makes a file that nobody else may read, unless it is there: the project seed will be in it.
fn for_oneself(file: &Path) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// What holds for a connection as long as it is open.
async fn prepare(connection: &mut AnyConnection, backend: Backend) -> Result<(), sqlx::Error> {
    let settings: &[&'static str] = match backend {
        // Written before it is said to be written; readers do not wait for a writer.
        Backend::Sqlite => &[
            "PRAGMA busy_timeout = 20000",
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",
        ],
        Backend::Postgres => &["SET statement_timeout = '20s'", "SET lock_timeout = '20s'"],
    };
    for setting in settings {
        connection.execute(*setting).await?;
    }
    Ok(())
}

async fn migrate(pool: &AnyPool) -> Result<(), StoreError> {
    let mut tried = MIGRATIONS.run(pool).await;
    for _ in 1..TRIES {
        if tried.is_ok() {
            break;
        }
        tried = MIGRATIONS.run(pool).await;
    }
    tried.map_err(StoreError::Migrate)
}

/// The project seed of a store, which is given or drawn if it has none.
async fn project_seed(
    pool: &AnyPool,
    given: Option<ProjectSeed>,
) -> Result<ProjectSeed, StoreError> {
    let offered = given.clone().map_or_else(ProjectSeed::draw, Ok)?;
    sqlx::query("INSERT INTO project (id, seed) VALUES (1, $1) ON CONFLICT DO NOTHING")
        .bind(offered.stored())
        .execute(pool)
        .await?;
    let (stored,): (String,) =
        sqlx::query_as("SELECT seed FROM project WHERE id = 1").fetch_one(pool).await?;
    let stored = ProjectSeed::from_stored(&stored)?;
    match given {
        Some(given) if given != stored => Err(StoreError::OtherSeed),
        _ => Ok(stored),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_tell_the_database() {
        for url in ["sqlite:a.db", "sqlite:///tmp/a.db", "sqlite://a.db?mode=rwc"] {
            assert_eq!(Backend::of(url).unwrap(), Backend::Sqlite);
        }
        assert_eq!(file_of("sqlite:///tmp/a.db"), Some(Path::new("/tmp/a.db")));
        assert_eq!(file_of("sqlite:a.db?mode=ro"), Some(Path::new("a.db")));
        assert_eq!(Backend::of("postgres://localhost/q").unwrap(), Backend::Postgres);
        for wrong in ["", "sqlite:", "a.db", "mysql://root:hush@localhost/q", "postgres:q"] {
            let error = Backend::of(wrong).unwrap_err().to_string();
            assert!(error.contains("known are sqlite:FILE") && !error.contains("hush"), "{error}");
        }
    }
}
