//! `quandary area`: generates and proves layouts with puzzles in their passages.

use super::ending::{Endings, OutputOptions};
use super::exit::Exit;
use super::made;
use super::puzzles::{TemplateOptions, Templates};
use super::seed::SeedOptions;
use anyhow::Result;
use ask::{AreaFormat, AreaRequest, Generated, Look};
use clap::Args;

/// Generate an area: a layout with puzzles that block passages
///
/// Every puzzle blocks a passage that leads somewhere. The key of a door is always reachable before the door,
/// sometimes in a locked chest with its key elsewhere. The verifier proves every area before it is printed: every
/// room can be reached, and a player can never get stuck. The same seed gives the same area; its rooms are those of
/// the layout with that seed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary area --category cave
      a cave with one or two puzzles, from a random seed
  quandary area --category crypt --puzzles 4 --seed 7
      a crypt with four puzzles
  quandary area --category cave --seed 1 --count 1000
      seeds 1 to 1000, one JSON object per line
  quandary area --category temple --seed 7 --format json -o temple.json
      for `quandary check temple.json` and `quandary play temple.json`")]
pub(crate) struct Options {
    #[command(flatten)]
    request: AreaRequest,

    #[command(flatten)]
    templates: TemplateOptions,

    #[command(flatten)]
    seeds: SeedOptions,

    /// Output format [default: from the file extension, otherwise text; JSON with --count]
    #[arg(long, value_enum)]
    format: Option<AreaFormat>,

    #[command(flatten)]
    output: OutputOptions,
}

impl Endings for AreaFormat {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("json", Self::Json),
        ("json", Self::Level),
        ("svg", Self::Svg),
        ("png", Self::Png),
    ];
}

/// Generates the requested areas.
///
/// # Errors
/// If the request cannot be satisfied, templates cannot be read, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let (seeds, output) = (&options.seeds, options.output.path());
    let usual = [AreaFormat::Text, AreaFormat::Json];
    let (format, target, chosen) = seeds.wanted(options.format, output, usual)?;
    let Templates { packs, files } = options.templates.packs(&options.request.category)?;
    let task = options.request.task_with(packs, files);
    let task = task.map_err(|refusal| made::wrong(&refusal))?;
    made::run(&task, (chosen, seeds.threads), &target, &|_, _| (), |area, target| {
        let look = Look { colour: target.is_coloured(), ..Look::default() };
        let picture = (format == AreaFormat::Text).then_some("png");
        made::written(target, picture, |out| area.write(out, format, look))
    })
}
