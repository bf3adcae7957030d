//! One step of the automaton, sixty-four cells at a time.
//!
//! The solid cells of three rows by three are counted by full adders on whole words: first each cell with
//! its left and right neighbour, then three such sums above each other, which makes four binary digits a
//! cell. The cell itself is counted too, so a solid cell needs one more than its rule says; by the usual
//! rule, five and four, a cell is solid afterwards exactly when most of the nine were.
//!
//! Invariant: all cells change at once. Rows are changed in place, top down, but the sums of a row are
//! taken before it changes, and each band has copies of the rows above and below it.

use super::grid::{BAND, Grid};
use super::request::{Border, Rule};
use search::Crew;

/// Takes one step.
pub fn step(grid: &mut Grid, rule: Rule, border: Border, crew: &Crew) {
    let stride = grid.stride();
    let frame = Frame {
        stride,
        width: grid.width(),
        height: grid.height() as usize,
        padding: grid.padding(),
        border,
    };
    let edges = edges(grid, stride);
    let solid = vec![!0; stride];
    let bands = grid.bands_mut().into_iter().enumerate().collect();
    crew.each(bands, |(number, band): (usize, &mut [u64])| {
        let row = |band: Option<usize>, last: bool| {
            let edge = edges.get(band? * 2 + usize::from(last))?;
            Some(edge.as_slice())
        };
        let above = row(number.checked_sub(1), true).unwrap_or(&solid);
        let below = row(number.checked_add(1), false).unwrap_or(&solid);
        let first = number * BAND;
        if rule == Rule::default() {
            frame.band(band, first, above, below, majority);
        } else {
            let (birth, survive) = (digits(rule.birth), digits(rule.survive + 1));
            frame.band(band, first, above, below, |centre, count| {
                (centre & at_least(count, survive)) | (!centre & at_least(count, birth))
            });
        }
    });
}

/// Copies of the first and the last row of each band.
fn edges(grid: &Grid, stride: usize) -> Vec<Vec<u64>> {
    let bands = grid.bands().into_iter();
    bands
        .flat_map(|band| {
            let mut rows = band.chunks_exact(stride);
            let first = rows.next().unwrap_or_default();
            [first.to_vec(), rows.next_back().unwrap_or(first).to_vec()]
        })
        .collect()
}

/// Makes the cells of a row solid that lie on the border: the first and the last, or all of them.
pub fn close_row(row: &mut [u64], width: u32, whole: bool) {
    if whole {
        row.fill(!0);
    }
    if let Some(first) = row.first_mut() {
        *first |= 1;
    }
    if let Some(last) = row.last_mut() {
        *last |= 1 << (width.wrapping_sub(1) % 64);
    }
}

/// What is the same for all rows of a map.
struct Frame {
    stride: usize,
    width: u32,
    height: usize,
    padding: u64,
    border: Border,
}

/// How many of each cell and its two neighbours in the row are solid, as two binary digits.
#[derive(Clone)]
struct Sums {
    ones: Vec<u64>,
    twos: Vec<u64>,
}

/// How many of nine cells are solid, as four binary digits, the lowest first.
type Count = [u64; 4];

impl Frame {
    /// Changes the rows of a band, of which the first is row `first` of the map.
    fn band(
        &self,
        band: &mut [u64],
        first: usize,
        above: &[u64],
        below: &[u64],
        solid: impl Fn(u64, Count) -> u64 + Copy,
    ) {
        let none = Sums { ones: vec![0; self.stride], twos: vec![0; self.stride] };
        let [mut up, mut here, mut down] = [none.clone(), none.clone(), none];
        up.of(above);
        here.of(band.get(..self.stride).unwrap_or_default());
        let rows = band.len() / self.stride;
        for y in 0..rows {
            let (now, later) = band.split_at_mut((y + 1) * self.stride);
            down.of(later.get(..self.stride).unwrap_or(below));
            let row = now.get_mut(y * self.stride..).unwrap_or_default();
            change(row, &up, &here, &down, solid);
            if let Some(last) = row.last_mut() {
                *last |= self.padding;
            }
            if self.border == Border::Solid {
                let y = first + y;
                close_row(row, self.width, y == 0 || y + 1 == self.height);
            }
            std::mem::swap(&mut up, &mut here);
            std::mem::swap(&mut here, &mut down);
        }
    }
}

impl Sums {
    /// Adds up a row. Outside of it all is solid.
    fn of(&mut self, row: &[u64]) {
        let before = |i: usize| i.checked_sub(1).and_then(|i| row.get(i)).copied().unwrap_or(!0);
        let after = |i: usize| row.get(i + 1).copied().unwrap_or(!0);
        let ends = [0, row.len().saturating_sub(1)];
        for i in ends {
            if let (Some(&word), Some(ones), Some(twos)) =
                (row.get(i), self.ones.get_mut(i), self.twos.get_mut(i))
            {
                (*ones, *twos) = three(before(i), word, after(i));
            }
        }
        let inner =
            row.windows(3).zip(self.ones.iter_mut().skip(1).zip(self.twos.iter_mut().skip(1)));
        for (words, (ones, twos)) in inner {
            if let &[before, word, after] = words {
                (*ones, *twos) = three(before, word, after);
            }
        }
    }
}

/// Each cell of a word and its two neighbours, added up.
#[inline(always)]
fn three(before: u64, word: u64, after: u64) -> (u64, u64) {
    add(word << 1 | before >> 63, word, word >> 1 | after << 63)
}

/// A full adder: the sum's lower digit, and its higher one.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let ab = a ^ b;
    (ab ^ c, (a & b) | (ab & c))
}

/// Changes a row, from its sums and those above and below.
#[inline(always)]
fn change(row: &mut [u64], up: &Sums, here: &Sums, down: &Sums, solid: impl Fn(u64, Count) -> u64) {
    let ones = up.ones.iter().zip(&here.ones).zip(&down.ones);
    let twos = up.twos.iter().zip(&here.twos).zip(&down.twos);
    for ((word, ((a0, b0), c0)), ((a1, b1), c1)) in row.iter_mut().zip(ones).zip(twos) {
        let (count0, two) = add(*a0, *b0, *c0);
        let (twos, four) = add(*a1, *b1, *c1);
        let (count1, four_too) = (twos ^ two, twos & two);
        *word = solid(*word, [count0, count1, four ^ four_too, four & four_too]);
    }
}

/// Five or more.
#[inline(always)]
fn majority(_: u64, [one, two, four, eight]: Count) -> u64 {
    eight | (four & (two | one))
}

/// The digits of a threshold, each as a word of that digit alone.
fn digits(threshold: u8) -> Count {
    std::array::from_fn(|i| 0u64.wrapping_sub(u64::from(threshold >> i & 1)))
}

/// Where a count is at least the threshold: compared digit by digit, the lowest first.
#[inline(always)]
fn at_least(count: Count, threshold: Count) -> u64 {
    let digits = count.into_iter().zip(threshold);
    digits.fold(!0, |so_far, (n, t)| (n & so_far) | (!t & (n | so_far)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(map: &str, rule: Rule, border: Border, expect: &str) {
        let mut grid = Grid::drawn(map);
        step(&mut grid, rule, border, &Crew::new(1));
        assert_eq!(grid, Grid::drawn(expect), "{map}");
    }

    #[test]
    fn a_lone_pillar_goes_and_a_niche_is_filled() {
        let drawn = Border::Drawn;
        check(
            "......\n..#...\n......\n......\n",
            Rule::default(),
            drawn,
            "#....#\n......\n......\n#....#\n",
        );
        check(
            "#####\n#...#\n##.##\n#####\n",
            Rule::default(),
            drawn,
            "#####\n#####\n#####\n#####\n",
        );
    }

    #[test]
    fn a_solid_border_stays_whatever_the_rule() {
        let never = Rule { birth: 9, survive: 9 };
        check("###\n#.#\n###\n", never, Border::Solid, "###\n#.#\n###\n");
        check("###\n#.#\n###\n", never, Border::Drawn, "...\n...\n...\n");
        check("..\n..\n", Rule { birth: 0, survive: 0 }, Border::Drawn, "##\n##\n");
    }
}
