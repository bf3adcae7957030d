//! Renders pictures to pixels.

use crate::level_picture::SIDE;
use crate::pixels;
use anyhow::{Result, anyhow};
use png::ColorType;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::io::Write;

/// The longest side of a picture, in pixels.
const LONGEST: f64 = 8192.0;
/// The longest side of a picture in pixels, if its cells are enlarged.
const LONGEST_LARGE: f64 = 4096.0;
/// The most pixels of a picture.
const MOST_PIXELS: f64 = 33_554_432.0;
/// The sides of a cell in pixels, the preferred one first.
const SIDES: [f64; 9] = [32.0, 24.0, 16.0, 12.0, 10.0, 8.0, 6.0, 5.0, LEAST];
/// The smallest side of a cell; below it nothing is recognisable.
const LEAST: f64 = 4.0;

/// Writes a picture.
///
/// # Errors
/// When the level is too large for a picture, or `out` cannot be written to.
pub(super) fn write(out: &mut dyn Write, svg: &str) -> Result<()> {
    let tree = Tree::from_str(svg, &Options::default())
        .map_err(|error| anyhow!("the picture cannot be drawn: {error}"))?;
    let (width, height) = (f64::from(tree.size().width()), f64::from(tree.size().height()));
    let scale = scale(width, height)?;
    let size = |length: f64| (length * scale).ceil().max(1.0) as u32;
    let mut pixels = Pixmap::new(size(width), size(height))
        .ok_or_else(|| anyhow!("there is no memory for a picture of {width} × {height}"))?;
    let scale = scale as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    drop(tree);
    // The page is opaque, and so the colours need no alpha.
    let mut colours = Vec::with_capacity(pixels.data().len() / 4 * 3);
    for [red, green, blue, _] in pixels.data().as_chunks().0 {
        colours.extend_from_slice(&[*red, *green, *blue]);
    }
    Ok(pixels::write(out, (pixels.width(), pixels.height()), ColorType::Rgb, &colours)?)
}

/// Renders a small picture with a transparent background.
///
/// # Errors
/// When the SVG cannot be rendered.
pub(super) fn clear(svg: &str, scale: f32) -> Result<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default())
        .map_err(|error| anyhow!("the picture cannot be drawn: {error}"))?;
    let size = tree.size().to_int_size().scale_by(scale);
    let size = size.ok_or_else(|| anyhow!("the picture has no size"))?;
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| anyhow!("there is no memory for the picture"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let (width, height) = (pixels.width(), pixels.height());
    let mut png = Vec::new();
    pixels::write(&mut png, (width, height), ColorType::Rgba, &pixels.take_demultiplied())?;
    Ok(png)
}

/// The scale for a page of this size.
fn scale(width: f64, height: f64) -> Result<f64> {
    let fits = |side: &f64| {
        let scale = side / SIDE;
        let longest = width.max(height) * scale;
        let most = if *side > SIDE { LONGEST_LARGE } else { LONGEST };
        longest <= most && width * scale * (height * scale) <= MOST_PIXELS
    };
    let side = SIDES.into_iter().find(fits).ok_or_else(|| {
        let pixels = |length: f64| (length / SIDE * LEAST).ceil();
        anyhow!(
            "with {LEAST} pixels a cell the picture is {} × {}, too large for a PNG: at most {LONGEST} \
             a side and {MOST_PIXELS} in all; an SVG has no such limit",
            pixels(width),
            pixels(height),
        )
    })?;
    Ok(side / SIDE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_whole_pixels_and_the_picture_fits() {
        let side = |cells: f64, rows: f64| scale(cells * SIDE, rows * SIDE).map(|s| s * SIDE).ok();
        assert_eq!(side(66.0, 96.0), Some(32.0));
        assert_eq!(side(200.0, 200.0), Some(16.0));
        assert_eq!(side(1000.0, 1000.0), Some(5.0));
        assert_eq!(side(2048.0, 100.0), Some(4.0));
        assert_eq!([side(2049.0, 4.0), side(2000.0, 2000.0)], [None, None]);
        assert!(scale(1e6, 1e6).unwrap_err().to_string().contains("250000 × 250000, too large"));
    }

    #[test]
    fn a_sheet_becomes_pixels() {
        let sheet = crate::svg::Svg::sheet(32.0, 16.0, "x").finish();
        let mut png = Vec::new();
        write(&mut png, &sheet).unwrap();
        let read = pixels::read(&png, 64).unwrap();
        assert_eq!((read.width, read.height), (64, 32));
        assert_eq!(read.at(3, 3), Some([0xfb, 0xfa, 0xf6, 0xff]));
    }
}
