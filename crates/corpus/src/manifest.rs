//! Manifests of a corpus and of its parts. Like the parts, they depend on the request only.

use crate::maker::Maker;
use crate::request::Request;
use crate::row::Row;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, Write};

/// The name and version of the JSON of a corpus.
pub const CORPUS: &str = "quandary/corpus/1";
/// The name and version of the JSON of a part.
pub const PART: &str = "quandary/corpus-part/1";
/// The name of the file with the manifest of the corpus.
pub const FILE: &str = "corpus.json";
/// The folder of the manifests of parts.
pub const FOLDER: &str = "manifest";

/// The manifest of a corpus: everything that determines its bytes.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Corpus {
    /// [`CORPUS`].
    pub format: String,
    /// The version of the program.
    pub version: String,
    /// The name and version of the generating algorithm.
    pub algorithm: String,
    /// The request.
    pub request: Request,
}

/// The manifest of a part.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// [`PART`].
    pub format: String,
    /// The number of the part, from 0.
    pub part: u64,
    /// The name of its file.
    pub file: String,
    /// The SHA-256 of the file.
    pub sha256: String,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// Number of rows.
    pub rows: u64,
    /// Number of rows without a result.
    pub nothing: u64,
    /// The seed of the first row.
    pub first_seed: u64,
    /// The version of the program.
    pub version: String,
    /// The name and version of the generating algorithm.
    pub algorithm: String,
    /// The request.
    pub request: Request,
}

impl Corpus {
    /// The manifest of a maker's corpus.
    #[must_use]
    pub fn of(maker: &Maker) -> Self {
        Self {
            format: CORPUS.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            algorithm: maker.algorithm().to_owned(),
            request: maker.request().clone(),
        }
    }

    /// The first difference from another corpus: the name, the value here, and the value there.
    #[must_use]
    pub fn differs(&self, other: &Self) -> Option<[String; 3]> {
        let [here, there] = [self, other].map(|corpus| {
            let mut leaves = Vec::new();
            let value = serde_json::to_value(corpus).unwrap_or_default();
            leaves_of(&value, "", &mut leaves);
            leaves
        });
        let of = |name: &str, leaves: &[(String, String)]| {
            let found = leaves.iter().find(|(one, _)| one == name);
            found.map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
        };
        let mut names: Vec<&String> = here.iter().map(|(name, _)| name).collect();
        names
            .extend(there.iter().map(|(name, _)| name).filter(|name| of(name, &here) == "nothing"));
        let values = |name: &&String| [(*name).clone(), of(name, &here), of(name, &there)];
        names.iter().map(values).find(|[_, one, two]| one != two)
    }
}

/// The scalar values of JSON by their paths, without uninformative parts of the path.
fn leaves_of(value: &serde_json::Value, path: &str, into: &mut Vec<(String, String)>) {
    let serde_json::Value::Object(fields) = value else {
        into.push((path.to_owned(), value.to_string()));
        return;
    };
    for (name, value) in fields {
        match (path, name.as_str()) {
            ("", "request") => leaves_of(value, "", into),
            ("", "make") => {
                let kind = value.as_object().and_then(|make| make.iter().next());
                into.extend(kind.map(|(kind, _)| ("kind".to_owned(), kind.clone())));
                kind.into_iter().for_each(|(_, asked)| leaves_of(asked, "", into));
            }
            ("", name) => leaves_of(value, name, into),
            (path, name) => leaves_of(value, &format!("{path}.{name}"), into),
        }
    }
}

/// The name of the file of a part.
#[must_use]
pub fn part_file(part: u64) -> String {
    format!("part-{part:05}.parquet")
}

/// The name of the manifest of a part, within [`FOLDER`].
#[must_use]
pub fn part_manifest(part: u64) -> String {
    format!("part-{part:05}.json")
}

/// Counts of a part's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of rows.
    pub rows: u64,
    /// Number of rows without a result.
    pub nothing: u64,
}

impl Count {
    /// Counts a row.
    pub fn add(&mut self, maker: &Maker, row: &Row) {
        self.rows += 1;
        self.nothing += u64::from(row.text(maker.columns(), "nothing").is_some());
    }
}

impl Part {
    /// The manifest of a part whose file was written through `hashed`.
    #[must_use]
    pub fn of<W: Write>(maker: &Maker, part: u64, count: Count, hashed: &Hashed<W>) -> Self {
        let Corpus { version, algorithm, request, .. } = Corpus::of(maker);
        let first = request.rows(part).map_or(0, |rows| rows.start);
        Self {
            format: PART.to_owned(),
            part,
            file: part_file(part),
            sha256: hashed.sha256(),
            bytes: hashed.bytes,
            rows: count.rows,
            nothing: count.nothing,
            first_seed: request.seed + first,
            version,
            algorithm,
            request,
        }
    }

    /// True if it belongs to a corpus.
    #[must_use]
    pub fn is_of(&self, corpus: &Corpus) -> bool {
        let rows = corpus.request.rows(self.part).map(|rows| rows.end - rows.start);
        self.format == PART
            && self.version == corpus.version
            && self.algorithm == corpus.algorithm
            && self.request == corpus.request
            && self.file == part_file(self.part)
            && rows == Ok(self.rows)
    }
}

/// The JSON of a manifest, outlined to depth 1.
#[must_use]
pub fn print(manifest: &impl Serialize) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = diagnostics::json::outline(&mut out, manifest, 1);
    out
}

/// A writer that counts and hashes the bytes passing through.
pub struct Hashed<W> {
    inner: W,
    hash: Sha256,
    /// Number of bytes.
    pub bytes: u64,
}

impl<W> Hashed<W> {
    /// A new writer around `inner`.
    pub fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    /// The SHA-256 of all bytes written, in hexadecimal.
    #[must_use]
    pub fn sha256(&self) -> String {
        hex::encode(self.hash.clone().finalize())
    }

    /// The inner writer.
    pub fn into_inner(self) -> W {
        self.inner
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or(bytes));
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
