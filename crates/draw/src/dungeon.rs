//! A dungeon in the format that was asked for.

use crate::claims_text;
use crate::dungeon_map::{self, Words};
use crate::engines::{Asked as Cut, Engines};
use crate::level_picture::{End, Overlay};
use crate::overlay;
use crate::summary::counted;
use crate::{level_png, level_svg, mission_dot};
use anyhow::{Context, Result};
use dungeon::generate::Made;
use dungeon::generate::{Proof, Rank};
use dungeon::json::area::made::provenance;
use dungeon::json::dungeon::{Artefact, Asked, Claims, flips};
use dungeon::mission::KeyStyle;
use dungeon::model::{Dungeon, Parts};
use dungeon::tiles::Blocks;
use formats::format::Format as Engine;
use level::Level;
use level::rules::Rules;
use search::{Found, Seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::Write;
use voice::json;

/// The format in which a dungeon is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A map of the tiles, and what was proved
    Map,
    /// The whole dungeon (quandary/dungeon/1)
    Json,
    /// A picture
    Svg,
    /// The same picture in pixels
    Png,
    /// A map for Tiled; with -o its tile set is written beside it
    Tmj,
    /// The level of tiles (quandary/level/1), for solve and check
    Level,
    /// The mission as a graph for Graphviz
    Dot,
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
            Self::Map
            | Self::Json
            | Self::Svg
            | Self::Png
            | Self::Tmj
            | Self::Level
            | Self::Dot => None,
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
    /// The dungeon, with its proof.
    pub found: &'a Found<Made, Proof>,
    /// The seed it was made from.
    pub seed: Seed,
    /// The request.
    pub asked: &'a Asked,
    /// Origin of the dungeon: the first find of its seed, or chosen.
    pub chosen: Chosen,
}

/// Relation of a dungeon to its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The first that was proved.
    First,
    /// The best of many, or one attempt that was asked for.
    Best,
}

impl Shown<'_> {
    /// Writes it.
    ///
    /// # Errors
    /// When `out` cannot be written to.
    pub fn write(
        &self,
        out: &mut dyn Write,
        format: Format,
        spoiler: bool,
        colour: bool,
    ) -> Result<()> {
        let level = self.level()?;
        let way = spoiler.then(|| self.way(&level)).flatten();
        match format {
            Format::Json => {
                let artefact = Artefact::new(self.found, self.seed, self.asked)?;
                json::outline(out, &artefact, 3)?;
            }
            Format::Level => json::outline(out, &level, 3)?,
            Format::Dot => {
                let dot = mission_dot::render(&self.dungeon().mission, &self.title());
                out.write_all(dot.as_bytes())?;
            }
            Format::Svg => out.write_all(picture(&level, way.as_ref())?.as_bytes())?,
            Format::Png => level_png::write(out, &picture(&level, way.as_ref())?)?,
            Format::Map => {
                let words = self.words(&level, spoiler);
                let map = dungeon_map::render(&level, &words, colour);
                out.write_all(map.context("the dungeon has no tiles")?.as_bytes())?;
            }
            Format::Tmj => {
                let way = way.or_else(|| self.way(&level));
                let map = self.engines()?.map(way.as_ref().map(overlay::way_of).as_ref())?;
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
    /// When it has no tiles.
    pub fn engines(&self) -> Result<Engines> {
        Engines::of_artefact(&self.level()?, &Artefact::new(self.found, self.seed, self.asked)?)
    }

    fn dungeon(&self) -> &Dungeon {
        &self.found.draft.dungeon
    }

    /// The tiles, with a name and a provenance.
    fn level(&self) -> Result<Level> {
        let level = self.found.draft.level.clone().context("the dungeon has no tiles")?;
        let made = provenance(self.asked.algorithm(), self.seed, self.found.attempt, self.asked)?;
        let provenance = match made {
            Value::Object(fields) => Some(fields),
            _ => None,
        };
        let category = &self.dungeon().area.layout.category.name;
        let name = Some(format!("{category} {}", self.seed.value()));
        Ok(Level { name, provenance, ..level })
    }

    /// The way of the plan, to be drawn.
    fn way(&self, level: &Level) -> Option<Overlay> {
        let tiles = self.found.proof.tiles.as_ref()?;
        let steps = overlay::steps_of(level, &Rules::default(), &tiles.walk);
        let cost = tiles.walk.cost;
        Some(overlay::overlay_of(&steps, format!("a way to the goal, {cost} moves"), End::Goal))
    }

    fn title(&self) -> String {
        let layout = &self.dungeon().area.layout;
        let [_, _, floors] = layout.bounds.size();
        format!(
            "Dungeon {} (attempt {}): {}, {} on {}",
            self.seed.value(),
            self.found.attempt,
            layout.category.name,
            counted(layout.rooms.len(), "room", "rooms"),
            counted(floors as usize, "floor", "floors"),
        )
    }

    /// Number of switches, and of times they are flipped.
    fn switches(&self) -> String {
        let switches = self.dungeon().mission.switches;
        let times = counted(flips(&self.found.proof), "time", "times");
        if switches > 0 {
            format!("{switches}, flipped {times} by the solution")
        } else {
            "0".to_owned()
        }
    }

    /// Number of blocks, if any were wanted, and the reason why there are not more.
    fn blocks(&self) -> Option<String> {
        let Blocks { most, drawn, placed, lack } = self.found.draft.blocks?;
        if most == 0 {
            return None;
        }
        Some(match lack {
            Some(lack) => format!(
                "{placed} of {drawn}, a number drawn between 0 and {most}: {}",
                lack.words()
            ),
            None => format!("{placed}, a number drawn between 0 and {most}"),
        })
    }

    /// The command that plays the dungeon.
    fn how_to_play(&self) -> String {
        match self.chosen {
            Chosen::First => {
                let (seed, options) = (self.seed.value(), self.asked.options());
                format!("quandary play --style plain --seed {seed}{options}")
            }
            Chosen::Best => {
                "write it with --format json -o FILE, then quandary play FILE".to_owned()
            }
        }
    }

    /// Lines of text around the map.
    fn words(&self, level: &Level, spoiler: bool) -> Words {
        let proof = &self.found.proof;
        let mut lines = self.contents();
        lines.extend(self.blocks().map(|blocks| ("Blocks", blocks)));
        lines.push(("Solution", self.solution()));
        lines.push(("Rank", rank(&proof.rank)));
        let claims = proof.tiles.as_ref().map(|tiles| Claims::of(level, tiles));
        let claims = claims.unwrap_or_default();
        lines.extend(claims_text::lines(&level.graph, &claims));
        lines.push(("Proved", proved(proof, &claims)));
        lines.push(("Play it", self.how_to_play()));
        let walkthrough = spoiler.then(|| proof.walkthrough.clone());
        Words { title: self.title(), lines, walkthrough }
    }

    /// The keys, the switches and the puzzles.
    fn contents(&self) -> Vec<(&'static str, String)> {
        let Parts { mission, area, placement } = &**self.dungeon();
        let style = match mission.key_style {
            KeyStyle::Named => "named",
            KeyStyle::Small => "small, all alike",
        };
        let puzzles: Vec<String> = area
            .puzzles
            .iter()
            .map(|puzzle| format!("{} ({})", puzzle.name, puzzle.kind.name().replace('_', " ")))
            .collect();
        let mut lines = vec![
            ("Keys", format!("{}, {style}; switches: {}", mission.keys, self.switches())),
            ("Puzzles", if puzzles.is_empty() { "none".to_owned() } else { puzzles.join(" · ") }),
        ];
        if let Some(missing) = placement.missing() {
            let asked = counted(placement.asked as usize, "puzzle", "puzzles");
            lines.push(("Asked for", format!("{asked}; missing: {missing}")));
        }
        lines
    }

    /// Lengths of the proved plans.
    fn solution(&self) -> String {
        let proof = &self.found.proof;
        let moves = proof.tiles.as_ref().map_or(0, |tiles| tiles.walk.cost.straight);
        format!(
            "{} through the rooms, {moves} moves on the tiles",
            counted(proof.rank.solution as usize, "step", "steps")
        )
    }
}

/// The rank and its figures.
fn rank(rank: &Rank) -> String {
    format!(
        "{:.2}: nonlinearity {}, spheres {}, gating depth {}, optional rooms {:.0} %",
        rank.value,
        rank.nonlinearity,
        rank.spheres,
        rank.gating,
        100.0 * rank.optional
    )
}

/// The claims that were proved; what is needed and what is not stands in lines of its own.
fn proved(proof: &Proof, claims: &Claims<'_>) -> String {
    let states = proof.tiles.as_ref().map_or(0, |tiles| tiles.states);
    let things = match claims.needed.is_empty() && claims.optional.is_empty() {
        true => "",
        false => " · needed and optional as told, each thing taken away alone",
    };
    format!(
        "winnable · unlosable{things} · {} states of rooms, {states} of tiles · the walkthrough wins",
        proof.states
    )
}

fn picture(level: &Level, way: Option<&Overlay>) -> Result<String> {
    level_svg::picture(level, way).context("the dungeon has no tiles")
}
