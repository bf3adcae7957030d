//! Families of places: categories whose rooms are furnished alike.

use crate::named::named;

named! {
    /// A family of places.
    pub enum Family {
        /// Organic caves.
        Cave = "cave",
        /// Galleries with pillars of ore.
        Mine = "mine",
        /// Inner walls, cells, halls of arms.
        Fortress = "fortress",
        /// Colonnades about both axes.
        Temple = "temple",
        /// Rows of graves, and pits.
        Tomb = "tomb",
        /// Round rooms with cut corners.
        Tower = "tower",
        /// Houses with lanes between them.
        Settlement = "settlement",
        /// Furniture along the walls, tables and rugs.
        House = "house",
        /// Trees and ponds.
        Wild = "wild",
        /// Pools that mirror, and wet floors.
        Shrine = "shrine",
    }
}

/// The family of each category.
const CATEGORIES: [(&str, Family); 24] = [
    ("cave", Family::Cave),
    ("mine", Family::Mine),
    ("dungeon", Family::Fortress),
    ("ruins", Family::Fortress),
    ("temple", Family::Temple),
    ("monastery", Family::Temple),
    ("tomb", Family::Tomb),
    ("crypt", Family::Tomb),
    ("shrine", Family::Shrine),
    ("tower", Family::Tower),
    ("town", Family::Settlement),
    ("village", Family::Settlement),
    ("city", Family::Settlement),
    ("settlement", Family::Settlement),
    ("outpost", Family::Settlement),
    ("camp", Family::Settlement),
    ("tavern", Family::House),
    ("shop", Family::House),
    ("inn", Family::House),
    ("grove", Family::Wild),
    ("waystation", Family::Wild),
    ("campsite", Family::Wild),
    ("hollow", Family::Wild),
    ("overlook", Family::Wild),
];

impl Family {
    /// The family of a category, by the category's name; none of an unknown one.
    #[must_use]
    pub fn of(category: &str) -> Option<Self> {
        CATEGORIES.iter().find(|(name, _)| *name == category).map(|&(_, family)| family)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::category::categories;
    use std::collections::BTreeSet;

    #[test]
    fn every_category_has_a_family_and_every_family_a_category() {
        let families: BTreeSet<Option<Family>> =
            categories().iter().map(|row| Family::of(&row.name)).collect();
        assert_eq!(families, Family::ALL.into_iter().map(Some).collect());
        assert_eq!(categories().len(), CATEGORIES.len());
        assert_eq!(Family::of("castle"), None);
    }
}
