//! Prints a dungeon: the mission, the area, the level, and what was proved of them.

use super::Claims;
use super::read::FORMAT;
use crate::generate::Made;
use crate::generate::proof::{Proof, TileProof};
use crate::generate::{Rank, Request, Version};
use crate::json::area::made::{provenance, report};
use crate::json::area::{Artefact as Area, Extras};
use crate::json::mission::Body;
use crate::mission::{KeyStyle, SwitchStyle};
use crate::puzzle::{Lack, Placement};
use crate::tiles::Blocks;
use level::plan::Move;
use level::rules::Position;
use level::{Cell, Level};
use search::{Found, Seed};
use serde::Serialize;
use serde_json::Result;
use serde_json::{Value, json};

/// A dungeon, and what is said about it.
#[derive(Serialize)]
pub struct Artefact<'a> {
    format: &'static str,
    seed: u64,
    attempt: u64,
    mission: Body<'a>,
    area: Area<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'a Level>,
    /// The blocks that were asked for and placed; dungeon/1 and dungeon/2 do not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Value>,
    proof: Proved<'a>,
    walkthrough: &'a [String],
    rank: Ranked,
    provenance: Value,
}

/// The proof.
#[derive(Serialize)]
struct Proved<'a> {
    winnable: bool,
    unlosable: bool,
    /// The things that are needed and those that are not; dungeon/1 and dungeon/2 do not tell.
    #[serde(flatten)]
    claims: Option<Claims<'a>>,
    rooms: Rooms,
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<Tiles>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plan: Vec<Step>,
}

#[derive(Serialize)]
struct Rooms {
    states: u64,
    solution: usize,
    /// Number of times that the plan flips a switch; dungeon/1 does not tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    flips: Option<usize>,
}

#[derive(Serialize)]
struct Tiles {
    states: u64,
    cost: u64,
}

/// A move on the tiles, and the cell it ends on.
#[derive(Serialize)]
struct Step {
    action: &'static str,
    cell: [u32; 3],
}

/// The figures that dungeons are compared by, and their weighted sum.
#[derive(Serialize)]
struct Ranked {
    value: f64,
    solution: u32,
    nonlinearity: u32,
    spheres: u32,
    gating: u32,
    optional: f64,
}

/// The request, by the names of the options.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    #[serde(skip)]
    version: Version,
    category: String,
    rooms: usize,
    floors: u64,
    keys: u8,
    switches: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    switch_style: Option<SwitchStyle>,
    puzzles: String,
    key_style: KeyStyle,
    #[serde(skip_serializing_if = "Option::is_none")]
    room_size: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<u32>,
    /// The SHA-256 of each file of templates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    templates: Vec<String>,
    weights: Value,
}

impl Asked {
    /// The fields of a request, with templates of some files.
    pub fn new(request: &Request, templates: Vec<String>) -> Self {
        let weights = request.weights;
        Self {
            version: request.version,
            category: request.layout.category.name.clone(),
            rooms: request.rooms,
            floors: request.floors(),
            keys: request.mission.keys,
            switches: request.mission.switches,
            switch_style: request.mission.choice_of_switches(),
            puzzles: request.puzzles.to_string(),
            key_style: request.mission.key_style,
            room_size: request.tiles.as_ref().map(|tiles| [tiles.width, tiles.height]),
            blocks: request.tiles.as_ref().map(|tiles| tiles.blocks),
            templates,
            weights: json!({
                "solution": weights.solution,
                "nonlinearity": weights.nonlinearity,
                "spheres": weights.spheres,
                "gating": weights.gating,
                "optional": weights.optional,
            }),
        }
    }
}

impl Asked {
    /// The name of the algorithm.
    pub fn algorithm(&self) -> &'static str {
        self.version.name()
    }

    /// The options that are not the usual ones, as `quandary play --style plain` takes them.
    pub fn options(&self) -> String {
        let mut options = String::new();
        let mut say = |name: &str, value: String, usual: &str| {
            if value != usual {
                options.push_str(&format!(" --{name} {value}"));
            }
        };
        say("category", self.category.clone(), "dungeon");
        say("rooms", self.rooms.to_string(), "16");
        say("floors", self.floors.to_string(), "1");
        say("keys", self.keys.to_string(), "2");
        say("switches", self.switches.to_string(), "0");
        let once = self.switch_style == Some(SwitchStyle::Once);
        say("switch-style", if once { "once" } else { "toggle" }.to_owned(), "toggle");
        say("algorithm", self.algorithm().to_owned(), Version::default().name());
        say("puzzles", self.puzzles.clone(), "1..2");
        let small = self.key_style == KeyStyle::Small;
        say("key-style", if small { "small" } else { "named" }.to_owned(), "named");
        // Tiles are proved with the rest, and a dungeon whose tiles fail is not the one that is played.
        let [width, height] = self.room_size.unwrap_or([16, 11]);
        say("room-size", format!("{width}x{height}"), "16x11");
        say("blocks", self.blocks.map_or("4".to_owned(), |blocks| blocks.to_string()), "4");
        options
    }
}

impl<'a> Artefact<'a> {
    /// The artefact of a dungeon.
    ///
    /// # Errors
    /// When what was asked for cannot be written.
    pub fn new(found: &'a Found<Made, Proof>, seed: Seed, asked: &Asked) -> Result<Self> {
        let Made { dungeon, level, blocks } = &found.draft;
        let proof = &found.proof;
        let tells = tells_all(asked.version);
        let report = Some(match tells {
            false => report(&dungeon.area, dungeon.placement.asked),
            true => placed(&dungeon.placement),
        });
        let extras = Extras { report, ..Extras::default() };
        Ok(Self {
            format: FORMAT,
            seed: seed.value(),
            attempt: found.attempt,
            mission: Body::new(&dungeon.mission),
            area: Area::new(&dungeon.area, Some(seed.value()), extras),
            level: level.as_ref(),
            blocks: blocks.filter(|_| tells).map(blocks_report),
            proof: Proved::new(proof, level.as_ref(), asked.version),
            walkthrough: &proof.walkthrough,
            rank: Ranked::new(&proof.rank),
            provenance: provenance(asked.algorithm(), seed, found.attempt, asked)?,
        })
    }
}

/// True if a version tells of needed and optional things, and of what became of puzzles and blocks.
fn tells_all(version: Version) -> bool {
    !matches!(version, Version::V1 | Version::V2)
}

/// Number of puzzles that were asked for and placed, and every lack.
fn placed(placement: &Placement) -> Value {
    let Placement { asked, placed, lacks, .. } = placement;
    let lack = |&(lack, puzzles): &(Lack, u32)| json!({"reason": lack.name(), "puzzles": puzzles});
    let mut report = json!({ "asked": asked, "placed": placed });
    if let Some(missing) = placement.missing() {
        report["reason"] = missing.into();
        report["reasons"] = lacks.iter().map(lack).collect();
    }
    report
}

/// The most blocks that were asked for, how many were drawn and placed, and why not all of those.
fn blocks_report(blocks: Blocks) -> Value {
    let Blocks { most, drawn, placed, lack } = blocks;
    let mut report = json!({ "asked": most, "drawn": drawn, "placed": placed });
    if let Some(lack) = lack {
        report["reason"] = lack.name().into();
    }
    report
}

impl<'a> Proved<'a> {
    /// A plan was replayed, and no state was dead: else there would be no proof.
    fn new(proof: &Proof, level: Option<&'a Level>, version: Version) -> Self {
        let flips = (version != Version::V1).then(|| flips(proof));
        let tiles = proof.tiles.as_ref();
        let told = level.zip(tiles).filter(|_| tells_all(version));
        Self {
            winnable: true,
            unlosable: true,
            claims: told.map(|(level, tiles)| Claims::of(level, tiles)),
            rooms: Rooms { states: proof.states, solution: proof.plan.len(), flips },
            tiles: tiles
                .map(|tiles| Tiles { states: tiles.states, cost: tiles.walk.cost.straight }),
            plan: tiles.map(steps).unwrap_or_default(),
        }
    }
}

/// Number of times that the plan through the rooms flips a switch.
pub fn flips(proof: &Proof) -> usize {
    proof.plan.moves.iter().filter(|action| matches!(action, Move::Flip { .. })).count()
}

fn steps(tiles: &TileProof) -> Vec<Step> {
    let step = |record: &level::plan::Record| match record.position {
        Position::Cell(Cell { floor, row, col }) => {
            Some(Step { action: record.action.name(), cell: [floor, row, col] })
        }
        Position::Node(_) => None,
    };
    tiles.walk.records.iter().filter_map(step).collect()
}

impl Ranked {
    fn new(rank: &Rank) -> Self {
        let &Rank { solution, nonlinearity, spheres, gating, optional, value } = rank;
        Self { value, solution, nonlinearity, spheres, gating, optional }
    }
}
