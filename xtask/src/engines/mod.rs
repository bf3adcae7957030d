//! `cargo xtask engines`: files for engines, editors and virtual tables, proved by readers that nobody here wrote.
//!
//! The program makes dungeons of all categories and exports them. The engine Godot loads the scenes and moves a body
//! about; the schema and a crate of others read LDtk; the types of Foundry's API check its scenes; pytiled-parser and Tiled
//! read maps; a flood checks the walls of Universal VTT and of Foundry. Projects and maps that are
//! read again are judged as before. Each proof has files that are broken on purpose, and fails where it does not find them.
//! What is missing for a proof is said, and the proof did not run then.

mod coverage;
mod judged;
mod made;
mod readers;
mod times;

use crate::root::quandary;
use anyhow::{Context, Result};
use readers::Ended;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Prove the files for engines, editors and virtual tables by readers that nobody here wrote
#[derive(clap::Args)]
pub(crate) struct Engines {
    /// How many dungeons are made: of all categories, on one, two and three floors
    #[arg(long, value_name = "N", default_value_t = 24)]
    dungeons: usize,
    /// Take dungeons that were made before: all JSON files of this folder
    #[arg(long, value_name = "DIR", conflicts_with = "dungeons")]
    from: Option<PathBuf>,
    /// How many of them are judged again after they were read from LDtk and from Tiled, and how many without a key
    #[arg(long, value_name = "N", default_value_t = 10)]
    judged: usize,
    /// Prove nothing, but draw the pictures of the book's pages by what was exported of the temple of the tests
    #[arg(long, conflicts_with_all = ["dungeons", "from", "judged"])]
    pictures: bool,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Engines {
    /// Runs all proofs, and says of each whether it holds, does not, or did not run.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = quandary(self.bin.as_deref())?;
        if self.pictures {
            return readers::draw(&program);
        }
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let made = made::make(&program, self.from.as_deref(), self.dungeons, folder.path())?;
        eprintln!("{} dungeons exported in {:.1} s", made.dungeons.len(), made.seconds);
        let many = self.judged;
        let proofs: [(&str, Proof<'_>); 13] = [
            ("what there is among them", Box::new(|| coverage::proof(&made))),
            ("the time of a dungeon", Box::new(|| times::proof(&made))),
            ("Godot, in the engine", Box::new(|| readers::godot(&made))),
            ("Universal VTT, flooded", Box::new(|| readers::tests(&made, &["uvtt::"]))),
            ("Foundry, flooded", Box::new(|| readers::tests(&made, &["foundry::"]))),
            (
                "Foundry, by the types of its API",
                Box::new(|| readers::node("foundry.mjs", &[&made.files])),
            ),
            ("LDtk, by its schema", Box::new(|| readers::tests(&made, &["ldtk::the_schema"]))),
            (
                "LDtk, by the crate ldtk2, and read again",
                Box::new(|| {
                    readers::tests(&made, &["ldtk", "--skip", "read::", "--skip", "the_schema"])
                }),
            ),
            ("Tiled, by pytiled-parser", Box::new(|| readers::tiled(&made, "parser"))),
            ("Tiled, by its own export", Box::new(|| readers::tiled(&made, "export"))),
            ("Tiled, read again", Box::new(|| readers::tests(&made, &["tmj::"]))),
            ("judged again", Box::new(|| judged::again(&program, &made, many))),
            ("a lock without its key", Box::new(|| judged::spoilt(&program, &made, many))),
        ];
        let mut failed = false;
        for (name, proof) in proofs {
            let begin = Instant::now();
            let (word, told) = match proof()? {
                Ended::Held(told) => ("held", told),
                Ended::NotRun(why) => ("DID NOT RUN", why),
                Ended::Failed(why) => {
                    failed = true;
                    ("FAILED", why)
                }
            };
            println!("{word} · {name} · {told} · {:.0} s", begin.elapsed().as_secs_f64());
        }
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

type Proof<'a> = Box<dyn Fn() -> Result<Ended> + 'a>;
