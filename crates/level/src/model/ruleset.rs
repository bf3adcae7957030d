//! The rules as values: a set of switches with two presets, and the starting inventory.

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
