//! The size that an archive of xz unpacks to, from the heads of its pieces; nothing is unpacked.
//!
//! An archive is a head, blocks, and an index. A block is a head and pieces of LZMA2, each of which says how many bytes
//! it is packed and unpacked.

/// Number of bytes of the head of an archive.
const HEAD: usize = 12;

/// The number of bytes that an archive unpacks to; `None` where it cannot be told, such as of one that is cut off.
pub(super) fn unpacked_size(bytes: &[u8]) -> Option<u64> {
    let check = match bytes.get(7)? & 0xf {
        0 => 0,
        1 => 4,
        4 => 8,
        10 => 32,
        _ => return None,
    };
    let (mut at, mut size) = (HEAD, 0);
    // Where the size of a block's head would stand, 0 is the beginning of the index.
    while let head @ 1.. = *bytes.get(at)? {
        let begin = at + 4 * (usize::from(head) + 1);
        let end = pieces(bytes, begin, &mut size)?;
        at = end.next_multiple_of(4) + check;
    }
    Some(size)
}

/// Adds up the pieces of a block; where they end.
fn pieces(bytes: &[u8], mut at: usize, size: &mut u64) -> Option<usize> {
    loop {
        let control = *bytes.get(at)?;
        let number =
            |at: usize| Some(usize::from(*bytes.get(at)?) << 8 | usize::from(*bytes.get(at + 1)?));
        let (unpacked, length) = match control {
            0 => return Some(at + 1),
            1 | 2 => (number(at + 1)? + 1, 3 + number(at + 1)? + 1),
            0x80.. => {
                let head = if control >= 0xc0 { 6 } else { 5 };
                let high = usize::from(control & 0x1f) << 16;
                (high + number(at + 1)? + 1, head + number(at + 3)? + 1)
            }
            _ => return None,
        };
        *size += unpacked as u64;
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn the_size_is_that_of_what_is_unpacked() {
        for length in [0, 1, 1000, 200_000] {
            let plain: Vec<u8> = (0..length).map(|n: u32| (n.wrapping_mul(n) >> 7) as u8).collect();
            let mut packed = Vec::new();
            lzma_rs::xz_compress(&mut Cursor::new(&plain), &mut packed).unwrap();
            assert_eq!(unpacked_size(&packed), Some(u64::from(length)));
            assert_eq!(unpacked_size(&packed[..packed.len() / 2]), None, "{length}");
        }
    }

    /// Pieces of two mebibytes each, which say that they are packed as a byte.
    #[test]
    fn what_would_fill_the_memory_is_told_before() {
        let mut packed = vec![0; HEAD];
        packed[7] = 4;
        packed.extend([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for _ in 0..1000 {
            packed.extend([0xff, 0xff, 0xff, 0, 0, 0x5d, 0]);
        }
        packed.extend([0; 20]);
        assert_eq!(unpacked_size(&packed), Some(2000 << 20));
    }
}
