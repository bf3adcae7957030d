//! The things that were spoken of last, which `it` and `them` can stand for.
//!
//! Invariant: a name stands for what a pronoun means only where something goes by that name.

use super::here::Here;
use super::meaning::Meaning;
use super::understand::{about, meaning};
use super::{foes, scenery};
use crate::puzzle::play::command::{Understood, refuse};
use crate::puzzle::play::fold;
use crate::puzzle::play::names::{Found, worded};
use crate::puzzle::play::reply::Outcome;

/// The names of what was spoken of, the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Recent(Vec<String>);

/// Number of names that are known.
const MOST: usize = 6;

/// A word that stands for another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pronoun {
    It,
    Them,
    /// Him or her: somebody, and no thing.
    Somebody,
}

impl Recent {
    /// Speaks of something.
    pub(super) fn note(&mut self, name: String) {
        self.0.retain(|known| *known != name);
        self.0.insert(0, name);
        self.0.truncate(MOST);
    }

    /// Speaks of what a command was about, if something goes by that name.
    pub(super) fn note_command(&mut self, here: Here<'_>, command: &str) {
        if let Some(name) = about(command).filter(|name| is_here(here, name)) {
            self.note(name);
        }
    }

    /// A command with a name for its pronoun: the last that the command can be done with, or else the last of all.
    pub(super) fn filled(&self, here: Here<'_>, command: &str) -> Understood<String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        let Some((at, pronoun)) = pronoun(&words) else { return Ok(command.to_owned()) };
        let names = self.meant(here, pronoun);
        if names.is_empty() && pronoun == Pronoun::Somebody {
            return refuse("There is nobody here whom that could mean.");
        }
        let said = |name: &str| {
            let (before, rest) = words.split_at(at);
            let rest = rest.get(1..).unwrap_or_default();
            let all = before.iter().chain([&name]).chain(rest).copied();
            all.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
        };
        let all: Vec<String> = names.iter().map(|name| said(name)).collect();
        let fits = all.iter().find(|command| can_be_done(here, command));
        Ok(fits.or(all.first()).cloned().unwrap_or_default())
    }

    /// The names that a pronoun can stand for here, the likeliest first; an empty one is for the only thing of a verb.
    fn meant(&self, here: Here<'_>, pronoun: Pronoun) -> Vec<String> {
        let all = here.state.foes(here.scene, here.state.room);
        let foes = all.first().map(|_| foes::the(all));
        if pronoun == Pronoun::Somebody {
            return foes.into_iter().collect();
        }
        let known = self.0.iter().filter(|name| is_here(here, name)).cloned();
        let is_likely = |name: &String| is_several(name) == (pronoun == Pronoun::Them);
        let (likely, others): (Vec<String>, Vec<String>) = known.partition(is_likely);
        let known: Vec<String> = likely.into_iter().chain(others).collect();
        let is_held = |name: &String| worded(name, &here.held()) != Found::Nothing;
        let only = known.iter().all(is_held).then(String::new);
        known.into_iter().chain(only).chain(foes).collect()
    }
}

/// True if a name is that of several things.
fn is_several(name: &str) -> bool {
    name.ends_with('s') && !name.ends_with("ss")
}

/// The pronoun of a command, and its place.
fn pronoun(words: &[&str]) -> Option<(usize, Pronoun)> {
    let folded: Vec<String> = words.iter().map(|word| fold::name(word)).collect();
    if folded.iter().any(|word| word == "all") {
        return None;
    }
    folded.iter().enumerate().skip(1).find_map(|(at, word)| {
        let next = folded.get(at + 1).map(String::as_str);
        // `take her key` is about a key.
        let is_alone = matches!(next, None | Some("with" | "using" | "to"));
        let pronoun = match word.as_str() {
            "it" => Pronoun::It,
            "them" => Pronoun::Them,
            "him" => Pronoun::Somebody,
            "her" if is_alone => Pronoun::Somebody,
            _ => return None,
        };
        Some((at, pronoun))
    })
}

/// True if something here goes by a name.
fn is_here(here: Here<'_>, name: &str) -> bool {
    worded(name, &here.sights()) != Found::Nothing
        || foes::are_meant(here, name)
        || scenery::sentence(here, name).is_some()
}

/// True if a command does something, or tells something, here and now.
fn can_be_done(here: Here<'_>, command: &str) -> bool {
    match meaning(here, command) {
        Meaning::Do(_) | Meaning::Advice(_) => true,
        Meaning::Say(reply) => reply.outcome == Outcome::Told,
        _ => false,
    }
}
