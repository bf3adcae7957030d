//! A minimal automaton in few bytes: how lexicons are shipped.
//!
//! The automaton is cut into three streams, each of a kind, which compress well: the letters of each state,
//! a bit for each arc that ends a word, and for each arc how far back its target lies (0 for the leaf).
//! Invariant: what is unpacked is an automaton whose arcs lead backwards, whatever the bytes were.

use super::dawg::Dawg;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::io::Read;

/// Why bytes are no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackedError {
    /// A stream is shorter than it says, or cannot be unpacked.
    #[error("a stream of the automaton is cut off or garbled")]
    Stream,
    /// An arc leads to no state before its own.
    #[error("an arc of state {0} leads nowhere")]
    Target(usize),
    /// A state has a letter that the alphabet has not.
    #[error("state {0} has a letter that is not in the alphabet")]
    Letter(usize),
    /// There are bytes behind the last stream.
    #[error("there is something behind the automaton")]
    Rest,
}

/// Packs an automaton.
pub(crate) fn pack(dawg: &Dawg) -> Vec<u8> {
    let (mut masks, mut ends, mut targets) = (Vec::new(), Bits::default(), Vec::new());
    for number in 1..dawg.len() as u32 {
        let state = dawg.state(number);
        masks.extend(state.mask.to_le_bytes());
        for (_, target, end) in dawg.arcs_of(number) {
            ends.push(end);
            put_number(if target == 0 { 0 } else { number - target }, &mut targets);
        }
    }
    let mut packed = Vec::new();
    for stream in [&masks, &ends.bytes, &targets] {
        put_stream(stream, &mut packed);
    }
    packed
}

/// Unpacks an automaton of an alphabet.
pub(crate) fn unpack(mut packed: &[u8], letters: u32) -> Result<Dawg, PackedError> {
    let [masks, ends, targets] = [(); 3].map(|()| take_stream(&mut packed));
    let (masks, ends, targets) = (masks?, ends?, targets?);
    if !packed.is_empty() {
        return Err(PackedError::Rest);
    }
    let mut dawg = Dawg::leaf();
    let (mut arc, mut numbers) = (0, targets.as_slice());
    let mut row = Vec::with_capacity(32);
    for (number, bytes) in (1u32..).zip(masks.chunks(4)) {
        let mask = bytes.try_into().map(u32::from_le_bytes).map_err(|_| PackedError::Stream)?;
        let at = number as usize;
        if mask & !letters != 0 {
            return Err(PackedError::Letter(at));
        }
        let mut word_ends = 0;
        row.clear();
        for letter in (0..32).filter(|n| mask >> n & 1 == 1) {
            let byte = ends.get(arc / 8).ok_or(PackedError::Stream)?;
            word_ends |= u32::from(byte >> (arc % 8) & 1) << letter;
            arc += 1;
            let back = take_number(&mut numbers).ok_or(PackedError::Stream)?;
            let target = if back == 0 { Some(0) } else { number.checked_sub(back) };
            row.push(target.filter(|_| back < number).ok_or(PackedError::Target(at))?);
        }
        dawg.push(mask, word_ends, &row);
    }
    if numbers.is_empty() && ends.len() == arc.div_ceil(8) && dawg.len() > 1 {
        Ok(dawg)
    } else {
        Err(PackedError::Stream)
    }
}

/// Bits, filled into bytes from the lowest.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        if self.count.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= u8::from(bit) << (self.count % 8);
        }
        self.count += 1;
    }
}

/// Appends a number, seven bits a byte, the highest bit set on all but the last.
fn put_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Packs a text as the ranks that come with the program are packed.
#[must_use]
pub fn pack_text(text: &str) -> Vec<u8> {
    let mut packed = Vec::new();
    put_stream(text.as_bytes(), &mut packed);
    packed
}

/// Appends a stream: its length, its packed length, its bytes packed.
pub(crate) fn put_stream(stream: &[u8], packed: &mut Vec<u8>) {
    let mut bytes = Vec::new();
    // Reading from memory does not fail.
    let _ = DeflateEncoder::new(stream, Compression::best()).read_to_end(&mut bytes);
    packed.extend((stream.len() as u32).to_le_bytes());
    packed.extend((bytes.len() as u32).to_le_bytes());
    packed.extend(bytes);
}

/// Takes a stream off the front.
pub(crate) fn take_stream(packed: &mut &[u8]) -> Result<Vec<u8>, PackedError> {
    let mut length = || {
        let (bytes, rest) = packed.split_first_chunk::<4>()?;
        *packed = rest;
        Some(u32::from_le_bytes(*bytes) as usize)
    };
    let (full, short) = length().zip(length()).ok_or(PackedError::Stream)?;
    let (bytes, rest) = packed.split_at_checked(short).ok_or(PackedError::Stream)?;
    *packed = rest;
    // No more is unpacked than was promised, and memory grows only as it comes.
    let mut stream = Vec::new();
    let read = DeflateDecoder::new(bytes).take(full as u64 + 1).read_to_end(&mut stream);
    if read.is_ok_and(|length| length == full) { Ok(stream) } else { Err(PackedError::Stream) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use crate::lexicon::words::Packed;

    fn dawg() -> Dawg {
        let alphabet = Alphabet::named("en").unwrap();
        let words = "ab abs ad ads bad bads cab cabs scab";
        let read = |word: &str| Packed::read(word.chars(), alphabet).unwrap();
        Dawg::of_sorted(&words.split(' ').map(read).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let letters = Alphabet::named("en").unwrap().all();
        let packed = pack(&dawg());
        assert_eq!(unpack(&packed, letters), Ok(dawg()));
        assert_eq!(unpack(&packed, letters & !2), Err(PackedError::Letter(2)));
        for length in 0..packed.len() {
            assert!(unpack(&packed[..length], letters).is_err(), "{length}");
        }
        let longer = [packed, vec![0]].concat();
        assert_eq!(unpack(&longer, letters), Err(PackedError::Rest));
    }

    #[test]
    fn an_arc_must_lead_backwards() {
        let garbled = |back: u8| {
            let mut packed = Vec::new();
            put_stream(&1u32.to_le_bytes(), &mut packed);
            put_stream(&[1], &mut packed);
            put_stream(&[back], &mut packed);
            unpack(&packed, 1)
        };
        assert!(garbled(0).is_ok());
        assert_eq!(garbled(1), Err(PackedError::Target(1)));
        assert_eq!(garbled(9), Err(PackedError::Target(1)));
        assert_eq!(garbled(0x80), Err(PackedError::Stream));
    }

    #[test]
    fn numbers_of_any_size_are_kept() {
        for number in [0, 1, 127, 128, 16_383, 16_384, u32::MAX] {
            let mut bytes = Vec::new();
            put_number(number, &mut bytes);
            let mut rest = bytes.as_slice();
            assert_eq!((take_number(&mut rest), rest.len()), (Some(number), 0));
        }
        assert_eq!(take_number(&mut [0xff; 9].as_slice()), None);
    }
}
