//! The categories of layouts, areas and dungeons, and the styles of keys.

/// The generators as the description has them, each with its categories.
const GENERATORS: [(&str, &[&str]); 5] = [
    ("cellular", &["cave", "mine"]),
    ("bsp", &["dungeon", "ruins", "temple", "tomb", "crypt", "monastery", "shrine"]),
    ("tower", &["tower"]),
    ("settlement", &["town", "village", "city", "settlement", "outpost", "camp"]),
    (
        "single_room",
        &["tavern", "shop", "inn", "grove", "waystation", "campsite", "hollow", "overlook"],
    ),
];

/// The categories, each with its generator.
pub(crate) fn categories() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of =
        |(generator, names): (_, &'static [_])| names.iter().map(move |name| (*name, generator));
    GENERATORS.into_iter().flat_map(of)
}

/// The style of the keys.
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
