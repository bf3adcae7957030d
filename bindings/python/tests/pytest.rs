//! Runs the Python tests of the Python package, if Python, maturin and their requirements are installed.
//!
//! The test builds a wheel as `pip` does, but with the profile `dev`, and unpacks it beside the target folder. If
//! something is missing, the test prints that and passes; `.ci/run` installs the requirements.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules that the tests need.
const NEEDED: &str = "import maturin, pytest, numpy, pyarrow, polars, gymnasium, networkx, mypy, nbconvert, ipykernel";

fn skipped(why: &str) {
    eprintln!("the tests of the Python package are skipped: {why}");
}

/// The interpreter: QUANDARY_PYTHON, or `python3` on the path.
fn python() -> OsString {
    env::var_os("QUANDARY_PYTHON").unwrap_or_else(|| "python3".into())
}

fn target() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Runs a command to its end.
fn run(command: &mut Command) {
    let status = command.status();
    assert!(
        status.as_ref().is_ok_and(std::process::ExitStatus::success),
        "{command:?}: {status:?}"
    );
}

#[test]
fn the_python_package_passes_its_tests() {
    let python = python();
    match Command::new(&python).args(["-c", NEEDED]).output() {
        Err(error) => {
            return skipped(&format!("there is no {}: {error}", python.to_string_lossy()));
        }
        Ok(output) if !output.status.success() => {
            let why = String::from_utf8_lossy(&output.stderr);
            let why = why.lines().last().unwrap_or_default().to_owned();
            return skipped(&format!("{why}; see bindings/python/tests/requirements.txt"));
        }
        Ok(_) => {}
    }
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (wheels, site) = (target().join("python/wheels"), target().join("python/site"));
    for folder in [&wheels, &site] {
        if folder.exists() {
            std::fs::remove_dir_all(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        }
    }
    let mut build = Command::new(&python);
    build.current_dir(package).args(["-m", "maturin", "build", "--quiet", "--profile", "dev"]);
    run(build.arg("--interpreter").arg(&python).arg("--out").arg(&wheels));
    let wheel = std::fs::read_dir(&wheels).into_iter().flatten().filter_map(Result::ok).next();
    let wheel = wheel.unwrap_or_else(|| panic!("{wheels:?} holds no wheel"));
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]);
    run(install.arg(&site).arg(wheel.path()));
    let mut tests = Command::new(&python);
    tests.current_dir(package).env("PYTHONPATH", &site).env("MYPYPATH", &site);
    run(tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]));
}
