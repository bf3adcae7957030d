//! The things of a scene: what the player can take or work, and by which words.

use super::scene::{Called, Scene};
use crate::puzzle::play::reply::list;
use level::{Content, Requirement, SymbolId};

/// The sort of a thing in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// It can be taken.
    Portable,
    /// It can be pulled, once.
    Lever,
    /// Stones that can be pushed onto their plates, once.
    Stones,
    /// It can be flipped, again and again.
    Switch,
    /// It asks for nothing, and nothing is done with it.
    Mark,
}

/// The beginnings of symbols' names that say what they stand for; all others are keys.
const LEVER: &str = "puzzle:";
const STONES: &str = "plate:";
const TREASURE: &str = "treasure:";
const ITEM: &str = "item:";

/// The words for stones, and for the plates that they are pushed onto.
const STONE_WORDS: &[&str] =
    &["stone", "blocks", "rocks", "boulders", "crates", "plates", "slabs", "plate"];

/// The words for whatever opens a way when it is pulled.
const LEVER_WORDS: &[&str] = &["lever", "handle"];

/// A requirement of a way, as a player meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Barrier {
    /// A lock, which a key opens for good.
    Lock,
    /// A lock that uses a small key up.
    SmallLock,
    /// A wall, which a bomb opens for good.
    Wall,
    /// Water, or whatever an item that is held crosses.
    Item,
    /// Something that a lever opens.
    Lever(SymbolId),
    /// A portcullis, which stones on plates raise.
    Portcullis(SymbolId),
    /// Shut to whoever holds a symbol.
    Shutter(SymbolId),
    /// Open while a switch is in a position.
    Gate(u32, bool),
    /// Open once a room with a switch was entered.
    Pressed,
}

impl Scene {
    /// The sort of something that a room holds.
    pub(super) fn sort(&self, content: Content) -> Sort {
        match content {
            Content::Start
            | Content::Goal
            | Content::Enemy
            | Content::Boss
            | Content::Puzzle
            | Content::Switch => Sort::Mark,
            Content::Key | Content::BossKey | Content::KeyItem | Content::ItemMinor => {
                Sort::Portable
            }
            Content::Toggle(_) => Sort::Switch,
            Content::Symbol(id) => match self.symbol(id) {
                name if name.starts_with(LEVER) => Sort::Lever,
                name if name.starts_with(STONES) => Sort::Stones,
                _ => Sort::Portable,
            },
        }
    }

    /// True if something is a treasure.
    pub(super) fn is_treasure(&self, content: Content) -> bool {
        matches!(content, Content::Symbol(id) if self.symbol(id).starts_with(TREASURE))
    }

    /// The name that a thing has besides its plain one, if it has any.
    fn called(&self, content: Content) -> Option<&Called> {
        self.words().things.get(&self.graph().content_name(content))
    }

    /// The name of a thing that it is listed by where few words are best: `key A`, `silver ewer`.
    pub(super) fn thing(&self, content: Content) -> String {
        match self.called(content) {
            Some(called) if !self.is_key(content) => bare(&called.name).to_owned(),
            _ => self.plain(content),
        }
    }

    /// The name of a thing with its article: `the cook's key (key A)`, `the silver ewer`, `lever 1`.
    pub(super) fn the(&self, content: Content) -> String {
        let plain = self.plain(content);
        match (self.called(content), self.sort(content)) {
            (Some(called), _) if self.is_key(content) => format!("{} ({plain})", called.name),
            (Some(called), _) => called.name.clone(),
            (None, Sort::Lever | Sort::Switch) => plain,
            (None, _) if self.is_key(content) => plain,
            (None, _) => format!("the {plain}"),
        }
    }

    /// Further names of a thing.
    pub(super) fn other_names(&self, content: Content) -> Vec<String> {
        let (thing, plain) = (self.thing(content), self.plain(content));
        let named = self.called(content).map(|called| bare(&called.name).to_owned());
        let last = |name: &str| {
            let last = name.rsplit(' ').next().filter(|word| word.parse::<u32>().is_err());
            last.map(str::to_owned)
        };
        let lasts: Vec<String> =
            named.iter().chain([&thing]).filter_map(|name| last(name)).collect();
        let sorts = match self.sort(content) {
            Sort::Stones => STONE_WORDS,
            Sort::Lever => LEVER_WORDS,
            _ => &[],
        };
        let sorts = sorts.iter().map(|&word| word.to_owned());
        [thing.clone(), plain].into_iter().chain(named).chain(lasts).chain(sorts).collect()
    }

    /// The sentence about a thing that has one.
    pub(super) fn about(&self, content: Content) -> Option<&str> {
        let called = self.called(content)?;
        Some(called.text.as_str()).filter(|text| !text.is_empty())
    }

    /// True if something is a key that is kept and has a letter or the like.
    pub(super) fn is_key(&self, content: Content) -> bool {
        match content {
            Content::Symbol(id) => {
                let name = self.symbol(id);
                [LEVER, STONES, TREASURE, ITEM].iter().all(|sort| !name.starts_with(sort))
            }
            _ => false,
        }
    }

    /// The plain name of a thing.
    fn plain(&self, content: Content) -> String {
        match content {
            Content::Key => "small key".to_owned(),
            Content::BossKey => "boss key".to_owned(),
            Content::KeyItem => "ladder".to_owned(),
            Content::ItemMinor => "bombs".to_owned(),
            Content::Toggle(number) => format!("switch {number}"),
            Content::Symbol(id) => named(self.symbol(id)),
            other => self.graph().content_name(other),
        }
    }

    /// The barrier that a requirement is.
    pub(super) fn barrier(&self, need: Requirement) -> Option<Barrier> {
        Some(match need {
            Requirement::KeyLocked => Barrier::SmallLock,
            Requirement::BossLocked => Barrier::Lock,
            Requirement::Bombable => Barrier::Wall,
            Requirement::ItemLocked => Barrier::Item,
            Requirement::Switch => Barrier::Pressed,
            Requirement::Lacks(id) => Barrier::Shutter(id),
            Requirement::Toggle(number, on) => Barrier::Gate(number, on),
            Requirement::Symbol(id) => match self.symbol(id) {
                name if name.starts_with(LEVER) => Barrier::Lever(id),
                name if name.starts_with(STONES) => Barrier::Portcullis(id),
                name if name.starts_with(ITEM) => Barrier::Item,
                _ => Barrier::Lock,
            },
            Requirement::SoftLocked | Requirement::Stair | Requirement::Plate(_) => return None,
        })
    }
}

/// The thing that a requirement asks to be held.
pub(super) fn asked(need: Requirement) -> Option<Content> {
    match need {
        Requirement::KeyLocked => Some(Content::Key),
        Requirement::BossLocked => Some(Content::BossKey),
        Requirement::Bombable => Some(Content::ItemMinor),
        Requirement::ItemLocked => Some(Content::KeyItem),
        Requirement::Switch => Some(Content::Switch),
        Requirement::Symbol(id) => Some(Content::Symbol(id)),
        Requirement::Toggle(number, _) => Some(Content::Toggle(number)),
        _ => None,
    }
}

/// The name that the symbol of a thing stands for: `treasure:silver-ewer` is a silver ewer, `A` is key A.
fn named(symbol: &str) -> String {
    let spaced = |name: &str| name.replace(['-', '_'], " ");
    if let Some(number) = symbol.strip_prefix(LEVER) {
        return format!("lever {number}");
    }
    if symbol.starts_with(STONES) {
        return "stones".to_owned();
    }
    match symbol.strip_prefix(TREASURE).or_else(|| symbol.strip_prefix(ITEM)) {
        Some(name) => spaced(name),
        None if symbol.to_lowercase().split(' ').any(|word| word == "key") => symbol.to_owned(),
        None => format!("key {symbol}"),
    }
}

/// A name without its article.
fn bare(name: &str) -> &str {
    name.strip_prefix("the ").unwrap_or(name)
}

/// The things that some requirements ask for, in full.
pub(super) fn all_named(scene: &Scene, needs: &[Requirement]) -> String {
    let things = needs.iter().filter_map(|&need| asked(need));
    let names: Vec<String> = things.map(|thing| scene.the(thing)).collect();
    list(&names, "and")
}

/// The things that some requirements ask for, in few words.
pub(super) fn all_asked(scene: &Scene, needs: &[Requirement]) -> String {
    let names: Vec<String> =
        needs.iter().filter_map(|&need| asked(need)).map(|thing| scene.thing(thing)).collect();
    list(&names, "and")
}

/// The position of a switch, in a word.
pub(super) fn position(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
