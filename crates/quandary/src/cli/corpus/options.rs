//! The options of `quandary corpus`, and their request.

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

/// Default number of rows of a part.
const ROWS_A_PART: u64 = 1_000;

/// Kind of the rows
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// Dungeons of `quandary dungeon`
    Dungeon,
    /// Missions of `quandary mission`
    Mission,
    /// Levels of dungeons, as by `quandary dungeon --format level`
    Level,
    /// Riddles of `quandary riddle --attempts N`
    Riddle,
}

/// Options of a new corpus. Required options may be missing here, because a subcommand does not need them.
#[derive(Debug, Args)]
pub(super) struct MakeOptions {
    /// Kind of the rows
    #[arg(long, value_enum, required = true)]
    pub(super) kind: Option<Kind>,

    /// Number of rows, one per seed
    #[arg(long, value_name = "N", required = true, value_parser = whole::<u64>(1..=Seed::MAX))]
    pub(super) count: Option<u64>,

    /// Seed of the first row, below 2^53; each further row has the next seed
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed::parse)]
    pub(super) seed: Seed,

    /// Generate only this part, counted from 0 [default: all parts]
    #[arg(long, value_name = "K", requires = "of", value_parser = whole::<u64>(0..=MOST_PARTS - 1))]
    pub(super) part: Option<u64>,

    /// Number of parts [default: one part per 1,000 rows]
    #[arg(long, value_name = "M", value_parser = whole::<u64>(1..=MOST_PARTS))]
    pub(super) of: Option<u64>,

    /// Number of rows to generate at the same time; the output does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>(0..=MOST_THREADS))]
    pub(super) jobs: usize,

    /// Folder of one corpus
    #[arg(short, long, value_name = "DIR", required = true)]
    pub(super) output: Option<PathBuf>,

    #[command(flatten)]
    pub(super) rows: RowOptions,
}

/// Options of the content of rows, apart from seeds. The defaults are those of the command of the kind.
#[derive(Debug, Args)]
pub(super) struct RowOptions {
    /// Categories of dungeons and levels, used in turn: names separated by commas, all, or families [default:
    /// dungeon]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = places())]
    pub(super) category: Vec<String>,

    /// Number of rooms [default: 16 rooms; 25 rooms for missions]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(LEAST_ROOMS as u64..=MOST_ROOMS as u64))]
    pub(super) rooms: Option<usize>,

    /// Number of keys [default: 4 keys for missions; otherwise depends on the number of rooms]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=MOST_KEYS as u64))]
    pub(super) keys: Option<u8>,

    /// Number of switches [default: 0 switches for missions; otherwise depends on the number of rooms]
    #[arg(long, value_name = "N", value_parser = whole::<u8>(0..=MOST_SWITCHES as u64))]
    pub(super) switches: Option<u8>,

    /// Switch positions that missions need [default: toggle]
    #[arg(long, value_name = "STYLE", value_enum)]
    pub(super) switch_style: Option<SwitchStyle>,

    /// Number of puzzles of dungeons and levels [default: depends on the number of rooms]
    #[arg(long, value_name = "N", value_parser = any::<usize>)]
    pub(super) puzzles: Option<usize>,

    /// Kind of the keys of missions [default: named]
    #[arg(long, value_name = "STYLE", value_enum)]
    pub(super) key_style: Option<KeyStyle>,

    /// Order in which the player can get the keys of missions [default: total]
    #[arg(long, value_enum)]
    pub(super) order: Option<KeyOrder>,

    /// Probability from 0 to 1 that two neighbouring rooms of missions get a link beyond the tree [default: 0.36]
    #[arg(long, value_name = "P", value_parser = real(0.0..=1.0))]
    pub(super) link_chance: Option<f64>,

    /// Generate N missions per seed and keep the one whose shortest solution re-enters the fewest rooms [default: 1
    /// mission]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    pub(super) linearity: Option<u64>,

    /// Generate missions without a room behind the boss room
    #[arg(long = "no-goal", action = ArgAction::SetTrue)]
    no_goal: bool,

    /// Generate missions with an unlocked boss room
    #[arg(long = "boss-unlocked", action = ArgAction::SetTrue)]
    pub(super) boss_unlocked: bool,

    /// Number of floors of dungeons and levels [default: 1 floor]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=MOST_FLOORS.into()))]
    pub(super) floors: Option<u32>,

    /// Size of a room in tiles, width x height, including the walls [default: 16x11 tiles]
    #[arg(long, value_name = "WxH", value_parser = size_of_rooms)]
    pub(super) room_size: Option<[u32; 2]>,

    /// Number of blocks that can be pushed [default: depends on the number of rooms]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0..=MOST_BLOCKS as u64))]
    pub(super) blocks: Option<usize>,

    /// Accepted ratings of dungeons and riddles, from 0 to 100, such as 40..55; the row of a seed without a result
    /// says so [default: any rating]
    #[arg(long, value_name = "LOW..HIGH")]
    pub(super) difficulty: Option<Band>,

    /// Number of attempts: of dungeons and riddles the best is kept [default: 50 attempts for dungeons and levels,
    /// 1,000 for riddles, 20 for missions]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    pub(super) attempts: Option<u64>,

    /// Language of riddles: en_US, en_GB, is_IS, pl_PL, nb_NO, nn_NO, or a short name such as is [default: en_US]
    #[arg(long, value_name = "LOCALE", value_parser = locales())]
    pub(super) locale: Option<Locale>,

    /// Lexicon file for riddles, which also sets the language [default: the lexicon of --locale]
    #[arg(long, value_name = "FILE", conflicts_with = "locale")]
    pub(super) lexicon: Option<PathBuf>,

    /// Board of riddles: standard or explo [default: standard]
    #[arg(long, value_name = "BOARD", value_parser = board_types())]
    pub(super) board_type: Option<BoardType>,

    /// Profile that selects and scores riddles: design, daily or open [default: design]
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

/// The categories, and the words for sets of them.
fn places() -> Named<impl Fn(&str) -> Result<String, String> + Clone> {
    let names = categories().iter().map(|row| row.name.as_str());
    among("category", ["all", "families"].into_iter().chain(names))
}

impl MakeOptions {
    /// The kind, the number of rows and the folder.
    ///
    /// # Errors
    /// If one is missing, which clap already checks.
    pub(super) fn required(&self) -> Result<(Kind, u64, &Path)> {
        match (self.kind, self.count, &self.output) {
            (Some(kind), Some(count), Some(output)) => Ok((kind, count, output)),
            _ => Err(usage("--kind, --count and -o say what is made")),
        }
    }

    /// The request; `locale` is the language of the lexicon, if there is one.
    ///
    /// # Errors
    /// If something is missing.
    pub(super) fn request(&self, locale: Option<Locale>) -> Result<Request> {
        let (kind, count, _) = self.required()?;
        let make = match kind {
            Kind::Dungeon => Make::Dungeon(self.rows.dungeons()),
            Kind::Mission => Make::Mission(self.rows.missions()),
            Kind::Level => Make::Level(self.rows.dungeons()),
            Kind::Riddle => Make::Riddle(self.rows.riddles(locale)),
        };
        let parts = self.of.unwrap_or_else(|| count.div_ceil(ROWS_A_PART).min(MOST_PARTS));
        Ok(Request { make, seed: self.seed.value(), count, parts })
    }
}

impl RowOptions {
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

/// Checks that every given option exists for the kind.
///
/// # Errors
/// The first option of other kinds.
pub(super) fn check(kind: Kind, rows: &RowOptions) -> Result<()> {
    use Kind::{Dungeon, Level, Mission, Riddle};
    const LEVELS: &[Kind] = &[Dungeon, Mission, Level];
    const PLACES: &[Kind] = &[Dungeon, Level];
    let options: [(&str, bool, &[Kind]); 20] = [
        ("category", !rows.category.is_empty(), PLACES),
        ("rooms", rows.rooms.is_some(), LEVELS),
        ("keys", rows.keys.is_some(), LEVELS),
        ("switches", rows.switches.is_some(), LEVELS),
        ("switch-style", rows.switch_style.is_some(), &[Mission]),
        ("puzzles", rows.puzzles.is_some(), PLACES),
        ("key-style", rows.key_style.is_some(), &[Mission]),
        ("order", rows.order.is_some(), &[Mission]),
        ("link-chance", rows.link_chance.is_some(), &[Mission]),
        ("linearity", rows.linearity.is_some(), &[Mission]),
        ("no-goal", rows.no_goal, &[Mission]),
        ("boss-unlocked", rows.boss_unlocked, &[Mission]),
        ("floors", rows.floors.is_some(), PLACES),
        ("room-size", rows.room_size.is_some(), PLACES),
        ("blocks", rows.blocks.is_some(), PLACES),
        ("difficulty", rows.difficulty.is_some(), &[Dungeon, Level, Riddle]),
        ("attempts", rows.attempts.is_some(), &[Dungeon, Mission, Level, Riddle]),
        ("locale", rows.locale.is_some(), &[Riddle]),
        ("lexicon", rows.lexicon.is_some(), &[Riddle]),
        ("board-type", rows.board_type.is_some(), &[Riddle]),
    ];
    let profile = ("profile", rows.profile.is_some(), &[Riddle][..]);
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
    /// Its name on the command line.
    fn name(self) -> &'static str {
        match self {
            Self::Dungeon => "dungeon",
            Self::Mission => "mission",
            Self::Level => "level",
            Self::Riddle => "riddle",
        }
    }
}
