//! The rules of the game as options, with the two documented presets.

use crate::level::Level;
use serde_json::Value;

/// The rules of the game, and the start inventory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rules {
    /// Adjacent door tiles of one kind are one door, and edges guard steps between rooms.
    pub doorway_locks: bool,
    pub push: Push,
    /// Blocks can be pushed onto every cell that can be entered without requirements.
    pub push_onto_walkable: bool,
    /// Blocks return to their start when the player leaves their region.
    pub reset: bool,
    /// Bombs per pick-up; `None` if bombs are never used up.
    pub bombs: Option<u32>,
    bomb_pickup: u32,
    pub one_way: bool,
    pub stair_warps: bool,
    pub door_warps: bool,
    /// Stairs follow edges of any type to rooms that are not adjacent.
    pub stair_edges_all: bool,
    pub diagonals: bool,
    /// A `switch` edge requires that the player has entered a node with a switch.
    pub switches: bool,
    pub keys: u32,
    pub start_bombs: u32,
    pub boss_key: bool,
    pub key_item: bool,
}

/// The number of times that a block can be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Push {
    Off,
    Free,
    Once,
}

impl Rules {
    /// The preset `strict`.
    pub fn strict() -> Self {
        Self {
            doorway_locks: true,
            push: Push::Once,
            push_onto_walkable: false,
            reset: false,
            bombs: Some(4),
            bomb_pickup: 4,
            one_way: true,
            stair_warps: true,
            door_warps: false,
            stair_edges_all: false,
            diagonals: false,
            switches: true,
            keys: 0,
            start_bombs: 0,
            boss_key: false,
            key_item: false,
        }
    }

    /// The preset `classic`.
    pub fn classic() -> Self {
        Self {
            doorway_locks: false,
            push: Push::Free,
            push_onto_walkable: true,
            bombs: None,
            one_way: false,
            door_warps: true,
            stair_edges_all: true,
            switches: false,
            ..Self::strict()
        }
    }

    /// The rules of a level; those it does not name are strict.
    ///
    /// # Errors
    /// A rule or a value is unknown.
    pub fn of(level: &Level) -> Result<Self, String> {
        let word = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
        let mut rules = match level.rules.get("preset").map(word).as_deref() {
            None | Some("strict") => Self::strict(),
            Some("classic") => Self::classic(),
            Some(other) => return Err(format!("{other} is no preset")),
        };
        for (name, value) in level.rules.iter().filter(|(name, _)| *name != "preset") {
            rules.set(name, &word(value))?;
        }
        Ok(rules)
    }

    /// Sets one rule, as after `--rule NAME=VALUE`.
    ///
    /// # Errors
    /// The rule or the value is unknown.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = || format!("{name}={value} is no rule");
        let one_of = |no: &str, yes: &str| match value {
            _ if value == yes => Ok(true),
            _ if value == no => Ok(false),
            _ => Err(wrong()),
        };
        match name {
            "locks" => self.doorway_locks = one_of("tile", "doorway")?,
            "push" => {
                self.push = match value {
                    "off" => Push::Off,
                    "free" => Push::Free,
                    "once" => Push::Once,
                    _ => return Err(wrong()),
                }
            }
            "push_onto" => self.push_onto_walkable = one_of("floor", "walkable")?,
            "blocks" => self.reset = one_of("keep", "reset")?,
            "bombs" => self.bombs = one_of("unlimited", "consumed")?.then_some(self.bomb_pickup),
            "bomb_pickup" => {
                self.bomb_pickup = value.parse().map_err(|_| wrong())?;
                self.bombs = self.bombs.map(|_| self.bomb_pickup);
            }
            "one_way" => self.one_way = one_of("ignored", "enforced")?,
            "warps" => {
                let words: Vec<&str> = value.split(',').collect();
                if words.iter().any(|word| !matches!(*word, "none" | "stairs" | "doors")) {
                    return Err(wrong());
                }
                self.stair_warps = words.contains(&"stairs");
                self.door_warps = words.contains(&"doors");
            }
            "stair_edges" => self.stair_edges_all = one_of("stair", "all")?,
            "diagonals" => self.diagonals = one_of("false", "true")?,
            "switches" => self.switches = one_of("free", "visited")?,
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rules_are_a_preset_and_what_is_set() {
        let rules = |value: Value| {
            let level = Level { rules: serde_json::from_value(value).unwrap(), ..Level::default() };
            Rules::of(&level)
        };
        assert_eq!(rules(json!({})), Ok(Rules::strict()));
        assert_eq!(rules(json!({"preset": "classic"})), Ok(Rules::classic()));
        let set = rules(json!({"push": "free", "diagonals": true, "bomb_pickup": 2})).unwrap();
        assert_eq!((set.push, set.diagonals, set.bombs), (Push::Free, true, Some(2)));
        assert!(rules(json!({"push": "often"})).is_err() && rules(json!({"x": "y"})).is_err());
    }
}
