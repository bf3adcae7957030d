//! Levels as text: `quandary/level/1` as JSON and as drawings, maps of the editors
//! Tiled and LDtk, and levels of Sokoban.

pub mod aliases;
pub mod json;
pub mod text;
pub mod tiled;
pub mod ldtk;
pub mod xsb;

/// The name of the format of levels, in JSON and before drawings.
pub const FORMAT: &str = "quandary/level/1";

/// The most cells of all levels of a file that holds several.
pub const MOST_CELLS: u64 = 1 << 24;

/// Checks the number of cells of all levels of a file.
///
/// # Errors
/// When there are too many.
fn check_cells(cells: u64) -> Result<(), String> {
    if cells <= MOST_CELLS {
        return Ok(());
    }
    let most = voice::grouped(MOST_CELLS);
    Err(format!("makes more than {most} cells, the most of a file"))
}
