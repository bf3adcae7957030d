//! The way through a level that a picture of its check shows.

use draw::level_picture::{End, Overlay};
use draw::overlay::{overlay_of, steps_of};
use level::Level;
use level::check::{Check, Safety};
use level::report::text;
use level::rules::Rules;
use level::solve::Verdict;

/// The way that a picture shows: the shortest way into a dead state, or else the way to the goal. For a level
/// that cannot be won it is the start alone, with the reason.
pub(super) fn way(level: &Level, rules: &Rules, check: &Check) -> Option<Overlay> {
    if check.verdict == Verdict::Unsolvable {
        let start = level.tiles.as_ref()?.start_cell()?;
        let core = check.why_not.as_ref().map(|why_not| text::core(level, why_not));
        let why = core.unwrap_or_else(|| "why was not found out within the limits".to_owned());
        return Some(Overlay {
            title: "it cannot be won".to_owned(),
            cells: vec![start],
            events: vec![(0, format!("stuck from the start: {why}"))],
            end: End::DeadState,
            ..Overlay::default()
        });
    }
    let (walk, title, end) = match (&check.safety, &check.verdict) {
        (Safety::Softlock(Some((_, walk))), _) => {
            let title = match check.limit {
                None => "losable: a shortest way to get stuck",
                Some(_) => "losable: a way to get stuck",
            };
            (walk, title, End::DeadState)
        }
        (_, Verdict::Solvable { walk, .. }) => (walk, "a way to the goal", End::Goal),
        _ => return None,
    };
    Some(overlay_of(&steps_of(level, rules, walk), title.to_owned(), end))
}
