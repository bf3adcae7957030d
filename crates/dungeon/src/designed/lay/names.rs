//! Names that a plan's things have in a level, and the cells of a room.

use crate::designed::plan::{Plan, Thing};
use crate::designed::texts;

/// Cells of a room, by row and column from its upper left corner.
pub type Spot = (u32, u32);

/// The name of a key.
#[must_use]
pub fn key_name(key: usize) -> String {
    match u8::try_from(key) {
        Ok(key) if key < 26 => char::from(b'A' + key).to_string(),
        _ => format!("key {key}"),
    }
}

/// The name of the symbol that opens a portcullis.
pub(crate) fn plate_name(plate: usize) -> String {
    format!("stones {}", plate + 1)
}

/// The name of the symbol that a thing gives; `None` for things that are tiles.
pub(crate) fn symbol(plan: &Plan, thing: Thing) -> Option<String> {
    match thing {
        Thing::Key(key) => Some(key_name(key)),
        Thing::Treasure(treasure) => {
            let name = plan.treasure_names.get(treasure);
            let number = || (treasure + 1).to_string();
            Some(format!("treasure:{}", name.map_or_else(number, |name| texts::symbol(name))))
        }
        Thing::Solution(puzzle) => Some(format!("puzzle:{}", puzzle + 1)),
        Thing::Item | Thing::Bombs | Thing::SmallKey | Thing::Switch(_) => None,
    }
}
