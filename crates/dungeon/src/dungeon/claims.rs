//! Claims about a dungeon, each verified with two questions: the level as it is, and the level with a change.
//!
//! A claim is made only if both answers confirm it; a claim that cannot be decided within the limits is dropped.
//! Invariant: running `solve` with the options of `given`, and then with those of `change` as well, reproduces the
//! recorded answers.

use super::plan::{Gate, Passage, Pattern, Plan, Thing};
use super::tiling::{key_name, plate_name, symbol};
use crate::named::named;
use level::check::least;
use level::check::what_if::{self, Batch, WhatIf};
use level::rules::{Push, Rules};
use level::{Cell, Grid, Level, Limits, Tile};

named! {
    /// The kind of a claim.
    pub enum ClaimKind {
        /// The level can be won and is softlock-free.
        Sound = "sound",
        /// The level cannot be won without the thing.
        Needed = "needed",
        /// The level can be won without the thing.
        Optional = "optional",
        /// The level can be won with a passage of an arc closed.
        Arc = "arc",
        /// Each of two keys can be collected without the other.
        Apart = "apart",
        /// The level can be won with every secret wall closed.
        Secrets = "secrets",
        /// The level cannot be won with every secret wall closed.
        BombsNeeded = "bombs_needed",
        /// Without pushing, the gated room is unreachable.
        PushGate = "push_gate",
        /// Without the block, or with a wall in its place, reaching the gated room costs a different number of moves or
        /// is impossible.
        BlockMatters = "block_matters",
    }
}

/// A change to the level or to the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The thing is removed.
    Without(String),
    /// The thing is the only goal.
    Goal(String),
    /// The block is replaced by a wall.
    Wall(String),
    /// Nothing can be pushed.
    PushOff,
}

impl Change {
    /// The option of `quandary solve` and its value.
    #[must_use]
    pub fn option(&self) -> [&str; 2] {
        match self {
            Self::Without(thing) => ["--without", thing],
            Self::Goal(thing) => ["--goal", thing],
            Self::Wall(block) => ["--wall", block],
            Self::PushOff => ["--rule", "push=off"],
        }
    }
}

/// An answer of the verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a plan; with the moves of a cheapest plan if one was found.
    Solvable(Option<u64>),
    /// There is none.
    Unsolvable,
}

impl Answer {
    /// True if there is a plan.
    #[must_use]
    pub fn is_solvable(self) -> bool {
        self != Self::Unsolvable
    }

    /// Number of moves of a cheapest plan, if one was found.
    #[must_use]
    pub fn moves(self) -> Option<u64> {
        match self {
            Self::Solvable(moves) => moves,
            Self::Unsolvable => None,
        }
    }

    /// True if two answers certainly differ: only one has a plan, or the costs of cheapest plans differ.
    pub(super) fn differs(self, other: Self) -> bool {
        match (self.moves(), other.moves()) {
            (Some(one), Some(two)) => one != two,
            _ => self.is_solvable() != other.is_solvable(),
        }
    }
}

/// A claim that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its kind.
    pub kind: ClaimKind,
    /// The things it is about.
    pub about: Vec<String>,
    /// The changes for both answers.
    pub given: Vec<Change>,
    /// The additional changes for the second answer.
    pub change: Vec<Change>,
    /// The first answer, with `given` only.
    pub before: Answer,
    /// The second answer, with `given` and `change`.
    pub after: Answer,
}

/// All claims of a dungeon that hold, and the indices of the claims of each loop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The claims.
    pub all: Vec<Claim>,
    /// For each loop of the plan, the indices of its claims.
    pub of_cycles: Vec<Vec<usize>>,
    /// Number of claims that were false or undecided.
    pub dropped: usize,
}

impl Claims {
    /// For each loop, true if all claims that its pattern needs are proved: either arc suffices, or either key can be
    /// collected without the other and both are needed.
    pub(in crate::dungeon) fn confirm(&self, plan: &Plan) -> Vec<bool> {
        let kinds = |places: &[usize], kind: ClaimKind| {
            places
                .iter()
                .filter(|&&place| self.all.get(place).is_some_and(|c| c.kind == kind))
                .count()
        };
        let needed = |name: &String| {
            let is_it = |c: &Claim| c.kind == ClaimKind::Needed && c.about.first() == Some(name);
            self.all.iter().any(is_it)
        };
        let all_needed = |places: &[usize]| {
            places
                .iter()
                .filter_map(|&place| self.all.get(place))
                .all(|claim| claim.about.iter().all(needed))
        };
        plan.cycles
            .iter()
            .zip(&self.of_cycles)
            .map(|(cycle, places)| match cycle.pattern {
                Pattern::TwoPaths => kinds(places, ClaimKind::Arc) == 2,
                Pattern::TwoKeys => kinds(places, ClaimKind::Apart) == 2 && all_needed(places),
                Pattern::HiddenShortcut | Pattern::DangerousRoute | Pattern::Gambit => {
                    kinds(places, ClaimKind::Arc) == 1
                }
                _ => true,
            })
            .collect()
    }
}

impl Claims {
    /// True if every bridge is claimed to gate a room, and each of its blocks to matter, both removed and as a wall.
    pub(in crate::dungeon) fn prove_bridges(&self, plan: &Plan, level: &Level) -> bool {
        let bridges = plan.passages.iter().filter(|passage| {
            let is_bridge = plan.bridged.contains(&passage.ends[0]);
            is_bridge && opened_by_blocks(plan, passage).is_some()
        });
        bridges.into_iter().all(|passage| {
            let goal = format!("room:{}", passage.ends[1]);
            let claimed = |kind, thing: &String| {
                let about = |claim: &&Claim| claim.kind == kind && claim.about.contains(&goal);
                let claims = self.all.iter().filter(about);
                claims.filter(|claim| claim.about.contains(thing)).count()
            };
            let blocks = blocks(level, passage.ends[0]);
            let matter = |block: &String| claimed(ClaimKind::BlockMatters, block) == 2;
            claimed(ClaimKind::PushGate, &goal) == 1 && blocks.iter().all(matter)
        })
    }
}

/// Verifies all claims in a batch of questions about the level. `moves` is the cost of a cheapest plan, if known.
#[must_use]
pub fn claims(plan: &Plan, level: &Level, batch: &mut Batch<'_>, moves: Option<u64>) -> Claims {
    let before = Answer::Solvable(moves);
    let mut asking = Questions::of(level, batch, before);
    let sound = Claim {
        kind: ClaimKind::Sound,
        about: Vec::new(),
        given: Vec::new(),
        change: Vec::new(),
        before,
        after: before,
    };
    asking.claims.all.push(sound);
    let is_key = |thing: &Thing| matches!(thing, Thing::Key(_) | Thing::Item | Thing::Switch(_));
    asking.things(plan, is_key);
    asking.secrets(plan);
    for number in 0..plan.cycles.len() {
        let places = asking.cycle(plan, number);
        asking.claims.of_cycles.push(places);
    }
    asking.gates(plan);
    asking.things(plan, |thing| !is_key(thing));
    asking.drops(plan);
    asking.claims
}

/// Maximum number of states per question, and in total.
const MOST_STATES: u64 = 60_000;
const MOST_IN_SUM: u64 = 200_000;
/// Maximum number of states per question in a dungeon too large for a known cheapest plan.
const FEW_STATES: u64 = 2_000;
/// Maximum work of all questions about a level, in cells × rooms per question: every question reads the whole level and
/// stores the contents of each room.
const MOST_WORK: usize = 2_200_000_000;

/// A level with its questions.
struct Questions<'a, 'b> {
    level: &'a Level,
    rules: Rules,
    batch: &'a mut Batch<'b>,
    /// The answers for lists of `given`, which claims share.
    given: Vec<(Vec<Change>, Option<Answer>)>,
    /// The answer without changes.
    before: Answer,
    /// Number of questions left.
    left: usize,
    pub(super) claims: Claims,
}

impl<'a, 'b> Questions<'a, 'b> {
    /// Starts with one known answer: that of the unchanged level.
    pub(super) fn of(level: &'a Level, batch: &'a mut Batch<'b>, before: Answer) -> Self {
        let size = |floor: &Grid| floor.rows() as usize * floor.cols() as usize;
        let floors = level.tiles.iter().flat_map(|tiles| &tiles.floors);
        let cells: usize = floors.map(size).sum();
        let left = MOST_WORK / (cells * level.graph.nodes.len()).max(1);
        let (rules, given) = (level.rules_under(None), Vec::new());
        Self { level, rules, batch, given, before, left, claims: Claims::default() }
    }

    /// The answer of the verifier; `None` if a limit was reached.
    fn ask(&mut self, changes: &[&Change]) -> Option<Answer> {
        self.left = self.left.checked_sub(1)?;
        let (mut asked, mut can_push) = (WhatIf::default(), true);
        for change in changes {
            match change {
                Change::Without(thing) => asked.without.push(thing.clone()),
                Change::Goal(thing) => asked.goal = Some(thing.clone()),
                Change::Wall(block) => asked.wall.push(block.clone()),
                Change::PushOff => can_push = false,
            }
        }
        let most = if self.before.moves().is_some() { MOST_STATES } else { FEW_STATES };
        let most = most.min(MOST_IN_SUM.saturating_sub(self.batch.met()));
        match self.batch.ask(&asked, can_push, most).ok()? {
            what_if::Answer::Solvable(moves) => Some(Answer::Solvable(Some(moves))),
            what_if::Answer::Unsolvable => Some(Answer::Unsolvable),
            what_if::Answer::Unknown => {
                let push = if can_push { self.rules.push } else { Push::Off };
                let rules = Rules { push, ..self.rules.clone() };
                let level = asked.of(self.level, &rules).ok()?;
                let wins = least::wins(&level, &rules, &Limits::default()).ok()?;
                wins.then_some(Answer::Solvable(None))
            }
        }
    }

    /// The answer for `given`.
    fn before(&mut self, given: &[Change]) -> Option<Answer> {
        if given.is_empty() {
            return Some(self.before);
        }
        if let Some((_, answer)) = self.given.iter().find(|(known, _)| known == given) {
            return *answer;
        }
        let answer = self.ask(&given.iter().collect::<Vec<_>>());
        self.given.push((given.to_vec(), answer));
        answer
    }

    /// Verifies a claim and adds it if the answers are as expected. Returns its index.
    fn claim(
        &mut self,
        kind: ClaimKind,
        about: Vec<String>,
        (given, change): (Vec<Change>, Vec<Change>),
        wanted: impl Fn(Answer, Answer) -> bool,
    ) -> Option<usize> {
        let before = self.before(&given);
        let after = self.ask(&given.iter().chain(&change).collect::<Vec<_>>());
        match before.zip(after).filter(|&(before, after)| wanted(before, after)) {
            Some((before, after)) => {
                self.claims.all.push(Claim { kind, about, given, change, before, after });
                Some(self.claims.all.len() - 1)
            }
            None => {
                self.claims.dropped += 1;
                None
            }
        }
    }

    /// Claims that things are needed or optional, for the things selected by `is_meant`.
    pub(super) fn things(&mut self, plan: &Plan, is_meant: impl Fn(&Thing) -> bool) {
        for (room, things) in plan.things.iter().enumerate() {
            for &thing in things.iter().filter(|thing| is_meant(thing)) {
                let Some(name) = self.name(plan, room, thing) else { continue };
                let change = || vec![Change::Without(name.clone())];
                let is_lost =
                    |before: Answer, after: Answer| before.is_solvable() && !after.is_solvable();
                if self
                    .claim(ClaimKind::Needed, vec![name.clone()], (Vec::new(), change()), is_lost)
                    .is_none()
                {
                    self.claims.dropped -= 1;
                    self.claim(
                        ClaimKind::Optional,
                        vec![name.clone()],
                        (Vec::new(), change()),
                        both,
                    );
                }
            }
        }
    }

    /// Claims that drops are optional.
    pub(super) fn drops(&mut self, plan: &Plan) {
        for passage in plan.passages.iter().filter(|passage| passage.gate == Gate::OneWay) {
            let name = passage_name(passage.ends);
            let change = vec![Change::Without(name.clone())];
            self.claim(ClaimKind::Optional, vec![name], (Vec::new(), change), both);
        }
    }

    /// The name of a thing in a question.
    fn name(&self, plan: &Plan, room: usize, thing: Thing) -> Option<String> {
        if let Some(symbol) = symbol(plan, thing) {
            return Some(format!("symbol:{symbol}"));
        }
        let tile = match thing {
            Thing::Item => Tile::KeyItem,
            Thing::SmallKey => Tile::KeySmall,
            Thing::Switch(switch) => return Some(format!("toggle:{switch}")),
            _ => Tile::ItemMinor,
        };
        let tiles = self.level.tiles.as_ref()?;
        let within = tiles.rooms.iter().find(|placed| placed.node as usize == room)?;
        let cell = within.cells().find(|&cell| tiles.tile(cell) == Some(tile))?;
        Some(format!("item:{}", place(self.level, cell)))
    }

    /// Claims about closing all secret walls at once.
    pub(super) fn secrets(&mut self, plan: &Plan) {
        let walls: Vec<String> = plan
            .passages
            .iter()
            .filter(|passage| passage.gate == Gate::Bombable)
            .map(|passage| passage_name(passage.ends))
            .collect();
        if !walls.is_empty() {
            let change = || walls.iter().cloned().map(Change::Without).collect();
            let lost = |before: Answer, after: Answer| before.is_solvable() && !after.is_solvable();
            if self.claim(ClaimKind::Secrets, walls.clone(), (Vec::new(), change()), both).is_none()
                && self
                    .claim(ClaimKind::BombsNeeded, walls.clone(), (Vec::new(), change()), lost)
                    .is_some()
            {
                self.claims.dropped -= 1;
            }
        }
    }

    /// Claims about the rooms gated by blocks, and about these blocks.
    pub(super) fn gates(&mut self, plan: &Plan) {
        for passage in &plan.passages {
            let Some(opened) = opened_by_blocks(plan, passage) else { continue };
            let goal = format!("room:{}", passage.ends[1]);
            let given = || vec![Change::Goal(goal.clone())];
            let off = vec![Change::PushOff];
            let about = vec![goal.clone(), format!("symbol:{opened}")];
            let lost = |before: Answer, after: Answer| before.is_solvable() && !after.is_solvable();
            if self.claim(ClaimKind::PushGate, about, (given(), off), lost).is_none() {
                continue;
            }
            for block in blocks(self.level, passage.ends[0]) {
                for change in [Change::Without(block.clone()), Change::Wall(block.clone())] {
                    let differ = |before: Answer, after: Answer| before.differs(after);
                    let about = vec![block.clone(), goal.clone()];
                    self.claim(ClaimKind::BlockMatters, about, (given(), vec![change]), differ);
                }
            }
        }
    }

    /// The claims of a loop.
    pub(super) fn cycle(&mut self, plan: &Plan, number: usize) -> Vec<usize> {
        let Some(cycle) = plan.cycles.get(number) else { return Vec::new() };
        let mut places = Vec::new();
        let mut arc = |asking: &mut Self, rooms: &[usize]| {
            // Closed in the middle.
            let middle = (rooms.len() - 1) / 2;
            let Some(pair) = rooms.get(middle..middle + 2) else { return };
            let name = passage_name([pair[0], pair[1]]);
            let change = vec![Change::Without(name.clone())];
            places.extend(asking.claim(ClaimKind::Arc, vec![name], (Vec::new(), change), both));
        };
        match cycle.pattern {
            Pattern::TwoPaths => {
                arc(self, &cycle.arc_a);
                arc(self, &cycle.arc_b);
            }
            Pattern::HiddenShortcut | Pattern::DangerousRoute => arc(self, &cycle.arc_b),
            Pattern::TwoKeys => {
                let goal = cycle.arc_a.last().copied();
                let asked = |keys: &[usize]| keys.len() == 2;
                let keys = plan.passages_of(goal.unwrap_or(0)).find_map(|p| match &p.gate {
                    Gate::Keys(keys) if asked(keys) => Some([keys[0], keys[1]]),
                    _ => None,
                });
                for [a, b] in keys.map(|[a, b]| [[a, b], [b, a]]).into_iter().flatten() {
                    let [a, b] = [a, b].map(|key| format!("symbol:{}", key_name(key)));
                    let given = vec![Change::Goal(a.clone())];
                    let change = vec![Change::Without(b.clone())];
                    places.extend(self.claim(ClaimKind::Apart, vec![a, b], (given, change), both));
                }
            }
            Pattern::Gambit => arc(self, &cycle.arc_b),
            Pattern::LockAndKey
            | Pattern::BlockedRetreat
            | Pattern::AlteredReturn
            | Pattern::FalseGoal
            | Pattern::Foreshadowing => {}
        }
        places
    }
}

/// The symbol that opens a passage and is won by pushing blocks: that of plates, or of a lever behind a bridge.
fn opened_by_blocks(plan: &Plan, passage: &Passage) -> Option<String> {
    match passage.gate {
        Gate::Plate(plate) => Some(format!("plate:{}", plate_name(plate))),
        Gate::Puzzle(puzzle) if plan.bridged.contains(&passage.ends[0]) => {
            let lever = Thing::Solution(puzzle);
            let is_here = plan.things.get(passage.ends[0])?.contains(&lever);
            symbol(plan, lever).filter(|_| is_here)
        }
        _ => None,
    }
}

/// The names of the blocks in a room.
fn blocks(level: &Level, room: usize) -> Vec<String> {
    let Some(tiles) = &level.tiles else { return Vec::new() };
    let within = tiles.rooms.iter().filter(|placed| placed.node as usize == room);
    let cells = within.flat_map(level::Room::cells);
    let blocks = cells.filter(|&cell| tiles.tile(cell) == Some(Tile::Block));
    blocks.map(|cell| format!("block:{}", place(level, cell))).collect()
}

/// A cell as part of the name of a thing.
fn place(level: &Level, Cell { floor, row, col }: Cell) -> String {
    match level.tiles.as_ref().map_or(0, |tiles| tiles.floors.len()) {
        0 | 1 => format!("{row},{col}"),
        _ => format!("{floor},{row},{col}"),
    }
}

/// True if both answers have a plan.
fn both(before: Answer, after: Answer) -> bool {
    before.is_solvable() && after.is_solvable()
}

/// The name of a passage in a question.
fn passage_name([a, b]: [usize; 2]) -> String {
    format!("passage:{}-{}", a.min(b), a.max(b))
}
