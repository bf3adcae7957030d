//! The audits of what is printed: what is asked of the program for each, and the referee's check.

use crate::category::{Style, categories};
use crate::designed::FAMILIES;
use crate::laws::{Row, Sweep};
use crate::measures::count::count;
use crate::measures::read::Level;
use crate::measures::rows::ROWS;
use crate::measures::site::Site;
use anyhow::Result;
use referee::Fault;
use referee::fault::Law;
use referee::{area, dungeon, layout, mission};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::str::FromStr;

/// Check every law of missions
#[derive(clap::Args)]
pub(crate) struct Missions {
    #[command(flatten)]
    sweep: Sweep,
    /// A row instead of the usual ones: rooms/keys/switches; may be given again
    #[arg(long = "row", value_name = "R/K/S")]
    rows: Vec<Size>,
    /// The way keys work
    #[arg(long, value_enum, default_value = "named")]
    key_style: Style,
    /// Keys may be had in several orders
    #[arg(long)]
    partial: bool,
    /// More arguments for the program, as one word: --extra "--no-goal --linearity 5"
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    extra: String,
}

/// Check every law of layouts
#[derive(clap::Args)]
pub(crate) struct Layouts {
    #[command(flatten)]
    sweep: Sweep,
    /// More arguments for the program, as one word: --extra "--stairs all --border solid"
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    extra: String,
}

/// Check every law of areas with puzzles
#[derive(clap::Args)]
pub(crate) struct Puzzles {
    #[command(flatten)]
    sweep: Sweep,
}

/// Check every law and every claim of dungeons
#[derive(clap::Args)]
#[command(mut_arg("count", |count| count.default_value("10")))]
pub(crate) struct Claims {
    #[command(flatten)]
    sweep: Sweep,
    /// The categories; by themselves the first of each family
    #[arg(long = "category", value_name = "C", num_args = 1..)]
    categories: Vec<String>,
    /// The number of rooms of a dungeon
    #[arg(long, value_name = "R", num_args = 1.., default_values_t = [24])]
    rooms: Vec<usize>,
    /// Of how many attempts the best is asked for, where not as many as by itself
    #[arg(long, value_name = "A")]
    attempts: Option<u64>,
    /// The most states that are looked at for one answer
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    states: usize,
}

/// A number of rooms, keys and switches, written `25/4/1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size(usize, usize, usize);

/// The sizes that every release is held to.
const SIZES: [Size; 6] = [
    Size(8, 3, 0),
    Size(10, 4, 1),
    Size(25, 4, 1),
    Size(50, 6, 1),
    Size(100, 8, 2),
    Size(400, 8, 1),
];

/// The sizes of caves beside the usual bounds.
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
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let sizes = if self.rows.is_empty() { &SIZES[..] } else { &self.rows };
        let row = |&Size(rooms, keys, switches): &Size| {
            let (style, small) = (self.key_style.word(), self.key_style == Style::Small);
            let order = if self.partial { "--order partial" } else { "" };
            let asked = mission::Asked { rooms, keys, switches, small, partial: self.partial };
            Row {
                name: format!("{rooms}/{keys}/{switches}"),
                words: words(&format!(
                    "mission --rooms {rooms} --keys {keys} --switches {switches} --key-style {style} {order} {}",
                    self.extra
                )),
                seeds: self.sweep.seeds.count(),
                refusable: false,
                again: false,
                check: Box::new(move |_: u64, line: &str| mission::check(line, &asked)),
            }
        };
        self.sweep.run(&mission::LAWS, sizes.iter().map(row))
    }
}

impl Layouts {
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let row =
            |name: String, category: &'static str, generator: &'static str, bounds: String| Row {
                name,
                words: words(&format!("layout --category {category} {bounds} {}", self.extra)),
                seeds: self.sweep.seeds.count(),
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
    /// The usual categories in several ways, the others with a puzzle or two.
    pub(crate) fn run(&self) -> Result<ExitCode> {
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
            let (seeds, small) = (self.sweep.seeds.count(), style == Style::Small);
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
                        &area::Asked { category, generator, seed, small, puzzles: range },
                    )
                }),
            }
        });
        self.sweep.run(&area::LAWS, rows)
    }
}

impl Claims {
    pub(crate) fn run(&self) -> Result<ExitCode> {
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
                words: words(&format!(
                    "dungeon --category {category} --rooms {rooms} {attempts}"
                )),
                seeds: self.sweep.seeds.count(),
                refusable: true,
                again: false,
                check: Box::new(move |seed: u64, line: &str| {
                    let mut report = dungeon::check(line, Some(seed), Some(rooms), states);
                    report.faults.extend(metrics(line));
                    report
                }),
            }
        });
        let laws: Vec<_> = dungeon::LAWS.into_iter().chain([METRICS]).collect();
        self.sweep.run(&laws, rows)
    }
}

/// The law of the measures that a dungeon tells of itself; they are counted by `audit measures` too.
const METRICS: Law = ("metrics", "the measures that need no plan are as they are counted");

/// What is wrong with the measures that a dungeon tells.
fn metrics(line: &str) -> Vec<Fault> {
    #[derive(serde::Deserialize)]
    struct Printed {
        level: Level,
        metrics: BTreeMap<String, Option<f64>>,
    }
    let Ok(Printed { level, metrics }) = serde_json::from_str(line) else { return Vec::new() };
    let site = Site::read(&level, false);
    let Ok(counted) = site.and_then(|site| count(&site, &[])) else { return Vec::new() };
    let rows = ROWS.iter().filter(|row| !["reentry", "off_plan"].contains(&row.name));
    let wrong = rows.filter_map(|row| {
        let (told, own) = (metrics.get(row.name).copied(), counted.value(row.name));
        let alike = match (told, own) {
            (Some(Some(told)), Some(own)) => (told - own).abs() < 1e-9,
            (told, own) => told == Some(own),
        };
        let what = format!("{} is told as {told:?}, and is {own:?}", row.name);
        (!alike).then_some(Fault { law: METRICS.0, what })
    });
    wrong.collect()
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
