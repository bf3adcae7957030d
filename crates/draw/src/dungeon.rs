//! A dungeon in the format that was asked for.

use crate::dungeon_map::{self, Words};
use crate::engines::{Asked as Cut, Engines};
use crate::level_picture::{End, Overlay};
use crate::summary::counted;
use crate::{dungeon_things as things, level_png, level_svg, look_of, overlay};
use anyhow::{Context, Result};
use dungeon::designed::claims::Kind;
use dungeon::designed::{Designed, Request};
use dungeon::json::Provenance;
use dungeon::json::dungeon::{ALGORITHM, Asked, Dungeon};
use formats::format::Format as Engine;
use level::Level;
use search::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use voice::json;

/// The format in which a dungeon is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A map of the tiles, and what was proved
    #[serde(alias = "text")]
    Map,
    /// The whole dungeon (quandary/dungeon/2)
    Json,
    /// A picture
    Svg,
    /// The same picture in pixels
    Png,
    /// A map for Tiled; with -o its tile set is written beside it
    Tmj,
    /// The level of tiles (quandary/level/1), for solve and check
    Level,
    /// A scene for Godot; with -o the picture of its tiles is written beside it
    Tscn,
    /// A project for LDtk; with -o the picture of its tiles is written beside it
    Ldtk,
    /// A floor for virtual tables (Universal VTT); of dungeons of one floor
    Uvtt,
    /// A scene for Foundry VTT; of dungeons of one floor
    Foundry,
}

impl Format {
    /// The format of engines that it is, if it is one of a crate of its own.
    #[must_use]
    pub fn engine(self) -> Option<Engine> {
        match self {
            Self::Tscn => Some(Engine::Tscn),
            Self::Ldtk => Some(Engine::Ldtk),
            Self::Uvtt => Some(Engine::Uvtt),
            Self::Foundry => Some(Engine::Foundry),
            Self::Map | Self::Json | Self::Svg | Self::Png | Self::Tmj | Self::Level => None,
        }
    }

    /// True if a file of it has one floor.
    #[must_use]
    pub fn is_a_floor(self) -> bool {
        self.engine().is_some_and(Engine::is_a_floor)
    }
}

/// A dungeon to be shown, and its origin.
pub struct Shown<'a> {
    /// The dungeon.
    pub made: &'a Designed,
    /// The request.
    pub request: &'a Request,
    /// The seed it was made from.
    pub seed: Seed,
    /// Number of attempts of which it is the best.
    pub attempts: u64,
}

impl Shown<'_> {
    /// Writes it.
    ///
    /// # Errors
    /// When `out` cannot be written to, or it cannot be shown in the format.
    pub fn write(
        &self,
        out: &mut dyn Write,
        format: Format,
        spoiler: bool,
        colour: bool,
    ) -> Result<()> {
        let level = self.level()?;
        let way = spoiler.then(|| self.way(&level));
        match format {
            Format::Json => json::outline(out, &self.document(), 3)?,
            Format::Level => json::outline(out, &level, 3)?,
            Format::Svg => out.write_all(self.picture(&level, way.as_ref())?.as_bytes())?,
            Format::Png => level_png::write(out, &self.picture(&level, way.as_ref())?)?,
            Format::Map => {
                let map = dungeon_map::render(&level, &self.words(spoiler), colour);
                out.write_all(map.context("the dungeon has no tiles")?.as_bytes())?;
            }
            Format::Tmj => {
                let way = way.unwrap_or_else(|| self.way(&level));
                let map = self.engines()?.map(Some(&overlay::way_of(&way)))?;
                out.write_all(map.as_bytes())?;
            }
            Format::Tscn | Format::Ldtk | Format::Uvtt | Format::Foundry => {
                let engine = format.engine().context("the format is none of an engine")?;
                let text = self.engines()?.text(engine, &Cut::default())?;
                out.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// The dungeon for engines, editors and tables.
    ///
    /// # Errors
    /// When its provenance cannot be written.
    pub fn engines(&self) -> Result<Engines> {
        Engines::of_artefact(&self.level()?, &self.document())
    }

    /// The dungeon as data.
    #[must_use]
    pub fn document(&self) -> Dungeon {
        Dungeon::of(self.made, self.seed, self.request, self.attempts)
    }

    fn asked(&self) -> Asked<'_> {
        Asked::new(self.request, self.attempts)
    }

    /// The tiles, with a name and a provenance.
    ///
    /// # Errors
    /// When its provenance cannot be written.
    pub fn level(&self) -> Result<Level> {
        let seed = self.seed.value();
        let made = Provenance::new(ALGORITHM, seed, self.made.attempt, self.asked());
        let provenance = match serde_json::to_value(made)? {
            Value::Object(fields) => Some(fields),
            _ => None,
        };
        let name = Some(format!("{} {seed}", self.request.layout.category.name));
        Ok(Level { name, provenance, ..self.made.draft.tiled.level.clone() })
    }

    /// The picture, in the look of its family.
    fn picture(&self, level: &Level, way: Option<&Overlay>) -> Result<String> {
        let look = look_of::of(self.made, self.request.family);
        level_svg::in_look(level, way, &look).context("the dungeon has no tiles")
    }

    /// The floors alone, in the look of its family; none without tiles.
    ///
    /// # Errors
    /// When its provenance cannot be written.
    pub fn board(&self) -> Result<Option<level_svg::Board>> {
        let look = look_of::of(self.made, self.request.family);
        Ok(level_svg::board(&self.level()?, &look))
    }

    /// The way of the plan, to be drawn.
    fn way(&self, level: &Level) -> Overlay {
        let walk = &self.made.walk;
        let steps = overlay::steps_of(level, &level.rules_under(None), walk);
        overlay::overlay_of(&steps, format!("a way to the goal, {} moves", walk.cost), End::Goal)
    }

    /// Lines of text around the map.
    fn words(&self, spoiler: bool) -> Words {
        let Designed { draft, walk, is_cheapest, claims, places, .. } = self.made;
        let category = &self.request.layout.category.name;
        let title = format!(
            "Dungeon {} (attempt {}): {category}, {} on {}",
            self.seed.value(),
            self.made.attempt,
            counted(self.request.rooms, "room", "rooms"),
            counted(self.request.floors() as usize, "floor", "floors"),
        );
        let loops: Vec<String> =
            draft.plan.cycles.iter().map(|cycle| cycle.pattern.name().replace('_', " ")).collect();
        let told = |kind| things::told(self.made, kind);
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for claim in &claims.all {
            *kinds.entry(claim.kind.name()).or_default() += 1;
        }
        let proved: Vec<String> =
            kinds.iter().map(|(kind, many)| format!("{kind} {many}")).collect();
        let lines = vec![
            (
                "Loops",
                if loops.is_empty() { "none with a name".to_owned() } else { loops.join(" · ") },
            ),
            (
                "Solution",
                format!(
                    "{} on the tiles, {}",
                    counted(walk.cost.straight as usize, "move", "moves"),
                    if *is_cheapest { "the fewest there are" } else { "perhaps not the fewest" }
                ),
            ),
            ("Needed", told(Kind::Needed)),
            ("Optional", told(Kind::Optional)),
            (
                "Rank",
                format!(
                    "{:.2}, the best of {}",
                    self.made.rank,
                    counted(self.attempts as usize, "attempt", "attempts")
                ),
            ),
            (
                "Proved",
                format!(
                    "winnable · unlosable: it can be won from each of {places} places, even with the least one can hold there · claims: {}",
                    proved.join(", ")
                ),
            ),
        ];
        let walkthrough = spoiler.then(|| dungeon::game::designed::commands(self.made));
        Words { title, lines, walkthrough }
    }
}
