//! Tests of names and texts.

mod files;
mod things;
mod room_texts;

/// Technical words that must not occur in texts.
const NEVER: [&str; 42] = [
    "tile",
    "tiles",
    "player",
    "players",
    "hp",
    "xp",
    "level",
    "levels",
    "npc",
    "spawn",
    "respawn",
    "inventory",
    "sprite",
    "sprites",
    "loot",
    "quest",
    "quests",
    "item",
    "items",
    "symbol",
    "symbols",
    "toggle",
    "grid",
    "pixel",
    "boss",
    "bosses",
    "enemy",
    "enemies",
    "game",
    "games",
    "node",
    "nodes",
    "door id",
    "save point",
    "hit points",
    "mini-boss",
    "cutscene",
    "checkpoint",
    "powerup",
    "dungeon id",
    "room id",
    "todo",
];

/// The fault of a phrase, if any.
fn fault(phrase: &str) -> Option<String> {
    let slots = phrase.split('}').map(|part| part.split('{').next().unwrap_or_default());
    let lower = slots.collect::<String>().to_lowercase();
    let letters = |c: char| if c.is_alphanumeric() || c == '-' { c } else { ' ' };
    let words = format!(" {} ", lower.chars().map(letters).collect::<String>());
    if let Some(never) = NEVER.iter().find(|never| words.contains(&format!(" {never} "))) {
        return Some(format!("says {never:?}"));
    }
    let odd = ["  ", "..", " .", " ,", ",,", "{}", "\t", "\n", "TODO", "XXX", "lorem"];
    if let Some(odd) = odd.iter().find(|odd| phrase.contains(**odd)) {
        return Some(format!("has {odd:?}"));
    }
    (phrase.trim() != phrase || phrase.is_empty())
        .then(|| "has spaces at an end, or is empty".to_owned())
}

/// The fault of sentences, if any: each has a capital and a full stop.
fn sentence_fault(text: &str) -> Option<String> {
    if !text.ends_with('.') {
        return Some("has no full stop".to_owned());
    }
    let small = |sentence: &str| !sentence.starts_with(|c: char| c.is_uppercase() || c == '{');
    text.split_inclusive(". ").any(small).then(|| "has no capital".to_owned())
}

/// The fault of a clause, if any: it has no full stop, and a capital only at the beginning of a sentence.
fn clause_fault(clause: &str, begins: bool) -> Option<String> {
    let first = clause.trim_start_matches('{').chars().next()?;
    let is_right = clause.starts_with('{') || first.is_uppercase() == begins;
    (!is_right || clause.contains(['.', ';'])).then(|| "is no clause".to_owned())
}
