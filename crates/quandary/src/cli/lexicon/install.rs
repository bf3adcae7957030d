//! `quandary lexicon install`: the Norwegian lexicons, made of a package that the user has.
//!
//! The lists of Debian's `wnorwegian` are under the GPL and are never part of the program; whoever installs
//! them builds the lexicon where it is used.

use super::build::said;
use super::deb;
use crate::cli::exit::unreadable;
use crate::cli::exit::{Exit, input as invalid, usage};
use crate::output::Target;
use anyhow::{Context, Result};
use clap::Args;
use crossword::lexicon::installed;
use crossword::lexicon::{self, Capitals, Encoding, ShortWords};
use crossword::locale::Locale;
use std::fs;
use std::path::{Path, PathBuf};

/// Path of the licence in the package.
const COPYRIGHT: &str = "usr/share/doc/wnorwegian/copyright";
/// Licence if the package does not say it.
const GPL: &str = "GNU General Public License, version 2 or later: Debian package wnorwegian.\n";

/// Install a lexicon whose words may not come with the program
///
/// The lexicons of Norwegian are built of the word lists of Debian's package wnorwegian (GPL 2 or later):
/// from /usr/share/dict where the package is installed, or from the package's file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sudo apt install wnorwegian && quandary lexicon install nb_NO
  apt-get download wnorwegian && quandary lexicon install nn_NO --from wnorwegian_2.2-4_all.deb

The lexicon goes to the folder QUANDARY_LEXICONS, if that is set, else to quandary/lexicons in
XDG_DATA_HOME or ~/.local/share.")]
pub(crate) struct Options {
    /// The language: nb_NO or nn_NO
    #[arg(value_name = "LOCALE")]
    locale: Locale,

    /// The package's file, wnorwegian_*.deb; without it the word list of the system is read
    #[arg(long, value_name = "PACKAGE_FILE")]
    from: Option<PathBuf>,
}

/// Path at which the word list of a locale is installed, without the `/` in front; `None` for locales without
/// one.
pub(super) fn source(locale: Locale) -> Option<&'static str> {
    match locale {
        Locale::NbNo => Some("usr/share/dict/bokmaal"),
        Locale::NnNo => Some("usr/share/dict/nynorsk"),
        _ => None,
    }
}

/// Builds a lexicon and puts it into the user's folder.
///
/// # Errors
/// When there is nothing to install for the locale, the word list is not there, or the folder cannot be
/// written to.
pub(super) fn run(options: &Options) -> Result<Exit> {
    let locale = options.locale;
    let Some(path) = source(locale) else {
        return Err(usage(format_args!(
            "{locale} comes with the program; nb_NO and nn_NO can be installed"
        )));
    };
    let (list, licence) = match &options.from {
        None => of_system(path)?,
        Some(package) => of_package(package, path)?,
    };
    let how = lexicon::Options {
        encoding: Encoding::Latin1,
        capitals: Capitals::LeaveOut,
        short_words: ShortWords::Curated,
        licence,
    };
    let (lexicon, report) = lexicon::build(&list, locale, &how).map_err(invalid)?;
    let file = lexicon.with_shipped_ranks().map_err(invalid)?.write();
    let place = installed::installed(locale).ok_or_else(|| {
        invalid("there is no folder for lexicons: set QUANDARY_LEXICONS to the path of one")
    })?;
    if let Some(folder) = place.parent() {
        let cannot = || format!("cannot make the folder {}", folder.display());
        fs::create_dir_all(folder).with_context(cannot)?;
    }
    Target::File(place.clone()).write(|out| {
        out.write_all(&file)?;
        Ok(Exit::Done)
    })?;
    let said = said(&report, file.len());
    Target::Stdout.write(|out| {
        writeln!(out, "{said}installed at {}", place.display())?;
        Ok(Exit::Done)
    })
}

/// The list where the package is installed, and its terms.
fn of_system(path: &str) -> Result<(Vec<u8>, String)> {
    let path = Path::new("/").join(path);
    if !path.exists() {
        return Err(invalid(format_args!(
            "{} is not there: install Debian's package (apt install wnorwegian), or download it \
             (apt-get download wnorwegian, or https://packages.debian.org/wnorwegian) and name its \
             file with --from",
            path.display()
        )));
    }
    let list = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
    let licence = fs::read_to_string(Path::new("/").join(COPYRIGHT));
    Ok((list, licence.unwrap_or(GPL.to_owned())))
}

/// The list out of the package's file, and its terms.
fn of_package(package: &Path, path: &str) -> Result<(Vec<u8>, String)> {
    let name = package.display();
    let bytes = fs::read(package).map_err(|error| unreadable(package, &error))?;
    if !deb::is_package(&bytes) {
        return Err(invalid(format_args!(
            "{name}: is no Debian package; of a word list `quandary lexicon build` makes a lexicon"
        )));
    }
    let [list, licence] = deb::files(&bytes, [path, COPYRIGHT])
        .map_err(|error| invalid(format_args!("{name}: {error}")))?;
    let list = list.ok_or_else(|| {
        invalid(format_args!("{name}: there is no {path} in it; it should be Debian's wnorwegian"))
    })?;
    let licence = licence.map(|text| String::from_utf8_lossy(&text).into_owned());
    Ok((list, licence.unwrap_or(GPL.to_owned())))
}
