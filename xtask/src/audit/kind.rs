//! What can be wrong with a mission: one word each for the table, one sentence each for the reader.

/// A kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Missing,
    Form,
    Counts,
    Ids,
    Apart,
    Tree,
    Map,
    Unreached,
    Unwinnable,
    Losable,
    IdleKey,
    IdleSwitch,
    Redundant,
    Items,
    Precondition,
    Solution,
    Order,
    Intensity,
    Proof,
    Unknown,
}

impl Kind {
    /// All kinds, in the order of the table's columns.
    pub(super) const ALL: [Kind; 20] = [
        Kind::Missing,
        Kind::Form,
        Kind::Counts,
        Kind::Ids,
        Kind::Apart,
        Kind::Tree,
        Kind::Map,
        Kind::Unreached,
        Kind::Unwinnable,
        Kind::Losable,
        Kind::IdleKey,
        Kind::IdleSwitch,
        Kind::Redundant,
        Kind::Items,
        Kind::Precondition,
        Kind::Solution,
        Kind::Order,
        Kind::Intensity,
        Kind::Proof,
        Kind::Unknown,
    ];

    /// The head of its column, and what it means.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Kind::Missing => ("missing", "no mission was printed for a seed that was asked for"),
            Kind::Form => ("form", "a line is not a quandary/mission/1"),
            Kind::Counts => ("counts", "not the rooms, keys and switches asked for"),
            Kind::Ids => ("ids", "an id stands for two rooms, or for none"),
            Kind::Apart => ("apart", "the rooms are not connected"),
            Kind::Tree => ("tree", "parents, edges, boss and goal do not fit together"),
            Kind::Map => ("map", "rooms overlap, or an edge joins rooms that do not touch"),
            Kind::Unreached => ("unreached", "a room is reached in no state"),
            Kind::Unwinnable => ("unwinnable", "the goal is never reached"),
            Kind::Losable => ("losable", "from some state the goal is no longer reached"),
            Kind::IdleKey => ("idle-key", "the goal is reached without some key"),
            Kind::IdleSwitch => ("idle-switch", "the goal is reached without flipping some switch"),
            Kind::Redundant => ("redundant", "a lock shuts nothing"),
            Kind::Items => ("items", "an item lies where it must not"),
            Kind::Precondition => ("precondition", "a state of a room breaks its precondition"),
            Kind::Solution => ("solution", "stats.solution is not the least cost"),
            Kind::Order => ("order", "the keys do not come in the order asked for"),
            Kind::Intensity => ("intensity", "an intensity is out of range"),
            Kind::Proof => ("proof", "the proof claims something else than was found"),
            Kind::Unknown => ("unknown", "too many states to count"),
        }
    }
}

/// One thing that is wrong with one mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) kind: Kind,
    pub(super) what: String,
}

impl Failure {
    /// A failure, in words.
    pub(super) fn new(kind: Kind, what: impl Into<String>) -> Self {
        Self { kind, what: what.into() }
    }
}
