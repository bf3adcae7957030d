//! Sets of cells as bits: shifts and floods, sixty-four cells at a time.
//!
//! A level is a sequence of words. A blank column separates its rows: neighbours are shifts, and nothing wraps into the
//! next row; cells outside read as 0. Invariant: blank columns and the bits after the last row are never set.

use search::Stream;

/// A word of the set shifted by `by` places.
#[inline]
pub(crate) fn shifted(board: &[u64], word: usize, by: isize) -> u64 {
    if let [only] = board {
        return match by {
            0..64 => only >> by,
            -63..0 => only << -by,
            _ => 0,
        };
    }
    let bit = (word as isize) * 64 + by;
    let (first, rest) = (bit >> 6, (bit & 63) as u32);
    let low = at(board, first) >> rest;
    if rest == 0 { low } else { low | at(board, first + 1) << (64 - rest) }
}

#[inline]
fn at(board: &[u64], word: isize) -> u64 {
    board.get(word as usize).copied().unwrap_or(0)
}

/// The neighbours of the cells of a word: to the west, east, south and north.
#[inline]
pub(crate) fn beside(board: &[u64], word: usize, stride: usize) -> [u64; 4] {
    let stride = stride as isize;
    [-1, 1, -stride, stride].map(|by| shifted(board, word, by))
}

/// True if a cell is in the set.
#[inline]
pub(crate) fn has(board: &[u64], cell: usize) -> bool {
    board.get(cell >> 6).is_some_and(|word| word >> (cell & 63) & 1 == 1)
}

/// Adds a cell to the set.
#[inline]
pub(crate) fn put(board: &mut [u64], cell: usize) {
    if let Some(word) = board.get_mut(cell >> 6) {
        *word |= 1 << (cell & 63);
    }
}

/// Removes a cell from the set.
#[inline]
pub(crate) fn take(board: &mut [u64], cell: usize) {
    if let Some(word) = board.get_mut(cell >> 6) {
        *word &= !(1 << (cell & 63));
    }
}

/// Number of cells in the set.
#[inline]
pub(crate) fn count(board: &[u64]) -> u32 {
    board.iter().map(|word| word.count_ones()).sum()
}

/// The cells of a word, in order.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// The cells of a set, in order.
#[inline]
pub(crate) fn cells(board: &[u64]) -> impl Iterator<Item = usize> + '_ {
    board.iter().enumerate().flat_map(|(w, &word)| Bits(word).map(move |bit| w * 64 + bit))
}

/// The first cell of the set.
#[inline]
pub(crate) fn first(board: &[u64]) -> Option<usize> {
    let word = board.iter().position(|&word| word != 0)?;
    Some(word * 64 + board.get(word)?.trailing_zeros() as usize)
}

/// One of the cells with equal probability; none of an empty set.
pub(crate) fn pick(board: &[u64], stream: &mut Stream) -> Option<usize> {
    let all = count(board);
    if all == 0 {
        return None;
    }
    let mut left = stream.below(u64::from(all)) as u32;
    for (w, &word) in board.iter().enumerate() {
        let here = word.count_ones();
        if left < here {
            return Bits(word).nth(left as usize).map(|bit| w * 64 + bit);
        }
        left -= here;
    }
    None
}

/// Writes the region of `open` around a cell into `region`; returns its size.
pub(crate) fn flood(open: &[u64], stride: usize, from: usize, region: &mut [u64]) -> u32 {
    if let ([open], [region]) = (open, &mut *region) {
        *region = flood_word(*open, stride, 1 << (from & 63));
        return region.count_ones();
    }
    region.fill(0);
    put(region, from);
    let reach = stride / 64 + 1;
    let (mut low, mut high) = (from >> 6, from >> 6);
    let mut backward = false;
    loop {
        let span = low.saturating_sub(reach)..(high + reach + 1).min(open.len());
        let mut changed = false;
        for i in span.clone() {
            let w = if backward { span.end - 1 - (i - span.start) } else { i };
            let Some(&ground) = open.get(w) else { continue };
            let before = region.get(w).copied().unwrap_or(0);
            if ground == before {
                continue;
            }
            let [a, b, c, d] = beside(region, w, stride);
            let mut now = before | (a | b | c | d) & ground;
            loop {
                let wider = now | (now << 1 | now >> 1) & ground;
                if wider == now {
                    break;
                }
                now = wider;
            }
            if now != before {
                changed = true;
                (low, high) = (low.min(w), high.max(w));
                if let Some(word) = region.get_mut(w) {
                    *word = now;
                }
            }
        }
        if !changed {
            return count(region);
        }
        backward = !backward;
    }
}

/// Floods within one word.
#[inline]
fn flood_word(open: u64, stride: usize, from: u64) -> u64 {
    let mut region = from & open;
    loop {
        let beside = region << 1 | region >> 1 | region << stride | region >> stride;
        let wider = region | beside & open;
        if wider == region {
            return region;
        }
        region = wider;
    }
}

/// Writes the largest region of `open`, the first of several, into `largest`; returns its size.
pub(crate) fn largest(
    open: &[u64],
    stride: usize,
    rest: &mut Vec<u64>,
    region: &mut Vec<u64>,
    largest: &mut [u64],
) -> u32 {
    rest.clear();
    rest.extend_from_slice(open);
    region.clear();
    region.resize(open.len(), 0);
    let (mut best, mut left) = (0, count(open));
    largest.fill(0);
    while left > best {
        let Some(from) = first(rest) else { break };
        let size = flood(rest, stride, from, region);
        if size > best {
            best = size;
            largest.copy_from_slice(region);
        }
        for (rest, region) in rest.iter_mut().zip(region.iter()) {
            *rest &= !region;
        }
        left -= size;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Seed;

    #[test]
    fn a_flood_keeps_to_its_row() {
        // Two rows of 70 with a blank between them: the end of one does not touch the start of the next.
        let stride = 71;
        let mut open = vec![0u64; 3];
        for x in 0..70 {
            put(&mut open, x);
        }
        put(&mut open, 71 + 3);
        let mut region = vec![0; 3];
        assert_eq!(flood(&open, stride, 69, &mut region), 71);
        take(&mut open, 3);
        assert_eq!(flood(&open, stride, 69, &mut region), 66);
        assert_eq!(flood(&open, stride, 74, &mut region), 1);
    }

    /// The cells reached within one word, one cell at a time.
    fn reached(open: u64, stride: u32, from: u32) -> u64 {
        let mut region = 0;
        let mut next = vec![from];
        while let Some(cell) = next.pop() {
            if open >> cell & 1 != 0 && region >> cell & 1 == 0 {
                region |= 1 << cell;
                let offsets = [-1, 1, -(stride as i32), stride as i32];
                next.extend(
                    offsets
                        .iter()
                        .filter_map(|&by| cell.checked_add_signed(by))
                        .filter(|&cell| cell < 64),
                );
            }
        }
        region
    }

    #[test]
    fn a_word_is_flooded_as_cell_by_cell() {
        let mut stream = Seed::new(6).unwrap().attempt(0).phase("words");
        for stride in 2..12 {
            for _ in 0..200 {
                let mut word = || stream.below(1 << 32) << 32 | stream.below(1 << 32);
                let open = if stride % 2 == 0 { word() | word() } else { word() };
                let from = stream.below(64);
                let region = flood_word(open, stride, 1 << from);
                assert_eq!(
                    region,
                    reached(open, stride as u32, from as u32),
                    "{open:x} {stride} {from}"
                );
            }
        }
    }

    #[test]
    fn any_cell_may_be_picked() {
        let mut stream = Seed::new(5).unwrap().attempt(0).phase("pick");
        let board = [1 << 63, 0b11, 1 << 7];
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..100 {
            seen.extend(pick(&board, &mut stream));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [63, 64, 65, 135]);
        assert_eq!(pick(&[0], &mut stream), None);
        assert_eq!(cells(&board).collect::<Vec<_>>(), [63, 64, 65, 135]);
    }
}
