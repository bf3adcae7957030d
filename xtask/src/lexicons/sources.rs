//! Sources of the words and ranks of each locale: files of packages, and their licences.
//!
//! Ranks are bytes. Of English words they say in which size of SCOWL a word first stands (10 is the 1,000
//! commonest words or so, 80 the rarest kept): 255 minus twice the size. Of others they come from how often
//! a word is met: 255 minus a fifth of its centibels. So 135 is about where ordinary words end in both.

use super::packages::{Packages, run};
use crate::root::root;
use anyhow::{Context, Result, bail};
use crossword::lexicon::Encoding;
use crossword::locale::Locale;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Sources of a lexicon.
pub(super) struct Source {
    pub(super) list: Vec<u8>,
    pub(super) encoding: Encoding,
    pub(super) ranks: HashMap<String, u8>,
    pub(super) licence: String,
    /// The packages, in words.
    pub(super) origin: String,
}

/// Source of the ranks.
pub(super) const WORDFREQ: &str = "PyPI wordfreq 3.1.1";
/// The largest size of SCOWL that is taken.
const LARGEST: u8 = 80;

/// Reads the sources of a locale's lexicon.
pub(super) fn source(locale: Locale, packages: &Packages) -> Result<Source> {
    match locale {
        Locale::EnUs => english(&["american", "english"], packages),
        Locale::EnGb => english(&["british", "british_z", "english"], packages),
        Locale::IsIs => icelandic(packages),
        Locale::PlPl => polish(packages),
        Locale::NbNo | Locale::NnNo => bail!("{locale}: the list may not be shipped"),
    }
}

/// SCOWL: the lists of words (no names, no abbreviations) of some spellings, up to a size.
fn english(spellings: &[&str], packages: &Packages) -> Result<Source> {
    let contents = packages.debian("scowl", "2020.12.07-2")?;
    let folder = contents.join("usr/share/dict/scowl");
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let Some((kind, size)) = name.split_once("-words.") else { continue };
        let size: u8 = size.parse().with_context(|| name.clone())?;
        if spellings.contains(&kind) && size <= LARGEST {
            files.push((size, name));
        }
    }
    files.sort();
    let (mut list, mut ranks) = (Vec::new(), HashMap::new());
    for (size, name) in files {
        let bytes = fs::read(folder.join(name))?;
        for line in bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii) {
            let word: String = line.iter().map(|&b| char::from(b)).collect();
            // Sizes come from the smallest on, so the first one stays.
            ranks.entry(word).or_insert(255 - 2 * size);
        }
        list.extend(bytes);
    }
    let licence = licence("en")?;
    let origin = "Debian scowl 2020.12.07-2".to_owned();
    Ok(Source { list, encoding: Encoding::Latin1, ranks, licence, origin })
}

/// BÍN: all forms of all words.
fn icelandic(packages: &Packages) -> Result<Source> {
    let wheels = [packages.wheel("islenska", "2.1.0")?, packages.wheel("islenska-data", "5.0.0")?];
    let python = packages.python("islenska-python", &wheels)?;
    let script = root()?.join("xtask/lexicons/islenska_forms.py");
    let list = run(Command::new(python).arg(script))?;
    let ranks = wordfreq("small_is", packages)?;
    let licence = licence("is_IS")?;
    let origin = format!("PyPI islenska-data 5.0.0 with islenska 2.1.0; ranks of {WORDFREQ}");
    Ok(Source { list, encoding: Encoding::Utf8, ranks, licence, origin })
}

fn polish(packages: &Packages) -> Result<Source> {
    let contents = packages.debian("wpolish", "20220301-1")?;
    let list = fs::read(contents.join("usr/share/dict/polish"))?;
    let ranks = wordfreq("large_pl", packages)?;
    let licence = licence("pl_PL")?;
    let origin = format!("Debian wpolish 20220301-1; ranks of {WORDFREQ}");
    Ok(Source { list, encoding: Encoding::Utf8, ranks, licence, origin })
}

/// The ranks of a list of wordfreq.
pub(super) fn wordfreq(name: &str, packages: &Packages) -> Result<HashMap<String, u8>> {
    let wheel = packages.wheel("wordfreq", "3.1.1")?;
    let script = root()?.join("xtask/lexicons/wordfreq_ranks.py");
    let text = run(Command::new("python3").arg(script).arg(wheel).arg(name))?;
    let mut ranks = HashMap::new();
    for row in String::from_utf8(text)?.lines() {
        let (word, centibels) = row.split_once('\t').context("a row without a tab")?;
        let centibels: u32 = centibels.parse()?;
        let rank = 255u32.saturating_sub(centibels / 5).max(1) as u8;
        ranks.insert(word.to_owned(), rank);
    }
    Ok(ranks)
}

/// The folder of a file: the large lexicons are packages of their own.
pub(super) fn folder(name: &str) -> Result<PathBuf> {
    let folder = match name {
        "is_IS" => "crates/lexicon-is",
        "pl_PL" => "crates/lexicon-pl",
        _ => "crates/crossword/data/lexicons",
    };
    Ok(root()?.join(folder))
}

/// The licence of a lexicon, which lies beside it.
fn licence(name: &str) -> Result<String> {
    let path = folder(name)?.join(format!("{name}.LICENCE.txt"));
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}
