//! The flavour text of a dungeon: its name, the names and descriptions of rooms, the names of things, and the text on
//! winning.

use super::plan::site::RoomId;
use super::plan::{Gate, Passage, Plan, Thing};
use super::rooms::Family;
use super::texts::{
    self, Feature, ItemUse, LeverFact, RoomFacts, RoomText, TextGenerator, ThingFact,
};
use super::tiling::symbol;
use crate::purpose::Purpose;
use search::Stream;
use serde::{Deserialize, Serialize};

/// The flavour text of a dungeon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlavourText {
    /// Its name, where its category has names.
    pub place: Option<String>,
    /// Name of the goal item, with an article.
    pub goal: String,
    /// For each room, its name and its description.
    pub rooms: Vec<RoomText>,
    /// For each room, the names of its enemies.
    pub foes: Vec<EnemyNames>,
    /// The names of things that can be taken or pulled.
    pub things: Vec<Named>,
    /// The text on winning.
    pub ending: String,
}

/// The names of the enemies of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnemyNames {
    /// Name of the first enemy, if it has its own.
    pub chief: Option<String>,
    /// Kind of the other enemies.
    pub kind: Option<String>,
}

impl EnemyNames {
    /// The name of an enemy, by index.
    #[must_use]
    pub fn name(&self, at: usize) -> &str {
        let chief = self.chief.as_deref().filter(|_| at == 0);
        chief.or(self.kind.as_deref()).unwrap_or("enemy")
    }
}

/// The name of a thing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Named {
    /// The thing, by its name in the level, such as `symbol:A`.
    pub thing: String,
    /// Its name with an article, such as `the cook's key`.
    pub name: String,
    /// A sentence about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The names of the bosses.
struct Bosses {
    master: Option<String>,
    lesser: Option<String>,
}

impl FlavourText {
    /// The flavour text of a plan.
    #[must_use]
    pub fn of(plan: &Plan, family: Family, category: &str, stream: Stream) -> Self {
        let mut generator = TextGenerator::new(family, stream);
        let place = generator.place(category);
        let bosses = Bosses { master: generator.master(), lesser: generator.lesser() };
        let things: Vec<ThingText> = plan
            .things
            .iter()
            .flatten()
            .filter_map(|&thing| thing_text(plan, thing, &mut generator))
            .collect();
        let rooms = 0..plan.things.len();
        let foes = rooms.clone().map(|id| foes(plan, id, &bosses, &mut generator)).collect();
        let errands = errands(plan);
        let rooms = rooms
            .map(|id| {
                let errand = errands.contains(&id).then(|| generator.errand()).flatten();
                room(plan, id, (&things, errand.as_deref()), &bosses, &mut generator)
            })
            .collect();
        let goal = generator.goal();
        let ending = generator.ending(place.as_deref().unwrap_or("the place"), &goal);
        let things = things.into_iter().map(|thing_text| thing_text.named).collect();
        Self { place, goal, rooms, foes, things, ending }
    }
}

/// A named thing, with an optional sentence for the description of its room.
struct ThingText {
    named: Named,
    line: Option<&'static str>,
}

/// The name and texts of a thing that can be taken or pulled.
fn thing_text(plan: &Plan, thing: Thing, generator: &mut TextGenerator) -> Option<ThingText> {
    let level = in_level(plan, thing)?;
    let named =
        |name: String, text: Option<&String>| Named { thing: level, name, text: text.cloned() };
    let (named, line) = match thing {
        Thing::Key(_) => (named(generator.key(), None), None),
        Thing::Item => {
            let item = generator.item(ItemUse::KeyItem)?;
            (named(format!("the {}", item.name), Some(&item.text)), None)
        }
        Thing::Treasure(treasure) => {
            (named(format!("the {}", plan.treasure_names.get(treasure)?), None), None)
        }
        Thing::Solution(_) => {
            let (name, lever) = generator.lever()?;
            (named(format!("the {name}"), Some(&lever.text)), Some(lever.line.as_str()))
        }
        Thing::Bombs | Thing::SmallKey | Thing::Switch(_) => return None,
    };
    Some(ThingText { named, line })
}

/// The name of a thing in the level.
fn in_level(plan: &Plan, thing: Thing) -> Option<String> {
    match thing {
        Thing::Item => Some("key_item".to_owned()),
        thing => symbol(plan, thing).map(|symbol| format!("symbol:{symbol}")),
    }
}

/// The names of the enemies of a room.
fn foes(plan: &Plan, id: RoomId, bosses: &Bosses, generator: &mut TextGenerator) -> EnemyNames {
    let load = plan.enemies[id];
    if load == 0 {
        return EnemyNames::default();
    }
    let chief = match plan.purposes[id] {
        _ if id == plan.boss() => bosses.master.clone(),
        Purpose::MiniBoss => bosses.lesser.clone(),
        _ => None,
    };
    EnemyNames { chief, kind: generator.enemy(load).map(|kind| kind.name.clone()) }
}

/// The rooms of a peaceful dungeon with an errand: every other room, except for start, goal and rooms with a drop,
/// whose description mentions the drop.
fn errands(plan: &Plan) -> Vec<RoomId> {
    let drops = |room: &RoomId| {
        plan.passages.iter().any(|passage| passage.gate == Gate::OneWay && passage.ends[0] == *room)
    };
    let fits = |room: &RoomId| ![plan.start(), plan.goal()].contains(room) && !drops(room);
    let rooms = (0..plan.things.len()).filter(|_| plan.peaceful);
    rooms.filter(fits).step_by(2).collect()
}

/// Name and description of a room with its things and an optional errand.
fn room(
    plan: &Plan,
    id: RoomId,
    (things, errand): (&[ThingText], Option<&str>),
    bosses: &Bosses,
    generator: &mut TextGenerator,
) -> RoomText {
    let find = |wanted: fn(&Thing) -> bool| {
        let thing = plan.things[id].iter().copied().find(wanted)?;
        in_level(plan, thing)
    };
    let words = |level: &Option<String>| {
        let level = level.as_deref()?;
        things.iter().find(|words| words.named.thing == level)
    };
    let lying = |level: &Option<String>| {
        let Named { thing, name, .. } = &words(level)?.named;
        Some(ThingFact { thing, name })
    };
    let pulled = |level: &Option<String>| {
        let words = words(level)?;
        Some(LeverFact { thing: &words.named.thing, line: words.line? })
    };
    let key = find(|thing| matches!(thing, Thing::Key(_) | Thing::Item));
    let treasure = find(|thing| matches!(thing, Thing::Treasure(_)));
    let lever = find(|thing| matches!(thing, Thing::Solution(_)));
    let boss = if id == plan.boss() { &bosses.master } else { &bosses.lesser };
    let mut features: Vec<Feature<'_>> = features(plan, id);
    features.extend(errand.map(Feature::Errand));
    generator.room(&RoomFacts {
        purpose: plan.purposes[id],
        holder: plan.holders[id],
        guarded: plan.enemies[id] > 0,
        boss: boss.as_deref(),
        key: lying(&key),
        treasure: lying(&treasure),
        lever: pulled(&lever),
        features: &features,
    })
}

/// Names of the treasures of a plan.
pub(super) fn treasures(plan: &Plan, family: Family, stream: Stream) -> Vec<String> {
    let mut generator = TextGenerator::new(family, stream);
    (0..plan.treasures).map(|_| generator.treasure()).collect()
}

/// The features visible in a room, besides things.
fn features<'a>(plan: &Plan, room: RoomId) -> Vec<Feature<'a>> {
    let mut features: Vec<Feature<'a>> =
        plan.bridged.contains(&room).then_some(Feature::Bridge).into_iter().collect();
    for passage in plan.passages_of(room) {
        let leaves = passage.ends[0] == room;
        let side = if leaves { passage.side } else { passage.side.beyond() };
        let to = passage.ends[usize::from(leaves)];
        let gate = |gate| Some(Feature::Gate(gate, side.direction, to));
        features.extend(match &passage.gate {
            Gate::Bombable => Some(Feature::Crack(side.direction, to)),
            Gate::Keys(_) => gate(lock(plan, passage)),
            Gate::Puzzle(_) if leaves => gate(texts::VisibleGate::Puzzle),
            Gate::Plate(_) if leaves => Some(Feature::Plate(to)),
            Gate::Water => gate(texts::VisibleGate::Water),
            Gate::OneWay if leaves => Some(Feature::Drop(side.direction)),
            Gate::SmallLock => gate(texts::VisibleGate::SmallLock),
            Gate::Switch(..) => gate(texts::VisibleGate::Switch),
            _ => None,
        });
        features.extend((passage.gate == Gate::Water).then_some(Feature::Water));
    }
    features
}

/// The gate of a passage as named in texts.
fn lock(plan: &Plan, passage: &Passage) -> texts::VisibleGate {
    if passage.ends.contains(&plan.boss()) && !plan.peaceful {
        texts::VisibleGate::BossLock
    } else {
        texts::VisibleGate::Lock
    }
}
