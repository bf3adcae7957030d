//! Dungeons, as `quandary dungeon` makes them.

use super::picture::board;
use crate::Progress;
use crate::refusal::Refusal;
use ::dungeon::designed::request::{Numbers, Size};
use ::dungeon::designed::{ATTEMPTS, Designed, Request, RequestError, generate};
use ::dungeon::json::dungeon::ALGORITHM;
use ::dungeon::options::{Attempts, Options};
use ::level::rate::Band;
use draw::dungeon::{Format, Shown};
use search::{Budget, Control, Goal, Nothing, Seed};
use serde::Deserialize;
use std::cell::RefCell;

/// A dungeon that is asked for, and what of it is answered.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Asked {
    /// The request.
    dungeon: Shape,
    /// The kind of answer.
    show: Show,
    /// True if the way is drawn and told.
    spoiler: bool,
}

/// The request for a dungeon. Fields are named as the options are.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Shape {
    algorithm: Option<String>,
    category: String,
    rooms: usize,
    floors: u32,
    room_size: [u32; 2],
    keys: Option<usize>,
    switches: Option<usize>,
    puzzles: Option<usize>,
    blocks: Option<usize>,
    difficulty: Option<String>,
    seed: u64,
    attempts: Option<u64>,
    attempt: Option<u64>,
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
        Self { dungeon: Shape::default(), show: Show::Format(Format::Json), spoiler: false }
    }
}

impl Default for Shape {
    /// The defaults of the command.
    fn default() -> Self {
        Self {
            algorithm: None,
            category: "dungeon".to_owned(),
            rooms: 16,
            floors: 1,
            room_size: [16, 11],
            keys: None,
            switches: None,
            puzzles: None,
            blocks: None,
            difficulty: None,
            seed: 1,
            attempts: None,
            attempt: None,
        }
    }
}

/// A dungeon that was made.
struct Made {
    shape: Shape,
    request: Request,
    designed: Designed,
}

thread_local! {
    /// The last one, which is asked for in one format after another.
    static LAST: RefCell<Option<Made>> = const { RefCell::new(None) };
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

/// Shows the dungeon of a request, which is made if it is not the last.
pub(super) fn shown(
    shape: &Shape,
    progress: Progress,
    show: impl FnOnce(&Shown<'_>) -> Result<String, Refusal>,
) -> Result<String, Refusal> {
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|made| made.shape != *shape) {
            *last = None;
            *last = Some(shape.made(progress)?);
        }
        let Made { shape, request, designed } =
            last.as_ref().ok_or_else(|| Refusal::nothing("nothing was made"))?;
        let seed = Seed::new(shape.seed).map_err(Refusal::request)?;
        show(&Shown { made: designed, request, seed, attempts: shape.told() })
    })
}

impl Shape {
    /// The number of attempts of which it is the best, as it is told.
    fn told(&self) -> u64 {
        match self.attempt {
            Some(_) => 1,
            None => self.attempts.unwrap_or(ATTEMPTS),
        }
    }

    fn request(&self) -> Result<Request, Refusal> {
        if let Some(asked) = self.algorithm.as_deref().filter(|asked| *asked != ALGORITHM) {
            return Err(Refusal::request(format_args!(
                "{asked} is made no more here; this is {ALGORITHM}, and the same seed gives another dungeon"
            )));
        }
        let request = || -> Result<Request, RequestError> {
            let mut request = Request::of(&self.category)?.on_floors(self.floors)?;
            request.rooms = self.rooms;
            let [width, height] = self.room_size;
            request.size = Size { width, height };
            request.numbers = Numbers {
                keys: self.keys,
                switches: self.switches,
                puzzles: self.puzzles,
                blocks: self.blocks,
            };
            Ok(request)
        };
        let mut request = request().map_err(Refusal::request)?;
        let band = self.difficulty.as_deref().map(str::parse::<Band>).transpose();
        request.difficulty = band.map_err(Refusal::request)?;
        Ok(request)
    }

    fn made(&self, progress: Progress) -> Result<Made, Refusal> {
        let request = self.request()?;
        let seed = Seed::new(self.seed).map_err(Refusal::request)?;
        let attempts = match (self.attempt, self.attempts) {
            (Some(number), _) => Attempts::Only(number),
            (None, Some(attempts)) => Attempts::Within(Budget {
                goal: Goal::Best(1),
                attempts: Some(attempts),
                time: None,
            }),
            (None, None) => Attempts::Usual,
        };
        let control = Control { progress: &progress, ..Control::default() };
        let made = generate(&request, seed, Options { attempts, control, scratch: None });
        let designed = made.map_err(Refusal::request)?.map_err(|nothing| match nothing {
            Nothing::Rejected(why) => Refusal::nothing(why),
            Nothing::Interrupted => Refusal::nothing("the search was stopped"),
        })?;
        Ok(Made { shape: self.clone(), request, designed })
    }
}
