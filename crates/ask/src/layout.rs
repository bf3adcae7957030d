//! Layouts: the rooms of an interior on a grid, and the passages between them.

use crate::{Generated, Look, Refusal, Request, Task};
use ::dungeon::json::layout::LayoutJson;
use ::dungeon::layout::{self, generate};
use ::dungeon::{Options, Scratch};
use ::level::Level;
use diagnostics::json;
use draw::{layout_svg, layout_text, level_png};
use search::{Control, Seed};
use serde::{Deserialize, Serialize};
use std::io::Write;

/// Declares a request with the fields of a layout and its own fields.
macro_rules! with_layout {
    ($(#[$meta:meta])* pub struct $name:ident { $($own:tt)* } usual { $($field:ident: $value:expr,)* }) => {
        $(#[$meta])*
        #[cfg_attr(feature = "clap", derive(clap::Args))]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[derive(Clone, Debug, PartialEq, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            /// Category of the place
            #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", default_value = "dungeon", value_parser = $crate::values::kinds()))]
            #[cfg_attr(feature = "openapi", schema(value_type = $crate::schema::CategoryName))]
            pub category: String,

            /// Bounds in cells: min_x,max_x,min_y,max_y,min_z,max_z, all inclusive [default: depends on the category]
            #[cfg_attr(feature = "clap", arg(long, value_name = "SIX", allow_hyphen_values = true))]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<[i32; 6]>))]
            #[serde(deserialize_with = "crate::fields::some_words")]
            pub bounds: Option<::dungeon::layout::Bounds>,

            /// Caves: probability from 0.45 to 0.55 that a cell is solid before the first pass of the cellular
            /// automaton
            #[cfg_attr(feature = "clap", arg(long, value_name = "P", default_value_t = 0.45,
                value_parser = $crate::values::real(::dungeon::layout::request::FILL[0]..=::dungeon::layout::request::FILL[1])))]
            #[cfg_attr(feature = "openapi", schema(minimum = 0.45, maximum = 0.55))]
            pub fill: f64,

            /// Caves: number of passes of the cellular automaton
            #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 4,
                value_parser = $crate::values::whole::<u8>(0..=::dungeon::layout::request::MOST_PASSES.into())))]
            #[cfg_attr(feature = "openapi", schema(maximum = 20))]
            #[serde(deserialize_with = "crate::fields::whole")]
            pub passes: u8,

            /// Caves: an open cell becomes solid if at least N of its eight neighbours are solid
            #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 5, value_parser = $crate::values::whole::<u8>(1..=8)))]
            #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 8))]
            #[serde(deserialize_with = "crate::fields::whole")]
            pub birth: u8,

            /// Caves: a solid cell stays solid if at least N of its eight neighbours are solid
            #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 4, value_parser = $crate::values::whole::<u8>(1..=8)))]
            #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 8))]
            #[serde(deserialize_with = "crate::fields::whole")]
            pub survive: u8,

            /// Caves: run only the cellular automaton; do not retry bad noise, widen levels or dig niches
            #[cfg_attr(feature = "clap", arg(long))]
            pub plain: bool,

            /// State of the outermost cells
            #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t = ::dungeon::layout::Border::Drawn))]
            pub border: ::dungeon::layout::Border,

            /// Caves: open regions of a level that are kept
            #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t = ::dungeon::layout::Keep::Largest))]
            pub keep: ::dungeon::layout::Keep,

            /// Smallest number of rooms per level, as far as they fit [default: in caves a third of the interior
            /// cells, at least 5 rooms]
            #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = $crate::values::whole::<u32>(0..=u32::MAX.into())))]
            #[serde(deserialize_with = "crate::fields::maybe")]
            pub min_rooms: Option<u32>,

            /// Number of stairs between two levels, or all
            #[cfg_attr(feature = "clap", arg(long, value_name = "N|all", default_value = "1"))]
            #[cfg_attr(feature = "openapi", schema(value_type = $crate::schema::Stairs))]
            #[serde(deserialize_with = "crate::fields::words")]
            pub stairs: ::dungeon::layout::Stairs,

            /// Share of dead ends with a treasure, from 0 to 1; above 0 there is at least one
            #[cfg_attr(feature = "clap", arg(long, value_name = "P", default_value_t = 0.3, value_parser = $crate::values::real(0.0..=1.0)))]
            #[cfg_attr(feature = "openapi", schema(minimum = 0.0, maximum = 1.0))]
            pub treasure_share: f64,

            /// Share of dead ends with a puzzle, from 0 to 1; above 0 there is at least one
            #[cfg_attr(feature = "clap", arg(long, value_name = "P", default_value_t = 0.2, value_parser = $crate::values::real(0.0..=1.0)))]
            #[cfg_attr(feature = "openapi", schema(minimum = 0.0, maximum = 1.0))]
            pub puzzle_share: f64,

            /// The seed of all random choices; drawn if missing, and part of the answer
            #[cfg_attr(feature = "clap", arg(skip))]
            #[cfg_attr(feature = "openapi", schema(maximum = 9_007_199_254_740_991_u64))]
            #[serde(deserialize_with = "crate::fields::maybe")]
            pub seed: Option<u64>,

            $($own)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    category: "dungeon".to_owned(),
                    bounds: None,
                    fill: 0.45,
                    passes: 4,
                    birth: 5,
                    survive: 4,
                    plain: false,
                    border: ::dungeon::layout::Border::Drawn,
                    keep: ::dungeon::layout::Keep::Largest,
                    min_rooms: None,
                    stairs: ::dungeon::layout::Stairs::Count(1),
                    treasure_share: 0.3,
                    puzzle_share: 0.2,
                    seed: None,
                    $($field: $value,)*
                }
            }
        }

        impl $name {
            /// The request for the layout generator, without the seed.
            ///
            /// # Errors
            /// The limit that is exceeded.
            pub fn layout(&self) -> Result<::dungeon::layout::Request, $crate::Refusal> {
                use ::dungeon::layout::{Automaton, Request, categories};
                let usual = Request::of(&self.category).map_err(|error| {
                    let known = categories().iter().map(|category| category.name.clone());
                    $crate::Refusal::of_field("category", error).known(known)
                })?;
                let request = Request {
                    bounds: self.bounds.unwrap_or(usual.bounds),
                    fill: self.fill,
                    passes: self.passes,
                    birth: self.birth,
                    survive: self.survive,
                    automaton: if self.plain { Automaton::Plain } else { Automaton::Helped },
                    border: self.border,
                    keep: self.keep,
                    min_rooms: self.min_rooms,
                    stairs: self.stairs,
                    treasure_share: self.treasure_share,
                    puzzle_share: self.puzzle_share,
                    ..usual
                };
                request.check().map_err($crate::Refusal::request)?;
                Ok(request)
            }
        }
    };
}
pub(crate) use with_layout;

with_layout! {
    /// The request for a layout
    pub struct LayoutRequest {
        /// Format of the answer
        #[cfg_attr(feature = "clap", arg(skip))]
        pub format: Option<LayoutFormat>,
    }
    usual { format: None, }
}

/// The form of a layout that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum LayoutFormat {
    /// Map of every level
    Text,
    /// The complete layout (quandary/layout/1)
    Json,
    /// SVG picture
    Svg,
    /// The same picture as PNG
    Png,
}

/// The task of generating a layout.
pub type LayoutTask = layout::Request;

impl Request for LayoutRequest {
    type Task = LayoutTask;

    fn task(&self) -> Result<LayoutTask, Refusal> {
        self.layout()
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn format(&self) -> Option<LayoutFormat> {
        self.format
    }
}

impl Task for LayoutTask {
    type Output = GeneratedLayout;

    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<GeneratedLayout, Refusal> {
        let layout = generate(self, seed, Options::controlled(control, scratch));
        Ok(GeneratedLayout {
            layout: layout.map_err(Refusal::request)?,
            request: self.clone(),
            seed,
        })
    }
}

/// A generated layout.
#[derive(Clone, Debug)]
pub struct GeneratedLayout {
    layout: layout::Layout,
    request: layout::Request,
    seed: Seed,
}

impl GeneratedLayout {
    fn artefact(&self) -> LayoutJson<'_> {
        LayoutJson::new(&self.layout, &self.request, self.seed.value())
    }
}

impl Generated for GeneratedLayout {
    type Format = LayoutFormat;
    const NAME: &'static str = "a layout";

    fn origin(&self) -> (Seed, u64) {
        (self.seed, 0)
    }

    fn write(&self, out: &mut dyn Write, format: LayoutFormat, look: Look) -> anyhow::Result<()> {
        let (layout, seed) = (&self.layout, self.seed.value());
        let picture = || layout_svg::render(layout, seed);
        match format {
            LayoutFormat::Json => json::lines(out, &self.artefact())?,
            LayoutFormat::Svg => out.write_all(picture().as_bytes())?,
            LayoutFormat::Png => level_png::write(out, &picture())?,
            LayoutFormat::Text => {
                out.write_all(layout_text::render(layout, seed, look.colour).as_bytes())?;
            }
        }
        Ok(())
    }

    fn write_line(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        Ok(json::line(out, &self.artefact())?)
    }

    fn level(&self) -> anyhow::Result<Option<Level>> {
        Ok(None)
    }
}
