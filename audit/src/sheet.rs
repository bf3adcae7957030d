//! The tables that the audits print.

use crate::clock::Clock;
use crate::defect::Column;
use crate::ledger::Tally;

/// A row of an audit, done.
pub(crate) struct Done {
    pub(crate) name: String,
    pub(crate) tally: Tally,
    /// The processor time it took.
    pub(crate) time: Clock,
    /// A fault of the row as a whole.
    pub(crate) remark: Option<String>,
}

impl Done {
    /// True if nothing is wrong.
    pub(crate) fn is_clean(&self) -> bool {
        self.tally.defects.is_empty() && self.remark.is_none()
    }
}

/// Nothing is wrong with a row as a whole.
pub(crate) fn no_remark(_: &Tally) -> Option<String> {
    None
}

/// The look of an audit's table.
pub(crate) struct Sheet {
    /// The heads of the figures after the row's name, and those of the two times.
    pub(crate) heads: Vec<&'static str>,
    /// The figures of a row; where there are none but the number of things, lines below the table tell all.
    pub(crate) figures: fn(&Tally) -> Vec<String>,
    pub(crate) columns: Vec<Column>,
    /// True if the columns of defects stand in a table of their own.
    pub(crate) apart: bool,
    /// True if every figure is told in a line below the table.
    pub(crate) told: bool,
}

impl Sheet {
    /// The table of areas and dungeons, with no figures but in lines below it.
    pub(crate) fn told(things: &'static str, columns: Vec<Column>) -> Self {
        let heads = vec![things, "made, s", "audited, s"];
        let figures = |tally: &Tally| vec![tally.things.to_string()];
        Self { heads, figures, columns, apart: false, told: true }
    }

    /// A line for each row, with a column for each defect; then the figures, and examples of what is
    /// wrong. Times in seconds of processor time.
    pub(crate) fn render(&self, rows: &[Done]) -> String {
        let mut text = match self.apart {
            true => align(&self.figures(rows)) + "\n" + &align(&self.defects(rows)),
            false => {
                let defects = self.defects(rows).into_iter().map(|line| line[1..].to_vec());
                let lines = self.figures(rows).into_iter().zip(defects);
                align(
                    &lines
                        .map(|(figures, defects)| [figures, defects].concat())
                        .collect::<Vec<_>>(),
                )
            }
        };
        for row in rows.iter().filter(|_| self.told) {
            row.tally.figures().for_each(|line| text.push_str(&format!("\n{}: {line}", row.name)));
        }
        rows.iter().for_each(|row| self.examples(row, &mut text));
        text.trim_end().to_owned()
    }

    /// The figures of each row, the heads first.
    fn figures(&self, rows: &[Done]) -> Vec<Vec<String>> {
        let heads = ["row"].iter().chain(&self.heads).map(|head| (*head).to_owned()).collect();
        let rows = rows.iter().map(|row| {
            let times = [row.time.children, row.time.own].map(|seconds| format!("{seconds:.2}"));
            [vec![row.name.clone()], (self.figures)(&row.tally), times.to_vec()].concat()
        });
        [heads].into_iter().chain(rows).collect()
    }

    /// Number of things of each row that have each defect, the heads first.
    fn defects(&self, rows: &[Done]) -> Vec<Vec<String>> {
        let heads = self.columns.iter().map(|column| column.1.to_owned());
        let heads = ["row".to_owned()].into_iter().chain(heads).collect();
        let rows = rows.iter().map(|row| {
            let counts = self.columns.iter().map(|column| row.tally.count(column.0).to_string());
            [row.name.clone()].into_iter().chain(counts).collect()
        });
        [heads].into_iter().chain(rows).collect()
    }

    /// Examples of what is wrong with a row.
    fn examples(&self, Done { name, tally, remark, .. }: &Done, text: &mut String) {
        for (defect, head, meaning) in &self.columns {
            for (seed, what) in tally.defects.get(defect).map_or(&[][..], |found| &found.1) {
                text.push_str(&format!("\n{name} seed {seed}: {head} ({meaning}): {what}"));
            }
        }
        text.extend(remark.iter().map(|remark| format!("\n{name}: {remark}")));
    }
}

/// Lines of cells in columns, each as wide as its widest cell, flush right.
pub(crate) fn align(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column| lines.iter().filter_map(|l| l.get(column)).map(String::len).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defect::{Defect, OF_MISSIONS};
    use crate::ledger::Judged;

    fn sheet(apart: bool) -> Sheet {
        Sheet { apart, told: !apart, ..Sheet::told("things", OF_MISSIONS.to_vec()) }
    }

    #[test]
    fn columns_are_flush_right() {
        let cells = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(align(&[cells("row x"), cells("8/3/0 10")]), "  row   x\n8/3/0  10\n");
    }

    fn done(tally: Tally, remark: Option<&str>) -> [Done; 1] {
        let (name, remark) = ("8/3/0".to_owned(), remark.map(str::to_owned));
        [Done { name, tally, time: Clock::default(), remark }]
    }

    #[test]
    fn what_is_wrong_comes_with_its_seed() {
        let clean = sheet(true).render(&done(Tally::default(), None));
        assert!(clean.lines().count() == 5 && !clean.contains("seed"), "{clean}");
        let mut tally = Tally::default();
        tally.fail(Defect::Losable, 7, "2 dead states".to_owned());
        let text = sheet(true).render(&done(tally, None));
        let meaning = "losable (from some state the goal is no longer reached)";
        assert!(text.ends_with(&format!("\n8/3/0 seed 7: {meaning}: 2 dead states")), "{text}");
    }

    #[test]
    fn figures_and_remarks_are_told() {
        let (mut tally, mut judged) = (Tally::default(), Judged::default());
        judged.number("puzzles", 3);
        judged.name("kinds", "lever");
        tally.add(3, 77, judged);
        let row = done(tally, Some("too many"));
        let text = sheet(false).render(&row);
        let right = "\n8/3/0: puzzles: mean 3.00; 3\u{d7}1\n8/3/0: kinds: lever 1\n8/3/0: too many";
        assert!(text.ends_with(right) && !row[0].is_clean(), "{text}");
    }
}
