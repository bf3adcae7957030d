//! The picture of a level as PNG, rendered from the SVG.
//!
//! The side of a cell is a whole number of pixels, because fractions would leave seams. Invariant: a picture has at
//! most `MOST_PIXELS` pixels and at most `LONGEST` on a side; a level that does not fit at four pixels a cell is an
//! error.

#[cfg(feature = "png")]
mod drawn;

use anyhow::Result;
use std::io::Write;

/// Writes a picture.
///
/// # Errors
/// When the level is too large for a picture, `out` cannot be written to, or the feature `png` is off.
pub fn write(out: &mut dyn Write, svg: &str) -> Result<()> {
    #[cfg(feature = "png")]
    return drawn::write(out, svg);
    #[cfg(not(feature = "png"))]
    return left_out(out, svg);
}

/// Renders a small picture with a transparent background.
///
/// # Errors
/// When the SVG cannot be rendered, or the feature `png` is off.
pub fn clear(svg: &str, scale: f32) -> Result<Vec<u8>> {
    #[cfg(feature = "png")]
    return drawn::clear(svg, scale);
    #[cfg(not(feature = "png"))]
    return left_out(&mut std::io::sink(), svg).map(|()| vec![scale as u8]);
}

/// The error of a build without the feature `png`.
#[cfg(not(feature = "png"))]
fn left_out(_: &mut dyn Write, _: &str) -> Result<()> {
    Err(anyhow::anyhow!("pictures in pixels were left out when this was built; ask for svg"))
}
