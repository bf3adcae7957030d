//! A designed dungeon in the format that was asked for.

use crate::dungeon::Format;
use crate::dungeon_map::{self, Words};
use crate::engines::{Asked as Cut, Engines};
use crate::level_picture::{End, Overlay};
use crate::summary::counted;
use crate::{designed_things as things, level_png, level_svg, look_of, overlay};
use anyhow::{Context, Result, bail};
use dungeon::designed::claims::Kind;
use dungeon::designed::{Designed, Request};
use dungeon::json::Provenance;
use dungeon::json::designed::{ALGORITHM, Artefact, Asked};
use level::Level;
use search::Seed;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use voice::json;

/// A designed dungeon to be shown, and its origin.
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
            Format::Json => json::outline(out, &self.artefact(), 3)?,
            Format::Level => json::outline(out, &level, 3)?,
            Format::Dot => bail!("a designed dungeon has no mission to be drawn as a graph"),
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
        Engines::of_artefact(&self.level()?, &self.artefact())
    }

    /// The JSON.
    #[must_use]
    pub fn artefact(&self) -> Artefact<'_> {
        Artefact::new(self.made, self.seed, self.asked())
    }

    fn asked(&self) -> Asked<'_> {
        Asked::new(self.request, self.attempts)
    }

    /// The tiles, with a name and a provenance.
    fn level(&self) -> Result<Level> {
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
        let walkthrough = spoiler.then(|| self.artefact().walkthrough().to_vec());
        Words { title, lines, walkthrough }
    }
}
