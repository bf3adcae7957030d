//! Patterns of arcs: a meaning for every loop that is fit for one.

use super::gating::Gating;
use super::shape::Arc;
use super::{Cycle, Gate, Pattern, Thing};
use search::Stream;

impl Gating<'_> {
    /// Gives every arc a meaning that it is fit for, one that is rare before one that is common.
    pub(super) fn patterns(&mut self, stream: &mut Stream) {
        let mut arcs = self.shape.arcs.clone();
        stream.shuffle(&mut arcs);
        for arc in &arcs {
            let used = |pattern: &Pattern| self.plan.cycles.iter().any(|c| c.pattern == *pattern);
            let mut fit: Vec<Pattern> =
                Pattern::ALL.into_iter().filter(|pattern| self.fits(*pattern, arc)).collect();
            stream.shuffle(&mut fit);
            // Most of the time what fits seldom comes first.
            let rare = stream.chance(0.85);
            let seldom = |pattern: &Pattern| {
                let often = [Pattern::TwoKeys, Pattern::FalseGoal, Pattern::TwoPaths];
                rare && often.contains(pattern)
            };
            fit.sort_by_key(|pattern| (used(pattern), seldom(pattern)));
            let chosen = fit.into_iter().find(|pattern| self.make(*pattern, arc, stream));
            let arc_b = self.rooms_of(arc);
            let arc_a = self.shape.path[arc.from..=arc.to].to_vec();
            self.plan.cycles.extend(chosen.map(|pattern| Cycle {
                pattern,
                arc_a: arc_a.clone(),
                arc_b: arc_b.clone(),
            }));
            if chosen.is_none() && arc.rooms.is_empty() {
                self.close(arc_b[0], arc_b[1], Gate::Bombable);
            }
        }
    }

    /// True if an arc is long or short enough for a pattern.
    fn fits(&self, pattern: Pattern, arc: &Arc) -> bool {
        let (along, len) = (arc.along(), arc.passages());
        let last = self.shape.path.len() - 1;
        match pattern {
            Pattern::TwoPaths => len >= 2,
            Pattern::TwoKeys => {
                along >= 2
                    && len >= 2
                    && self.is_alone_around(arc.to - 1)
                    && self.plan.keys + 2 <= self.most_keys()
            }
            Pattern::HiddenShortcut => along >= len + 4,
            Pattern::DangerousRoute => {
                len >= 2 && (len >= 2 * along || along >= 2 * len) && len.min(along) >= 2
            }
            Pattern::LockAndKey => {
                along == 1
                    && (2..=4).contains(&len)
                    && self.is_alone_around(arc.from)
                    && self.plan.keys < self.most_keys()
            }
            // A drop at its end is to shorten the way home.
            Pattern::BlockedRetreat => along + len >= 5 && along + 2 < len,
            Pattern::FalseGoal => len >= 2 && last >= arc.to + 5,
            // Those are made of chords.
            Pattern::AlteredReturn | Pattern::Foreshadowing | Pattern::Gambit => false,
        }
    }

    /// True if no more than one arc goes around a passage of the path: another would pass a lock by.
    fn is_alone_around(&self, at: usize) -> bool {
        self.shape.arcs.iter().filter(|arc| arc.from <= at && at < arc.to).count() <= 1
    }

    /// Makes a pattern of an arc; false where a passage is gated already.
    fn make(&mut self, pattern: Pattern, arc: &Arc, stream: &mut Stream) -> bool {
        let rooms = self.rooms_of(arc);
        let path = &self.shape.path[arc.from..=arc.to];
        let (entry, goal) = (path[0], path[path.len() - 1]);
        let inside = &rooms[1..rooms.len() - 1];
        match pattern {
            Pattern::HiddenShortcut => {
                // The first passage, where the wall is seen to be cracked.
                self.close(rooms[0], rooms[1], Gate::Bombable)
            }
            Pattern::LockAndKey => {
                let holder = inside[inside.len() - 1];
                if self.full[holder] || self.plan.at[holder] != arc.from {
                    return false;
                }
                let key = self.new_key();
                if !self.close(entry, goal, Gate::Keys(vec![key])) {
                    self.plan.keys -= 1;
                    return false;
                }
                // The way past the lock opens from beyond it, else to the same key.
                if !self.latch(holder, goal) && !self.close(goal, holder, Gate::Keys(vec![key])) {
                    self.plan.keys -= 1;
                    self.open(entry, goal);
                    return false;
                }
                self.lay(holder, Thing::Key(key));
                true
            }
            Pattern::TwoKeys => {
                let (main, side) = (path[path.len() - 2], inside[inside.len() - 1]);
                let between = path[1..path.len() - 1].iter().chain(inside);
                if between.into_iter().any(|&room| self.full[room]) {
                    return false;
                }
                let keys = vec![self.plan.keys, self.plan.keys + 1];
                if !self.close(main, goal, Gate::Keys(keys.clone())) {
                    return false;
                }
                if !self.close(side, goal, Gate::Keys(keys.clone())) {
                    self.open(main, goal);
                    return false;
                }
                self.plan.keys += 2;
                // Best where a room hangs at the lock: whoever comes for the key has seen it.
                for (room, key) in [main, side].into_iter().zip(keys) {
                    let holder = self.hung_on(room).unwrap_or(room);
                    self.lay(holder, Thing::Key(key));
                }
                true
            }
            Pattern::BlockedRetreat => {
                // Past the middle of the loop, from where the way on is the shorter way home.
                let middle = (arc.passages() + arc.along()) / 2 + 1;
                let at = middle + stream.index(rooms.len() - 1 - middle);
                self.close(rooms[at], rooms[at + 1], Gate::OneWay)
            }
            Pattern::FalseGoal => {
                let free = !self.full[goal];
                if free {
                    let treasure = self.new_treasure();
                    self.lay(goal, Thing::Treasure(treasure));
                }
                free
            }
            Pattern::DangerousRoute => !self.peaceful,
            Pattern::TwoPaths => true,
            Pattern::AlteredReturn | Pattern::Foreshadowing | Pattern::Gambit => false,
        }
    }
}
