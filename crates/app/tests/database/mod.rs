//! Databases for tests: files of SQLite, and a server of PostgreSQL on loopback that a test starts for itself.
//!
//! The server is that of `QUANDARY_POSTGRES` (an address such as `postgres://me@localhost/postgres`, whose
//! user may make databases), else one whose programs are found. Where there is none, the test says so and is
//! skipped.

#[path = "../../../../tests/skipped.rs"]
mod skipped;

use skipped::skipped;
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

/// A server that stops when this is dropped.
pub(crate) struct Postgres {
    base: String,
    running: Option<(Child, TempDir)>,
}

/// Where the programs of PostgreSQL may lie besides the search path.
const DEBIAN: &str = "/usr/lib/postgresql";

impl Postgres {
    /// A server, or none after saying so.
    pub(crate) fn start() -> Option<Self> {
        if let Ok(url) = env::var("QUANDARY_POSTGRES") {
            let base = url.rsplit_once('/').map_or(url.clone(), |(base, _)| base.to_owned());
            return Some(Self { base, running: None });
        }
        let started = programs().and_then(|bin| Self::run(&bin));
        if started.is_none() {
            skipped("no PostgreSQL here, and QUANDARY_POSTGRES names none");
        }
        started
    }

    fn run(bin: &Path) -> Option<Self> {
        let folder = tempfile::tempdir().ok()?;
        let data = folder.path().join("data");
        let user = give_away(folder.path());
        let mut init = as_user(user, &bin.join("initdb"));
        init.args(["--auth=trust", "--username=quandary", "--encoding=UTF8", "--no-sync", "-D"]);
        let done = init.arg(&data).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
        if !done.success() {
            return None;
        }
        // Between finding a free port and using it another may have taken it: the server ends then, and another
        // port is tried.
        (0..5)
            .find_map(|_| {
                let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
                let mut server = as_user(user, &bin.join("postgres"));
                server.arg("-D").arg(&data).args([
                    "-h",
                    "127.0.0.1",
                    "-p",
                    &port.to_string(),
                    "-k",
                    "",
                ]);
                let mut child = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
                let base = format!("postgres://quandary@127.0.0.1:{port}");
                answers(&mut child, &base).then_some((child, base))
            })
            .map(|(child, base)| Self { base, running: Some((child, folder)) })
    }

    /// A new database; its address.
    pub(crate) fn database(&self, name: &str) -> String {
        let name = format!("{name}_{}", std::process::id());
        let admin = format!("{}/postgres", self.base);
        run(&admin, &format!("DROP DATABASE IF EXISTS {name}"));
        run(&admin, &format!("CREATE DATABASE {name}"));
        format!("{}/{name}", self.base)
    }
}

/// Whether a server comes to answer; false where it has ended.
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
        if let Some((child, _)) = &mut self.running {
            // A fast stop, which also ends the programs that the server has started.
            let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            let _ = child.wait();
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

/// PostgreSQL refuses to run as root: the user that it runs as then, who is given the folder.
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

/// The address of a new file of SQLite.
pub(crate) fn sqlite(folder: &Path, name: &str) -> String {
    format!("sqlite:{}", folder.join(name).display())
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap_or_else(|error| panic!("{error}"))
}

async fn open(url: &str) -> Result<AnyPool, sqlx::Error> {
    sqlx::any::install_default_drivers();
    AnyPoolOptions::new().max_connections(1).connect(url).await
}

/// The texts of the first column.
///
/// # Errors
/// When the database cannot be reached or asked.
pub(crate) fn rows(url: &str, query: &'static str) -> Result<Vec<String>, sqlx::Error> {
    runtime().block_on(async {
        let pool = open(url).await?;
        let rows: Vec<(String,)> = sqlx::query_as(query).fetch_all(&pool).await?;
        pool.close().await;
        Ok(rows.into_iter().map(|(text,)| text).collect())
    })
}

/// Runs a statement.
pub(crate) fn run(url: &str, statement: &str) {
    let done = runtime().block_on(async {
        let pool = open(url).await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&pool).await?;
        pool.close().await;
        Ok::<_, sqlx::Error>(())
    });
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
}
