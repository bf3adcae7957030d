//! A sample of changes, all in one program: a variable of the environment chooses which of them is made.
//!
//! The crate is changed in a clone ([`tree`]): what was `a < b` becomes `if on(7) { a <= b } else { a < b }`
//! ([`switched`]). Changes that do not compile are taken out again, until it does. Then the tests run for one change
//! after another, until one of them fails ([`tried`]).
//!
//! Constants cannot ask the environment, nor can a field be left out at will: changes of these are passed over, and
//! counted with those that do not compile.

mod change;
mod switched;
mod tree;
mod tried;

use super::asked::Mutants;
use super::cargo::cargo;
use super::found::Found;
use anyhow::{Context, Result, bail};
use change::Change;
use search::Seed;
use std::path::Path;
use tree::Tree;

/// Draws changes, and runs the tests of the crate for each of them.
pub(super) fn run(root: &Path, asked: &Mutants, many: usize) -> Result<Found> {
    let seed = Seed::new(asked.seed)?;
    let tree = Tree::new(root, &asked.of)?;
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
