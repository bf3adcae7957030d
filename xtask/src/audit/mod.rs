//! `cargo xtask audit`: checks the output of the program with the referee, law by law.
//!
//! The audit runs the program over many seeds and uses only its standard output. The referee implements the rules of
//! the game independently and has its own search, so the audit also finds faults that the verifier and a generator
//! share. This file has the arguments for each kind; `laws` runs them and prints the table.

mod laws;

use anyhow::Result;
use laws::{Row, Sweep};
use referee::{area, dungeon, layout, mission};
use std::process::ExitCode;
use std::str::FromStr;

/// Check the output of the program by the laws of the referee
#[derive(clap::Args)]
pub(crate) struct Audit {
    #[command(subcommand)]
    what: What,
}

/// The audited kinds.
#[derive(clap::Subcommand)]
enum What {
    Missions(Missions),
    Layouts(Layouts),
    Puzzles(Puzzles),
    Claims(Claims),
}

impl Audit {
    /// Runs the audit and prints its table. The exit code is a failure if any law is broken.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        match &self.what {
            What::Missions(task) => task.run(),
            What::Layouts(task) => task.run(),
            What::Puzzles(task) => task.run(),
            What::Claims(task) => task.run(),
        }
    }
}

/// Check every law of missions
#[derive(clap::Args)]
struct Missions {
    #[command(flatten)]
    sweep: Sweep,
    /// A row instead of the default ones: rooms/keys/switches; may be repeated
    #[arg(long = "row", value_name = "R/K/S")]
    rows: Vec<Size>,
    /// The key style
    #[arg(long, value_enum, default_value = "named")]
    key_style: Style,
    /// Keys may be collected in several orders
    #[arg(long)]
    partial: bool,
    /// Extra arguments for the program, as one word: --extra "--no-goal --linearity 5"
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    extra: String,
}

/// Check every law of layouts
#[derive(clap::Args)]
struct Layouts {
    #[command(flatten)]
    sweep: Sweep,
    /// Extra arguments for the program, as one word: --extra "--stairs all --border solid"
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    extra: String,
}

/// Check every law of areas with puzzles
#[derive(clap::Args)]
struct Puzzles {
    #[command(flatten)]
    sweep: Sweep,
}

/// Check every law and every claim of dungeons
#[derive(clap::Args)]
#[command(mut_arg("seeds", |seeds| seeds.default_value("10")))]
struct Claims {
    #[command(flatten)]
    sweep: Sweep,
    /// The categories; by default the first of each family
    #[arg(long = "category", value_name = "C", num_args = 1..)]
    categories: Vec<String>,
    /// The number of rooms of a dungeon
    #[arg(long, value_name = "R", num_args = 1.., default_values_t = [24])]
    rooms: Vec<usize>,
    /// The number of attempts per dungeon; by default that of the program
    #[arg(long, value_name = "A")]
    attempts: Option<u64>,
    /// The maximum number of states per query
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    states: usize,
}

/// A number of rooms, keys and switches, written `25/4/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size(usize, usize, usize);

/// The first category of each of the ten families.
const FAMILIES: [&str; 10] =
    ["cave", "mine", "dungeon", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];

/// The generators of the specification, each with its categories.
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

/// All categories with their generators.
fn categories() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of =
        |(generator, names): (_, &'static [_])| names.iter().map(move |name| (*name, generator));
    GENERATORS.into_iter().flat_map(of)
}

/// The style of the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Style {
    /// Each key has a name and its own lock, and is not used up
    Named,
    /// All keys are equal, and used up
    Small,
}

impl Style {
    /// The value on the command line.
    fn word(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Small => "small",
        }
    }
}

/// The sizes checked for every release.
const SIZES: [Size; 6] = [
    Size(8, 3, 0),
    Size(10, 4, 1),
    Size(25, 4, 1),
    Size(50, 6, 1),
    Size(100, 8, 2),
    Size(400, 8, 1),
];

/// The sizes of caves besides the default bounds.
const CAVES: [(&str, &str); 5] = [
    ("7x7x3", "-3,3,-3,3,-2,0"),
    ("10x10x1", "0,9,0,9,0,0"),
    ("20x20x3", "0,19,0,19,-2,0"),
    ("40x40x1", "0,39,0,39,0,0"),
    ("50x50x3", "0,49,0,49,-2,0"),
];

impl FromStr for Size {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> =
            text.split('/').map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some([rooms, keys, switches]) => Ok(Self(*rooms, *keys, *switches)),
            _ => Err(format!("`{text}` is no row; write rooms/keys/switches, as in 25/4/1")),
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

impl Missions {
    fn run(&self) -> Result<ExitCode> {
        let sizes = if self.rows.is_empty() { &SIZES[..] } else { &self.rows };
        let row = |&Size(rooms, keys, switches): &Size| {
            let (style, small) = (self.key_style.word(), self.key_style == Style::Small);
            let order = if self.partial { "--order partial" } else { "" };
            let request = mission::Request { rooms, keys, switches, small, partial: self.partial };
            Row {
                name: format!("{rooms}/{keys}/{switches}"),
                words: words(&format!(
                    "mission --rooms {rooms} --keys {keys} --switches {switches} --key-style {style} {order} {}",
                    self.extra
                )),
                seeds: self.sweep.seeds.get(),
                refusable: false,
                again: false,
                check: Box::new(move |_: u64, line: &str| mission::check(line, &request)),
            }
        };
        self.sweep.run(&mission::LAWS, sizes.iter().map(row))
    }
}

impl Layouts {
    fn run(&self) -> Result<ExitCode> {
        let row =
            |name: String, category: &'static str, generator: &'static str, bounds: String| Row {
                name,
                words: words(&format!("layout --category {category} {bounds} {}", self.extra)),
                seeds: self.sweep.seeds.get(),
                refusable: false,
                again: false,
                check: Box::new(move |seed: u64, line: &str| {
                    layout::check(line, category, generator, seed)
                }),
            };
        let usual = categories().map(|(category, generator)| {
            row(category.to_owned(), category, generator, String::new())
        });
        let caves = CAVES.iter().map(|(size, bounds)| {
            row(format!("cave {size}"), "cave", "cellular", format!("--bounds {bounds}"))
        });
        self.sweep.run(&layout::LAWS, usual.chain(caves))
    }
}

impl Puzzles {
    /// Audits the common categories with several options, the others with one or two puzzles.
    fn run(&self) -> Result<ExitCode> {
        let usual = |category: &str| ["dungeon", "cave", "ruins", "temple"].contains(&category);
        let ways = [
            (true, Style::Named, "", Some((1, 2))),
            (false, Style::Named, "1..2", Some((1, 2))),
            (true, Style::Small, "", Some((1, 2))),
            (true, Style::Named, "4", Some((4, 4))),
            (true, Style::Named, "per-room", None),
        ];
        let rows = ways.into_iter().flat_map(|way| {
            categories()
                .filter(move |(category, _)| usual(category) == way.0)
                .map(move |at| (way, at))
        });
        let rows = rows.map(|((_, style, puzzles, range), (category, generator))| {
            let option =
                if puzzles.is_empty() { String::new() } else { format!("--puzzles {puzzles}") };
            let (seeds, small) = (self.sweep.seeds.get(), style == Style::Small);
            Row {
                name: words(&format!("{category} {} {puzzles}", style.word())).join(" "),
                words: words(&format!(
                    "area --category {category} --key-style {} {option}",
                    style.word()
                )),
                seeds: if range.is_none() { seeds.div_ceil(10) } else { seeds },
                refusable: false,
                again: true,
                check: Box::new(move |seed: u64, line: &str| {
                    area::check(
                        line,
                        &area::Request { category, generator, seed, small, puzzles: range },
                    )
                }),
            }
        });
        self.sweep.run(&area::LAWS, rows)
    }
}

impl Claims {
    fn run(&self) -> Result<ExitCode> {
        let named = self.categories.iter().map(String::as_str);
        let categories =
            if self.categories.is_empty() { FAMILIES.to_vec() } else { named.collect() };
        let attempts =
            self.attempts.map_or(String::new(), |attempts| format!("--attempts {attempts}"));
        let rows = categories
            .iter()
            .flat_map(|category| self.rooms.iter().map(move |rooms| (category, *rooms)));
        let rows = rows.map(|(category, rooms)| {
            let states = self.states;
            Row {
                name: format!("{category} {rooms}"),
                words: words(&format!("dungeon --category {category} --rooms {rooms} {attempts}")),
                seeds: self.sweep.seeds.get(),
                refusable: true,
                again: false,
                check: Box::new(move |seed: u64, line: &str| {
                    dungeon::check(line, Some(seed), Some(rooms), states)
                }),
            }
        });
        self.sweep.run(&dungeon::LAWS, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_three_numbers() {
        assert_eq!("25/4/1".parse(), Ok(Size(25, 4, 1)));
        for text in ["", "25", "25/4", "25/4/1/0", "25/-1/0", "a/b/c"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
