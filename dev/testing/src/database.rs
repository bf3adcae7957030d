//! Databases for tests: SQLite files, and a PostgreSQL server on loopback that the test starts.
//!
//! The server is that of `QUANDARY_POSTGRES` (an address such as `postgres://me@localhost/postgres`; its user must be
//! allowed to create databases), or else a new one from installed programs. Without either, the test is skipped with a
//! message.

use crate::skipped;
use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;
use std::env;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// A server; it stops on drop.
pub struct Postgres {
    base: String,
    /// The process of a server started by the test; `None` for that of `QUANDARY_POSTGRES`.
    pub running: Option<Running>,
}

/// The process of a server started by a test.
pub struct Running {
    child: Option<Child>,
    folder: TempDir,
    bin: PathBuf,
    /// The user of the server process, if different from that of the test.
    pub user: Option<&'static str>,
    port: u16,
}

/// A folder for the programs of PostgreSQL, besides the search path.
const DEBIAN: &str = "/usr/lib/postgresql";

impl Postgres {
    /// Starts a server; prints the reason and returns `None` if that is impossible.
    pub fn start() -> Option<Self> {
        if let Ok(url) = env::var("QUANDARY_POSTGRES") {
            let base = url.rsplit_once('/').map_or(url.clone(), |(base, _)| base.to_owned());
            return Some(Self { base, running: None });
        }
        let started = programs().and_then(Running::start).map(|running| {
            let base = format!("postgres://quandary@127.0.0.1:{}", running.port);
            Self { base, running: Some(running) }
        });
        if started.is_none() {
            skipped("no PostgreSQL here, and QUANDARY_POSTGRES names none");
        }
        started
    }

    /// Creates a database. Returns its address.
    pub fn database(&self, name: &str) -> String {
        let name = format!("{name}_{}", std::process::id());
        let admin = format!("{}/postgres", self.base);
        run(&admin, &format!("DROP DATABASE IF EXISTS {name}"));
        run(&admin, &format!("CREATE DATABASE {name}"));
        format!("{}/{name}", self.base)
    }
}

impl Running {
    /// Starts a server in a new folder.
    fn start(bin: PathBuf) -> Option<Self> {
        let folder = tempfile::tempdir().ok()?;
        let user = give_away(folder.path());
        let mut server = Self { child: None, folder, bin, user, port: 0 };
        let mut init = as_user(user, &server.bin.join("initdb"));
        init.args(["--auth=trust", "--username=quandary", "--encoding=UTF8", "--no-sync", "-D"]);
        init.arg(server.data()).stdout(Stdio::null()).stderr(Stdio::null());
        if !init.status().ok()?.success() {
            return None;
        }
        // Another process may take the free port before the server does. Then the server ends, and another port is
        // tried.
        for _ in 0..5 {
            server.port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
            if server.run() {
                return Some(server);
            }
        }
        None
    }

    /// The folder of its data and configuration.
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs the server with its data on its port. Returns true once it answers.
    pub fn run(&mut self) -> bool {
        let port = self.port.to_string();
        let mut server = as_user(self.user, &self.bin.join("postgres"));
        server.arg("-D").arg(self.data()).args(["-h", "127.0.0.1", "-k", "", "-p", &port]);
        let Ok(mut child) = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn() else {
            return false;
        };
        let up = answers(&mut child, &format!("postgres://quandary@127.0.0.1:{port}"));
        self.child = up.then_some(child);
        up
    }

    /// Stops the server.
    pub fn stop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        // A fast shutdown, which also ends the child processes of the server.
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        let _ = child.wait();
    }
}

/// Waits until a server answers. Returns false if it has ended.
fn answers(child: &mut Child, base: &str) -> bool {
    for _ in 0..1200 {
        if child.try_wait().is_ok_and(|ended| ended.is_some()) {
            return false;
        }
        if rows(&format!("{base}/postgres"), "SELECT 'up'").is_ok() {
            return true;
        }
        sleep(Duration::from_millis(100));
    }
    panic!("PostgreSQL does not answer at {base}");
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop();
        }
    }
}

/// The folder of the programs.
fn programs() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let listed = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let debian = listed.map(|version| version.path().join("bin"));
    let found = |bin: &PathBuf| bin.join("initdb").exists() && bin.join("postgres").exists();
    env::split_paths(&path).chain(debian).find(found)
}

/// As root, gives the folder to another user and returns that user, since PostgreSQL refuses to run as root.
fn give_away(folder: &Path) -> Option<&'static str> {
    let root = Command::new("id").arg("-u").output().ok()?.stdout == b"0\n";
    let known =
        |user: &&str| Command::new("id").arg(user).output().is_ok_and(|o| o.status.success());
    let user = ["postgres", "nobody"].into_iter().find(known).filter(|_| root)?;
    Command::new("chown").arg(user).arg(folder).status().ok()?;
    Some(user)
}

/// A command that runs as a user.
fn as_user(user: Option<&str>, program: &Path) -> Command {
    let Some(user) = user else { return Command::new(program) };
    let mut command = Command::new("setpriv");
    command.args(["--reuid", user, "--regid", user, "--clear-groups", "--"]).arg(program);
    if user == "nobody" {
        command = Command::new("setpriv");
        command.args(["--reuid", user, "--clear-groups", "--"]).arg(program);
    }
    command
}

/// The address of a new SQLite file.
pub fn sqlite(folder: &Path, name: &str) -> String {
    format!("sqlite:{}", folder.join(name).display())
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap_or_else(|error| panic!("{error}"))
}

async fn open(url: &str) -> Result<AnyPool, sqlx::Error> {
    sqlx::any::install_default_drivers();
    AnyPoolOptions::new().max_connections(1).connect(url).await
}

/// The first column of a query's result as texts.
///
/// # Errors
/// The database cannot be reached, or the query fails.
pub fn rows(url: &str, query: &'static str) -> Result<Vec<String>, sqlx::Error> {
    runtime().block_on(async {
        let pool = open(url).await?;
        let rows: Vec<(String,)> = sqlx::query_as(query).fetch_all(&pool).await?;
        pool.close().await;
        Ok(rows.into_iter().map(|(text,)| text).collect())
    })
}

/// Runs a statement.
pub fn run(url: &str, statement: &str) {
    let done = runtime().block_on(async {
        let pool = open(url).await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&pool).await?;
        pool.close().await;
        Ok::<_, sqlx::Error>(())
    });
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
}
