//! `quandary lexicon`: prints, verifies and lists lexicons, builds them from word lists ([`build`]) and installs them
//! ([`install`]).

mod build;
mod install;

use super::ending::OutputOptions;
use super::exit::{Exit, invalid};
use crate::output::Target;
use anyhow::Result;
use clap::{Args, Subcommand};
use crossword::lexicon::{Lexicon, installed, shipped_file};
use crossword::locale::Locale;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Build, inspect, verify and install lexicons
///
/// A lexicon is a file with the words of a language, its alphabet, its licence and the hash of its source. The
/// lexicons of English, Icelandic and Polish come with the program.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary lexicon list
  quandary lexicon build --words words.txt --alphabet en_US -o words.qlex
  quandary moves --lexicon words.qlex --input positions.jsonl")]
pub(crate) struct Options {
    /// The command.
    #[command(subcommand)]
    command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Options),
    Info(InfoOptions),
    Verify(VerifyOptions),
    List(ListOptions),
    Words(WordsOptions),
    Install(install::Options),
}

/// Runs the subcommand.
///
/// # Errors
/// If an input cannot be read or is not valid, or an output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    match &options.command {
        Command::Build(options) => build::run(options),
        Command::Info(options) => info(options),
        Command::Verify(options) => verify(options),
        Command::List(_) => list(),
        Command::Words(options) => words(options),
        Command::Install(options) => install::run(options),
    }
}

/// Print the language, number of words, source and licence of a lexicon
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary lexicon info is_IS
  quandary lexicon info words.qlex")]
struct InfoOptions {
    /// Locale, such as en_US, or lexicon file
    #[arg(value_name = "LOCALE|FILE")]
    which: String,
}

/// Verify a lexicon file: checksums, structure and every word
///
/// A damaged file, or a file that is not a lexicon, is reported with the reason and exit code 3.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  quandary lexicon verify words.qlex")]
struct VerifyOptions {
    /// Lexicon file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// List the locales and the places of their lexicons
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  quandary lexicon list")]
struct ListOptions {}

/// Prints the metadata of a lexicon.
///
/// # Errors
/// If it cannot be read, or the name is neither a locale nor a file.
fn info(options: &InfoOptions) -> Result<Exit> {
    let (lexicon, from) = find(&options.which)?;
    let about = lexicon.about();
    let letters: String = lexicon.alphabet().letters().collect();
    let source = hex::encode(about.source);
    let ranks = if lexicon.has_ranks() { "how common each word is" } else { "none" };
    let mut said = format!(
        "locale   {} ({})\nfrom     {from}\nwords    {}\nletters  {letters}\nranks    {ranks}\n\
         source   sha256 {source}\nmemory   {} KiB\n",
        about.locale,
        about.locale.title(),
        about.words,
        lexicon.memory() >> 10,
    );
    match about.licence.trim() {
        "" => said += "licence  none is given\n",
        text => {
            said += "licence\n";
            for line in text.lines() {
                let _ = writeln!(said, "{}", format_args!("  {line}").to_string().trim_end());
            }
        }
    }
    print(&said)
}

/// The licence of a lexicon, given its locale or its file.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn licence(which: &str) -> Result<String> {
    let (lexicon, _) = find(which)?;
    Ok(lexicon.about().licence.trim().to_owned())
}

/// A lexicon, given its locale or its file, and its place.
fn find(which: &str) -> Result<(Lexicon, String)> {
    let unknown = match which.parse::<Locale>() {
        Ok(locale) => {
            let lexicon = installed::lexicon_of(Some(locale), None)?;
            let path = installed::installed(locale).filter(|_| shipped_file(locale).is_err());
            let from = path.map_or("the program".to_owned(), |path| path.display().to_string());
            return Ok((lexicon, from));
        }
        Err(error) => error,
    };
    let path = Path::new(which);
    if !path.exists() {
        return Err(invalid(format_args!(
            "there is no file {which:?}, and no such locale: {unknown}"
        )));
    }
    Ok((installed::read(path)?, which.to_owned()))
}

/// Reads a file, and every word in it.
///
/// # Errors
/// If it is damaged or not a lexicon.
fn verify(options: &VerifyOptions) -> Result<Exit> {
    let name = options.file.display();
    let lexicon = installed::read(&options.file)?;
    let bytes = fs::metadata(&options.file).map_or(0, |found| found.len());
    let (mut words, mut lost) = (0, None);
    lexicon.words(|word| {
        if lexicon.index(word) != Some(words) {
            lost.get_or_insert_with(|| word.to_owned());
        }
        words += 1;
    });
    if let Some(word) = lost {
        return Err(invalid(format_args!("{name}: the word {word:?} is not found again")));
    }
    if words != lexicon.len() {
        let said = lexicon.len();
        return Err(invalid(format_args!(
            "{name}: has {words} words, and says that it has {said}"
        )));
    }
    if !lexicon.is_sound() {
        return Err(invalid(format_args!(
            "{name}: what reads words from right to left is of other words than what reads them from left to \
             right; build the lexicon anew"
        )));
    }
    let locale = lexicon.about().locale;
    print(&format!("{name}: sound: {locale}, {words} words, {bytes} bytes, all checksums fit\n"))
}

/// Lists the locales.
///
/// # Errors
/// If standard output cannot be written to.
fn list() -> Result<Exit> {
    let mut said = String::new();
    for locale in Locale::ALL {
        let path = installed::installed(locale);
        let whence = match (shipped_file(locale), path) {
            (Ok(_), _) => "comes with the program".to_owned(),
            (Err(_), Some(path)) if path.exists() => format!("installed at {}", path.display()),
            (Err(_), _) if install::source(locale).is_some() => {
                format!("not installed; quandary lexicon install {locale}")
            }
            (Err(error), _) => error.to_string(),
        };
        let _ = writeln!(said, "{locale}  {:17}  {whence}", locale.title());
    }
    print(&said)
}

fn print(text: &str) -> Result<Exit> {
    Target::Stdout.write(|out| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Done)
    })
}

/// Print the words of a lexicon, one per line
///
/// The words are in the order of the alphabet and in lower case. `quandary lexicon info` prints the terms of their
/// use.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary lexicon words en_US -o words.txt
  quandary lexicon words is_IS --ranks | sort -k2 -nr | head
      the most common ones")]
struct WordsOptions {
    /// Locale, such as en_US, or lexicon file
    #[arg(value_name = "LOCALE|FILE")]
    which: String,

    /// Print a tab and the commonness of the word, from 0 to 255, after each word
    #[arg(long)]
    ranks: bool,

    #[command(flatten)]
    output: OutputOptions,
}

/// Prints the words.
///
/// # Errors
/// If the lexicon cannot be read or lacks the requested ranks, or the output cannot be written.
fn words(options: &WordsOptions) -> Result<Exit> {
    let (lexicon, _) = find(&options.which)?;
    if options.ranks && !lexicon.has_ranks() {
        let which = &options.which;
        return Err(invalid(format_args!("{which}: nothing is known of how common its words are")));
    }
    Target::of(options.output.path()).write(|out| {
        let mut written = Ok(());
        lexicon.words(|word| {
            if written.is_ok() {
                written = match lexicon.rank(word).filter(|_| options.ranks) {
                    Some(rank) => writeln!(out, "{word}\t{rank}"),
                    None => writeln!(out, "{word}"),
                };
            }
        });
        written?;
        Ok(Exit::Done)
    })
}
