//! The signs of a picture of a level, and what each means in words.
//!
//! Invariant: a sign is explained exactly when it is on the picture.

use super::level_icons as icons;
use super::level_names::{Named, Names};
use super::level_picture::{Badge, End, Overlay};
use super::level_plates::{self as plates, State};
use super::level_tiles::Shown;
use super::level_tokens as tokens;
use super::look::{Foe, Rank};
use super::look_words as words;
use level::{Content, Level, PlateId, Requirement, TILES, Tile, Tiles};
use std::collections::BTreeSet;

/// The most symbols, and the most plates, that are listed by name.
const MOST_NAMED: usize = 80;

/// A sign of the legend.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sign {
    Tile(Tile),
    /// An enemy.
    Foe(Foe),
    /// A wall that stands free.
    Pillar,
    /// A pit.
    Pit,
    /// A plate without a label.
    Plate(State),
    Asked(Requirement),
    OneWay,
    Gives(Content),
    /// The label of a plate.
    Label(PlateId),
    Way(End),
    DeadState,
}

/// A sign and its meaning.
pub(super) struct Entry {
    pub(super) sign: Sign,
    pub(super) words: String,
}

/// Entries of the legend of a picture.
pub(super) fn entries(
    level: &Level,
    names: &Names,
    shown: &Shown<'_>,
    badges: &[Badge],
    overlay: Option<&Overlay>,
) -> Vec<Entry> {
    let mut found: Vec<(Sign, &'static str)> = Vec::new();
    let mut named = Vec::new();
    if let Some(tiles) = &level.tiles {
        let family = shown.look().family;
        let said = |tile| words::tile(family, tile).unwrap_or_else(|| icons::words(tile));
        found.extend(kinds(tiles, shown).map(|tile| (Sign::Tile(tile), said(tile))));
        found.extend(
            words::pillar(family).filter(|_| shown.has_pillars()).map(|of| (Sign::Pillar, of)),
        );
        found.extend(shown.has_pits().then_some((Sign::Pit, "pit")));
        found.extend(states(tiles));
        found.extend(signs(tiles, names, badges));
        named.extend(foes(shown));
        named.extend(symbols(tiles, names, badges));
        named.extend(plates_told(level, names));
    }
    let mut way: Vec<(Sign, &'static str)> = Vec::new();
    if let Some(overlay) = overlay {
        way.push((Sign::Way(overlay.end), "the way, from first to last step"));
        if overlay.end == End::DeadState {
            way.push((Sign::DeadState, "from here no goal can be reached"));
        }
    }
    let told = |(sign, words): (Sign, &str)| (sign, words.to_owned());
    let all = found.into_iter().map(told).chain(named).chain(way.into_iter().map(told));
    all.map(|(sign, words)| Entry { sign, words }).collect()
}

/// The kinds of tiles that need a word: start and goal first, doors last.
fn kinds(tiles: &Tiles, shown: &Shown<'_>) -> impl Iterator<Item = Tile> {
    let own_start = tiles.start.is_some();
    let own_goals = tiles.goals.as_ref().is_some_and(|goals| !goals.is_empty());
    let there = |tile: &Tile| match tile {
        Tile::Void | Tile::Floor | Tile::Wall => false,
        Tile::Start if own_start => true,
        Tile::Triforce if own_goals => true,
        // Each has a kind or a name, and is told by it.
        Tile::Enemy | Tile::Boss if !shown.look().figures.is_empty() => false,
        tile => shown.has(*tile),
    };
    let mut kinds: Vec<Tile> = TILES.map(|(tile, ..)| tile).into_iter().filter(there).collect();
    kinds.sort_by_key(|tile| (!matches!(tile, Tile::Start | Tile::Triforce), tile.is_door()));
    kinds.into_iter()
}

/// The enemies that have a figure, a kind or a name each, the strongest last.
fn foes(shown: &Shown<'_>) -> Vec<(Sign, String)> {
    let all: BTreeSet<&Foe> = shown.look().figures.values().collect();
    let told = |foe: &Foe| match foe.rank {
        Rank::Common => format!("{}, load {}", foe.name, foe.load),
        Rank::Warden => format!("{}, guards what matters", foe.name),
        Rank::Boss => format!("boss: {}", foe.name),
    };
    all.into_iter().map(|foe| (Sign::Foe(foe.clone()), told(foe))).collect()
}

/// The looks that plates have on the picture.
fn states(tiles: &Tiles) -> impl Iterator<Item = (Sign, &'static str)> {
    let there = |state| tiles.plates.iter().any(|plate| plates::state(tiles, plate) == state);
    let up = (State::Up, "plate, pressed down by blocks on all its cells");
    let down = (State::Down, "plate that is down");
    let shown =
        [up, down].map(|(state, words)| there(state).then_some((Sign::Plate(state), words)));
    shown.into_iter().flatten()
}

/// The symbols that have a number on the picture, each with its name.
fn symbols(tiles: &Tiles, names: &Names, badges: &[Badge]) -> Vec<(Sign, String)> {
    let lies = |id| tiles.marks.iter().any(|mark| mark.gives == Content::Symbol(id));
    let needs = tiles.locks.iter().flat_map(|lock| &lock.needs);
    let asked: BTreeSet<_> = needs.chain(badges.iter().flat_map(|badge| &badge.asks)).collect();
    let sign = |id| match asked.contains(&Requirement::Symbol(id)) {
        _ if lies(id) => Sign::Gives(Content::Symbol(id)),
        true => Sign::Asked(Requirement::Symbol(id)),
        false => Sign::Asked(Requirement::Lacks(id)),
    };
    let numbered = names.numbered().filter_map(|(named, name)| match named {
        Named::Symbol(id) => Some((id, name)),
        Named::Plate(_) => None,
    });
    let told = |id, name: &str| match names.shape(id) {
        Some(_) => tokens::words(name),
        None => name.to_owned(),
    };
    first(numbered.map(|(id, name)| (sign(id), told(id, name))))
}

/// The plates that have a number on the picture or give a symbol, each with its name and what it gives.
fn plates_told(level: &Level, names: &Names) -> Vec<(Sign, String)> {
    let plates = level.tiles.iter().flat_map(|tiles| &tiles.plates).zip(&level.graph.plates);
    let told = (0..).zip(plates).filter_map(|(id, (plate, name))| {
        let gives = plate.gives.map(|symbol| level.graph.symbol_name(symbol));
        let words = match gives {
            Some(_) if names.are_shaped() => format!("plates of {name}, down under blocks"),
            Some(symbol) => format!("{name}: gives {symbol} when it is down"),
            None if names.plate(id) == name => return None,
            None => name.clone(),
        };
        Some((Sign::Label(id), words))
    });
    first(told)
}

/// The first entries of a long list; the last of them counts the others.
fn first(all: impl Iterator<Item = (Sign, String)>) -> Vec<(Sign, String)> {
    let mut told: Vec<(Sign, String)> = all.collect();
    let more = told.len().saturating_sub(MOST_NAMED);
    told.truncate(MOST_NAMED);
    if let Some((_, last)) = told.last_mut().filter(|_| more > 0) {
        *last += &format!(" … and {more} more");
    }
    told
}

/// The signs on doorways, and the labels of symbols and toggles, one of each kind.
fn signs(tiles: &Tiles, names: &Names, badges: &[Badge]) -> Vec<(Sign, &'static str)> {
    let asked: BTreeSet<Requirement> = badges.iter().flat_map(|badge| badge.asks.clone()).collect();
    let item = if names.are_shaped() {
        "asks for the item that crosses water"
    } else {
        "asks for the key item"
    };
    let words =
        |asked| if asked == Requirement::ItemLocked { Some(item) } else { asked_words(asked) };
    let plain = asked.iter().filter_map(|&asked| Some((Sign::Asked(asked), words(asked)?)));
    let mut found: Vec<(Sign, &str)> = plain.collect();
    if badges.iter().any(|badge| badge.one_way.is_some()) {
        found.push((Sign::OneWay, "one way only"));
    }
    let marks = || tiles.marks.iter().map(|mark| mark.gives);
    let is_numbered = |id| names.is_numbered(Named::Symbol(id));
    let symbol = marks().find(|gives| matches!(gives, Content::Symbol(id) if !is_numbered(*id)));
    let toggle = marks().find(|gives| matches!(gives, Content::Toggle(_)));
    let [take, flip] = if names.are_shaped() {
        ["key, by its letter", "lever, by its number"]
    } else {
        ["symbol to take", "toggle to flip"]
    };
    found.extend(symbol.map(|gives| (Sign::Gives(gives), take)));
    found.extend(toggle.map(|gives| (Sign::Gives(gives), flip)));
    let needs = tiles.locks.iter().flat_map(|lock| lock.needs.iter().copied());
    let mut asked: Vec<Requirement> = asked.into_iter().chain(needs).collect();
    asked.sort_by_key(|asked| match asked {
        Requirement::Symbol(_) => 0,
        Requirement::Lacks(_) => 1,
        Requirement::Toggle(..) => 2,
        _ => 3,
    });
    let mut told = BTreeSet::new();
    for one in asked {
        found.extend(
            condition_words(one, names)
                .filter(|&words| told.insert(words))
                .map(|words| (Sign::Asked(one), words)),
        );
    }
    found
}

/// Explanation of a condition, which is told once for all of its kind.
fn condition_words(asked: Requirement, names: &Names) -> Option<&'static str> {
    match asked {
        Requirement::Symbol(_) if names.are_shaped() => {
            Some("asks for the key, or for what has the number")
        }
        Requirement::Lacks(_) if names.are_shaped() => Some("shut for whoever holds it"),
        Requirement::Toggle(..) if names.are_shaped() => {
            Some("open while the lever is on (+) or off (−)")
        }
        Requirement::Symbol(_) => Some("asks for the symbol"),
        Requirement::Lacks(_) => Some("asks that the symbol is not held"),
        Requirement::Toggle(..) => Some("asks for the toggle on (+) or off (−)"),
        Requirement::Plate(_) => Some("asks for the plate to be down"),
        _ => None,
    }
}

/// Explanation of a requirement that the graph has at a doorway; conditions are explained once for all.
fn asked_words(asked: Requirement) -> Option<&'static str> {
    Some(match asked {
        Requirement::KeyLocked => "asks for a key",
        Requirement::BossLocked => "asks for the boss key",
        Requirement::Bombable => "asks for a bomb",
        Requirement::Switch => "asks for a switch",
        Requirement::SoftLocked | Requirement::Stair | Requirement::ItemLocked => return None,
        Requirement::Symbol(_) | Requirement::Lacks(_) => return None,
        Requirement::Toggle(..) | Requirement::Plate(_) => return None,
    })
}
