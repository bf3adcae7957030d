//! Block rooms with a bridge: a band of pits cuts the room off from a lever, as wide as there are blocks. Each block that
//! is pushed onto a pit fills it, so that only all blocks together make a way across.
//!
//! The blocks lie in a yard beside the pits, whose other sides are walls or paving, onto which no block can be pushed. The
//! far side has no door: who has left the room finds the blocks in their places and the pits open.
//!
//! The blocks are drawn at random and accepted by proof: a search visits every arrangement, counts the fewest pushes that
//! lead to the lever, and checks that the player can always return to every door. Of the band, the cells that some
//! arrangement fills are pits; the others have no bottom.

use super::arrangements::{Aim, arrange};
use super::block_rooms::{Fence, fences};
use super::ground::{Ground, Spot};
use crate::dungeon::rooms::Family;
use crate::layout::Direction;
use level::Tile;
use search::Stream;

/// Maximum length of a bridge, in blocks.
const LONGEST: u32 = 3;
/// Number of tries for each length and minimum number of pushes, and for the fewest pushes.
const TRIES: [usize; 2] = [12, 80];
/// Maximum number of arrangements: the verifier searches them again for each claim.
const MOST: usize = 1_500;
/// The fewest pushes that make a puzzle.
const FEWEST: u32 = 4;

/// Places a bridge with blocks, a given number of them if requested, and returns the cell of the lever. Fails if nothing
/// fits between the doors.
pub(super) fn place(
    ground: &mut Ground,
    family: Family,
    requested: Option<usize>,
    stream: &mut Stream,
) -> Option<Spot> {
    let mut lengths: Vec<u32> = (1..=LONGEST).collect();
    stream.shuffle(&mut lengths);
    if let Some(blocks) = requested {
        lengths = vec![u32::try_from(blocks).ok().filter(|long| (1..=LONGEST).contains(long))?];
    }
    for long in lengths {
        let [some, many] = TRIES;
        for (least, tries) in [(3 * long + 3, some), (2 * long + 2, some), (FEWEST, many)] {
            for _ in 0..tries {
                let mut trial = ground.clone();
                let Some(lever) = build(&mut trial, family, (long, least), stream) else {
                    continue;
                };
                *ground = trial;
                return Some(lever);
            }
        }
    }
    None
}

/// Builds a bridge of this length that takes at least `least` pushes; none if this draw fails.
fn build(
    ground: &mut Ground,
    family: Family,
    (long, least): (u32, u32),
    stream: &mut Stream,
) -> Option<Spot> {
    let site = Site::draw(ground, long, stream)?;
    let fence = *stream.pick(fences(family))?;
    let mut yard = Vec::new();
    for (spot, zone) in site.zones() {
        match zone {
            Zone::Band => ground.set(spot, Tile::Pit),
            Zone::Yard => yard.push(spot),
            Zone::Ring => {
                let is_mouth = ground.mouths().iter().any(|mouth| mouth.spot == spot);
                let tile = ring(fence, spot, stream);
                ground.set(spot, if is_mouth { Tile::Puzzle } else { tile });
            }
            Zone::Far | Zone::Near => {}
        }
    }
    stream.shuffle(&mut yard);
    yard.retain(|spot| ground.mouths().iter().all(|mouth| mouth.spot != *spot));
    for _ in 0..stream.between(0, 2) {
        ground.set(yard.pop()?, Tile::Wall);
    }
    let stones = yard.get(..long as usize)?;
    let far: Vec<Spot> =
        site.zones().filter(|(_, zone)| *zone == Zone::Far).map(|(spot, _)| spot).collect();
    let lever = *stream.pick(&far)?;
    let filled = arrange(ground, stones, Aim::Reach(lever), (least, MOST))?;
    for (spot, _) in site.zones().filter(|(_, zone)| *zone == Zone::Band) {
        if !filled.contains(&spot) {
            ground.set(spot, Tile::Void);
        }
    }
    stones.iter().for_each(|&stone| ground.set(stone, Tile::Block));
    Some(lever)
}

/// The tile of a cell beside the yard.
fn ring(fence: Fence, (row, col): Spot, stream: &mut Stream) -> Tile {
    let is_wall = match fence {
        Fence::Wall => stream.chance(0.7),
        Fence::Broken => stream.chance(0.5),
        Fence::Columns => (row + col).is_multiple_of(2),
        Fence::Posts => (row + col).is_multiple_of(3),
        Fence::Pits => false,
    };
    if is_wall { Tile::Wall } else { Tile::Puzzle }
}

/// The part of a room to which a cell belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zone {
    /// Beyond the pits.
    Far,
    /// The pits.
    Band,
    /// Where the blocks lie.
    Yard,
    /// Around the yard.
    Ring,
    /// Everything else.
    Near,
}

/// The parts of a room. Cells are counted by rows from the wall beyond the pits, and by columns along it.
#[derive(Clone, Copy, Debug)]
struct Site {
    size: (u32, u32),
    /// The side of the wall beyond the pits.
    side: Direction,
    /// Number of rows beyond the pits.
    deep: u32,
    /// The length of the bridge.
    long: u32,
    /// The columns beyond the pits.
    far: (u32, u32),
    /// The columns of the yard.
    yard: (u32, u32),
    /// Number of rows of the yard.
    high: u32,
}

impl Site {
    /// Draws a site with all doors on the near side; none if it does not fit.
    fn draw(ground: &Ground, long: u32, stream: &mut Stream) -> Option<Self> {
        let size = ground.size();
        let side = *stream.pick(&Direction::ALL[..4])?;
        let [rows, cols] = inside(size, side);
        let deep = stream.between(1, 2) as u32;
        let high = stream.between(2, 4) as u32;
        let wide = stream.between(3, 6) as u32;
        if deep + long + high > rows || wide > cols {
            return None;
        }
        let whole = stream.chance(0.5);
        let part = (2 + stream.below(u64::from(cols / 2)) as u32).min(cols);
        let from = stream.below(u64::from(cols - part) + 1) as u32;
        let far = if whole { (0, cols) } else { (from, from + part) };
        // The yard lies before the far side.
        let low = (far.0 + 1).saturating_sub(wide);
        let most = (far.1 - 1).min(cols - wide);
        let left = low + stream.below(u64::from(most.checked_sub(low)?) + 1) as u32;
        let site = Self { size, side, deep, long, far, yard: (left, left + wide), high };
        let is_near = |spot: Spot| !matches!(site.zone(spot), Some(Zone::Far | Zone::Band));
        ground.mouths().iter().all(|mouth| is_near(mouth.spot)).then_some(site)
    }

    /// All cells within the walls, with their zones.
    fn zones(&self) -> impl Iterator<Item = (Spot, Zone)> + use<> {
        let (site, (rows, cols)) = (*self, self.size);
        let spots = (1..rows - 1).flat_map(move |row| (1..cols - 1).map(move |col| (row, col)));
        spots.filter_map(move |spot| Some((spot, site.zone(spot)?)))
    }

    /// The zone of a cell; none for the walls of the room.
    fn zone(&self, (row, col): Spot) -> Option<Zone> {
        let (rows, cols) = self.size;
        let (down, right) = (row.checked_sub(1)?, col.checked_sub(1)?);
        let (up, left) = ((rows - 2).checked_sub(row)?, (cols - 2).checked_sub(col)?);
        let (away, along) = match self.side {
            Direction::North => (down, right),
            Direction::South => (up, right),
            Direction::West => (right, down),
            _ => (left, down),
        };
        let within = |(from, to): (u32, u32), more: u32| {
            (from.saturating_sub(more)..to + more).contains(&along)
        };
        let edge = self.deep + self.long;
        Some(match away {
            _ if away < self.deep && within(self.far, 0) => Zone::Far,
            _ if away < edge && within(self.far, self.long) => Zone::Band,
            _ if (edge..edge + self.high).contains(&away) && within(self.yard, 0) => Zone::Yard,
            _ if (edge.saturating_sub(1)..=edge + self.high).contains(&away)
                && within(self.yard, 1) =>
            {
                Zone::Ring
            }
            _ => Zone::Near,
        })
    }
}

/// Number of rows and columns within the walls, as seen from a side.
fn inside((rows, cols): (u32, u32), side: Direction) -> [u32; 2] {
    let (rows, cols) = (rows.saturating_sub(2), cols.saturating_sub(2));
    match side {
        Direction::North | Direction::South => [rows, cols],
        _ => [cols, rows],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dungeon::tiling::arrangements::{WAYS, step};
    use crate::dungeon::tiling::ground::Mouth;
    use search::Seed;
    use std::collections::{BTreeMap, BTreeSet, VecDeque};

    fn room(rows: u32, cols: u32) -> Ground {
        let mut ground = Ground::walled(rows, cols);
        ground.door((0, cols / 2), Direction::North, Tile::DoorOpen, false);
        ground.door((rows / 2, cols - 1), Direction::East, Tile::DoorPuzzle, false);
        ground
    }

    fn stream(number: u64) -> Stream {
        Seed::new(number).unwrap().attempt(0).phase("bridge")
    }

    /// A player, the blocks, and the pits that are filled.
    type State = (Spot, BTreeSet<Spot>, BTreeSet<Spot>);

    /// The states of a room after each step of one cell, with the fewest pushes to each, written without regard to
    /// `arrange`.
    fn states(ground: &Ground, blocks: &BTreeSet<Spot>) -> BTreeMap<State, u32> {
        let start = (ground.mouths()[0].spot, blocks.clone(), BTreeSet::new());
        let mut pushes = BTreeMap::from([(start.clone(), 0)]);
        let mut waiting = VecDeque::from([start]);
        while let Some(state) = waiting.pop_front() {
            let ((player, blocks, filled), many) = (state.clone(), pushes[&state]);
            for way in WAYS {
                let (to, beyond) = (step(player, way), step(step(player, way), way));
                let tile = |at: Spot| match ground.tile(at) {
                    Tile::Block => Tile::Floor,
                    Tile::Pit if filled.contains(&at) => Tile::Floor,
                    tile => tile,
                };
                if !matches!(tile(to), Tile::Floor | Tile::Puzzle) {
                    continue;
                }
                let (mut blocks, mut filled, mut count) = (blocks.clone(), filled.clone(), many);
                if blocks.remove(&to) {
                    count += 1;
                    match tile(beyond) {
                        Tile::Floor if !blocks.contains(&beyond) => _ = blocks.insert(beyond),
                        Tile::Pit => _ = filled.insert(beyond),
                        _ => continue,
                    }
                }
                let next = (to, blocks, filled);
                if pushes.get(&next).is_none_or(|&known| count < known) {
                    pushes.insert(next.clone(), count);
                    if count == many {
                        waiting.push_front(next);
                    } else {
                        waiting.push_back(next);
                    }
                }
            }
        }
        pushes
    }

    /// The fewest pushes to a cell.
    fn pushes_to(states: &BTreeMap<State, u32>, cell: Spot) -> Option<u32> {
        states.iter().filter(|((player, ..), _)| *player == cell).map(|(_, &pushes)| pushes).min()
    }

    #[test]
    fn every_block_of_a_bridge_matters_and_every_door_is_regained() {
        let mut lengths = BTreeSet::new();
        for (number, family) in (0..8).zip(Family::ALL.into_iter().cycle()) {
            let mut ground = room(9, 11);
            let lever =
                place(&mut ground, family, Some(1 + number as usize % 2), &mut stream(number));
            let Some(lever) = lever else { continue };
            let blocks: BTreeSet<Spot> =
                ground.tiles().filter(|(_, tile)| *tile == Tile::Block).map(|(at, _)| at).collect();
            lengths.insert(blocks.len());
            let all = states(&ground, &blocks);
            assert!(pushes_to(&all, lever).unwrap() >= FEWEST, "{number}");
            for without in &blocks {
                let rest: BTreeSet<Spot> =
                    blocks.iter().copied().filter(|block| block != without).collect();
                assert_eq!(pushes_to(&states(&ground, &rest), lever), None, "{number}: removed");
                let mut walled = ground.clone();
                walled.set(*without, Tile::Wall);
                assert_eq!(pushes_to(&states(&walled, &rest), lever), None, "{number}: a wall");
            }
            // From every state each door is reached by a walk: without another push.
            let mut stood: BTreeMap<_, BTreeSet<Spot>> = BTreeMap::new();
            for (player, blocks, filled) in all.keys() {
                stood.entry((blocks, filled)).or_default().insert(*player);
            }
            for cells in stood.into_values() {
                let mut walked = vec![ground.mouths()[0].spot];
                let mut next = 0;
                while let Some(&at) = walked.get(next) {
                    next += 1;
                    let beside = WAYS.map(|way| step(at, way));
                    let new = beside.into_iter().filter(|to| cells.contains(to));
                    let new: Vec<Spot> = new.filter(|to| !walked.contains(to)).collect();
                    walked.extend(new);
                }
                assert!(cells.iter().all(|cell| walked.contains(cell)), "{number}");
                let is_reached = |mouth: &Mouth| walked.contains(&mouth.spot);
                assert!(ground.mouths().iter().all(is_reached), "{number}");
            }
            // Each pit is filled in some state, and nothing else of the band is a pit.
            let filled: BTreeSet<Spot> =
                all.keys().flat_map(|(.., filled)| filled).copied().collect();
            let pits = ground.tiles().filter(|(_, tile)| *tile == Tile::Pit).map(|(at, _)| at);
            assert_eq!(pits.collect::<BTreeSet<_>>(), filled, "{number}");
        }
        assert_eq!(lengths, BTreeSet::from([1, 2]));
    }

    #[test]
    fn most_rooms_of_the_usual_size_take_a_bridge_of_any_length() {
        for family in Family::ALL {
            let mut looks = BTreeSet::new();
            for number in 0..24 {
                let long = 1 + number % 3;
                let mut ground = room(11, 16);
                let lever = place(&mut ground, family, Some(long), &mut stream(number as u64));
                assert!(lever.is_some(), "{} {number}", family.name());
                let count = |wanted| ground.tiles().filter(|(_, tile)| *tile == wanted).count();
                assert_eq!(count(Tile::Block), long, "{} {number}", family.name());
                assert!(count(Tile::Pit) >= long, "{} {number}", family.name());
                looks.insert(ground.tiles().map(|(_, tile)| tile).collect::<Vec<_>>());
            }
            assert!(looks.len() >= 22, "{} {}", family.name(), looks.len());
        }
    }

    #[test]
    fn nothing_fits_into_a_room_that_is_too_small_or_has_a_door_on_every_side() {
        assert_eq!(place(&mut room(5, 5), Family::Tomb, Some(3), &mut stream(0)), None);
        assert_eq!(place(&mut room(11, 16), Family::Tomb, Some(4), &mut stream(0)), None);
        assert_eq!(place(&mut room(11, 16), Family::Tomb, Some(0), &mut stream(0)), None);
    }
}
