//! A dungeon in the requested format.

use crate::dungeon_map::{self, Words};
use crate::engines::{Cut, Engines};
use crate::level_picture::{End, Overlay};
use crate::summary::counted;
use crate::{animation, level_png, level_svg, look_of, overlay};
use anyhow::{Context, Result};
use diagnostics::json;
use dungeon::dungeon::claims::ClaimKind;
use dungeon::dungeon::plan::{Gate, Passage, Thing};
use dungeon::dungeon::tiling::key_name;
use dungeon::dungeon::{ProvedDungeon, Request};
use dungeon::json::Provenance;
use dungeon::json::dungeon::{ALGORITHM, Dungeon, DungeonRequestJson};
use formats::format;
use level::{Level, Tile};
use search::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;

/// The format in which a dungeon is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Map of the tiles, and proofs
    #[serde(alias = "text")]
    Map,
    /// The complete dungeon (quandary/dungeon/2)
    Json,
    /// SVG picture
    Svg,
    /// The same picture as PNG
    Png,
    /// Animated SVG: the rooms appear, a player walks the solution, and the proofs are printed
    Animation,
    /// Map for Tiled; with -o its tile set is written beside it
    Tmj,
    /// Level of tiles (quandary/level/1), for solve and check
    Level,
    /// Scene for Godot; with -o the picture of its tiles is written beside it
    Tscn,
    /// Project for LDtk; with -o the picture of its tiles is written beside it
    Ldtk,
    /// Universal VTT floor for virtual tabletops; only for dungeons with one floor
    Uvtt,
    /// Scene for Foundry VTT; only for dungeons with one floor
    Foundry,
}

impl Format {
    /// The format of the crate `formats` that prints it, if that crate does.
    #[must_use]
    pub fn engine(self) -> Option<format::Format> {
        match self {
            Self::Tscn => Some(format::Format::Tscn),
            Self::Ldtk => Some(format::Format::Ldtk),
            Self::Uvtt => Some(format::Format::Uvtt),
            Self::Foundry => Some(format::Format::Foundry),
            Self::Map
            | Self::Json
            | Self::Svg
            | Self::Png
            | Self::Animation
            | Self::Tmj
            | Self::Level => None,
        }
    }

    /// True if a file of the format holds one floor only.
    #[must_use]
    pub fn is_a_floor(self) -> bool {
        self.engine().is_some_and(format::Format::is_a_floor)
    }
}

/// A dungeon to print, and its origin.
pub struct DungeonPrinter<'a> {
    /// The dungeon.
    pub made: &'a ProvedDungeon,
    /// The request.
    pub request: &'a Request,
    /// The seed it was generated from.
    pub seed: Seed,
    /// Number of attempts; the dungeon is the best of them.
    pub attempts: u64,
}

impl DungeonPrinter<'_> {
    /// Writes the dungeon.
    ///
    /// # Errors
    /// When `out` cannot be written to, or the format cannot show the dungeon.
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
            Format::Animation => out.write_all(self.animation(&level)?.as_bytes())?,
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

    /// The dungeon for engines, editors and virtual tables.
    ///
    /// # Errors
    /// When its provenance cannot be written.
    pub fn engines(&self) -> Result<Engines> {
        Engines::of_artefact(&self.level()?, &self.document())
    }

    /// The dungeon as a JSON document.
    #[must_use]
    pub fn document(&self) -> Dungeon {
        Dungeon::of(self.made, self.seed, self.request, self.attempts)
    }

    fn asked(&self) -> DungeonRequestJson<'_> {
        DungeonRequestJson::new(self.request, self.attempts)
    }

    /// The level of tiles, with a name and a provenance.
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
        Ok(Level { name, provenance, ..self.made.candidate.tiled.level.clone() })
    }

    /// The picture, in the look of the dungeon's family.
    fn picture(&self, level: &Level, way: Option<&Overlay>) -> Result<String> {
        let look = look_of::of(self.made, self.request.family);
        level_svg::in_look(level, way, &look).context("the dungeon has no tiles")
    }

    /// The animation: the rooms, the walk, and the proof, in this order.
    fn animation(&self, level: &Level) -> Result<String> {
        let look = look_of::of(self.made, self.request.family);
        let tiles = level.tiles.as_ref().context("the dungeon has no tiles")?;
        let board = level_svg::board(level, &look).context("the dungeon has no tiles")?;
        let walk = &self.made.walk;
        let steps = overlay::steps_of(level, &level.rules_under(None), walk);
        let (rooms, moves) = (self.request.rooms, walk.cost.straight as usize);
        let captions = [
            &format!("generated: {}", counted(rooms, "room", "rooms")),
            &format!("solved: {}", counted(moves, "move", "moves")),
            "proved: winnable, and no player can get stuck",
        ];
        Ok(animation::animate(&board, tiles, &steps, &look.colours.floor.to_string(), captions))
    }

    /// The floors alone, in the look of the dungeon's family; none without tiles.
    ///
    /// # Errors
    /// When its provenance cannot be written.
    pub fn board(&self) -> Result<Option<level_svg::Board>> {
        let look = look_of::of(self.made, self.request.family);
        Ok(level_svg::board(&self.level()?, &look))
    }

    /// The solution as a way to draw.
    fn way(&self, level: &Level) -> Overlay {
        let walk = &self.made.walk;
        let steps = overlay::steps_of(level, &level.rules_under(None), walk);
        overlay::overlay_of(&steps, format!("a way to the goal, {} moves", walk.cost), End::Goal)
    }

    /// Lines of text around the map.
    fn words(&self, spoiler: bool) -> Words {
        let ProvedDungeon { candidate, walk, is_cheapest, claims, places, .. } = self.made;
        let category = &self.request.layout.category.name;
        let title = format!(
            "Dungeon {} (attempt {}): {category}, {} on {}",
            self.seed.value(),
            self.made.attempt,
            counted(self.request.rooms, "room", "rooms"),
            counted(self.request.floors() as usize, "floor", "floors"),
        );
        let loops: Vec<String> = candidate
            .plan
            .cycles
            .iter()
            .map(|cycle| cycle.pattern.name().replace('_', " "))
            .collect();
        let told = |kind| things_of(self.made, kind);
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
            ("Needed", told(ClaimKind::Needed)),
            ("Optional", told(ClaimKind::Optional)),
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
                    "winnable · unlosable (softlock-free): winnable from each of {places} places with the smallest \
                     inventory there · claims: {}",
                    proved.join(", ")
                ),
            ),
        ];
        let walkthrough = spoiler.then(|| dungeon::game::dungeon::commands(self.made));
        Words { title, lines, walkthrough }
    }
}

/// The things of all claims of a kind, in their order.
fn things_of(made: &ProvedDungeon, kind: ClaimKind) -> String {
    let of_kind = made.claims.all.iter().filter(move |claim| claim.kind == kind);
    let one = |name: &String| {
        let Some(thing) = About::of(made, name) else { return name.clone() };
        match kind {
            ClaimKind::Optional => format!("{} ({})", thing.named(made), thing.reason(made)),
            _ => thing.named(made),
        }
    };
    let all: Vec<String> = of_kind.flat_map(|claim| claim.about.iter().map(one)).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(" · ") }
}

/// The subject of a claim.
#[derive(Clone, Copy)]
enum About {
    Thing(Thing),
    /// A drop; holds the room at its upper end.
    Drop(usize),
}

impl About {
    /// The subject that a claim names.
    fn of(made: &ProvedDungeon, name: &str) -> Option<Self> {
        let (sort, rest) = name.split_once(':')?;
        let number = || rest.rsplit(':').next().and_then(|number| number.parse::<usize>().ok());
        match sort {
            "symbol" if rest.starts_with("puzzle:") => {
                Some(Self::Thing(Thing::Solution(number()?.checked_sub(1)?)))
            }
            "symbol" => of_symbol(made, rest).map(Self::Thing),
            "toggle" => number().map(|switch| Self::Thing(Thing::Switch(switch))),
            "item" => of_tile(made, rest).map(Self::Thing),
            "passage" => {
                let (a, b) = rest.split_once('-')?;
                let ends: [usize; 2] = [a.parse().ok()?, b.parse().ok()?];
                let is_it = |drop: &&Passage| {
                    drop.gate == Gate::OneWay && ends.iter().all(|room| drop.ends.contains(room))
                };
                let drop = made.candidate.plan.passages.iter().find(is_it)?;
                Some(Self::Drop(drop.ends[0]))
            }
            _ => None,
        }
    }

    /// Its name within a sentence.
    fn named(self, made: &ProvedDungeon) -> String {
        let name = |thing: &str| {
            let named = made.flavour.things.iter().find(|named| named.thing == thing);
            named.map(|named| named.name.clone())
        };
        match self {
            Self::Thing(Thing::Key(key)) => {
                let sign = key_name(key);
                let words = name(&format!("symbol:{sign}"));
                words.map_or_else(|| format!("key {sign}"), |words| format!("{words}, {sign}"))
            }
            Self::Thing(Thing::Item) => name("key_item").unwrap_or_else(|| "the item".to_owned()),
            Self::Thing(Thing::Treasure(treasure)) => treasure_name(made, treasure),
            Self::Thing(Thing::Bombs) => "the bombs".to_owned(),
            Self::Thing(Thing::SmallKey) => "the small key".to_owned(),
            Self::Thing(Thing::Solution(puzzle)) => {
                let number = puzzle + 1;
                let words = name(&format!("symbol:puzzle:{number}"));
                words.map_or_else(
                    || format!("lever {number}"),
                    |words| format!("{words}, lever {number}"),
                )
            }
            Self::Thing(Thing::Switch(switch)) => format!("switch {switch}"),
            Self::Drop(room) => {
                let words =
                    made.flavour.rooms.get(room).map_or("a room", |told| told.name.as_str());
                format!("a drop from {}", words.replacen("The ", "the ", 1))
            }
        }
    }

    /// The reason for a thing that is not needed.
    fn reason(self, made: &ProvedDungeon) -> String {
        match self {
            Self::Thing(Thing::Treasure(_)) => "treasure".to_owned(),
            Self::Drop(_) => "a drop, for the way home".to_owned(),
            Self::Thing(thing) => {
                let asks = |passage: &&Passage| asks(&passage.gate, thing);
                let opened: Vec<&Passage> =
                    made.candidate.plan.passages.iter().filter(asks).collect();
                let ways = ways(made, &opened);
                match thing {
                    Thing::Key(_) if ways.is_empty() => "a spare key".to_owned(),
                    Thing::Key(_) => format!("a spare key, opens {ways}"),
                    _ if ways.is_empty() => "nothing asks for it".to_owned(),
                    Thing::Item => format!("crosses water: {ways}"),
                    Thing::SmallKey => format!("spent on {ways}"),
                    _ => format!("opens {ways}"),
                }
            }
        }
    }
}

/// The thing whose symbol has this name.
fn of_symbol(made: &ProvedDungeon, name: &str) -> Option<Thing> {
    let plan = &made.candidate.plan;
    let treasure = name.strip_prefix("treasure:");
    plan.things.iter().flatten().copied().find(|&thing| match (thing, treasure) {
        (Thing::Key(key), None) => key_name(key) == name,
        (Thing::Treasure(number), Some(symbol)) => {
            let named = plan.treasure_names.get(number);
            named.is_some_and(|named| dungeon::dungeon::texts::symbol(named) == symbol)
        }
        _ => false,
    })
}

/// The thing on a tile. `place` is the row and column, with the floor before them if there are several.
fn of_tile(made: &ProvedDungeon, place: &str) -> Option<Thing> {
    let mut numbers = place.rsplit(',').map(|number| number.parse::<u32>().ok());
    let (col, row) = (numbers.next()??, numbers.next()??);
    let floor = numbers.next().flatten().unwrap_or(0);
    match made.candidate.tiled.level.tiles.as_ref()?.tile(level::Cell { floor, row, col })? {
        Tile::KeyItem => Some(Thing::Item),
        Tile::ItemMinor => Some(Thing::Bombs),
        Tile::KeySmall => Some(Thing::SmallKey),
        _ => None,
    }
}

/// The name of a treasure, with an article.
fn treasure_name(made: &ProvedDungeon, treasure: usize) -> String {
    let named = made.candidate.plan.treasure_names.get(treasure);
    named.map_or_else(|| format!("treasure {}", treasure + 1), |name| format!("the {name}"))
}

/// True if a gate requires a thing.
fn asks(gate: &Gate, thing: Thing) -> bool {
    match (gate, thing) {
        (Gate::Keys(keys), Thing::Key(key)) => keys.contains(&key),
        (Gate::Puzzle(puzzle), Thing::Solution(lever)) => *puzzle == lever,
        (Gate::Switch(switch, _), Thing::Switch(flipped)) => *switch == flipped,
        (Gate::Bombable, Thing::Bombs)
        | (Gate::Water, Thing::Item)
        | (Gate::SmallLock, Thing::SmallKey) => true,
        _ => false,
    }
}

/// The places that some passages open: treasures, keys, rooms at dead ends, and short cuts.
fn ways(made: &ProvedDungeon, opened: &[&Passage]) -> String {
    let plan = &made.candidate.plan;
    let mut words: Vec<String> = Vec::new();
    for passage in opened {
        let dead = |room: &&usize| plan.passages_of(**room).count() == 1;
        let to = passage.ends.iter().rev().find(dead);
        let held = to.and_then(|&room| plan.things[room].first().copied());
        let word = match (to, held) {
            (None, _) => "a short cut".to_owned(),
            (Some(_), None) => "the way to a room".to_owned(),
            (Some(_), Some(thing)) => format!("the way to {}", About::Thing(thing).named(made)),
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, [first])) => format!("{first} and {last}"),
        Some((_, [first, second, rest @ ..])) => {
            format!("{first}, {second} and {} more", rest.len() + 1)
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon::dungeon::{Request, generate};
    use dungeon::options::{Attempts, Options};
    use search::{Budget, Goal, Seed};

    #[test]
    fn things_have_the_names_of_the_tale_and_what_is_not_needed_has_a_reason() {
        for (category, seed) in [("dungeon", 1), ("tavern", 2), ("tower", 3)] {
            let mut request = Request::of(category).unwrap();
            request.rooms = 12;
            let budget = Budget { goal: Goal::Best(1), attempts: Some(6), time: None };
            let options = Options { attempts: Attempts::Within(budget), ..Options::default() };
            let made = generate(&request, Seed::new(seed).unwrap(), options).unwrap();
            for kind in [ClaimKind::Needed, ClaimKind::Optional] {
                let told = things_of(&made, kind);
                for sort in ["symbol:", "item:", "toggle:", "passage:"] {
                    assert!(!told.contains(sort), "{category}: {told}");
                }
                for claim in made.claims.all.iter().filter(|claim| claim.kind == kind) {
                    let name = |name: &String| {
                        let named = made.flavour.things.iter().find(|named| named.thing == *name);
                        named.map(|named| named.name.as_str())
                    };
                    for name in claim.about.iter().filter_map(name) {
                        assert!(told.contains(name), "{category}: {name}: {told}");
                    }
                }
                let reasons = told.split(" · ").filter(|thing| thing.ends_with(')')).count();
                let of_kind = made.claims.all.iter().filter(|claim| claim.kind == kind).count();
                let expected = if kind == ClaimKind::Optional { of_kind } else { 0 };
                assert_eq!(reasons, expected, "{category}: {told}");
            }
        }
    }
}
