//! Export of a dungeon or a level to game engines, editors and virtual tabletops: all files of `quandary export --to`.
//!
//! The browser renders the pictures. The first answer lists them as SVG; a second query sends the PNG of each and gets
//! the files.

use super::dungeon::with_dungeon;
use super::read::own;
use crate::Progress;
use crate::refusal::{Refusal, written};
use ::level::formats::json;
use ask::DungeonRequest;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use diagnostics::json::outline;
use draw::engines::{Cut, Engines};
use serde::Deserialize;
use serde_json::json;

/// A query for the files of a dungeon or a level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PackQuery {
    /// The request for a dungeon.
    #[serde(default)]
    dungeon: Option<DungeonRequest>,
    /// A level, instead of a dungeon.
    #[serde(default)]
    level: Option<String>,
    /// The PNG of each picture in base64, in the order of the first answer; missing in the first query.
    #[serde(default)]
    painted: Option<Vec<String>>,
}

impl PackQuery {
    /// The pictures to render, or the files, each as text or, if it is binary, in base64.
    pub(super) fn answer(self, progress: Progress) -> Result<String, Refusal> {
        let painted = self.painted.as_deref();
        match (&self.dungeon, &self.level) {
            (Some(dungeon), None) => with_dungeon(dungeon, progress, |shown| {
                let mut text = Vec::new();
                outline(&mut text, &shown.document(), 3).map_err(Refusal::request)?;
                let text = String::from_utf8(text).map_err(Refusal::request)?;
                packed(&shown.engines().map_err(Refusal::request)?, &text, painted)
            }),
            (None, Some(text)) => {
                let level = own(text)?;
                let engines = Engines::of_text(&level, text).map_err(Refusal::input)?;
                packed(&engines, &json::print(&level), painted)
            }
            _ => Err(Refusal::request("expected a dungeon, or a level")),
        }
    }
}

/// The pictures of a level, or its files; `text` is its JSON.
fn packed(engines: &Engines, text: &str, painted: Option<&[String]>) -> Result<String, Refusal> {
    let cut = Cut::default();
    let Some(painted) = painted else {
        return written(&json!({"pictures": engines.pictures(&cut)}));
    };
    let painted = painted.iter().map(|png| STANDARD.decode(png));
    let painted = painted.collect::<Result<_, _>>().map_err(Refusal::request)?;
    let files = engines.files_with(text, &cut, painted).map_err(Refusal::input)?;
    let files = files.into_iter().map(|file| match String::from_utf8(file.bytes) {
        Ok(text) => json!({"name": file.name, "text": text}),
        Err(error) => json!({"name": file.name, "base64": STANDARD.encode(error.as_bytes())}),
    });
    written(&json!({"files": files.collect::<Vec<_>>()}))
}
