//! The board of a world in which only the positions of blocks matter, and the functions that a search needs.
//!
//! Squares are numbered in reading order over their bounding rectangle, so a step is a shift of bits.

use super::FAR;
use super::matching::Matching;
use crate::rules::Location;
use crate::rules::world::pushing::Pushing;
use std::collections::VecDeque;

/// Marks the absence of a square or a state.
pub(super) const NONE: u32 = u32::MAX;

/// A direction: up, down, left, right.
pub(super) type Direction = usize;

/// The opposite direction.
pub(super) fn against(direction: Direction) -> Direction {
    direction ^ 1
}

/// The largest number of squares of a board: the number of bits of the largest field.
const MOST: u64 = 512;

/// A board, as lists.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) width: usize,
    /// The number of squares of the rectangle.
    pub(super) squares: usize,
    /// By square, its location, or [`NONE`].
    pub(super) location: Vec<Location>,
    /// By square, the next square in each direction, if a player can step there, or [`NONE`].
    pub(super) steps: Vec<[u32; 4]>,
    /// By square, the destination of a block that is pushed in each direction, if a player can stand behind it, or
    /// [`NONE`].
    pub(super) pushes: Vec<[u32; 4]>,
    pub(super) player: u32,
    pub(super) blocks: Vec<u32>,
    pub(super) targets: Vec<u32>,
}

impl Board {
    /// The board of a world; `None` if it has too many squares.
    pub(super) fn of(world: &Pushing) -> Option<Self> {
        let rows = || world.cells.iter().map(|cell| cell.row);
        let cols = || world.cells.iter().map(|cell| cell.col);
        let (top, left) = (rows().min()?, cols().min()?);
        let (height, width) = (rows().max()? - top + 1, cols().max()? - left + 1);
        if u64::from(height) * u64::from(width) > MOST {
            return None;
        }
        let squares = (height * width) as usize;
        let square = |at: Location| {
            let cell = world.cells[at as usize];
            (cell.row - top) * width + (cell.col - left)
        };
        let all = |locations: &[Location]| locations.iter().map(|&at| square(at)).collect();
        let mut board = Self {
            width: width as usize,
            squares,
            location: vec![NONE; squares],
            steps: vec![[NONE; 4]; squares],
            pushes: vec![[NONE; 4]; squares],
            player: square(world.player),
            blocks: all(&world.blocks),
            targets: all(&world.targets),
        };
        for at in 0..world.cells.len() as Location {
            let here = square(at) as usize;
            board.location[here] = at;
            let squares = |all: [Option<Location>; 4]| all.map(|to| to.map_or(NONE, square));
            board.steps[here] = squares(world.steps[at as usize]);
            board.pushes[here] = squares(world.pushes[at as usize]);
        }
        for (pushes, steps) in board.pushes.iter_mut().zip(&board.steps) {
            for direction in 0..4 {
                // Steps can be taken back: if a player could step back from a block's square, it could also step onto
                // it.
                if steps[against(direction)] == NONE {
                    pushes[direction] = NONE;
                }
            }
        }
        Some(board)
    }

    /// True if every block must end on a target: there are no more blocks than targets.
    pub(super) fn is_tight(&self) -> bool {
        self.blocks.len() <= self.targets.len()
    }

    /// By direction, the squares from which a player can step.
    pub(super) fn steppable<const N: usize>(&self) -> [Field<N>; 4] {
        self.sides(|square, direction| self.steps[square as usize][direction] != NONE)
    }

    /// By direction, the squares from which a block can be pushed onto one of some squares.
    pub(super) fn pushable<const N: usize>(&self, onto: &Field<N>) -> [Field<N>; 4] {
        self.sides(|square, direction| {
            let to = self.pushes[square as usize][direction];
            to != NONE && onto.holds(to)
        })
    }

    /// By direction, the squares for which a condition holds.
    fn sides<const N: usize>(&self, is: impl Fn(u32, Direction) -> bool) -> [Field<N>; 4] {
        let squares = 0..self.squares as u32;
        [0, 1, 2, 3].map(|way| squares.clone().filter(|&square| is(square, way)).collect())
    }
}

// -------------------------------------------------------------------------------------------------
// A set of squares of a board, as bits in reading order.

/// A set of numbers below `64 * N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field<const N: usize>([u64; N]);

impl<const N: usize> Default for Field<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> FromIterator<u32> for Field<N> {
    fn from_iter<I: IntoIterator<Item = u32>>(squares: I) -> Self {
        squares.into_iter().fold(Self::default(), Self::with)
    }
}

impl<const N: usize> Field<N> {
    /// The set with one number more.
    #[inline(always)]
    pub(super) fn with(mut self, square: u32) -> Self {
        self.0[square as usize / 64] |= 1 << (square % 64);
        self
    }

    /// The set without a number.
    #[inline(always)]
    pub(super) fn without(mut self, square: u32) -> Self {
        self.0[square as usize / 64] &= !(1 << (square % 64));
        self
    }

    #[inline(always)]
    pub(super) fn holds(&self, square: u32) -> bool {
        self.0[square as usize / 64] >> (square % 64) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The union.
    #[inline(always)]
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The intersection.
    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The numbers of this set that are not in the other.
    #[inline(always)]
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// All numbers plus `by`; numbers that become too large are dropped.
    #[inline(always)]
    pub(super) fn raised(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |back: usize| i.checked_sub(words + back).map_or(0, |i| self.0[i]);
            if bits == 0 { at(0) } else { at(0) << bits | at(1) >> (64 - bits) }
        }))
    }

    /// All numbers minus `by`; numbers that become negative are dropped.
    #[inline(always)]
    pub(super) fn lowered(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |on: usize| self.0.get(i + words + on).copied().unwrap_or(0);
            if bits == 0 { at(0) } else { at(0) >> bits | at(1) << (64 - bits) }
        }))
    }

    /// Its words as pairs of 32-bit halves, the lower half first.
    #[inline(always)]
    pub(super) fn halves(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(|&word| [word as u32, (word >> 32) as u32])
    }

    /// The set with the given halves as its first words.
    #[inline(always)]
    pub(super) fn of_halves(halves: &[u32]) -> Self {
        let at = |i: usize| halves.get(i).copied().map_or(0, u64::from);
        Self(std::array::from_fn(|i| at(2 * i) | at(2 * i + 1) << 32))
    }

    /// The numbers, ascending.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = u32> {
        (0..).step_by(64).zip(self.0).flat_map(|(first, word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(move |word| first + word.trailing_zeros())
        })
    }
}

// -------------------------------------------------------------------------------------------------
// The number of pushes that a single block needs to reach each target, computed once by pulling it from the target.
//
// The number depends on the side on which the player stands: a block in a narrow passage divides the floor into
// parts, and a player in one part can push only from there. Other blocks are only additional obstacles, so the number
// is a lower bound.

/// The largest number of parts into which a block can divide the floor.
const PARTS: usize = 4;

/// Numbers of pushes to each target.
#[derive(Debug)]
pub(super) struct Pulls {
    squares: usize,
    /// By block square and player square, the part of the floor in which the player stands.
    part: Vec<u8>,
    /// By target, block square and part, the number of pushes, or [`FAR`].
    far: Vec<u16>,
}

impl Pulls {
    /// The numbers of pushes for a board.
    pub(super) fn of(board: &Board) -> Self {
        let squares = board.squares;
        let mut pulls = Self { squares, part: Vec::new(), far: Vec::new() };
        for square in 0..squares as u32 {
            pulls.part.extend(parts(board, square));
        }
        for &target in &board.targets {
            let far = pulls.pushes_to(board, target);
            pulls.far.extend(far);
        }
        pulls
    }

    /// By block square and part of the floor, the number of pushes to a target.
    fn pushes_to(&self, board: &Board, target: u32) -> Vec<u16> {
        let mut far = vec![FAR; self.squares * PARTS];
        let mut waiting = VecDeque::new();
        for part in 0..PARTS {
            far[target as usize * PARTS + part] = 0;
            waiting.push_back((target, part));
        }
        while let Some((to, part)) = waiting.pop_front() {
            let pushes = far[to as usize * PARTS + part].saturating_add(1);
            for direction in 0..4 {
                // After a push the player stands on the block's previous square.
                let from = board.steps[to as usize][against(direction)];
                if from == NONE
                    || board.pushes[from as usize][direction] != to
                    || self.part(to, from) != part
                {
                    continue;
                }
                let behind = board.steps[from as usize][against(direction)];
                let before = from as usize * PARTS + self.part(from, behind);
                if far[before] == FAR {
                    far[before] = pushes;
                    waiting.push_back((from, self.part(from, behind)));
                }
            }
        }
        far
    }

    /// The part of the floor in which a player stands while a block is on a square.
    #[inline(always)]
    fn part(&self, block: u32, player: u32) -> usize {
        self.part[block as usize * self.squares + player as usize] as usize
    }

    /// The index of a block and a player among the numbers of each target.
    #[inline(always)]
    pub(super) fn place(&self, block: u32, player: u32) -> usize {
        block as usize * PARTS + self.part(block, player)
    }

    /// The number of pushes from such an index to a target, or [`FAR`].
    #[inline(always)]
    pub(super) fn pushes(&self, target: usize, place: usize) -> u16 {
        self.far[target * self.squares * PARTS + place]
    }

    /// True if a block on a square can reach a target, from any position of the player.
    pub(super) fn is_live(&self, block: u32) -> bool {
        let mut targets = self.far.chunks(self.squares * PARTS);
        let begin = block as usize * PARTS;
        targets.any(|far| far[begin..begin + PARTS].iter().any(|&pushes| pushes != FAR))
    }
}

/// By square, the part of the floor to which it belongs while a block stands on one square. Parts are numbered from
/// 0; squares that are not connected to any side of the block also get 0.
fn parts(board: &Board, block: u32) -> Vec<u8> {
    let mut part = vec![u8::MAX; board.squares];
    let mut number = 0;
    for beside in board.steps[block as usize].into_iter().filter(|&beside| beside != NONE) {
        if part[beside as usize] != u8::MAX {
            continue;
        }
        let mut waiting = vec![beside];
        part[beside as usize] = number;
        while let Some(at) = waiting.pop() {
            for to in board.steps[at as usize] {
                if to != NONE && to != block && part[to as usize] == u8::MAX {
                    part[to as usize] = number;
                    waiting.push(to);
                }
            }
        }
        number += 1;
    }
    part.into_iter().map(|part| if part == u8::MAX { 0 } else { part }).collect()
}

// -------------------------------------------------------------------------------------------------
// The functions that a search evaluates in each state: the possible pushes, the stuck blocks, and a lower bound on
// the remaining pushes.

/// A push whose starting square the player can reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shove {
    /// The square of the block; the player ends there.
    pub(super) from: u32,
    /// The square it is pushed onto.
    pub(super) to: u32,
    /// The number of moves, including the push itself.
    pub(super) moves: u32,
}

/// A board, prepared for a search.
#[derive(Debug)]
pub(super) struct PreparedBoard<const N: usize> {
    pub(super) board: Board,
    pulls: Pulls,
    pub(super) targets: Field<N>,
    /// By direction, the squares from which a player can step, and the squares from which a block can be pushed to a
    /// useful square.
    steppable: [Field<N>; 4],
    pushable: [Field<N>; 4],
    /// The squares of the floor.
    floor: Field<N>,
    /// True if every block must end on a target: there are no more blocks than targets.
    is_tight: bool,
    matching: Matching,
    /// By block, in the order of the matching: its square, and its index among the numbers of pushes. Then the same
    /// indices after a push, and the blocks for which they differ.
    places: Vec<(u32, usize)>,
    moved: Vec<usize>,
    changed: Vec<usize>,
}

impl<const N: usize> PreparedBoard<N> {
    /// Prepares a board, which has at least as many blocks as targets.
    pub(super) fn new(board: Board) -> Self {
        let pulls = Pulls::of(&board);
        let is_tight = board.is_tight();
        let squares = 0..board.squares as u32;
        let of_use = |square: &u32| !is_tight || pulls.is_live(*square);
        let onto = squares.clone().filter(of_use).collect();
        let floor = |square: &u32| board.location[*square as usize] != NONE;
        Self {
            targets: board.targets.iter().copied().collect(),
            steppable: board.steppable(),
            pushable: board.pushable(&onto),
            floor: squares.filter(floor).collect(),
            is_tight,
            matching: Matching::new(board.targets.len(), board.blocks.len()),
            places: Vec::new(),
            moved: Vec::new(),
            changed: Vec::new(),
            pulls,
            board,
        }
    }

    /// The squares on which blocks can come to stand and still be useful.
    pub(super) fn squares(&self) -> Vec<u32> {
        let landings = self.board.pushes.iter().flatten().copied().filter(|&to| to != NONE);
        let of_use = |square: &u32| !self.is_tight || self.pulls.is_live(*square);
        let mut all: Vec<u32> = landings.filter(of_use).chain(self.board.blocks.clone()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[inline(always)]
    fn on(&self, field: &Field<N>, direction: Direction) -> Field<N> {
        match direction {
            0 => field.lowered(self.board.width),
            1 => field.raised(self.board.width),
            2 => field.lowered(1),
            _ => field.raised(1),
        }
    }

    /// All pushes that the player can reach, nearest first.
    #[inline(always)]
    pub(super) fn shoves(&self, blocks: &Field<N>, player: u32, mut shove: impl FnMut(Shove)) {
        let free = self.floor.minus(blocks);
        let behind: [Field<N>; 4] = std::array::from_fn(|way| {
            let movable = blocks.and(&self.pushable[way]).and(&self.on(&free, against(way)));
            self.on(&movable, against(way)).and(&self.steppable[way])
        });
        let mut left = behind.iter().fold(Field::default(), |all, some| some.or(&all));
        let mut wave = Field::default().with(player);
        let mut fresh = free;
        let mut moves = 1;
        while !wave.is_empty() {
            let here = wave.and(&left);
            if !here.is_empty() {
                for (way, behind) in behind.iter().enumerate() {
                    for at in wave.and(behind).iter() {
                        let from = self.board.steps[at as usize][way];
                        let to = self.board.pushes[from as usize][way];
                        shove(Shove { from, to, moves });
                    }
                }
                left = left.minus(&here);
                if left.is_empty() {
                    return;
                }
            }
            fresh = fresh.minus(&wave);
            let next = |way: Direction| self.on(&wave.and(&self.steppable[way]), way);
            wave = next(0).or(&next(1)).or(&next(2)).or(&next(3)).and(&fresh);
            moves += 1;
        }
    }

    /// True if some block is off the targets and can never be moved again, although every block must end on a target.
    ///
    /// A block is stuck if along both axes it has no useful destination or a stuck neighbour. All blocks start as
    /// stuck; those that can move are removed until nothing changes.
    #[inline(always)]
    pub(super) fn is_stuck(&self, blocks: &Field<N>) -> bool {
        if !self.is_tight {
            return false;
        }
        let mut stuck = *blocks;
        loop {
            let beside = |way: Direction| self.on(&stuck, against(way)).and(&self.steppable[way]);
            let along = |one: Direction| {
                let goes = self.pushable[one].or(&self.pushable[against(one)]);
                goes.minus(&beside(one)).minus(&beside(against(one)))
            };
            let after = stuck.minus(&along(0).or(&along(2)));
            if after == stuck || after.is_empty() {
                return !after.minus(&self.targets).is_empty();
            }
            stuck = after;
        }
    }

    /// A lower bound on the number of remaining pushes; `None` if there is no plan.
    pub(super) fn bound(&mut self, blocks: &Field<N>, player: u32) -> Option<u32> {
        let Self { places, pulls, matching, .. } = self;
        places.clear();
        places.extend(blocks.iter().map(|block| (block, pulls.place(block, player))));
        matching.set(|block, target| pulls.pushes(target, places[block].1))
    }

    /// The bound after a push. The bound of the state before it must be the last one computed, and is given as
    /// `before`.
    #[inline(always)]
    pub(super) fn bound_after(&mut self, before: u32, shove: &Shove) -> Option<u32> {
        let Self { places, pulls, matching, changed, moved, .. } = self;
        changed.clear();
        moved.clear();
        for (column, &(block, place)) in places.iter().enumerate() {
            let block = if block == shove.from { shove.to } else { block };
            let now = pulls.place(block, shove.from);
            moved.push(now);
            if now != place {
                changed.push(column);
            }
        }
        // A push reduces the number of remaining pushes by at most one.
        if let &[column] = &changed[..]
            && let Some((target, cost)) = matching.target_of(column)
            && i32::from(pulls.pushes(target, moved[column])) + 1 == cost
        {
            return before.checked_sub(1);
        }
        matching.with_changes(changed, |column, target| pulls.pushes(target, moved[column]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_move_from_word_to_word() {
        let field: Field<2> = [0, 3, 63, 64, 127].into_iter().collect();
        let all = |field: Field<2>| field.iter().collect::<Vec<_>>();
        assert_eq!(all(field.raised(1)), [1, 4, 64, 65]);
        assert_eq!(all(field.raised(64)), [64, 67, 127]);
        assert_eq!(all(field.lowered(1)), [2, 62, 63, 126]);
        assert_eq!(all(field.lowered(67)), [60]);
        let halves: Vec<u32> = field.halves().collect();
        assert_eq!((Field::of_halves(&halves), field.without(3).holds(3)), (field, false));
    }
}
