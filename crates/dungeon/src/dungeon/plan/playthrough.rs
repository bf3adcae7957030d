//! The playthrough of a plan: the rooms that whoever knows where everything lies goes through, guessed from the plan alone.
//!
//! It tells candidates apart before there are tiles and a proof: which locks are met before their keys, what is passed by,
//! what secret walls save. It is a guess: it counts passages, fetches the nearest needed thing first, and takes a puzzle,
//! a portcullis and a switch for opened once their room is entered.

use super::site::RoomId;
use super::{Gate, Passage, Plan, Thing};
use smallvec::SmallVec;

/// Of each room when it is first entered; `None` where it is not.
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

    /// When the room of a thing is first entered; `None` if it is not, or the thing lies nowhere.
    pub(in crate::dungeon) fn had(&self, plan: &Plan, thing: Thing) -> Option<usize> {
        self.at(plan.things.iter().position(|held| held.contains(&thing))?)
    }

    /// The share of locks that are met before the last of their keys, of those whose keys are come to; 1 without any.
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

    /// True if water is met before a time.
    pub(in crate::dungeon) fn sees_water(&self, plan: &Plan, before: usize) -> bool {
        let mut water = plan.passages.iter().filter(|passage| passage.gate == Gate::Water);
        water.any(|passage| self.met(passage).is_some_and(|met| met < before))
    }
}

/// The rooms of a playthrough.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::dungeon) struct Playthrough {
    /// The rooms that are entered, one after another, the entrance first.
    rooms: Vec<RoomId>,
    /// Of each room the place in `rooms` where it first stands: when it is entered, in passages.
    pub(in crate::dungeon) entered: Entered,
    /// The share of its way that secret walls save.
    saved: f64,
}

impl Playthrough {
    /// The shorter of two playthroughs: past all secret walls, or by the bombs first. `None` where neither comes to the goal.
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

    /// The share of its way that secret walls save.
    pub(in crate::dungeon) fn saved(&self) -> f64 {
        self.saved
    }

    /// The share of rooms that are not entered.
    pub(in crate::dungeon) fn off(&self) -> f64 {
        let off = self.entered.0.iter().filter(|entered| entered.is_none()).count();
        off as f64 / self.entered.0.len().max(1) as f64
    }

    /// The share of passages that lead to a room for another time.
    pub(in crate::dungeon) fn reentry(&self) -> f64 {
        let entered = self.entered.0.iter().flatten().count();
        (self.rooms.len() - entered) as f64 / self.passages().max(1) as f64
    }

    /// Number of passages that are gone through.
    pub(in crate::dungeon) fn passages(&self) -> usize {
        self.rooms.len() - 1
    }
}

/// The things that can be asked for, of all that lie about.
fn things(plan: &Plan) -> impl Iterator<Item = Thing> {
    let asked = |thing: &Thing| !matches!(thing, Thing::Treasure(_) | Thing::Solution(_));
    plan.things.iter().flatten().copied().filter(asked)
}

/// Things of one kind, by their numbers.
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

/// The things in hand.
#[derive(Clone, Debug, Default)]
struct Hand {
    keys: Numbers,
    solutions: Numbers,
    switches: Numbers,
    item: bool,
    bombs: bool,
    small_key: bool,
}

impl Hand {
    /// Takes what lies in a room, but for one thing.
    fn take(&mut self, plan: &Plan, room: RoomId, but: Option<Thing>) {
        for &thing in plan.things[room].iter().filter(|&&thing| Some(thing) != but) {
            match thing {
                Thing::Key(key) => self.keys.add(key),
                Thing::Solution(puzzle) => self.solutions.add(puzzle),
                Thing::Switch(switch) => self.switches.add(switch),
                Thing::Item => self.item = true,
                Thing::Bombs => self.bombs = true,
                Thing::SmallKey => self.small_key = true,
                // Nothing asks for it.
                Thing::Treasure(_) => {}
            }
        }
    }

    /// True if a thing that can be asked for is in hand.
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

    /// True if a passage can be gone through from a room.
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
type Known<'a, 'b> = (&'a Plan, &'b [Beside<'a>]);

/// The passages of a room.
type Beside<'a> = SmallVec<[&'a Passage; 6]>;

/// The passages of each room.
fn passages(plan: &Plan) -> Vec<Beside<'_>> {
    let mut beside = vec![Beside::new(); plan.things.len()];
    for passage in &plan.passages {
        passage.ends.iter().for_each(|&room| beside[room].push(passage));
    }
    beside
}

/// The room at the other end of a passage.
fn beyond(passage: &Passage, room: RoomId) -> RoomId {
    passage.ends[usize::from(passage.ends[0] == room)]
}

/// True if the goal can be come to without a thing, whatever is lost on the way.
fn is_won((plan, beside): Known<'_, '_>, but: Option<Thing>, bombs: bool) -> bool {
    let mut hand = Hand::default();
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

/// The rooms of a playthrough that fetches the nearest needed thing again and again, the bombs first where it goes by them.
fn way((plan, beside): Known<'_, '_>, needed: &[Thing], bombs: bool) -> Option<Vec<RoomId>> {
    let mut hand = Hand::default();
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

/// The nearest room with anything new that may be asked for, where nothing that is wanted can be come to.
fn any(plan: &Plan, hand: &Hand, steps: &[usize]) -> Option<RoomId> {
    let new = |room: &RoomId| {
        let asked = |thing: &&Thing| !matches!(thing, Thing::Treasure(_) | Thing::Solution(_));
        plan.things[*room].iter().filter(asked).any(|thing| !hand.has(*thing))
    };
    (0..steps.len())
        .filter(|&room| steps[room] < usize::MAX)
        .filter(new)
        .min_by_key(|&room| steps[room])
}

/// Of each room the number of passages to it, and the room before it.
fn flood(
    beside: &[Beside<'_>],
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
