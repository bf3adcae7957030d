//! Missions: lock-and-key graphs, proved.

use crate::fields::{all_words, maybe, not_none, whole};
use crate::{Generated, Look, Refusal, Request, Task};
use ::dungeon::json::mission::{
    MissionJson, MissionOrigin, MissionProof, MissionRequestJson, MissionStats,
};
use ::dungeon::mission::request::{Require, RequiredSpace};
use ::dungeon::mission::space::{LEAST_ROOMS, MOST_ROOMS};
use ::dungeon::mission::{
    self, Certificate, Constraints, Count, GivenRooms, KeyOrder, KeyStyle, Mission, RequestError,
    SpaceError, SwitchStyle, generate, level_graph,
};
#[cfg(feature = "clap")]
use ::dungeon::mission::{MOST_KEYS, MOST_SWITCHES};
use ::dungeon::{Options, Scratch};
use ::level::Level;
use diagnostics::json;
use draw::summary::Summary;
use draw::{mission_dot, mission_svg, mission_text};
use search::{Accepted, Control, Seed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

/// A cell of a space: x and y, y up.
pub type Cell = (i32, i32);

/// The default number of rooms.
const ROOMS: u16 = 25;

/// The request for a mission
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct MissionRequest {
    /// Number of rooms [default: 25 rooms]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = crate::values::whole::<u16>(LEAST_ROOMS as u64..=MOST_ROOMS as u64)))]
    #[cfg_attr(feature = "openapi", schema(minimum = 2, maximum = 2000))]
    #[serde(deserialize_with = "maybe")]
    pub rooms: Option<u16>,

    /// Number of keys, including the boss key; also the number of key-levels above 0. With 0 the boss is not locked
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 4, value_parser = crate::values::whole::<u8>(0..=MOST_KEYS as u64)))]
    #[cfg_attr(feature = "openapi", schema(maximum = 26))]
    #[serde(deserialize_with = "whole")]
    pub keys: u8,

    /// Number of switches; every switch is needed
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 0, value_parser = crate::values::whole::<u8>(0..=MOST_SWITCHES as u64)))]
    #[cfg_attr(feature = "openapi", schema(maximum = 4))]
    #[serde(deserialize_with = "whole")]
    pub switches: u8,

    /// Switch positions that the way to the goal needs [default: toggle]
    #[cfg_attr(feature = "clap", arg(long, value_name = "STYLE", value_enum))]
    pub switch_style: Option<SwitchStyle>,

    /// Order in which the player can get the keys
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t = KeyOrder::Total))]
    pub order: KeyOrder,

    /// Kind of the keys
    #[cfg_attr(feature = "clap", arg(long, value_name = "STYLE", value_enum, default_value_t = KeyStyle::Named))]
    pub key_style: KeyStyle,

    /// The cells that become rooms, each `[x, y]`, in the place of a number of rooms
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<[i32; 2]>>))]
    pub space: Option<Vec<Cell>>,

    /// The cells of each free-form room, in the place of a number of rooms; rooms are joined where their cells touch
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Vec<[i32; 2]>>>))]
    pub colors: Option<Vec<Vec<Cell>>>,

    /// Cell of the entrance: in the half-plane (y from 0), in the mask, or in a room of the colour map [default:
    /// chosen by the seed]
    #[cfg_attr(feature = "clap", arg(long, value_name = "X,Y", value_parser = crate::values::cell, allow_hyphen_values = true))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<[i32; 2]>))]
    pub start: Option<Cell>,

    /// Probability from 0 to 1 that two neighbouring rooms get a link beyond the tree, where locks allow it [default:
    /// 0.36]
    #[cfg_attr(feature = "clap", arg(long, value_name = "P", value_parser = crate::values::real(0.0..=1.0)))]
    #[cfg_attr(feature = "openapi", schema(minimum = 0.0, maximum = 1.0))]
    pub link_chance: Option<f64>,

    /// Accept only missions that meet this condition, such as boss-distance>=6; may be repeated. Conditions are
    /// NAME>=N, NAME<=N and NAME=N. Names: boss-distance and depth (passages from the entrance to the boss, and to
    /// the farthest room), cycles, dead-ends, forks (rooms with three or more passages) and locks [default: no
    /// condition]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME>=N"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    #[serde(deserialize_with = "all_words")]
    pub require: Vec<Require>,

    /// Generate N missions and keep the one whose shortest solution re-enters the fewest rooms [default: 1 mission]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = crate::values::whole::<u64>(1..=u64::MAX)))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    #[serde(deserialize_with = "maybe")]
    pub linearity: Option<u64>,

    /// Generate no room behind the boss room: the boss is the goal
    #[cfg_attr(feature = "clap", arg(long = "no-goal", action = clap::ArgAction::SetFalse))]
    pub goal_room: bool,

    /// Leave the boss room unlocked
    #[cfg_attr(feature = "clap", arg(id = "boss_unlocked", long = "boss-unlocked", action = clap::ArgAction::SetFalse))]
    pub boss_locked: bool,

    /// Number of random attempts. If all fail, a fixed construction generates a mission with the requested number of
    /// rooms; with given cells or requirements nothing is generated
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 20, value_parser = crate::values::whole::<u64>(1..=u64::MAX)))]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    #[serde(deserialize_with = "whole")]
    pub attempts: u64,

    /// The seed of all random choices; drawn if missing, and part of the answer
    #[cfg_attr(feature = "clap", arg(skip))]
    #[cfg_attr(feature = "openapi", schema(maximum = 9_007_199_254_740_991_u64))]
    #[serde(deserialize_with = "maybe")]
    pub seed: Option<u64>,

    /// Format of the answer
    #[cfg_attr(feature = "clap", arg(skip))]
    pub format: Option<MissionFormat>,
}

/// The form of a mission that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MissionFormat {
    /// Map, critical path and proofs
    Text,
    /// The complete mission (quandary/mission/1)
    Json,
    /// Graph for Graphviz
    Dot,
    /// SVG picture
    Svg,
    /// Graph of rooms (quandary/level/1), for solve and check
    Level,
}

impl Default for MissionRequest {
    fn default() -> Self {
        let usual = mission::Request::default();
        Self {
            rooms: None,
            keys: usual.keys,
            switches: usual.switches,
            switch_style: None,
            order: usual.order,
            key_style: usual.key_style,
            space: None,
            colors: None,
            start: None,
            link_chance: None,
            require: Vec::new(),
            linearity: usual.linearity,
            goal_room: usual.goal_room,
            boss_locked: usual.boss_locked,
            attempts: usual.attempts,
            seed: None,
            format: None,
        }
    }
}

impl MissionRequest {
    /// The request for the mission generator, without the space.
    #[must_use]
    pub fn mission(&self) -> mission::Request {
        mission::Request {
            keys: self.keys,
            switches: self.switches,
            switch_style: self.switch_style.unwrap_or_default(),
            order: self.order,
            key_style: self.key_style,
            goal_room: self.goal_room,
            boss_locked: self.boss_locked,
            linearity: self.linearity,
            attempts: self.attempts,
        }
    }

    /// The space for the rooms, with their number unless cells are given.
    fn space(&self) -> Result<(Box<dyn Constraints>, Option<usize>), Refusal> {
        match (self.rooms, &self.space, &self.colors) {
            (None, Some(cells), None) => {
                let space = GivenRooms::squares(cells);
                let space = space.map_err(|error| Refusal::of_field("space", error))?;
                let space =
                    self.set(space, GivenRooms::starting_at, GivenRooms::with_link_chance)?;
                Ok((space, None))
            }
            (None, None, Some(rooms)) => {
                let wrong = |error: &dyn std::fmt::Display| Refusal::of_field("colors", error);
                let neighbours = neighbours(rooms).map_err(|error| wrong(&error))?;
                let space = GivenRooms::regions(rooms.clone(), neighbours);
                let space = space.map_err(|error| wrong(&error))?;
                let space =
                    self.set(space, GivenRooms::starting_at, GivenRooms::with_link_chance)?;
                Ok((space, None))
            }
            (rooms, None, None) => {
                let rooms = usize::from(rooms.unwrap_or(ROOMS));
                if !(LEAST_ROOMS..=MOST_ROOMS).contains(&rooms) {
                    let range = LEAST_ROOMS as u64..=MOST_ROOMS as u64;
                    let error = diagnostics::asked(rooms as u64, "room", "rooms", range);
                    return Err(Refusal::of_field("rooms", error));
                }
                let space = Count::new(rooms);
                let space = self.set(space, Count::starting_at, Count::with_link_chance)?;
                Ok((space, Some(rooms)))
            }
            _ => Err(Refusal::of_field("space", "of rooms, space and colors one alone is given")),
        }
    }

    /// A space with the requested entrance and link probability.
    fn set<S: Constraints + 'static>(
        &self,
        mut space: S,
        starting_at: impl FnOnce(S, i32, i32) -> Result<S, SpaceError>,
        with_link_chance: impl FnOnce(S, f64) -> Result<S, SpaceError>,
    ) -> Result<Box<dyn Constraints>, Refusal> {
        if let Some((x, y)) = self.start {
            space = starting_at(space, x, y).map_err(|error| Refusal::of_field("start", error))?;
        }
        if let Some(chance) = self.link_chance {
            space = with_link_chance(space, chance)
                .map_err(|error| Refusal::of_field("link_chance", error))?;
        }
        Ok(RequiredSpace::of(Box::new(space), self.require.clone()))
    }
}

/// By room: the rooms with a common edge, in rising order.
fn neighbours(rooms: &[Vec<Cell>]) -> Result<Vec<Vec<u32>>, String> {
    let owned =
        (0..).zip(rooms).flat_map(|(room, cells)| cells.iter().map(move |&cell| (cell, room)));
    let mut owned: Vec<(Cell, u32)> = owned.collect();
    let mut touching = vec![BTreeSet::new(); rooms.len()];
    // In row order the next cell can be the eastern neighbour, in column order the northern one.
    for (east, north) in [(1, 0), (0, 1)] {
        owned.sort_unstable_by_key(|&((x, y), _)| if east == 1 { (y, x) } else { (x, y) });
        for pair in owned.windows(2) {
            let &[((x, y), one), (next, other)] = pair else { continue };
            if (x, y) == next {
                return Err(format!("the cell {x},{y} is there twice"));
            }
            if one != other && next == (x.saturating_add(east), y.saturating_add(north)) {
                for (a, b) in [(one, other), (other, one)] {
                    if let Some(known) = touching.get_mut(a as usize) {
                        known.insert(b);
                    }
                }
            }
        }
    }
    Ok(touching.into_iter().map(|rooms| rooms.into_iter().collect()).collect())
}

impl Request for MissionRequest {
    type Task = MissionTask;

    fn task(&self) -> Result<MissionTask, Refusal> {
        if self.key_style == KeyStyle::Small && self.order == KeyOrder::Partial {
            let error = "small keys are all alike: they do not go with order partial";
            return Err(Refusal::of_field("key_style", error));
        }
        not_none("attempts", Some(self.attempts))?;
        not_none("linearity", self.linearity)?;
        let request = self.mission();
        let (space, rooms) = self.space()?;
        request.check(space.rooms()).map_err(|error| match (&error, rooms, &self.space) {
            (RequestError::Rooms { .. }, None, Some(_)) => Refusal::of_field("space", error),
            (RequestError::Rooms { .. }, None, None) => Refusal::of_field("colors", error),
            _ => Refusal::request(error),
        })?;
        let asked = MissionRequestJson {
            space: self.space.clone(),
            colors: self.colors.clone(),
            start: self.start,
            link_chance: self.link_chance,
            require: self.require.clone(),
            ..MissionRequestJson::of(&request, rooms)
        };
        Ok(MissionTask { request, space, asked: Arc::new(asked) })
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn format(&self) -> Option<MissionFormat> {
        self.format
    }
}

/// The task of generating a mission.
pub struct MissionTask {
    request: mission::Request,
    space: Box<dyn Constraints>,
    asked: Arc<MissionRequestJson>,
}

impl Task for MissionTask {
    type Output = GeneratedMission;

    fn make(
        &self,
        seed: Seed,
        control: &Control<'_>,
        scratch: &mut Scratch,
    ) -> Result<GeneratedMission, Refusal> {
        let options = Options::controlled(control, scratch);
        let report = generate(&self.request, &*self.space, seed, options);
        let found = report.map_err(Refusal::request)?.best(seed)?;
        let stats = MissionStats::of(&found.candidate, &found.proof);
        let proof = MissionProof::of(&found.proof);
        Ok(GeneratedMission { found, stats, proof, asked: Arc::clone(&self.asked), seed })
    }
}

/// A generated mission.
pub struct GeneratedMission {
    found: Accepted<Mission, Certificate>,
    stats: MissionStats,
    proof: MissionProof,
    asked: Arc<MissionRequestJson>,
    seed: Seed,
}

impl GeneratedMission {
    fn told(&self) -> MissionOrigin<'_> {
        let (seed, attempt) = self.origin();
        MissionOrigin { seed: seed.value(), attempt, request: &self.asked }
    }

    fn artefact(&self) -> MissionJson<'_> {
        MissionJson::new(&self.found.candidate, &self.stats, &self.proof, self.told())
    }

    /// The summary below a map.
    fn summary(&self) -> Summary {
        let Self { found, stats, proof, seed, .. } = self;
        let origin = (seed.value(), found.attempt);
        Summary::of(&found.candidate, &found.proof, (stats, proof), origin)
    }

    /// The mission as a level of rooms, with the same provenance.
    fn as_level(&self) -> anyhow::Result<Level> {
        let origin = self.told();
        let provenance = match serde_json::to_value(origin.provenance())? {
            serde_json::Value::Object(fields) => Some(fields),
            _ => None,
        };
        let name = Some(format!("mission {}", origin.seed));
        Ok(Level { name, provenance, ..Level::of_graph(level_graph(&self.found.candidate)) })
    }
}

impl Generated for GeneratedMission {
    type Format = MissionFormat;
    const NAME: &'static str = "a mission";

    fn origin(&self) -> (Seed, u64) {
        (self.seed, self.found.attempt)
    }

    fn write(&self, out: &mut dyn Write, format: MissionFormat, look: Look) -> anyhow::Result<()> {
        let (mission, summary) = (&self.found.candidate, self.summary());
        let text = match format {
            MissionFormat::Json => return Ok(json::outline(out, &self.artefact(), 2)?),
            MissionFormat::Level => return Ok(json::outline(out, &self.as_level()?, 3)?),
            MissionFormat::Dot => mission_dot::render(mission, &summary.title()),
            MissionFormat::Svg => mission_svg::render(mission, &summary),
            MissionFormat::Text => mission_text::render(mission, &summary, look.colour),
        };
        Ok(out.write_all(text.as_bytes())?)
    }

    fn write_line(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        Ok(json::line(out, &self.artefact())?)
    }

    fn level(&self) -> anyhow::Result<Option<Level>> {
        self.as_level().map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::neighbours;

    #[test]
    fn rooms_touch_side_to_side() {
        let ring = [vec![(0, 0)], vec![(1, 0)], vec![(0, 1)], vec![(1, 1), (2, 1)]];
        let touching = neighbours(&ring).unwrap();
        assert_eq!(touching, [vec![1, 2], vec![0, 3], vec![0, 3], vec![1, 2]]);
        // The end of a row is no neighbour of the next row's start.
        let apart = [vec![(0, 0), (3, 1)], vec![(4, 0)], vec![(4, 1), (0, 2)]];
        assert_eq!(neighbours(&apart).unwrap(), [vec![2], vec![2], vec![0, 1]]);
        assert!(neighbours(&[vec![(0, 0)], vec![(1, 0), (0, 0)]]).unwrap_err().contains("twice"));
    }
}
