//! The look of a dungeon in numbers.

use crate::claims::rooms::{is_shaped, off_middle, shapes};
use crate::claims::{Joined, Printed};
use crate::measures::count::count;
use crate::measures::site::Site;

/// The classes of tiles of an interior; all others are floor.
const CLASSES: [u8; 7] = [0, 2, 3, 40, 41, 42, 43];
/// The rows that tell of interiors.
const ROWS: [&str; 4] = ["plain", "symmetric", "features", "split"];

/// The look of a dungeon: shares of the classes and of floor, the rows, shaped rooms, doorways off the middle, mean
/// height and width.
///
/// # Errors
/// Something does not fit together.
pub(super) fn look(printed: &Printed) -> Result<Vec<f64>, String> {
    let site = Site::read(&printed.level, false)?;
    let joined = Joined::of(&site)?;
    let shapes = shapes(&site);
    let tiles = |class: &dyn Fn(u8) -> bool| -> usize {
        let all = shapes.values().flat_map(|shape| &shape.tiles);
        all.filter(|(tile, _)| class(**tile)).map(|(_, number)| number).sum()
    };
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    let all = tiles(&|_| true);
    let mut look: Vec<f64> =
        CLASSES.iter().map(|class| share(tiles(&|tile| tile == *class), all)).collect();
    look.push(share(tiles(&|tile| !CLASSES.contains(&tile)), all));
    let counted = count(&site, &[])?;
    look.extend(ROWS.iter().map(|row| counted.value(row).unwrap_or(0.0)));
    let shaped = shapes.iter().filter(|(room, shape)| is_shaped(printed, **room, shape)).count();
    look.push(share(shaped, shapes.len()));
    let off = off_middle(printed, &site, &joined);
    look.push(share(off.iter().filter(|off| **off).count(), off.len()));
    for axis in 0..2 {
        look.push(share(shapes.values().map(|shape| shape.size[axis]).sum(), shapes.len()));
    }
    Ok(look)
}
