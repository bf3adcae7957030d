//! The rules in force, in few words: a preset, the differences from it, and those of its rules that bear on a
//! level.

use super::ruleset::{
    Bombs, Inventory, Locks, OneWay, Preset, Push, PushOnto, Rules, StairEdges, Switches, Warps,
};
use crate::model::graph::Requirement;
use crate::model::level::Level;
use crate::model::tile::Tile;
use std::fmt::{self, Display};

/// The rules by which a level is judged, as they are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The preset that differs least.
    pub preset: Preset,
    /// The rules that differ from it, as they are written after `--rule` and `--start`.
    pub set: Vec<String>,
    /// Rules of the preset that bear on the level, because it has what they are about.
    pub bear: Vec<String>,
}

impl Display for Told {
    /// `strict, push=free (here one_way=enforced)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name())?;
        for rule in &self.set {
            write!(f, ", {rule}")?;
        }
        if self.bear.is_empty() { Ok(()) } else { write!(f, " (here {})", self.bear.join(", ")) }
    }
}

impl Rules {
    /// The rules in few words, for a level.
    #[must_use]
    pub fn told(&self, level: &Level) -> Told {
        let mut told = Preset::ALL.map(|preset| (preset, self.beyond(preset)));
        // Of two that differ as much, the strict one.
        told.sort_by_key(|(preset, set)| (set.len(), *preset != Preset::Strict));
        let [(preset, set), _] = told;
        let mut bear: Vec<String> =
            self.values().into_iter().filter(|(name, _)| bears(name, level)).map(written).collect();
        bear.retain(|rule| !set.contains(rule));
        Told { preset, set, bear }
    }

    /// Differences from a preset, each as `name=value`.
    fn beyond(&self, preset: Preset) -> Vec<String> {
        let usual = Rules::preset(preset).values();
        let own = self.values().into_iter().zip(usual).filter(|(own, usual)| own != usual);
        own.map(|(own, _)| written(own)).chain(start(&self.start)).collect()
    }

    /// Every rule by its name, with its value.
    pub(super) fn values(&self) -> [(&'static str, String); 10] {
        let Self { locks, push, push_onto, bombs, bomb_pickup, one_way, warps, .. } = self;
        let either = |is: bool, yes: &str, no: &str| if is { yes } else { no }.to_owned();
        let push = match push {
            Push::Off => "off",
            Push::Free => "free",
            Push::Once => "once",
        };
        let warps = match warps {
            Warps { stairs: false, doors: false } => "none",
            Warps { stairs: true, doors: false } => "stairs",
            Warps { stairs: false, doors: true } => "doors",
            Warps { stairs: true, doors: true } => "stairs,doors",
        };
        [
            ("locks", either(*locks == Locks::Tile, "tile", "doorway")),
            ("push", push.to_owned()),
            ("push_onto", either(*push_onto == PushOnto::Floor, "floor", "walkable")),
            ("bombs", either(*bombs == Bombs::Unlimited, "unlimited", "consumed")),
            ("bomb_pickup", bomb_pickup.to_string()),
            ("one_way", either(*one_way == OneWay::Ignored, "ignored", "enforced")),
            ("warps", warps.to_owned()),
            ("stair_edges", either(self.stair_edges == StairEdges::Stair, "stair", "all")),
            ("diagonals", self.diagonals.to_string()),
            ("switches", either(self.switches == Switches::Free, "free", "visited")),
        ]
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
fn bears(rule: &str, level: &Level) -> bool {
    let has = |tile| level.tiles.iter().any(|tiles| tiles.holding(tile).next().is_some());
    let asks = |requirement| level.graph.edges.iter().any(|edge| edge.asks(requirement));
    match rule {
        "push" => has(Tile::Block),
        "locks" => has(Tile::DoorLocked) || has(Tile::DoorBomb),
        "bombs" => has(Tile::DoorBomb) || asks(Requirement::Bombable),
        "one_way" => asks(Requirement::SoftLocked),
        "warps" => has(Tile::Stair),
        "switches" => asks(Requirement::Switch),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::text;

    #[test]
    fn rules_are_told_by_the_nearest_preset() {
        let level = text::read("@.*\n").unwrap();
        let check = |preset, set: &[&str], expect: &str| {
            let mut rules = Rules::preset(preset);
            for rule in set {
                rules.set(rule).unwrap();
            }
            assert_eq!(rules.told(&level).to_string(), expect);
        };
        check(Preset::Strict, &[], "strict");
        check(Preset::Classic, &[], "classic");
        check(Preset::Classic, &["push=once"], "classic, push=once");
        check(Preset::Strict, &["push=free", "bomb_pickup=7"], "strict, push=free, bomb_pickup=7");
        let start = "keys=2,boss_key=true".parse().unwrap();
        let told = Rules { start, ..Rules::default() }.told(&level).to_string();
        assert_eq!(told, "strict, start with keys=2, start with boss_key");
    }

    #[test]
    fn rules_that_bear_on_the_level_are_told() {
        let level = text::read("@o.*+%\n").unwrap();
        let told = Rules::default().told(&level).to_string();
        assert_eq!(told, "strict (here locks=doorway, push=once, bombs=consumed)");
        let free = Rules { push: Push::Free, ..Rules::default() };
        let told = free.told(&level).to_string();
        assert_eq!(told, "strict, push=free (here locks=doorway, bombs=consumed)");
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
