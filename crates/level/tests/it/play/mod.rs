//! Games compared with replays, over all states, and with illegal steps.
//!
//! The levels are those of the twins, the same in every run. A failure prints the level as text and its rules.

mod hints;
mod lurd;
mod outlooks;
mod replays;
mod space;
mod states;
mod words;

use crate::naive_twin;
use crate::tile_twin::levels::{Case, FAMILIES, random};
use crate::tile_twin::workshop::{Size, THEMES, Theme, designed, pitted};
use quandary_level::Level;

/// Small levels of every family of tiles and graphs, `each` of each family.
fn cases(each: u64) -> impl Iterator<Item = Case> {
    let families =
        FAMILIES.into_iter().flat_map(move |family| (0..each).map(move |n| random(family, n)));
    let themes = THEMES
        .into_iter()
        .flat_map(move |theme| (0..each).map(move |n| designed(theme, Size::Small, n)));
    let pits = [Theme::Reset, Theme::All]
        .into_iter()
        .flat_map(move |theme| (0..each).map(move |n| pitted(theme, Size::Small, n)));
    let graph = |n| {
        let naive_twin::levels::Case { seed, graph, rules } =
            naive_twin::levels::small(n, naive_twin::levels::Kind::Any);
        Case { family: "graph".to_owned(), seed, level: Level::of_graph(graph), rules }
    };
    families.chain(themes).chain(pits).chain((0..2 * each).map(graph))
}
