//! The rules as values: a set of switches with two presets, the starting inventory, and their text form.

use std::fmt::{self, Display};
use std::str::FromStr;

named! {
    /// The extent of one door.
    pub enum Locks {
        /// Every door tile is a door of its own.
        Tile = "tile",
        /// Touching door tiles of one kind are one door, and graph edges guard doorways.
        Doorway = "doorway",
    }

    /// The ways in which blocks may be pushed.
    pub enum Push {
        /// Not at all.
        Off = "off",
        /// Any block, any number of times.
        Free = "free",
        /// Each block at most once.
        Once = "once",
    }

    /// The cells that a block may be pushed onto.
    pub enum PushOnto {
        /// Onto plain floor, floor among water, and cells that a block was pushed off.
        Floor = "floor",
        /// Onto any cell that can always be entered and requires nothing.
        Walkable = "walkable",
    }

    /// The treatment of blocks in a room that the player leaves.
    pub enum BlockReset {
        /// They stay where they were pushed.
        Keep = "keep",
        /// They return to their starting cells, as if never pushed.
        Reset = "reset",
    }

    /// The use of bombs.
    pub enum Bombs {
        /// Bombs are not used up: one is enough for all walls.
        Unlimited = "unlimited",
        /// Each wall uses up one bomb.
        Consumed = "consumed",
    }

    /// The meaning of one-way doors.
    pub enum OneWay {
        /// They may be crossed back if the graph has no way back.
        Ignored = "ignored",
        /// They may not be crossed back.
        Enforced = "enforced",
    }

    /// The edges that a stair leads along.
    pub enum StairEdges {
        /// Edges with the requirement `stair`.
        Stair = "stair",
        /// Any edge; edges of other types only to rooms that are not adjacent.
        All = "all",
    }

    /// The meaning of a `switch` requirement.
    pub enum Switches {
        /// No effect.
        Free = "free",
        /// A node with `switch` must have been entered.
        Visited = "visited",
    }

    /// The named sets of rules.
    #[derive(Default)]
    pub enum Preset {
        /// Lenient: doors by tile, free pushing, unlimited bombs, one-way doors in both directions.
        Classic = "classic",
        /// The rules of the console game.
        #[default]
        Strict = "strict",
    }
}

/// The kinds of tiles whose warps work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warps {
    /// Stairs, along `stair` edges.
    pub stairs: bool,
    /// Doors, to rooms that are not adjacent.
    pub doors: bool,
}

/// The switches of the rules. At room level `locks`, `push`, `push_onto`, `blocks`, `warps`, `stair_edges` and
/// `diagonals` have no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The extent of one door.
    pub locks: Locks,
    /// The ways in which blocks may be pushed.
    pub push: Push,
    /// The cells that a block may be pushed onto.
    pub push_onto: PushOnto,
    /// The treatment of blocks in a room that the player leaves.
    pub blocks: BlockReset,
    /// The use of bombs.
    pub bombs: Bombs,
    /// The number of bombs in a pick-up, if they are used up.
    pub bomb_pickup: u32,
    /// The meaning of one-way doors.
    pub one_way: OneWay,
    /// The kinds of tiles whose warps work.
    pub warps: Warps,
    /// The edges that a stair leads along, if `warps` includes stairs.
    pub stair_edges: StairEdges,
    /// True if diagonal steps are allowed.
    pub diagonals: bool,
    /// The meaning of a `switch` requirement.
    pub switches: Switches,
    /// The inventory that the player starts with.
    pub start: Inventory,
}

/// The inventory of a player, without symbols and toggles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inventory {
    /// Small keys.
    pub keys: u32,
    /// Bombs; if they are not used up, any number above 0 means "some".
    pub bombs: u32,
    /// The boss key.
    pub boss_key: bool,
    /// The key item.
    pub key_item: bool,
}

impl Default for Rules {
    /// [`Preset::Strict`], with an empty starting inventory.
    fn default() -> Self {
        Self::preset(Preset::Strict)
    }
}

impl Rules {
    /// The rules of a preset, with an empty starting inventory.
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
// The text form of rules and starting inventories: `NAME=VALUE`.

/// The rules that [`Rules::set`] accepts, each with its values; for `bomb_pickup` only some, because it accepts any
/// number.
pub const KNOWN: [(&str, &[&str]); 11] = [
    ("locks", &Locks::NAMES),
    ("push", &Push::NAMES),
    ("push_onto", &PushOnto::NAMES),
    ("blocks", &BlockReset::NAMES),
    ("bombs", &Bombs::NAMES),
    ("bomb_pickup", &["1", "4"]),
    ("one_way", &OneWay::NAMES),
    ("warps", &["none", "stairs", "doors", "stairs,doors"]),
    ("stair_edges", &StairEdges::NAMES),
    ("diagonals", &["true", "false"]),
    ("switches", &Switches::NAMES),
];

/// A rule with one of its known values; printed in the form for `--rule`.
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

/// The error of an invalid rule, preset or inventory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RuleError(String);

impl Rules {
    /// Sets one rule, in the form `NAME=VALUE`.
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
            "locks" => choose(&mut self.locks, value, &Locks::ALL, Locks::name),
            "push" => choose(&mut self.push, value, &Push::ALL, Push::name),
            "push_onto" => choose(&mut self.push_onto, value, &PushOnto::ALL, PushOnto::name),
            "blocks" => choose(&mut self.blocks, value, &BlockReset::ALL, BlockReset::name),
            "bombs" => choose(&mut self.bombs, value, &Bombs::ALL, Bombs::name),
            "bomb_pickup" => number(value).map(|n| self.bomb_pickup = n),
            "one_way" => choose(&mut self.one_way, value, &OneWay::ALL, OneWay::name),
            "warps" => warps(value).map(|warps| self.warps = warps),
            "stair_edges" => {
                choose(&mut self.stair_edges, value, &StairEdges::ALL, StairEdges::name)
            }
            "diagonals" => flag(&mut self.diagonals, value),
            "switches" => choose(&mut self.switches, value, &Switches::ALL, Switches::name),
            _ => Err(RuleError(diagnostics::unknown("rule", name, KNOWN.map(|(name, _)| name)))),
        }
    }

    /// Sets one rule to one of its known values.
    pub fn assign(&mut self, rule: Assignment) {
        let known = self.set(&rule.to_string());
        debug_assert!(known.is_ok(), "{rule} is known");
    }

    /// The preset that differs least, and the rules that differ from it. If both differ equally, the strict preset.
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
        let warps = match self.warps {
            Warps { stairs: false, doors: false } => "none",
            Warps { stairs: true, doors: false } => "stairs",
            Warps { stairs: false, doors: true } => "doors",
            Warps { stairs: true, doors: true } => "stairs,doors",
        };
        [
            ("locks", self.locks.name().to_owned()),
            ("push", self.push.name().to_owned()),
            ("push_onto", self.push_onto.name().to_owned()),
            ("blocks", self.blocks.name().to_owned()),
            ("bombs", self.bombs.name().to_owned()),
            ("bomb_pickup", self.bomb_pickup.to_string()),
            ("one_way", self.one_way.name().to_owned()),
            ("warps", warps.to_owned()),
            ("stair_edges", self.stair_edges.name().to_owned()),
            ("diagonals", self.diagonals.to_string()),
            ("switches", self.switches.name().to_owned()),
        ]
    }
}

impl FromStr for Preset {
    type Err = RuleError;
    fn from_str(name: &str) -> Result<Self, RuleError> {
        let found = Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            RuleError(diagnostics::unknown("preset", name, Self::ALL.map(Self::name)))
        })
    }
}

impl FromStr for Inventory {
    type Err = RuleError;
    /// Reads `keys=0,bombs=1,boss_key=false,key_item=true`, or any part of it in any order.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut start = Self::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| form(part, "keys=1"))?;
            match name {
                "keys" => start.keys = number(value)?,
                "bombs" => start.bombs = number(value)?,
                "boss_key" => flag(&mut start.boss_key, value)?,
                "key_item" => flag(&mut start.key_item, value)?,
                _ => return Err(RuleError(diagnostics::unknown("item", name, ITEMS))),
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

/// The error for a text that is not an assignment.
fn form(text: &str, example: &str) -> RuleError {
    let text = diagnostics::short(text);
    RuleError(format!("{text:?} is not of the form NAME=VALUE, such as {example}"))
}

/// Sets a rule to one of its values, by name.
fn choose<T: Copy>(
    rule: &mut T,
    value: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<(), RuleError> {
    let found = all.iter().find(|one| name(**one).eq_ignore_ascii_case(value));
    let unknown =
        || RuleError(diagnostics::unknown("value", value, all.iter().map(|one| name(*one))));
    *rule = *found.ok_or_else(unknown)?;
    Ok(())
}

fn flag(rule: &mut bool, value: &str) -> Result<(), RuleError> {
    choose(rule, value, &[true, false], |is| if is { "true" } else { "false" })
}

/// The largest number of an item that a player may start with or pick up; it keeps counts far from overflow.
const MOST: u32 = 1_000_000;

fn number(value: &str) -> Result<u32, RuleError> {
    match value.parse() {
        Ok(n) if n <= MOST => Ok(n),
        _ => {
            let value = diagnostics::short(value);
            Err(RuleError(format!(
                "{value:?} is no whole number from 0 to {}",
                diagnostics::grouped(MOST.into())
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
                return Err(RuleError(diagnostics::unknown("warp", name, known)));
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
