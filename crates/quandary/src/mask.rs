//! Shapes for missions from files: a mask of marked cells, or a colour map of free-form rooms.
//!
//! x grows to the east and y to the north; the lowest row of the file is y = 0. Cells are listed in
//! reading order. Whether a shape is connected, and large enough, is for the `dungeon` crate to say.
//!
//! Invariant: any file gives a shape or an error that names the file; none makes the program grow
//! beyond the limits of this page.

mod cells;
mod text;
mod picture;

use crate::cli::exit::input;
use crate::cli::exit::unreadable;
use anyhow::Result;
pub(crate) use cells::{Cell, ColourMap, MOST_ROOMS};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// The marked cells of a mask: a PNG picture, or text.
///
/// # Errors
/// When the file cannot be read, is neither, is damaged, too large, or has no marked cell.
pub(crate) fn space(path: &Path) -> Result<Vec<Cell>> {
    let bytes = bytes_of(path)?;
    let cells =
        if picture::is_png(&bytes) { picture::marked(&bytes) } else { text::marked(&bytes) };
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

/// The rooms of a colour map, a PNG picture.
///
/// # Errors
/// When the file cannot be read, is no PNG, is damaged, too large, or has no opaque pixel.
pub(crate) fn colours(path: &Path) -> Result<ColourMap> {
    let bytes = bytes_of(path)?;
    if !picture::is_png(&bytes) {
        return Err(bad(path, "is not a PNG picture, as a colour map must be"));
    }
    let map = picture::colours(&bytes).map_err(|why| bad(path, &why))?;
    if map.rooms.is_empty() { Err(bad(path, "has no opaque pixel")) } else { Ok(map) }
}

fn bad(path: &Path, why: &str) -> anyhow::Error {
    let name =
        if path.as_os_str() == "-" { "standard input".into() } else { path.to_string_lossy() };
    input(format_args!("{name}: {why}"))
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
