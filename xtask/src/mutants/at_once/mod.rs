//! A sample of changes, all in one program: a variable of the environment chooses which of them is made.
//!
//! The crate is changed in a clone ([`tree`]): what was `a < b` becomes `if on(7) { a <= b } else { a < b }`
//! ([`switched`]). Changes that do not compile are taken out again, until it does. Then the tests run for one change
//! after another, until one of them fails ([`tried`]).
//!
//! Constants cannot ask the environment, nor can a field be left out at will: changes of these are passed over, and
//! counted with those that do not compile.

mod switched;
mod tree;
mod tried;

use super::{Found, Mutants, cargo};
use anyhow::{Context, Result, bail};
use search::Seed;
use serde::Deserialize;
use std::path::Path;
use tree::Tree;

/// A change, as cargo-mutants lists it.
#[derive(Debug, Clone, Deserialize)]
struct Change {
    file: String,
    name: String,
    genre: Genre,
    replacement: String,
    span: Span,
    /// Its place in the list, from 1: what the variable is set to.
    #[serde(skip)]
    number: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Span {
    start: At,
}

/// A place in a file: line and column, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
struct At {
    line: usize,
    column: usize,
}

/// Draws changes, and runs the tests of the crate for each of them.
pub(super) fn run(root: &Path, asked: &Mutants, many: usize) -> Result<Found> {
    let seed = Seed::new(asked.seed)?;
    let mut tree = Tree::new(root, &asked.of)?;
    let all = listed(&tree, asked)?;
    let drawn = drawn(all, many, seed);
    let (placed, left) = tree.place(&drawn)?;
    eprintln!("{} of {} changes are in the program", placed.len(), drawn.len());
    let tests = tried::Tests::build(&tree, asked.timeout)?;
    let mut found = tests.run(&placed)?;
    found.unviable = left;
    Ok(found)
}

/// The changes of a crate's own code.
fn listed(tree: &Tree, asked: &Mutants) -> Result<Vec<Change>> {
    let package = tree.package();
    let listed = cargo(tree.folder())
        .args(["mutants", "--list", "--json", "--package", &package])
        .output()?;
    let mut all: Vec<Change> = serde_json::from_slice(&listed.stdout)
        .context("cargo-mutants lists its changes otherwise than is known here")?;
    (1..).zip(&mut all).for_each(|(number, change)| change.number = number);
    let within = format!("crates/{}/src/", asked.of);
    let part = asked.file.as_deref().unwrap_or_default();
    all.retain(|change| change.file.starts_with(&within) && change.file.contains(part));
    if all.is_empty() {
        bail!("there is nothing to change in this part");
    }
    Ok(all)
}

/// So many of the changes, each as likely as any other, in the order in which they were drawn.
fn drawn(mut all: Vec<Change>, many: usize, seed: Seed) -> Vec<Change> {
    seed.attempt(0).phase("changes").shuffle(&mut all);
    all.truncate(many);
    all
}
