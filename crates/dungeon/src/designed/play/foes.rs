//! Enemies in words. They keep away, or are beaten by whoever asks for it: no rule of the level knows them.
//!
//! Invariant: nobody is told of who is not there.

use super::here::Here;
use super::state::Action;
use crate::designed::texts::{company, fought, plural};
use crate::puzzle::play::command::{Understood, refuse};
use crate::puzzle::play::fold;
use crate::puzzle::play::reply::list;
use level::Content;

/// Enemies of one name, and how many they are.
fn counted(names: &[String]) -> Vec<(&str, usize)> {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| known == name) {
            Some((_, number)) => *number += 1,
            None => counted.push((name, 1)),
        }
    }
    counted
}

/// True if a name is that of one alone, such as `the Pale Queen`.
fn is_proper(name: &str) -> bool {
    name.contains(char::is_uppercase)
}

/// A number in words, up to nine.
fn number(n: usize) -> String {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// Enemies that are met: `a rock grub and two bats`.
pub(super) fn some(names: &[String]) -> String {
    let words = counted(names).into_iter().map(|(name, many)| match many {
        _ if is_proper(name) => name.to_owned(),
        1 if name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {name}"),
        1 => format!("a {name}"),
        many => format!("{} {}", number(many), plural(name)),
    });
    list(&words.collect::<Vec<_>>(), "and")
}

/// Enemies that are known: `the rock grub and the two bats`.
pub(super) fn the(names: &[String]) -> String {
    let words = counted(names).into_iter().map(|(name, many)| match many {
        _ if is_proper(name) => name.to_owned(),
        1 => format!("the {name}"),
        many => format!("the {} {}", number(many), plural(name)),
    });
    list(&words.collect::<Vec<_>>(), "and")
}

/// The sentence about the enemies of the room.
pub(super) fn standing(here: Here<'_>) -> Option<String> {
    let Here { scene, state } = here;
    let names = state.foes(scene, state.room);
    let before = (0..state.room).filter(|&room| !scene.foes(room).is_empty()).count();
    if names.is_empty() { None } else { company(&some(names), names.len(), before) }
}

/// True if enemies go by a name.
pub(super) fn are_meant(names: &[String], typed: &str) -> bool {
    let typed = fold::name(typed);
    let words: Vec<&str> = typed.split(' ').collect();
    let known = names.iter().any(|name| {
        let all = fold::name(&format!("{name} {} {}", plural(name), the(names)));
        words.iter().all(|word| all.split(' ').any(|known| known == *word))
    });
    let anyone = ["enemy", "enemies", "foe", "foes", "monster", "monsters", "all", "them", "it"];
    !names.is_empty() && (known || anyone.contains(&typed.as_str()))
}

/// The fight that is asked for.
pub(super) fn fight(here: Here<'_>, typed: &str) -> Understood<Action> {
    let Here { scene, state } = here;
    let typed = typed.split(" with ").next().unwrap_or(typed);
    let all = scene.foes(state.room);
    if all.is_empty() {
        return refuse("There is nobody here to fight.");
    }
    if !typed.is_empty() && !are_meant(all, typed) {
        return refuse(format!("There is no {typed:?} here. You could attack {}.", the(all)));
    }
    if state.is_beaten(state.room) {
        return refuse(format!("You have dealt with {} already.", the(all)));
    }
    Ok(Action::Fight)
}

/// The line about a fight that was won.
pub(super) fn won(here: Here<'_>) -> String {
    let Here { scene, state } = here;
    let all = scene.foes(state.room);
    let is_boss = scene.contents(state.room).contains(&Content::Boss);
    fought(&the(all), all.len(), is_boss).unwrap_or_else(|| format!("You beat {}.", the(all)))
}

/// A closer look at the enemies of the room.
pub(super) fn examine(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let all = scene.foes(state.room);
    let line = if state.is_beaten(state.room) {
        format!("You have dealt with {}; there is nothing more to see.", the(all))
    } else if all.len() == 1 {
        format!(
            "You look at {}, and are looked at. Nobody has to fight here: `attack` if you like.",
            the(all)
        )
    } else {
        format!(
            "You look at {}, and they look at you. Nobody has to fight here: `attack` if you like.",
            the(all)
        )
    };
    vec![line]
}
