//! `cargo xtask audit layouts`: thousands of layouts a row, each gone over room by room.
//!
//! Every category at its usual bounds, and caves of several sizes.

use super::judge::{FILLED, WHOLE, judge};
use crate::category::categories;
use crate::defect::OF_LAYOUTS;
use crate::ledger::Tally;
use crate::sheet::{Sheet, no_remark};
use crate::sweep::{Row, Seeds};
use anyhow::Result;
use std::process::ExitCode;

/// From this median on, levels fill their bounding boxes too well for caves.
const RECTANGLE: f64 = 0.85;

/// The sizes of caves, with their bounds.
const CAVES: [(&str, &str); 5] = [
    ("7x7x3", "-3,3,-3,3,-2,0"),
    ("10x10x1", "0,9,0,9,0,0"),
    ("20x20x3", "0,19,0,19,-2,0"),
    ("40x40x1", "0,39,0,39,0,0"),
    ("50x50x3", "0,49,0,49,-2,0"),
];

/// Go over every layout of many seeds, and count what is wrong
#[derive(clap::Args)]
pub(crate) struct Layouts {
    #[command(flatten)]
    seeds: Seeds,
    /// Only rows whose names contain this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// More arguments for the program, as one word: --extra "--stairs all --border solid"
    #[arg(long, value_name = "ARGS", default_value = "", allow_hyphen_values = true)]
    extra: String,
}

impl Layouts {
    /// Audits row after row and prints the table.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let categories = categories()
            .map(|(category, generator)| self.row(category.to_owned(), category, generator, None));
        let caves = CAVES.map(|(size, bounds)| {
            self.row(format!("cave {size}"), "cave", "cellular", Some(bounds))
        });
        let rows = categories.chain(caves).filter(|row| row.name.contains(&self.only));
        self.seeds.sweep()?.audit(&sheet(), rows)
    }

    fn row(
        &self,
        name: String,
        category: &'static str,
        generator: &'static str,
        bounds: Option<&str>,
    ) -> Row<'static> {
        let bounds = bounds.iter().flat_map(|bounds| ["--bounds", bounds]);
        let words = ["layout", "--category", category].into_iter().chain(bounds);
        let arguments = words.chain(self.extra.split_whitespace()).map(str::to_owned).collect();
        let judge = Box::new(|seed, line: &str| judge(category, generator, seed, line));
        let remark = if generator == "cellular" { rectangles } else { no_remark };
        Row { name, arguments, seeds: self.seeds.count(), judge, remark }
    }
}

fn sheet() -> Sheet {
    Sheet {
        heads: vec!["layouts", "rooms", "filled", "made, s", "audited, s"],
        figures,
        columns: OF_LAYOUTS.to_vec(),
        apart: false,
        told: false,
    }
}

fn figures(tally: &Tally) -> Vec<String> {
    let rooms = tally.of("rooms");
    vec![rooms.count().to_string(), format!("{:.1}", rooms.mean()), format!("{:.2}", filled(tally))]
}

/// The median share of a level's bounding box that is open.
fn filled(tally: &Tally) -> f64 {
    tally.of(FILLED).median() as f64 / WHOLE as f64
}

/// Caves are no rectangles.
fn rectangles(tally: &Tally) -> Option<String> {
    let filled = filled(tally);
    (filled >= RECTANGLE).then(|| format!("levels are rectangles, {filled:.2}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Judged;

    #[test]
    fn rectangles_are_no_caves() {
        let mut tally = Tally::default();
        assert_eq!(rectangles(&tally), None);
        let mut judged = Judged::default();
        judged.number(FILLED, WHOLE / 10 * 9);
        tally.add(3, 0, judged);
        assert_eq!(rectangles(&tally).as_deref(), Some("levels are rectangles, 0.90"));
    }
}
