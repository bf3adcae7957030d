//! The fields that a puzzle has: ids, names, texts, and those of its kind.

use crate::category::Style;
use crate::defect::Defect;
use crate::ledger::Judged;
use crate::read::area::{Area, Puzzle};
use std::collections::{HashMap, HashSet};

/// Goes over the fields of every puzzle and item.
pub(crate) fn fields(area: &Area, style: Style, judged: &mut Judged) {
    let ids = area.puzzles.iter().map(|puzzle| &puzzle.id);
    let ids = ids.chain(area.chests.iter().map(|chest| &chest.id));
    let names = area.puzzles.iter().map(|puzzle| &puzzle.name);
    let names = names.chain(area.chests.iter().map(|chest| &chest.name));
    let items = area.items.iter().map(|item| &item.name).filter(|_| style == Style::Named);
    for (what, name) in [("ids", twice(ids)), ("puzzles", twice(names)), ("items", twice(items))] {
        judged
            .expect(name.is_none(), Defect::Names, || format!("{what}: {:?}", name.unwrap_or("")));
    }
    let complete = area.rooms.iter().all(|room| room.blocked_directions.is_some());
    judged.expect(complete, Defect::Form, || "a room without blocked directions");
    for puzzle in &area.puzzles {
        kind(puzzle, judged);
    }
    told(area, style, judged);
}

/// Keys and chests are described; where keys have names, each in its own words, but for those that are told apart by
/// numbers.
fn told(area: &Area, style: Style, judged: &mut Judged) {
    let mut texts = HashMap::new();
    for item in &area.items {
        let text = item.description.as_deref().unwrap_or_default().trim();
        let first = *texts.entry(text).or_insert(unnumbered(&item.name));
        let own = style == Style::Small || first == unnumbered(&item.name);
        let told = own && text.len() > item.name.len();
        judged.expect(told, Defect::Told, || format!("{:?}: {text:?}", item.name));
    }
    for chest in &area.chests {
        let told =
            [&chest.description, &chest.hint_text].iter().all(|text| text.trim().len() >= 10);
        judged.expect(told, Defect::Told, || &chest.id);
    }
}

/// A name without the Roman number that tells it from its like.
fn unnumbered(name: &str) -> &str {
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| "IVXLC".contains(c));
    name.rsplit_once(' ').filter(|(_, last)| is_number(last)).map_or(name, |(first, _)| first)
}

/// A name that is empty, or there twice whatever its case.
fn twice<'a>(mut names: impl Iterator<Item = &'a String>) -> Option<&'a str> {
    let mut seen = HashSet::new();
    let wrong = |name: &&String| name.trim().is_empty() || !seen.insert(name.to_lowercase());
    names.find(wrong).map(String::as_str)
}

/// Only the fields its kind has, and all of them.
fn kind(puzzle: &Puzzle, judged: &mut Judged) {
    let told = |text: &Option<String>| text.as_ref().is_some_and(|text| !text.trim().is_empty());
    let (door, riddle, sequence) = match puzzle.kind.as_str() {
        "locked_door" => (true, false, false),
        "riddle" => (false, true, false),
        "sequence" => (false, false, true),
        "lever" | "pressure_plate" => (false, false, false),
        other => return judged.fail(Defect::Form, format!("{} is {other:?}", puzzle.id)),
    };
    let texts = [&puzzle.name, &puzzle.description, &puzzle.hint_text];
    let fits = told(&puzzle.required_key) == door
        && puzzle.riddle_text.is_some() == riddle
        && puzzle.riddle_answers.is_some() == riddle
        && puzzle.objects.is_some() == sequence
        && puzzle.sequence_ids.is_some() == sequence
        && (sequence || puzzle.clue.is_none())
        && texts.iter().all(|text| !text.trim().is_empty());
    judged.expect(fits, Defect::Form, || format!("fields of {}, a {}", puzzle.id, puzzle.kind));
    let answers = puzzle.riddle_answers.as_deref().unwrap_or_default();
    let answered = !answers.is_empty() && answers.iter().all(|answer| !answer.trim().is_empty());
    let right = !riddle || answered && told(&puzzle.riddle_text);
    judged.expect(right, Defect::Riddle, || &puzzle.id);
    let right = !sequence || is_order(puzzle) && told(&puzzle.clue);
    judged.expect(right, Defect::Sequence, || &puzzle.id);
}

/// True if every object is activated once, and no two can be taken for each other.
fn is_order(puzzle: &Puzzle) -> bool {
    let objects = puzzle.objects.as_deref().unwrap_or_default();
    let mut ids: Vec<&str> = objects.iter().map(|object| object.id.as_str()).collect();
    let mut order: Vec<&str> = puzzle.sequence_ids.iter().flatten().map(String::as_str).collect();
    ids.sort_unstable();
    order.sort_unstable();
    let twice = twice(objects.iter().map(|o| &o.id)).or(twice(objects.iter().map(|o| &o.name)));
    objects.len() >= 2 && ids == order && twice.is_none()
}
