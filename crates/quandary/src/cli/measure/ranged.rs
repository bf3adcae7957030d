//! The range of a set, and its picture.

use super::survey::Surveyed;
use draw::heat_map;
use level::survey::Column;
use level::survey::range::{Axis, Range};

/// A range, and the points that are laid over it.
pub(super) struct Ranged {
    pub(super) range: Range,
    pub(super) over: Vec<[f64; 2]>,
}

/// The range of a set by two columns, wide enough for what is laid over it.
pub(super) fn ranged(axes: [Column; 2], bins: usize, sets: [&[Surveyed]; 2]) -> Ranged {
    let point = |one: &Surveyed| {
        let [x, y] = axes.map(|column| one.row.value(column));
        Some([x?, y?])
    };
    let [points, over] = sets.map(|set| set.iter().filter_map(point).collect::<Vec<[f64; 2]>>());
    let axis = |n: usize| {
        let values = points.iter().chain(&over).map(|point| point[n]);
        Axis::holding(axes[n].name(), values, bins)
    };
    Ranged { range: Range::of(axis(0), axis(1), &points), over }
}

/// The picture of a range.
pub(super) fn picture(set: &[Surveyed], ranged: Option<&Ranged>) -> String {
    let Some(Ranged { range, over }) = ranged else { return String::new() };
    let levels = voice::counted(set.len() as u64, "level", "levels");
    let title = match over.len() {
        0 => levels,
        more => format!("{levels}, {more} laid over"),
    };
    heat_map::render(range, over, &title)
}
