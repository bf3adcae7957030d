//! The categories of interiors: a table in a data file, with a generator and the usual bounds for each.
//!
//! Invariant: the table that is built in parses, and names are there once (held by the tests below).

use super::bounds::Bounds;
use crate::named::named;
use serde::{Deserialize, Serialize, Serializer};
use std::sync::OnceLock;

/// The table, as it is written.
const TABLE: &str = include_str!("../../data/categories.json");

named! {
    /// The generator of a layout.
    pub enum Generator {
        /// Cellular automaton caves.
        Cellular = "cellular",
        /// Rooms and corridors by binary space partition.
        Bsp = "bsp",
        /// A core with side rooms, level on level.
        Tower = "tower",
        /// Streets with houses along them.
        Settlement = "settlement",
        /// One room with a few at its sides.
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

/// The level by which a layout is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Enters {
    /// The highest.
    Top,
    /// The lowest.
    Bottom,
    /// Level 0, or the one nearest to it.
    Ground,
}

impl Enters {
    /// The level, within bounds.
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
    /// Naves run through a level, and what is beside them is chapels, joined to their nave alone.
    Halls,
    /// Chambers whose sides are between the two numbers of cells, with walls between them.
    Chambers(usize, usize),
}

/// A form: what halls are like, once a level is carved. Shares are between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// The walls.
    pub cut: Cut,
    /// True if the left side of a level is the same as the right.
    #[serde(default)]
    pub mirrored: bool,
    /// True if a nave runs along the axis of what is mirrored, from one end to the other.
    #[serde(default)]
    pub axis: bool,
    /// Of the cells with open ones all around, about the share that is solid: a pillar, or a court.
    #[serde(default)]
    pub pillars: f64,
    /// Of the other cells, the share that falls in, as far as the rest holds together.
    #[serde(default)]
    pub fallen: f64,
    /// Of the passages that the cut leaves open, the share that is walled up.
    #[serde(default)]
    pub walls: f64,
    /// Of the walls of the cut, the share that has a door, besides the doors that join what is apart.
    #[serde(default)]
    pub doors: f64,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// The generator of its layouts.
    pub generator: Generator,
    /// The level by which they are entered.
    pub enters: Enters,
    /// Of the cells beside a street, the share with a house on it.
    #[serde(default)]
    pub built: f64,
    /// The form of its halls, from `layout/3` on; none where neighbours are always joined.
    #[serde(default)]
    pub form: Option<Form>,
    /// True if its areas have puzzles where nobody says how many.
    #[serde(default)]
    pub puzzles: bool,
    side: i32,
    z: [i32; 2],
}

impl Category {
    /// The bounds where none are asked for.
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

/// A category that there is none of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", voice::unknown("category", name, categories().iter().map(|row| &row.name)))]
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

/// The category of a name, whose case does not matter.
///
/// # Errors
/// When there is none, with the names that there are.
pub fn category(name: &str) -> Result<&'static Category, UnknownCategory> {
    let is = |row: &&Category| row.name.eq_ignore_ascii_case(name);
    categories().iter().find(is).ok_or_else(|| UnknownCategory { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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
