//! The files of the families.
//!
//! Invariant: every file can be read (held by the tests of the texts).

use super::data::Texts;
use crate::designed::rooms::Family;
use std::sync::OnceLock;

/// The file of a family.
pub(super) const fn file(family: Family) -> &'static str {
    match family {
        Family::Cave => include_str!("../../../data/texts/cave.json"),
        Family::Mine => include_str!("../../../data/texts/mine.json"),
        Family::Fortress => include_str!("../../../data/texts/fortress.json"),
        Family::Temple => include_str!("../../../data/texts/temple.json"),
        Family::Tomb => include_str!("../../../data/texts/tomb.json"),
        Family::Tower => include_str!("../../../data/texts/tower.json"),
        Family::Settlement => include_str!("../../../data/texts/settlement.json"),
        Family::House => include_str!("../../../data/texts/house.json"),
        Family::Wild => include_str!("../../../data/texts/wild.json"),
        Family::Shrine => include_str!("../../../data/texts/shrine.json"),
    }
}

impl Texts {
    /// The phrases of a family.
    #[must_use]
    pub fn of(family: Family) -> &'static Self {
        static READ: [OnceLock<Texts>; Family::ALL.len()] =
            [const { OnceLock::new() }; Family::ALL.len()];
        READ[family as usize].get_or_init(|| serde_json::from_str(file(family)).unwrap_or_default())
    }
}
