//! A batch of what-if questions about one level, which is prepared once.
//!
//! Each answer equals the solver's verdict on the changed level ([`WhatIf::of`]). Most questions are answered from a
//! cache of room transitions. Changes that the cache does not support, and rooms that take too long, are passed to the
//! solver.

use super::{Effect, QuestionKind, UnknownThing, WhatIf, WholeThings};
use crate::check::what_if;
use crate::limits::Limits;
use crate::model::{Cell, Level, Tile};
use crate::plan::{Walk, replay_in};
use crate::rules::{
    Bits, Collect, Fact, Location, Position, Prepared, Push, Rules, TooManyBits, Way, World,
    in_world,
};
use crate::solve::room_cache::{self, Question, RoomCache};
use crate::solve::{Options, Verdict, solve};
use rustc_hash::FxHashMap;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The level can be won. The number is the least cost in moves.
    Solvable(u64),
    /// The level cannot be won.
    Unsolvable,
    /// A limit came first.
    Unknown,
}

/// A level prepared for many questions.
pub struct Batch<'a> {
    level: &'a Level,
    rules: &'a Rules,
    room_cache: Option<Box<dyn CachedAnswers + 'a>>,
    /// By kind of question: the things it can name, by name.
    known: FxHashMap<&'static str, FxHashMap<String, Effect>>,
}

impl<'a> Batch<'a> {
    /// A batch without questions so far.
    ///
    /// # Errors
    /// [`TooManyBits`] for a level that keeps track of too many things.
    pub fn of(level: &'a Level, rules: &'a Rules) -> Result<Self, TooManyBits> {
        let prepared = Prepared::of(level, rules, Collect::Nothing);
        let room_cache = in_world!(prepared, world => answers(level, rules, world))?;
        Ok(Self { level, rules, room_cache, known: FxHashMap::default() })
    }

    /// Answers a question. `can_push` is false if blocks are immovable; `most` is the limit on states.
    ///
    /// # Errors
    /// [`UnknownThing`] for a name that the level does not have.
    ///
    /// ```
    /// use quandary_level::check::what_if::{Answer, Batch, WhatIf};
    /// let level = quandary_level::formats::text::read("######\n#@k+*#\n######\n")?;
    /// let rules = quandary_level::Rules::default();
    /// let mut batch = Batch::of(&level, &rules)?;
    /// assert_eq!(batch.ask(&WhatIf::default(), true, 1_000)?, Answer::Solvable(3));
    /// let question = WhatIf { without: vec!["item:1,2".to_owned()], ..WhatIf::default() };
    /// assert_eq!(batch.ask(&question, true, 1_000)?, Answer::Unsolvable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask(
        &mut self,
        question: &WhatIf,
        can_push: bool,
        most: u64,
    ) -> Result<Answer, UnknownThing> {
        let effects = self.effects(question)?;
        let states = usize::try_from(most).unwrap_or(usize::MAX);
        let found = self
            .room_cache
            .as_mut()
            .map(|room_cache| room_cache.answer(&effects, can_push, states));
        match found {
            Some(Some(answer)) => Ok(answer),
            Some(None) | None => Ok(self.solve_changed(question, can_push, most)),
        }
    }

    /// A cheapest plan of the unchanged level, replayed; `None` if none was found within so many states.
    pub fn plan(&mut self, most: u64) -> Option<Walk> {
        self.room_cache.as_mut()?.plan(usize::try_from(most).unwrap_or(usize::MAX))
    }

    /// Number of states found in all questions so far.
    #[must_use]
    pub fn met(&self) -> u64 {
        self.room_cache.as_ref().map_or(0, |room_cache| room_cache.met())
    }

    /// The effects of a question.
    fn effects(&mut self, question: &WhatIf) -> Result<Vec<(QuestionKind, Effect)>, UnknownThing> {
        let mut effects = Vec::new();
        for (kind, names) in question.lists() {
            let things = || what_if::things(self.level, kind).collect();
            let known = self.known.entry(kind.name()).or_insert_with(things);
            let mut whole = WholeThings::of(self.level, self.rules);
            for name in names {
                let effect = known.get(name);
                let effect = effect.ok_or_else(|| UnknownThing::of(self.level, kind, name))?;
                effects.extend(whole.first(effect).map(|effect| (kind, effect)));
            }
        }
        Ok(effects)
    }

    /// The solver's answer for the changed level.
    fn solve_changed(&self, question: &WhatIf, can_push: bool, most: u64) -> Answer {
        let push = if can_push { self.rules.push } else { Push::Off };
        let rules = Rules { push, ..self.rules.clone() };
        let Ok(level) = question.of(self.level, &rules) else { return Answer::Unknown };
        let limits = Limits { states: Some(most), ..Limits::default() };
        let solution = solve(&level, &rules, &Options::default(), &limits);
        match solution.map(|solution| solution.verdict) {
            Ok(Verdict::Solvable { walk, optimal: true, .. }) => {
                Answer::Solvable(walk.cost.straight)
            }
            Ok(Verdict::Unsolvable) => Answer::Unsolvable,
            _ => Answer::Unknown,
        }
    }
}

/// A room cache, for any width of the states.
trait CachedAnswers {
    /// The answer; `None` if the cache cannot answer the question under any limit.
    fn answer(
        &mut self,
        effects: &[(QuestionKind, Effect)],
        can_push: bool,
        most: usize,
    ) -> Option<Answer>;
    /// A cheapest plan, replayed.
    fn plan(&mut self, most: usize) -> Option<Walk>;
    /// Number of states found.
    fn met(&self) -> u64;
}

/// A level with its room cache.
struct CachedLevel<'a, const W: usize> {
    level: &'a Level,
    rules: &'a Rules,
    world: World<W>,
    /// By location: its room, as an index into the level's rooms.
    regions: Vec<u32>,
    room_cache: RoomCache<W>,
}

/// The room cache of a level of tiles; `None` if the level has none.
fn answers<'a, const W: usize>(
    level: &'a Level,
    rules: &'a Rules,
    world: World<W>,
) -> Option<Box<dyn CachedAnswers + 'a>> {
    let tiles = level.tiles.as_ref()?;
    let mut regions = vec![u32::MAX; world.locations()];
    for (number, room) in (0..).zip(&tiles.rooms) {
        for at in world.locations_of(Position::Node(room.node), level) {
            regions[at as usize] = number;
        }
    }
    let room_cache = RoomCache::of(&world, regions.clone())?;
    Some(Box::new(CachedLevel { level, rules, world, regions, room_cache }))
}

impl<const W: usize> CachedAnswers for CachedLevel<'_, W> {
    fn answer(
        &mut self,
        effects: &[(QuestionKind, Effect)],
        can_push: bool,
        most: usize,
    ) -> Option<Answer> {
        let question = self.question(effects, can_push)?;
        match self.room_cache.answer(question, most) {
            room_cache::Answer::Moves(moves) => Some(Answer::Solvable(moves)),
            room_cache::Answer::Never => Some(Answer::Unsolvable),
            room_cache::Answer::TooMany => Some(Answer::Unknown),
            room_cache::Answer::TooLong => None,
        }
    }

    fn met(&self) -> u64 {
        self.room_cache.met
    }

    fn plan(&mut self, most: usize) -> Option<Walk> {
        let plan = self.room_cache.plan(&self.world, most)?;
        replay_in(&self.world, &plan).ok().filter(|walk| walk.wins)
    }
}

impl<const W: usize> CachedLevel<'_, W> {
    /// A question in terms of locations and bits; `None` if the room cache does not support a change.
    fn question(&self, effects: &[(QuestionKind, Effect)], can_push: bool) -> Option<Question<W>> {
        let mut question = Question { is_fixed: !can_push, ..Question::default() };
        for (kind, effect) in effects {
            match (kind, effect) {
                (QuestionKind::Without, Effect::Item(cell)) => {
                    question.emptied.push((self.location(*cell)?, self.besides(*cell)));
                }
                (QuestionKind::Without, Effect::Symbol(id)) => {
                    question.banned.add(&self.bit(Fact::Symbol(*id)));
                }
                (QuestionKind::Without, Effect::Toggle(toggle)) => {
                    question.banned.add(&self.bit(Fact::Toggle(*toggle)));
                }
                (QuestionKind::Without, Effect::Passage(a, b)) => {
                    let [a, b] = [self.region(*a)?, self.region(*b)?];
                    question.closed.push((a.min(b), a.max(b)));
                }
                (QuestionKind::Without, Effect::Block(cell)) => {
                    question.taken.push(self.block(*cell)?);
                }
                (QuestionKind::Wall, Effect::Block(cell)) => {
                    question.walled.push(self.block(*cell)?);
                }
                (QuestionKind::Goal, effect) => {
                    question.goals = Some(self.goals(effect, &question.banned)?);
                }
                _ => return None,
            }
        }
        let is_both = question.taken.iter().any(|block| question.walled.contains(block));
        let is_unsupported = is_both || question.is_fixed && self.world.presses_at_start();
        (!is_unsupported).then_some(question)
    }

    /// The locations of a goal; empty for a banned symbol.
    fn goals(&self, effect: &Effect, banned: &Bits<W>) -> Option<Vec<Location>> {
        match effect {
            Effect::Item(cell) => Some(vec![self.location(*cell)?]),
            Effect::Room(node) => Some(self.world.locations_of(Position::Node(*node), self.level)),
            Effect::Symbol(id) => {
                let mut plates = self.level.plates().iter();
                let bit = self.bit(Fact::Symbol(*id)).difference(banned);
                let gives = |at: &Location| self.world.gives(*at).meets(&bit);
                let lies = (0..self.world.locations() as Location).filter(gives);
                (!plates.any(|plate| plate.gives == Some(*id))).then(|| lies.collect())
            }
            _ => None,
        }
    }

    fn bit(&self, fact: Fact) -> Bits<W> {
        let bit = self.world.facts().iter().position(|known| *known == fact);
        bit.map_or_else(Bits::default, Bits::one)
    }

    fn location(&self, cell: Cell) -> Option<Location> {
        self.world.locations_of(Position::Cell(cell), self.level).first().copied()
    }

    /// The bits that a cell sets besides the gift of its tile: those of its marks, and the entry into its node.
    fn besides(&self, cell: Cell) -> Bits<W> {
        let entered = |fact: &&Fact| matches!(fact, Fact::Taken(_));
        let entered = self.world.facts().iter().filter(entered).map(|fact| self.bit(*fact));
        let marks = self.level.marks().iter();
        let marked = marks.filter(|mark| mark.cell == cell).filter_map(|mark| match mark.gives {
            crate::Content::Symbol(id) => Some(self.bit(Fact::Symbol(id))),
            _ => None,
        });
        entered.chain(marked).collect()
    }

    /// Index of the rectangle of a node.
    fn region(&self, node: crate::NodeIndex) -> Option<u32> {
        self.level.rooms().iter().position(|room| room.node == node).map(|number| number as u32)
    }

    /// The location of a block that can be removed or walled in; `None` if a plate is pressed at the start, or if the
    /// change could move the landing cell of a warp.
    fn block(&self, cell: Cell) -> Option<Location> {
        let at = self.location(cell)?;
        let region = self.regions[at as usize];
        let tiles = self.level.tiles.as_ref()?;
        let moves = |to: Location| {
            let cell = match self.world.position(to) {
                Some(Position::Cell(cell)) => cell,
                _ => return true,
            };
            self.regions[to as usize] == region && tiles.tile(cell) != Some(Tile::Stair)
        };
        let mut doors =
            (0..self.world.locations() as Location).flat_map(|from| self.world.doors(from).iter());
        let is_unsupported = self.world.presses_at_start()
            || self.rules.push == Push::Off
            || doors.any(|door| door.way == Way::Warp && moves(door.to));
        (!is_unsupported).then_some(at)
    }
}
