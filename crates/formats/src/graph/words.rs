//! The words that people write on nodes and edges of a mission.
//!
//! A label is split into parts at new lines and commas. A part is a name of this project (`symbol:A`, `key_locked`,
//! `switch:0=on`), a word that people use (`Small key`, `locked`), or a name of a key (`red key`, `needs crest`).

use level::{Content, Requirement};

/// The meaning of a part of the label of a node.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Held {
    /// So many times a content.
    Content(Content, u32),
    /// A key with a name.
    Named(String),
    /// Nothing that a rule knows, such as a shop.
    Nothing,
}

/// The meaning of a part of the label of an edge.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Asked {
    /// Nothing is asked for.
    Open,
    Requirement(Requirement),
    /// A key with a name.
    Named(String),
    /// That a key with a name is not held.
    Lacked(String),
    /// It leads one way only.
    OneWay,
}

/// The most bytes of a label that are read.
pub(super) const MOST_OF_LABEL: usize = 1_000;

/// The most parts of a label that are read.
const MOST_PARTS: usize = 32;

/// The parts of a label.
pub(super) fn parts(label: &str) -> impl Iterator<Item = &str> {
    split(label).take(MOST_PARTS)
}

/// True if some of a label is not read.
pub(super) fn is_long(label: &str) -> bool {
    label.len() > MOST_OF_LABEL || split(label).nth(MOST_PARTS).is_some()
}

fn split(label: &str) -> impl Iterator<Item = &str> {
    let end = (0..=MOST_OF_LABEL.min(label.len())).rev().find(|&end| label.is_char_boundary(end));
    let read = end.and_then(|end| label.get(..end)).unwrap_or("");
    read.split(['\n', '\r', ',', ';', '|', '+']).map(str::trim).filter(|part| !part.is_empty())
}

/// A part in the form in which it is compared: lower case, with single spaces for `_`.
pub(super) fn plain(part: &str) -> String {
    let lower = part.to_lowercase().replace('_', " ");
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The most repeats of a thing in a node.
const MOST_REPEATS: u32 = 99;
/// The most bytes of a part with a meaning.
const LONGEST: usize = 120;

/// What a part of a node's label says, if its words are known.
pub(super) fn held(part: &str) -> Option<Held> {
    if part.len() > LONGEST {
        return None;
    }
    let plain = plain(part);
    if let Some(content) = of_node(&plain) {
        return Some(Held::Content(content, 1));
    }
    let (head, tail) = plain.split_once(' ').unwrap_or((&plain, ""));
    let (last_but, last) = plain.rsplit_once(' ').unwrap_or(("", &plain));
    let times = |count: &str, thing: &str| {
        let count = count.trim_start_matches(['x', '×', '*']).parse().ok()?;
        let content = of_node(thing).or_else(|| of_node(thing.strip_suffix('s')?))?;
        (1..=MOST_REPEATS).contains(&count).then_some(Held::Content(content, count))
    };
    let found = times(head.trim_end_matches(['x', '×']), tail).or_else(|| times(last, last_but));
    found
        .or_else(|| numbered(&plain).map(|(number, _)| Held::Content(Content::Toggle(number), 1)))
        .or_else(|| named(part, &["symbol", "key"], &["key"]).map(Held::Named))
        .or_else(|| role(&plain).map(|content| Held::Content(content, 1)))
        .or_else(|| {
            matches!(plain.as_str(), "shop" | "npc" | "room" | "hall" | "secret")
                .then_some(Held::Nothing)
        })
}

fn of_node(plain: &str) -> Option<Content> {
    Some(match plain {
        "start" | "entrance" | "entry" | "spawn" | "begin" => Content::Start,
        "goal" | "exit" | "end" | "finish" | "triforce" => Content::Goal,
        "boss" | "final boss" => Content::Boss,
        "key" | "small key" => Content::Key,
        "boss key" | "big key" | "bosskey" => Content::BossKey,
        "item" | "key item" | "dungeon item" => Content::KeyItem,
        "bomb" | "bombs" | "item minor" => Content::ItemMinor,
        "switch" | "lever" | "button" => Content::Switch,
        "enemy" | "enemies" | "monster" | "monsters" | "fight" | "combat" => Content::Enemy,
        "puzzle" => Content::Puzzle,
        _ => return None,
    })
}

/// The role of a room in a phrase, such as `Entrance hall`.
fn role(plain: &str) -> Option<Content> {
    let is_thing = |word: &str| matches!(word, "key" | "lock" | "locked" | "door" | "to" | "from");
    if plain.split(' ').any(is_thing) {
        return None;
    }
    plain.split([' ', ':', '(', ')', '-']).find_map(|word| match word {
        "start" | "entrance" | "goal" | "exit" | "finish" | "boss" => of_node(word),
        _ => None,
    })
}

/// What a part of an edge's label says, if its words are known.
pub(super) fn asked(part: &str) -> Option<Asked> {
    if part.len() > LONGEST {
        return None;
    }
    let plain = plain(part);
    let requirement = match plain.as_str() {
        "open" | "door" | "path" | "passage" | "corridor" | "secret" | "hidden" => {
            return Some(Asked::Open);
        }
        "one-way" | "one way" | "oneway" | "drop" | "soft locked" => return Some(Asked::OneWay),
        "key" | "small key" | "lock" | "locked" | "key lock" | "key locked" | "locked door"
        | "small key lock" | "key door" => Requirement::KeyLocked,
        "boss" | "boss key" | "boss lock" | "boss door" | "boss locked" | "big key" | "bosskey" => {
            Requirement::BossLocked
        }
        "item" | "key item" | "item lock" | "item locked" => Requirement::ItemLocked,
        "bomb" | "bombs" | "bombable" | "bomb wall" | "cracked wall" => Requirement::Bombable,
        "switch" | "lever" | "switch lock" | "button" => Requirement::Switch,
        "stair" | "stairs" => Requirement::Stair,
        _ => {
            if let Some((number, is_on)) = numbered(&plain) {
                return Some(Asked::Requirement(Requirement::Toggle(number, is_on)));
            }
            if let Some(name) = named(part, &["lacks:symbol", "lacks"], &[]) {
                return Some(Asked::Lacked(name));
            }
            if let Some(name) = named(part, &["symbol"], &[]) {
                return Some(Asked::Named(name));
            }
            let before =
                ["needs", "need", "requires", "locked by", "locked", "lock", "key", "opens with"];
            let name = named(part, &before, &["key", "lock", "door"])?;
            return Some(self::asked(&name).unwrap_or(Asked::Named(name)));
        }
    };
    Some(Asked::Requirement(requirement))
}

/// The number of `switch:0`, `toggle:0=on`, `switch 0 off`, and true if it is to be on.
fn numbered(plain: &str) -> Option<(u32, bool)> {
    let rest = plain.strip_prefix("switch").or_else(|| plain.strip_prefix("toggle"))?;
    let rest = rest.trim_start_matches([':', ' ']);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, position) = rest.split_at_checked(digits)?;
    let is_on = match position.trim_start_matches(['=', ' ']) {
        "" | "on" => true,
        "off" => false,
        _ => return None,
    };
    Some((number.parse().ok()?, is_on))
}

/// The name in `key:NAME`, `key NAME` or `NAME key`, as it is written.
fn named(part: &str, before: &[&str], after: &[&str]) -> Option<String> {
    let name = |name: &str| {
        let name = name.trim_matches([' ', ':', '=', '(', ')', '[', ']', '"', '\'']);
        let is_room =
            matches!(plain(name).as_str(), "room" | "chamber" | "hall" | "the" | "a" | "");
        (!is_room).then(|| name.to_owned())
    };
    let ends = |text: &str, word: &str, c: Option<char>| {
        text.eq_ignore_ascii_case(word) && c.is_some_and(|c| !c.is_alphanumeric() && c != '-')
    };
    let first = before.iter().find_map(|word| {
        let (head, tail) = part.split_at_checked(word.len())?;
        ends(head, word, tail.chars().next()).then(|| name(tail))?
    });
    first.or_else(|| {
        after.iter().find_map(|word| {
            let (head, tail) = part.split_at_checked(part.len().checked_sub(word.len())?)?;
            ends(tail, word, head.chars().next_back()).then(|| name(head))?
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_nodes() {
        let one = |content| Some(Held::Content(content, 1));
        assert_eq!(held("Start"), one(Content::Start));
        assert_eq!(held("Entrance hall"), one(Content::Start));
        assert_eq!(held("SMALL_KEY"), one(Content::Key));
        assert_eq!(held("2 small keys"), Some(Held::Content(Content::Key, 2)));
        assert_eq!(held("key x3"), Some(Held::Content(Content::Key, 3)));
        assert_eq!(held("Boss key"), one(Content::BossKey));
        assert_eq!(held("switch:2"), one(Content::Toggle(2)));
        for named in ["key:Red", "Key Red", "Red key", "symbol:Red"] {
            assert_eq!(held(named), Some(Held::Named("Red".to_owned())), "{named}");
        }
        for name in ["Dead end", "Key room", "Monkey", "door to the goal", "0 keys"] {
            assert_eq!(held(name), None, "{name}");
        }
    }

    #[test]
    fn words_of_edges() {
        let of = |requirement| Some(Asked::Requirement(requirement));
        assert_eq!(asked("Locked"), of(Requirement::KeyLocked));
        assert_eq!(asked("boss key"), of(Requirement::BossLocked));
        assert_eq!(asked("needs key"), of(Requirement::KeyLocked));
        assert_eq!(asked("one-way"), Some(Asked::OneWay));
        assert_eq!(asked("switch:0=off"), of(Requirement::Toggle(0, false)));
        for named in ["needs crest", "lock crest", "crest door", "key:crest", "locked (crest)"] {
            assert_eq!(asked(named), Some(Asked::Named("crest".to_owned())), "{named}");
        }
        assert_eq!(asked("lacks:symbol:crest"), Some(Asked::Lacked("crest".to_owned())));
        assert_eq!(asked("crest"), None);
    }
}
