//! `quandary lexicon install`: builds the Norwegian lexicons from a package of the user.
//!
//! The word lists of Debian's `wnorwegian` are under the GPL and are never part of the program; the user builds the
//! lexicon on the own machine. A Debian package is an `ar` archive with a compressed `tar` archive of its files.
//!
//! An xz archive is a header, blocks, and an index. A block is a header and LZMA2 chunks, each with its packed and
//! unpacked size; these give the total unpacked size before anything is unpacked.

use super::build::said;
use crate::cli::exit::{Exit, invalid, unreadable, usage};
use crate::output::Target;
use anyhow::{Context, Result};
use clap::Args;
use crossword::lexicon::{self, Capitals, Encoding, ShortWords, installed};
use crossword::locale::Locale;
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

/// Path of the licence in the package.
const COPYRIGHT: &str = "usr/share/doc/wnorwegian/copyright";
/// Licence text if the package has none.
const GPL: &str = "GNU General Public License, version 2 or later: Debian package wnorwegian.\n";

/// Install a lexicon that may not be shipped with the program
///
/// The Norwegian lexicons are built from the word lists of the Debian package wnorwegian (GPL 2 or later): from
/// /usr/share/dict if the package is installed, or from the package file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary lexicon install nb_NO
      after `sudo apt install wnorwegian`
  quandary lexicon install nn_NO --from wnorwegian_2.2-4_all.deb
      after `apt-get download wnorwegian`

The lexicon goes to the folder QUANDARY_LEXICONS, if that is set, otherwise to quandary/lexicons in
XDG_DATA_HOME or ~/.local/share.")]
pub(crate) struct Options {
    /// Language: nb_NO or nn_NO
    #[arg(value_name = "LOCALE")]
    locale: Locale,

    /// Package file wnorwegian_*.deb [default: the word list of the system]
    #[arg(long, value_name = "PACKAGE_FILE")]
    from: Option<PathBuf>,
}

/// Path of the installed word list of a locale, without the leading `/`; `None` for locales without one.
pub(super) fn source(locale: Locale) -> Option<&'static str> {
    match locale {
        Locale::NbNo => Some("usr/share/dict/bokmaal"),
        Locale::NnNo => Some("usr/share/dict/nynorsk"),
        _ => None,
    }
}

/// Builds a lexicon and writes it to the folder of the user.
///
/// # Errors
/// If there is nothing to install for the locale, the word list is missing, or the folder cannot be written.
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

/// The word list of the installed package, and its licence.
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

/// The word list of the package file, and its licence.
fn of_package(package: &Path, path: &str) -> Result<(Vec<u8>, String)> {
    let name = package.display();
    let bytes = fs::read(package).map_err(|error| unreadable(package, &error))?;
    if !is_package(&bytes) {
        return Err(invalid(format_args!(
            "{name}: is no Debian package; of a word list `quandary lexicon build` makes a lexicon"
        )));
    }
    let [list, licence] = files(&bytes, [path, COPYRIGHT])
        .map_err(|error| invalid(format_args!("{name}: {error}")))?;
    let list = list.ok_or_else(|| {
        invalid(format_args!("{name}: there is no {path} in it; it should be Debian's wnorwegian"))
    })?;
    let licence = licence.map(|text| String::from_utf8_lossy(&text).into_owned());
    Ok((list, licence.unwrap_or(GPL.to_owned())))
}

/// Largest unpacked size, in MiB.
const MIB: u64 = 256;
/// The same in bytes.
const LARGEST: u64 = MIB << 20;

/// True if the bytes start like a Debian package.
fn is_package(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<arch>\n")
}

/// The contents of some files of a package, in the order of the paths (without a leading `/`); `None` for a missing
/// file.
///
/// # Errors
/// The fault of the package.
fn files<const N: usize>(package: &[u8], paths: [&str; N]) -> Result<[Option<Vec<u8>>; N], String> {
    let archive = data(package)?;
    let mut found = [const { None }; N];
    let mut archive = tar::Archive::new(Cursor::new(archive));
    let wrong = |error: io::Error| format!("its archive of files cannot be read: {error}");
    for entry in archive.entries().map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let path = entry.path().map_err(wrong)?.into_owned();
        let path = path.strip_prefix(".").unwrap_or(&path);
        let wanted = paths.iter().position(|wanted| path == Path::new(wanted));
        let Some(place) = wanted.and_then(|at| found.get_mut(at)) else { continue };
        if entry.header().entry_type().is_file() {
            let mut bytes = Vec::new();
            entry.take(LARGEST).read_to_end(&mut bytes).map_err(wrong)?;
            *place = Some(bytes);
        }
    }
    Ok(found)
}

/// The unpacked `tar` archive of the files of a package.
fn data(package: &[u8]) -> Result<Vec<u8>, String> {
    let mut members = ar::Archive::new(package);
    while let Some(member) = members.next_entry() {
        let mut member = member.map_err(|error| format!("it is no Debian package: {error}"))?;
        let name = String::from_utf8_lossy(member.header().identifier()).into_owned();
        if name.starts_with("data.tar") {
            let mut bytes = Vec::new();
            member
                .read_to_end(&mut bytes)
                .map_err(|error| format!("it is cut off within {name}: {error}"))?;
            return unpack(&name, &bytes);
        }
    }
    Err("it is no Debian package: there is no data.tar in it".to_owned())
}

/// Unpacks by the extension of the name.
fn unpack(name: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{name} cannot be unpacked: {error}");
    let mut out = Vec::new();
    match name.trim_start_matches("data.tar") {
        "" => out.extend(bytes),
        ".gz" => {
            let unpacked = flate2::read::GzDecoder::new(bytes);
            unpacked.take(LARGEST + 1).read_to_end(&mut out).map_err(|error| wrong(&error))?;
        }
        // The library has no size limit, so the size is computed first.
        ".xz" if unpacked_size(bytes).is_none_or(|size| size > LARGEST) => {
            return Err(wrong(&format_args!("it is not as xz packs, or has more than {MIB} MiB")));
        }
        ".xz" => lzma_rs::xz_decompress(&mut Cursor::new(bytes), &mut out)
            .map_err(|error| wrong(&format_args!("{error:?}")))?,
        ".zst" => {
            let unpacked =
                ruzstd::decoding::StreamingDecoder::new(bytes).map_err(|error| wrong(&error))?;
            unpacked.take(LARGEST + 1).read_to_end(&mut out).map_err(|error| wrong(&error))?;
        }
        other => {
            return Err(format!("its files are packed as {other:?}; known are .xz, .zst, .gz"));
        }
    }
    match out.len() as u64 {
        ..=LARGEST => Ok(out),
        _ => Err(wrong(&format_args!("it has more than {MIB} MiB"))),
    }
}

/// Number of bytes of the header of an archive.
const HEAD: usize = 12;

/// Number of bytes to which an archive unpacks; `None` if it is not known, for example in a truncated archive.
fn unpacked_size(bytes: &[u8]) -> Option<u64> {
    let check = match bytes.get(7)? & 0xf {
        0 => 0,
        1 => 4,
        4 => 8,
        10 => 32,
        _ => return None,
    };
    let (mut at, mut size) = (HEAD, 0);
    // A zero in the place of the size of a block header starts the index.
    while let head @ 1.. = *bytes.get(at)? {
        let begin = at + 4 * (usize::from(head) + 1);
        let end = pieces(bytes, begin, &mut size)?;
        at = end.next_multiple_of(4) + check;
    }
    Some(size)
}

/// Adds up the chunks of a block; returns its end.
fn pieces(bytes: &[u8], mut at: usize, size: &mut u64) -> Option<usize> {
    loop {
        let control = *bytes.get(at)?;
        let number =
            |at: usize| Some(usize::from(*bytes.get(at)?) << 8 | usize::from(*bytes.get(at + 1)?));
        let (unpacked, length) = match control {
            0 => return Some(at + 1),
            1 | 2 => (number(at + 1)? + 1, 3 + number(at + 1)? + 1),
            0x80.. => {
                let head = if control >= 0xc0 { 6 } else { 5 };
                let high = usize::from(control & 0x1f) << 16;
                (high + number(at + 1)? + 1, head + number(at + 3)? + 1)
            }
            _ => return None,
        };
        *size += unpacked as u64;
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn the_size_is_that_of_what_is_unpacked() {
        for length in [0, 1, 1000, 200_000] {
            let plain: Vec<u8> = (0..length).map(|n: u32| (n.wrapping_mul(n) >> 7) as u8).collect();
            let mut packed = Vec::new();
            lzma_rs::xz_compress(&mut Cursor::new(&plain), &mut packed).unwrap();
            assert_eq!(unpacked_size(&packed), Some(u64::from(length)));
            assert_eq!(unpacked_size(&packed[..packed.len() / 2]), None, "{length}");
        }
    }

    /// Chunks of two mebibytes each, which claim a packed size of one byte.
    #[test]
    fn what_would_fill_the_memory_is_told_before() {
        let mut packed = vec![0; HEAD];
        packed[7] = 4;
        packed.extend([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for _ in 0..1000 {
            packed.extend([0xff, 0xff, 0xff, 0, 0, 0x5d, 0]);
        }
        packed.extend([0; 20]);
        assert_eq!(unpacked_size(&packed), Some(2000 << 20));
    }
}
