//! A mission in the format that was asked for.

use super::make::{Made, Task};
use crate::cli::ending::Endings;
use crate::cli::exit::Exit;
use crate::output::Target;
use anyhow::Result;
use clap::ValueEnum;
use draw::{mission_dot, mission_svg, mission_text};
use dungeon::json::mission::{Artefact, Origin};
use dungeon::mission::level_graph;
use level::Level;
use std::io::Write;
use voice::json;

/// The form of what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A map, the critical path, and what was proved
    Text,
    /// The whole mission (quandary/mission/1)
    Json,
    /// A graph for Graphviz
    Dot,
    /// A picture
    Svg,
    /// A level of rooms (quandary/level/1), for solve and check
    Level,
}

impl Endings for Format {
    const ENDINGS: &'static [(&'static str, Self)] = &[
        ("txt", Self::Text),
        ("json", Self::Json),
        ("json", Self::Level),
        ("svg", Self::Svg),
        ("dot", Self::Dot),
    ];
}

/// Writes a mission.
///
/// # Errors
/// When `out` cannot be written to.
pub(super) fn write(
    out: &mut dyn Write,
    task: &Task,
    made: &Made,
    format: Format,
    target: &Target,
) -> Result<Exit> {
    let (mission, summary) = (&made.mission, made.summary());
    match format {
        Format::Json => json::outline(out, &artefact(task, made), 2)?,
        Format::Level => json::outline(out, &level(made, task.origin(made))?, 3)?,
        Format::Dot => out.write_all(mission_dot::render(mission, &summary.title()).as_bytes())?,
        Format::Svg => out.write_all(mission_svg::render(mission, &summary).as_bytes())?,
        Format::Text => {
            out.write_all(
                mission_text::render(mission, &summary, target.is_coloured()).as_bytes(),
            )?;
        }
    }
    Ok(Exit::Done)
}

/// Writes a mission as one line of JSON.
///
/// # Errors
/// When `out` cannot be written to.
pub(super) fn write_line(out: &mut dyn Write, task: &Task, made: &Made) -> Result<()> {
    Ok(json::line(out, &artefact(task, made))?)
}

fn artefact<'a>(task: &'a Task, made: &'a Made) -> Artefact<'a> {
    Artefact::new(&made.mission, &made.stats, &made.proof, task.origin(made))
}

/// The mission as a level of rooms, with the same provenance.
fn level(made: &Made, origin: Origin<'_>) -> Result<Level> {
    let provenance = match serde_json::to_value(origin.provenance())? {
        serde_json::Value::Object(fields) => Some(fields),
        _ => None,
    };
    let name = Some(format!("mission {}", origin.seed));
    Ok(Level { name, provenance, ..Level::of_graph(level_graph(&made.mission)) })
}
