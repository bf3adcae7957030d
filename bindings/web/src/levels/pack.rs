//! A dungeon for engines, editors and virtual tables: all files of `quandary export --to`.
//!
//! No pictures are painted here: the first answer has what is to be painted, and whoever asks again with the PNG of each gets
//! the files.

use super::dungeon::{Shape, shown};
use crate::Progress;
use crate::refusal::{Refusal, written};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use draw::engines::Asked as Cut;
use serde::Deserialize;
use serde_json::json;
use voice::json::outline;

/// A dungeon whose files are asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    dungeon: Shape,
    /// The PNG of each picture in base64, in the order in which they were asked for; without them they are.
    #[serde(default)]
    painted: Option<Vec<String>>,
}

impl Asked {
    /// The pictures that are to be painted, or the files: texts, and in base64 what is none.
    pub(super) fn answer(self, progress: Progress) -> Result<String, Refusal> {
        shown(&self.dungeon, progress, |shown| {
            let engines = shown.engines().map_err(Refusal::request)?;
            let cut = Cut::default();
            let Some(painted) = &self.painted else {
                return written(&json!({"pictures": engines.pictures(&cut)}));
            };
            let painted = painted.iter().map(|png| STANDARD.decode(png));
            let painted = painted.collect::<Result<_, _>>().map_err(Refusal::request)?;
            let mut dungeon = Vec::new();
            outline(&mut dungeon, &shown.artefact(), 3).map_err(Refusal::request)?;
            let dungeon = String::from_utf8(dungeon).map_err(Refusal::request)?;
            let files = engines.files_with(&dungeon, &cut, painted).map_err(Refusal::input)?;
            let files = files.into_iter().map(|file| match String::from_utf8(file.bytes) {
                Ok(text) => json!({"name": file.name, "text": text}),
                Err(error) => {
                    json!({"name": file.name, "base64": STANDARD.encode(error.as_bytes())})
                }
            });
            written(&json!({"files": files.collect::<Vec<_>>()}))
        })
    }
}
