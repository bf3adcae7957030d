//! Union-find: which things belong together, each group under the least of its numbers.
//!
//! Invariant: the parent of a thing is no greater than the thing.

/// The root of a thing's group; the way to it is halved.
pub(crate) fn root(parents: &mut [u32], mut thing: u32) -> u32 {
    let get = |parents: &[u32], thing: u32| parents.get(thing as usize).copied().unwrap_or(thing);
    loop {
        let parent = get(parents, thing);
        if parent == thing {
            return thing;
        }
        let higher = get(parents, parent);
        set(parents, thing, higher);
        thing = higher;
    }
}

/// Unites the groups of two things under the lesser root; false where they are one already.
pub(crate) fn unite(parents: &mut [u32], a: u32, b: u32) -> bool {
    let (a, b) = (root(parents, a), root(parents, b));
    set(parents, a.max(b), a.min(b));
    a != b
}

fn set(parents: &mut [u32], thing: u32, parent: u32) {
    parents.get_mut(thing as usize).into_iter().for_each(|slot| *slot = parent);
}
