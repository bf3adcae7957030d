//! Steps as text: the taken, opened, flipped and pressed things, and the inventory.
//!
//! Invariant: the text is based only on the record of the step.

use draw::dungeon_signs::thing_words;
use level::plan::Record;
use level::play::Command;
use level::rules::{Bombs, Fact, Holdings, Position, Rules};
use level::{Content, Level, NodeIndex, Tile, Tiles};

/// The text of a step, from its facts. `is_retold` means that another text already covers gained and flipped things.
pub(crate) fn of_record(
    level: &Level,
    rules: &Rules,
    record: &Record,
    is_retold: bool,
) -> Vec<String> {
    let told = record.changed.iter().filter_map(|&fact| match fact {
        Fact::Item(_) | Fact::BombsHeld | Fact::Symbol(_) | Fact::Toggle(_) if is_retold => None,
        Fact::Item(_) => Some(format!("You take {}.", lying(level, record)?)),
        Fact::BombsHeld if record.changed.iter().any(|one| matches!(one, Fact::Item(_))) => None,
        Fact::BombsHeld => Some(format!("You take {}.", lying(level, record)?)),
        Fact::Symbol(id) if record.holdings.symbols.contains(&id) => {
            Some(format!("You take {}.", thing_words(&level.graph, Content::Symbol(id))))
        }
        Fact::Symbol(_) => None,
        Fact::Toggle(number) => {
            let is_on = record.holdings.toggles.contains(&number);
            Some(format!("Switch {number} is {} now.", if is_on { "on" } else { "off" }))
        }
        Fact::KeyDoor(_) | Fact::KeyPair(..) => {
            Some("The lock opens, and the small key breaks in it.".to_owned())
        }
        Fact::BombDoor(_) | Fact::BombPair(..) => Some(bombed(rules, &record.holdings)),
        Fact::PlateDown(id) => {
            let name = level.graph.plates.get(id as usize).map_or("", String::as_str);
            let is_down = record.holdings.plates.contains(&id);
            Some(format!("Plate {name} {}.", if is_down { "goes down" } else { "comes up" }))
        }
        Fact::Taken(node) => Some(format!("You take {}.", in_node(level, node)?)),
        // Told with the first of its kind.
        Fact::Repeat(..) => None,
    });
    told.collect()
}

/// The text of a push that fills a pit, from the tiles after it; none for any other step.
pub(crate) fn filled(level: &Level, now: Option<&Tiles>, record: &Record) -> Option<String> {
    let (_, to) = record.pushed?;
    let was_pit = level.tiles.as_ref()?.tile(to) == Some(Tile::Pit);
    // A block on a pit that was filled before stays a block.
    let sank = was_pit && now?.tile(to) != Some(Tile::Block);
    sank.then(|| "The block falls into the pit and fills it.".to_owned())
}

/// The things in a room of a graph, which are taken on entering it.
fn in_node(level: &Level, node: NodeIndex) -> Option<String> {
    if level.tiles.is_some() {
        return None;
    }
    let contents = &level.graph.nodes.get(node as usize)?.contents;
    let keys = contents.iter().filter(|content| **content == Content::Key).count();
    let first = contents.iter().enumerate();
    let first =
        first.filter(|(i, content)| contents.iter().position(|c| c == *content) == Some(*i));
    let things: Vec<String> = first
        .filter_map(|(_, content)| match content {
            Content::Key if keys > 1 => Some(format!("{keys} small keys")),
            Content::Key => Some("a small key".to_owned()),
            Content::BossKey => Some("the boss key".to_owned()),
            Content::KeyItem => Some("the key item, and bombs with it".to_owned()),
            Content::ItemMinor => Some("bombs".to_owned()),
            _ => None,
        })
        .collect();
    (!things.is_empty()).then(|| things.join(" and "))
}

/// The inventory; `named` has the names of things with their own names.
pub(crate) fn held(
    level: &Level,
    rules: &Rules,
    held: &Holdings,
    named: impl Fn(Content) -> Option<String>,
) -> Vec<String> {
    let many =
        |n: u32, one: &str, more: &str| (n > 0).then(|| diagnostics::counted(n.into(), one, more));
    let bombs = match rules.bombs {
        Bombs::Unlimited => (held.bombs > 0).then(|| "bombs".to_owned()),
        Bombs::Consumed => many(held.bombs, "bomb", "bombs"),
    };
    let graph = &level.graph;
    let boss_key = held.boss_key.then(|| "boss key".to_owned());
    let item = held.key_item.then(|| named(Content::KeyItem).unwrap_or_default());
    let switches = held.toggles.iter().map(|number| format!("switch {number} on"));
    let plates = held.plates.iter().filter_map(|&id| graph.plates.get(id as usize));
    let plates = plates.map(|name| format!("plate {name} down"));
    let symbols = held.symbols.iter().filter_map(|&id| named(Content::Symbol(id)));
    let first = [many(held.keys, "small key", "small keys"), bombs, boss_key, item];
    first.into_iter().flatten().chain(symbols).chain(switches).chain(plates).collect()
}

/// The thing in the target of a step.
fn lying(level: &Level, record: &Record) -> Option<&'static str> {
    let Position::Cell(cell) = record.position else { return None };
    Some(match level.tiles.as_ref()?.tile(cell)? {
        Tile::KeySmall => "a small key",
        Tile::KeyBoss => "the boss key",
        Tile::KeyItem => "the key item, and bombs with it",
        Tile::ItemMinor => "bombs",
        _ => return None,
    })
}

fn bombed(rules: &Rules, held: &Holdings) -> String {
    match (rules.bombs, held.bombs) {
        (Bombs::Unlimited, _) => "The wall falls to a bomb.".to_owned(),
        (Bombs::Consumed, left) => format!("The wall falls to a bomb; {left} left."),
    }
}

/// The text of actions other than walking, for a choice among several.
pub(crate) fn command(
    level: &Level,
    command: Command,
    name: impl Fn(u32) -> Option<String>,
) -> String {
    match command {
        Command::Flip(number) => format!("flip switch {number}"),
        Command::Warp(node) | Command::Goto(node) => {
            let plain = || level.graph.id(node).map(|id| format!("room {}", id.bare()));
            format!("go to {}", name(node).or_else(plain).unwrap_or_default())
        }
        Command::Go(way) => level::plan::Action::Go(way).name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::play::{self, step};

    #[test]
    fn only_a_block_that_falls_into_an_open_pit_is_told_of() {
        let drawing = "quandary/level/1\nrules: {\"push\":\"free\"}\n\n\
            ########\n#@oxo..#\n#.....*#\n########\n";
        let level = level::formats::text::read(drawing).unwrap();
        let rules = level.rules_under(None);
        let mut game = play::Game::of(&level, &rules).unwrap();
        // The second block is pushed onto the filled pit, and stays a block.
        let steps = step::read(&level, "right down right right right up left").unwrap();
        let mut told = Vec::new();
        for (at, step) in steps.into_iter().enumerate() {
            let record = game.step(step).unwrap();
            told.extend(filled(&level, game.tiles(), &record).map(|line| (at, line)));
        }
        assert_eq!(told, [(0, "The block falls into the pit and fills it.".to_owned())]);
        assert_eq!(game.records().filter(|record| record.pushed.is_some()).count(), 2);
    }
}
