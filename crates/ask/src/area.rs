//! Areas: layouts with puzzles that block passages, proved.

use crate::layout::with_layout;
use crate::{Generated, Look, Refusal, Request, Task};
use ::dungeon::dungeon::texts::with_words;
use ::dungeon::json::area::{AreaJson, AreaRequestJson, extras, level};
use ::dungeon::mission::KeyStyle;
use ::dungeon::puzzle::templates::Packs;
use ::dungeon::puzzle::{self, Certificate, PuzzleCount, generate};
use ::dungeon::{Options, Scratch};
use ::level::Level;
use diagnostics::json;
use draw::{area_text, layout_svg, level_png};
use search::{Accepted, Control, Seed};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::sync::Arc;

with_layout! {
    /// The request for an area
    pub struct AreaRequest {
        /// Number of puzzles: a number, a range such as 1..3, or per-room [default: 1..2 in dungeons, caves, ruins
        /// and temples, otherwise 0]
        #[cfg_attr(feature = "clap", arg(long, value_name = "N|A..B|per-room"))]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::schema::Puzzles>))]
        #[serde(deserialize_with = "crate::fields::some_words")]
        pub puzzles: Option<PuzzleCount>,

        /// Kind of the keys of doors
        #[cfg_attr(feature = "clap", arg(long, value_name = "STYLE", value_enum, default_value_t = KeyStyle::Named))]
        pub key_style: KeyStyle,

        /// Format of the answer
        #[cfg_attr(feature = "clap", arg(skip))]
        pub format: Option<AreaFormat>,
    }
    usual { puzzles: None, key_style: KeyStyle::Named, format: None, }
}

/// The form of an area that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum AreaFormat {
    /// Map of every level, and the puzzles
    Text,
    /// The complete area (quandary/area/1)
    Json,
    /// Graph of rooms (quandary/level/1), for solve and check
    Level,
    /// SVG picture
    Svg,
    /// The same picture as PNG
    Png,
}

impl AreaRequest {
    /// The task with further template packs, read from files with these SHA-256 hashes.
    ///
    /// # Errors
    /// The limit that is exceeded.
    pub fn task_with(&self, packs: Arc<Packs>, files: Vec<String>) -> Result<AreaTask, Refusal> {
        let layout = self.layout()?;
        let puzzles = self.puzzles.unwrap_or_else(|| PuzzleCount::usual(layout.category));
        let request = puzzle::Request { layout, puzzles, key_style: self.key_style, packs };
        request.check().map_err(Refusal::request)?;
        Ok(AreaTask { asked: Arc::new(AreaRequestJson::new(&request, files)), request })
    }
}

impl Request for AreaRequest {
    type Task = AreaTask;

    fn task(&self) -> Result<AreaTask, Refusal> {
        self.task_with(Arc::default(), Vec::new())
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn format(&self) -> Option<AreaFormat> {
        self.format
    }
}

/// The task of generating an area.
#[derive(Clone, Debug)]
pub struct AreaTask {
    request: puzzle::Request,
    asked: Arc<AreaRequestJson>,
}

impl Task for AreaTask {
    type Output = GeneratedArea;

    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<GeneratedArea, Refusal> {
        let options = Options::controlled(control, scratch);
        let report = generate(&self.request, seed, options).map_err(Refusal::request)?;
        let found = with_words(seed, report.best(seed)?);
        Ok(GeneratedArea { found, asked: Arc::clone(&self.asked), seed })
    }
}

/// An area that was made.
pub struct GeneratedArea {
    found: Accepted<puzzle::PlacedArea, Certificate>,
    asked: Arc<AreaRequestJson>,
    seed: Seed,
}

impl GeneratedArea {
    fn artefact(&self) -> anyhow::Result<AreaJson<'_>> {
        let extras = extras(&self.found, self.seed, &self.asked)?;
        Ok(AreaJson::new(&self.found.candidate.area, Some(self.seed.value()), extras))
    }
}

impl Generated for GeneratedArea {
    type Format = AreaFormat;
    const NAME: &'static str = "an area";

    fn origin(&self) -> (Seed, u64) {
        (self.seed, self.found.attempt)
    }

    fn write(&self, out: &mut dyn Write, format: AreaFormat, look: Look) -> anyhow::Result<()> {
        let Self { found, asked, seed } = self;
        let picture = || layout_svg::render_area(&found.candidate.area, seed.value());
        match format {
            AreaFormat::Json => json::outline(out, &self.artefact()?, 2)?,
            AreaFormat::Level => json::outline(out, &level(found, *seed, asked)?, 3)?,
            AreaFormat::Svg => out.write_all(picture().as_bytes())?,
            AreaFormat::Png => level_png::write(out, &picture())?,
            AreaFormat::Text => {
                let text = area_text::render(found, seed.value(), look.colour);
                out.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }

    fn write_line(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        Ok(json::line(out, &self.artefact()?)?)
    }

    fn level(&self) -> anyhow::Result<Option<Level>> {
        Ok(Some(level(&self.found, self.seed, &self.asked)?))
    }
}
