//! A dungeon or a level for engines, editors and virtual tables: all files of `quandary export --to`.
//!
//! No pictures are painted here: the first answer has what is to be painted, and whoever asks again with the PNG of each gets
//! the files.

use super::dungeon::shown;
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

/// A dungeon or a level whose files are asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The request for a dungeon.
    #[serde(default)]
    dungeon: Option<DungeonRequest>,
    /// A level, in the place of a dungeon.
    #[serde(default)]
    level: Option<String>,
    /// The PNG of each picture in base64, in the order in which they were asked for; without them they are.
    #[serde(default)]
    painted: Option<Vec<String>>,
}

impl Asked {
    /// The pictures that are to be painted, or the files: texts, and in base64 what is none.
    pub(super) fn answer(self, progress: Progress) -> Result<String, Refusal> {
        let painted = self.painted.as_deref();
        match (&self.dungeon, &self.level) {
            (Some(dungeon), None) => shown(dungeon, progress, |shown| {
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

/// The pictures of a level, or its files; `text` is the JSON that it is read from.
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
