//! Rows as a table of text and as comma-separated values.

use super::survey::Surveyed;
use level::survey::Column;

/// A value with at most six decimals; empty where there is none.
fn short(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| ((value * 1e6).round() / 1e6).to_string())
}

/// Yes, no, or nothing where it was not decided.
fn yes(answer: Option<bool>) -> &'static str {
    match answer {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    }
}

/// The heads of a row.
fn heads() -> Vec<String> {
    let first = ["level", "winnable", "unlosable"].map(str::to_owned).into_iter();
    first.chain(Column::all().into_iter().map(|column| column.name().to_owned())).collect()
}

/// A text as a cell of comma-separated values. A spreadsheet takes what begins like a formula for one, unless an
/// apostrophe stands before it.
fn cell(text: &str) -> String {
    let mark = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{mark}{}\"", text.replace('"', "\"\"")),
        false => format!("{mark}{text}"),
    }
}

/// Comma-separated values (RFC 4180, with line feeds): a line of heads, and a line for each level.
pub(super) fn csv(set: &[Surveyed]) -> String {
    let mut text = heads().join(",") + "\n";
    for one in set {
        let row = &one.row;
        let judged = [cell(&one.name), yes(row.winnable).to_owned(), yes(row.unlosable).to_owned()];
        let values = Column::all().into_iter().map(|column| short(row.value(column)));
        text += &(judged.into_iter().chain(values).collect::<Vec<_>>().join(",") + "\n");
    }
    text
}

/// The same as tables of aligned columns, with two decimals: as many columns in each as the width has room for, and
/// the names of the levels before all.
pub(super) fn aligned(set: &[Surveyed], width: usize) -> String {
    let mut lines = vec![heads()];
    for Surveyed { name, row, .. } in set {
        let name = voice::shown(name);
        let judged = [&*name, yes(row.winnable), yes(row.unlosable)].map(str::to_owned);
        let values = Column::all().into_iter().map(|column| round(row.value(column)));
        lines.push(judged.into_iter().chain(values).collect());
    }
    let parts = parted(&lines, width).into_iter().map(|part| align(&part));
    parts.collect::<Vec<_>>().join("\n")
}

/// Lines of cells as several sets of lines, each with the first cells and as many of the others as there is room for.
fn parted(lines: &[Vec<String>], width: usize) -> Vec<Vec<Vec<String>>> {
    let columns = lines.first().map_or(0, Vec::len);
    let wide = |n: usize| {
        let cells = lines.iter().filter_map(|line| line.get(n));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut left = 0;
    for n in 1..columns {
        let room = wide(n) + 2;
        match parts.last_mut().filter(|_| room <= left) {
            Some(part) => part.push(n),
            None => {
                parts.push(vec![0, n]);
                left = width.saturating_sub(wide(0));
            }
        }
        left = left.saturating_sub(room);
    }
    let cells = |line: &Vec<String>, part: &[usize]| {
        part.iter().filter_map(|&n| line.get(n).cloned()).collect()
    };
    parts.iter().map(|part| lines.iter().map(|line| cells(line, part)).collect()).collect()
}

/// A value with two decimals; a dash where there is none.
pub(super) fn round(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"))
}

/// Lines of cells as columns: the first from the left, all others from the right.
pub(super) fn align(lines: &[Vec<String>]) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |n: usize| {
        let cells = lines.iter().filter_map(|line| line.get(n));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |cells: &Vec<String>| {
        let cells = cells.iter().zip(&widths).enumerate().map(|(n, (cell, &width))| match n {
            0 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_no_wider_than_there_is_room() {
        let line = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let lines = [line(&["level", "a", "bcd", "ef"]), line(&["x.json", "1.00", "-", "0.50"])];
        for (width, expect) in [
            (80, vec!["level      a  bcd    ef\nx.json  1.00    -  0.50\n"]),
            (17, vec!["level      a  bcd\nx.json  1.00    -\n", "level     ef\nx.json  0.50\n"]),
        ] {
            let parts = parted(&lines, width).into_iter().map(|part| align(&part));
            assert_eq!(parts.collect::<Vec<_>>(), expect, "{width}");
        }
        assert_eq!(parted(&lines, 0).len(), 3);
    }

    #[test]
    fn a_cell_is_no_formula() {
        for (text, expect) in [
            ("a level.json", "a level.json"),
            ("a, b", "\"a, b\""),
            ("=1+2", "'=1+2"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "'\tx"),
            ("=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""),
        ] {
            assert_eq!(cell(text), expect);
        }
    }
}
