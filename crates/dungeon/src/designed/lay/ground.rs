//! The tiles of one room while it is laid, and the cells before its doors.

use super::names::Spot;
use crate::layout::Direction;
use level::Tile;

/// The tiles of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    rows: u32,
    cols: u32,
    tiles: Vec<Tile>,
    /// The cells before the doors.
    mouths: Vec<Mouth>,
}

/// The cell before a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mouth {
    /// The cell.
    pub(super) spot: Spot,
    /// True if only water leads there.
    pub(super) beyond_water: bool,
}

impl Ground {
    /// Four walls around floor.
    pub(super) fn walled(rows: u32, cols: u32) -> Self {
        let size = (rows * cols) as usize;
        let mut ground = Self { rows, cols, tiles: vec![Tile::Wall; size], mouths: Vec::new() };
        for row in 1..rows - 1 {
            for col in 1..cols - 1 {
                ground.set((row, col), Tile::Floor);
            }
        }
        ground
    }

    /// Makes a rectangle wall.
    pub(super) fn wall_up(&mut self, (top, left): Spot, (high, wide): (u32, u32)) {
        for row in top..top + high {
            for col in left..left + wide {
                self.set((row, col), Tile::Wall);
            }
        }
    }

    /// Numbers of rows and columns.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.rows, self.cols)
    }

    /// All cells with their tiles.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (Spot, Tile)> + '_ {
        self.spots().zip(self.tiles.iter().copied())
    }

    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    fn index(&self, (row, col): Spot) -> Option<usize> {
        (row < self.rows && col < self.cols).then(|| (row * self.cols + col) as usize)
    }

    /// The tile of a cell; a wall outside.
    pub(super) fn tile(&self, spot: Spot) -> Tile {
        self.index(spot).map_or(Tile::Wall, |at| self.tiles[at])
    }

    /// Lays a tile.
    pub(super) fn set(&mut self, spot: Spot, tile: Tile) {
        if let Some(at) = self.index(spot) {
            self.tiles[at] = tile;
        }
    }

    /// The cells before the doors.
    pub(super) fn mouths(&self) -> &[Mouth] {
        &self.mouths
    }

    /// Cuts a door. `beyond_water` is true of one that only the key item leads to.
    pub(super) fn door(
        &mut self,
        spot: Spot,
        direction: Direction,
        tile: Tile,
        beyond_water: bool,
    ) {
        self.set(spot, tile);
        self.mouths.push(Mouth { spot: inwards(spot, direction), beyond_water });
    }

    /// Lays water before the doors that only the key item leads to: as much as leaves all other doors and what is held in
    /// one piece. False where a single cell would be too much.
    pub(super) fn moats(&mut self, held: &[Spot]) -> bool {
        let beyond: Vec<Spot> =
            self.mouths.iter().filter(|mouth| mouth.beyond_water).map(|mouth| mouth.spot).collect();
        beyond.into_iter().all(|mouth| {
            let (row, col) = mouth;
            let around = (row - 1..=row + 1).flat_map(|r| (col - 1..=col + 1).map(move |c| (r, c)));
            let around: Vec<Spot> = around
                .filter(|&spot| self.tile(spot) == Tile::Floor && !held.contains(&spot))
                .filter(|&spot| self.mouths.iter().all(|mouth| mouth.spot != spot))
                .collect();
            self.set(mouth, Tile::Element);
            for &spot in &around {
                self.set(spot, Tile::Element);
            }
            if !self.connects(held) {
                for spot in around {
                    self.set(spot, Tile::Floor);
                }
            }
            self.connects(held)
        })
    }

    /// The cell nearest to one, itself if it will do, where a goal stands in nobody's way who goes from door to door:
    /// floor on which nothing is held. None where each cell would.
    pub(super) fn aside(&self, from: Spot, held: &[Spot]) -> Option<Spot> {
        let steps = |&(row, col): &Spot| row.abs_diff(from.0) + col.abs_diff(from.1);
        let is_free =
            |spot: &Spot| *spot == from || self.tile(*spot) == Tile::Floor && !held.contains(spot);
        let mut free: Vec<Spot> = self.spots().filter(is_free).collect();
        free.sort_by_key(steps);
        free.into_iter().find(|&spot| self.passes_by(spot))
    }

    /// True if each door leads to each other without a cell, whatever may be crossed.
    fn passes_by(&self, without: Spot) -> bool {
        let mut mouths = self.mouths.iter().map(|mouth| mouth.spot);
        let open = |spot| spot != without && !matches!(self.tile(spot), Tile::Wall | Tile::Void);
        let Some(first) = mouths.next() else { return true };
        let seen = self.flood(first, open);
        self.mouths.len() == 1 || first != without && mouths.all(|spot| seen.contains(&spot))
    }

    /// True if whoever crosses no water comes from each door that is not beyond water to each other, and to what is held.
    fn connects(&self, held: &[Spot]) -> bool {
        let doors = self.mouths.iter().filter(|mouth| !mouth.beyond_water).map(|mouth| mouth.spot);
        let mut wanted = doors.chain(held.iter().copied());
        let Some(first) = wanted.next() else { return true };
        let seen = self.flood(first, |spot| self.tile(spot).is_always_walkable());
        wanted.all(|spot| seen.contains(&spot))
    }

    /// The cells within the walls that are reached from one over what is open.
    fn flood(&self, first: Spot, open: impl Fn(Spot) -> bool) -> Vec<Spot> {
        let mut seen = vec![first];
        let mut next = 0;
        while let Some(&(row, col)) = seen.get(next) {
            next += 1;
            for to in [(row, col + 1), (row, col - 1), (row + 1, col), (row - 1, col)] {
                let door = to.0 == 0 || to.1 == 0 || to.0 + 1 == self.rows || to.1 + 1 == self.cols;
                if !door && open(to) && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        seen
    }
}

/// The cell before a door, inside the room.
pub(super) fn inwards((row, col): Spot, direction: Direction) -> Spot {
    match direction {
        Direction::North => (row + 1, col),
        Direction::South => (row.saturating_sub(1), col),
        Direction::West => (row, col + 1),
        Direction::East => (row, col.saturating_sub(1)),
        Direction::Up | Direction::Down => (row, col),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room of drawn rows: `#` is wall, `.` floor, `~` water; the cells before doors are told.
    fn room(rows: &[&str], mouths: &[Spot]) -> Ground {
        let mut ground = Ground::walled(rows.len() as u32, rows[0].len() as u32);
        for (row, line) in (0..).zip(rows) {
            for (col, c) in (0..).zip(line.chars()) {
                let tile = match c {
                    '#' => Tile::Wall,
                    '~' => Tile::Element,
                    _ => Tile::Floor,
                };
                ground.set((row, col), tile);
            }
        }
        ground.mouths.extend(mouths.iter().map(|&spot| Mouth { spot, beyond_water: false }));
        ground
    }

    #[test]
    fn a_winding_way_connects_whichever_end_it_is_walked_from() {
        // Left, right, up and down are all needed, from either end.
        let rows = [
            "#######", "#.#...#", "#.#.#.#", "#...#.#", "#####.#", "#...#.#", "#.#...#", "#.#####",
            "#######",
        ];
        for (from, to) in [((1, 1), (7, 1)), ((7, 1), (1, 1))] {
            let ground = room(&rows, &[from]);
            assert!(ground.connects(&[to]), "{from:?}");
            let all = ground.flood(from, |spot| ground.tile(spot) == Tile::Floor);
            assert_eq!(all.len(), 21, "{from:?}");
        }
        let cut = [
            "#######", "#.#...#", "#.#.#.#", "#...#~#", "#####.#", "#...#.#", "#.#...#", "#.#####",
            "#######",
        ];
        assert!(!room(&cut, &[(1, 1)]).connects(&[(7, 1)]));
    }

    /// The rows of a room as they are drawn.
    fn drawn(ground: &Ground) -> Vec<String> {
        let glyph = |col, row| match ground.tile((row, col)) {
            Tile::Wall => '#',
            Tile::Element => '~',
            _ => '.',
        };
        (0..ground.rows).map(|row| (0..ground.cols).map(|col| glyph(col, row)).collect()).collect()
    }

    #[test]
    fn a_moat_takes_what_others_do_not_need() {
        let rows = ["#######", "#.....#", "#.....#", "#.....#", "#######"];
        let moat = |mouths: &[Spot], held: &[Spot]| {
            let mut ground = room(&rows, mouths);
            ground.mouths.push(Mouth { spot: (1, 3), beyond_water: true });
            (ground.moats(held), drawn(&ground))
        };
        let open = ["#######", "#.~~~.#", "#.~~~.#", "#.....#", "#######"].map(String::from);
        assert_eq!(moat(&[(3, 1)], &[(3, 5)]), (true, open.to_vec()));
        // What is held stays dry, and what lies around the cell of another door as well.
        let held = ["#######", "#.~~~.#", "#.~.~.#", "#.....#", "#######"].map(String::from);
        assert_eq!(moat(&[(3, 1)], &[(2, 3)]), (true, held.to_vec()));
        assert_eq!(moat(&[(3, 1), (2, 3)], &[]), (true, held.to_vec()));
        // A narrow way is left to those who walk it: the cell alone is wet.
        let mut narrow = room(&["#######", "#.....#", "###.###", "#######"], &[(1, 1)]);
        narrow.mouths.push(Mouth { spot: (2, 3), beyond_water: true });
        assert!(narrow.moats(&[(1, 5)]));
        assert_eq!(drawn(&narrow), ["#######", "#.....#", "###~###", "#######"]);
        // A cell that others must pass cannot be water.
        let mut shut = room(&["#######", "#.....#", "#######"], &[(1, 1)]);
        shut.mouths.push(Mouth { spot: (1, 3), beyond_water: true });
        assert!(!shut.moats(&[(1, 5)]));
    }

    #[test]
    fn a_goal_stands_in_nobodys_way() {
        let rows = ["#######", "#.....#", "###.###", "#.....#", "#######"];
        let ground = room(&rows, &[(1, 1), (3, 5)]);
        // Both doors are joined through the middle: the nearest cells beside the way are the two dead ends.
        assert_eq!(ground.aside((2, 3), &[]), Some((1, 4)));
        assert_eq!(ground.aside((2, 3), &[(1, 4)]), Some((3, 2)));
        assert_eq!(ground.aside((1, 5), &[]), Some((1, 5)));
        assert!(!ground.passes_by((1, 1)), "a door itself");
        // With one door there is no way from door to door.
        assert_eq!(room(&rows, &[(1, 1)]).aside((2, 3), &[]), Some((2, 3)));
        let corridor = room(&["#####", "#...#", "#####"], &[(1, 1), (1, 3)]);
        assert_eq!(corridor.aside((1, 2), &[]), None);
    }
}
