//! The options of `quandary corpus`, and the request that they make.

use crate::cli::exit::usage;
use crate::cli::lexicons::{board_types, locales};
use crate::cli::seed;
use anyhow::Result;
use ask::values::{MOST_THREADS, Named, among, any, named, real, size_of_rooms, whole};
use clap::{ArgAction, Args, ValueEnum};
use corpus::request::{Dungeons, Missions, Riddles};
use corpus::{MOST_PARTS, Make, Request};
use crossword::board::BoardType;
use crossword::locale::Locale;
use dungeon::dungeon::request::{MOST_BLOCKS, MOST_FLOORS};
use dungeon::layout::categories;
use dungeon::mission::space::{LEAST_ROOMS, MOST_ROOMS};
use dungeon::mission::{KeyOrder, KeyStyle, MOST_KEYS, MOST_SWITCHES, SwitchStyle};
use level::rate::Band;
use search::Seed;
use std::path::{Path, PathBuf};

/// Number of rows for each of which there is a part, where nobody says.
const ROWS_A_PART: u64 = 1_000;

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// Dungeons, as `quandary dungeon` makes them
    Dungeon,
    /// Missions, as `quandary mission` makes them
    Mission,
    /// The levels of dungeons alone, as `quandary dungeon --format level` makes them
    Level,
    /// Riddles, as `quandary riddle --attempts N` makes them
    Riddle,
}

/// A corpus to be made. What is required is not where there is a subcommand, and so may be missing here.
#[derive(Debug, Args)]
pub(super) struct MakeOptions {
    /// What is made
    #[arg(long, value_enum, required = true)]
    pub(super) kind: Option<Kind>,

    /// How many rows there are, one for each seed
    #[arg(long, value_name = "N", required = true, value_parser = whole::<u64>(1..=Seed::MAX))]
    pub(super) count: Option<u64>,

    /// The seed of the first row, below 2^53; each row has the next
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed::parse)]
    pub(super) seed: Seed,

    /// Make this part alone, from 0 on; without it all of them
    #[arg(long, value_name = "K", requires = "of", value_parser = whole::<u64>(0..=MOST_PARTS - 1))]
    pub(super) part: Option<u64>,

    /// In how many parts the rows are [default: one for each 1,000]
    #[arg(long, value_name = "M", value_parser = whole::<u64>(1..=MOST_PARTS))]
    pub(super) of: Option<u64>,

    /// How many rows are made at a time, 0 for one a core; the bytes do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    pub(super) jobs: usize,

    /// The folder of the corpus; it holds one
    #[arg(short, long, value_name = "DIR", required = true)]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) asked: Asked,
}

/// What decides the things that are made, besides their seeds. What is not given is as the command of the kind has it.
#[derive(Debug, Args)]
pub(super) struct Asked {
    /// The kinds of places of dungeons and levels, one row after another: names with commas between, all, or families
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = places())]
    pub(super) category: Vec<String>,

    /// How many rooms there are; 16, of missions 25
    #[arg(long, value_name = "N", value_parser = whole::<usize>(LEAST_ROOMS as u64..=MOST_ROOMS as u64))]
    pub(super) rooms: Option<usize>,

    /// How many keys there are
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=MOST_KEYS as u64))]
    pub(super) keys: Option<u8>,

    /// How many switches there are
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=MOST_SWITCHES as u64))]
    pub(super) switches: Option<u8>,

    /// In which positions switches of missions are asked for
    #[arg(long, value_name = "STYLE", value_enum)]
    pub(super) switch_style: Option<SwitchStyle>,

    /// How many puzzles dungeons and levels have
    #[arg(long, value_name = "N", value_parser = any::<usize>)]
    pub(super) puzzles: Option<usize>,

    /// How keys of missions work
    #[arg(long, value_name = "STYLE", value_enum)]
    pub(super) key_style: Option<KeyStyle>,

    /// Whether keys of missions can be had in one order only
    #[arg(long, value_enum)]
    pub(super) order: Option<KeyOrder>,

    /// How likely neighbouring rooms of missions are linked beyond the tree, 0 to 1
    #[arg(long, value_name = "P", value_parser = real(0.0..=1.0))]
    pub(super) link_chance: Option<f64>,

    /// Take the best mission of N attempts: the one whose shortest solution enters the fewest rooms again
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    pub(super) linearity: Option<u64>,

    /// Missions without a room behind the boss's
    #[arg(long = "no-goal", action = ArgAction::SetTrue)]
    no_goal: bool,

    /// Missions whose boss's room has no lock
    #[arg(long = "boss-unlocked", action = ArgAction::SetTrue)]
    pub(super) boss_unlocked: bool,

    /// How many floors dungeons and levels have
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=MOST_FLOORS.into()))]
    pub(super) floors: Option<u32>,

    /// How many tiles a room has across and down, walls included; 16x11
    #[arg(long, value_name = "WxH", value_parser = size_of_rooms)]
    pub(super) room_size: Option<[u32; 2]>,

    /// How many blocks can be pushed
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=MOST_BLOCKS as u64))]
    pub(super) blocks: Option<usize>,

    /// How hard dungeons and riddles are to be, such as 40..55; seeds that give none have a row that says so
    #[arg(long, value_name = "LOW..HIGH")]
    pub(super) difficulty: Option<Band>,

    /// Of how many attempts the best dungeon or riddle is taken, or how many are made at a mission; 50, 1,000 and 20
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    pub(super) attempts: Option<u64>,

    /// The language of riddles: en_US, en_GB, is_IS, pl_PL, nb_NO, nn_NO, or a short name such as is
    #[arg(long, value_name = "LOCALE", value_parser = locales())]
    pub(super) locale: Option<Locale>,

    /// A lexicon of one's own for riddles; it knows its language
    #[arg(long, value_name = "FILE", conflicts_with = "locale")]
    pub(super) lexicon: Option<PathBuf>,

    /// The board of riddles: standard or explo
    #[arg(long, value_name = "BOARD", value_parser = board_types())]
    pub(super) board_type: Option<BoardType>,

    /// What makes a riddle and a good one: design, daily or open
    #[arg(long, value_name = "PROFILE", value_parser = named::<Profile>(["design", "daily", "open"]))]
    pub(super) profile: Option<Profile>,
}

/// The name of a profile that comes with the program.
#[derive(Clone, Debug)]
pub(super) struct Profile(String);

impl std::str::FromStr for Profile {
    type Err = crossword::riddle::ProfileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.to_lowercase();
        crossword::riddle::Profile::named(&name).map(|_| Self(name))
    }
}

/// The categories, and the words for many of them.
fn places() -> Named<impl Fn(&str) -> Result<String, String> + Clone> {
    let names = categories().iter().map(|row| row.name.as_str());
    among("category", ["all", "families"].into_iter().chain(names))
}

impl MakeOptions {
    /// The kind, the number of rows and the folder.
    ///
    /// # Errors
    /// When one is not given, which clap sees to.
    pub(super) fn required(&self) -> Result<(Kind, u64, &Path)> {
        match (self.kind, self.count, &self.output) {
            (Some(kind), Some(count), Some(output)) => Ok((kind, count, output)),
            _ => Err(usage("--kind, --count and -o say what is made")),
        }
    }

    /// The request; `locale` is the language of the lexicon, where there is one.
    ///
    /// # Errors
    /// When something is missing.
    pub(super) fn request(&self, locale: Option<Locale>) -> Result<Request> {
        let (kind, count, _) = self.required()?;
        let make = match kind {
            Kind::Dungeon => Make::Dungeon(self.asked.dungeons()),
            Kind::Mission => Make::Mission(self.asked.missions()),
            Kind::Level => Make::Level(self.asked.dungeons()),
            Kind::Riddle => Make::Riddle(self.asked.riddles(locale)),
        };
        let parts = self.of.unwrap_or_else(|| count.div_ceil(ROWS_A_PART).min(MOST_PARTS));
        Ok(Request { make, seed: self.seed.value(), count, parts })
    }
}

impl Asked {
    fn dungeons(&self) -> Dungeons {
        let usual = Dungeons::default();
        Dungeons {
            categories: self.categories(usual.categories),
            rooms: self.rooms.unwrap_or(usual.rooms),
            floors: self.floors.unwrap_or(usual.floors),
            room_size: self.room_size.unwrap_or(usual.room_size),
            keys: self.keys.map(usize::from),
            switches: self.switches.map(usize::from),
            puzzles: self.puzzles,
            blocks: self.blocks,
            difficulty: self.difficulty,
            attempts: self.attempts.unwrap_or(usual.attempts),
        }
    }

    fn missions(&self) -> Missions {
        let usual = Missions::default();
        Missions {
            rooms: self.rooms.unwrap_or(usual.rooms),
            keys: self.keys.unwrap_or(usual.keys),
            switches: self.switches.unwrap_or(usual.switches),
            switch_style: self.switch_style.unwrap_or(usual.switch_style),
            order: self.order.unwrap_or(usual.order),
            key_style: self.key_style.unwrap_or(usual.key_style),
            goal_room: !self.no_goal,
            boss_locked: !self.boss_unlocked,
            link_chance: self.link_chance,
            linearity: self.linearity,
            attempts: self.attempts.unwrap_or(usual.attempts),
        }
    }

    fn riddles(&self, locale: Option<Locale>) -> Riddles {
        let usual = Riddles::default();
        Riddles {
            locale: locale.or(self.locale).unwrap_or(usual.locale),
            board_type: self.board_type.unwrap_or(usual.board_type),
            profile: self.profile.clone().map_or(usual.profile, |profile| profile.0),
            difficulty: self.difficulty,
            attempts: self.attempts.unwrap_or(usual.attempts),
            lexicon: None,
        }
    }

    fn categories(&self, usual: Vec<String>) -> Vec<String> {
        if self.category.is_empty() { usual } else { self.category.clone() }
    }
}

/// Checks that nothing is asked of a kind that it does not have.
///
/// # Errors
/// The first option that goes with other kinds.
pub(super) fn check(kind: Kind, asked: &Asked) -> Result<()> {
    use Kind::{Dungeon, Level, Mission, Riddle};
    const LEVELS: &[Kind] = &[Dungeon, Mission, Level];
    const PLACES: &[Kind] = &[Dungeon, Level];
    let options: [(&str, bool, &[Kind]); 20] = [
        ("category", !asked.category.is_empty(), PLACES),
        ("rooms", asked.rooms.is_some(), LEVELS),
        ("keys", asked.keys.is_some(), LEVELS),
        ("switches", asked.switches.is_some(), LEVELS),
        ("switch-style", asked.switch_style.is_some(), &[Mission]),
        ("puzzles", asked.puzzles.is_some(), PLACES),
        ("key-style", asked.key_style.is_some(), &[Mission]),
        ("order", asked.order.is_some(), &[Mission]),
        ("link-chance", asked.link_chance.is_some(), &[Mission]),
        ("linearity", asked.linearity.is_some(), &[Mission]),
        ("no-goal", asked.no_goal, &[Mission]),
        ("boss-unlocked", asked.boss_unlocked, &[Mission]),
        ("floors", asked.floors.is_some(), PLACES),
        ("room-size", asked.room_size.is_some(), PLACES),
        ("blocks", asked.blocks.is_some(), PLACES),
        ("difficulty", asked.difficulty.is_some(), &[Dungeon, Level, Riddle]),
        ("attempts", asked.attempts.is_some(), &[Dungeon, Mission, Level, Riddle]),
        ("locale", asked.locale.is_some(), &[Riddle]),
        ("lexicon", asked.lexicon.is_some(), &[Riddle]),
        ("board-type", asked.board_type.is_some(), &[Riddle]),
    ];
    let profile = ("profile", asked.profile.is_some(), &[Riddle][..]);
    let mut all = options.into_iter().chain([profile]);
    match all.find(|(_, given, kinds)| *given && !kinds.contains(&kind)) {
        None => Ok(()),
        Some((option, _, kinds)) => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            let kinds = kinds.join(" or ");
            Err(usage(format_args!("--{option} goes with --kind {kinds}, not {}", kind.name())))
        }
    }
}

impl Kind {
    /// Its name, as it is typed.
    fn name(self) -> &'static str {
        match self {
            Self::Dungeon => "dungeon",
            Self::Mission => "mission",
            Self::Level => "level",
            Self::Riddle => "riddle",
        }
    }
}
