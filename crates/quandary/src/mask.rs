//! Shapes for missions from files: a mask of marked cells, or a colour map of free-form rooms.
//!
//! x grows to the east and y to the north; the lowest row of the file is y = 0. Cells are listed in reading order.
//! The `dungeon` crate checks that a shape is connected and large enough.
//!
//! In a text mask, `#`, `X`, `x`, `1` and `*` are marked; `.`, space, `0`, `-` and `_` are not. Lines may end in LF
//! or CRLF, the last line may have no end, a byte order mark is skipped, and lines may have different lengths. Empty
//! lines at the end do not count. In a PNG picture a pixel is opaque if its alpha is at least one half. In a mask,
//! opaque pixels that are not black are marked; in a colour map every opaque colour is a room, wherever its pixels
//! lie.

use crate::cli::exit::{invalid, unreadable};
use anyhow::Result;
use ask::Cell;
use draw::pixels::{self, Pixels};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Largest number of columns, and of rows, of a mask or a colour map.
const MOST_SIDE: u32 = 4096;
/// Largest number of rooms of a mask or a colour map.
const MOST_ROOMS: usize = 100_000;

/// The cell at a column and a row, counted from the top of a shape with `rows` rows.
fn cell(column: usize, row: usize, rows: usize) -> Cell {
    (column as i32, rows.saturating_sub(row + 1) as i32)
}

/// Largest size of a file, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// The marked cells of a mask: a PNG picture, or text.
///
/// # Errors
/// If the file cannot be read, has neither format, is damaged or too large, or has no marked cell.
pub(crate) fn space(path: &Path) -> Result<Vec<Cell>> {
    let bytes = bytes_of(path)?;
    let cells = if is_png(&bytes) { marked_in_picture(&bytes) } else { marked_in_text(&bytes) };
    let cells = cells.map_err(|why| bad(path, &why))?;
    match cells.len() {
        0 => Err(bad(path, "has no marked cell")),
        n if n > MOST_ROOMS => Err(bad(
            path,
            &format!(
                "has {n} marked cells, and every one becomes a room: at most {MOST_ROOMS} will do"
            ),
        )),
        _ => Ok(cells),
    }
}

/// The cells of the rooms of a colour map, a PNG picture: one room per colour, in order of first appearance, with its
/// cells in reading order.
///
/// # Errors
/// If the file cannot be read, is not a PNG, is damaged or too large, or has no opaque pixel.
pub(crate) fn colours(path: &Path) -> Result<Vec<Vec<Cell>>> {
    let bytes = bytes_of(path)?;
    if !is_png(&bytes) {
        return Err(bad(path, "is not a PNG picture, as a colour map must be"));
    }
    let rooms = colours_in_picture(&bytes).map_err(|why| bad(path, &why))?;
    if rooms.is_empty() { Err(bad(path, "has no opaque pixel")) } else { Ok(rooms) }
}

fn bad(path: &Path, why: &str) -> anyhow::Error {
    let name =
        if path.as_os_str() == "-" { "standard input".into() } else { path.to_string_lossy() };
    invalid(format_args!("{name}: {why}"))
}

/// The content of a file, or of standard input for `-`.
fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    match read {
        Err(error) => Err(unreadable(path, &error)),
        Ok(n) if n as u64 > MOST_BYTES => Err(bad(path, "is larger than 256 MiB")),
        Ok(_) => Ok(bytes),
    }
}

/// The marked cells, in reading order. The error names the fault, with line and column.
fn marked_in_text(bytes: &[u8]) -> Result<Vec<Cell>, String> {
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

/// The first bytes of every PNG file.
const MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// True if these are the first bytes of a PNG file.
fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The marked cells of a mask, in reading order. The error is the fault as text.
fn marked_in_picture(bytes: &[u8]) -> Result<Vec<Cell>, String> {
    let picture = decode(bytes)?;
    let rows = picture.height as usize;
    let marked = placed(&picture).filter(|&(_, _, [red, green, blue, alpha])| {
        alpha >= 128 && (red, green, blue) != (0, 0, 0)
    });
    Ok(marked.map(|(x, y, _)| cell(x, y, rows)).collect())
}

/// The rooms of a colour map. The error is the fault as text.
fn colours_in_picture(bytes: &[u8]) -> Result<Vec<Vec<Cell>>, String> {
    let picture = decode(bytes)?;
    let rows = picture.height as usize;
    let (mut ids, mut rooms) = (HashMap::new(), Vec::new());
    for (column, row, [red, green, blue, alpha]) in placed(&picture) {
        if alpha < 128 {
            continue;
        }
        let next = rooms.len();
        let id = *ids.entry([red, green, blue]).or_insert(next);
        match rooms.get_mut(id) {
            None if next >= MOST_ROOMS => {
                return Err(format!(
                    "has more than {MOST_ROOMS} colours, and every one becomes a room"
                ));
            }
            None => rooms.push(vec![cell(column, row, rows)]),
            Some(cells) => cells.push(cell(column, row, rows)),
        }
    }
    Ok(rooms)
}

fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    pixels::read(bytes, MOST_SIDE).map_err(|error| error.to_string())
}

/// The pixels of a picture, each with its column and its row.
fn placed(picture: &Pixels) -> impl Iterator<Item = (usize, usize, [u8; 4])> {
    let width = picture.width as usize;
    picture.colours.iter().enumerate().map(move |(at, &colour)| (at % width, at / width, colour))
}

#[cfg(test)]
mod tests {
    use super::*;
    use png::{BitDepth, ColorType, Encoder};

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        file
    }

    #[test]
    fn errors_name_the_file() {
        let check = |bytes: &[u8], expect: &str| {
            let file = file(bytes);
            let error = space(file.path()).unwrap_err().to_string();
            assert_eq!(error, format!("{}: {expect}", file.path().display()));
        };
        check(b"", "has no marked cell");
        check(
            b"..\n.?\n",
            "line 2, column 2: '?' is neither a mark (# X x 1 *) nor a blank (. space 0 - _)",
        );
        check(b"\x89PNG\r\n\x1a\nrest", "the picture is damaged or cut short");
        let error = space(Path::new("/no/such/mask.txt")).unwrap_err().to_string();
        assert_eq!(error, "/no/such/mask.txt: there is no such file");
        let text = file(b"##");
        let error = colours(text.path()).unwrap_err().to_string();
        assert!(error.ends_with("is not a PNG picture, as a colour map must be"), "{error}");
    }

    #[test]
    fn a_text_mask_from_a_file() {
        assert_eq!(space(file(b"#.\n##").path()).unwrap(), [(0, 1), (0, 0), (1, 0)]);
    }

    #[test]
    fn too_many_rooms_are_refused() {
        let line = [b'#'; 1000];
        let text: Vec<u8> =
            std::iter::repeat_n([&line[..], b"\n"].concat(), 101).flatten().collect();
        let error = space(file(&text).path()).unwrap_err().to_string();
        assert!(error.contains("101000 marked cells"), "{error}");
    }

    fn check(text: &str, expect: &[Cell]) {
        assert_eq!(marked_in_text(text.as_bytes()), Ok(expect.to_vec()), "{text:?}");
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
        let error = |text: &[u8]| marked_in_text(text).unwrap_err();
        assert!(error(b"##\r\n#\t").starts_with("line 2, column 2: '\\t' is neither"));
        assert!(error("#é".as_bytes()).starts_with("line 1, column 2: 'é'"));
        assert_eq!(error(b"\xff\xfe#\0"), "is neither a PNG picture nor text");
    }

    #[test]
    fn size_has_a_limit() {
        let wide = "#".repeat(4097);
        assert_eq!(
            marked_in_text(wide.as_bytes()).unwrap_err(),
            "line 1: at most 4096 columns will do"
        );
        let tall = "#\n".repeat(4097);
        assert_eq!(
            marked_in_text(tall.as_bytes()).unwrap_err(),
            "has 4097 lines: at most 4096 will do"
        );
        assert_eq!(marked_in_text(&tall.as_bytes()[2..]).unwrap().len(), 4096);
    }

    const PALETTE: [(char, [u8; 4]); 7] = [
        ('.', [0, 0, 0, 0]),
        ('k', [0, 0, 0, 255]),
        ('t', [255, 255, 255, 127]),
        ('w', [255, 255, 255, 255]),
        ('h', [1, 0, 0, 128]),
        ('r', [255, 0, 0, 255]),
        ('g', [0, 255, 0, 255]),
    ];

    /// A PNG of a drawing with one letter a pixel.
    fn png(drawing: &str) -> Vec<u8> {
        let lines: Vec<&str> = drawing.split_whitespace().collect();
        let colour = |letter| PALETTE.iter().find(|(known, _)| *known == letter).unwrap().1;
        let colours: Vec<u8> = lines.concat().chars().flat_map(colour).collect();
        written(lines[0].len() as u32, lines.len() as u32, &colours)
    }

    fn written(width: u32, height: u32, colours: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width, height);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.write_header().unwrap().write_image_data(colours).unwrap();
        bytes
    }

    #[test]
    fn marked_is_opaque_and_not_black() {
        let cells = marked_in_picture(&png("w.k  thr")).unwrap();
        assert_eq!(cells, [(0, 1), (1, 0), (2, 0)]);
        assert_eq!(marked_in_picture(&png("..")), Ok(vec![]));
    }

    #[test]
    fn a_room_for_each_colour_in_order_of_appearance() {
        assert_eq!(
            colours_in_picture(&png("wwr  w.r  gkk  w..")).unwrap(),
            [
                vec![(0, 3), (1, 3), (0, 2), (0, 0)],
                vec![(2, 3), (2, 2)],
                vec![(0, 1)],
                vec![(1, 1), (2, 1)],
            ]
        );
    }

    #[test]
    fn damaged_pictures_are_errors() {
        let bytes = png("wrg  grw");
        assert!(is_png(&bytes) && !is_png(b"PNG"));
        for end in 8..bytes.len() - 12 {
            let error = marked_in_picture(&bytes[..end]).unwrap_err();
            assert_eq!(error, "the picture is damaged or cut short", "{end}");
        }
        let mut bent = bytes;
        let middle = bent.len() / 2;
        bent[middle] ^= 0x55;
        assert!(marked_in_picture(&bent).is_err());
    }

    #[test]
    fn pictures_have_a_limit() {
        let error = colours_in_picture(&written(4097, 1, &[0; 4 * 4097])).unwrap_err();
        assert!(error.contains("at most 4096 × 4096 pixels"), "{error}");
    }
}
