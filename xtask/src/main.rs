//! Tasks of a developer or CI: `cargo xtask tidy`, `sizes`, `names`, `audit`, `golden`, `bench`, `lexicons`, `web`, `engines`,
//! `licenses`, `dist`, `quick`.

mod root;
mod quick;
mod tidy;
mod sizes;
mod names;
mod audit;
mod golden;
mod bench;
mod lexicons;
mod web;
mod engines;
mod licenses;
mod dist;

use clap::Parser;
use std::process::ExitCode;

/// Tasks for developers and CI.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    Quick(quick::Quick),
    Tidy(tidy::Tidy),
    Sizes(sizes::Sizes),
    Names(names::Names),
    Audit(audit::Audit),
    Golden(golden::Golden),
    Bench(bench::Bench),
    Lexicons(lexicons::Lexicons),
    Web(web::Web),
    Engines(engines::Engines),
    Licenses(licenses::Licenses),
    Dist(dist::Dist),
}

fn main() -> anyhow::Result<ExitCode> {
    match Task::parse() {
        Task::Quick(task) => task.run(),
        Task::Tidy(task) => task.run(),
        Task::Sizes(task) => task.run(),
        Task::Names(task) => task.run(),
        Task::Audit(task) => task.run(),
        Task::Golden(task) => task.run(),
        Task::Bench(task) => task.run(),
        Task::Lexicons(task) => task.run(),
        Task::Web(task) => task.run(),
        Task::Engines(task) => task.run(),
        Task::Licenses(task) => task.run(),
        Task::Dist(task) => task.run(),
    }
}
