//! One step of the cellular automaton, sixty-four cells at a time.
//!
//! Full adders on whole words count the set cells in a square of three by three: first each cell with its left and
//! right neighbour, then three such sums above each other, giving four binary digits per cell. The cell itself is
//! counted too, so a set cell needs one more than its rule says. With the usual rule, five and four, a cell becomes
//! solid exactly if most of the nine cells were.
//!
//! Invariant: all cells change at once. The rows of a grid are changed in place, top down, but the sums of a row are
//! computed before it changes, and each band has copies of the rows above and below it.

use super::cells::shifted;
use super::{BAND, Border, Frame, Grid};
use search::Pool;
use serde::Serialize;

/// The rule of a step: the number of solid cells among the eight neighbours from which a cell is solid after it. Cells
/// outside the map are solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// An open cell becomes solid with at least this many solid neighbours; never with 9.
    pub birth: u8,
    /// A solid cell stays solid with at least this many solid neighbours; never with 9.
    pub survive: u8,
}

impl Default for Rule {
    /// Five and four.
    fn default() -> Self {
        Self { birth: 5, survive: 4 }
    }
}

/// Number of set cells among nine, as four binary digits, lowest first.
type Count = [u64; 4];

/// The number of set cells among nine, including the cell itself, from which a cell is set after a step.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    /// For a set cell.
    set: u8,
    /// For an unset cell.
    unset: u8,
}

impl Thresholds {
    /// The thresholds if set bits are solid cells.
    fn of_solid(rule: Rule) -> Self {
        Self { set: rule.survive + 1, unset: rule.birth }
    }

    /// The thresholds if set bits are open cells: fewer than `n` of eight are solid if at least 9 − n are open.
    fn of_open(rule: Rule) -> Self {
        Self { set: 10u8.saturating_sub(rule.birth), unset: 9u8.saturating_sub(rule.survive) }
    }

    /// True if the majority of the nine cells decides, whatever the cell was.
    fn is_majority(self) -> bool {
        (self.set, self.unset) == (5, 5)
    }

    /// The rule for words of cells and their counts.
    fn rule(self) -> impl Fn(u64, Count) -> u64 + Copy {
        let (set, unset) = (digits(self.set), digits(self.unset));
        move |cells, count| (cells & at_least(count, set)) | (!cells & at_least(count, unset))
    }
}

/// Takes one step of a grid.
pub fn step(grid: &mut Grid, rule: Rule, border: Border, pool: &Pool) {
    let stride = grid.stride();
    let rows = Rows { stride, frame: Frame::of(grid, border) };
    let edges = edges(grid, stride);
    let solid = vec![!0; stride];
    let bands = grid.bands_mut().into_iter().enumerate().collect();
    let thresholds = Thresholds::of_solid(rule);
    pool.each(bands, |(number, band): (usize, &mut [u64])| {
        let row = |band: Option<usize>, last: bool| {
            let edge = edges.get(band? * 2 + usize::from(last))?;
            Some(edge.as_slice())
        };
        let above = row(number.checked_sub(1), true).unwrap_or(&solid);
        let below = row(number.checked_add(1), false).unwrap_or(&solid);
        let first = number * BAND;
        if thresholds.is_majority() {
            rows.band(band, first, above, below, majority);
        } else {
            rows.band(band, first, above, below, thresholds.rule());
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

/// The parameters shared by all rows of a grid.
struct Rows {
    stride: usize,
    frame: Frame,
}

impl Rows {
    /// Changes the rows of a band; its first row is row `first` of the map.
    fn band(
        &self,
        band: &mut [u64],
        first: usize,
        above: &[u64],
        below: &[u64],
        rule: impl Fn(u64, Count) -> u64 + Copy,
    ) {
        let [mut up, mut here, mut down] = [(); 3].map(|()| Sums::new(self.stride));
        up.of(above, !0);
        here.of(band.get(..self.stride).unwrap_or_default(), !0);
        let rows = band.len() / self.stride;
        for y in 0..rows {
            let (now, later) = band.split_at_mut((y + 1) * self.stride);
            down.of(later.get(..self.stride).unwrap_or(below), !0);
            let row = now.get_mut(y * self.stride..).unwrap_or_default();
            change(row, &up, &here, &down, rule);
            self.frame.close(row, first + y);
            std::mem::swap(&mut up, &mut here);
            std::mem::swap(&mut here, &mut down);
        }
    }
}

/// Changes a row, from its sums and those above and below.
#[inline(always)]
fn change(row: &mut [u64], up: &Sums, here: &Sums, down: &Sums, rule: impl Fn(u64, Count) -> u64) {
    let ones = up.ones.iter().zip(&here.ones).zip(&down.ones);
    let twos = up.twos.iter().zip(&here.twos).zip(&down.twos);
    for ((word, ((a0, b0), c0)), ((a1, b1), c1)) in row.iter_mut().zip(ones).zip(twos) {
        *word = rule(*word, nine([*a0, *b0, *c0], [*a1, *b1, *c1]));
    }
}

/// The steps of levels of a layout, each a set of open cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passes {
    thresholds: Thresholds,
    passes: u8,
}

impl Passes {
    /// This many steps with a rule.
    pub(crate) fn new(rule: Rule, passes: u8) -> Self {
        Self { thresholds: Thresholds::of_open(rule), passes }
    }

    /// Runs the steps of four levels of one word each; `inside` are the cells that may be open.
    pub(crate) fn take_words(self, lanes: &mut [u64; 4], stride: usize, inside: u64) {
        if self.thresholds.is_majority() {
            self.words(lanes, stride, inside, majority);
        } else {
            self.words(lanes, stride, inside, self.thresholds.rule());
        }
    }

    #[inline(always)]
    fn words(
        self,
        lanes: &mut [u64; 4],
        stride: usize,
        inside: u64,
        rule: impl Fn(u64, Count) -> u64,
    ) {
        for _ in 0..self.passes {
            *lanes = lanes.map(|open| {
                let (ones, twos) = three(0, open, 0);
                let rows = |sums: u64| [sums << stride, sums, sums >> stride];
                rule(open, nine(rows(ones), rows(twos))) & inside
            });
        }
    }

    /// Runs the steps of a level of any number of words.
    pub(crate) fn take(self, open: &mut [u64], sums: &mut Sums, stride: usize, inside: &[u64]) {
        if self.thresholds.is_majority() {
            self.level(open, sums, stride, inside, majority);
        } else {
            self.level(open, sums, stride, inside, self.thresholds.rule());
        }
    }

    #[inline(always)]
    fn level(
        self,
        open: &mut [u64],
        sums: &mut Sums,
        stride: usize,
        inside: &[u64],
        rule: impl Fn(u64, Count) -> u64,
    ) {
        let stride = stride as isize;
        sums.resize(open.len());
        for _ in 0..self.passes {
            sums.of(open, 0);
            for (w, (open, inside)) in open.iter_mut().zip(inside).enumerate() {
                let rows = |sums: &[u64]| [-stride, 0, stride].map(|by| shifted(sums, w, by));
                *open = rule(*open, nine(rows(&sums.ones), rows(&sums.twos))) & inside;
            }
        }
    }
}

/// Number of set cells among each cell and its two neighbours in the row, as two binary digits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    ones: Vec<u64>,
    twos: Vec<u64>,
}

impl Sums {
    fn new(words: usize) -> Self {
        Self { ones: vec![0; words], twos: vec![0; words] }
    }

    fn resize(&mut self, words: usize) {
        self.ones.resize(words, 0);
        self.twos.resize(words, 0);
    }

    /// Sums up a row; cells beyond its ends come from the word `outside`.
    fn of(&mut self, row: &[u64], outside: u64) {
        let before =
            |i: usize| i.checked_sub(1).and_then(|i| row.get(i)).copied().unwrap_or(outside);
        let after = |i: usize| row.get(i + 1).copied().unwrap_or(outside);
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

/// The sums of each cell of a word and its two neighbours.
#[inline(always)]
fn three(before: u64, word: u64, after: u64) -> (u64, u64) {
    add(word << 1 | before >> 63, word, word >> 1 | after << 63)
}

/// The sums of three rows.
#[inline(always)]
fn nine(ones: [u64; 3], twos: [u64; 3]) -> Count {
    let ([a0, b0, c0], [a1, b1, c1]) = (ones, twos);
    let (count0, two) = add(a0, b0, c0);
    let (twos, four) = add(a1, b1, c1);
    let (count1, four_too) = (twos ^ two, twos & two);
    [count0, count1, four ^ four_too, four & four_too]
}

/// A full adder: the lower and the higher digit of the sum.
#[inline(always)]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let ab = a ^ b;
    (ab ^ c, (a & b) | (ab & c))
}

/// True for five or more.
#[inline(always)]
fn majority(_: u64, [one, two, four, eight]: Count) -> u64 {
    eight | (four & (two | one))
}

/// The digits of a threshold, each repeated over a word.
fn digits(threshold: u8) -> Count {
    std::array::from_fn(|i| 0u64.wrapping_sub(u64::from(threshold >> i & 1)))
}

/// The bits whose count is at least the threshold, compared digit by digit, lowest first.
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
        step(&mut grid, rule, border, &Pool::new(1));
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
