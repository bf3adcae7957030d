//! `cargo xtask lexicons`: the lexicons that come with the program, made again from their packages.
//!
//! Packages come from the registries of Debian and Python in fixed versions, so the same files come out
//! every time; the manifest says their hashes, and a test of the crate holds the files against it. What
//! needs Python (Icelandic, and ranks) is done by the scripts in `xtask/lexicons`.

mod packages;
mod sources;

use crate::root::root;
use anyhow::{Context, Result, bail};
use crossword::lexicon::{self, Capitals, Lexicon, Options, ShortWords};
use crossword::locale::Locale;
use packages::Packages;
use sha2::{Digest, Sha256};
use sources::Source;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make the lexicons that come with the program from their packages
#[derive(clap::Args)]
pub(crate) struct Lexicons {
    /// Only these locales
    #[arg(value_name = "LOCALE")]
    locales: Vec<Locale>,
    /// Write nothing, and say whether the files are those that would be written
    #[arg(long)]
    check: bool,
    /// The folder where packages are kept
    #[arg(long, value_name = "DIR")]
    packages: Option<PathBuf>,
}

/// The locales whose lexicons come with the program.
const SHIPPED: [Locale; 4] = [Locale::EnUs, Locale::EnGb, Locale::IsIs, Locale::PlPl];
/// Norwegian ranks below this are left out: words as rare as that count as unknown.
const LEAST_RANK: u8 = 115;

/// A file that is shipped, and its row of the manifest.
struct Made {
    name: String,
    bytes: Vec<u8>,
    row: String,
}

impl Lexicons {
    /// Makes every file, and writes or compares it.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let kept = self.packages.clone().unwrap_or(root()?.join("target/lexicons"));
        let packages = Packages::new(&kept)?;
        let wanted = |locale| self.locales.is_empty() || self.locales.contains(&locale);
        let mut made = Vec::new();
        for locale in SHIPPED.into_iter().filter(|&locale| wanted(locale)) {
            made.push(lexicon(locale, &packages)?);
        }
        if wanted(Locale::NbNo) || wanted(Locale::NnNo) {
            made.push(norwegian_ranks(&packages)?);
        }
        let manifest = sources::folder("")?.join("manifest.txt");
        let old = fs::read_to_string(&manifest).unwrap_or_default();
        let mut rows: Vec<String> = old.lines().map(str::to_owned).collect();
        let mut differ = false;
        for Made { name, bytes, row } in made {
            println!("{row}");
            let path = sources::folder(name.trim_end_matches(".qlex"))?.join(&name);
            differ |= fs::read(&path).ok().as_ref() != Some(&bytes);
            rows.retain(|old| old.split(' ').next() != Some(&name));
            rows.push(row);
            if !self.check {
                fs::write(&path, bytes).with_context(|| format!("{}", path.display()))?;
            }
        }
        rows.sort();
        let text = rows.join("\n") + "\n";
        differ |= text != old;
        if !self.check {
            fs::write(&manifest, text)?;
            return Ok(ExitCode::SUCCESS);
        }
        println!("{}", if differ { "the files are others" } else { "the files are the same" });
        Ok(if differ { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

/// Builds the lexicon of a locale, with its ranks.
fn lexicon(locale: Locale, packages: &Packages) -> Result<Made> {
    let Source { list, encoding, ranks, licence, origin } = sources::source(locale, packages)?;
    let options = Options {
        encoding,
        licence,
        capitals: Capitals::LeaveOut,
        short_words: ShortWords::Curated,
    };
    let (lexicon, report) = lexicon::build(&list, locale, &options)?;
    eprintln!("{locale}: {report:?}");
    let bytes = ranked(lexicon, &ranks)?.write();
    let read = Lexicon::read(&bytes)?;
    if read.len() != report.words {
        bail!("{locale}: {} words were written, and {} read", report.words, read.len());
    }
    let name = format!("{locale}.qlex");
    let row = format!(
        "{name} {} {} words, list {} of {origin}",
        sha256(&bytes),
        report.words,
        sha256(&list)
    );
    Ok(Made { name, bytes, row })
}

/// A lexicon with a rank for each word, 0 for those of which nothing is known.
fn ranked(lexicon: Lexicon, ranks: &HashMap<String, u8>) -> Result<Lexicon> {
    let mut all = Vec::with_capacity(lexicon.len());
    lexicon.words(|word| all.push(ranks.get(word).copied().unwrap_or(0)));
    let known = all.iter().filter(|&&rank| rank > 0).count();
    eprintln!("  {known} of {} words have a rank", all.len());
    Ok(lexicon.with_ranks(all)?)
}

/// The ranks for Norwegian lexicons, which are not shipped themselves.
fn norwegian_ranks(packages: &Packages) -> Result<Made> {
    let ranks = sources::wordfreq("large_nb", packages)?;
    let alphabet = Locale::NbNo.alphabet();
    let playable = |word: &str| {
        (2..=15).contains(&word.chars().count())
            && word.chars().all(|c| alphabet.letter(c).is_some())
    };
    let mut rows: Vec<String> = ranks
        .iter()
        .filter(|(word, rank)| **rank >= LEAST_RANK && playable(word))
        .map(|(word, rank)| format!("{word}\t{rank}"))
        .collect();
    rows.sort();
    let bytes = lexicon::pack_text(&rows.join("\n"));
    let name = "no.ranks".to_owned();
    let row = format!("{name} {} {} words of {}", sha256(&bytes), rows.len(), sources::WORDFREQ);
    Ok(Made { name, bytes, row })
}

/// The SHA-256 of some bytes.
fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
