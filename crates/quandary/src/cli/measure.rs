//! `quandary measure`: what levels of anybody's are like, a row each, and what the set of them is like.

mod asked;
mod survey;
mod ranged;
mod parquet;
mod table;
mod told;

pub(crate) use asked::Options;

use super::ending;
use super::exit::{Exit, usage};
use crate::output::Target;
use anyhow::Result;
use asked::Format;
use draw::level_png;
use ranged::{picture, ranged};
use std::io::Write;
use survey::surveyed;

/// Measures levels.
///
/// # Errors
/// When none is one, the options do not go together, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let format = ending::format(options.format, options.output.path(), Format::Text)?;
    let is_picture = matches!(format, Format::Svg | Format::Png);
    if is_picture && options.range.is_none() {
        return Err(usage("a picture is of a range; say of what with --range X,Y"));
    }
    if options.against.is_some() && matches!(format, Format::Csv | Format::Parquet) {
        return Err(usage("--against goes with --format text and json"));
    }
    if format == Format::Parquet {
        // A program that cannot write it says so before it measures anything.
        parquet::bytes(&[])?;
    }
    let stdin = options.levels.iter().chain(&options.over).filter(|path| path.as_os_str() == "-");
    if stdin.count() > 1 {
        return Err(usage("standard input is named twice"));
    }
    let (set, read) = surveyed(options, &options.levels, options.corpus)?;
    let (over, laid) = surveyed(options, &options.over, true)?;
    let exit = if read == Exit::Done { laid } else { read };
    let range = options.range.map(|axes| ranged(axes, options.bins, [&set, &over]));
    let target = Target::of(options.output.path());
    let write = |out: &mut dyn Write| {
        match format {
            Format::Text => {
                let text = told::text(options, &set, range.as_ref(), target.width());
                out.write_all(text.as_bytes())?;
            }
            Format::Csv => out.write_all(table::csv(&set).as_bytes())?,
            Format::Parquet => out.write_all(&parquet::bytes(&set)?)?,
            Format::Json => {
                serde_json::to_writer(&mut *out, &told::Wire::of(options, &set, range.as_ref()))?;
                writeln!(out)?;
            }
            Format::Svg => out.write_all(picture(&set, range.as_ref()).as_bytes())?,
            Format::Png => level_png::write(out, &picture(&set, range.as_ref()))?,
        }
        Ok(Exit::Done)
    };
    let written = match format {
        Format::Parquet => target.write_bytes(write),
        _ => target.write(write),
    };
    written.map(|_| exit)
}
