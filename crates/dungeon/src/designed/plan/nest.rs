//! Keys behind the locks of other keys, which come later.

use super::Gate;
use super::fill::{Filling, LOCKS};
use crate::designed::COMPARED_UP_TO;
use search::Stream;

impl Filling<'_, '_> {
    /// Locks before keys, as long as there are few: a key that hangs before its lock asks for another one, which lies
    /// farther on than the first but before that lock too. So the first is seen before it can be come to.
    pub(super) fn nest(&mut self, stream: &mut Stream) {
        if self.rooms() > COMPARED_UP_TO {
            // One plan is drawn of so many rooms, and with many such keys most cannot be proved unlosable.
            return;
        }
        let mut keys: Vec<usize> = (0..self.gating.plan.keys).collect();
        stream.shuffle(&mut keys);
        let mut asked: Vec<usize> = Vec::new();
        for &key in &keys {
            if self.locked() >= self.rooms() as f64 * LOCKS {
                return;
            }
            let holder = self.holding(key);
            let on = holder.and_then(|room| self.gating.leaf_on(room));
            let lock = self.gating.lock_at.get(key).copied().flatten();
            let (Some(holder), Some(on), Some(lock)) = (holder, on, lock) else { continue };
            let at = &self.gating.plan.at;
            let fits = |&other: &usize| {
                let lies = self.holding(other).filter(|&room| self.gating.leaf_on(room).is_some());
                lies.is_some_and(|room| at[holder] < at[room] && at[room] <= lock)
            };
            let mut others = self.spare_keys();
            others.retain(|other| *other != key && fits(other));
            let other = stream.pick(&others).copied().filter(|_| !asked.contains(&key));
            let closed =
                other.is_some_and(|other| self.gating.close(on, holder, Gate::Keys(vec![other])));
            if let Some(other) = other.filter(|_| closed) {
                asked.push(other);
                // It is needed before that lock from now on.
                let first = self.gating.lock_at[other].map_or(lock, |at| at.min(lock));
                self.gating.note_lock(other, first);
            }
        }
    }
}
