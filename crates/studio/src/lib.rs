//! The prebuilt studio: all files for the browser, compressed by Brotli.
//!
//! [`file()`] returns a file by name, [`manifest`] the origin of all. `cargo xtask web --build` rebuilds them.
//! Invariant: every file of the manifest exists and has the hash listed there.

use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};

#[derive(RustEmbed)]
#[folder = "dist/"]
struct Dist;

/// The name of the manifest among the files.
const MANIFEST: &str = "manifest.json";
/// The size of the buffer for unpacking, in bytes.
const BUFFER: usize = 1 << 16;

/// The origin of the files and their hashes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The SHA-256 of the sources, in hexadecimal.
    pub sources: String,
    /// The versions of the algorithms in the modules.
    pub algorithms: Vec<String>,
    /// By name, the SHA-256 of each unpacked file, in hexadecimal.
    pub files: BTreeMap<String, String>,
}

/// A file of the studio.
#[derive(Clone, Debug)]
pub struct File {
    /// Its bytes, compressed by Brotli.
    pub packed: Cow<'static, [u8]>,
    /// Its media type.
    pub kind: &'static str,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub hash: String,
}

/// The manifest; empty if the studio was not built.
///
/// ```
/// let manifest = quandary_studio::manifest();
/// assert!(manifest.files.contains_key("index.html"));
/// ```
#[must_use]
pub fn manifest() -> Manifest {
    let file = Dist::get(MANIFEST);
    file.and_then(|file| serde_json::from_slice(&file.data).ok()).unwrap_or_default()
}

/// The file of a name, such as `index.html`, if it exists.
#[must_use]
pub fn file(name: &str) -> Option<File> {
    let hash = manifest().files.remove(name)?;
    let packed = Dist::get(&format!("{name}.br"))?.data;
    Some(File { packed, kind: media_type(name), hash })
}

impl File {
    /// Its unpacked bytes.
    ///
    /// # Errors
    /// If the packed bytes are damaged.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        brotli_decompressor::Decompressor::new(&self.packed[..], BUFFER).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// The media type of a file, by its extension.
fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest, Sha256};

    #[test]
    fn a_manifest_of_a_site_has_a_type_of_its_own() {
        assert_eq!(media_type("manifest.webmanifest"), "application/manifest+json");
    }

    #[test]
    fn every_file_is_there_and_is_what_the_manifest_says() {
        let manifest = manifest();
        assert!(manifest.files.len() > 10, "{} files", manifest.files.len());
        for (name, hash) in &manifest.files {
            let file = file(name).unwrap_or_else(|| panic!("{name} is missing"));
            let bytes = file.bytes().unwrap();
            assert_eq!(hex::encode(Sha256::digest(&bytes)), *hash, "{name}");
            assert_ne!(file.kind, "application/octet-stream", "{name}");
        }
        let packed = Dist::iter().filter(|name| name.ends_with(".br")).count();
        assert_eq!(packed, manifest.files.len(), "a file is there that the manifest does not know");
        assert!(file("no-such-file").is_none());
    }
}
