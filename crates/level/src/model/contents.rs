//! The contents of nodes, the requirements of edges, and the conversion of their names in `quandary/level/1`.

use super::Tile;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// An index into [`Graph::symbols`](super::graph::Graph::symbols).
pub type SymbolId = u32;

/// An index into [`Graph::plates`](super::graph::Graph::plates).
pub type PlateId = u32;

/// Something that a node holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Content {
    /// The start of the player.
    Start,
    /// A goal to be reached.
    Goal,
    /// An enemy; no rule depends on it.
    Enemy,
    /// A boss; no rule depends on it.
    Boss,
    /// A puzzle; no rule depends on it.
    Puzzle,
    /// A switch; a `switch` requirement holds once its node was visited.
    Switch,
    /// A small key.
    Key,
    /// The boss key.
    BossKey,
    /// The key item (ladder, raft); it brings bombs too.
    KeyItem,
    /// A minor item: bombs.
    ItemMinor,
    /// A symbol, gained for good when the node is entered.
    Symbol(SymbolId),
    /// A toggle, flipped by a separate move.
    Toggle(u32),
}

/// A requirement of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Requirement {
    /// One small key, used up once for each pair of nodes.
    KeyLocked,
    /// The boss key, which is not used up.
    BossLocked,
    /// A bomb.
    Bombable,
    /// Passable in the direction of the edge only.
    SoftLocked,
    /// Nothing; the edge does not join neighbouring tiles.
    Stair,
    /// The key item, which is not used up.
    ItemLocked,
    /// A switch that was pressed by entering its node.
    Switch,
    /// A symbol.
    Symbol(SymbolId),
    /// A symbol that must not be held.
    Lacks(SymbolId),
    /// A toggle with a given position.
    Toggle(u32, bool),
    /// A pressure plate that is down.
    Plate(PlateId),
}

impl Tile {
    /// The content that a player on the tile takes.
    pub(crate) fn gives(self) -> Option<Content> {
        match self {
            Tile::KeySmall => Some(Content::Key),
            Tile::KeyBoss => Some(Content::BossKey),
            Tile::KeyItem => Some(Content::KeyItem),
            Tile::ItemMinor => Some(Content::ItemMinor),
            _ => None,
        }
    }

    /// The requirement of a door that the graph does not open.
    #[must_use]
    pub fn requirement(self) -> Option<Requirement> {
        match self {
            Tile::DoorLocked => Some(Requirement::KeyLocked),
            Tile::DoorBomb => Some(Requirement::Bombable),
            Tile::DoorBoss => Some(Requirement::BossLocked),
            _ => None,
        }
    }
}

/// The contents with fixed names; `symbol:NAME` and `toggle:N` are handled separately.
const CONTENTS: [(&str, Content); 10] = [
    ("start", Content::Start),
    ("goal", Content::Goal),
    ("enemy", Content::Enemy),
    ("boss", Content::Boss),
    ("puzzle", Content::Puzzle),
    ("switch", Content::Switch),
    ("key", Content::Key),
    ("boss_key", Content::BossKey),
    ("key_item", Content::KeyItem),
    ("item_minor", Content::ItemMinor),
];

/// The requirements with fixed names; `open`, which requires nothing, is not one of them.
const REQUIREMENTS: [(&str, Requirement); 7] = [
    ("key_locked", Requirement::KeyLocked),
    ("boss_locked", Requirement::BossLocked),
    ("bombable", Requirement::Bombable),
    ("soft_locked", Requirement::SoftLocked),
    ("stair", Requirement::Stair),
    ("item_locked", Requirement::ItemLocked),
    ("switch", Requirement::Switch),
];

impl Requirement {
    /// True if it may be used in the `needs` of a lock and in `win`: it depends on the state and uses nothing up.
    #[must_use]
    pub fn is_condition(self) -> bool {
        matches!(self, Self::Symbol(_) | Self::Lacks(_) | Self::Toggle(..) | Self::Plate(_))
    }
}

/// The tables of names while a file is read. Symbols get their ids in the order in which they occur; plates are known
/// before.
#[derive(Debug, Default)]
pub struct Names {
    symbols: IndexSet<String, FxBuildHasher>,
    plates: Vec<String>,
    /// The first plate with each name.
    plate_ids: FxHashMap<String, PlateId>,
}

impl Names {
    /// The id of a symbol; a new symbol gets the next id.
    pub(crate) fn symbol(&mut self, name: &str) -> SymbolId {
        let known = self.symbols.get_index_of(name);
        known.unwrap_or_else(|| self.symbols.insert_full(name.to_owned()).0) as SymbolId
    }

    /// Adds a plate.
    pub fn add_plate(&mut self, name: &str) {
        self.plate_ids.entry(name.to_owned()).or_insert(self.plates.len() as PlateId);
        self.plates.push(name.to_owned());
    }

    /// The plate with a name; if there are several, the first.
    #[must_use]
    pub fn plate(&self, name: &str) -> Option<PlateId> {
        self.plate_ids.get(name).copied()
    }

    /// The names of symbols and of plates, by id.
    pub(crate) fn into_names(self) -> (Vec<String>, Vec<String>) {
        (self.symbols.into_iter().collect(), self.plates)
    }
}

/// Reads the name of a content.
///
/// # Errors
/// A description of the fault, with the known names.
pub fn content(name: &str, names: &mut Names) -> Result<Content, String> {
    if let Some(&(_, content)) = CONTENTS.iter().find(|(known, _)| *known == name) {
        return Ok(content);
    }
    if let Some(symbol) = name.strip_prefix("symbol:") {
        return Ok(Content::Symbol(names.symbol(not_empty(symbol, name)?)));
    }
    if let Some(toggle) = name.strip_prefix("toggle:") {
        return Ok(Content::Toggle(toggle_number(toggle, name)?));
    }
    let known = CONTENTS.map(|(known, _)| known);
    Err(format!("{}, symbol:NAME, toggle:N", diagnostics::unknown("content", name, known)))
}

/// Reads the name of a requirement; `open` gives `None`.
///
/// # Errors
/// A description of the fault, with the known names.
pub fn requirement(name: &str, names: &mut Names) -> Result<Option<Requirement>, String> {
    if name == "open" {
        return Ok(None);
    }
    if let Some(&(_, requirement)) = REQUIREMENTS.iter().find(|(known, _)| *known == name) {
        return Ok(Some(requirement));
    }
    if let Some(symbol) = name.strip_prefix("symbol:") {
        return Ok(Some(Requirement::Symbol(names.symbol(not_empty(symbol, name)?))));
    }
    if let Some(symbol) = name.strip_prefix("lacks:symbol:") {
        return Ok(Some(Requirement::Lacks(names.symbol(not_empty(symbol, name)?))));
    }
    if let Some(plate) = name.strip_prefix("plate:") {
        return match names.plate(plate) {
            Some(id) => Ok(Some(Requirement::Plate(id))),
            None if names.plates.is_empty() => Err(format!("{name:?}: the level has no plates")),
            None => Err(diagnostics::unknown("plate", plate, &names.plates)),
        };
    }
    if let Some(toggle) = name.strip_prefix("toggle:") {
        let (number, on) = match toggle.split_once('=') {
            Some((number, "on")) => (number, true),
            Some((number, "off")) => (number, false),
            _ => return Err(format!("{name:?}: a toggle is asked for as toggle:N=on or =off")),
        };
        return Ok(Some(Requirement::Toggle(toggle_number(number, name)?, on)));
    }
    let known = ["open"].into_iter().chain(REQUIREMENTS.map(|(known, _)| known));
    let unknown = diagnostics::unknown("requirement", name, known);
    Err(format!("{unknown}, symbol:NAME, lacks:symbol:NAME, toggle:N=on, toggle:N=off, plate:NAME"))
}

/// The name of a content.
pub(crate) fn of_content(content: Content, symbols: &[String]) -> String {
    match content {
        Content::Symbol(id) => format!("symbol:{}", name_of(id, symbols)),
        Content::Toggle(n) => format!("toggle:{n}"),
        plain => CONTENTS.iter().find(|(_, c)| *c == plain).map_or("?", |(name, _)| name).into(),
    }
}

/// The name of a requirement.
pub(crate) fn of_requirement(
    requirement: Requirement,
    symbols: &[String],
    plates: &[String],
) -> String {
    match requirement {
        Requirement::Symbol(id) => format!("symbol:{}", name_of(id, symbols)),
        Requirement::Lacks(id) => format!("lacks:symbol:{}", name_of(id, symbols)),
        Requirement::Plate(id) => format!("plate:{}", name_of(id, plates)),
        Requirement::Toggle(n, on) => format!("toggle:{n}={}", if on { "on" } else { "off" }),
        plain => {
            REQUIREMENTS.iter().find(|(_, r)| *r == plain).map_or("?", |(name, _)| name).into()
        }
    }
}

fn name_of(id: u32, names: &[String]) -> &str {
    names.get(id as usize).map_or("?", String::as_str)
}

fn not_empty<'a>(symbol: &'a str, name: &str) -> Result<&'a str, String> {
    if symbol.is_empty() { Err(format!("{name:?}: a symbol has a name")) } else { Ok(symbol) }
}

fn toggle_number(digits: &str, name: &str) -> Result<u32, String> {
    let wrong = || format!("{name:?}: a toggle has a decimal number, at most {}", u32::MAX);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    digits.parse().map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        let mut names = Names::default();
        names.add_plate("by the well");
        let table = ["A".to_owned(), "red key".to_owned()];
        let plates = ["by the well".to_owned()];
        for name in ["start", "item_minor", "symbol:A", "symbol:red key", "toggle:12"] {
            let content = content(name, &mut names).unwrap();
            assert_eq!(of_content(content, &table), name);
        }
        let conditions =
            ["symbol:A", "lacks:symbol:A", "toggle:0=on", "toggle:7=off", "plate:by the well"];
        for name in ["key_locked", "switch"].into_iter().chain(conditions) {
            let asked = requirement(name, &mut names).unwrap().unwrap();
            assert_eq!(of_requirement(asked, &table, &plates), name);
            assert_eq!(asked.is_condition(), conditions.contains(&name));
        }
        assert_eq!(names.into_names(), (table.into(), plates.into()));
    }

    #[test]
    fn a_wrong_name_is_told_what_would_be_right() {
        let mut names = Names::default();
        let check = |name: &str, part: &str, names: &mut Names| {
            let (a, b) = (content(name, names), requirement(name, names));
            let said = format!("{a:?} {b:?}");
            assert!(said.contains(part), "{name}: {said}");
        };
        check("keys", "known are start, goal", &mut names);
        check("keys", "known are open, key_locked", &mut names);
        check("symbol:", "a symbol has a name", &mut names);
        check("lacks:symbol:", "a symbol has a name", &mut names);
        check("plate:p", "the level has no plates", &mut names);
        names.add_plate("north");
        check("plate:nort", "(did you mean north?); known are north", &mut names);
        check("toggle:x", "decimal number", &mut names);
        check("toggle:-1", "decimal number", &mut names);
        check("toggle:99999999999", "at most 4294967295", &mut names);
        check("toggle:1=up", "=on or =off", &mut names);
        assert_eq!(requirement("open", &mut names), Ok(None));
    }
}
