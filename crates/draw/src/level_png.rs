//! The picture of a level as PNG: the SVG, drawn.
//!
//! The size of a cell is a whole number of pixels, so that there are no seams. Invariant: a picture has at
//! most `MOST_PIXELS` pixels and `LONGEST` a side, whatever the level; a level that does not fit at four
//! pixels a cell is an error.

#[cfg(feature = "png")]
mod drawn;

use anyhow::Result;
use std::io::Write;

/// Writes a picture.
///
/// # Errors
/// When the level is too large for a picture, `out` cannot be written to, or the feature `png` was left out.
pub fn write(out: &mut dyn Write, svg: &str) -> Result<()> {
    #[cfg(feature = "png")]
    return drawn::write(out, svg);
    #[cfg(not(feature = "png"))]
    return left_out(out, svg);
}

/// A small picture whose pixels may be clear.
///
/// # Errors
/// When the SVG cannot be drawn, or the feature `png` was left out.
pub fn clear(svg: &str, scale: f32) -> Result<Vec<u8>> {
    #[cfg(feature = "png")]
    return drawn::clear(svg, scale);
    #[cfg(not(feature = "png"))]
    return left_out(&mut std::io::sink(), svg).map(|()| vec![scale as u8]);
}

/// The error of a program that was built without pixels.
#[cfg(not(feature = "png"))]
fn left_out(_: &mut dyn Write, _: &str) -> Result<()> {
    Err(anyhow::anyhow!("pictures in pixels were left out when this was built; ask for svg"))
}
