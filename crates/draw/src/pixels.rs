//! PNG pictures as pixels, written and read.
//!
//! Source of the format: the PNG specification, <https://www.w3.org/TR/png-3/>.

use png::{
    BitDepth, ColorType, Compression, Decoder, DecodingError, Encoder, EncodingError, Filter,
    Transformations,
};
use std::io::{Cursor, Write};

/// A picture: rows from the top, with red, green, blue and alpha for each pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// All pixels, row by row.
    pub colours: Vec<[u8; 4]>,
}

impl Pixels {
    /// The colour at a column and a row, counted from 0; none outside.
    #[must_use]
    pub fn at(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        let inside = x < self.width && y < self.height;
        inside.then(|| self.colours.get(y as usize * self.width as usize + x as usize).copied())?
    }
}

/// The reason why a picture cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PixelsError {
    /// A side exceeds the limit.
    #[error("the picture is too large: at most {0} × {0} pixels will do")]
    Large(u32),
    /// The bytes are no complete PNG file.
    #[error("the picture is damaged or cut short")]
    Damaged,
}

/// Writes rows of 8-bit colours, `colour` by pixel, as PNG.
///
/// # Errors
/// When `out` cannot be written to.
#[cfg_attr(not(feature = "png"), allow(dead_code, reason = "pictures in pixels are left out"))]
pub(crate) fn write(
    out: &mut dyn Write,
    (width, height): (u32, u32),
    colour: ColorType,
    bytes: &[u8],
) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(colour);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::Adaptive);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()
}

/// Reads a PNG of any kind; of an animation the first frame. No side may be longer than `longest`.
///
/// # Errors
/// [`PixelsError`].
pub fn read(bytes: &[u8], longest: u32) -> Result<Pixels, PixelsError> {
    let mut decoder = Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(Transformations::EXPAND);
    let damaged = |error: DecodingError| match error {
        DecodingError::LimitsExceeded => PixelsError::Large(longest),
        _ => PixelsError::Damaged,
    };
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width.max(height) > longest {
        return Err(PixelsError::Large(longest));
    }
    let mut raw = vec![0; reader.output_buffer_size().ok_or(PixelsError::Large(longest))?];
    let frame = reader.next_frame(&mut raw).map_err(damaged)?;
    if frame.bit_depth == BitDepth::Sixteen {
        raw = raw.chunks_exact(2).map(|pair| rounded([pair[0], pair[1]])).collect();
    }
    let samples = frame.color_type.samples();
    let colours = raw.chunks_exact(samples).map(|pixel| match *pixel {
        [grey] => [grey, grey, grey, 255],
        [grey, alpha] => [grey, grey, grey, alpha],
        [red, green, blue] => [red, green, blue, 255],
        [red, green, blue, alpha, ..] => [red, green, blue, alpha],
        [] => [0; 4],
    });
    Ok(Pixels { width, height, colours: colours.collect() })
}

/// A sample of 16 bits, rounded to 8.
fn rounded(sample: [u8; 2]) -> u8 {
    ((u32::from(u16::from_be_bytes(sample)) + 128) / 257) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(depth: BitDepth, colour: ColorType, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, 2, 1);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        encoder.write_header().unwrap().write_image_data(bytes).unwrap();
        out
    }

    #[test]
    fn every_kind_is_read() {
        let check = |depth, colour, bytes: &[u8], expect: [[u8; 4]; 2]| {
            let found = read(&written(depth, colour, bytes), 2).unwrap();
            assert_eq!(found, Pixels { width: 2, height: 1, colours: expect.to_vec() });
        };
        let (black, white) = ([0, 0, 0, 255], [255; 4]);
        check(BitDepth::One, ColorType::Grayscale, &[0x40], [black, white]);
        check(
            BitDepth::Eight,
            ColorType::GrayscaleAlpha,
            &[9, 8, 7, 6],
            [[9, 9, 9, 8], [7, 7, 7, 6]],
        );
        check(BitDepth::Eight, ColorType::Rgb, &[1, 2, 3, 255, 255, 255], [[1, 2, 3, 255], white]);
        let deep = [0, 128, 0, 129, 255, 126, 255, 127];
        check(
            BitDepth::Sixteen,
            ColorType::GrayscaleAlpha,
            &deep,
            [[0, 0, 0, 1], [254, 254, 254, 255]],
        );
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes: Vec<u8> = (0..=255).cycle().take(7 * 5 * 4).collect();
        let mut out = Vec::new();
        write(&mut out, (7, 5), ColorType::Rgba, &bytes).unwrap();
        assert_eq!(read(&out, 7).unwrap().colours.as_flattened(), bytes);
        assert_eq!(read(&out, 6), Err(PixelsError::Large(6)));
        for end in 0..out.len() - 12 {
            assert_eq!(read(&out[..end], 7), Err(PixelsError::Damaged), "{end}");
        }
    }
}
