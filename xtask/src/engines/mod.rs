//! `cargo xtask engines`: files for engines, editors and virtual tables, proved by readers that nobody here wrote.
//!
//! The program makes dungeons of all categories and exports them. The engine Godot loads the scenes and moves a body
//! about; the schema and a crate of others read LDtk; the types of Foundry's API check its scenes; pytiled-parser and Tiled
//! read maps; a flood checks the walls of Universal VTT. Projects and maps that are read again are judged as before. What
//! is missing for a proof is said, and the proof did not run then.

mod ended;
mod made;
mod proofs;

use anyhow::{Context, Result};
use audit::program;
use ended::Ended;
use std::path::PathBuf;
use std::process::ExitCode;

/// Prove the files for engines, editors and virtual tables by readers that nobody here wrote
#[derive(clap::Args)]
pub(crate) struct Engines {
    /// How many dungeons are made: of all categories, on one, two and three floors
    #[arg(long, value_name = "N", default_value_t = 24)]
    dungeons: usize,
    /// Take dungeons that were made before: all JSON files of this folder
    #[arg(long, value_name = "DIR", conflicts_with = "dungeons")]
    from: Option<PathBuf>,
    /// How many of them are judged again after they were read from LDtk and from Tiled
    #[arg(long, value_name = "N", default_value_t = 6)]
    judged: usize,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

impl Engines {
    /// Runs all proofs, and says of each whether it holds, does not, or did not run.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let made = made::make(&program, self.from.as_deref(), self.dungeons, folder.path())?;
        eprintln!("{} dungeons exported in {:.1} s", made.dungeons.len(), made.seconds);
        print!("{}", made::times(&made)?);
        let proofs: [(&str, Proof<'_>); 6] = [
            ("LDtk, Tiled and Universal VTT, here", Box::new(|| proofs::tests(&made))),
            ("Godot", Box::new(|| proofs::node(&made, "godot.mjs"))),
            ("Foundry", Box::new(|| proofs::node(&made, "foundry.mjs"))),
            ("Tiled", Box::new(|| proofs::tiled(&made))),
            ("judged again", Box::new(|| proofs::judged(&program, &made, self.judged))),
            ("a lock without its key", Box::new(|| proofs::spoilt(&program, &made))),
        ];
        let mut failed = false;
        for (name, proof) in proofs {
            match proof()? {
                Ended::Held(told) => println!("held · {name} · {told}"),
                Ended::NotRun(why) => println!("DID NOT RUN · {name} · {why}"),
                Ended::Failed(why) => {
                    failed = true;
                    println!("FAILED · {name} · {why}");
                }
            }
        }
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

type Proof<'a> = Box<dyn Fn() -> Result<Ended> + 'a>;
