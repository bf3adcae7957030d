//! Areas: layouts whose passages puzzles block until they are solved, proved.

use crate::layout::with_layout;
use crate::{Look, Made, Refusal, Request, Task};
use ::dungeon::dungeon::texts::with_words;
use ::dungeon::json::area::Artefact;
use ::dungeon::json::area::{Asked, extras, level};
use ::dungeon::mission::KeyStyle;
use ::dungeon::puzzle::templates::Packs;
use ::dungeon::puzzle::{self, Certificate, Wanted, generate};
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
        pub puzzles: Option<Wanted>,

        /// Kind of the keys of doors
        #[cfg_attr(feature = "clap", arg(long, value_name = "STYLE", value_enum, default_value_t = KeyStyle::Named))]
        pub key_style: KeyStyle,

        /// What is answered
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
    /// The task with templates of other packs, which were read from files of these SHA-256.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn task_with(&self, packs: Arc<Packs>, files: Vec<String>) -> Result<AreaTask, Refusal> {
        let layout = self.layout()?;
        let puzzles = self.puzzles.unwrap_or_else(|| Wanted::usual(layout.category));
        let request = puzzle::Request { layout, puzzles, key_style: self.key_style, packs };
        request.check().map_err(Refusal::request)?;
        Ok(AreaTask { asked: Arc::new(Asked::new(&request, files)), request })
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

/// The making of an area.
#[derive(Clone, Debug)]
pub struct AreaTask {
    request: puzzle::Request,
    asked: Arc<Asked>,
}

impl Task for AreaTask {
    type Made = MadeArea;

    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<MadeArea, Refusal> {
        let options = Options::controlled(control, scratch);
        let report = generate(&self.request, seed, options).map_err(Refusal::request)?;
        let found = with_words(seed, report.best(seed)?);
        Ok(MadeArea { found, asked: Arc::clone(&self.asked), seed })
    }
}

/// An area that was made.
pub struct MadeArea {
    found: Accepted<puzzle::Made, Certificate>,
    asked: Arc<Asked>,
    seed: Seed,
}

impl MadeArea {
    fn artefact(&self) -> anyhow::Result<Artefact<'_>> {
        let extras = extras(&self.found, self.seed, &self.asked)?;
        Ok(Artefact::new(&self.found.candidate.area, Some(self.seed.value()), extras))
    }
}

impl Made for MadeArea {
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
