//! Doors laid in rows by the place they leave.

use super::{Door, Place, Way, World};
use crate::rules::bits::Bits;

/// Rows of a table of rows, next to each other.
#[inline]
pub(super) fn row<'a, T>(first: &[u32], items: &'a [T], rows: std::ops::Range<usize>) -> &'a [T] {
    match (first.get(rows.start), first.get(rows.end)) {
        (Some(&a), Some(&b)) => items.get(a as usize..b as usize).unwrap_or(&[]),
        _ => &[],
    }
}

impl<const W: usize> World<W> {
    /// Sorts the doors that were laid into rows by place, in each row the plain ones first; otherwise they
    /// keep their order.
    pub(in crate::rules) fn lay(&mut self, places: usize) {
        let Self { laid, doors, first_door, .. } = self;
        let half = |from: Place, door: &Door| 2 * from as usize + usize::from(!door.plain);
        first_door.clear();
        first_door.resize(2 * places + 1, 0);
        for (from, door) in &*laid {
            first_door[half(*from, door)] += 1;
        }
        let mut end = 0;
        for count in &mut *first_door {
            end += *count;
            *count = end;
        }
        // Each number is where its row ends, and goes back door by door to where it begins.
        doors.clear();
        doors.resize(laid.len(), Door { to: 0, lock: 0, way: Way::Goto, plain: false });
        for &(from, door) in laid.iter().rev() {
            let place = &mut first_door[half(from, &door)];
            *place -= 1;
            doors[*place as usize] = door;
        }
    }

    /// A door; whether it is plain follows from where it leads.
    pub(in crate::rules) fn door(&self, to: Place, lock: u32, way: Way) -> Door {
        let plain = lock == 0
            && self.gain.get(to as usize).is_some_and(Bits::is_empty)
            && self.blocks.cell(to).is_none();
        Door { to, lock, way, plain }
    }
}
