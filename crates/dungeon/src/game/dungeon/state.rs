//! The state of a game of a dungeon, its actions and their effects, and the things around the player with all names
//! that the player can use for them.
//!
//! Invariant: a refused action changes nothing; the same actions lead to the same state.
//!
//! Invariant: everything that is listed in a room has a name that the player can use. Of several ways in one
//! direction, each has a name of its own.

use super::{Barrier, Scene, Sort, Way};
use crate::game::reply::Candidate;
use crate::game::table::letter;
use crate::layout::Direction;
use level::{Content, Requirement};
use std::collections::BTreeSet;

/// An action of the player. A way is given by the room that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Walk.
    Go(usize),
    /// Pick something up.
    Take(Content),
    /// Open the locks of a way.
    Unlock(usize),
    /// Open the wall of a way.
    Bomb(usize),
    /// Pull a lever, or push stones onto their plates.
    Work(Content),
    /// Flip a switch.
    Flip(u32),
    /// Fight the enemies of the room. This changes nothing else.
    Fight,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) room: usize,
    pub(super) entered: BTreeSet<usize>,
    /// The previous room.
    pub(super) came: Option<usize>,
    /// The rooms whose enemies the player has beaten.
    beaten: BTreeSet<usize>,
    /// Things taken, pulled or pushed, each with its room.
    done: BTreeSet<(usize, Content)>,
    /// Opened locks and walls, between rooms: the lower room first.
    opened: BTreeSet<(usize, usize, Requirement)>,
    on: BTreeSet<u32>,
}

impl State {
    pub(super) fn new(scene: &Scene) -> Self {
        Self {
            room: scene.start(),
            entered: [scene.start()].into(),
            came: None,
            beaten: BTreeSet::new(),
            done: BTreeSet::new(),
            opened: BTreeSet::new(),
            on: BTreeSet::new(),
        }
    }

    /// True if a thing of a room was taken, pulled or pushed.
    pub(super) fn is_done(&self, room: usize, thing: Content) -> bool {
        self.done.contains(&(room, thing))
    }

    /// True if the enemies of a room were beaten.
    pub(super) fn is_beaten(&self, room: usize) -> bool {
        self.beaten.contains(&room)
    }

    /// True if a thing was taken, pulled or pushed in any room.
    pub(super) fn has(&self, thing: Content) -> bool {
        self.count(thing) > 0
    }

    fn count(&self, thing: Content) -> usize {
        self.done.iter().filter(|(_, done)| *done == thing).count()
    }

    /// Number of locks or walls of a kind that were opened.
    fn used(&self, need: Requirement) -> usize {
        self.opened.iter().filter(|(.., opened)| *opened == need).count()
    }

    /// Number of small keys in hand.
    fn small_keys(&self) -> usize {
        self.count(Content::Key).saturating_sub(self.used(Requirement::KeyLocked))
    }

    pub(super) fn is_on(&self, switch: u32) -> bool {
        self.on.contains(&switch)
    }

    /// True if the player has the key that a lock needs.
    pub(super) fn has_key(&self, need: Requirement) -> bool {
        match need {
            Requirement::KeyLocked => self.small_keys() > 0,
            Requirement::BossLocked => self.has(Content::BossKey),
            Requirement::Symbol(id) => self.has(Content::Symbol(id)),
            _ => false,
        }
    }

    /// Applies an action; returns false, and changes nothing, if it is not possible.
    pub(super) fn apply(&mut self, scene: &Scene, action: Action) -> bool {
        let here = Here { scene, state: self };
        let holds = |thing| here.contents().contains(&thing);
        let is_one_of = |thing, sorts: &[Sort]| holds(thing) && sorts.contains(&scene.sort(thing));
        match action {
            Action::Go(to) => {
                let is_free = here.way(to).is_some_and(|way| here.is_free(way));
                if is_free {
                    self.came = Some(self.room);
                    self.room = to;
                    self.entered.insert(to);
                }
                is_free
            }
            Action::Take(thing) => {
                is_one_of(thing, &[Sort::Portable]) && self.done.insert((self.room, thing))
            }
            Action::Work(thing) => {
                let can_be_worked = is_one_of(thing, &[Sort::Lever, Sort::Stones]);
                can_be_worked && self.done.insert((self.room, thing))
            }
            Action::Unlock(to) => {
                let locks = here.way(to).map(|way| here.locks(way)).unwrap_or_default();
                let fits = !locks.is_empty() && locks.iter().all(|&need| self.has_key(need));
                let opened = locks.into_iter().filter(|_| fits);
                self.opened.extend(opened.map(|need| lock(self.room, to, need)));
                fits
            }
            Action::Bomb(to) => {
                let is_walled = here.way(to).is_some_and(|way| here.is_walled(way));
                let is_bombed = is_walled && here.bombs() > 0;
                is_bombed && self.opened.insert(lock(self.room, to, Requirement::Bombable))
            }
            Action::Fight => !here.all_foes().is_empty() && self.beaten.insert(self.room),
            Action::Flip(switch) => {
                let is_here = holds(Content::Toggle(switch));
                if is_here && !self.on.remove(&switch) {
                    self.on.insert(switch);
                }
                is_here
            }
        }
    }
}

/// A lock or a wall between two rooms, the same from both sides.
fn lock(a: usize, b: usize, need: Requirement) -> (usize, usize, Requirement) {
    (a.min(b), a.max(b), need)
}

/// A thing that can be examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// A way out, by the room that it leads to.
    Way(usize),
    /// A thing that lies here, is carried, or can be pulled or pushed.
    Thing(Content),
    /// The goal, once found.
    Goal,
}

/// The state of a game, with its scene.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) scene: &'a Scene,
    pub(super) state: &'a State,
}

impl<'a> Here<'a> {
    /// True if the game is won.
    pub(super) fn won(self) -> bool {
        self.state.entered.iter().any(|&room| self.scene.is_goal(room))
    }

    /// The contents of the room.
    pub(super) fn contents(self) -> &'a [Content] {
        self.scene.contents(self.state.room)
    }

    /// True if a thing of the room was taken, pulled or pushed.
    pub(super) fn is_done(self, thing: Content) -> bool {
        self.state.is_done(self.state.room, thing)
    }

    /// The things of a kind that are here and not yet taken, pulled or pushed.
    pub(super) fn things(self, sort: Sort) -> impl Iterator<Item = Content> + 'a {
        let all = self.contents().iter().copied();
        all.filter(move |&thing| self.scene.sort(thing) == sort && !self.is_done(thing))
    }

    /// True if the enemies of the room were beaten.
    pub(super) fn is_beaten(self) -> bool {
        self.state.is_beaten(self.state.room)
    }

    /// The enemies of the room, beaten or not.
    pub(super) fn all_foes(self) -> &'a [String] {
        self.scene.foes(self.state.room)
    }

    /// The enemies of the room that are still there.
    pub(super) fn foes(self) -> &'a [String] {
        if self.is_beaten() { &[] } else { self.all_foes() }
    }

    /// Number of bombs in hand. Where bombs never run out, it is the number of pick-ups.
    pub(super) fn bombs(self) -> usize {
        let found = self.state.count(Content::ItemMinor) + self.state.count(Content::KeyItem);
        self.scene.bombs().map_or(found, |each| {
            let all = found.saturating_mul(each as usize);
            all.saturating_sub(self.state.used(Requirement::Bombable))
        })
    }

    /// The things in hand, with their numbers.
    pub(super) fn holdings(self) -> Vec<(Content, usize)> {
        let things: BTreeSet<Content> = self.state.done.iter().map(|&(_, thing)| thing).collect();
        let things = things.into_iter().filter(|&thing| self.scene.sort(thing) == Sort::Portable);
        let counted = things.map(|thing| match thing {
            Content::Key => (thing, self.state.small_keys()),
            Content::ItemMinor if self.scene.bombs().is_some() => (thing, self.bombs()),
            _ => (thing, 1),
        });
        counted.filter(|(_, number)| *number > 0).collect()
    }

    /// True if a requirement of a way is met.
    pub(super) fn is_met(self, way: &Way, need: Requirement) -> bool {
        let Self { scene, state } = self;
        let Some(barrier) = scene.barrier(need) else { return true };
        match barrier {
            Barrier::Lock | Barrier::SmallLock | Barrier::Wall => {
                state.opened.contains(&lock(way.from, way.to, need))
            }
            Barrier::Item => match need {
                Requirement::Symbol(id) => state.has(Content::Symbol(id)),
                _ => state.has(Content::KeyItem),
            },
            Barrier::Lever(id) | Barrier::Portcullis(id) => state.has(Content::Symbol(id)),
            Barrier::Shutter(id) => !state.has(Content::Symbol(id)),
            Barrier::Gate(switch, on) => state.is_on(switch) == on,
            Barrier::Pressed => {
                state.entered.iter().any(|&room| scene.contents(room).contains(&Content::Switch))
            }
        }
    }

    /// The requirements of a way that are not met.
    pub(super) fn unmet(self, way: &Way) -> Vec<Requirement> {
        way.needs.iter().copied().filter(|&need| !self.is_met(way, need)).collect()
    }

    /// True if nothing bars a way.
    pub(super) fn is_free(self, way: &Way) -> bool {
        way.needs.iter().all(|&need| self.is_met(way, need))
    }

    /// The locks of a way that are shut.
    pub(super) fn locks(self, way: &Way) -> Vec<Requirement> {
        let is_lock =
            |need| matches!(self.scene.barrier(need), Some(Barrier::Lock | Barrier::SmallLock));
        self.unmet(way).into_iter().filter(|&need| is_lock(need)).collect()
    }

    /// True if a way has a cracked wall that is not opened.
    pub(super) fn is_walled(self, way: &Way) -> bool {
        self.unmet(way).contains(&Requirement::Bombable)
    }

    /// The way to another room.
    pub(super) fn way(self, to: usize) -> Option<&'a Way> {
        self.scene.way(self.state.room, to)
    }

    /// The name of the room, and its number.
    pub(super) fn title(self) -> String {
        format!("{} ({}).", self.scene.name(self.state.room), self.state.room)
    }

    /// The ways out.
    pub(super) fn ways(self) -> &'a [Way] {
        self.scene.ways(self.state.room)
    }

    /// True if no other way leads in the same direction.
    fn is_only(self, way: &Way) -> bool {
        let all = self.scene.ways(way.from).iter();
        all.filter(|other| other.direction == way.direction).count() == 1
    }

    /// The name of a way: its direction, and the room behind it if the direction is not unique.
    pub(super) fn way_name(self, way: &Way) -> String {
        let direction = way.direction.name();
        if self.is_only(way) { direction.to_owned() } else { format!("{direction} to {}", way.to) }
    }

    /// The ways out that satisfy `fits`, with all their names.
    pub(super) fn named_ways(self, fits: impl Fn(&Way) -> bool) -> Vec<Candidate<usize>> {
        let ways = self.ways().iter().filter(|way| fits(way));
        let named = ways.map(|way| {
            let (side, to) = (way.direction.name(), way.to);
            let letter = letter(way.direction);
            let known = self.state.entered.contains(&to);
            let room = if known { self.scene.name(to) } else { String::new() };
            let mut names = vec![format!("{to}"), format!("room {to}"), format!("to {to}"), room];
            for side in [side, letter] {
                names.extend([format!("{side} {to}"), format!("{side} to {to}"), side.to_owned()]);
            }
            for noun in ["way", "exit"].iter().chain(self.nouns(way)) {
                names.extend([format!("{side} {noun}"), format!("{noun} {side}")]);
                names.extend([format!("{noun} to {side}"), format!("{noun} to the {side}")]);
            }
            names.extend(self.nouns(way).iter().map(|&noun| noun.to_owned()));
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Candidate::new(to, self.way_name(way), &names)
        });
        named.collect()
    }

    /// The nouns for a way, by its first barrier.
    fn nouns(self, way: &Way) -> &'static [&'static str] {
        let drop = self.scene.way(way.to, way.from).is_none();
        let barriers = way.needs.iter().filter_map(|&need| self.scene.barrier(need));
        let nouns = barriers.map(|barrier| match barrier {
            Barrier::Lock | Barrier::SmallLock => &["door", "lock", "locked door", "keyhole"][..],
            Barrier::Wall => &["wall", "cracked wall", "crack", "walls"],
            Barrier::Item => &["water"],
            Barrier::Lever(_) => &["bars", "door", "slab", "barrier"],
            Barrier::Portcullis(_) => &["portcullis", "bars"],
            Barrier::Shutter(_) => &["shutter"],
            Barrier::Gate(..) => &["gate", "grille"],
            Barrier::Pressed => &["bars", "barrier"],
        });
        let first = nouns.into_iter().next();
        first.unwrap_or(if drop { &["drop", "ledge"] } else { &[] })
    }

    /// True if a way leads in a direction.
    pub(super) fn leads(self, side: Direction) -> bool {
        self.ways().iter().any(|way| way.direction == side)
    }

    /// The things of some kinds that are here and not yet taken, pulled or pushed.
    pub(super) fn left(self, sorts: &[Sort]) -> Vec<Candidate<Content>> {
        let all = sorts.iter().flat_map(|&sort| self.things(sort));
        all.map(|thing| self.candidate(thing, thing)).collect()
    }

    /// The switches that are here.
    pub(super) fn switches(self) -> impl Iterator<Item = u32> + 'a {
        self.contents().iter().filter_map(|content| match content {
            Content::Toggle(number) => Some(*number),
            _ => None,
        })
    }

    /// The things that the player carries.
    pub(super) fn held(self) -> Vec<Candidate<Content>> {
        let held = self.holdings().into_iter();
        held.map(|(thing, _)| self.candidate(thing, thing)).collect()
    }

    /// A thing with all its names.
    pub(super) fn candidate<T>(self, value: T, thing: Content) -> Candidate<T> {
        let names = self.scene.other_names(thing);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Candidate::new(value, self.scene.the(thing), &names)
    }

    /// The name of the goal.
    pub(super) fn goal(self) -> String {
        self.scene.words().goal.clone().unwrap_or_default()
    }

    /// True if the player has found the goal, and it has a name.
    pub(super) fn holds_goal(self) -> bool {
        self.scene.words().goal.is_some() && self.won()
    }

    /// Everything that can be examined.
    pub(super) fn sights(self) -> Vec<Candidate<Sight>> {
        let ways = self.named_ways(|_| true).into_iter();
        let mut all: Vec<_> = ways.map(|way| way.map(Sight::Way)).collect();
        let contents = self.contents().iter().copied();
        let mut things: Vec<Content> =
            contents.filter(|&thing| self.scene.sort(thing) != Sort::Mark).collect();
        things.retain(|&thing| {
            let gone = self.is_done(thing);
            !gone || self.scene.sort(thing) != Sort::Portable
        });
        let held = self.holdings().into_iter().map(|(thing, _)| thing);
        let held: Vec<Content> = held.filter(|thing| !things.contains(thing)).collect();
        things.extend(held);
        all.extend(things.into_iter().map(|thing| self.candidate(Sight::Thing(thing), thing)));
        if self.holds_goal() {
            let goal = self.goal();
            let last = goal.rsplit(' ').next().unwrap_or_default().to_owned();
            all.push(Candidate::new(Sight::Goal, goal, &[&last]));
        }
        all
    }
}
