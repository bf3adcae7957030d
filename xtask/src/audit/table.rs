//! The tables that the audit prints.

use super::kind::Kind;
use super::row::Row;
use super::tally::Tally;
use crate::clock::Clock;

/// One row of the audit, done.
pub(super) struct Done {
    pub(super) row: Row,
    pub(super) tally: Tally,
    pub(super) time: Clock,
}

/// Both tables, and an example or three of everything that is wrong.
pub(super) fn render(rows: &[Done]) -> String {
    let mut text = align(&figures(rows));
    text.push('\n');
    text.push_str(&align(&failures(rows)));
    for Done { row, tally, .. } in rows {
        for kind in Kind::ALL {
            let (head, meaning) = kind.words();
            for (seed, what) in tally.examples(kind) {
                text.push_str(&format!("\n{row} seed {seed}: {head} ({meaning}): {what}"));
            }
        }
    }
    text.trim_end().to_owned()
}

/// The figures of each row.
fn figures(rows: &[Done]) -> Vec<Vec<String>> {
    let head = "row|missions|solution mean|median|nonlinearity|links|made, CPU s|audited, CPU s";
    let mut lines = vec![head.split('|').map(str::to_owned).collect()];
    for Done { row, tally, time } in rows {
        let (mean, median) = tally.solution();
        lines.push(vec![
            row.to_string(),
            tally.seeds.len().to_string(),
            format!("{mean:.2}"),
            median.to_string(),
            format!("{:.2}", tally.nonlinearity()),
            format!("{:.2}", tally.links()),
            format!("{:.2}", time.children),
            format!("{:.2}", time.own),
        ]);
    }
    lines
}

/// How many missions of each row failed in each way.
fn failures(rows: &[Done]) -> Vec<Vec<String>> {
    let heads = Kind::ALL.map(|kind| kind.words().0.to_owned());
    let mut lines = vec![[vec!["row".to_owned()], heads.to_vec()].concat()];
    for Done { row, tally, .. } in rows {
        let counts = Kind::ALL.map(|kind| tally.count(kind).to_string());
        lines.push([vec![row.to_string()], counts.to_vec()].concat());
    }
    lines
}

/// Lines of cells in columns, each as wide as its widest cell, flush right.
pub(super) fn align(lines: &[Vec<String>]) -> String {
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
    use crate::audit::kind::Failure;

    #[test]
    fn columns_are_flush_right() {
        let cells = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(align(&[cells("row x"), cells("8/3/0 10")]), "  row   x\n8/3/0  10\n");
    }

    #[test]
    fn what_is_wrong_comes_with_its_seed() {
        let row = Row { rooms: 8, keys: 3, switches: 0 };
        let mut tally = Tally::default();
        let clean = render(&[Done { row, tally: Tally::default(), time: Clock::default() }]);
        assert!(clean.lines().count() == 5 && !clean.contains("seed"), "{clean}");
        tally.fail(7, Failure::new(Kind::Losable, "2 dead states"));
        let text = render(&[Done { row, tally, time: Clock::default() }]);
        assert!(text.ends_with(
            "\n8/3/0 seed 7: losable (from some state the goal is no longer reached): 2 dead states"
        ));
    }
}
