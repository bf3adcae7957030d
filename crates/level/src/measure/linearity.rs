//! The nearness of the middles of rooms to one straight line.
//!
//! A map has no ground to stand on, so that the line may lie in any direction: it is the one from which the squares of
//! the distances are least. Distances from it are told in those from the middle of all.

use crate::model::level::Level;

/// The linearity of a level's rooms; floors lie over each other. `None` of fewer than two middles.
pub(super) fn linearity(level: &Level) -> Option<f64> {
    let rooms = level.tiles.iter().flat_map(|tiles| &tiles.rooms);
    let middle = |from: u32, many: u32| f64::from(from) + f64::from(many) / 2.0;
    let middles: Vec<[f64; 2]> = rooms
        .map(|room| [middle(room.corner.row, room.rows), middle(room.corner.col, room.cols)])
        .collect();
    let many = middles.len() as f64;
    let sum = |what: &dyn Fn(&[f64; 2]) -> f64| middles.iter().map(what).sum::<f64>();
    let centre = [sum(&|at| at[0]) / many, sum(&|at| at[1]) / many];
    let off = |at: &[f64; 2]| [at[0] - centre[0], at[1] - centre[1]];
    let length = |[y, x]: [f64; 2]| y.hypot(x);
    let spread = sum(&|at| length(off(at)));
    if middles.len() < 2 || spread <= 0.0 {
        return None;
    }
    let [yy, xx, xy] = [
        sum(&|at| off(at)[0] * off(at)[0]),
        sum(&|at| off(at)[1] * off(at)[1]),
        sum(&|at| off(at)[0] * off(at)[1]),
    ];
    // The direction in which they vary most, as an angle from the columns' axis.
    let (sin, cos) = (0.5 * (2.0 * xy).atan2(xx - yy)).sin_cos();
    let beside = sum(&|at| {
        let [y, x] = off(at);
        (y * cos - x * sin).abs()
    });
    Some((1.0 - beside / spread).clamp(0.0, 1.0))
}
