//! The categories of layouts, areas and dungeons, and the styles of keys.

/// The categories, each with its generator as the description has it.
pub(crate) const CATEGORIES: [(&str, &str); 24] = [
    ("cave", "cellular"),
    ("mine", "cellular"),
    ("dungeon", "bsp"),
    ("ruins", "bsp"),
    ("temple", "bsp"),
    ("tomb", "bsp"),
    ("crypt", "bsp"),
    ("monastery", "bsp"),
    ("shrine", "bsp"),
    ("tower", "tower"),
    ("town", "settlement"),
    ("village", "settlement"),
    ("city", "settlement"),
    ("settlement", "settlement"),
    ("outpost", "settlement"),
    ("camp", "settlement"),
    ("tavern", "single_room"),
    ("shop", "single_room"),
    ("inn", "single_room"),
    ("grove", "single_room"),
    ("waystation", "single_room"),
    ("campsite", "single_room"),
    ("hollow", "single_room"),
    ("overlook", "single_room"),
];

/// How keys work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Style {
    /// Each has a name and a lock of its own, and is kept
    Named,
    /// All alike, and used up
    Small,
}

impl Style {
    /// Its word on the command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Small => "small",
        }
    }
}
