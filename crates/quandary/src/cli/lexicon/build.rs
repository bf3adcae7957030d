//! `quandary lexicon build`: builds a lexicon from a word list, and reports the lines that were left out.

use crate::cli::exit::unreadable;
use crate::cli::exit::{Exit, invalid};
use crate::cli::lexicons::locales;
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use clap::Args;
use crossword::lexicon::{self, BuildReport, Capitals, Encoding, ShortWords};
use crossword::locale::Locale;
use diagnostics::counted;
use diagnostics::of_io;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Build a lexicon from a word list
///
/// The list has one word per line, in UTF-8 or Latin-1, in upper or lower case; lines may end in CRLF. Words with
/// letters outside the alphabet, and words with fewer than 2 or more than 15 letters, are counted and left out.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary lexicon build --words words.txt --alphabet en_US -o words.qlex
  quandary lexicon build --words ord.txt --alphabet nb_NO --latin1 --licence COPYING -o ord.qlex")]
pub(crate) struct Options {
    /// Word list; - is standard input
    #[arg(long, value_name = "FILE")]
    words: PathBuf,

    /// Locale of the alphabet and tiles: en_US, en_GB, is_IS, pl_PL, nb_NO or nn_NO
    #[arg(long, value_name = "LOCALE", value_parser = locales())]
    alphabet: Locale,

    /// Lexicon file to write, completely or not at all; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// The word list is encoded in Latin-1 (ISO 8859-1), not in UTF-8
    #[arg(long)]
    latin1: bool,

    /// Leave out words with capital letters, which are names in spell-checker lists
    #[arg(long)]
    no_capitals: bool,

    /// Leave out letters, symbols and abbreviations among the words of up to three letters
    #[arg(long)]
    curated: bool,

    /// Text file with the terms of use of the words; several are joined [default: none]
    #[arg(long, value_name = "FILE")]
    licence: Vec<PathBuf>,
}

/// Builds a lexicon and prints the report.
///
/// # Errors
/// If the list cannot be read or has no word, or the lexicon cannot be written.
pub(super) fn run(options: &Options) -> Result<Exit> {
    let list = bytes(&options.words)?;
    let licences: Vec<String> =
        options.licence.iter().map(|path| text(path)).collect::<Result<_>>()?;
    let how = lexicon::Options {
        encoding: if options.latin1 { Encoding::Latin1 } else { Encoding::Utf8 },
        capitals: if options.no_capitals { Capitals::LeaveOut } else { Capitals::Fold },
        short_words: if options.curated { ShortWords::Curated } else { ShortWords::All },
        licence: licences.join("\n"),
    };
    let name = crate::cli::judge::input::name(&options.words);
    let (lexicon, report) = lexicon::build(&list, options.alphabet, &how)
        .map_err(|error| invalid(format_args!("{name}: {error}{}", help(&error))))?;
    let file = lexicon.write();
    let target = Target::of(Some(&options.output));
    let exit = target.write_bytes(|out| {
        out.write_all(&file)?;
        Ok(Exit::Done)
    })?;
    let said = said(&report, file.len());
    match target {
        Target::Stdout => note!("{}", said.trim_end()),
        Target::File(_) => {
            Target::Stdout
                .write(|out| Ok(out.write_all(said.as_bytes()).map(|()| Exit::Done)?))?;
        }
    }
    Ok(exit)
}

/// The option that would fix the command line.
fn help(error: &lexicon::BuildError) -> &'static str {
    match error {
        lexicon::BuildError::NotUtf8 { .. } => ": --latin1",
        _ => "",
    }
}

/// The report as text: the numbers of lines by result, without zeros.
pub(super) fn said(report: &BuildReport, bytes: usize) -> String {
    let words = counted(report.words as u64, "word", "words");
    let lines = counted(report.lines as u64, "line", "lines");
    let mut said = format!("{words} from {lines}, {bytes} bytes\n");
    for (count, reason) in [
        (report.duplicates, "there before"),
        (report.outside_alphabet, "left out: letters outside the alphabet"),
        (report.outside_length, "left out: fewer than 2 letters or more than 15"),
        (report.capitalised, "left out: a capital letter"),
        (report.curated, "left out: short words that are none to play"),
    ] {
        if count > 0 {
            said += &format!("  {count} {reason}\n");
        }
    }
    said
}

/// The bytes of a file, or of standard input.
fn bytes(path: &Path) -> Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return fs::read(path).map_err(|error| unreadable(path, &error));
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| invalid(format_args!("standard input: {}", of_io(&error))))?;
    Ok(bytes)
}

/// The text of a licence.
fn text(path: &Path) -> Result<String> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let name = path.display();
    String::from_utf8(bytes).map_err(|_| invalid(format_args!("{name}: is not UTF-8 text")))
}
