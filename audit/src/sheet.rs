//! Tables of text.

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

    #[test]
    fn columns_are_flush_right() {
        let cells = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(align(&[cells("row x"), cells("8/3/0 10")]), "  row   x\n8/3/0  10\n");
    }
}
