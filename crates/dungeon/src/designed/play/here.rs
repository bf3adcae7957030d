//! The things around the player, by the names that a player can use.
//!
//! Invariant: whatever is listed as being here can be named; of several ways in one direction each has a name of its own.

use super::scene::{Scene, Way};
use super::state::State;
use super::thing::Sort;
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
        self.ways().iter().filter(|other| other.direction == way.direction).count() == 1
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
            let known = self.state.entered.contains(&to);
            let room = if known { self.scene.name(to) } else { String::new() };
            let numbers = [format!("{to}"), format!("room {to}"), format!("to {to}")];
            let sides = [format!("{side} {to}"), format!("{side} to {to}")];
            let plain = [side, letter(way.direction), &room];
            let texts = numbers.iter().chain(&sides).map(String::as_str);
            let names: Vec<&str> = texts.chain(plain).collect();
            Candidate::new(to, self.way_name(way), &names)
        });
        named.collect()
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

    /// A thing by its name, or by the last word of it.
    fn candidate<T>(self, value: T, thing: Content) -> Candidate<T> {
        let name = self.scene.thing(thing);
        let last = name.rsplit(' ').next().filter(|word| word.parse::<u32>().is_err());
        Candidate::new(value, name.as_str(), last.as_slice())
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
        all
    }
}
