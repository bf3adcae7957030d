//! Layouts and their parts: categories from a data file, each with a generator and the usual bounds; bounds; rooms with
//! kinds and directions.
//!
//! Invariant: the six numbers of bounds are inclusive. Bounds that pass [`Bounds::check`] are not empty and not larger
//! than [`MOST_CELLS`].
//!
//! Invariant: the table of categories parses and has unique names (verified by the tests below).

use crate::named::named;
use diagnostics::grouped;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::OnceLock;

/// An index into [`Layout::rooms`].
pub type RoomIndex = u32;

named! {
    /// The six directions in file order, each next to its opposite.
    pub enum Direction {
        /// Towards larger y.
        North = "north",
        /// Towards smaller y.
        South = "south",
        /// Towards larger x.
        East = "east",
        /// Towards smaller x.
        West = "west",
        /// Towards larger z.
        Up = "up",
        /// Towards smaller z.
        Down = "down",
    }
}

impl Direction {
    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// The coordinates one step further.
    #[must_use]
    pub const fn step(self, [x, y, z]: [i32; 3]) -> [i32; 3] {
        const STEPS: [[i32; 3]; 6] =
            [[0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]];
        let [east, north, up] = STEPS[self as usize];
        [x + east, y + north, z + up]
    }
}

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Directions(pub(super) u8);

impl Directions {
    /// True if a direction is in the set.
    #[must_use]
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// Number of directions.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if there is exactly one, as in a dead end.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// True if there are three or more, as in a corridor.
    #[must_use]
    pub const fn is_many(self) -> bool {
        let rest = self.0 & self.0.wrapping_sub(1);
        rest & rest.wrapping_sub(1) != 0
    }

    /// True if there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set with one more direction.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | 1 << direction as u8)
    }

    /// The set without one direction.
    #[must_use]
    pub const fn without(self, direction: Direction) -> Self {
        Self(self.0 & !(1 << direction as u8))
    }

    /// True if the set includes stairs.
    #[must_use]
    pub const fn has_stairs(self) -> bool {
        self.has(Direction::Up) || self.has(Direction::Down)
    }

    /// The directions in the order of [`Direction::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.has(direction))
    }
}

impl Serialize for Directions {
    /// A list of them.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        Self(directions.into_iter().fold(0, |set, direction| set | 1 << direction as u8))
    }
}

named! {
    /// The purpose of a room.
    pub enum RoomKind {
        /// The room where the layout is entered.
        Entry = "entry",
        /// Three or more connections.
        Corridor = "corridor",
        /// Any other room.
        Chamber = "chamber",
        /// The room of the boss.
        Boss = "boss_room",
        /// Holds a reward.
        Treasure = "treasure",
        /// Holds a puzzle.
        Puzzle = "puzzle",
    }
}

/// A room: one open cell of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Room {
    /// x, y and z.
    pub coords: [i32; 3],
    /// Its purpose.
    pub kind: RoomKind,
    /// Its connections.
    pub connections: Directions,
    /// True if the layout is entered here.
    pub entry: bool,
    /// Number of steps from the entry, along connections.
    pub distance: u32,
}

/// The rooms of an interior.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The category.
    pub category: &'static Category,
    /// The bounds.
    pub bounds: Bounds,
    /// Ordered by level, row and column, lowest first; exactly one is the entry.
    pub rooms: Vec<Room>,
}

impl Layout {
    /// The generator of the layout.
    #[must_use]
    pub fn generator(&self) -> Generator {
        self.category.generator
    }

    /// The index in `rooms` of the room at some coordinates.
    #[must_use]
    pub fn index(&self, [x, y, z]: [i32; 3]) -> Option<u32> {
        let key = |room: &Room| [room.coords[2], room.coords[1], room.coords[0]];
        self.rooms.binary_search_by_key(&[z, y, x], key).ok().map(|at| at as u32)
    }

    /// Number of passages.
    #[must_use]
    pub fn passages(&self) -> u32 {
        self.rooms.iter().map(|room| room.connections.len()).sum::<u32>() / 2
    }

    /// The index in `rooms` of the entry.
    #[must_use]
    pub fn entry(&self) -> u32 {
        self.rooms.iter().position(|room| room.entry).unwrap_or(0) as u32
    }
}

/// The maximum number of cells within bounds.
pub const MOST_CELLS: u64 = 1 << 22;
/// The largest absolute coordinate.
pub const FARTHEST: i32 = 1_000_000;

/// Six inclusive limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The western limit.
    pub min_x: i32,
    /// The eastern limit.
    pub max_x: i32,
    /// The southern limit.
    pub min_y: i32,
    /// The northern limit.
    pub max_y: i32,
    /// The lowest level.
    pub min_z: i32,
    /// The highest level.
    pub max_z: i32,
}

/// Bounds that are empty or too large.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoundsError {
    /// A lower limit above its upper limit.
    #[error("the bounds are inverted: min_{axis} {min} is above max_{axis} {max}")]
    Inverted {
        /// `x`, `y` or `z`.
        axis: char,
        /// The lower limit.
        min: i32,
        /// The upper limit.
        max: i32,
    },
    /// A coordinate too far from the origin.
    #[error("the bounds reach {0}; coordinates are from -{FARTHEST} to {FARTHEST}")]
    Far(i32),
    /// Too many cells.
    #[error("the bounds hold {} cells; at most {} are possible", grouped(*.0), grouped(MOST_CELLS))]
    Large(u64),
    /// Not six numbers.
    #[error("{:?} is not min_x,max_x,min_y,max_y,min_z,max_z, such as -3,3,-3,3,-2,0", diagnostics::short(.0))]
    Form(String),
}

impl Bounds {
    /// Bounds of `side` cells to each of the four sides of the origin, from level `low` to `high`.
    #[must_use]
    pub const fn around(side: i32, low: i32, high: i32) -> Self {
        let (min_x, max_x, min_y, max_y) = (-side, side, -side, side);
        Self { min_x, max_x, min_y, max_y, min_z: low, max_z: high }
    }

    /// The six numbers in order.
    #[must_use]
    pub const fn numbers(&self) -> [i32; 6] {
        [self.min_x, self.max_x, self.min_y, self.max_y, self.min_z, self.max_z]
    }

    /// Numbers of cells along x, y and z; 0 if inverted.
    #[must_use]
    pub fn size(&self) -> [u64; 3] {
        self.axes().map(|[min, max]| (i64::from(max) - i64::from(min) + 1).max(0) as u64)
    }

    /// The lower and the upper limit of x, y and z.
    fn axes(&self) -> [[i32; 2]; 3] {
        [[self.min_x, self.max_x], [self.min_y, self.max_y], [self.min_z, self.max_z]]
    }

    /// True if coordinates lie within the bounds.
    #[must_use]
    pub fn holds(&self, place: [i32; 3]) -> bool {
        self.axes().into_iter().zip(place).all(|([min, max], at)| (min..=max).contains(&at))
    }

    /// Checks that the bounds are neither empty nor too large.
    ///
    /// # Errors
    /// The violated limit.
    pub fn check(&self) -> Result<(), BoundsError> {
        for (axis, [min, max]) in ['x', 'y', 'z'].into_iter().zip(self.axes()) {
            if min > max {
                return Err(BoundsError::Inverted { axis, min, max });
            }
        }
        let far = self.numbers().into_iter().find(|n| n.unsigned_abs() > FARTHEST.unsigned_abs());
        if let Some(far) = far {
            return Err(BoundsError::Far(far));
        }
        let cells = self.size().into_iter().fold(1, u64::saturating_mul);
        if cells > MOST_CELLS { Err(BoundsError::Large(cells)) } else { Ok(()) }
    }
}

impl Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e, g] = self.numbers();
        write!(f, "{a},{b},{c},{d},{e},{g}")
    }
}

impl Serialize for Bounds {
    /// Its six numbers.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.numbers().serialize(serializer)
    }
}

impl From<[i32; 6]> for Bounds {
    fn from([min_x, max_x, min_y, max_y, min_z, max_z]: [i32; 6]) -> Self {
        Self { min_x, max_x, min_y, max_y, min_z, max_z }
    }
}

impl FromStr for Bounds {
    type Err = BoundsError;

    fn from_str(text: &str) -> Result<Self, BoundsError> {
        let numbers: Option<Vec<i32>> =
            text.split(',').map(|part| part.trim().parse().ok()).collect();
        let numbers = numbers.and_then(|numbers| <[i32; 6]>::try_from(numbers).ok());
        numbers.map(Self::from).ok_or_else(|| BoundsError::Form(text.to_owned()))
    }
}

/// The table of categories as JSON.
const TABLE: &str = include_str!("../../data/categories.json");

named! {
    /// The generator of a layout.
    pub enum Generator {
        /// Caves from a cellular automaton.
        Cellular = "cellular",
        /// Rooms and corridors from binary space partitioning.
        Bsp = "bsp",
        /// A core with side rooms on every level.
        Tower = "tower",
        /// Streets with houses along them.
        Settlement = "settlement",
        /// One room with a few side rooms.
        SingleRoom = "single_room",
    }
}

impl Generator {
    /// True if its layouts have a boss.
    #[must_use]
    pub const fn has_boss(self) -> bool {
        !matches!(self, Self::Settlement | Self::SingleRoom)
    }
}

/// The level on which a layout is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Enters {
    /// The highest.
    Top,
    /// The lowest.
    Bottom,
    /// Level 0, or the level nearest to it.
    Ground,
}

impl Enters {
    /// The level within bounds.
    #[must_use]
    pub fn level(self, bounds: &Bounds) -> i32 {
        match self {
            Self::Top => bounds.max_z,
            Self::Bottom => bounds.min_z,
            Self::Ground => 0.max(bounds.min_z).min(bounds.max_z),
        }
    }
}

/// The walls of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// None.
    Open,
    /// Naves through a level, with chapels beside them that are joined only to their nave.
    Halls,
    /// Chambers with sides between the two numbers of cells, separated by walls.
    Chambers(usize, usize),
}

/// A form: the structure of halls after a level is carved. Shares are between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// The walls.
    pub cut: Cut,
    /// True if the left and the right half of a level are symmetrical.
    #[serde(default)]
    pub mirrored: bool,
    /// True if a nave runs along the axis of a mirrored level from end to end.
    #[serde(default)]
    pub axis: bool,
    /// The approximate share of cells with open cells all around that become solid: a pillar or a court.
    #[serde(default)]
    pub pillars: f64,
    /// The share of other cells that collapse, as far as the rest stays connected.
    #[serde(default)]
    pub fallen: f64,
    /// The share of passages left open by the cut that are walled up.
    #[serde(default)]
    pub walls: f64,
    /// The share of walls of the cut with a door, besides the doors that join separate parts.
    #[serde(default)]
    pub doors: f64,
}

/// A category: a row of the table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// The generator of its layouts.
    pub generator: Generator,
    /// The level on which its layouts are entered.
    pub enters: Enters,
    /// The share of cells beside a street that have a house.
    #[serde(default)]
    pub built: f64,
    /// The form of its halls, since `layout/3`; none if neighbours are always joined.
    #[serde(default)]
    pub form: Option<Form>,
    /// True if its areas have puzzles by default.
    #[serde(default)]
    pub puzzles: bool,
    side: i32,
    z: [i32; 2],
}

impl Category {
    /// The default bounds.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds::around(self.side, self.z[0], self.z[1])
    }
}

impl Serialize for Category {
    /// Its name.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

/// The error for an unknown category.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", diagnostics::unknown("category", name, categories().iter().map(|row| &row.name)))]
#[non_exhaustive]
pub struct UnknownCategory {
    /// The name that was asked for.
    pub name: String,
}

/// All categories, in the order of the table.
#[must_use]
pub fn categories() -> &'static [Category] {
    static PARSED: OnceLock<Vec<Category>> = OnceLock::new();
    PARSED.get_or_init(|| serde_json::from_str(TABLE).unwrap_or_default())
}

/// The category with a name; case-insensitive.
///
/// # Errors
/// If there is none; lists the known names.
pub fn category(name: &str) -> Result<&'static Category, UnknownCategory> {
    let is = |row: &&Category| row.name.eq_ignore_ascii_case(name);
    categories().iter().find(is).ok_or_else(|| UnknownCategory { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_and_back() {
        for direction in Direction::ALL {
            assert_eq!(direction.opposite().step(direction.step([1, 2, 3])), [1, 2, 3]);
        }
        let some = Directions(0b10_0101);
        let names: Vec<_> = some.iter().map(Direction::name).collect();
        assert!(some.is_many() && !some.is_one() && Directions(4).is_one());
        assert!(!Directions(5).is_many() && !Directions(5).is_one() && !Directions(0).is_many());
        assert_eq!((names, some.len()), (vec!["north", "east", "down"], 3));
    }

    #[test]
    fn bounds_are_six_numbers() {
        let bounds: Bounds = "-3,3,-3,3,-2,0".parse().unwrap();
        assert_eq!(bounds, Bounds::around(3, -2, 0));
        assert_eq!(bounds.to_string(), "-3,3,-3,3,-2,0");
        assert_eq!(bounds.size(), [7, 7, 3]);
        assert!(bounds.holds([3, -3, -2]) && !bounds.holds([0, 0, 1]));
        for wrong in ["", "1,2", "1,2,3,4,5,6,7", "a,1,1,1,1,1", "1 2 3 4 5 6"] {
            assert!(matches!(wrong.parse::<Bounds>(), Err(BoundsError::Form(_))), "{wrong}");
        }
    }

    #[test]
    fn what_cannot_be_says_why() {
        let check = |text: &str, part: &str| {
            let said = text.parse::<Bounds>().unwrap().check().unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check("3,-3,0,0,0,0", "inverted: min_x 3 is above max_x -3");
        check("0,0,0,0,1,0", "min_z 1 is above max_z 0");
        check("0,2000000,0,0,0,0", "coordinates are from -1000000 to 1000000");
        check("0,9999,0,9999,0,0", "100,000,000 cells");
        assert_eq!(Bounds::around(0, 0, 0).check(), Ok(()));
    }

    #[test]
    fn the_table_is_sound() {
        let table: Vec<Category> = serde_json::from_str(TABLE).unwrap();
        assert_eq!(table.len(), 24);
        let names: BTreeSet<&str> = table.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names.len(), table.len());
        for row in &table {
            assert_eq!(row.bounds().check(), Ok(()), "{}", row.name);
            assert_eq!(row.built > 0.0, row.generator == Generator::Settlement, "{}", row.name);
            assert_eq!(row.form.is_some(), row.generator == Generator::Bsp, "{}", row.name);
            if let Some(Form { cut, pillars, fallen, walls, doors, .. }) = row.form {
                assert!([pillars, fallen, walls, doors].iter().all(|p| (0.0..1.0).contains(p)));
                assert!(
                    !matches!(cut, Cut::Chambers(least, most) if least == 0 || most < 2 * least - 1)
                );
            }
            assert!(row.built <= 1.0 && row.name.bytes().all(|b| b.is_ascii_lowercase()));
        }
    }

    #[test]
    fn the_usual_bounds() {
        let check = |name: &str, generator: &str, bounds: &str| {
            let found = category(name).unwrap();
            assert_eq!(
                (found.generator.name(), found.bounds().to_string().as_str()),
                (generator, bounds)
            );
        };
        check("cave", "cellular", "-3,3,-3,3,-2,0");
        check("mine", "cellular", "-3,3,-3,3,-3,0");
        check("temple", "bsp", "-5,5,-5,5,-2,1");
        check("tomb", "bsp", "-3,3,-3,3,-2,0");
        check("tower", "tower", "-2,2,-2,2,0,4");
        check("camp", "settlement", "-5,5,-5,5,0,0");
        check("inn", "single_room", "-1,1,-1,1,0,0");
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let said = category("castle").unwrap_err().to_string();
        assert!(said.contains("castle") && said.contains("cave, mine, dungeon"), "{said}");
        assert!(said.ends_with("overlook"), "{said}");
    }
}
