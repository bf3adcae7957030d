//! `quandary expand`: adds rooms and puzzles to a finished area, and proves the result.

use super::ending::OutputOptions;
use super::ending::{self, Endings};
use super::exit::{Exit, invalid, usage};
use super::judge::input;
use super::puzzles::{TemplateOptions, Templates};
use super::seed;
use super::{interrupt, made};
use crate::output::Target;
use anyhow::Result;
use ask::values::whole;
use clap::{Args, ValueEnum};
use diagnostics::json;
use draw::area_text;
use dungeon::dungeon::texts::with_more_words;
use dungeon::json::area::{self, AreaJson, AreaOrigin, Extras};
use dungeon::puzzle::PuzzleCount;
use dungeon::puzzle::expansion::{ALGORITHM, Expansion, MOST_ROOMS, expand};
use search::{Control, Seed};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::path::PathBuf;

/// Add rooms and puzzles to a finished area
///
/// Every room, puzzle and key stays in its place. Each new room is connected by one passage, and new puzzles block
/// passages to new rooms. The verifier proves the result again. The provenance names the original area.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary expand cave.json --rooms 10
      `quandary area --category cave -o cave.json` generates the area
  quandary expand cave.json --rooms 10 --puzzles 0
      more rooms, no more puzzles
  quandary expand cave.json --rooms 10 --format json -o larger.json")]
pub(crate) struct Options {
    /// Area (quandary/area/1); - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Number of rooms to add
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=MOST_ROOMS.into()))]
    rooms: u32,

    /// Number of puzzles to add: a number, a range such as 1..3, or per-room [default: 1..2 in dungeons, caves, ruins
    /// and temples, otherwise 0]
    #[arg(long, value_name = "N|A..B|per-room")]
    puzzles: Option<PuzzleCount>,

    #[command(flatten)]
    templates: TemplateOptions,

    /// Seed of all random choices, below 2^53 [default: a random seed]
    #[arg(long, value_name = "N", value_parser = seed::parse)]
    seed: Option<Seed>,

    /// Output format [default: from the file extension, otherwise JSON]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    output: OutputOptions,
}

/// Output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The complete area (quandary/area/1)
    Json,
    /// Map of every level, and the puzzles
    Text,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[("json", Self::Json), ("txt", Self::Text)];
}

/// Expands an area.
///
/// # Errors
/// If the area cannot be read, or the request cannot be satisfied.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let output = options.output.path();
    let format = ending::format(options.format, output, Format::Json)?;
    let text = input::text(&options.file)?;
    let name = input::name(&options.file);
    let old = area::read(&text).map_err(|error| invalid(format_args!("{name}: {error}")))?;
    let origin = area::origin(&text);
    let Templates { packs, files } = options.templates.packs(&old.layout.category.name)?;
    let puzzles = options.puzzles.unwrap_or_else(|| PuzzleCount::usual(old.layout.category));
    if !options.templates.templates.is_empty() && puzzles == PuzzleCount::Between(0, 0) {
        let place = &old.layout.category.name;
        return Err(usage(format_args!(
            "--templates is about puzzles, and none is requested: {place} has some with --puzzles N"
        )));
    }
    let expansion = Expansion { rooms: options.rooms, puzzles, packs: &packs };
    let seed = options.seed.unwrap_or_else(|| Seed::random(1));
    let control = Control { threads: 1, cancel: interrupt::listen(), ..Control::default() };
    let report =
        expand(&old, &expansion, seed, dungeon::Options { control, ..dungeon::Options::default() })
            .map_err(usage)?;
    let found = match report.best(seed) {
        Ok(found) => found,
        Err(nothing) => return made::ending(&nothing.into()),
    };
    let found = with_more_words(&old, seed, found);
    let target = Target::of(output);
    let asked = json!({
        "rooms": options.rooms,
        "puzzles": puzzles.to_string(),
        "templates": files,
        "area": {
            "sha256": hex::encode(Sha256::digest(text.as_bytes())),
            "provenance": origin.provenance,
        },
    });
    target.write_coloured(|out| {
        match format {
            Format::Text => {
                let title = title(&origin, seed);
                let text = area_text::render_as(&title, &found, target.is_coloured());
                out.write_all(text.as_bytes())?;
            }
            Format::Json => {
                let extras = Extras {
                    report: Some(area::placed(&found.candidate)),
                    proof: Some(area::proof(&found.proof)),
                    provenance: Some(area::provenance(ALGORITHM, seed, found.attempt, &asked)?),
                };
                let artefact = AreaJson::new(&found.candidate.area, origin.seed, extras);
                json::outline(out, &artefact, 2)?;
            }
        }
        Ok(Exit::Done)
    })
}

/// Title of the result, with the seeds of the area and of the expansion.
fn title(origin: &AreaOrigin, seed: Seed) -> String {
    let area = origin.seed.map_or_else(|| "Area".to_owned(), |area| format!("Area {area}"));
    format!("{area}, expanded by seed {seed}", seed = seed.value())
}
