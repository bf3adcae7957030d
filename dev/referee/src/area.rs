//! The laws of an area (`quandary/area/1`): a layout with puzzles that block passages until solved.
//!
//! The referee plays an area as a level of rooms. A puzzle or a chest is a closet beside its room: entering it means
//! solving it. A lever or a riddle is open, a lock requires its key. Keys shared by several locks are used up, and are
//! tried in every order.

use crate::build::Count;
use crate::fault::{Law, Report};
use crate::layout::{Grid, Room, Spot, bosses, way};
use crate::level::{Id, Level, Need, Node};
use crate::mission::level as level_of;
use crate::search::Closures;
use crate::world::World;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The laws, in the order of the table.
pub const LAWS: [Law; 31] = [
    ("form", "a line is the requested quandary/area/1, with the fields of each kind"),
    ("proof", "it is claimed to be winnable and unlosable"),
    ("entry", "there is one entry"),
    ("outside", "rooms lie within the bounds, one in a place"),
    ("one-way", "every connection leads back"),
    ("distance", "a distance is the least number of steps from the entry"),
    ("apart", "every room can be reached"),
    ("boss", "there is one boss room if the generator has one, and it can be reached"),
    ("short", "there are as many puzzles as requested, or a reason"),
    ("placing", "all missing and all closed puzzles are reported"),
    ("none", "there is a puzzle, if one was requested and fits"),
    ("no-exit", "every puzzle blocks a passage"),
    ("blocked", "the blocked directions are those of the puzzles"),
    ("key-names", "a named key opens one door; small keys have one name"),
    ("no-pickup", "every key exists and can be picked up"),
    ("names", "ids and names are unique, ignoring case"),
    ("in-entry", "no puzzle is in the entry room"),
    ("crowd", "at most two puzzles are in a room"),
    ("hint", "the threshold of a hint follows from its place, and is at most 20"),
    ("never", "every puzzle can be solved"),
    ("gates", "every puzzle gates some room"),
    ("far-side", "the room of a puzzle is reached while it is unsolved"),
    ("key-near", "a key is before its door, and nearer to the entry"),
    ("idle-key", "the key is avoidable on the way to its lock"),
    ("key-far", "no room farther from the entry is possible for the key"),
    ("stuck", "a player cannot get stuck"),
    ("chest", "every law of chests holds"),
    ("riddle", "a riddle has a text and answers"),
    ("sequence", "a sequence is an order of its objects, with a clue"),
    ("told", "every key and chest has its own description"),
    ("large", "every order can be tried"),
];

/// Maximum number of orders.
const MOST: usize = 1 << 16;

/// The request of the area.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Request<'a> {
    pub category: &'a str,
    pub generator: &'a str,
    pub seed: u64,
    /// Keys are interchangeable and used up.
    pub small: bool,
    /// Minimum and maximum number of puzzles; `None` for a random choice in every room.
    pub puzzles: Option<(usize, usize)>,
}

/// The parsed fields.
#[derive(Deserialize)]
pub(crate) struct Area {
    pub(crate) format: String,
    pub(crate) category: String,
    pub(crate) generator: String,
    pub(crate) bounds: [i64; 6],
    seed: u64,
    pub(crate) rooms: Vec<Room>,
    pub(crate) puzzles: Vec<Puzzle>,
    pub(crate) items: Vec<Item>,
    #[serde(default)]
    pub(crate) chests: Vec<Chest>,
    pub(crate) report: Placed,
    /// `None` in an area of a dungeon.
    proof: Option<Proof>,
}

#[derive(Deserialize)]
pub(crate) struct Puzzle {
    pub(crate) id: String,
    kind: String,
    pub(crate) name: String,
    description: String,
    pub(crate) room: Spot,
    pub(crate) direction: String,
    pub(crate) required_key: Option<String>,
    riddle_text: Option<String>,
    riddle_answers: Option<Vec<String>>,
    objects: Option<Vec<Object>>,
    sequence_ids: Option<Vec<String>>,
    clue: Option<String>,
    hint_threshold: u64,
    hint_text: String,
}

#[derive(Deserialize)]
struct Object {
    id: String,
    name: String,
}

/// A key; it lies openly in its room unless a chest has it.
#[derive(Deserialize)]
pub(crate) struct Item {
    pub(crate) name: String,
    description: Option<String>,
    pub(crate) room: Spot,
    #[serde(default)]
    pub(crate) holder: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Chest {
    id: String,
    name: String,
    description: String,
    room: Spot,
    required_key: String,
    hint_threshold: u64,
    hint_text: String,
}

/// The number of requested and of placed puzzles, and the reasons for a difference.
#[derive(Deserialize)]
pub(crate) struct Placed {
    pub(crate) asked: usize,
    pub(crate) placed: usize,
    reason: Option<String>,
    closed: Option<usize>,
    reasons: Option<Vec<Lack>>,
}

#[derive(Deserialize)]
struct Lack {
    reason: String,
    puzzles: usize,
}

#[derive(Deserialize)]
struct Proof {
    winnable: bool,
    unlosable: bool,
}

/// An area with its rooms by number.
pub(crate) struct Map<'a> {
    pub(crate) area: &'a Area,
    pub(crate) grid: Grid,
    /// The passage that each puzzle blocks, if any.
    pub(crate) gates: Vec<Option<(usize, usize)>>,
    /// The rooms of puzzles, keys and chests, if any.
    pub(crate) stands: Vec<Option<usize>>,
    pub(crate) lies: Vec<Option<usize>>,
    chests: Vec<Option<usize>>,
}

/// The rooms and puzzles reachable in some order, and those unreachable after a bad order.
pub(crate) struct Reach {
    pub(crate) rooms: BTreeSet<usize>,
    /// The puzzles, followed by the chests.
    pub(crate) solved: BTreeSet<usize>,
    pub(crate) stuck: Option<String>,
    pub(crate) complete: bool,
}

impl<'a> Map<'a> {
    pub(crate) fn of(area: &'a Area, report: &mut Report) -> Option<Self> {
        let grid = Grid::of(area.bounds, &area.rooms, report)?;
        for room in &area.rooms {
            let fits = (room.kind == "entry") == room.entry;
            report.expect(fits, "entry", || format!("{:?} is {}", room.coords, room.kind));
        }
        let place = |spot: &Spot| grid.places.get(spot).copied();
        let gate = |puzzle: &Puzzle| {
            let (from, to) =
                (place(&puzzle.room)?, place(&way(&puzzle.direction, puzzle.room)?.0)?);
            grid.links[from].contains(&to).then_some((from, to))
        };
        let gates = area.puzzles.iter().map(gate).collect();
        let stands = area.puzzles.iter().map(|puzzle| place(&puzzle.room)).collect();
        let lies = area.items.iter().map(|item| place(&item.room)).collect();
        let chests = area.chests.iter().map(|chest| place(&chest.room)).collect();
        Some(Self { area, gates, stands, lies, chests, grid })
    }

    /// The names of the required keys of each puzzle, followed by those of each chest.
    fn keys(&self) -> Vec<Option<String>> {
        let puzzles = self.area.puzzles.iter().map(|puzzle| puzzle.required_key.as_ref());
        let chests = self.area.chests.iter().map(|chest| Some(&chest.required_key));
        puzzles.chain(chests).map(|key| key.map(|key| key.to_lowercase())).collect()
    }

    /// The level of rooms of the area, optionally with one puzzle unsolvable and one room closed.
    fn level(&self, never: Option<usize>, avoided: Option<usize>) -> Level {
        let (rooms, keys) = (self.grid.links.len(), self.keys());
        let locks = |name: &str| keys.iter().flatten().filter(|key| *key == name).count();
        let content = |name: &str| match locks(name) {
            0 | 1 => format!("symbol:{name}"),
            _ => format!("key:{name}"),
        };
        let mut nodes: Vec<Node> = (0..rooms + keys.len())
            .map(|id| Node { id: Id(id.to_string()), contents: Vec::new() })
            .collect();
        let closets =
            self.area.chests.iter().map(|chest| &chest.id).zip(rooms + self.area.puzzles.len()..);
        let closets: HashMap<&String, usize> = closets.collect();
        for (item, room) in self.area.items.iter().zip(&self.lies) {
            let closet = item.holder.as_ref().map(|holder| closets.get(holder).copied());
            if let Some(node) = closet.unwrap_or(*room) {
                nodes[node].contents.push(content(&item.name.to_lowercase()));
            }
        }
        let mut passages = Vec::new();
        for (number, stands) in self.stands.iter().chain(&self.chests).enumerate() {
            nodes[rooms + number].contents.push(format!("symbol:solved:{number}"));
            let need = keys[number].as_ref().map(|key| match locks(key) {
                0 | 1 => Need::Symbol(key.clone(), 1),
                _ => Need::Key(key.clone()),
            });
            let stands = stands.filter(|_| never != Some(number));
            passages.extend(stands.map(|room| ((room, rooms + number), Vec::from_iter(need))));
        }
        for from in 0..rooms {
            let links = &self.grid.links;
            let both = |to: &usize| from < *to && links[*to].contains(&from);
            for to in links[from].iter().copied().filter(both) {
                let ends = [Some((from, to)), Some((to, from))];
                let blocks =
                    (0..self.gates.len()).filter(|puzzle| ends.contains(&self.gates[*puzzle]));
                let needs = blocks.map(|puzzle| Need::Symbol(format!("solved:{puzzle}"), 1));
                passages.push(((from, to), needs.collect()));
            }
        }
        passages.retain(|((a, b), _)| avoided.is_none_or(|room| room != *a && room != *b));
        level_of(nodes, passages, self.grid.entry, None)
    }

    /// The reachable rooms and puzzles, optionally with one puzzle unsolvable and one room closed.
    pub(crate) fn reach(
        &self,
        never: Option<usize>,
        avoided: Option<usize>,
    ) -> Result<Reach, String> {
        let rooms = self.grid.links.len();
        let closures =
            Closures::of(&World::new(&self.level(never, avoided), &[], Count::All)?, MOST);
        let all = rooms + self.keys().len();
        let lacks = closures.ends.iter().find(|(reached, _)| reached.len() < all);
        let numbers = |from: usize| {
            let some = closures.rooms.iter().map(|room| *room as usize);
            some.filter(move |room| (*room < rooms) == (from == 0)).map(move |room| room - from)
        };
        Ok(Reach {
            rooms: numbers(0).collect(),
            solved: numbers(rooms).collect(),
            stuck: lacks
                .map(|(reached, _)| format!("{} of {all} rooms and puzzles", reached.len())),
            complete: closures.complete,
        })
    }

    /// The distance of the farthest of some rooms that is nearer to the entry than `most`, farther than the current
    /// room of a thing, and avoidable; else the distance of the current room.
    fn farthest(
        &self,
        rooms: &BTreeSet<usize>,
        most: usize,
        lies: usize,
        passed: impl Fn(usize) -> bool,
    ) -> usize {
        let steps = |room: usize| self.grid.steps[room].unwrap_or(0);
        let farther =
            rooms.iter().copied().filter(|room| (steps(lies) + 1..most).contains(&steps(*room)));
        let mut farther: Vec<usize> = farther.collect();
        farther.sort_by_key(|room| std::cmp::Reverse(steps(*room)));
        farther.into_iter().find(|room| !passed(*room)).map_or(steps(lies), steps)
    }
}

/// Checks a printed area against its request.
pub fn check(line: &str, request: &Request<'_>) -> Report {
    Report::of(line, |area: Area, report| {
        let is = (area.category.as_str(), area.generator.as_str(), area.seed);
        let right = area.format == "quandary/area/1"
            && is == (request.category, request.generator, request.seed);
        report.expect(right, "form", || format!("{} of {is:?}", area.format));
        let proved = area.proof.as_ref().is_some_and(|proof| proof.winnable && proof.unlosable);
        report.expect(proved, "proof", || "it says so itself");
        fields(&area, request.small, report);
        let Some(map) = Map::of(&area, report) else { return };
        bosses(&area.generator, &area.rooms, report);
        placed(&map, request, report);
        let reach = |never, avoided| map.reach(never, avoided);
        let found = laws(&map, request.small, &reach, true, report);
        let found = found.and_then(|all| chests(&map, request.small, &all, report));
        report.hold("large", found);
    })
}

/// Checks the number of puzzles, or the reasons for a difference.
fn placed(map: &Map<'_>, request: &Request<'_>, report: &mut Report) {
    let (told, there, rooms) = (&map.area.report, map.area.puzzles.len(), map.area.rooms.len());
    // In every room except the entry there are two random choices.
    let (least, most) = request.puzzles.unwrap_or((0, 2 * rooms.saturating_sub(1)));
    let right = (least..=most).contains(&told.asked) && told.placed == there;
    report.expect(right, "form", || {
        format!("{} asked, {} placed, {there} there", told.asked, told.placed)
    });
    let reason = told.reason.as_ref().is_some_and(|reason| !reason.trim().is_empty());
    let right = there == told.asked || there < told.asked && reason;
    report.expect(right, "short", || format!("{there} of {}", told.asked));
    let lacks = told.reasons.as_deref().unwrap_or_default();
    let known =
        |lack: &Lack| matches!(lack.reason.as_str(), "dead_end" | "no_gate" | "no_template");
    let sum: usize = lacks.iter().map(|lack| lack.puzzles).sum();
    let passages = map.grid.links.iter().map(Vec::len).sum::<usize>() / 2;
    let right = told.closed.is_some()
        && told.reasons.is_some()
        && passages + 1 >= rooms
        && lacks.iter().all(|lack| known(lack) && lack.puzzles > 0)
        && there + sum == told.asked;
    report.expect(right, "placing", || format!("{there} and {sum} of {}", told.asked));
    // A puzzle is in a room other than the entry and leads to another room.
    let others = (0..rooms).filter(|room| *room != map.grid.entry);
    let fits = others.flat_map(|room| &map.grid.links[room]).any(|to| *to != map.grid.entry);
    let none = there == 0 && told.asked > 0 && fits;
    report.expect(!none, "none", || format!("{:?}", told.reason));
}

/// A function for the reachable rooms with one puzzle unsolvable and one room closed.
pub(crate) type Reaching<'a> = dyn Fn(Option<usize>, Option<usize>) -> Result<Reach, String> + 'a;

/// Checks the laws of puzzles, for areas and for dungeons; `alone` requires that keys lie in avoidable rooms. Returns
/// everything reachable.
pub(crate) fn laws(
    map: &Map<'_>,
    small: bool,
    reach: &Reaching<'_>,
    alone: bool,
    report: &mut Report,
) -> Result<Reach, String> {
    let (area, all) = (map.area, reach(None, None)?);
    blocked(map, report);
    key_names(area, small, report);
    stands(map, report);
    for (item, room) in area.items.iter().zip(&map.lies) {
        let taken = room.is_some_and(|room| all.rooms.contains(&room));
        report.expect(taken, "no-pickup", || format!("{:?} in {:?}", item.name, item.room));
    }
    for (number, room) in area.rooms.iter().enumerate() {
        let law = if room.kind == "boss_room" { "boss" } else { "apart" };
        report.expect(all.rooms.contains(&number), law, || format!("{:?}", room.coords));
    }
    for (number, puzzle) in area.puzzles.iter().enumerate() {
        report.expect(all.solved.contains(&number), "never", || &puzzle.id);
        let without = reach(Some(number), None)?;
        let gates = map.gates[number].is_none() || without.rooms.len() < area.rooms.len();
        report.expect(gates, "gates", || &puzzle.id);
        let near = map.stands[number].is_some_and(|room| without.rooms.contains(&room));
        report.expect(near, "far-side", || &puzzle.id);
        report.expect(without.complete, "large", || &puzzle.id);
        if !small {
            key_place(map, number, &without, alone, report);
        }
    }
    report.expect(all.complete, "large", || "not every order was tried");
    if let Some(lack) = &all.stuck {
        report.fault("stuck", lack);
    }
    Ok(all)
}

/// Checks that puzzles block exactly existing passages, from both sides.
fn blocked(map: &Map<'_>, report: &mut Report) {
    let mut due = vec![Vec::new(); map.area.rooms.len()];
    for (puzzle, gate) in map.area.puzzles.iter().zip(&map.gates) {
        match gate {
            None => report.fault("no-exit", format!("{} of {:?}", puzzle.id, puzzle.room)),
            Some((from, to)) => {
                due[*from].push(puzzle.direction.as_str());
                due[*to].push(way(&puzzle.direction, puzzle.room).map_or("", |way| way.1));
            }
        }
    }
    for (room, due) in map.area.rooms.iter().zip(due) {
        let told: Vec<&str> =
            room.blocked_directions.iter().flatten().map(String::as_str).collect();
        let right =
            told.iter().collect::<BTreeSet<_>>() == due.iter().collect() && told.len() <= due.len();
        report.expect(right, "blocked", || format!("{:?}: {told:?}, not {due:?}", room.coords));
    }
}

/// The number of occurrences of each name, ignoring case.
fn counts<'a>(names: impl Iterator<Item = &'a String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    names.for_each(|name| *counts.entry(name.to_lowercase()).or_default() += 1);
    counts
}

/// Checks that named keys have different names and small keys one, and that there is a key for every door.
fn key_names(area: &Area, small: bool, report: &mut Report) {
    let doors = counts(area.puzzles.iter().filter_map(|puzzle| puzzle.required_key.as_ref()));
    let right = if small { doors.len() <= 1 } else { doors.values().all(|doors| *doors == 1) };
    report.expect(right, "key-names", || format!("{doors:?}"));
    let mut keys = counts(area.items.iter().map(|item| &item.name));
    for (name, doors) in &doors {
        let lie = keys.remove(name).unwrap_or(0);
        let law = if lie < *doors { "no-pickup" } else { "names" };
        report.expect(lie == *doors, law, || format!("{lie} of {name:?} for {doors} doors"));
    }
    let of_chests = area.chests.iter().map(|chest| chest.required_key.to_lowercase());
    let of_chests: BTreeSet<String> = of_chests.collect();
    keys.retain(|name, _| !of_chests.contains(name));
    report.expect(keys.is_empty(), "form", || format!("no door asks for {keys:?}"));
}

/// Checks that the entry room has no puzzle, that a room has at most two, and that hints follow the rule.
fn stands(map: &Map<'_>, report: &mut Report) {
    let mut crowd = vec![0; map.area.rooms.len()];
    for (puzzle, room) in map.area.puzzles.iter().zip(&map.stands) {
        let Some(room) = *room else {
            report.fault("form", format!("{} is in no room", puzzle.id));
            continue;
        };
        report.expect(room != map.grid.entry, "in-entry", || &puzzle.id);
        crowd[room] += 1;
        let (steps, threshold) = (map.grid.steps[room].unwrap_or(0), puzzle.hint_threshold);
        let fits = threshold_fits(threshold, puzzle.room[2], steps);
        report.expect(fits, "hint", || format!("{}: {threshold}, {steps} steps", puzzle.id));
    }
    let most = crowd.into_iter().max().unwrap_or(0);
    report.expect(most <= 2, "crowd", || format!("{most} in a room"));
}

/// True if some base from 10 to 16 gives the threshold of a hint at this distance from the entry, on this level.
fn threshold_fits(threshold: u64, z: i64, steps: usize) -> bool {
    let more = steps.min(3) as u64 + z.unsigned_abs();
    (10..=16).any(|base| threshold == (base + more).min(20))
}

/// Checks that the key of a door lies in a room that is reachable before the door and nearer to the entry than the
/// door's room, in the farthest such room that is avoidable on the way to the door.
fn key_place(map: &Map<'_>, door: usize, before: &Reach, alone: bool, report: &mut Report) {
    let Some(key) = map.area.puzzles[door].required_key.as_ref() else { return };
    let same = |item: &&Item| item.name.to_lowercase() == key.to_lowercase();
    let lies = map.area.items.iter().position(|item| same(&item)).and_then(|item| map.lies[item]);
    let (Some(room), Some(stand)) = (lies, map.stands[door]) else { return };
    let (Some(steps), Some(most)) = (map.grid.steps[room], map.grid.steps[stand]) else { return };
    if !before.rooms.contains(&room) || steps >= most {
        return report.fault("key-near", format!("{key:?} at {steps} steps, its door at {most}"));
    }
    let passed = |room: usize| alone && everybody_passes(map, room, stand, door);
    report.expect(!passed(room), "idle-key", || format!("everybody passes {key:?}"));
    let farthest = map.farthest(&before.rooms, most, room, passed);
    report.expect(farthest <= steps, "key-far", || {
        format!("{key:?} at {steps} steps, not {farthest}")
    });
}

/// True if every way to a room, with a lock never opened, passes another room.
fn everybody_passes(map: &Map<'_>, room: usize, to: usize, shut: usize) -> bool {
    room == map.grid.entry
        || map.reach(Some(shut), Some(room)).is_ok_and(|reach| !reach.rooms.contains(&to))
}

/// Checks the laws of chests. A chest contains the key of one door. Its own key opens nothing else and lies openly,
/// before the chest, nearer to the entry, in the farthest such avoidable room.
fn chests(map: &Map<'_>, small: bool, all: &Reach, report: &mut Report) -> Result<(), String> {
    let area = map.area;
    report.expect(area.chests.len() <= 1, "chest", || format!("{} chests", area.chests.len()));
    for item in &area.items {
        let in_it =
            |chest: &Chest| item.holder.as_ref() == Some(&chest.id) && chest.room == item.room;
        let there = item.holder.is_none() || area.chests.iter().any(in_it);
        report.expect(there, "chest", || format!("{:?} in {:?}", item.name, item.holder));
    }
    for (number, chest) in area.chests.iter().enumerate() {
        let number = area.puzzles.len() + number;
        report
            .expect(all.solved.contains(&number), "chest", || format!("{} never opens", chest.id));
        let shut = map.reach(Some(number), None)?;
        let found = chest_fits(map, small, chest, number, &shut);
        report.hold("chest", found.map_err(|what| format!("{}: {what}", chest.id)));
    }
    Ok(())
}

fn chest_fits(
    map: &Map<'_>,
    small: bool,
    chest: &Chest,
    number: usize,
    shut: &Reach,
) -> Result<(), String> {
    let same = |a: &str, b: &str| a.to_lowercase() == b.to_lowercase();
    let doors: Vec<&String> =
        map.area.puzzles.iter().filter_map(|p| p.required_key.as_ref()).collect();
    let opens = |key: &str| doors.iter().any(|door| same(door, key));
    let items = || map.area.items.iter().zip(&map.lies);
    let inside: Vec<_> =
        items().filter(|(item, _)| item.holder.as_ref() == Some(&chest.id)).collect();
    if inside.len() != 1 || !opens(&inside[0].0.name) || opens(&chest.required_key) {
        return Err(format!("{} keys inside, its own is {:?}", inside.len(), chest.required_key));
    }
    let place = *map.grid.places.get(&chest.room).ok_or("stands nowhere")?;
    let steps = |room: usize| map.grid.steps[room].unwrap_or(0);
    if !threshold_fits(chest.hint_threshold, chest.room[2], steps(place)) {
        return Err(format!("a threshold of {}", chest.hint_threshold));
    }
    let keys: Vec<_> = items().filter(|(item, _)| same(&item.name, &chest.required_key)).collect();
    let [(key, lies)] = keys[..] else { return Err(format!("{} keys", keys.len())) };
    let lies = lies.filter(|room| shut.rooms.contains(room) && steps(*room) < steps(place));
    let lies = lies.filter(|_| key.holder.is_none()).ok_or(format!("its key in {:?}", key.room))?;
    let passed = |room: usize| everybody_passes(map, room, place, number);
    let farthest = map.farthest(&shut.rooms, steps(place), lies, passed);
    if passed(lies) || !small && farthest != steps(lies) {
        return Err(format!(
            "its key at {} steps, not {farthest}, or everybody passes it",
            steps(lies)
        ));
    }
    Ok(())
}

/// Checks the fields of every puzzle and key: ids, names, texts, and those of its kind.
pub(crate) fn fields(area: &Area, small: bool, report: &mut Report) {
    let ids = area
        .puzzles
        .iter()
        .map(|puzzle| &puzzle.id)
        .chain(area.chests.iter().map(|chest| &chest.id));
    let names = area.puzzles.iter().map(|puzzle| &puzzle.name);
    let names = names.chain(area.chests.iter().map(|chest| &chest.name));
    let items = area.items.iter().map(|item| &item.name).filter(|_| !small);
    for twice in [twice(ids), twice(names), twice(items)].into_iter().flatten() {
        report.fault("names", format!("{twice:?}"));
    }
    let complete = area.rooms.iter().all(|room| room.blocked_directions.is_some());
    report.expect(complete, "form", || "a room without blocked directions");
    area.puzzles.iter().for_each(|puzzle| kind(puzzle, report));
    descriptions(area, small, report);
}

/// A name that is empty, or a duplicate ignoring case.
fn twice<'a>(mut names: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let mut seen = BTreeSet::new();
    names.find(|name| name.trim().is_empty() || !seen.insert(name.to_lowercase()))
}

/// Checks that exactly the fields of its kind are present.
fn kind(puzzle: &Puzzle, report: &mut Report) {
    let told = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
    let kind = puzzle.kind.as_str();
    let (door, riddle, sequence) = (kind == "locked_door", kind == "riddle", kind == "sequence");
    let texts = [&puzzle.name, &puzzle.description, &puzzle.hint_text];
    let fits = (door || riddle || sequence || matches!(kind, "lever" | "pressure_plate"))
        && told(&puzzle.required_key) == door
        && puzzle.riddle_text.is_some() == riddle
        && puzzle.riddle_answers.is_some() == riddle
        && puzzle.objects.is_some() == sequence
        && puzzle.sequence_ids.is_some() == sequence
        && (sequence || puzzle.clue.is_none())
        && texts.iter().all(|text| !text.trim().is_empty());
    report.expect(fits, "form", || format!("the fields of {}, a {kind}", puzzle.id));
    let answers = puzzle.riddle_answers.as_deref().unwrap_or_default();
    let answered = !answers.is_empty() && answers.iter().all(|answer| !answer.trim().is_empty());
    report.expect(!riddle || answered && told(&puzzle.riddle_text), "riddle", || &puzzle.id);
    report.expect(!sequence || is_order(puzzle) && told(&puzzle.clue), "sequence", || &puzzle.id);
}

/// True if every object is activated once, and no two can be confused.
fn is_order(puzzle: &Puzzle) -> bool {
    let objects = puzzle.objects.as_deref().unwrap_or_default();
    let mut ids: Vec<&String> = objects.iter().map(|object| &object.id).collect();
    let mut order: Vec<&String> = puzzle.sequence_ids.iter().flatten().collect();
    ids.sort_unstable();
    order.sort_unstable();
    let names = objects.iter().map(|object| &object.name);
    objects.len() >= 2 && ids == order && twice(ids.into_iter()).or(twice(names)).is_none()
}

/// Checks that keys and chests have descriptions, different ones for named keys, apart from numbers.
fn descriptions(area: &Area, small: bool, report: &mut Report) {
    let mut texts = HashMap::new();
    for item in &area.items {
        let text = item.description.as_deref().unwrap_or_default().trim();
        let name = unnumbered(&item.name);
        let own = small || *texts.entry(text).or_insert(name) == name;
        report.expect(own && text.len() > item.name.len(), "told", || {
            format!("{}: {text:?}", item.name)
        });
    }
    for chest in &area.chests {
        let told =
            [&chest.description, &chest.hint_text].iter().all(|text| text.trim().len() >= 10);
        report.expect(told, "told", || &chest.id);
    }
}

/// A name without its Roman numeral.
fn unnumbered(name: &str) -> &str {
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| "IVXLC".contains(c));
    name.rsplit_once(' ').filter(|(_, last)| is_number(last)).map_or(name, |(first, _)| first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{read, spoil};
    use serde_json::{Value, json};

    /// Nine rooms: a corridor to the boss with a lever, a sequence and a door, and a riddle in the west.
    /// The key of the boss's door is behind the lever.
    fn sketch() -> Value {
        read(include_str!("spoilt/area.json"))
    }

    /// The same with the key in a chest; the chest's key is in the room before.
    fn chest() -> Value {
        let mut area = sketch();
        area["items"] = json!([
            {"name": "bone key", "description": "A rib with teeth.", "room": [2, 0, 0], "holder": "c1"},
            {"name": "wire key", "description": "A bent wire.", "room": [-1, 0, 0], "holder": null},
        ]);
        area["chests"] = json!([{
            "id": "c1", "name": "Box", "description": "It is shut.", "room": [2, 0, 0],
            "required_key": "wire key", "hint_threshold": 14, "hint_text": "Look for wire.",
        }]);
        area
    }

    fn laws(small: bool, area: &Value) -> Vec<&'static str> {
        let request = Request {
            category: "cave",
            generator: "cellular",
            seed: 7,
            small,
            puzzles: Some((4, 4)),
        };
        check(&area.to_string(), &request).laws()
    }

    fn spoilt(small: bool, change: impl Fn(&mut Value)) -> Vec<&'static str> {
        let mut area = sketch();
        change(&mut area);
        laws(small, &area)
    }

    #[test]
    fn each_spoilt_value_is_seen() {
        assert_eq!((laws(false, &sketch()), laws(true, &sketch())), (vec![], vec![]));
        spoil(include_str!("spoilt/area_spoilt.json"), sketch, |area| laws(false, &area));
        assert_eq!(laws(false, &chest()), [""; 0]);
        spoil(include_str!("spoilt/area_chest.json"), chest, |area| laws(false, &area));
    }

    #[test]
    fn what_has_too_many_facts_is_large() {
        let found = spoilt(false, |area| {
            let lever = area["puzzles"][0].clone();
            area["puzzles"].as_array_mut().unwrap().extend(vec![lever; 260]);
        });
        assert!(found.contains(&"large"), "{found:?}");
    }

    #[test]
    fn ways_round_and_far_sides_are_seen() {
        let found = spoilt(false, |area| {
            area["rooms"][2]["connections"] = json!(["west", "north"]);
            area["rooms"][4]["connections"] = json!(["west", "south"]);
        });
        assert_eq!(found, ["gates"]);
        let found = spoilt(false, |area| {
            area["puzzles"][0]["room"] = json!([2, 0, 0]);
            area["puzzles"][0]["direction"] = json!("west");
            area["puzzles"][0]["hint_threshold"] = json!(12);
        });
        assert!(
            ["far-side", "never", "boss", "apart"].iter().all(|law| found.contains(law)),
            "{found:?}"
        );
    }

    #[test]
    fn whoever_can_waste_a_key_is_stuck() {
        let second_door = |area: &mut Value, room: Value| {
            let text = "Root door";
            area["puzzles"][0] = json!({
                "id": "p1", "kind": "locked_door", "name": text, "description": text,
                "room": [1, 0, 0], "direction": "east", "required_key": "bone key",
                "hint_threshold": 11, "hint_text": text,
            });
            area["items"] = json!([
                {"name": "bone key", "description": "A small key.", "room": room},
                {"name": "bone key", "description": "A small key.", "room": [0, 0, 0]},
            ]);
        };
        assert_eq!(spoilt(true, |area| second_door(area, json!([2, 0, 0]))), ["stuck"]);
        assert_eq!(spoilt(true, |area| second_door(area, json!([1, 1, 0]))), [""; 0]);
        let found = spoilt(false, |area| second_door(area, json!([2, 0, 0])));
        assert!(found.contains(&"key-names") && found.contains(&"stuck"), "{found:?}");
    }

    #[test]
    fn numbers_and_places_of_puzzles_are_held() {
        let found = spoilt(false, |area| {
            area["puzzles"][2]["room"] = json!([0, 0, 0]);
            area["puzzles"][2]["direction"] = json!("west");
        });
        assert!(found.contains(&"in-entry"), "{found:?}");
        let found = spoilt(false, |area| {
            area["puzzles"].as_array_mut().unwrap().remove(3);
            area["report"]["placed"] = json!(3);
            area["report"]["reasons"] = json!([{"reason": "no_gate", "puzzles": 1}]);
            area["rooms"][3]["blocked_directions"] = json!([]);
            area["rooms"][4]["blocked_directions"] = json!([]);
        });
        assert_eq!(found, ["short"]);
        let found = spoilt(false, |area| {
            (area["puzzles"], area["items"]) = (json!([]), json!([]));
            let reasons = json!([{"reason": "no_gate", "puzzles": 4}]);
            area["report"] = json!({
                "asked": 4, "placed": 0, "reason": "no passage", "closed": 0, "reasons": reasons,
            });
            (0..9).for_each(|room| area["rooms"][room]["blocked_directions"] = json!([]));
        });
        assert_eq!(found, ["none"]);
        let found = spoilt(false, |area| {
            for (number, way) in [(2, "south"), (3, "west")] {
                area["puzzles"][number]["room"] = json!([1, 0, 0]);
                area["puzzles"][number]["direction"] = json!(way);
            }
        });
        assert!(found.contains(&"crowd"), "{found:?}");
    }
}
