//! An estimated playthrough of a plan: the rooms visited by a player who knows the positions of all things.
//!
//! It ranks candidates before there are tiles and a proof, by locks seen before their keys, rooms left out, and
//! passages saved by secret walls. It is an estimate: it counts passages, always fetches the nearest needed thing, and
//! treats a puzzle, a portcullis or a switch as solved when its room is entered.

use super::site::RoomId;
use super::{Gate, Passage, Plan, Thing};
use smallvec::SmallVec;

/// For each room, when it is first entered; `None` if never.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::dungeon) struct Entered(pub(in crate::dungeon) Vec<Option<usize>>);

impl Entered {
    /// When a room is first entered.
    pub(in crate::dungeon) fn at(&self, room: RoomId) -> Option<usize> {
        self.0[room]
    }

    /// When the first room of a passage is entered; `None` if neither is.
    pub(in crate::dungeon) fn met(&self, passage: &Passage) -> Option<usize> {
        passage.ends.iter().filter_map(|&room| self.at(room)).min()
    }

    /// When the room of a thing is first entered; `None` if never, or if there is no such thing.
    pub(in crate::dungeon) fn had(&self, plan: &Plan, thing: Thing) -> Option<usize> {
        self.at(plan.things.iter().position(|held| held.contains(&thing))?)
    }

    /// The share of locks seen before the last of their keys, among locks whose keys are all found; 1 if there are
    /// none.
    pub(in crate::dungeon) fn foreshadowed(&self, plan: &Plan) -> f64 {
        let (mut locks, mut seen) = (0_u32, 0_u32);
        for passage in &plan.passages {
            let Gate::Keys(keys) = &passage.gate else { continue };
            let had = keys.iter().filter_map(|&key| self.had(plan, Thing::Key(key))).max();
            let Some(had) = had else { continue };
            locks += 1;
            seen += u32::from(self.met(passage).is_some_and(|met| met < had));
        }
        if locks == 0 { 1.0 } else { f64::from(seen) / f64::from(locks) }
    }

    /// True if water is seen before a time.
    pub(in crate::dungeon) fn sees_water(&self, plan: &Plan, before: usize) -> bool {
        let mut water = plan.passages.iter().filter(|passage| passage.gate == Gate::Water);
        water.any(|passage| self.met(passage).is_some_and(|met| met < before))
    }
}

/// The rooms of a playthrough.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::dungeon) struct Playthrough {
    /// The entered rooms in order, starting at the entrance.
    rooms: Vec<RoomId>,
    /// For each room, the first index in `rooms`: the number of passages before it is entered.
    pub(in crate::dungeon) entered: Entered,
    /// The share of passages saved by secret walls.
    saved: f64,
}

impl Playthrough {
    /// The shorter of two playthroughs: without secret walls, or fetching the bombs first. `None` if neither reaches
    /// the goal.
    pub(in crate::dungeon) fn of(plan: &Plan) -> Option<Self> {
        let site = (plan, &passages(plan)[..]);
        let needed: Vec<Thing> =
            things(plan).filter(|&thing| !is_won(site, Some(thing), true)).collect();
        let past = if is_won(site, None, false) { way(site, &needed, false) } else { None };
        let bombed = way(site, &needed, true);
        let (rooms, saved) = match (past, bombed) {
            (Some(past), Some(bombed)) => {
                let saved = 1.0 - bombed.len() as f64 / past.len() as f64;
                if saved > 0.0 { (bombed, saved) } else { (past, 0.0) }
            }
            (past, bombed) => (past.or(bombed)?, 0.0),
        };
        let mut entered = vec![None; plan.things.len()];
        for (at, &room) in rooms.iter().enumerate() {
            entered[room].get_or_insert(at);
        }
        Some(Self { rooms, entered: Entered(entered), saved })
    }

    /// The share of passages saved by secret walls.
    pub(in crate::dungeon) fn saved(&self) -> f64 {
        self.saved
    }

    /// The share of rooms that are not entered.
    pub(in crate::dungeon) fn off(&self) -> f64 {
        let off = self.entered.0.iter().filter(|entered| entered.is_none()).count();
        off as f64 / self.entered.0.len().max(1) as f64
    }

    /// The share of passages that lead to a room entered before.
    pub(in crate::dungeon) fn reentry(&self) -> f64 {
        let entered = self.entered.0.iter().flatten().count();
        (self.rooms.len() - entered) as f64 / self.passages().max(1) as f64
    }

    /// Number of passages traversed.
    pub(in crate::dungeon) fn passages(&self) -> usize {
        self.rooms.len() - 1
    }
}

/// The things that a gate can require.
fn things(plan: &Plan) -> impl Iterator<Item = Thing> {
    let asked = |thing: &Thing| !matches!(thing, Thing::Treasure(_) | Thing::Solution(_));
    plan.things.iter().flatten().copied().filter(asked)
}

/// A set of numbers of things of one kind.
#[derive(Clone, Debug, Default)]
struct Numbers(SmallVec<[u64; 2]>);

impl Numbers {
    fn add(&mut self, number: usize) {
        let [at, bit] = [number / 64, number % 64];
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << bit;
    }

    fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }
}

/// The things collected so far.
#[derive(Clone, Debug, Default)]
struct Inventory {
    keys: Numbers,
    solutions: Numbers,
    switches: Numbers,
    item: bool,
    bombs: bool,
    small_key: bool,
}

impl Inventory {
    /// Takes everything in a room, except for one thing.
    fn take(&mut self, plan: &Plan, room: RoomId, but: Option<Thing>) {
        for &thing in plan.things[room].iter().filter(|&&thing| Some(thing) != but) {
            match thing {
                Thing::Key(key) => self.keys.add(key),
                Thing::Solution(puzzle) => self.solutions.add(puzzle),
                Thing::Switch(switch) => self.switches.add(switch),
                Thing::Item => self.item = true,
                Thing::Bombs => self.bombs = true,
                Thing::SmallKey => self.small_key = true,
                // No gate requires it.
                Thing::Treasure(_) => {}
            }
        }
    }

    /// True if a thing was collected.
    fn has(&self, thing: Thing) -> bool {
        match thing {
            Thing::Key(key) => self.keys.has(key),
            Thing::Solution(puzzle) => self.solutions.has(puzzle),
            Thing::Switch(switch) => self.switches.has(switch),
            Thing::Item => self.item,
            Thing::Bombs => self.bombs,
            Thing::SmallKey => self.small_key,
            Thing::Treasure(_) => false,
        }
    }

    /// True if a passage can be traversed from a room.
    fn opens(&self, passage: &Passage, from: RoomId, bombs: bool) -> bool {
        let has = |thing: Thing| self.has(thing);
        match &passage.gate {
            Gate::Open | Gate::Plate(_) => true,
            Gate::Puzzle(puzzle) => passage.ends[1] == from || has(Thing::Solution(*puzzle)),
            Gate::Bombable => bombs && has(Thing::Bombs),
            Gate::Keys(keys) => keys.iter().all(|&key| has(Thing::Key(key))),
            Gate::Water => has(Thing::Item),
            Gate::OneWay => passage.ends[0] == from,
            Gate::SmallLock => has(Thing::SmallKey),
            Gate::Shutter(key) => !has(Thing::Key(*key)),
            Gate::Switch(switch, _) => has(Thing::Switch(*switch)),
        }
    }
}

/// A plan, and the passages of each of its rooms.
type PlanView<'a, 'b> = (&'a Plan, &'b [RoomPassages<'a>]);

/// The passages of a room.
type RoomPassages<'a> = SmallVec<[&'a Passage; 6]>;

/// The passages of each room.
fn passages(plan: &Plan) -> Vec<RoomPassages<'_>> {
    let mut beside = vec![RoomPassages::new(); plan.things.len()];
    for passage in &plan.passages {
        passage.ends.iter().for_each(|&room| beside[room].push(passage));
    }
    beside
}

/// The room at the other end of a passage.
fn beyond(passage: &Passage, room: RoomId) -> RoomId {
    passage.ends[usize::from(passage.ends[0] == room)]
}

/// True if the goal is reachable without one thing, ignoring what gets lost on the way.
fn is_won((plan, beside): PlanView<'_, '_>, but: Option<Thing>, bombs: bool) -> bool {
    let mut hand = Inventory::default();
    let mut met = vec![false; beside.len()];
    let mut barred: Vec<(&Passage, RoomId)> = Vec::new();
    let mut waiting = vec![plan.start()];
    loop {
        while let Some(room) = waiting.pop() {
            if !std::mem::replace(&mut met[room], true) {
                hand.take(plan, room, but);
                barred.extend(beside[room].iter().map(|&passage| (passage, room)));
            }
        }
        let opens = |&(passage, from): &(&Passage, RoomId)| {
            matches!(passage.gate, Gate::Shutter(_)) || hand.opens(passage, from, bombs)
        };
        barred.retain(|way| {
            let (so, to) = (opens(way), beyond(way.0, way.1));
            if so && !met[to] {
                waiting.push(to);
            }
            !so
        });
        if waiting.is_empty() || met[plan.goal()] {
            return met[plan.goal()];
        }
    }
}

/// The rooms of a playthrough that always fetches the nearest needed thing; first the bombs if `bombs` is set.
fn way((plan, beside): PlanView<'_, '_>, needed: &[Thing], bombs: bool) -> Option<Vec<RoomId>> {
    let mut hand = Inventory::default();
    let mut rooms = vec![plan.start()];
    hand.take(plan, plan.start(), None);
    loop {
        let here = *rooms.last()?;
        let (steps, before) = flood(beside, here, |p, from| hand.opens(p, from, bombs));
        let wanted = |thing: &Thing| {
            let first = bombs && !hand.bombs;
            let meant = if first { *thing == Thing::Bombs } else { needed.contains(thing) };
            meant && !hand.has(*thing)
        };
        let fetch = (0..steps.len()).filter(|&room| plan.things[room].iter().any(wanted));
        let nearest =
            fetch.filter(|&room| steps[room] < usize::MAX).min_by_key(|&room| steps[room]);
        let at_once = steps[plan.goal()] < usize::MAX;
        let to =
            if at_once { plan.goal() } else { nearest.or_else(|| any(plan, &hand, &steps))? };
        let mut back = vec![to];
        while let Some(&room) = back.last().filter(|&&room| room != here) {
            back.push(before[room]);
        }
        for &room in back.iter().rev().skip(1) {
            hand.take(plan, room, None);
            rooms.push(room);
        }
        if to == plan.goal() {
            return Some(rooms);
        }
    }
}

/// The nearest room with a new thing that a gate can require; used if no needed thing is reachable.
fn any(plan: &Plan, hand: &Inventory, steps: &[usize]) -> Option<RoomId> {
    let new = |room: &RoomId| {
        let asked = |thing: &&Thing| !matches!(thing, Thing::Treasure(_) | Thing::Solution(_));
        plan.things[*room].iter().filter(asked).any(|thing| !hand.has(*thing))
    };
    (0..steps.len())
        .filter(|&room| steps[room] < usize::MAX)
        .filter(new)
        .min_by_key(|&room| steps[room])
}

/// For each room, its distance in passages and the previous room.
fn flood(
    beside: &[RoomPassages<'_>],
    from: RoomId,
    opens: impl Fn(&Passage, RoomId) -> bool,
) -> (Vec<usize>, Vec<RoomId>) {
    let mut steps = vec![usize::MAX; beside.len()];
    let mut before = vec![from; beside.len()];
    let mut queue = Vec::with_capacity(beside.len());
    queue.push(from);
    steps[from] = 0;
    let mut next = 0;
    while let Some(&here) = queue.get(next) {
        next += 1;
        for passage in &beside[here] {
            let to = beyond(passage, here);
            if steps[to] == usize::MAX && opens(passage, here) {
                steps[to] = steps[here] + 1;
                before[to] = here;
                queue.push(to);
            }
        }
    }
    (steps, before)
}
