//! Sentences of the game about a dungeon as a whole, and of what became of it: the quest, fights, the ending.

use super::shared::{Endings, Shared};
use super::slots::{Slots, capital, list, number};
use super::voice::told;
use search::Stream;

/// Number of treasures that are called by their names.
const NAMED: usize = 3;

/// A text that says what was won, and where; `goal` has an article.
pub(super) fn ending(place: &str, goal: &str, stream: &mut Stream) -> String {
    let endings = &Shared::phrases().endings;
    let slots = Slots::default().with("place", Some(place)).with("goal", Some(goal));
    let parts = [&endings.goal, &endings.last];
    let said = parts.into_iter().filter_map(|part| slots.fill(stream.pick(part)?));
    said.map(|sentence| capital(&sentence)).collect::<Vec<_>>().join(" ")
}

/// A sentence about a boss that was beaten, or was let be.
#[must_use]
pub fn bested(boss: &str, beaten: bool) -> Option<String> {
    let endings = &Shared::phrases().endings;
    let phrases = if beaten { &endings.beaten } else { &endings.spared };
    told(phrases, boss.len(), &Slots::default().with("boss", Some(boss)))
}

/// A sentence about a fight that was won against so many; `foes` has an article. The one that is told is that with this
/// place.
#[must_use]
pub fn fought(foes: &str, number: usize, is_boss: bool, at: usize) -> Option<String> {
    let fights = &Shared::phrases().fights;
    let phrases = match (is_boss, number) {
        (true, _) => &fights.boss,
        (false, 1) => &fights.one,
        (false, _) => &fights.several,
    };
    told(phrases, at, &Slots::default().with("foe", Some(foes)))
}

/// A sentence about so many enemies that are there; the one that is told is that with this place.
#[must_use]
pub fn company(foes: &str, number: usize, at: usize) -> Option<String> {
    let shared = Shared::phrases();
    let phrases = if number == 1 { &shared.foe } else { &shared.foes };
    told(phrases, at, &Slots::default().with("foe", Some(foes)))
}

/// A sentence that says what is sought, and who guards it.
#[must_use]
pub fn quest(place: &str, goal: &str, boss: Option<&str>) -> Option<String> {
    let shared = Shared::phrases();
    let phrases = if boss.is_some() { &shared.quests } else { &shared.errand_quests };
    let slots = Slots::default().with("place", Some(place)).with("goal", Some(goal));
    told(phrases, place.len() + goal.len(), &slots.with("boss", boss))
}

/// A sentence about a treasure that is looked at.
#[must_use]
pub fn appraisal(at: usize) -> Option<String> {
    told(&Shared::phrases().appraisals, at, &Slots::default())
}

/// A sentence about the treasures of a dungeon, of which some were found; `None` where there is none.
#[must_use]
pub fn spoils(found: &[&str], all: usize) -> Option<String> {
    let left = all.saturating_sub(found.len());
    let phrases = treasures(&Shared::phrases().endings, found.len(), left)?;
    let slots = Slots::default()
        .with("list", Some(self::found(found)))
        .with("rest", Some(rest(left, found.is_empty())));
    // Another number is told in other words.
    told(phrases, all + found.len(), &slots)
}

fn treasures(endings: &Endings, found: usize, left: usize) -> Option<&Vec<String>> {
    match (found, left) {
        (0, 0) => None,
        (_, 0) => Some(&endings.all),
        (0, _) => Some(&endings.none),
        _ => Some(&endings.some),
    }
}

/// Treasures in words: `the ring, the bell and 3 more`.
fn found(names: &[&str]) -> String {
    let named = names.iter().take(NAMED).map(|name| (*name).to_owned());
    let more = names.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{} more", number(more)));
    list(&named.chain(more).collect::<Vec<_>>())
}

/// The words for what was not found: `one treasure`, `two more`.
fn rest(left: usize, is_all: bool) -> String {
    let things = match (is_all, left) {
        (true, 1) => "treasure",
        (true, _) => "treasures",
        (false, _) => "more",
    };
    format!("{} {things}", number(left))
}
