//! `cargo measure`: speed in CPU time and counted work, compared with the peers, with targets and with an earlier run.
//!
//! Each file measures one subject and adds rows to a [`Report`], which prints them; [`timing`] does all timing.

mod report;
mod timing;
mod dungeons;
mod solver;
mod crossword;
mod riddles;

use anyhow::Result;
use clap::Parser as _;
use report::Report;
use std::path::PathBuf;
use std::process::ExitCode;

/// Measure speed, in CPU time and counted work
#[derive(clap::Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: What,
    /// Write the figures to a file, as lines of JSON
    #[arg(long, global = true, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the figures into a page, below its heading "Figures"
    #[arg(long, global = true, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Compare the figures with those of a file written by `--json`
    #[arg(long, global = true, value_name = "FILE")]
    against: Option<PathBuf>,
}

/// The subject of a measurement.
#[derive(clap::Subcommand)]
enum What {
    Mission(dungeons::Mission),
    Layouts(dungeons::Layouts),
    Dungeons(dungeons::Dungeons),
    Solver(solver::Solver),
    Crossword(crossword::Crossword),
    Riddles(riddles::Riddles),
    Hints(solver::Hints),
    Counted(timing::Counted),
    /// All except hints and counted, with default options; riddles for at most half a second
    All,
}

impl Bench {
    /// Runs the measurement.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let mut report = Report::default();
        println!("{}\n", report::machine_text());
        self.what.run(&mut report)?;
        print!("{}", report.bars());
        if let Some(path) = &self.json {
            report.write(path)?;
        }
        if let Some(path) = &self.page {
            report.onto(path)?;
        }
        if let Some(path) = &self.against {
            print!("{}", report.against(path)?);
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl What {
    fn run(&self, report: &mut Report) -> Result<()> {
        match self {
            Self::Mission(task) => task.run(report),
            Self::Layouts(task) => task.run(report),
            Self::Dungeons(task) => task.run(report),
            Self::Solver(task) => task.run(report),
            Self::Crossword(task) => task.run(report),
            Self::Riddles(task) => task.run(report),
            Self::Hints(task) => task.run(),
            Self::Counted(task) => task.run(report),
            Self::All => {
                for name in ["mission", "layouts", "dungeons", "solver", "crossword", "riddles"] {
                    println!("\n{name}\n");
                    let soon: &[&str] = if name == "riddles" { &["--longest", "0.5"] } else { &[] };
                    let told = [&["bench", name], soon].concat();
                    Alone::try_parse_from(told)?.what.run(report)?;
                }
                Ok(())
            }
        }
    }
}

/// One subject with default options.
#[derive(clap::Parser)]
struct Alone {
    #[command(subcommand)]
    what: What,
}
