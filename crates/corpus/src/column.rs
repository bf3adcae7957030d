//! The columns of a corpus.

use level::survey;

/// A column: its name, and what stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The form of its values.
    pub form: Form,
}

/// The form of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text that differs from row to row.
    Text,
    /// Text of which few are different, such as names.
    Name,
    /// Whole numbers.
    Whole,
    /// Numbers.
    Number,
    /// Yes or no.
    YesNo,
}

impl Column {
    fn new(name: impl Into<String>, form: Form) -> Self {
        Self { name: name.into(), form }
    }
}

/// The columns that every kind begins with.
fn first() -> Vec<Column> {
    vec![
        Column::new("seed", Form::Whole),
        Column::new("attempt", Form::Whole),
        Column::new("request", Form::Name),
        Column::new("nothing", Form::Text),
    ]
}

/// The columns of a rating, by the names of its parts.
fn rating(parts: impl IntoIterator<Item = &'static str>) -> impl Iterator<Item = Column> {
    let sure = Column::new("rating_sure", Form::YesNo);
    let of = |name| Column::new(format!("rating_{name}"), Form::Number);
    [sure].into_iter().chain(parts.into_iter().map(of))
}

/// The columns of what is judged as a level; `category` if its place has one, `bare` if the level stands beside the JSON.
pub(crate) fn of_levels(category: bool, bare: bool) -> Vec<Column> {
    let mut columns = first();
    if category {
        columns.push(Column::new("category", Form::Name));
        columns.push(Column::new("family", Form::Name));
    }
    columns.extend(
        [
            ("winnable", Form::YesNo),
            ("unlosable", Form::YesNo),
            ("cheapest", Form::YesNo),
            ("cost", Form::Number),
        ]
        .map(|(name, form)| Column::new(name, form)),
    );
    let measures = survey::Column::all();
    columns.extend(measures.into_iter().map(|column| Column::new(column.name(), Form::Number)));
    columns.extend(rating(level::rate::Part::ALL.map(level::rate::Part::name)));
    columns.push(Column::new("claims", Form::Text));
    columns.push(Column::new("json", Form::Text));
    if bare {
        columns.push(Column::new("level", Form::Text));
    }
    columns
}

/// The columns of riddles.
pub(crate) fn of_riddles() -> Vec<Column> {
    let mut columns = first();
    columns.extend(
        [
            ("locale", Form::Name),
            ("unique", Form::YesNo),
            ("answer", Form::Text),
            ("plays", Form::Whole),
            ("best_score", Form::Whole),
            ("second_score", Form::Whole),
            ("average_score", Form::Number),
            ("spread", Form::Number),
            ("tiles_laid", Form::Whole),
            ("bingo", Form::YesNo),
            ("rank", Form::Number),
            ("difficulty", Form::Number),
        ]
        .map(|(name, form)| Column::new(name, form)),
    );
    use crossword::riddle::Part;
    columns.extend(rating(Part::ALL.map(Part::name)));
    columns.push(Column::new("json", Form::Text));
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_columns_have_one_name() {
        for columns in [of_levels(true, true), of_riddles()] {
            let names: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            assert_eq!(names.len(), columns.len());
        }
    }
}
