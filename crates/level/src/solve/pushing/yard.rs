//! Questions that a search of a board asks at each state: where pushes can be made, which blocks are stuck, and how
//! many pushes are left at least.

use super::board::{Board, Direction, NONE, against};
use super::field::Field;
use super::matching::Matching;
use super::pulls::Pulls;

/// A push that a player can walk to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shove {
    /// The square of the block; the player ends there.
    pub(super) from: u32,
    /// The square it is pushed onto.
    pub(super) to: u32,
    /// The number of moves, the push itself included.
    pub(super) moves: u32,
}

/// A board, made ready.
#[derive(Debug)]
pub(super) struct Yard<const N: usize> {
    pub(super) board: Board,
    pulls: Pulls,
    pub(super) targets: Field<N>,
    /// By direction: the squares from which a step leads on, and those from which a block can be pushed to where it is of
    /// use.
    steppable: [Field<N>; 4],
    pushable: [Field<N>; 4],
    /// The squares of the floor.
    floor: Field<N>,
    /// True if every block must stand on a target in the end: there are as many of them.
    is_tight: bool,
    matching: Matching,
    /// By block, in the order of the matching: its square, and its place among the numbers of pushes; and these after a
    /// push, with the blocks for which they differ.
    places: Vec<(u32, usize)>,
    moved: Vec<usize>,
    changed: Vec<usize>,
}

impl<const N: usize> Yard<N> {
    /// A board made ready, which has no fewer blocks than targets.
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

    /// The squares that blocks can come to stand on and still be of use.
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

    /// All pushes that a player can walk to, nearest first.
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

    /// True if some block stands off the targets and can never be moved again, where every block must get to one.
    ///
    /// A block is stuck if along both axes it can go nowhere of use, or stands beside a block that is stuck. All blocks
    /// are taken for stuck at first, and those that are not are let go until none is left of them.
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

    /// The least number of pushes that any plan has left; `None` where there is no plan.
    pub(super) fn bound(&mut self, blocks: &Field<N>, player: u32) -> Option<u32> {
        let Self { places, pulls, matching, .. } = self;
        places.clear();
        places.extend(blocks.iter().map(|block| (block, pulls.place(block, player))));
        matching.set(|block, target| pulls.pushes(target, places[block].1))
    }

    /// The bound after a push; that of the state before was asked for last, and was `before`.
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
        // A push brings a plan one push nearer to its end at most.
        if let &[column] = &changed[..]
            && let Some((target, cost)) = matching.target_of(column)
            && i32::from(pulls.pushes(target, moved[column])) + 1 == cost
        {
            return before.checked_sub(1);
        }
        matching.with_changes(changed, |column, target| pulls.pushes(target, moved[column]))
    }
}
