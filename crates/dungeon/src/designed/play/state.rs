//! The state of a game, what each action does to it, and what a command means: an action, or an answer.
//!
//! Invariant: an action that is refused changes nothing; the same actions lead to the same state.

use super::scene::{Scene, Way};
use super::thing::{Barrier, Sort};
use crate::puzzle::play::reply::{Outcome, Reply};
use level::{Content, Requirement};
use std::collections::BTreeSet;

/// An action of a player. Ways go by the rooms that they lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
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
    /// Fight the enemies of the room. It opens nothing.
    Fight,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) room: usize,
    pub(super) entered: BTreeSet<usize>,
    /// The room that the player was in before.
    pub(super) came: Option<usize>,
    /// The rooms whose enemies were beaten.
    beaten: BTreeSet<usize>,
    /// Things that were taken, pulled or pushed, each with the room that it was in.
    done: BTreeSet<(usize, Content)>,
    /// The locks and walls that were opened, from either side: the lower room first.
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

    /// True if the game is won.
    pub(super) fn won(&self, scene: &Scene) -> bool {
        self.entered.iter().any(|&room| scene.is_goal(room))
    }

    /// True if a thing of a room was taken, pulled or pushed.
    pub(super) fn is_done(&self, room: usize, thing: Content) -> bool {
        self.done.contains(&(room, thing))
    }

    /// True if the enemies of a room were beaten.
    pub(super) fn is_beaten(&self, room: usize) -> bool {
        self.beaten.contains(&room)
    }

    /// The enemies of a room that are still there.
    pub(super) fn foes<'a>(&self, scene: &'a Scene, room: usize) -> &'a [String] {
        if self.is_beaten(room) { &[] } else { scene.foes(room) }
    }

    /// The things of a sort that are in a room and still to be taken, pulled or pushed.
    pub(super) fn left<'a>(
        &'a self,
        scene: &'a Scene,
        room: usize,
        sort: Sort,
    ) -> impl Iterator<Item = Content> + 'a {
        let all = scene.contents(room).iter().copied();
        all.filter(move |&thing| scene.sort(thing) == sort && !self.is_done(room, thing))
    }

    /// True if a thing is held, or was pulled or pushed.
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

    /// Number of bombs in hand; any number where they never run out.
    pub(super) fn bombs(&self, scene: &Scene) -> usize {
        let found = self.count(Content::ItemMinor) + self.count(Content::KeyItem);
        match scene.bombs() {
            None => found,
            Some(each) => {
                let all = found.saturating_mul(each as usize);
                all.saturating_sub(self.used(Requirement::Bombable))
            }
        }
    }

    /// Everything in hand, small keys and bombs by their number.
    pub(super) fn held(&self, scene: &Scene) -> Vec<(Content, usize)> {
        let things: BTreeSet<Content> = self.done.iter().map(|&(_, thing)| thing).collect();
        let things = things.into_iter().filter(|&thing| scene.sort(thing) == Sort::Portable);
        let counted = things.map(|thing| match thing {
            Content::Key => (thing, self.small_keys()),
            Content::ItemMinor if scene.bombs().is_some() => (thing, self.bombs(scene)),
            _ => (thing, 1),
        });
        counted.filter(|(_, number)| *number > 0).collect()
    }

    pub(super) fn is_on(&self, switch: u32) -> bool {
        self.on.contains(&switch)
    }

    /// True if what a way asks for is so.
    pub(super) fn is_met(&self, scene: &Scene, way: &Way, need: Requirement) -> bool {
        let Some(barrier) = scene.barrier(need) else { return true };
        match barrier {
            Barrier::Lock | Barrier::SmallLock | Barrier::Wall => {
                self.opened.contains(&lock(way.from, way.to, need))
            }
            Barrier::Item => match need {
                Requirement::Symbol(id) => self.has(Content::Symbol(id)),
                _ => self.has(Content::KeyItem),
            },
            Barrier::Lever(id) | Barrier::Portcullis(id) => self.has(Content::Symbol(id)),
            Barrier::Shutter(id) => !self.has(Content::Symbol(id)),
            Barrier::Gate(switch, on) => self.is_on(switch) == on,
            Barrier::Pressed => {
                self.entered.iter().any(|&room| scene.contents(room).contains(&Content::Switch))
            }
        }
    }

    /// The requirements of a way that are not met.
    pub(super) fn unmet(&self, scene: &Scene, way: &Way) -> Vec<Requirement> {
        way.needs.iter().copied().filter(|&need| !self.is_met(scene, way, need)).collect()
    }

    /// The locks of a way that are shut.
    pub(super) fn locks(&self, scene: &Scene, way: &Way) -> Vec<Requirement> {
        let is_lock =
            |need| matches!(scene.barrier(need), Some(Barrier::Lock | Barrier::SmallLock));
        self.unmet(scene, way).into_iter().filter(|&need| is_lock(need)).collect()
    }

    /// True if a way has a wall that no bomb has opened.
    pub(super) fn is_walled(&self, scene: &Scene, way: &Way) -> bool {
        self.unmet(scene, way).contains(&Requirement::Bombable)
    }

    /// True if the key that a lock asks for is in hand.
    pub(super) fn has_key(&self, need: Requirement) -> bool {
        match need {
            Requirement::KeyLocked => self.small_keys() > 0,
            Requirement::BossLocked => self.has(Content::BossKey),
            Requirement::Symbol(id) => self.has(Content::Symbol(id)),
            _ => false,
        }
    }

    /// Does an action; false if it cannot be done, and nothing is changed.
    pub(super) fn apply(&mut self, scene: &Scene, action: Action) -> bool {
        let way = |to| scene.way(self.room, to);
        match action {
            Action::Go(to) => {
                if !way(to).is_some_and(|way| self.unmet(scene, way).is_empty()) {
                    return false;
                }
                self.came = Some(self.room);
                self.room = to;
                self.entered.insert(to);
                true
            }
            Action::Take(thing) => self.finish(scene, thing, &[Sort::Portable]),
            Action::Work(thing) => self.finish(scene, thing, &[Sort::Lever, Sort::Stones]),
            Action::Unlock(to) => {
                let locks = way(to).map(|way| self.locks(scene, way)).unwrap_or_default();
                let fits = !locks.is_empty() && locks.iter().all(|&need| self.has_key(need));
                let opened = locks.into_iter().filter(|_| fits);
                self.opened.extend(opened.map(|need| lock(self.room, to, need)));
                fits
            }
            Action::Bomb(to) => {
                let walled = way(to).is_some_and(|way| self.is_walled(scene, way));
                let bombed = walled && self.bombs(scene) > 0;
                bombed && self.opened.insert(lock(self.room, to, Requirement::Bombable))
            }
            Action::Fight => !scene.foes(self.room).is_empty() && self.beaten.insert(self.room),
            Action::Flip(switch) => {
                let here = scene.contents(self.room).contains(&Content::Toggle(switch));
                if here && !self.on.remove(&switch) {
                    self.on.insert(switch);
                }
                here
            }
        }
    }

    /// Takes, pulls or pushes a thing of the room.
    fn finish(&mut self, scene: &Scene, thing: Content, sorts: &[Sort]) -> bool {
        let here = scene.contents(self.room).contains(&thing) && sorts.contains(&scene.sort(thing));
        here && self.done.insert((self.room, thing))
    }
}

/// A lock or a wall between two rooms, from whichever side.
fn lock(a: usize, b: usize, need: Requirement) -> (usize, usize, Requirement) {
    (a.min(b), a.max(b), need)
}

/// The meaning of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Actions, done one after another.
    Do(Vec<Action>),
    /// So many of the last actions are to be taken back.
    Undo(usize),
    /// So many of those that were taken back are to be done again.
    Redo(usize),
    /// All is to be taken back.
    Restart,
    /// The last action is to be done once more.
    Again,
    /// The player asks for the score.
    Score,
    /// The player asks for a hint; without a judge it is these lines, or the reply that nothing is left to be told.
    Advice(Result<Vec<String>, Reply>),
    /// Something to be said, and no more.
    Say(Reply),
}

impl Meaning {
    /// Lines that are told.
    pub(super) fn told(lines: Vec<String>) -> Self {
        Self::Say(Reply::new(Outcome::Told, lines))
    }

    /// One action.
    pub(super) fn one(action: Action) -> Self {
        Self::Do(vec![action])
    }
}
