//! A short summary of the rules in force: a preset, the differences from it, and the rules that matter for a level.

use super::{Inventory, Preset, Rules};
use crate::model::{Level, Requirement, Tile};
use std::fmt::{self, Display};

/// A summary of the rules under which a level is verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesSummary {
    /// The preset that differs least.
    pub preset: Preset,
    /// The rules that differ from it, written as after `--rule` and `--start`.
    pub set: Vec<String>,
    /// Rules of the preset that matter for the level, because it has the things that they are about.
    pub relevant: Vec<String>,
}

impl Display for RulesSummary {
    /// For example `strict, push=free (here one_way=enforced)`.
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
    /// The summary of the rules for a level.
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

/// A rule, written as after `--rule`.
fn written((name, value): (&str, String)) -> String {
    format!("{name}={value}")
}

/// The starting inventory, one phrase for each item.
fn start(start: &Inventory) -> Vec<String> {
    let Inventory { keys, bombs, boss_key, key_item } = *start;
    let counts = [("keys", keys), ("bombs", bombs)].into_iter().filter(|(_, n)| *n > 0);
    let held = [("boss_key", boss_key), ("key_item", key_item)].into_iter().filter(|(_, is)| *is);
    let counts = counts.map(|(name, n)| format!("start with {name}={n}"));
    counts.chain(held.map(|(name, _)| format!("start with {name}"))).collect()
}

/// True if a rule is about something that the level has.
fn is_relevant(rule: &str, level: &Level) -> bool {
    let (has, requires) = (|tile| level.has(tile), |wanted| level.graph.requires(wanted));
    match rule {
        "push" => has(Tile::Block),
        "blocks" => has(Tile::Block) && !level.rooms().is_empty(),
        "locks" => has(Tile::DoorLocked) || has(Tile::DoorBomb),
        "bombs" => has(Tile::DoorBomb) || requires(Requirement::Bombable),
        "one_way" if level.tiles.is_some() => requires(Requirement::SoftLocked),
        "one_way" => level.graph.one_way().next().is_some(),
        "warps" => has(Tile::Stair),
        "switches" => requires(Requirement::Switch),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::text;
    use crate::model::ruleset::Push;

    #[test]
    fn rules_are_described_by_the_nearest_preset() {
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
        let summary = Rules { start, ..Rules::default() }.summary(&level).to_string();
        assert_eq!(summary, "strict, start with keys=2, start with boss_key");
    }

    #[test]
    fn relevant_rules_are_listed() {
        let level = text::read("@o.*+%\n").unwrap();
        let summary = Rules::default().summary(&level).to_string();
        assert_eq!(summary, "strict (here locks=doorway, push=once, bombs=consumed)");
        let free = Rules { push: Push::Free, ..Rules::default() };
        let summary = free.summary(&level).to_string();
        assert_eq!(summary, "strict, push=free (here locks=doorway, bombs=consumed)");
    }

    #[test]
    fn block_rules_are_relevant_with_blocks_and_rooms() {
        let summary = |drawing: &str| {
            let rooms = r#"rooms: [{"node":0,"floor":0,"row":0,"col":0,"rows":1,"cols":2}]"#;
            let header =
                format!("quandary/level/1\n{rooms}\ngraph: {{\"nodes\":[{{\"id\":0}}]}}\n\n");
            Rules::default().summary(&text::read(&(header + drawing)).unwrap()).to_string()
        };
        assert_eq!(summary("@o.*\n"), "strict (here push=once, blocks=keep)");
        assert_eq!(summary("@..*\n"), "strict");
    }

    #[test]
    fn every_listed_rule_can_be_set() {
        for preset in Preset::ALL {
            let mut rules = Rules::default();
            for rule in Rules::preset(preset).values().map(written) {
                rules.set(&rule).unwrap();
            }
            assert_eq!(rules, Rules::preset(preset));
        }
    }
}
