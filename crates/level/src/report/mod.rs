//! Reports of results for users, as JSON and in words.
//!
//! [`solution::SolutionJson`] is the JSON of a search, [`check::CheckJson`] that of a check; [`text`] has both in
//! words. Invariant: reports decide nothing. Plans are printed move by move as their replay recorded them
//! ([`solution::steps`]), and things are named by node or cell ([`names`]).

mod proved;
pub mod names;
pub mod solution;
pub mod check;
pub mod text;

/// The JSON Schemas of levels and reports: name, description and text.
pub const SCHEMAS: [(&str, &str, &str); 6] = [
    ("level", "a level (quandary/level/1)", include_str!("../../schemas/level.json")),
    ("solution", "what solve --format json prints", include_str!("../../schemas/solution.json")),
    ("check", "what check --format json prints", include_str!("../../schemas/check.json")),
    ("hint", "what hint --format json prints", include_str!("../../schemas/hint.json")),
    (
        "rating",
        "how hard a level or a riddle is (quandary/rating/1)",
        include_str!("../../schemas/rating.json"),
    ),
    (
        "measures",
        "what levels are like (quandary/measures/1)",
        include_str!("../../schemas/measures.json"),
    ),
];
