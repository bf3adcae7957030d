//! The format of a result: that of `--format`, otherwise that of the file extension.
//!
//! Invariant: the content of a file always matches its extension, and PNG pixels never go to a terminal. An extension
//! of another format, or an unknown extension without `--format`, is an error, and nothing is written.

use super::exit::usage;
use crate::output::Target;
use anyhow::Result;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Options of the output file.
#[derive(Clone, Debug, Default, Args)]
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

/// Format of a result that is text, or one JSON object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// Text for people
    Text,
    /// JSON, one object per result
    Json,
}

impl Endings for TextOrJson {
    const ENDINGS: &'static [(&'static str, Self)] = &[("txt", Self::Text), ("json", Self::Json)];
}

/// Format and target of a result that is text or JSON.
#[derive(Debug, Args)]
pub(crate) struct PrintOptions {
    /// Output format [default: from the file extension, otherwise text]
    #[arg(long, value_enum)]
    format: Option<TextOrJson>,

    #[command(flatten)]
    output: OutputOptions,
}

impl PrintOptions {
    /// The format and the target.
    ///
    /// # Errors
    /// Those of [`format`].
    pub(crate) fn chosen(&self) -> Result<(TextOrJson, Target)> {
        let path = self.output.path();
        Ok((format(self.format, path, TextOrJson::Text)?, Target::of(path)))
    }
}

/// Formats with their file extensions.
pub(crate) trait Endings: ValueEnum + Copy + PartialEq + 'static {
    /// Pairs of an extension and a format. If several formats have one extension, the extension selects the first of
    /// them.
    const ENDINGS: &'static [(&'static str, Self)];
}

/// Extensions with a known format, for any command.
const PROMISES: [&str; 17] = [
    "json", "jsonl", "csv", "txt", "svg", "png", "dot", "tmj", "tscn", "ldtk", "dd2vtt", "xsb",
    "sok", "lurd", "qlex", "pdf", "gif",
];

/// The given format, otherwise that of the file extension, otherwise the default.
///
/// # Errors
/// If the extension belongs to another format, the extension is unknown and no format is given, or pixels
/// would go to a terminal.
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

/// The extension of a file, in lower case; standard output and devices have none.
fn of(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// The extensions, for an error.
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

/// The extensions of a format, for an error.
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
    enum Sample {
        Text,
        Json,
        Level,
        Svg,
    }

    impl Endings for Sample {
        const ENDINGS: &'static [(&'static str, Self)] =
            &[("txt", Self::Text), ("json", Self::Json), ("json", Self::Level), ("svg", Self::Svg)];
    }

    #[test]
    fn the_ending_decides_where_nothing_else_does() {
        let check = |given, output: &str, expect| {
            let output = (!output.is_empty()).then(|| Path::new(output));
            assert_eq!(format(given, output, Sample::Text).unwrap(), expect, "{output:?}");
        };
        check(None, "", Sample::Text);
        check(None, "-", Sample::Text);
        check(None, "/dev/stdout", Sample::Text);
        check(None, "a.d/b.SVG", Sample::Svg);
        check(None, "b.json", Sample::Json);
        check(Some(Sample::Level), "b.json", Sample::Level);
        check(Some(Sample::Json), "", Sample::Json);
        check(Some(Sample::Text), "notes.md", Sample::Text);
        check(Some(Sample::Svg), "picture", Sample::Svg);
    }

    #[test]
    fn what_an_ending_does_not_promise_is_refused() {
        let check = |given, output: &str, expect: &str| {
            let error = format(given, Some(Path::new(output)), Sample::Text).unwrap_err();
            assert_eq!(error.to_string(), expect);
        };
        check(
            None,
            "a.sgv",
            "a.sgv: unknown ending .sgv (did you mean .svg?); known are .txt, .json, .svg",
        );
        check(None, "keys.bmp", "keys.bmp: unknown ending .bmp; known are .txt, .json, .svg");
        check(
            Some(Sample::Level),
            "x.png",
            "x.png: ends in .png, which --format level does not make; its files end in .json",
        );
        check(
            Some(Sample::Text),
            "x.svg",
            "x.svg: ends in .svg, which --format text does not make; its files end in .txt",
        );
    }
}
