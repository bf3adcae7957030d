//! A set of levels in words, and as JSON.

use super::asked::Options;
use super::ranged::Ranged;
use super::survey::Surveyed;
use super::table::{align, aligned, round};
use level::Level;
use level::survey::against::{Line, Told, against};
use level::survey::diversity::{Distance, Diversity, diversity, duplicates};
use level::survey::range::Axis;
use level::survey::{Column, Row};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use voice::counted;

/// The name and version of the JSON.
pub(super) const FORMAT: &str = "quandary/measures/1";

/// The report on a set.
struct Set {
    winnable: Tally,
    unlosable: Tally,
    /// For each level the first that it repeats.
    duplicates: Vec<Option<usize>>,
    diversity: Vec<Diversity>,
}

/// The numbers of times that something is so, is not, and was not decided.
#[derive(Default, Serialize)]
struct Tally {
    yes: usize,
    no: usize,
    undecided: usize,
}

impl Tally {
    fn of(answers: impl Iterator<Item = Option<bool>>) -> Self {
        answers.fold(Self::default(), |mut tally, answer| {
            match answer {
                Some(true) => tally.yes += 1,
                Some(false) => tally.no += 1,
                None => tally.undecided += 1,
            }
            tally
        })
    }
}

impl Set {
    fn of(set: &[Surveyed]) -> Self {
        let pairs: Vec<(Level, Row)> =
            set.iter().map(|one| (one.level.clone(), one.row.clone())).collect();
        Self {
            winnable: Tally::of(set.iter().map(|one| one.row.winnable)),
            unlosable: Tally::of(set.iter().map(|one| one.row.unlosable)),
            duplicates: duplicates(set.iter().map(|one| &one.level)),
            diversity: Distance::ALL.into_iter().filter_map(|of| diversity(of, &pairs)).collect(),
        }
    }

    /// Number of levels that repeat another.
    fn repeated(&self) -> usize {
        self.duplicates.iter().flatten().count()
    }
}

/// The rows, in tables of a width, and the set in words; or the table against a corpus.
pub(super) fn text(
    options: &Options,
    set: &[Surveyed],
    ranged: Option<&Ranged>,
    width: usize,
) -> String {
    if options.against.is_some() {
        return against_text(set);
    }
    let of = Set::of(set);
    let levels = counted(set.len() as u64, "level", "levels");
    let share = |tally: &Tally| {
        let known = 100.0 * tally.yes as f64 / set.len().max(1) as f64;
        match tally.undecided {
            0 => format!("{known:.0} %"),
            unknown => format!("{known:.0} % ({unknown} undecided)"),
        }
    };
    let mut text = aligned(set, width);
    let (winnable, unlosable) = (share(&of.winnable), share(&of.unlosable));
    let _ = writeln!(text, "\n{levels}: {winnable} winnable, {unlosable} unlosable");
    let repeated = counted(of.repeated() as u64, "duplicate", "duplicates");
    let _ = writeln!(text, "{repeated}");
    for Diversity { of, mean, least, most, .. } in &of.diversity {
        let name = of.name();
        let _ = writeln!(text, "diversity by {name}: mean {mean:.3}, from {least:.3} to {most:.3}");
    }
    if let Some(Ranged { range, .. }) = ranged {
        let (x, y, covered) = (&range.x.name, &range.y.name, 100.0 * range.covered());
        let cells = range.x.cells * range.y.cells;
        let _ = writeln!(text, "range of {x} and {y}: {covered:.1} % of {cells} cells");
    }
    text
}

/// The table of the set beside the corpus.
fn against_text(set: &[Surveyed]) -> String {
    let heads = ["measure", "told by", "these", "VGLC", "to reach", ""];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for Line { measure, told, figure, corpus, reach, within, .. } in against(&rows(set)) {
        let told = match told {
            Told::Median => "median",
            Told::Pooled => "pooled",
        };
        let reach = match reach {
            [Some(least), Some(most)] => format!("{least}-{most}"),
            [Some(least), None] => format!("at least {least}"),
            [None, Some(most)] => format!("at most {most}"),
            [None, None] => String::new(),
        };
        let within = match within {
            Some(true) => "within",
            Some(false) => "not",
            None => "-",
        };
        let figures = [round(figure), round(Some(corpus)), reach, within.to_owned()];
        lines.push([measure, told].map(str::to_owned).into_iter().chain(figures).collect());
    }
    align(&lines)
}

fn rows(set: &[Surveyed]) -> Vec<&Row> {
    set.iter().map(|one| &one.row).collect()
}

/// The set as JSON.
#[derive(Serialize)]
pub(super) struct Wire {
    format: &'static str,
    levels: Vec<Value>,
    set: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Value>,
}

impl Wire {
    /// All that is told of a set.
    pub(super) fn of(options: &Options, set: &[Surveyed], ranged: Option<&Ranged>) -> Self {
        let of = Set::of(set);
        let level = |(one, repeats): (&Surveyed, &Option<usize>)| {
            let Surveyed { name, row, .. } = one;
            let values: Map<String, Value> = Column::all()
                .into_iter()
                .map(|column| (column.name().to_owned(), json!(decimals(row.value(column)))))
                .collect();
            json!({
                "level": name, "winnable": row.winnable, "unlosable": row.unlosable,
                "repeats": repeats.map(|first| &set[first].name), "values": values,
            })
        };
        let diversity: Map<String, Value> = of
            .diversity
            .iter()
            .map(|one| {
                let [mean, least, most] =
                    [one.mean, one.least, one.most].map(|n| decimals(Some(n)));
                let told = json!({"pairs": one.pairs, "mean": mean, "least": least, "most": most});
                (one.of.name().to_owned(), told)
            })
            .collect();
        let about = json!({
            "levels": set.len(), "winnable": of.winnable, "unlosable": of.unlosable,
            "duplicates": of.repeated(), "diversity": diversity,
        });
        let range = ranged.map(|Ranged { range, over }| {
            let axis = |axis: &Axis| json!({"value": axis.name, "ends": axis.ends});
            json!({
                "x": axis(&range.x), "y": axis(&range.y), "counts": range.counts,
                "covered": decimals(Some(range.covered())), "over": over,
            })
        });
        let table = options.against.as_ref().map(|_| json!(against(&rows(set))));
        Self {
            format: FORMAT,
            levels: set.iter().zip(&of.duplicates).map(level).collect(),
            set: about,
            range,
            against: table,
        }
    }
}

/// A number with at most six decimals.
fn decimals(value: Option<f64>) -> Option<f64> {
    value.map(|value| (value * 1e6).round() / 1e6)
}
