//! The words of a designed dungeon: its name, its rooms' names and texts, and what is said at its end.

use super::plan::site::RoomId;
use super::plan::{Gate, Passage, Plan, Thing};
use super::rooms::Family;
use super::texts::{self, RoomFacts, Seen, Teller, Told, Won};
use search::Stream;

/// The words of a dungeon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tale {
    /// Its name, where its category has names.
    pub place: Option<String>,
    /// Of each room its name and its text.
    pub rooms: Vec<Told>,
    /// Of each room the kind of its enemies, or the name of its boss.
    pub foes: Vec<Option<String>>,
    /// What is said to whoever wins.
    pub ending: String,
}

impl Tale {
    /// Tells of a plan.
    #[must_use]
    pub fn of(plan: &Plan, family: Family, category: &str, stream: Stream) -> Self {
        let mut teller = Teller::new(family, stream);
        let place = teller.place(category);
        let boss = teller.master();
        let lesser = teller.lesser();
        let mut rooms = Vec::with_capacity(plan.things.len());
        let mut foes = Vec::with_capacity(plan.things.len());
        for (id, holder) in plan.holders.iter().enumerate() {
            let has = |wanted: fn(&Thing) -> bool| plan.things[id].iter().any(wanted);
            let key =
                has(|thing| matches!(thing, Thing::Key(_) | Thing::Item)).then(|| teller.key());
            let puzzle = has(|thing| matches!(thing, Thing::Solution(_))).then(|| teller.puzzle());
            let foe = match plan.enemies[id] {
                0 => None,
                _ if id == plan.boss() => None,
                load => teller.enemy(load),
            };
            let master = boss.clone().filter(|_| id == plan.boss() && plan.enemies[id] > 0);
            foes.push(foe.map(|foe| foe.name.clone()).or(master));
            let treasure = plan.things[id].iter().find_map(|thing| match thing {
                Thing::Treasure(treasure) => plan.treasure_names.get(*treasure),
                _ => None,
            });
            let named = if id == plan.boss() && !plan.peaceful {
                boss.as_deref()
            } else {
                lesser.as_deref()
            };
            let seen = seen(plan, id);
            rooms.push(teller.room(&RoomFacts {
                purpose: plan.purposes[id],
                holder: *holder,
                foes: foe.as_slice(),
                boss: named,
                key: key.as_deref(),
                treasure: treasure.map(String::as_str),
                puzzle: puzzle.as_deref(),
                seen: &seen,
            }));
        }
        let goal = teller.goal();
        let ending = teller.ending(&Won {
            place: place.as_deref().unwrap_or("the place"),
            goal: &goal,
            boss: boss.as_deref(),
            // What was found is told by the game, which knows it.
            found: &[],
            treasures: 0,
        });
        Self { place, rooms, foes, ending }
    }
}

/// Names of the treasures of a plan.
pub(super) fn treasures(plan: &Plan, family: Family, stream: Stream) -> Vec<String> {
    let mut teller = Teller::new(family, stream);
    (0..plan.treasures).map(|_| teller.treasure()).collect()
}

/// What is seen in a room besides what lies in it.
fn seen(plan: &Plan, room: RoomId) -> Vec<Seen<'static>> {
    let mut seen = Vec::new();
    for passage in plan.passages_of(room) {
        let leaves = passage.ends[0] == room;
        let side = if leaves { passage.side } else { passage.side.beyond() };
        seen.extend(match &passage.gate {
            Gate::Bombable => Some(Seen::Crack(side.direction)),
            Gate::Keys(_) => Some(Seen::Gate(lock(plan, passage))),
            Gate::Puzzle(_) if leaves => Some(Seen::Gate(texts::Gate::Puzzle)),
            Gate::Plate(_) if leaves => Some(Seen::Plate),
            Gate::Water if leaves => Some(Seen::Water),
            Gate::OneWay if leaves => Some(Seen::Drop(side.direction)),
            Gate::SmallLock => Some(Seen::Gate(texts::Gate::SmallLock)),
            Gate::Switch(..) => Some(Seen::Gate(texts::Gate::Switch)),
            _ => None,
        });
    }
    seen
}

/// The lock of a passage, as it is told.
fn lock(plan: &Plan, passage: &Passage) -> texts::Gate {
    if passage.ends.contains(&plan.boss()) && !plan.peaceful {
        texts::Gate::BossLock
    } else {
        texts::Gate::Lock
    }
}
