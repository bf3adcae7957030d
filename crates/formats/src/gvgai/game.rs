//! The description of a game in VGDL: its sprites, letters, interactions and ends.

use level::formats::json::{ReadError, wrong};
use std::collections::{BTreeMap, BTreeSet};

/// The most ancestors of a sprite that are looked at.
const MOST_ANCESTORS: usize = 8;
/// The most names, and the most interactions, of a game.
const MOST: usize = 2048;
/// The classes of avatars that walk in four directions.
const WALKERS: [&str; 4] = ["MovingAvatar", "OrientedAvatar", "ShootAvatar", "ShootOnlyAvatar"];

/// The effects that are read, in small letters; the last ones move nothing that counts.
const EFFECTS: [&str; 8] = [
    "stepback",
    "undoall",
    "killsprite",
    "killboth",
    "bounceforward",
    "transformto",
    "nothing",
    "addtimer",
];

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
    /// True if the description gives letters.
    is_mapped: bool,
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
    /// What each sprite is.
    roles: BTreeMap<String, Role>,
}

impl Game {
    /// Reads a description.
    pub(super) fn of(text: &str) -> Result<Self, ReadError> {
        // These letters need no mapping.
        let usual = [('w', "wall"), ('A', "avatar")];
        let letters = usual.map(|(letter, sprite)| (letter, vec![sprite.to_owned()]));
        let mut game = Self { letters: letters.into(), ..Self::default() };
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
        if !game.is_mapped {
            return Err(wrong("game", "has no LevelMapping; expected lines such as \"w > wall\""));
        }
        game.find_roles()?;
        Ok(game)
    }

    fn letter(&mut self, letter: &str, sprites: &str) {
        if let Some(letter) = letter.trim().chars().next() {
            let sprites = sprites.split_whitespace().map(str::to_owned).collect();
            self.letters.insert(letter, sprites);
            self.is_mapped = true;
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
        let mut kinds = fields().filter(|(name, _)| name.starts_with("stype"));
        let first = line.split_whitespace().next();
        let is_counter = first.is_some_and(|word| word.ends_with("Counter"));
        match (kinds.next(), kinds.next()) {
            (Some((_, sprite)), None) if is_none && is_counter => {
                self.gone.insert(sprite.to_owned());
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

    /// Finds what each sprite is.
    fn find_roles(&mut self) -> Result<(), ReadError> {
        let mapped = self.letters.values().flatten();
        let met = self.meetings.iter().flat_map(|[a, b, _]| [a, b]);
        let names: BTreeSet<&String> =
            mapped.chain(met).chain(self.sprites.keys()).chain(&self.gone).collect();
        if names.len() > MOST || self.meetings.len() > MOST {
            let most = diagnostics::grouped(MOST as u64);
            let message = format!("has more than {most} sprites or interactions");
            return Err(wrong("game", message));
        }
        let roles = names.into_iter().map(|name| (name.clone(), self.role_of(name)));
        self.roles = roles.collect();
        Ok(())
    }

    /// What a sprite is.
    pub(super) fn role(&self, sprite: &str) -> Role {
        self.roles.get(sprite).copied().unwrap_or(Role::Unknown)
    }

    fn role_of(&self, sprite: &str) -> Role {
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
        } else if (is_hole || is_deadly) && is_filled || is_hole && self.meetings.is_empty() {
            Role::Pit
        } else if is_won && named(&["goal", "exit", "door", "portal"])
            || self.gone.is_empty() && self.others.is_empty() && named(&["goal", "exit", "door"])
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
        self.is_won_without(&["box", "crate", "block", "hole"])
    }

    /// True if a sprite with one of some words in its name must be gone to win.
    pub(super) fn is_won_without(&self, words: &[&str]) -> bool {
        let has = |name: &str| words.iter().any(|word| name.contains(word));
        self.gone.iter().any(|name| has(&name.to_ascii_lowercase()))
    }

    /// The interactions among some sprites that matter and are not read, as the game writes them.
    pub(super) fn unread(&self, sprites: &BTreeSet<String>) -> Vec<String> {
        let mut there: BTreeSet<&str> = sprites.iter().flat_map(|name| self.chain(name)).collect();
        there.extend(self.avatars.iter().map(String::as_str).chain(["EOS"]));
        let is_there = |name: &String| there.contains(name.as_str());
        // What ends a wall may come later.
        let is_stopping = |name: &String| matches!(self.role(name), Role::Wall | Role::Deadly);
        let met =
            self.meetings.iter().filter(|[a, b, _]| is_there(a) && (is_there(b) || is_stopping(a)));
        let unread = met.filter(|[a, b, effect]| {
            let effect = effect.to_ascii_lowercase();
            let is_known = EFFECTS.contains(&effect.as_str());
            let (ours, other) = if self.avatars.contains(a) { (a, b) } else { (b, a) };
            let roles = [self.role(ours), self.role(other)];
            match roles {
                [Role::Avatar, Role::Key] => !is_known,
                [Role::Avatar, _] => !is_known || effect == "transformto",
                // What becomes of blocks in holes is read, and nothing else.
                _ if self.role(a) == Role::Block => match (effect.as_str(), self.role(b)) {
                    ("killsprite", Role::Target) | ("killboth", Role::Target | Role::Pit) => false,
                    (effect, other) => {
                        !is_known
                            || effect.starts_with("kill") && other != Role::Enemy
                            || effect == "bounceforward" && other == Role::Block
                    }
                },
                _ => {
                    is_stopping(a)
                        && (effect.starts_with("kill") || effect.starts_with("transform"))
                }
            }
        });
        unread.map(|[a, b, effect]| format!("{a} {b} > {effect}")).collect()
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
