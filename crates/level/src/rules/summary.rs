//! The rules in force, in few words: a preset, the differences from it, and those of its rules that bear on a
//! level.

use super::{Inventory, Preset, Rules};
use crate::model::{Level, Requirement, Tile};
use std::fmt::{self, Display};

/// The rules by which a level is judged, as they are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesSummary {
    /// The preset that differs least.
    pub preset: Preset,
    /// The rules that differ from it, as they are written after `--rule` and `--start`.
    pub set: Vec<String>,
    /// Rules of the preset that bear on the level, because it has what they are about.
    pub relevant: Vec<String>,
}

impl Display for RulesSummary {
    /// `strict, push=free (here one_way=enforced)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name())?;
        for rule in &self.set {
            write!(f, ", {rule}")?;
        }
        if self.relevant.is_empty() {
            Ok(())
        } else {
            write!(f, " (here {})", self.relevant.join(", "))
        }
    }
}

impl Rules {
    /// The rules in few words, for a level.
    #[must_use]
    pub fn summary(&self, level: &Level) -> RulesSummary {
        let (preset, others) = self.by_preset();
        let set: Vec<String> = others.into_iter().map(written).chain(start(&self.start)).collect();
        let mut relevant: Vec<String> = self
            .values()
            .into_iter()
            .filter(|(name, _)| is_relevant(name, level))
            .map(written)
            .collect();
        relevant.retain(|rule| !set.contains(rule));
        RulesSummary { preset, set, relevant }
    }
}

/// A rule as it is written after `--rule`.
fn written((name, value): (&str, String)) -> String {
    format!("{name}={value}")
}

/// The things a player starts with, each in words.
fn start(start: &Inventory) -> Vec<String> {
    let Inventory { keys, bombs, boss_key, key_item } = *start;
    let counts = [("keys", keys), ("bombs", bombs)].into_iter().filter(|(_, n)| *n > 0);
    let held = [("boss_key", boss_key), ("key_item", key_item)].into_iter().filter(|(_, is)| *is);
    let counts = counts.map(|(name, n)| format!("start with {name}={n}"));
    counts.chain(held.map(|(name, _)| format!("start with {name}"))).collect()
}

/// True if a rule is about something that the level has.
fn is_relevant(rule: &str, level: &Level) -> bool {
    let (has, asks) = (|tile| level.has(tile), |asked| level.graph.requires(asked));
    match rule {
        "push" => has(Tile::Block),
        "blocks" => has(Tile::Block) && !level.rooms().is_empty(),
        "locks" => has(Tile::DoorLocked) || has(Tile::DoorBomb),
        "bombs" => has(Tile::DoorBomb) || asks(Requirement::Bombable),
        "one_way" if level.tiles.is_some() => asks(Requirement::SoftLocked),
        "one_way" => level.graph.one_way().next().is_some(),
        "warps" => has(Tile::Stair),
        "switches" => asks(Requirement::Switch),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::text;
    use crate::model::ruleset::Push;

    #[test]
    fn rules_are_told_by_the_nearest_preset() {
        let level = text::read("@.*\n").unwrap();
        let check = |preset, set: &[&str], expect: &str| {
            let mut rules = Rules::preset(preset);
            for rule in set {
                rules.set(rule).unwrap();
            }
            assert_eq!(rules.summary(&level).to_string(), expect);
        };
        check(Preset::Strict, &[], "strict");
        check(Preset::Classic, &[], "classic");
        check(Preset::Classic, &["push=once"], "classic, push=once");
        check(Preset::Strict, &["push=free", "bomb_pickup=7"], "strict, push=free, bomb_pickup=7");
        let start = "keys=2,boss_key=true".parse().unwrap();
        let told = Rules { start, ..Rules::default() }.summary(&level).to_string();
        assert_eq!(told, "strict, start with keys=2, start with boss_key");
    }

    #[test]
    fn rules_that_bear_on_the_level_are_told() {
        let level = text::read("@o.*+%\n").unwrap();
        let told = Rules::default().summary(&level).to_string();
        assert_eq!(told, "strict (here locks=doorway, push=once, bombs=consumed)");
        let free = Rules { push: Push::Free, ..Rules::default() };
        let told = free.summary(&level).to_string();
        assert_eq!(told, "strict, push=free (here locks=doorway, bombs=consumed)");
    }

    #[test]
    fn blocks_are_told_of_where_there_are_blocks_and_rooms() {
        let told = |drawing: &str| {
            let rooms = r#"rooms: [{"node":0,"floor":0,"row":0,"col":0,"rows":1,"cols":2}]"#;
            let header =
                format!("quandary/level/1\n{rooms}\ngraph: {{\"nodes\":[{{\"id\":0}}]}}\n\n");
            Rules::default().summary(&text::read(&(header + drawing)).unwrap()).to_string()
        };
        assert_eq!(told("@o.*\n"), "strict (here push=once, blocks=keep)");
        assert_eq!(told("@..*\n"), "strict");
    }

    #[test]
    fn what_is_told_can_be_set() {
        for preset in Preset::ALL {
            let mut rules = Rules::default();
            for rule in Rules::preset(preset).values().map(written) {
                rules.set(&rule).unwrap();
            }
            assert_eq!(rules, Rules::preset(preset));
        }
    }
}
