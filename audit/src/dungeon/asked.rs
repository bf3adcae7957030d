//! The requests that are sent to the program: every category in both key styles on one floor and two.

use crate::category::{Style, categories};

/// Everything that decides what a dungeon must be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) category: &'static str,
    pub(crate) generator: &'static str,
    pub(crate) style: Style,
    pub(crate) floors: i64,
}

/// One for each row of the table.
pub(crate) fn rows() -> impl Iterator<Item = Asked> {
    let styles = [Style::Named, Style::Small].into_iter();
    let kinds = styles.flat_map(|style| [1, 2].map(|floors| (style, floors)));
    categories().flat_map(move |(category, generator)| {
        kinds.clone().map(move |(style, floors)| Asked { category, generator, style, floors })
    })
}

impl Asked {
    /// The name of the row.
    pub(crate) fn name(&self) -> String {
        format!("{} {} {}", self.category, self.style.word(), self.floors)
    }

    /// The arguments of the program but for the seeds.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let (category, style, floors) = (self.category, self.style.word(), self.floors);
        let text = format!(
            "dungeon --style plain --category {category} --key-style {style} --floors {floors}"
        );
        text.split(' ').map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_in_both_styles_on_one_floor_and_two() {
        let names: Vec<String> = rows().map(|row| row.name()).collect();
        assert_eq!(names.len(), 24 * 4);
        assert_eq!(names[..2], ["cave named 1", "cave named 2"]);
        let words = rows().last().map(|row| row.arguments().join(" "));
        let expected = "dungeon --style plain --category overlook --key-style small --floors 2";
        assert_eq!(words.as_deref(), Some(expected));
    }
}
