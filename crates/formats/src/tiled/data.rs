//! The cells of a layer, out of the encodings in which Tiled writes them.
//!
//! Invariant: what comes out has exactly the number of cells that was asked for, and decompression stops as soon
//! as there is more.

use super::raw::Data;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{DecodeError, Engine};
use flate2::read::{GzDecoder, ZlibDecoder};
use std::borrow::Cow;
use std::io::Read;

/// The bits by which Tiled says that a tile is turned.
const TURNED: u32 = 0xf000_0000;

/// The numbers of the tiles of a layer or chunk, turned the way they were drawn or not.
pub(super) fn gids<'a>(
    data: &'a Data,
    encoding: Option<&str>,
    compression: Option<&str>,
    cells: usize,
) -> Result<Cow<'a, [u32]>, String> {
    let gids = match (data, encoding.unwrap_or("csv")) {
        (Data::Gids(gids), _) => Cow::Borrowed(gids.as_slice()),
        (Data::Text(text), "csv") => Cow::Owned(csv(text, cells)?),
        (Data::Text(text), "base64") => {
            let bytes = decompressed(base64(text)?, compression.unwrap_or(""), cells)?;
            let number = |four: &[u8]| {
                four.iter().rev().fold(0u32, |number, &byte| number << 8 | u32::from(byte))
            };
            Cow::Owned(bytes.chunks(4).map(number).collect())
        }
        (Data::Text(_), other) => {
            return Err(voice::unknown("encoding", other, ["csv", "base64"]));
        }
    };
    if gids.len() == cells {
        return Ok(gids);
    }
    Err(format!(
        "has {}, but width times height is {cells}",
        voice::counted(gids.len() as u64, "cell", "cells")
    ))
}

/// The number of a tile without the bits that turn it.
pub(super) fn unturned(gid: u32) -> u32 {
    gid & !TURNED
}

fn csv(text: &str, cells: usize) -> Result<Vec<u32>, String> {
    let number = |word: &str| {
        let word = word.trim();
        word.parse().map_err(|_| format!("{word:?} is not the number of a tile"))
    };
    text.split(',').take(cells + 1).map(number).collect()
}

/// Base64 as hand-made tools write it, too: with blanks in it, and with its end cut short.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

fn base64(text: &str) -> Result<Vec<u8>, String> {
    let letters = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let mut letters: Vec<u8> = letters.take_while(|&byte| byte != b'=').collect();
    let whole = letters.len() * 6 / 8;
    // A letter alone at the end is too little for a byte, and no error.
    if letters.len() % 4 == 1 {
        letters.push(b'A');
    }
    let mut bytes = LENIENT.decode(letters).map_err(|error| match error {
        DecodeError::InvalidByte(_, other) => format!("{:?} is not of base64", char::from(other)),
        other => other.to_string(),
    })?;
    bytes.truncate(whole);
    Ok(bytes)
}

fn decompressed(bytes: Vec<u8>, compression: &str, cells: usize) -> Result<Vec<u8>, String> {
    let reader: Box<dyn Read + '_> = match compression {
        "" => return Ok(bytes),
        "zlib" => Box::new(ZlibDecoder::new(bytes.as_slice())),
        "gzip" => Box::new(GzDecoder::new(bytes.as_slice())),
        other => {
            return Err(format!(
                "the compression is {other:?}, which is not read here; in Tiled's map properties choose the \
                 tile layer format CSV, or base64 uncompressed or with zlib or gzip"
            ));
        }
    };
    let mut whole = Vec::new();
    let most = cells as u64 * 4 + 1;
    let read = reader.take(most).read_to_end(&mut whole);
    read.map_err(|error| format!("the {compression} data is damaged: {error}"))?;
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::{GzEncoder, ZlibEncoder};

    fn text(text: &str) -> Data {
        Data::Text(text.to_owned())
    }

    #[test]
    fn every_encoding_says_the_same() {
        let right = [1, 2, 0x8000_0003];
        let plain = "AQAAAAIAAAADAACA";
        assert_eq!(gids(&text(plain), Some("base64"), None, 3).unwrap()[..], right);
        assert_eq!(
            gids(&text("AQAA\n AAIAAAADAACA"), Some("base64"), Some(""), 3).unwrap()[..],
            right
        );
        assert_eq!(gids(&text("1, 2,\n2147483651"), None, None, 3).unwrap()[..], right);
        assert_eq!(gids(&Data::Gids(right.to_vec()), None, None, 3).unwrap()[..], right);
        let bytes = base64(plain).unwrap();
        let mut packed = Vec::new();
        ZlibEncoder::new(bytes.as_slice(), Compression::fast()).read_to_end(&mut packed).unwrap();
        assert_eq!(decompressed(packed, "zlib", 3).unwrap(), bytes);
        let mut packed = Vec::new();
        GzEncoder::new(bytes.as_slice(), Compression::fast()).read_to_end(&mut packed).unwrap();
        assert_eq!(decompressed(packed.clone(), "gzip", 3).unwrap(), bytes);
        assert_eq!(decompressed(packed, "gzip", 1).unwrap().len(), 5, "a bomb is not unpacked");
        assert_eq!(unturned(0xe000_0007), 7);
        // Whatever stands behind a sign of the end, and what is too little for a byte, is left out.
        for (written, bytes) in
            [("AQ=*", &[1][..]), ("AQJ", &[1, 2]), ("AQIDB", &[1, 2, 3]), ("", &[])]
        {
            assert_eq!(base64(written).unwrap(), bytes, "{written}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let check = |data: &Data, encoding, compression, part: &str| {
            let said = gids(data, encoding, compression, 2).unwrap_err();
            assert!(said.contains(part), "{said}");
        };
        check(&Data::Gids(vec![1]), None, None, "has 1 cell, but width times height is 2");
        check(&text("1,x"), None, None, "\"x\" is not the number of a tile");
        check(&text("AQ*A"), Some("base64"), None, "'*' is not of base64");
        check(&text("AQAAAAIA*"), Some("base64"), None, "'*' is not of base64");
        check(&text("AQAA"), Some("base64"), Some("zlib"), "the zlib data is damaged");
        check(&text("AQAA"), Some("base64"), Some("zstd"), "choose the tile layer format CSV");
        check(&text("AQAA"), Some("hex"), None, "known are csv, base64");
    }
}
