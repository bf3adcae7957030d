//! Generators, with the results of the program: dungeons, missions, layouts, areas.

use super::picture::board;
use crate::Progress;
use crate::refusal::{Refusal, written};
use ask::{
    AreaRequest, DungeonRequest, Generated, GeneratedDungeon, LayoutRequest, Look, MissionRequest,
};
use ask::{Request, Task};
use draw::dungeon::{DungeonPrinter, Format};
use dungeon::Scratch;
use search::{Control, Seed};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;

/// A query for a dungeon.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct DungeonQuery {
    dungeon: DungeonRequest,
    /// The format of the answer.
    show: Show,
    /// True if the answer includes the solution.
    spoiler: bool,
}

/// The formats of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Show {
    /// A picture of the floors only, for a page that draws over it.
    Board,
    /// A format of the program.
    #[serde(untagged)]
    Format(Format),
}

impl Default for DungeonQuery {
    fn default() -> Self {
        let (dungeon, show) = (DungeonRequest::default(), Show::Format(Format::Json));
        Self { dungeon, show, spoiler: false }
    }
}

/// The kinds of generated content.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Dungeon,
    Mission,
    Layout,
    Area,
}

/// A query for content of any kind, in one of its formats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MakeQuery {
    kind: Kind,
    /// The request, with the names of the program's options, including the format and the seed (by default 1).
    #[serde(default)]
    request: Value,
}

/// The last dungeon with its request.
type Last = Option<(DungeonRequest, GeneratedDungeon)>;

thread_local! {
    /// A cache, since a page queries one dungeon in several formats.
    static LAST: RefCell<Last> = const { RefCell::new(None) };
}

impl DungeonQuery {
    /// The dungeon in the requested format.
    pub(super) fn answer(self, progress: Progress) -> Result<String, Refusal> {
        with_dungeon(&self.dungeon, progress, |shown| match self.show {
            Show::Board => board(shown.board().map_err(Refusal::request)?),
            Show::Format(format) => {
                let mut out = Vec::new();
                shown.write(&mut out, format, self.spoiler, false).map_err(Refusal::request)?;
                String::from_utf8(out).map_err(Refusal::request)
            }
        })
    }
}

impl MakeQuery {
    /// The seed, the attempt, and the content as text in the format of the request, by default JSON.
    pub(super) fn answer(self, progress: Progress) -> Result<String, Refusal> {
        let request = match self.request {
            Value::Null => "{}".to_owned(),
            request => request.to_string(),
        };
        match self.kind {
            Kind::Dungeon => answer::<DungeonRequest>(&request, progress),
            Kind::Mission => answer::<MissionRequest>(&request, progress),
            Kind::Layout => answer::<LayoutRequest>(&request, progress),
            Kind::Area => answer::<AreaRequest>(&request, progress),
        }
    }
}

fn answer<R: Request>(request: &str, progress: Progress) -> Result<String, Refusal> {
    let request: R = ask::json(request)?;
    let content = generate(&request, progress)?;
    let format = match request.format() {
        Some(format) => format,
        None => serde_json::from_value(json!("json")).map_err(Refusal::request)?,
    };
    let mut out = Vec::new();
    content.write(&mut out, format, Look::default()).map_err(Refusal::request)?;
    let (seed, attempt) = content.origin();
    let text = String::from_utf8(out)
        .map_err(|_| Refusal::request("pixels are no text: a browser draws svg"))?;
    written(&json!({"seed": seed.value(), "attempt": attempt, "text": text}))
}

/// Generates the content of a request.
fn generate<R: Request>(
    request: &R,
    progress: Progress,
) -> Result<<R::Task as Task>::Output, Refusal> {
    let seed = Seed::new(request.seed().unwrap_or(1)).map_err(Refusal::request)?;
    let control = Control { progress: &progress, ..Control::default() };
    Ok(request.task()?.make(seed, &control, &mut Scratch::default())?)
}

/// Calls `show` with the dungeon of a request; generates it if it is not the cached one.
pub(super) fn with_dungeon(
    request: &DungeonRequest,
    progress: Progress,
    show: impl FnOnce(&DungeonPrinter<'_>) -> Result<String, Refusal>,
) -> Result<String, Refusal> {
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(known, _)| known != request) {
            *last = None;
            *last = Some((request.clone(), generate(request, progress)?));
        }
        match last {
            Some((_, dungeon)) => show(&dungeon.shown()),
            None => Err(Refusal::nothing("nothing was made")),
        }
    })
}
