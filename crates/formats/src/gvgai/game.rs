//! The description of a game in VGDL: its sprites, letters, interactions and ends.

use level::formats::json::{ReadError, wrong};
use std::collections::{BTreeMap, BTreeSet};

/// The most ancestors of a sprite that are looked at.
const MOST_ANCESTORS: usize = 32;
/// The classes of avatars that walk in four directions.
const WALKERS: [&str; 4] = ["MovingAvatar", "OrientedAvatar", "ShootAvatar", "ShootOnlyAvatar"];

/// What a sprite is in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Floor,
    Wall,
    Block,
    Avatar,
    Key,
    Goal {
        locked: bool,
    },
    Target,
    Pit,
    Enemy,
    /// Something else that kills the avatar.
    Deadly,
    Unknown,
}

/// A game.
#[derive(Default)]
pub(super) struct Game {
    /// The sprites of each letter.
    pub(super) letters: BTreeMap<char, Vec<String>>,
    /// The class and the parent of each sprite.
    sprites: BTreeMap<String, (String, Option<String>)>,
    /// What happens to the first sprite at the second.
    meetings: Vec<[String; 3]>,
    /// The sprites that must be gone to win.
    gone: BTreeSet<String>,
    /// The other ways to win.
    others: Vec<String>,
    /// The avatars, with their ancestors.
    avatars: BTreeSet<String>,
}

impl Game {
    /// Reads a description.
    pub(super) fn of(text: &str) -> Result<Self, ReadError> {
        let mut game = Self::default();
        let mut part = String::new();
        let mut parents: Vec<(usize, String)> = Vec::new();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default();
            let trimmed = line.trim();
            let indent = line.len() - line.trim_start().len();
            let first = trimmed.split_whitespace().next().unwrap_or_default();
            match (trimmed.split_once('>'), part.as_str()) {
                _ if trimmed.is_empty() => {}
                (None, "TerminationSet") if !first.ends_with("Set") && first != "LevelMapping" => {
                    game.end(trimmed);
                }
                (None, _) => first.clone_into(&mut part),
                (Some((letter, sprites)), "LevelMapping") => game.letter(letter, sprites),
                (Some((name, rest)), "SpriteSet") => {
                    parents.retain(|(above, _)| *above < indent);
                    let parent = parents.last().map(|(_, name)| name.clone());
                    let name = name.trim().to_owned();
                    let class = rest.split_whitespace().next().filter(|word| !word.contains('='));
                    let class = class.unwrap_or_default().to_owned();
                    game.sprites.insert(name.clone(), (class, parent));
                    parents.push((indent, name));
                    parents.truncate(MOST_ANCESTORS);
                }
                (Some((pair, effect)), "InteractionSet") => game.meeting(pair, effect),
                (Some(_), _) => {}
            }
        }
        game.find_avatars()?;
        if game.letters.is_empty() {
            return Err(wrong("game", "has no LevelMapping; expected lines such as \"w > wall\""));
        }
        Ok(game)
    }

    fn letter(&mut self, letter: &str, sprites: &str) {
        if let Some(letter) = letter.trim().chars().next() {
            let sprites = sprites.split_whitespace().map(str::to_owned).collect();
            self.letters.insert(letter, sprites);
        }
    }

    fn meeting(&mut self, pair: &str, effect: &str) {
        let mut names = pair.split_whitespace();
        let (Some(first), Some(effect)) = (names.next(), effect.split_whitespace().next()) else {
            return;
        };
        self.meetings.extend(names.map(|second| [first, second, effect].map(str::to_owned)));
    }

    /// Reads a line about an end of the game.
    fn end(&mut self, line: &str) {
        let lower = line.to_ascii_lowercase();
        if !lower.contains("win=true") {
            return;
        }
        let fields = || line.split_whitespace().filter_map(|word| word.split_once('='));
        let is_none = fields().all(|(name, value)| name != "limit" || value == "0");
        let kinds = fields().filter(|(name, _)| name.starts_with("stype"));
        match line.split_whitespace().next() {
            Some("SpriteCounter" | "MultiSpriteCounter") if is_none => {
                self.gone.extend(kinds.map(|(_, sprite)| sprite.to_owned()));
            }
            _ => self.others.push(line.to_owned()),
        }
    }

    /// Finds the avatars, which must walk.
    fn find_avatars(&mut self) -> Result<(), ReadError> {
        let mut avatars = BTreeSet::new();
        for name in self.sprites.keys() {
            let chain = self.chain(name);
            let class = chain.iter().find_map(|name| {
                let (class, _) = self.sprites.get(*name)?;
                class.ends_with("Avatar").then_some(class)
            });
            let Some(class) = class else { continue };
            if !WALKERS.contains(&class.as_str()) {
                let message = format!(
                    "is played by a {:?}; only avatars that walk in four directions are read: {}",
                    diagnostics::short(class),
                    WALKERS.join(", ")
                );
                return Err(wrong("game", message));
            }
            avatars.extend(chain.into_iter().map(str::to_owned));
        }
        if avatars.is_empty() {
            avatars.extend(["avatar", "nokey"].map(str::to_owned));
        }
        self.avatars = avatars;
        Ok(())
    }

    /// A sprite and its ancestors.
    fn chain<'a>(&'a self, sprite: &'a str) -> Vec<&'a str> {
        let parent = |name: &&'a str| self.sprites.get(*name)?.1.as_deref();
        std::iter::successors(Some(sprite), parent).take(MOST_ANCESTORS).collect()
    }

    /// True if one of some sprites meets one of others with an effect whose name begins so.
    fn meets(
        &self,
        first: impl Fn(&str) -> bool,
        second: impl Fn(&str) -> bool,
        effect: &str,
    ) -> bool {
        self.meetings.iter().any(|[a, b, found]| {
            first(a) && second(b) && found.to_ascii_lowercase().starts_with(effect)
        })
    }

    /// What a sprite is.
    pub(super) fn role(&self, sprite: &str) -> Role {
        let chain = self.chain(sprite);
        let is_it = |name: &str| chain.contains(&name);
        let is_avatar = |name: &str| self.avatars.contains(name);
        let named = |words: &[&str]| {
            let has =
                |name: &str| words.iter().any(|word| name.to_ascii_lowercase().contains(word));
            chain.iter().any(|name| has(name))
        };
        let class = chain.iter().filter_map(|name| self.sprites.get(*name));
        let is_npc = class.map(|(class, _)| class).any(|class| {
            ["NPC", "Chaser", "Fleeing", "Bomber", "Missile", "Walker"]
                .iter()
                .any(|kind| class.contains(kind))
        });
        let is_blocking =
            self.meets(is_avatar, is_it, "stepback") || self.meets(is_avatar, is_it, "undoall");
        let is_pushed = self.meets(is_it, is_avatar, "bounceforward")
            || self.meetings.is_empty() && named(&["box", "crate", "boulder", "block"]);
        let is_filled = self.meets(|_| true, is_it, "killboth");
        let is_deadly = self.meets(is_avatar, is_it, "killsprite");
        let is_won = self.gone.iter().any(|name| is_it(name));
        let is_hole = named(&["hole", "pit"]);
        if self.avatars.contains(sprite) {
            Role::Avatar
        } else if is_pushed {
            Role::Block
        } else if is_npc || named(&["enemy", "monster"]) {
            Role::Enemy
        } else if is_hole && self.is_won_by_blocks() {
            Role::Target
        } else if is_hole && (is_filled || self.meetings.is_empty()) {
            Role::Pit
        } else if is_won && named(&["goal", "exit", "door", "portal"])
            || self.gone.is_empty() && named(&["goal", "exit", "door"])
        {
            Role::Goal { locked: is_blocking }
        } else if is_blocking || named(&["wall"]) {
            Role::Wall
        } else if is_deadly {
            Role::Deadly
        } else if named(&["key"]) {
            Role::Key
        } else if named(&["floor", "background", "ground", "grass", "sand"]) {
            Role::Floor
        } else {
            Role::Unknown
        }
    }

    /// True if blocks must be gone to win, or holes.
    fn is_won_by_blocks(&self) -> bool {
        self.gone.iter().any(|name| {
            let lower = name.to_ascii_lowercase();
            ["box", "crate", "block", "hole"].iter().any(|word| lower.contains(word))
        })
    }

    /// A way to win that no goal and no target stands for.
    pub(super) fn won_otherwise(&self) -> Option<&str> {
        let is_read = |name: &String| {
            matches!(self.role(name), Role::Goal { .. } | Role::Target | Role::Block)
        };
        let other = self.gone.iter().find(|name| !is_read(name)).map(String::as_str);
        self.others.first().map(String::as_str).or(other)
    }
}
