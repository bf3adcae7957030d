//! A mask drawn in text: `#`, `X`, `x`, `1` and `*` are marked; `.`, space, `0`, `-` and `_` are not.
//!
//! Lines may end in LF or CRLF, the last one may have no end, a byte order mark is passed over, and
//! lines may be of different lengths. Empty lines at the end do not count.

use super::cells::{Cell, MOST_SIDE, cell};

/// The marked cells, in reading order. The error is the fault, with line and column.
pub(super) fn marked(bytes: &[u8]) -> Result<Vec<Cell>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "is neither a PNG picture nor text")?;
    let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
    let rows = text.lines().count();
    if rows > MOST_SIDE as usize {
        return Err(format!("has {rows} lines: at most {MOST_SIDE} will do"));
    }
    let mut cells = Vec::new();
    for (row, line) in text.lines().enumerate() {
        for (column, mark) in line.chars().enumerate() {
            if column >= MOST_SIDE as usize {
                return Err(format!("line {}: at most {MOST_SIDE} columns will do", row + 1));
            }
            if is_marked(mark).ok_or_else(|| unknown(mark, row, column))? {
                cells.push(cell(column, row, rows));
            }
        }
    }
    Ok(cells)
}

/// True if a character is a mark, false if it is a blank; `None` if it is neither.
fn is_marked(mark: char) -> Option<bool> {
    match mark {
        '#' | 'X' | 'x' | '1' | '*' => Some(true),
        '.' | ' ' | '0' | '-' | '_' => Some(false),
        _ => None,
    }
}

fn unknown(mark: char, row: usize, column: usize) -> String {
    let shown: String = mark.escape_debug().collect();
    format!(
        "line {}, column {}: '{shown}' is neither a mark (# X x 1 *) nor a blank (. space 0 - _)",
        row + 1,
        column + 1
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[Cell]) {
        assert_eq!(marked(text.as_bytes()), Ok(expect.to_vec()), "{text:?}");
    }

    #[test]
    fn the_lowest_row_is_zero() {
        check("#.#\n.#.\n", &[(0, 1), (2, 1), (1, 0)]);
        check("Xx1*\n.0-_ \n#", &[(0, 2), (1, 2), (2, 2), (3, 2), (0, 0)]);
    }

    #[test]
    fn ends_of_lines_do_not_matter() {
        for text in ["##\n #", "##\n #\n", "##\r\n #\r\n", "\u{feff}##\n #\n\n\r\n"] {
            check(text, &[(0, 1), (1, 1), (1, 0)]);
        }
        check("", &[]);
        check("\n\n", &[]);
    }

    #[test]
    fn what_is_unknown_has_a_place() {
        let error = |text: &[u8]| marked(text).unwrap_err();
        assert!(error(b"##\r\n#\t").starts_with("line 2, column 2: '\\t' is neither"));
        assert!(error("#é".as_bytes()).starts_with("line 1, column 2: 'é'"));
        assert_eq!(error(b"\xff\xfe#\0"), "is neither a PNG picture nor text");
    }

    #[test]
    fn size_has_a_limit() {
        let wide = "#".repeat(4097);
        assert_eq!(marked(wide.as_bytes()).unwrap_err(), "line 1: at most 4096 columns will do");
        let tall = "#\n".repeat(4097);
        assert_eq!(marked(tall.as_bytes()).unwrap_err(), "has 4097 lines: at most 4096 will do");
        assert_eq!(marked(&tall.as_bytes()[2..]).unwrap().len(), 4096);
    }
}
