//! The shown part of something larger than the screen, and its place: the window that follows the player.
//!
//! Invariant: the player is in the window, and no window shows more than there is.

/// A window, in rows and columns of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// The first that are shown.
    pub(crate) first: [usize; 2],
    /// The number of those that are shown.
    pub(crate) shown: [usize; 2],
    /// Blank rows and columns before them, where there is more room than cells.
    pub(crate) blank: [usize; 2],
}

/// The window of so many rows and columns about a cell, where there are so many.
pub(crate) fn window(about: [usize; 2], room: [usize; 2], all: [usize; 2]) -> Window {
    let along = |axis: usize| -> (usize, usize, usize) {
        let [at, room, all] = [about, room, all].map(|pair| pair.get(axis).copied().unwrap_or(0));
        let shown = all.min(room);
        let first = at.saturating_sub(shown / 2).min(all.saturating_sub(shown));
        (first, shown, (room - shown) / 2)
    };
    let (rows, cols) = (along(0), along(1));
    Window { first: [rows.0, cols.0], shown: [rows.1, cols.1], blank: [rows.2, cols.2] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_follows_the_player_and_stays_on_the_floor() {
        let at = |row, col| window([row, col], [5, 10], [50, 100]);
        assert_eq!(at(0, 0), Window { first: [0, 0], shown: [5, 10], blank: [0, 0] });
        assert_eq!(at(25, 50).first, [23, 45]);
        assert_eq!(at(49, 99).first, [45, 90]);
        for row in 0..50 {
            for col in 0..100 {
                let window = at(row, col);
                for (axis, at) in [row, col].into_iter().enumerate() {
                    assert!(
                        (window.first[axis]..window.first[axis] + window.shown[axis]).contains(&at)
                    );
                }
            }
        }
    }

    #[test]
    fn a_small_floor_stands_in_the_middle() {
        let window = window([1, 1], [24, 80], [4, 10]);
        assert_eq!(window, Window { first: [0, 0], shown: [4, 10], blank: [10, 35] });
        assert_eq!(super::window([1, 1], [0, 0], [4, 10]).shown, [0, 0]);
    }
}
