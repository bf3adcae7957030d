//! Tasks of a developer or CI: `cargo xtask tidy`, `audit`, `golden`, `bench`, `lexicons`, `patterns`, `range`, `web`, `engines`,
//! `licenses`, `dist`, `mutants`, `quick`.

mod root;
mod quick;
mod tidy;
mod golden;
mod bench;
mod lexicons;
mod patterns;
mod range;
mod web;
mod engines;
mod licenses;
mod dist;
mod mutants;

use clap::Parser;
use std::process::ExitCode;

/// The tasks that a developer or CI runs.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    Quick(quick::Quick),
    Tidy(tidy::Tidy),
    Audit(audit::Audit),
    Golden(golden::Golden),
    Bench(bench::Bench),
    Lexicons(lexicons::Lexicons),
    Patterns(patterns::Patterns),
    Range(range::Range),
    Web(web::Web),
    Engines(engines::Engines),
    Licenses(licenses::Licenses),
    Dist(dist::Dist),
    Mutants(mutants::Mutants),
}

fn main() -> anyhow::Result<ExitCode> {
    match Task::parse() {
        Task::Quick(task) => task.run(),
        Task::Tidy(task) => task.run(),
        Task::Audit(task) => task.run(),
        Task::Golden(task) => task.run(),
        Task::Bench(task) => task.run(),
        Task::Lexicons(task) => task.run(),
        Task::Patterns(task) => task.run(),
        Task::Range(task) => task.run(),
        Task::Web(task) => task.run(),
        Task::Engines(task) => task.run(),
        Task::Licenses(task) => task.run(),
        Task::Dist(task) => task.run(),
        Task::Mutants(task) => task.run(),
    }
}
