//! The scale of the whole map.
//!
//! Invariant: the whole map fits.

/// Number of rows and columns of a floor per character, so that the whole floor fits.
pub(super) fn scale(room: [usize; 2], all: [usize; 2]) -> usize {
    let [rows, cols] = [0, 1].map(|axis| {
        let [room, all] = [room, all].map(|pair: [usize; 2]| pair.get(axis).copied().unwrap_or(0));
        all.div_ceil(room.max(1))
    });
    rows.max(cols).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_map_fits() {
        assert_eq!(scale([24, 80], [24, 80]), 1);
        assert_eq!(scale([24, 80], [25, 80]), 2);
        assert_eq!(scale([10, 40], [88, 96]), 9);
        assert_eq!(scale([0, 0], [3, 3]), 3);
    }
}
