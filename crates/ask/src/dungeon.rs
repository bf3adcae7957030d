//! Dungeons: rooms, keys and locks, tiles; proved, the best of several attempts.

use crate::fields::{attempts, maybe, pair, some_words, whole};
use crate::{Generated, Look, Refusal, Request, Task};
use ::dungeon::Scratch;
#[cfg(feature = "clap")]
use ::dungeon::dungeon::request::{MOST_BLOCKS, MOST_FLOORS};
use ::dungeon::dungeon::request::{Numbers, Size};
use ::dungeon::dungeon::rooms::{Family, RoomLibrary};
use ::dungeon::dungeon::{self, ATTEMPTS, ProvedDungeon, generate};
use ::dungeon::json::dungeon::ALGORITHM;
use ::dungeon::layout;
#[cfg(feature = "clap")]
use ::dungeon::mission::{MOST_KEYS, MOST_SWITCHES};
use ::dungeon::options::{Attempts, Options};
use ::level::Level;
use ::level::rate::Band;
use diagnostics::json;
use draw::dungeon::{DungeonPrinter, Format};
use formats::ldtk::Worlds;
use search::{Control, Goal, Seed};
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::Write;

/// The request for a dungeon
///
/// Missing fields have their defaults, or are drawn to suit the number of rooms.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DungeonRequest {
    /// As a provenance says it; there is one style
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(pattern = "^designed$"))]
    #[serde(deserialize_with = "style")]
    pub style: Option<String>,

    /// The version of the algorithm, as a provenance says it
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(deserialize_with = "algorithm")]
    pub algorithm: Option<String>,

    /// Category of the place
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value = "dungeon", value_parser = crate::values::kinds()))]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::CategoryName))]
    pub category: String,

    /// Number of rooms
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 16, value_parser = crate::values::any::<usize>))]
    #[cfg_attr(feature = "openapi", schema(minimum = 5, maximum = 2000))]
    #[serde(deserialize_with = "whole")]
    pub rooms: usize,

    /// Number of keys, including the boss key [default: depends on the number of rooms]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = crate::values::whole::<usize>(0..=MOST_KEYS as u64)))]
    #[cfg_attr(feature = "openapi", schema(maximum = 26))]
    #[serde(deserialize_with = "maybe")]
    pub keys: Option<usize>,

    /// Accepted ratings of `quandary rate`, from 0 to 100, such as 40..55. If no attempt has such a rating, nothing
    /// is generated [default: any rating]
    #[cfg_attr(feature = "clap", arg(long, value_name = "LOW..HIGH"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, pattern = r"^\d{1,3}(\.\d+)?\.\.\d{1,3}(\.\d+)?$"))]
    #[serde(deserialize_with = "some_words")]
    pub difficulty: Option<Band>,

    /// Number of switches [default: depends on the number of rooms]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = crate::values::whole::<usize>(0..=MOST_SWITCHES as u64)))]
    #[cfg_attr(feature = "openapi", schema(maximum = 4))]
    #[serde(deserialize_with = "maybe")]
    pub switches: Option<usize>,

    /// Number of puzzles, each solved in the room before the passage that it blocks [default: depends on the number
    /// of rooms]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = crate::values::any::<usize>))]
    #[serde(deserialize_with = "maybe")]
    pub puzzles: Option<usize>,

    /// Number of floors
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 1, value_parser = crate::values::whole::<u32>(1..=MOST_FLOORS.into())))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 16))]
    #[serde(deserialize_with = "whole")]
    pub floors: u32,

    /// Size of a room in tiles, width x height, including the walls
    #[cfg_attr(feature = "clap", arg(long, value_name = "WxH", default_value = "16x11", value_parser = crate::values::size_of_rooms))]
    #[cfg_attr(feature = "openapi", schema(value_type = [crate::schema::Side; 2], min_items = 2, max_items = 2))]
    #[serde(deserialize_with = "pair")]
    pub room_size: [u32; 2],

    /// Number of blocks that can be pushed [default: depends on the number of rooms]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = crate::values::whole::<usize>(0..=MOST_BLOCKS as u64)))]
    #[cfg_attr(feature = "openapi", schema(maximum = 16))]
    #[serde(deserialize_with = "maybe")]
    pub blocks: Option<usize>,

    /// Number of rooms in which blocks that fill pits are the bridge to a lever; each is also one of the puzzles
    /// [default: 0]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = crate::values::whole::<usize>(0..=MOST_BLOCKS as u64)))]
    #[cfg_attr(feature = "openapi", schema(maximum = 16))]
    #[serde(deserialize_with = "maybe")]
    pub bridges: Option<usize>,

    /// The text of a file of room templates, which are used beside the built-in ones
    #[cfg_attr(feature = "clap", arg(long, help = "File of room templates, used in addition to the built-in ones [default: none]", value_name = "FILE", value_parser = crate::values::text_of_file))]
    pub room_templates: Option<String>,

    /// The seed of all random choices; drawn if missing, and part of the answer
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(maximum = 9_007_199_254_740_991_u64))]
    #[serde(deserialize_with = "maybe")]
    pub seed: Option<u64>,

    /// Generate N candidates and keep the one with the best score [default: 50 attempts]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = crate::values::whole::<u64>(1..=u64::MAX)))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    #[serde(deserialize_with = "maybe")]
    pub attempts: Option<u64>,

    /// Keep the best that is found in so many seconds
    #[cfg_attr(feature = "clap", arg(long, help = "Generate candidates for this time, such as 2s or 500ms, and keep the best [default: no time; see --attempts]", value_name = "TIME", value_parser = crate::values::seconds, conflicts_with = "attempts"))]
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0.0))]
    #[serde(alias = "seconds")]
    pub time: Option<f64>,

    /// Generate only attempt number K, to repeat the result of a search with --time [default: all attempts]
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", conflicts_with_all = ["attempts", "time"], value_parser = crate::values::whole::<u64>(0..=u64::MAX)))]
    #[serde(deserialize_with = "maybe")]
    pub attempt: Option<u64>,

    /// Format of the answer
    #[cfg_attr(feature = "clap", arg(skip))]
    pub format: Option<Format>,

    /// The floor of a file that has one, counted from 0 (`uvtt`, `foundry`)
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(maximum = 15))]
    #[serde(deserialize_with = "maybe")]
    pub floor: Option<u32>,

    /// Content of a level of the project: a floor or a room (`ldtk`)
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(floors|rooms)$"))]
    pub worlds: Worlds,

    /// Side of a tile in pixels, in the picture that the file refers to (`tscn`, `ldtk`); 32 by default
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(minimum = 16, maximum = 32, multiple_of = 16))]
    #[serde(deserialize_with = "maybe")]
    pub tiles: Option<u32>,

    /// Tell the walkthrough below a map, draw the way into a picture
    #[cfg_attr(feature = "clap", arg(skip))]
    pub spoiler: bool,
}

impl Default for DungeonRequest {
    fn default() -> Self {
        let Size { width, height } = Size::default();
        Self {
            style: None,
            algorithm: None,
            category: "dungeon".to_owned(),
            rooms: 16,
            keys: None,
            difficulty: None,
            switches: None,
            puzzles: None,
            floors: 1,
            room_size: [width, height],
            blocks: None,
            bridges: None,
            room_templates: None,
            seed: None,
            attempts: None,
            time: None,
            attempt: None,
            format: None,
            floor: None,
            worlds: Worlds::default(),
            tiles: None,
            spoiler: false,
        }
    }
}

/// Reads the style in a provenance.
fn style<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    only(from, "style", "designed")
}

/// Reads the version of the algorithm in a provenance.
fn algorithm<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    only(from, "algorithm", ALGORITHM)
}

/// Reads a text that must be the only known value.
fn only<'de, D>(from: D, what: &str, known: &'static str) -> Result<Option<String>, D::Error>
where
    D: Deserializer<'de>,
{
    let given = Option::<String>::deserialize(from)?;
    match &given {
        Some(given) if given != known => {
            Err(D::Error::custom(diagnostics::unknown(what, given, [known])))
        }
        _ => Ok(given),
    }
}

impl DungeonRequest {
    /// The request for the dungeon generator, without the seed and the attempts.
    ///
    /// # Errors
    /// The limit that is exceeded.
    pub fn dungeon(&self) -> Result<dungeon::Request, Refusal> {
        layout::category(&self.category).map_err(|error| {
            let known = layout::categories().iter().map(|category| category.name.clone());
            Refusal::of_field("category", error).known(known)
        })?;
        let usual = dungeon::Request::of(&self.category);
        let usual = usual.and_then(|usual| usual.on_floors(self.floors));
        let [width, height] = self.room_size;
        let request = dungeon::Request {
            rooms: self.rooms,
            size: Size { width, height },
            numbers: Numbers {
                keys: self.keys,
                switches: self.switches,
                puzzles: self.puzzles,
                blocks: self.blocks,
                bridges: self.bridges,
            },
            difficulty: self.difficulty,
            library: self.library()?,
            ..usual.map_err(Refusal::request)?
        };
        request.check().map_err(Refusal::request)?;
        Ok(request)
    }

    /// The room templates: the built-in ones, and those of the request.
    fn library(&self) -> Result<Cow<'static, RoomLibrary>, Refusal> {
        let builtin = RoomLibrary::builtin();
        let Some(text) = &self.room_templates else { return Ok(Cow::Borrowed(builtin)) };
        let wrong = |error: &dyn Display| Refusal::of_field("room_templates", error);
        let mut library = builtin.clone();
        library.add(text).map_err(|error| wrong(&error))?;
        let family = Family::of(&self.category);
        let own = || library.templates().iter().skip(builtin.templates().len());
        if own().any(|one| one.families.iter().any(|&of| Some(of) == family)) {
            return Ok(Cow::Owned(library));
        }
        let families: BTreeSet<_> =
            own().flat_map(|one| &one.families).map(|of| of.name()).collect();
        let families = Vec::from_iter(families).join(", ");
        let (category, family) = (&self.category, family.map_or("none", Family::name));
        Err(wrong(&match families.as_str() {
            "" => "there is no template in it".to_owned(),
            families => {
                format!("its templates are for {families}; {category} takes templates for {family}")
            }
        }))
    }

    /// The attempts, from which the best is taken.
    ///
    /// # Errors
    /// Fails if several of `attempts`, `time` and `attempt` are given, or one is 0.
    pub fn attempts(&self) -> Result<Attempts, Refusal> {
        attempts((self.attempt, self.attempts, self.time), Goal::Best(1))
    }
}

impl Request for DungeonRequest {
    type Task = DungeonTask;

    fn task(&self) -> Result<DungeonTask, Refusal> {
        Ok(DungeonTask { request: self.dungeon()?, attempts: self.attempts()? })
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn format(&self) -> Option<Format> {
        self.format
    }
}

/// The task of generating a dungeon.
#[derive(Clone, Debug)]
pub struct DungeonTask {
    /// The request for the generator.
    pub request: dungeon::Request,
    /// The attempts, from which the best is taken.
    pub attempts: Attempts,
}

impl Task for DungeonTask {
    type Output = GeneratedDungeon;

    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<GeneratedDungeon, Refusal> {
        let Self { request, attempts } = self;
        let options = Options { attempts: *attempts, control: *control, scratch: Some(scratch) };
        let made = generate(request, seed, options)?;
        let attempts = attempts.number(ATTEMPTS);
        Ok(GeneratedDungeon { made, request: request.clone(), seed, attempts })
    }
}

/// A generated dungeon.
#[derive(Clone, Debug)]
pub struct GeneratedDungeon {
    made: ProvedDungeon,
    request: dungeon::Request,
    seed: Seed,
    /// Number of attempts from which it is the best, for its provenance.
    attempts: u64,
}

impl GeneratedDungeon {
    /// The dungeon with its origin, for drawing.
    #[must_use]
    pub fn shown(&self) -> DungeonPrinter<'_> {
        let Self { made, request, seed, attempts } = self;
        DungeonPrinter { made, request, seed: *seed, attempts: *attempts }
    }
}

impl Generated for GeneratedDungeon {
    type Format = Format;
    const NAME: &'static str = "a dungeon";

    fn origin(&self) -> (Seed, u64) {
        (self.seed, self.made.attempt)
    }

    fn write(&self, out: &mut dyn Write, format: Format, look: Look) -> anyhow::Result<()> {
        self.shown().write(out, format, look.spoiler, look.colour)
    }

    fn write_line(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        Ok(json::line(out, &self.shown().document())?)
    }

    fn level(&self) -> anyhow::Result<Option<Level>> {
        self.shown().level().map(Some)
    }
}
