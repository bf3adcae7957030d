//! The categories of places that the rows of a corpus go through, one after another.

use crate::row::Value;
use dungeon::designed::rooms::Family;
use dungeon::layout::{UnknownCategory, categories, category};

/// Every category in turn.
pub(crate) const ALL: &str = "all";
/// Every family in turn, and of a family its categories in turn: as many of one family as of another.
pub(crate) const FAMILIES: &str = "families";

/// The names of a cycle of categories: those of some names, each a category or one of the two words for many.
///
/// # Errors
/// A name that is none.
pub(crate) fn cycle(names: &[String]) -> Result<Vec<&'static str>, UnknownCategory> {
    let mut cycle = Vec::new();
    for name in names {
        match name.as_str() {
            ALL => cycle.extend(categories().iter().map(|row| row.name.as_str())),
            FAMILIES => cycle.extend(families()),
            name => cycle.push(category(name)?.name.as_str()),
        }
    }
    Ok(cycle)
}

/// The values of the columns of a category and its family.
pub(crate) fn told(category: &str) -> [Value; 2] {
    let family = Family::of(category).map_or("", Family::name);
    [category, family].map(Value::from)
}

/// Families in turn, until each has come to its first category again at once.
fn families() -> impl Iterator<Item = &'static str> {
    let of = |family: Family| {
        let rows = categories().iter().filter(move |row| Family::of(&row.name) == Some(family));
        rows.map(|row| row.name.as_str()).collect::<Vec<_>>()
    };
    let families = Family::ALL.map(of);
    let rounds = families.iter().map(Vec::len).fold(1, least_common_multiple);
    (0..rounds).flat_map(move |round| {
        let one = |family: &Vec<&'static str>| family.get(round % family.len().max(1)).copied();
        families.iter().filter_map(one).collect::<Vec<_>>()
    })
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a / x.max(1) * b
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn names(given: &[&str]) -> Vec<&'static str> {
        cycle(&given.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn families_come_equally_often_and_so_do_the_categories_of_each() {
        let cycle = names(&[FAMILIES]);
        assert_eq!(cycle[..10].iter().collect::<std::collections::BTreeSet<_>>().len(), 10);
        let (mut of_family, mut of_category) = (BTreeMap::new(), BTreeMap::new());
        for name in &cycle {
            let family = Family::of(name).unwrap().name();
            *of_family.entry(family).or_insert(0) += 1;
            *of_category.entry((family, *name)).or_insert(0) += 1;
        }
        assert_eq!(of_family.len(), Family::ALL.len());
        assert!(of_family.values().all(|&n| n * Family::ALL.len() == cycle.len()));
        for (family, name) in of_category.keys() {
            let alike: Vec<i32> =
                of_category.iter().filter(|((f, _), _)| f == family).map(|(_, n)| *n).collect();
            assert!(alike.iter().all(|n| *n == alike[0]), "{name}: {alike:?}");
        }
        assert_eq!(of_category.len(), categories().len());
    }

    #[test]
    fn names_stand_for_themselves() {
        assert_eq!(names(&["cave", "temple", "cave"]), ["cave", "temple", "cave"]);
        assert_eq!(names(&[ALL]).len(), categories().len());
        assert!(cycle(&["castle".to_owned()]).is_err());
    }
}
