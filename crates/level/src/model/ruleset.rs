//! The rules as values: a set of switches with two presets, and the starting inventory.

use std::fmt::{self, Display};
use std::str::FromStr;

/// The extent of one door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locks {
    /// Every door tile is a door of its own.
    Tile,
    /// Touching door tiles of one kind are one door, and graph edges guard the doorways.
    Doorway,
}

/// The ways in which blocks may be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Push {
    /// Not at all.
    Off,
    /// Any block, any number of times.
    Free,
    /// Each block at most once.
    Once,
}

/// The cells that a block may be pushed onto.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushOnto {
    /// Onto plain floor, floor among water, and cells that a block was pushed off.
    Floor,
    /// Onto any cell that can always be entered and asks for nothing.
    Walkable,
}

/// The fate of blocks in a room that the player leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockReset {
    /// They stay where they were pushed.
    Keep,
    /// They stand where they started again, never pushed.
    Reset,
}

/// The use of bombs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bombs {
    /// Bombs are not used up: one is enough for all walls.
    Unlimited,
    /// One bomb a wall.
    Consumed,
}

/// The meaning of one-way doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneWay {
    /// They may be crossed back where the graph has no way back.
    Ignored,
    /// They may not.
    Enforced,
}

/// The kinds of tiles whose warps work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warps {
    /// Stairs, along `stair` edges.
    pub stairs: bool,
    /// Doors, to rooms that are not adjacent.
    pub doors: bool,
}

/// The edges that a stair leads along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StairEdges {
    /// Those that ask for `stair`.
    Stair,
    /// Any edge: those of other types to rooms that are not adjacent.
    All,
}

/// The meaning of a `switch` requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switches {
    /// Nothing.
    Free,
    /// Some node holding `switch` must have been entered.
    Visited,
}

/// The switches of the rules. At room level `locks`, `push`, `push_onto`, `blocks`, `warps`, `stair_edges` and
/// `diagonals` decide nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The extent of one door.
    pub locks: Locks,
    /// The ways in which blocks may be pushed.
    pub push: Push,
    /// The cells that a block may be pushed onto.
    pub push_onto: PushOnto,
    /// The fate of blocks in a room that the player leaves.
    pub blocks: BlockReset,
    /// The use of bombs.
    pub bombs: Bombs,
    /// The number of bombs a pick-up brings, where they are used up.
    pub bomb_pickup: u32,
    /// The meaning of one-way doors.
    pub one_way: OneWay,
    /// The kinds of tiles whose warps work.
    pub warps: Warps,
    /// The edges that a stair leads along, where `warps` has stairs.
    pub stair_edges: StairEdges,
    /// True if diagonal steps are allowed.
    pub diagonals: bool,
    /// The meaning of a `switch` requirement.
    pub switches: Switches,
    /// The inventory that the player starts with.
    pub start: Inventory,
}

/// The inventory of a player, symbols and toggles aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    /// Small keys.
    pub keys: u32,
    /// Bombs; where they are not used up, any number above 0 is "some".
    pub bombs: u32,
    /// The boss key.
    pub boss_key: bool,
    /// The key item.
    pub key_item: bool,
}

/// The named sets of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Lenient: doors by tile, free pushing, bombs for ever, one-way doors both ways.
    Classic,
    /// As the console game plays.
    #[default]
    Strict,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 2] = [Preset::Classic, Preset::Strict];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Classic => "classic",
            Preset::Strict => "strict",
        }
    }
}

impl Default for Rules {
    /// [`Preset::Strict`], with empty hands.
    fn default() -> Self {
        Self::preset(Preset::Strict)
    }
}

impl Rules {
    /// The rules of a preset, with empty hands.
    #[must_use]
    pub fn preset(preset: Preset) -> Self {
        let strict = Self {
            locks: Locks::Doorway,
            push: Push::Once,
            push_onto: PushOnto::Floor,
            blocks: BlockReset::Keep,
            bombs: Bombs::Consumed,
            bomb_pickup: 4,
            one_way: OneWay::Enforced,
            warps: Warps { stairs: true, doors: false },
            stair_edges: StairEdges::Stair,
            diagonals: false,
            switches: Switches::Visited,
            start: Inventory::default(),
        };
        match preset {
            Preset::Strict => strict,
            Preset::Classic => Self {
                locks: Locks::Tile,
                push: Push::Free,
                push_onto: PushOnto::Walkable,
                bombs: Bombs::Unlimited,
                one_way: OneWay::Ignored,
                warps: Warps { stairs: true, doors: true },
                stair_edges: StairEdges::All,
                switches: Switches::Free,
                ..strict
            },
        }
    }
}

// -------------------------------------------------------------------------------------------------
// Rules and starting inventories as they are written: `NAME=VALUE`.

/// The rules that [`Rules::set`] knows, each with its values; of `bomb_pickup` some, for it takes any number.
pub const KNOWN: [(&str, &[&str]); 11] = [
    ("locks", &["tile", "doorway"]),
    ("push", &["off", "free", "once"]),
    ("push_onto", &["floor", "walkable"]),
    ("blocks", &["keep", "reset"]),
    ("bombs", &["unlimited", "consumed"]),
    ("bomb_pickup", &["1", "4"]),
    ("one_way", &["ignored", "enforced"]),
    ("warps", &["none", "stairs", "doors", "stairs,doors"]),
    ("stair_edges", &["stair", "all"]),
    ("diagonals", &["true", "false"]),
    ("switches", &["free", "visited"]),
];

/// A rule with one of its known values; printed as it is written after `--rule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    name: &'static str,
    value: &'static str,
}

impl Assignment {
    /// Every value of every rule of [`KNOWN`].
    pub fn all() -> impl Iterator<Item = Self> {
        KNOWN
            .into_iter()
            .flat_map(|(name, values)| values.iter().map(move |value| Self { name, value }))
    }

    /// The name of the rule.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The value.
    #[must_use]
    pub fn value(self) -> &'static str {
        self.value
    }
}

impl Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// The items that a player may start with.
const ITEMS: [&str; 4] = ["keys", "bombs", "boss_key", "key_item"];

/// A rule, preset or inventory that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RuleError(String);

impl Rules {
    /// Sets one rule, written `NAME=VALUE`.
    ///
    /// # Errors
    /// An unknown name or value, with the known ones.
    ///
    /// ```
    /// use quandary_level::rules::{Bombs, Rules};
    /// let mut rules = Rules::default();
    /// rules.set("bombs=unlimited")?;
    /// assert_eq!(rules.bombs, Bombs::Unlimited);
    /// assert!(rules.set("bombs=many").unwrap_err().to_string().contains("unlimited, consumed"));
    /// # Ok::<(), quandary_level::rules::RuleError>(())
    /// ```
    pub fn set(&mut self, assignment: &str) -> Result<(), RuleError> {
        let (name, value) =
            assignment.split_once('=').ok_or_else(|| form(assignment, "push=free"))?;
        match name.to_ascii_lowercase().as_str() {
            "locks" => choose(
                &mut self.locks,
                assignment,
                &[("tile", Locks::Tile), ("doorway", Locks::Doorway)],
            ),
            "push" => choose(
                &mut self.push,
                assignment,
                &[("off", Push::Off), ("free", Push::Free), ("once", Push::Once)],
            ),
            "push_onto" => choose(
                &mut self.push_onto,
                assignment,
                &[("floor", PushOnto::Floor), ("walkable", PushOnto::Walkable)],
            ),
            "blocks" => choose(
                &mut self.blocks,
                assignment,
                &[("keep", BlockReset::Keep), ("reset", BlockReset::Reset)],
            ),
            "bombs" => choose(
                &mut self.bombs,
                assignment,
                &[("unlimited", Bombs::Unlimited), ("consumed", Bombs::Consumed)],
            ),
            "bomb_pickup" => number(value).map(|n| self.bomb_pickup = n),
            "one_way" => choose(
                &mut self.one_way,
                assignment,
                &[("ignored", OneWay::Ignored), ("enforced", OneWay::Enforced)],
            ),
            "warps" => warps(value).map(|warps| self.warps = warps),
            "stair_edges" => choose(
                &mut self.stair_edges,
                assignment,
                &[("stair", StairEdges::Stair), ("all", StairEdges::All)],
            ),
            "diagonals" => choose(&mut self.diagonals, assignment, &BOOLEANS),
            "switches" => choose(
                &mut self.switches,
                assignment,
                &[("free", Switches::Free), ("visited", Switches::Visited)],
            ),
            _ => Err(RuleError(voice::unknown("rule", name, KNOWN.map(|(name, _)| name)))),
        }
    }

    /// Sets one rule to one of its known values.
    pub fn assign(&mut self, rule: Assignment) {
        let known = self.set(&rule.to_string());
        debug_assert!(known.is_ok(), "{rule} is known");
    }

    /// The preset that differs least, and the rules that differ from it. Of two that differ as much, the strict one.
    #[must_use]
    pub fn by_preset(&self) -> (Preset, Vec<(&'static str, String)>) {
        let beyond = |preset| {
            let usual = Self::preset(preset).values();
            let own = self.values().into_iter().zip(usual).filter(|(own, usual)| own != usual);
            (preset, own.map(|(own, _)| own).collect::<Vec<_>>())
        };
        let [classic, strict] = Preset::ALL.map(beyond);
        if classic.1.len() < strict.1.len() { classic } else { strict }
    }

    /// Every rule by its name, with its value.
    pub(crate) fn values(&self) -> [(&'static str, String); 11] {
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
            ("blocks", either(self.blocks == BlockReset::Keep, "keep", "reset")),
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

impl FromStr for Preset {
    type Err = RuleError;
    fn from_str(name: &str) -> Result<Self, RuleError> {
        let found = Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| RuleError(voice::unknown("preset", name, Self::ALL.map(Self::name))))
    }
}

impl FromStr for Inventory {
    type Err = RuleError;
    /// Reads `keys=0,bombs=1,boss_key=false,key_item=true`, any part of it, in any order.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut start = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| form(part, "keys=1"))?;
            match name {
                "keys" => start.keys = number(value)?,
                "bombs" => start.bombs = number(value)?,
                "boss_key" => choose(&mut start.boss_key, part, &BOOLEANS)?,
                "key_item" => choose(&mut start.key_item, part, &BOOLEANS)?,
                _ => {
                    return Err(RuleError(voice::unknown("item", name, ITEMS)));
                }
            }
        }
        Ok(start)
    }
}

impl Display for Inventory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { keys, bombs, boss_key, key_item } = self;
        write!(f, "keys={keys},bombs={bombs},boss_key={boss_key},key_item={key_item}")
    }
}

/// The error of a text that is no assignment.
fn form(text: &str, example: &str) -> RuleError {
    let text = voice::short(text);
    RuleError(format!("{text:?} is not of the form NAME=VALUE, such as {example}"))
}

const BOOLEANS: [(&str, bool); 2] = [("true", true), ("false", false)];

/// Sets a rule to the value that `NAME=VALUE` names.
fn choose<T: Copy>(rule: &mut T, assignment: &str, values: &[(&str, T)]) -> Result<(), RuleError> {
    let value = assignment.split_once('=').map_or("", |(_, value)| value);
    match values.iter().find(|(name, _)| name.eq_ignore_ascii_case(value)) {
        Some(&(_, value)) => {
            *rule = value;
            Ok(())
        }
        None => {
            let known = values.iter().map(|(name, _)| *name);
            Err(RuleError(voice::unknown("value", value, known)))
        }
    }
}

/// The most of a thing that a player may start with or pick up: counts stay far from overflow.
const MOST: u32 = 1_000_000;

fn number(value: &str) -> Result<u32, RuleError> {
    match value.parse() {
        Ok(n) if n <= MOST => Ok(n),
        _ => {
            let value = voice::short(value);
            Err(RuleError(format!(
                "{value:?} is no whole number from 0 to {}",
                voice::grouped(MOST.into())
            )))
        }
    }
}

fn warps(value: &str) -> Result<Warps, RuleError> {
    let mut warps = Warps { stairs: false, doors: false };
    for name in value.split(',').filter(|_| !value.eq_ignore_ascii_case("none")) {
        match name.to_ascii_lowercase().as_str() {
            "stairs" => warps.stairs = true,
            "doors" => warps.doors = true,
            _ => {
                let known = ["none", "stairs", "doors", "stairs,doors"];
                return Err(RuleError(voice::unknown("warp", name, known)));
            }
        }
    }
    Ok(warps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_can_be_set_and_a_wrong_one_is_told_the_known() {
        let mut rules = Rules::preset(Preset::Classic);
        for set in [
            "locks=doorway",
            "push=once",
            "push_onto=floor",
            "blocks=keep",
            "bombs=consumed",
            "bomb_pickup=4",
            "one_way=enforced",
            "warps=stairs",
            "stair_edges=stair",
            "diagonals=false",
            "switches=visited",
        ] {
            rules.set(set).unwrap();
        }
        assert_eq!(rules, Rules::default());
        rules.set("warps=none").unwrap();
        assert_eq!(rules.warps, Warps { stairs: false, doors: false });
        rules.set("warps=stairs,doors").unwrap();
        assert_eq!(rules.warps, Warps { stairs: true, doors: true });
        let check = |set: &str, part: &str| {
            let said = Rules::default().set(set).unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check("lock=tile", "known are locks, push");
        check(
            "locks=door",
            "unknown value \"door\" (did you mean doorway?); known are tile, doorway",
        );
        check("pusch=free", "unknown rule \"pusch\" (did you mean push?)");
        check("locks", "NAME=VALUE");
        check("bomb_pickup=-1", "whole number");
        check("bomb_pickup=4000000000", "whole number");
        check("warps=stair", "known are none");
        check("warps=", "known are none");
    }

    #[test]
    fn an_inventory_reads_and_prints() {
        let start: Inventory = "bombs=1, keys=2,key_item=true".parse().unwrap();
        assert_eq!(start, Inventory { keys: 2, bombs: 1, boss_key: false, key_item: true });
        assert_eq!(start.to_string().parse(), Ok(start));
        assert_eq!("".parse(), Ok(Inventory::default()));
        assert!("key=1".parse::<Inventory>().unwrap_err().to_string().contains("known are keys"));
    }
}
