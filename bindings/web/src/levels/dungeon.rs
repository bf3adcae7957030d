//! What seeds stand for, as the program makes it: dungeons, missions, layouts, areas.

use super::picture::board;
use crate::Progress;
use crate::refusal::{Refusal, written};
use ask::{AreaRequest, DungeonRequest, LayoutRequest, Look, Made, MadeDungeon, MissionRequest};
use ask::{Request, Task};
use draw::dungeon::{DungeonPrinter, Format};
use dungeon::Scratch;
use search::{Control, Seed};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;

/// A dungeon that is asked for, and what of it is answered.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Asked {
    /// The request.
    dungeon: DungeonRequest,
    /// The kind of answer.
    show: Show,
    /// True if the way is drawn and told.
    spoiler: bool,
}

/// The kinds of answer of a dungeon.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Show {
    /// The floors alone, for a program that draws over them.
    Board,
    /// One of the formats of the program.
    #[serde(untagged)]
    Format(Format),
}

impl Default for Asked {
    fn default() -> Self {
        let (dungeon, show) = (DungeonRequest::default(), Show::Format(Format::Json));
        Self { dungeon, show, spoiler: false }
    }
}

/// The kinds of what is made.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Dungeon,
    Mission,
    Layout,
    Area,
}

/// A thing that is asked for by its kind, in one of the formats of its kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Making {
    /// Its kind.
    kind: Kind,
    /// Its request, by the names of the program's options; the format and the seed, 1 by itself, are in it.
    #[serde(default)]
    request: Value,
}

/// A dungeon that was made, and the request.
type Last = Option<(DungeonRequest, MadeDungeon)>;

thread_local! {
    /// The last one, which is asked for in one format after another.
    static LAST: RefCell<Last> = const { RefCell::new(None) };
}

impl Asked {
    /// The dungeon, in the format asked for.
    pub(super) fn answer(self, progress: Progress) -> Result<String, Refusal> {
        shown(&self.dungeon, progress, |shown| match self.show {
            Show::Board => board(shown.board().map_err(Refusal::request)?),
            Show::Format(format) => {
                let mut out = Vec::new();
                shown.write(&mut out, format, self.spoiler, false).map_err(Refusal::request)?;
                String::from_utf8(out).map_err(Refusal::request)
            }
        })
    }
}

impl Making {
    /// The seed, the attempt, and the text of the thing in the format that its request names, JSON by itself.
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
    let made = make(&request, progress)?;
    let format = match request.format() {
        Some(format) => format,
        None => serde_json::from_value(json!("json")).map_err(Refusal::request)?,
    };
    let mut out = Vec::new();
    made.write(&mut out, format, Look::default()).map_err(Refusal::request)?;
    let (seed, attempt) = made.origin();
    let text = String::from_utf8(out)
        .map_err(|_| Refusal::request("pixels are no text: a browser draws svg"))?;
    written(&json!({"seed": seed.value(), "attempt": attempt, "text": text}))
}

/// Makes what a request asks for.
fn make<R: Request>(request: &R, progress: Progress) -> Result<<R::Task as Task>::Made, Refusal> {
    let seed = Seed::new(request.seed().unwrap_or(1)).map_err(Refusal::request)?;
    let control = Control { progress: &progress, ..Control::default() };
    Ok(request.task()?.make(seed, &control, &mut Scratch::default())?)
}

/// Shows the dungeon of a request, which is made if it is not the last.
pub(super) fn shown(
    request: &DungeonRequest,
    progress: Progress,
    show: impl FnOnce(&DungeonPrinter<'_>) -> Result<String, Refusal>,
) -> Result<String, Refusal> {
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(known, _)| known != request) {
            *last = None;
            *last = Some((request.clone(), make(request, progress)?));
        }
        match last {
            Some((_, made)) => show(&made.shown()),
            None => Err(Refusal::nothing("nothing was made")),
        }
    })
}
