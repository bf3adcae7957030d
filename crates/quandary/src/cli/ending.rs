//! The format of a result: that of `--format`, or else that of the file's ending.
//!
//! Invariant: no file holds anything but what its ending promises, and no terminal is shown pixels as text. An ending
//! that promises something else, or that nobody knows where no format is given, is an error, and nothing is written.

use super::exit::usage;
use crate::output::Target;
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// The options that say where the result goes.
#[derive(Debug, Default, Args)]
pub(crate) struct OutputOptions {
    /// Write to this file, completely or not at all; - is standard output [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputOptions {
    /// The file, as it was typed.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

/// Formats of a result that is told, or is one JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Told {
    /// Text for people
    Text,
    /// JSON, one object per result
    Json,
}

impl Endings for Told {
    const ENDINGS: &'static [(&'static str, Self)] = &[("txt", Self::Text), ("json", Self::Json)];
}

/// The form of a result that is told, and where it goes.
#[derive(Debug, Args)]
pub(crate) struct TellOptions {
    /// Output format [default: from the file extension, otherwise text]
    #[arg(long, value_enum)]
    format: Option<Told>,

    #[command(flatten)]
    output: OutputOptions,
}

impl TellOptions {
    /// The format, and where the result goes.
    ///
    /// # Errors
    /// Those of [`format`].
    pub(crate) fn chosen(&self) -> Result<(Told, Target)> {
        let path = self.output.path();
        Ok((format(self.format, path, Told::Text)?, Target::of(path)))
    }
}

/// Formats, and the endings that files of them have.
pub(crate) trait Endings: ValueEnum + Copy + PartialEq + 'static {
    /// Pairs of an ending and a format. Of several formats with one ending, the first is the one that the
    /// ending selects.
    const ENDINGS: &'static [(&'static str, Self)];
}

/// Endings that promise something, whichever command is asked.
const PROMISES: [&str; 15] = [
    "json", "jsonl", "csv", "txt", "svg", "png", "dot", "tmj", "tscn", "ldtk", "dd2vtt", "xsb",
    "qlex", "pdf", "gif",
];

/// The format that is given, else that of the file's ending, else the usual one.
///
/// # Errors
/// When the file's ending promises something else, no format is given and the ending is not known, or pixels would go
/// to a terminal.
pub(crate) fn format<F: Endings>(given: Option<F>, output: Option<&Path>, usual: F) -> Result<F> {
    let format = promised(given, output, usual)?;
    let is_pixels = F::ENDINGS.iter().any(|(ending, one)| *ending == "png" && *one == format);
    if is_pixels && Target::of(output) == Target::Stdout && io::stdout().is_terminal() {
        return Err(usage("a terminal shows no PNG; write it to a file with -o FILE"));
    }
    Ok(format)
}

fn promised<F: Endings>(given: Option<F>, output: Option<&Path>, usual: F) -> Result<F> {
    let Some((path, ending)) = output.and_then(|path| Some((path, of(path)?))) else {
        return Ok(given.unwrap_or(usual));
    };
    let mut promised = F::ENDINGS.iter().filter(|(known, _)| *known == ending).map(|(_, f)| *f);
    let path = path.display();
    match given {
        None => promised.next().ok_or_else(|| {
            let (known, ending) = (known::<F>(), format!(".{ending}"));
            let tip = diagnostics::did_you_mean(&ending, &known);
            usage(format_args!(
                "{path}: unknown ending {ending}{tip}; known are {}",
                known.join(", ")
            ))
        }),
        Some(format) if promised.any(|one| one == format) => Ok(format),
        Some(format) if PROMISES.contains(&ending.as_str()) => Err(usage(format_args!(
            "{path}: ends in .{ending}, which --format {} does not make; {}",
            name(format),
            fitting(format)
        ))),
        Some(format) => Ok(format),
    }
}

/// The ending of a file, in lower case; standard output and devices have none.
fn of(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// The endings, for an error.
fn known<F: Endings>() -> Vec<String> {
    let mut endings: Vec<String> = Vec::new();
    for (ending, _) in F::ENDINGS {
        let ending = format!(".{ending}");
        if !endings.contains(&ending) {
            endings.push(ending);
        }
    }
    endings
}

/// The endings that a file of a format may have, for an error.
fn fitting<F: Endings>(format: F) -> String {
    let endings = F::ENDINGS.iter().filter(|(_, one)| *one == format);
    let endings: Vec<String> = endings.map(|(ending, _)| format!(".{ending}")).collect();
    format!("its files end in {}", endings.join(" or "))
}

/// Name of a format on the command line.
fn name<F: Endings>(format: F) -> String {
    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
    enum Drawn {
        Text,
        Json,
        Level,
        Svg,
    }

    impl Endings for Drawn {
        const ENDINGS: &'static [(&'static str, Self)] =
            &[("txt", Self::Text), ("json", Self::Json), ("json", Self::Level), ("svg", Self::Svg)];
    }

    #[test]
    fn the_ending_decides_where_nothing_else_does() {
        let check = |given, output: &str, expect| {
            let output = (!output.is_empty()).then(|| Path::new(output));
            assert_eq!(format(given, output, Drawn::Text).unwrap(), expect, "{output:?}");
        };
        check(None, "", Drawn::Text);
        check(None, "-", Drawn::Text);
        check(None, "/dev/stdout", Drawn::Text);
        check(None, "a.d/b.SVG", Drawn::Svg);
        check(None, "b.json", Drawn::Json);
        check(Some(Drawn::Level), "b.json", Drawn::Level);
        check(Some(Drawn::Json), "", Drawn::Json);
        check(Some(Drawn::Text), "notes.md", Drawn::Text);
        check(Some(Drawn::Svg), "picture", Drawn::Svg);
    }

    #[test]
    fn what_an_ending_does_not_promise_is_refused() {
        let check = |given, output: &str, expect: &str| {
            let error = format(given, Some(Path::new(output)), Drawn::Text).unwrap_err();
            assert_eq!(error.to_string(), expect);
        };
        check(
            None,
            "a.sgv",
            "a.sgv: unknown ending .sgv (did you mean .svg?); known are .txt, .json, .svg",
        );
        check(None, "keys.bmp", "keys.bmp: unknown ending .bmp; known are .txt, .json, .svg");
        check(
            Some(Drawn::Level),
            "x.png",
            "x.png: ends in .png, which --format level does not make; its files end in .json",
        );
        check(
            Some(Drawn::Text),
            "x.svg",
            "x.svg: ends in .svg, which --format text does not make; its files end in .txt",
        );
    }
}
