//! Caves as text and as PNG, written row by row.
//!
//! A pixel is a cell of one bit: white if open, black if solid. With distances the picture is grey: a cell is darker
//! the farther it is, and solid cells stay black.

use anyhow::Result;
use dungeon::json::cave::MapView;
use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use std::io::Write;

/// Pictures of more cells than this are compressed fast instead of well: the file is half as large again, and takes a
/// tenth of the time.
const LARGE: u64 = 1 << 22;
/// The darkest and the lightest grey of an open cell.
const GREYS: (u64, u64) = (48, 255);

/// Writes a map as lines of `#` and `.`. With distances each reachable cell is a digit, from 0 (near) to 9 (far).
///
/// # Errors
/// When `out` cannot be written to.
pub fn text(out: &mut dyn Write, drawn: MapView<'_>) -> Result<()> {
    let mut line = String::new();
    for y in 0..drawn.grid.height() {
        line.clear();
        drawn.line(y, &mut line);
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// Writes a map as a picture.
///
/// # Errors
/// When `out` cannot be written to.
pub fn png(out: &mut dyn Write, drawn: MapView<'_>) -> Result<()> {
    let MapView { grid, distances } = drawn;
    let mut encoder = Encoder::new(out, grid.width(), grid.height());
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(if distances.is_some() { BitDepth::Eight } else { BitDepth::One });
    let cells = u64::from(grid.width()) * u64::from(grid.height());
    encoder.set_compression(if cells > LARGE { Compression::Fast } else { Compression::Balanced });
    encoder.set_filter(Filter::NoFilter);
    let mut header = encoder.write_header()?;
    let mut pixels = header.stream_writer()?;
    let mut line = Vec::new();
    for y in 0..grid.height() {
        line.clear();
        if let Some(distances) = distances {
            line.extend(
                distances
                    .row(y)
                    .iter()
                    .zip(0..)
                    .map(|(&far, x)| grey(far, distances.most, grid.is_solid(x, i64::from(y)))),
            );
        } else {
            // The first pixel of a byte is its highest bit, which is why the bits are reversed.
            line.extend(grid.row(y).iter().flat_map(|word| (!word).reverse_bits().to_be_bytes()));
            line.truncate(grid.width().div_ceil(8) as usize);
        }
        pixels.write_all(&line)?;
    }
    pixels.finish()?;
    header.finish()?;
    Ok(())
}

/// The grey of a cell. An open cell that cannot be reached is as dark as the farthest one.
fn grey(far: u32, most: u32, solid: bool) -> u8 {
    let (dark, light) = GREYS;
    let far = u64::from(far.min(most));
    if solid { 0 } else { (light - (light - dark) * far / u64::from(most.max(1))) as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixels;
    use dungeon::bitgrid::Grid;
    use dungeon::cave::distance::measure;

    const MAP: &str = "##########\n#...##...#\n####..####\n##########\n";

    fn as_text(drawn: MapView<'_>) -> String {
        let mut out = Vec::new();
        text(&mut out, drawn).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn text_is_the_map() {
        let grid = Grid::drawn(MAP);
        assert_eq!(as_text(MapView { grid: &grid, distances: None }), MAP);
        let distances = measure(&grid, (1, 1));
        let drawn = as_text(MapView { grid: &grid, distances: distances.as_ref() });
        assert_eq!(drawn.lines().nth(1), Some("#036##...#"));
    }

    #[test]
    fn a_pixel_is_a_cell() {
        for width in [1, 7, 8, 9, 63, 64, 65, 130] {
            let mut grid = Grid::solid(width, 3);
            (0..width).filter(|x| x % 3 == 1).for_each(|x| grid.set(x, x % 2, false));
            let distances = measure(&grid, (1, 1));
            for distances in [None, distances.as_ref()] {
                let mut file = Vec::new();
                png(&mut file, MapView { grid: &grid, distances }).unwrap();
                let read = pixels::read(&file, width.max(3)).unwrap();
                assert_eq!((read.width, read.height), (width, 3));
                for (x, y) in (0..3).flat_map(|y| (0..width).map(move |x| (x, y))) {
                    let is_black = read.at(x, y) == Some([0, 0, 0, 255]);
                    assert_eq!(is_black, grid.is_solid(x.into(), y.into()), "{x} {y}");
                }
            }
        }
    }
}
