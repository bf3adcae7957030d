//! The flavour text of a dungeon: its name, the names and descriptions of rooms, the names of things, and the text on
//! winning.

use super::plan::site::RoomId;
use super::plan::{Gate, Passage, Plan, Thing};
use super::rooms::Family;
use super::texts::{self, Lying, Pulled, RoomFacts, Seen, Teller, Told, Use};
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
    pub rooms: Vec<Told>,
    /// For each room, the names of its enemies.
    pub foes: Vec<Foes>,
    /// The names of things that can be taken or pulled.
    pub things: Vec<Named>,
    /// The text on winning.
    pub ending: String,
}

/// The names of the enemies of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Foes {
    /// Name of the first enemy, if it has its own.
    pub chief: Option<String>,
    /// Kind of the other enemies.
    pub kind: Option<String>,
}

impl Foes {
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
        let mut teller = Teller::new(family, stream);
        let place = teller.place(category);
        let bosses = Bosses { master: teller.master(), lesser: teller.lesser() };
        let things: Vec<Worded> = plan
            .things
            .iter()
            .flatten()
            .filter_map(|&thing| worded(plan, thing, &mut teller))
            .collect();
        let rooms = 0..plan.things.len();
        let foes = rooms.clone().map(|id| foes(plan, id, &bosses, &mut teller)).collect();
        let errands = errands(plan);
        let rooms = rooms
            .map(|id| {
                let errand = errands.contains(&id).then(|| teller.errand()).flatten();
                room(plan, id, (&things, errand.as_deref()), &bosses, &mut teller)
            })
            .collect();
        let goal = teller.goal();
        let ending = teller.ending(place.as_deref().unwrap_or("the place"), &goal);
        let things = things.into_iter().map(|worded| worded.named).collect();
        Self { place, goal, rooms, foes, things, ending }
    }
}

/// A named thing, with an optional sentence for the description of its room.
struct Worded {
    named: Named,
    line: Option<&'static str>,
}

/// The name and texts of a thing that can be taken or pulled.
fn worded(plan: &Plan, thing: Thing, teller: &mut Teller) -> Option<Worded> {
    let level = in_level(plan, thing)?;
    let named =
        |name: String, text: Option<&String>| Named { thing: level, name, text: text.cloned() };
    let (named, line) = match thing {
        Thing::Key(_) => (named(teller.key(), None), None),
        Thing::Item => {
            let item = teller.item(Use::KeyItem)?;
            (named(format!("the {}", item.name), Some(&item.text)), None)
        }
        Thing::Treasure(treasure) => {
            (named(format!("the {}", plan.treasure_names.get(treasure)?), None), None)
        }
        Thing::Solution(_) => {
            let (name, lever) = teller.lever()?;
            (named(format!("the {name}"), Some(&lever.text)), Some(lever.line.as_str()))
        }
        Thing::Bombs | Thing::SmallKey | Thing::Switch(_) => return None,
    };
    Some(Worded { named, line })
}

/// The name of a thing in the level.
fn in_level(plan: &Plan, thing: Thing) -> Option<String> {
    match thing {
        Thing::Item => Some("key_item".to_owned()),
        thing => symbol(plan, thing).map(|symbol| format!("symbol:{symbol}")),
    }
}

/// The names of the enemies of a room.
fn foes(plan: &Plan, id: RoomId, bosses: &Bosses, teller: &mut Teller) -> Foes {
    let load = plan.enemies[id];
    if load == 0 {
        return Foes::default();
    }
    let chief = match plan.purposes[id] {
        _ if id == plan.boss() => bosses.master.clone(),
        Purpose::MiniBoss => bosses.lesser.clone(),
        _ => None,
    };
    Foes { chief, kind: teller.enemy(load).map(|kind| kind.name.clone()) }
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
    (things, errand): (&[Worded], Option<&str>),
    bosses: &Bosses,
    teller: &mut Teller,
) -> Told {
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
        Some(Lying { thing, name })
    };
    let pulled = |level: &Option<String>| {
        let words = words(level)?;
        Some(Pulled { thing: &words.named.thing, line: words.line? })
    };
    let key = find(|thing| matches!(thing, Thing::Key(_) | Thing::Item));
    let treasure = find(|thing| matches!(thing, Thing::Treasure(_)));
    let lever = find(|thing| matches!(thing, Thing::Solution(_)));
    let boss = if id == plan.boss() { &bosses.master } else { &bosses.lesser };
    let mut seen: Vec<Seen<'_>> = seen(plan, id);
    seen.extend(errand.map(Seen::Errand));
    teller.room(&RoomFacts {
        purpose: plan.purposes[id],
        holder: plan.holders[id],
        guarded: plan.enemies[id] > 0,
        boss: boss.as_deref(),
        key: lying(&key),
        treasure: lying(&treasure),
        lever: pulled(&lever),
        seen: &seen,
    })
}

/// Names of the treasures of a plan.
pub(super) fn treasures(plan: &Plan, family: Family, stream: Stream) -> Vec<String> {
    let mut teller = Teller::new(family, stream);
    (0..plan.treasures).map(|_| teller.treasure()).collect()
}

/// The features visible in a room, besides things.
fn seen<'a>(plan: &Plan, room: RoomId) -> Vec<Seen<'a>> {
    let mut seen = Vec::new();
    for passage in plan.passages_of(room) {
        let leaves = passage.ends[0] == room;
        let side = if leaves { passage.side } else { passage.side.beyond() };
        let to = passage.ends[usize::from(leaves)];
        let gate = |gate| Some(Seen::Gate(gate, side.direction, to));
        seen.extend(match &passage.gate {
            Gate::Bombable => Some(Seen::Crack(side.direction, to)),
            Gate::Keys(_) => gate(lock(plan, passage)),
            Gate::Puzzle(_) if leaves => gate(texts::Gate::Puzzle),
            Gate::Plate(_) if leaves => Some(Seen::Plate(to)),
            Gate::Water => gate(texts::Gate::Water),
            Gate::OneWay if leaves => Some(Seen::Drop(side.direction)),
            Gate::SmallLock => gate(texts::Gate::SmallLock),
            Gate::Switch(..) => gate(texts::Gate::Switch),
            _ => None,
        });
        seen.extend((passage.gate == Gate::Water).then_some(Seen::Water));
    }
    seen
}

/// The gate of a passage as named in texts.
fn lock(plan: &Plan, passage: &Passage) -> texts::Gate {
    if passage.ends.contains(&plan.boss()) && !plan.peaceful {
        texts::Gate::BossLock
    } else {
        texts::Gate::Lock
    }
}
