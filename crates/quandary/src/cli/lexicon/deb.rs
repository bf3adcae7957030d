//! Files out of a Debian package: an `ar` archive that holds, packed in one of several ways, a `tar` archive.

mod xz;

use std::io::{self, Cursor, Read};
use std::path::Path;

/// The most bytes that are unpacked, in MiB.
const MIB: u64 = 256;
/// The same in bytes.
const LARGEST: u64 = MIB << 20;

/// True if bytes begin as those of a Debian package do.
pub(super) fn is_package(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<arch>\n")
}

/// The contents of some files of a package, in the order of the paths (which have no `/` in front); none
/// for a file that it does not have.
///
/// # Errors
/// The fault of the package.
pub(super) fn files<const N: usize>(
    package: &[u8],
    paths: [&str; N],
) -> Result<[Option<Vec<u8>>; N], String> {
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

/// The `tar` archive of a package's files, unpacked.
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

/// Unpacks as the name says.
fn unpack(name: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{name} cannot be unpacked: {error}");
    let mut out = Vec::new();
    match name.trim_start_matches("data.tar") {
        "" => out.extend(bytes),
        ".gz" => {
            let unpacked = flate2::read::GzDecoder::new(bytes);
            unpacked.take(LARGEST + 1).read_to_end(&mut out).map_err(|error| wrong(&error))?;
        }
        // Its reader knows no bounds, so that they are read first.
        ".xz" if xz::unpacked_size(bytes).is_none_or(|size| size > LARGEST) => {
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
