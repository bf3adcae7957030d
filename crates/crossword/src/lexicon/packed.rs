//! The compact form of an automaton in lexicon files; it can be read without decoding.
//!
//! ```text
//! nodes     u32       how many, without the leaf
//! arcs      u32       how many
//! sets      u32       how many different sets of letters nodes have
//! sets      u32 each  ascending
//! nodes     by node, which of the sets it has
//! arcs      by arc, whether it has its mark (the lowest bit), and the number of its target; 0 is the leaf
//! ```
//!
//! The last two are numbers of equal width: as many bits as the largest needs. They follow each other from the lowest
//! bit of the first byte, padded with zeros to a whole byte and eight further zero bytes. The position of a number is
//! known without reading those before it, and nothing is searched, sorted or inflated: reading takes a few nanoseconds
//! an arc. Invariant: whatever the bytes are, unpacking gives an automaton whose arcs lead backwards, or an error.

use super::dawg::Dawg;
use super::graph::{Arc, GraphError, MOST_ARCS, Side};
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::io::Read;

/// Reason why bytes are no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackedError {
    /// There are too few or too many bytes.
    #[error("an automaton of {nodes} nodes and {arcs} arcs does not take {bytes} bytes")]
    Length {
        /// Number of nodes in its header.
        nodes: u32,
        /// Number of arcs in its header.
        arcs: u32,
        /// Number of bytes.
        bytes: usize,
    },
    /// A node names a set of letters that does not exist.
    #[error("node {0} has no set of letters")]
    Node(usize),
    /// The number of arcs differs from the number of letters.
    #[error("the nodes have {letters} letters, and there are {arcs} arcs")]
    Arcs {
        /// Number of letters of all nodes.
        letters: usize,
        /// Number of arcs.
        arcs: usize,
    },
    /// The arcs form no valid graph.
    #[error("{0}")]
    Graph(#[from] GraphError),
    /// A stream is shorter than it says, or cannot be unpacked.
    #[error("a stream is cut off or garbled")]
    Stream,
}

/// Number of zero bytes behind packed numbers: eight bytes can be read wherever a number begins.
const SLACK: usize = 8;

/// Packs an automaton.
pub(crate) fn pack(dawg: &Dawg) -> Vec<u8> {
    let masks = || (1..dawg.len() as u32).map(|number| dawg.state(number).mask);
    let mut sets: Vec<u32> = masks().collect();
    sets.sort_unstable();
    sets.dedup();
    let nodes = dawg.len() as u32 - 1;
    let mut packed = Vec::new();
    for number in [nodes, dawg.arcs() as u32, sets.len() as u32].iter().chain(&sets) {
        packed.extend(number.to_le_bytes());
    }
    let set = |mask| sets.partition_point(|&set| set < mask) as u64;
    put_numbers(masks().map(set), set_width(sets.len() as u32), &mut packed);
    let arcs = (1..dawg.len() as u32).flat_map(|number| dawg.arcs_of(number));
    let arcs = arcs.map(|(_, target, marked)| u64::from(target) << 1 | u64::from(marked));
    put_numbers(arcs, arc_width(nodes), &mut packed);
    packed
}

/// Unpacks an automaton of an alphabet.
pub(crate) fn unpack(packed: &[u8], letters: u32) -> Result<Side, PackedError> {
    let wrong = |nodes, arcs| PackedError::Length { nodes, arcs, bytes: packed.len() };
    let (head, rest) = packed.split_first_chunk::<12>().ok_or(wrong(0, 0))?;
    let [nodes, arcs, sets] = words(head);
    let wrong = wrong(nodes, arcs);
    if arcs as usize > MOST_ARCS {
        return Err(GraphError::TooMany(arcs as usize).into());
    }
    let (sets, mut rest) = rest.split_at_checked(4 * sets as usize).ok_or(wrong)?;
    let sets: Vec<u32> = sets.as_chunks().0.iter().map(|set| u32::from_le_bytes(*set)).collect();
    let of_nodes = take_numbers(nodes, set_width(sets.len() as u32), &mut rest).ok_or(wrong)?;
    let of_arcs = take_numbers(arcs, arc_width(nodes), &mut rest).ok_or(wrong)?;
    if !rest.is_empty() {
        return Err(wrong);
    }
    let heads = heads(of_nodes, &sets, arcs as usize)?;
    // With room for the padding of a side, to avoid a reallocation.
    let mut all = Vec::with_capacity(arcs as usize + 64);
    // A missing target becomes one behind every arc, which the check of the side rejects.
    let none = Arc::new(1, MOST_ARCS - 1);
    all.extend(of_arcs.map(|number| {
        let head = heads.get((number >> 1) as usize).copied().unwrap_or(none);
        head.marked(number & 1 == 1)
    }));
    let root = heads.last().copied().unwrap_or_default();
    Ok(Side::new(all, root, letters)?)
}

/// By node, an arc that leads to it; the leaf comes first.
fn heads(
    nodes: impl ExactSizeIterator<Item = u32>,
    sets: &[u32],
    arcs: usize,
) -> Result<Vec<Arc>, PackedError> {
    let mut heads = Vec::with_capacity(nodes.len() + 1);
    heads.push(Arc::default());
    let mut base = 0;
    for (number, set) in (1..).zip(nodes) {
        let &mask = sets.get(set as usize).ok_or(PackedError::Node(number))?;
        heads.push(Arc::new(mask, base));
        base += mask.count_ones() as usize;
        if base > arcs {
            break;
        }
    }
    if base == arcs { Ok(heads) } else { Err(PackedError::Arcs { letters: base, arcs }) }
}

/// Number of bits of an index into `sets` sets of letters.
fn set_width(sets: u32) -> u32 {
    1 + sets.saturating_sub(1).checked_ilog2().unwrap_or(0)
}

/// Number of bits of an arc, with `nodes` nodes besides the leaf.
fn arc_width(nodes: u32) -> u32 {
    2 + nodes.checked_ilog2().unwrap_or(0)
}

/// The little-endian numbers in some bytes.
fn words<const N: usize, const M: usize>(bytes: &[u8; N]) -> [u32; M] {
    let (words, _) = bytes.as_chunks::<4>();
    std::array::from_fn(|at| words.get(at).map_or(0, |word| u32::from_le_bytes(*word)))
}

/// Appends numbers of `width` bits.
fn put_numbers(numbers: impl Iterator<Item = u64>, width: u32, packed: &mut Vec<u8>) {
    let (mut held, mut bits) = (0, 0);
    for number in numbers {
        held |= number << bits;
        bits += width;
        while bits >= 8 {
            packed.push(held as u8);
            held >>= 8;
            bits -= 8;
        }
    }
    if bits > 0 {
        packed.push(held as u8);
    }
    packed.extend([0; SLACK]);
}

/// Takes numbers of `width` bits and their padding off the front; `None` if there are not enough bytes.
fn take_numbers<'a>(
    count: u32,
    width: u32,
    packed: &mut &'a [u8],
) -> Option<impl ExactSizeIterator<Item = u32> + use<'a>> {
    let bits = count as usize * width as usize;
    let (bytes, rest) = packed.split_at_checked(bits.div_ceil(8) + SLACK)?;
    *packed = rest;
    let mask = !(u64::MAX << width);
    Some((0..count).map(move |number| {
        let at = number as usize * width as usize;
        let eight = bytes.get(at >> 3..).and_then(<[u8]>::first_chunk).copied();
        (u64::from_le_bytes(eight.unwrap_or_default()) >> (at & 7) & mask) as u32
    }))
}

/// Packs a text in the form of the embedded ranks.
#[must_use]
pub fn pack_text(text: &str) -> Vec<u8> {
    let mut packed = Vec::new();
    put_stream(text.as_bytes(), &mut packed);
    packed
}

/// Appends a stream: its length, its deflated length, its deflated bytes.
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
    // Inflates no more than the stated length; memory grows with the data that arrives.
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
        let side = unpack(&packed, letters).unwrap();
        assert_eq!(Dawg::of_side(&side), dawg());
        let without = |letter: u32| unpack(&packed, letters & !(1 << letter)).err();
        assert_eq!(without(25), None, "no word has a z");
        assert_eq!(without(1), Some(GraphError::Root.into()));
        assert!(matches!(without(3), Some(PackedError::Graph(GraphError::Letter(_)))));
        for length in 0..packed.len() {
            assert!(unpack(&packed[..length], letters).is_err(), "{length}");
        }
        let longer = [packed, vec![0]].concat();
        assert!(matches!(unpack(&longer, letters), Err(PackedError::Length { .. })));
    }

    #[test]
    fn a_packed_text_comes_back() {
        let text = "zebra 3\nžar 250\n".repeat(40);
        let packed = pack_text(&text);
        assert!(packed.len() < text.len() / 4);
        let mut rest = packed.as_slice();
        assert_eq!(take_stream(&mut rest).unwrap(), text.as_bytes());
        assert!(rest.is_empty());
        assert!(take_stream(&mut &packed[..packed.len() - 1]).is_err());
    }

    /// Whichever bits are changed, the arcs of an unpacked automaton lead backwards.
    #[test]
    fn bent_bytes_make_an_automaton_or_an_error() {
        let letters = Alphabet::named("en").unwrap().all();
        let packed = pack(&dawg());
        let mut unpacked = 0;
        for at in 0..8 * packed.len() {
            let mut bent = packed.clone();
            bent[at / 8] ^= 1 << (at % 8);
            if let Ok(side) = unpack(&bent, letters) {
                unpacked += 1;
                let behind = side.arcs().iter().map(|arc| arc.places().end).zip(0..);
                assert!(behind.into_iter().all(|(end, at)| end <= at), "bit {at}");
            }
        }
        assert!(unpacked > 10);
    }

    #[test]
    fn an_arc_must_lead_backwards() {
        // One node with the letter a, and one with b.
        let garbled = |targets: [u64; 2], arcs: u32, set: u64| {
            let mut packed = Vec::new();
            for number in [2, arcs, 2, 1, 2] {
                packed.extend(u32::to_le_bytes(number));
            }
            put_numbers([0, set].into_iter(), set_width(2), &mut packed);
            put_numbers(targets.into_iter().take(arcs as usize), arc_width(2), &mut packed);
            unpack(&packed, 3).map(|side| side.arcs().len())
        };
        let order = |at| Err(PackedError::Graph(GraphError::Order(at)));
        assert_eq!(garbled([1, 2], 2, 1), Ok(2));
        assert_eq!(garbled([2, 2], 2, 1), order(0), "to itself");
        assert_eq!(garbled([1, 4], 2, 1), order(1), "to itself");
        assert_eq!(garbled([1, 6], 2, 1), order(1), "to a node that there is not");
        assert_eq!(garbled([1, 2], 1, 1), Err(PackedError::Arcs { letters: 2, arcs: 1 }));
    }

    #[test]
    fn numbers_of_any_width_are_kept() {
        for width in 1..=31 {
            let most = !(u64::MAX << width);
            let numbers = [0, 1, most, most / 2, 0, most, 1 % (most + 1)];
            let mut packed = Vec::new();
            put_numbers(numbers.into_iter(), width, &mut packed);
            let mut rest = packed.as_slice();
            let back = take_numbers(7, width, &mut rest).unwrap();
            assert!(back.map(u64::from).eq(numbers), "{width}");
            assert!(rest.is_empty());
            assert!(take_numbers(8 + 64 / width, width, &mut packed.as_slice()).is_none());
        }
    }
}
