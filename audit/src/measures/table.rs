//! The table: a line for each row, with the figure of a set of dungeons and what it is held against.

use super::count::Counted;
use super::rows::{EXCUSED, NEVER_NONE, OF_FEWER_ROOMS, ROWS, Row, Told};
use crate::sheet::align;

/// The measure that a set of dungeons is held against.
pub(crate) enum Against<'a> {
    /// The figures that the description has for the corpus.
    Corpus,
    /// The figures to be reached by dungeons of a category with a number of rooms.
    Reach { category: &'a str, rooms: u64 },
}

/// Median or sum over dungeons, and the range of their values.
struct Figure {
    value: f64,
    least: f64,
    most: f64,
}

/// The table of a set of dungeons, and the number of its rows that miss.
pub(crate) fn table(all: &[Counted], against: &Against<'_>) -> (String, usize) {
    let last = match against {
        Against::Corpus => "as described",
        Against::Reach { .. } => "to reach",
    };
    let mut lines =
        vec![["row", "told by", "figure", "least", "most", last, ""].map(str::to_owned).to_vec()];
    let mut missed = 0;
    for row in &ROWS {
        let figure = figure(row, all);
        let verdict = verdict(row, figure.as_ref(), against);
        missed += usize::from(verdict == "MISSED");
        let told = match row.told {
            Told::Median => "median",
            Told::Pooled => "pooled",
        };
        let numbers = figure.map(|figure| [figure.value, figure.least, figure.most]);
        let numbers =
            numbers.map_or_else(|| ["-"; 3].map(str::to_owned), |n| n.map(|n| number(row, n)));
        let held_against = match against {
            Against::Corpus => row.corpus.to_owned(),
            Against::Reach { .. } => reach(row),
        };
        let words = [row.name, told].map(str::to_owned);
        lines.push([&words[..], &numbers, &[held_against, verdict.to_owned()]].concat());
    }
    (align(&lines), missed)
}

/// The table of several sets of dungeons with so many rooms, a column each: a figure that misses what is to be
/// reached has a `!`. And the number of those.
pub(crate) fn side_by_side(sets: &[(&str, Vec<Counted>)], rooms: u64) -> (String, usize) {
    let names = sets.iter().map(|(category, _)| (*category).to_owned());
    let heads = ["row", "to reach"].map(str::to_owned).into_iter();
    let mut lines = vec![heads.chain(names).collect::<Vec<_>>()];
    let mut missed = 0;
    for row in &ROWS {
        let mut line = vec![row.name.to_owned(), reach(row)];
        for (category, all) in sets {
            let figure = figure(row, all);
            let verdict = verdict(row, figure.as_ref(), &Against::Reach { category, rooms });
            missed += usize::from(verdict == "MISSED");
            let mark = match verdict {
                "MISSED" => "!",
                "told only" => "?",
                _ => "",
            };
            let value = figure.map_or("-".to_owned(), |figure| number(row, figure.value));
            line.push(format!("{value}{mark}"));
        }
        lines.push(line);
    }
    let dungeons = sets.iter().map(|(_, all)| all.len().to_string());
    lines.push(["dungeons", ""].map(str::to_owned).into_iter().chain(dungeons).collect());
    (align(&lines), missed)
}

/// The figure of a row; none where no dungeon counts anything.
fn figure(row: &Row, all: &[Counted]) -> Option<Figure> {
    let mut values: Vec<f64> = all.iter().filter_map(|counted| counted.value(row.name)).collect();
    values.sort_by(f64::total_cmp);
    let (least, most) = (*values.first()?, *values.last()?);
    let value = match row.told {
        Told::Median => f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2]),
        Told::Pooled => {
            let shares = all.iter().map(|counted| counted.share(row.name));
            let sum = shares.fold((0.0, 0.0), |sum, share| (sum.0 + share.0, sum.1 + share.1));
            row.scale * sum.0 / sum.1
        }
    };
    Some(Figure { value, least, most })
}

/// A verdict on a figure.
fn verdict(row: &Row, figure: Option<&Figure>, against: &Against<'_>) -> &'static str {
    let holds = match against {
        Against::Reach { category, rooms } => {
            let fewer = *rooms > OF_FEWER_ROOMS.0 && OF_FEWER_ROOMS.1.contains(&row.name);
            let excused = |(name, of): &(&str, &[&str])| *name == row.name && of.contains(category);
            if fewer || EXCUSED.iter().any(excused) {
                return "told only";
            }
            figure.is_some_and(|figure| {
                let [least, most] = row.reach;
                let never = row.name == NEVER_NONE && figure.least == 0.0;
                (least..=most).contains(&figure.value) && !never
            })
        }
        Against::Corpus => figure.is_some_and(|figure| as_described(row, figure) == row.corpus),
    };
    if holds { "ok" } else { "MISSED" }
}

/// A number of a row, as it is printed.
fn number(row: &Row, number: f64) -> String {
    if row.scale == 1.0 { format!("{number:.2}") } else { format!("{number:.0}") }
}

/// A figure in the words of the description: with its range if it is a median.
fn as_described(row: &Row, figure: &Figure) -> String {
    let [value, least, most] = [figure.value, figure.least, figure.most].map(|n| number(row, n));
    match row.told {
        Told::Median => format!("{value} ({least}-{most})"),
        Told::Pooled => value,
    }
}

/// The bounds of a row in words.
fn reach(row: &Row) -> String {
    let [least, most] = row.reach;
    let never = if row.name == NEVER_NONE { ", never 0" } else { "" };
    match (least > 0.0, most.is_finite()) {
        (true, true) => format!("{} to {}", number(row, least), number(row, most)),
        (false, _) => format!("at most {}", number(row, most)),
        (true, false) => format!("at least {}{never}", number(row, least)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAVE: Against<'_> = Against::Reach { category: "cave", rooms: 70 };

    #[test]
    fn medians_lie_between_the_middle_two_and_sums_weigh_by_size() {
        let of = |share| Counted::of(&[("cycles", share), ("keys", share)]);
        let all =
            [of((1.0, 10.0)), of((3.0, 10.0)), of((0.0, 0.0)), of((2.0, 5.0)), of((0.0, 25.0))];
        let figures = |name: &str| {
            let row = ROWS.iter().find(|row| row.name == name).unwrap();
            let Figure { value, least, most } = figure(row, &all).unwrap();
            (
                format!("{value:.3} {least:.3} {most:.3}"),
                verdict(row, figure(row, &all).as_ref(), &CAVE),
            )
        };
        // The median would do, but in one dungeon there is no cycle.
        assert_eq!(figures("cycles"), ("0.200 0.000 0.400".to_owned(), "MISSED"));
        assert_eq!(figures("keys"), ("12.000 0.000 40.000".to_owned(), "told only"));
    }

    #[test]
    fn sets_stand_side_by_side_with_what_they_miss() {
        let of = |cycles, enemies| vec![Counted::of(&[("cycles", cycles), ("enemies", enemies)])];
        let sets =
            [("dungeon", of((2.0, 10.0), (1.0, 10.0))), ("tavern", of((0.0, 10.0), (1.0, 10.0)))];
        let (text, missed) = side_by_side(&sets, 24);
        let line = |name: &str| -> Vec<&str> {
            let line = text.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
            line.split_whitespace().rev().take(2).collect()
        };
        assert_eq!(line("cycles"), ["0.00!", "0.20"], "{text}");
        // Nobody asks for enemies in a house.
        assert_eq!(line("enemies"), ["0.10?", "0.10!"], "{text}");
        assert_eq!(missed, 2 + 17 * 2, "{text}");
    }

    #[test]
    fn a_row_that_nothing_is_counted_of_misses_unless_it_is_not_asked() {
        let (text, missed) = table(&[], &CAVE);
        assert_eq!((missed, text.lines().count()), (19 - 6, 20), "{text}");
        assert!(text.contains("at least 0.10, never 0     MISSED"), "{text}");
    }
}
