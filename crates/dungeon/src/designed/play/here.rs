//! The things around the player, by the names that a player can use.
//!
//! Invariant: whatever is listed as being here can be named; of several ways in one direction each has a name of its
//! own.

use super::scene::{Scene, Way};
use super::state::State;
use super::thing::{Barrier, Sort};
use crate::layout::Direction;
use crate::puzzle::play::names::Candidate;
use crate::puzzle::play::table::letter;
use level::Content;

/// Something that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// A way out, by the room that it leads to.
    Way(usize),
    /// Something that lies here, is held, or can be worked.
    Thing(Content),
    /// The thing that was sought, and is held.
    Goal,
}

/// The state of a game, with what it is a game of.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) scene: &'a Scene,
    pub(super) state: &'a State,
}

impl<'a> Here<'a> {
    /// The ways out.
    pub(super) fn ways(self) -> &'a [Way] {
        self.scene.ways(self.state.room)
    }

    /// True if no other way leads out on the same side.
    fn is_only(self, way: &Way) -> bool {
        let all = self.scene.ways(way.from).iter();
        all.filter(|other| other.direction == way.direction).count() == 1
    }

    /// The name of a way: its direction, and where that is not enough the room behind it.
    pub(super) fn way_name(self, way: &Way) -> String {
        let direction = way.direction.name();
        if self.is_only(way) { direction.to_owned() } else { format!("{direction} to {}", way.to) }
    }

    /// Some of the ways out, by all that they can be called.
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

    /// The words for what is in a way, or was.
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

    /// True if a way leads out on a side.
    pub(super) fn leads(self, side: Direction) -> bool {
        self.ways().iter().any(|way| way.direction == side)
    }

    /// The things of some sorts that are still to be taken, pulled or pushed here.
    pub(super) fn left(self, sorts: &[Sort]) -> Vec<Candidate<Content>> {
        let all = sorts.iter().flat_map(|&sort| self.state.left(self.scene, self.state.room, sort));
        all.map(|thing| self.candidate(thing, thing)).collect()
    }

    /// The switches that are here.
    pub(super) fn switches(self) -> impl Iterator<Item = u32> + 'a {
        self.scene.contents(self.state.room).iter().filter_map(|content| match content {
            Content::Toggle(number) => Some(*number),
            _ => None,
        })
    }

    /// The things that the player carries.
    pub(super) fn held(self) -> Vec<Candidate<Content>> {
        let held = self.state.held(self.scene).into_iter();
        held.map(|(thing, _)| self.candidate(thing, thing)).collect()
    }

    /// A thing by all its names.
    pub(super) fn candidate<T>(self, value: T, thing: Content) -> Candidate<T> {
        let names = self.scene.other_names(thing);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Candidate::new(value, self.scene.the(thing), &names)
    }

    /// The thing that is sought.
    pub(super) fn goal(self) -> String {
        self.scene.words().goal.clone().unwrap_or_default()
    }

    /// True if what was sought is held.
    pub(super) fn holds_goal(self) -> bool {
        self.scene.words().goal.is_some() && self.state.won(self.scene)
    }

    /// Everything here that can be looked at.
    pub(super) fn sights(self) -> Vec<Candidate<Sight>> {
        let ways = self.named_ways(|_| true).into_iter();
        let mut all: Vec<_> = ways.map(|way| way.map(Sight::Way)).collect();
        let contents = self.scene.contents(self.state.room).iter().copied();
        let mut things: Vec<Content> =
            contents.filter(|&thing| self.scene.sort(thing) != Sort::Mark).collect();
        things.retain(|&thing| {
            let gone = self.state.is_done(self.state.room, thing);
            !gone || self.scene.sort(thing) != Sort::Portable
        });
        let held = self.state.held(self.scene).into_iter().map(|(thing, _)| thing);
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
