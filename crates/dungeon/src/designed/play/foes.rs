//! Enemies in words. They keep away, or are beaten by whoever asks for it: no rule of the level knows them.
//!
//! Invariant: nobody is told of who is not there.

use super::here::Here;
use super::state::Action;
use super::verbs;
use crate::designed::texts::{company, fought, plural, portrait, presence, watched};
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
    let told = match names {
        [] => return None,
        [boss] if are_of_the_boss(here) => presence(boss),
        _ => None,
    };
    told.or_else(|| company(&some(names), names.len(), before + scene.salt()))
}

/// True if the boss is one of those of the room.
fn are_of_the_boss(here: Here<'_>) -> bool {
    here.scene.contents(here.state.room).contains(&Content::Boss)
}

/// True if the enemies of the room go by a name.
pub(super) fn are_meant(here: Here<'_>, typed: &str) -> bool {
    let names = here.scene.foes(here.state.room);
    let typed = fold::name(typed);
    if typed.is_empty() {
        return false;
    }
    let words: Vec<&str> = typed.split(' ').collect();
    let known = names.iter().any(|name| {
        let all = fold::name(&format!("{name} {} {}", plural(name), the(names)));
        words.iter().all(|word| all.split(' ').any(|known| known == *word))
    });
    let anyone = ["enemy", "enemies", "foe", "foes", "monster", "monsters", "creature"];
    let is_boss = typed == "boss" && are_of_the_boss(here);
    !names.is_empty() && (known || is_boss || anyone.contains(&typed.as_str()))
}

/// The fight that is asked for.
pub(super) fn fight(here: Here<'_>, typed: &str) -> Understood<Action> {
    let Here { scene, state } = here;
    let typed = typed.split(" with ").next().unwrap_or(typed);
    let all = scene.foes(state.room);
    if all.is_empty() {
        return refuse("There is nobody here to fight.");
    }
    let everybody = ["", "all", "everyone", "everybody", "everything"];
    if !everybody.contains(&typed) && !are_meant(here, typed) {
        let typed = verbs::shortened(typed);
        return refuse(format!("You see no {typed:?} here. You could attack {}.", the(all)));
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
    let at = scene.salt() + state.room;
    fought(&the(all), all.len(), are_of_the_boss(here), at)
        .unwrap_or_else(|| format!("You beat {}.", the(all)))
}

/// The sentence about enemies that look on while something is taken.
pub(super) fn look_on(here: Here<'_>) -> Option<String> {
    let Here { scene, state } = here;
    let names = state.foes(scene, state.room);
    let at = scene.salt() + state.room;
    if names.is_empty() { None } else { watched(&the(names), names.len(), at) }
}

/// A closer look at the enemies of the room.
pub(super) fn examine(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let all = scene.foes(state.room);
    let line = if state.is_beaten(state.room) {
        format!("You have dealt with {}; there is nothing more to see.", the(all))
    } else if let Some(about) = all.first().filter(|_| all.len() == 1).and_then(|one| portrait(one))
    {
        format!("{about} Nobody has to fight here: `attack` if you like.")
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
