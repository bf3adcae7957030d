//! Places and what is next to each.

use std::collections::BTreeSet;

/// Everything that can be reached from some places, by what is next to each.
pub(crate) fn flood<T: Copy + Ord, N: IntoIterator<Item = T>>(
    from: impl IntoIterator<Item = T>,
    near: impl Fn(T) -> N,
) -> BTreeSet<T> {
    let (mut open, mut seen) = (Vec::from_iter(from), BTreeSet::new());
    while let Some(here) = open.pop() {
        if seen.insert(here) {
            open.extend(near(here));
        }
    }
    seen
}
