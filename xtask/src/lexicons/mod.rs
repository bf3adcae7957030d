//! `cargo xtask lexicons`: rebuilds the shipped lexicons from their packages.
//!
//! The packages come from the registries of Debian and Python in fixed versions, so the files are reproducible. The
//! manifest has their hashes, and a test of the crate compares the files with it. The scripts in `xtask/lexicons` do
//! the parts that need Python (Icelandic, and ranks).

use crate::root::{output, root};
use anyhow::{Context, Result, bail};
use crossword::lexicon::{self, Capitals, Encoding, Lexicon, Options, ShortWords};
use crossword::locale::Locale;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Rebuild the shipped lexicons from their packages
#[derive(clap::Args)]
pub(crate) struct Lexicons {
    /// Only these locales
    #[arg(value_name = "LOCALE")]
    locales: Vec<Locale>,
    /// Write nothing, and check whether the files are up to date
    #[arg(long)]
    check: bool,
    /// The cache folder for packages
    #[arg(long, value_name = "DIR")]
    packages: Option<PathBuf>,
}

/// The locales with a shipped lexicon.
const SHIPPED: [Locale; 4] = [Locale::EnUs, Locale::EnGb, Locale::IsIs, Locale::PlPl];
/// Norwegian ranks below this are dropped: such rare words count as unknown.
const LEAST_RANK: u8 = 115;

/// A shipped file with its row of the manifest.
struct LexiconFile {
    name: String,
    bytes: Vec<u8>,
    row: String,
}

impl Lexicons {
    /// Builds every file, and writes or compares it.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let kept = self.packages.clone().unwrap_or(root()?.join("target/lexicons"));
        let packages = Packages::new(&kept)?;
        let wanted = |locale| self.locales.is_empty() || self.locales.contains(&locale);
        let mut files = Vec::new();
        for locale in SHIPPED.into_iter().filter(|&locale| wanted(locale)) {
            files.push(lexicon(locale, &packages)?);
        }
        if wanted(Locale::NbNo) || wanted(Locale::NnNo) {
            files.push(norwegian_ranks(&packages)?);
        }
        let manifest = folder("")?.join("manifest.txt");
        let old = fs::read_to_string(&manifest).unwrap_or_default();
        let mut rows: Vec<String> = old.lines().map(str::to_owned).collect();
        let mut differ = false;
        for LexiconFile { name, bytes, row } in files {
            println!("{row}");
            let path = folder(name.trim_end_matches(".qlex"))?.join(&name);
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

/// Builds the lexicon of a locale with its ranks.
fn lexicon(locale: Locale, packages: &Packages) -> Result<LexiconFile> {
    let Source { list, encoding, ranks, licence, origin } = source(locale, packages)?;
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
    Ok(LexiconFile { name, bytes, row })
}

/// A lexicon with a rank per word; 0 means unknown.
fn ranked(lexicon: Lexicon, ranks: &HashMap<String, u8>) -> Result<Lexicon> {
    let mut all = Vec::with_capacity(lexicon.len());
    lexicon.words(|word| all.push(ranks.get(word).copied().unwrap_or(0)));
    let known = all.iter().filter(|&&rank| rank > 0).count();
    eprintln!("  {known} of {} words have a rank", all.len());
    Ok(lexicon.with_ranks(all)?)
}

/// Builds the ranks for the Norwegian lexicons, which are not shipped.
fn norwegian_ranks(packages: &Packages) -> Result<LexiconFile> {
    let ranks = wordfreq("large_nb", packages)?;
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
    let row = format!("{name} {} {} words of {}", sha256(&bytes), rows.len(), WORDFREQ);
    Ok(LexiconFile { name, bytes, row })
}

/// The SHA-256 of bytes.
fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// A folder of packages.
struct Packages {
    folder: PathBuf,
}

impl Packages {
    /// Opens a cache folder; creates it if needed.
    fn new(folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self { folder: folder.canonicalize()? })
    }

    /// The folder with the contents of a Debian package, such as `scowl` in version `2020.12.07-2`.
    fn debian(&self, name: &str, version: &str) -> Result<PathBuf> {
        let contents = self.folder.join(format!("{name}_{version}"));
        if !contents.is_dir() {
            let package = self.fetched(&format!("{name}_"), &format!("_{version}_"), || {
                let wanted = format!("{name}={version}");
                output(
                    Command::new("apt-get").current_dir(&self.folder).args(["download", &wanted]),
                )
            })?;
            output(Command::new("dpkg-deb").arg("-x").arg(package).arg(&contents))?;
        }
        Ok(contents)
    }

    /// The wheel of a Python package.
    fn wheel(&self, name: &str, version: &str) -> Result<PathBuf> {
        let file = name.replace('-', "_");
        self.fetched(&format!("{file}-{version}-"), ".whl", || {
            let wanted = format!("{name}=={version}");
            let arguments = ["-m", "pip", "download", "--quiet", "--no-deps", &wanted];
            output(Command::new("python3").current_dir(&self.folder).args(arguments))
        })
    }

    /// A Python environment with these packages; the versions of their dependencies are not fixed.
    fn python(&self, name: &str, wheels: &[PathBuf]) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        let python = folder.join("bin/python");
        if !python.is_file() {
            output(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
            output(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(wheels))?;
        }
        Ok(python)
    }

    /// The cached file with this prefix and suffix; downloads it if missing.
    fn fetched(
        &self,
        begin: &str,
        part: &str,
        fetch: impl FnOnce() -> Result<String>,
    ) -> Result<PathBuf> {
        let find = || -> Result<Option<PathBuf>> {
            for entry in fs::read_dir(&self.folder)? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_file = entry.path().is_file();
                if is_file && name.starts_with(begin) && name.contains(part) {
                    return Ok(Some(entry.path()));
                }
            }
            Ok(None)
        };
        if let Some(found) = find()? {
            return Ok(found);
        }
        fetch()?;
        find()?.with_context(|| format!("no package {begin}…{part}… was fetched"))
    }
}

/// The sources of a lexicon.
struct Source {
    list: Vec<u8>,
    encoding: Encoding,
    ranks: HashMap<String, u8>,
    licence: String,
    /// The packages as text.
    origin: String,
}

/// The source of the ranks.
const WORDFREQ: &str = "PyPI wordfreq 3.1.1";
/// The largest SCOWL size used.
const LARGEST: u8 = 80;

/// Reads the sources of the lexicon of a locale.
fn source(locale: Locale, packages: &Packages) -> Result<Source> {
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
            // Sizes are ascending, so the first one is the smallest.
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
    let list = output(Command::new(python).arg(script))?.into_bytes();
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
fn wordfreq(name: &str, packages: &Packages) -> Result<HashMap<String, u8>> {
    let wheel = packages.wheel("wordfreq", "3.1.1")?;
    let script = root()?.join("xtask/lexicons/wordfreq_ranks.py");
    let text = output(Command::new("python3").arg(script).arg(wheel).arg(name))?;
    let mut ranks = HashMap::new();
    for row in text.lines() {
        let (word, centibels) = row.split_once('\t').context("a row without a tab")?;
        let centibels: u32 = centibels.parse()?;
        let rank = 255u32.saturating_sub(centibels / 5).max(1) as u8;
        ranks.insert(word.to_owned(), rank);
    }
    Ok(ranks)
}

/// The folder of a file; the large lexicons are separate packages.
fn folder(name: &str) -> Result<PathBuf> {
    let folder = match name {
        "is_IS" => "crates/lexicon-is",
        "pl_PL" => "crates/lexicon-pl",
        _ => "crates/crossword/data/lexicons",
    };
    Ok(root()?.join(folder))
}

/// The licence file of a lexicon.
fn licence(name: &str) -> Result<String> {
    let path = folder(name)?.join(format!("{name}.LICENCE.txt"));
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}
