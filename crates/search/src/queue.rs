//! Whose turn it is among searches that share threads.
//!
//! The next slice is for the search that the fewest threads work at, and of these for the one that has been given
//! the least time. A newcomer begins where the one stands that was given the least, so that it has its first slice
//! at once and no claim on what others had before it came. Time counts double for a search that has found
//! something: it gives way to those that have nothing. What is over is ended before anything else is begun.
//!
//! Invariant: of searches that are there together and stand alike, none is given a slice while another that nobody
//! works at has been given less.

use crate::commission::{Standing, Task};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How much more the time of a search counts that has found something.
const FED: u32 = 2;

/// The searches that are there.
pub(crate) struct Queue {
    places: Vec<Place>,
    next: u64,
}

/// A search, and what it was given.
struct Place {
    number: u64,
    task: Arc<dyn Task>,
    standing: Standing,
    /// How many threads work at it.
    workers: u32,
    /// How many slices were begun.
    slices: u64,
    /// How long threads have worked at it.
    given: Duration,
    /// The same as it counts among the others.
    counted: Duration,
    /// Whether a slice panicked.
    broken: bool,
}

/// What a thread is to do.
pub(crate) enum Errand {
    /// Work at a search for a slice, and come back with its number.
    Slice(u64, Arc<dyn Task>),
    /// End a search that has had so much time.
    End(Arc<dyn Task>, Duration),
}

impl Place {
    fn is_over(&self, now: Instant) -> bool {
        self.broken || self.standing == Standing::Ended || self.task.is_cut(now)
    }

    fn can_be_worked_at(&self, now: Instant) -> bool {
        self.standing != Standing::Dealt && !self.is_over(now)
    }
}

impl Queue {
    pub(crate) fn new() -> Self {
        Self { places: Vec::new(), next: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    pub(crate) fn add(&mut self, task: Arc<dyn Task>) {
        let counted = self.places.iter().map(|place| place.counted).min().unwrap_or_default();
        self.places.push(Place {
            number: self.next,
            standing: task.standing(),
            task,
            workers: 0,
            slices: 0,
            given: Duration::ZERO,
            counted,
            broken: false,
        });
        self.next += 1;
    }

    /// What is to be done next, if there is anything.
    pub(crate) fn errand(&mut self, now: Instant) -> Option<Errand> {
        self.places.retain(|place| !place.broken || place.workers > 0);
        let all = || self.places.iter().enumerate();
        let over = all().filter(|(_, place)| place.workers == 0 && place.is_over(now));
        // The first whose time was over is the first to be ended.
        if let Some((at, _)) =
            over.min_by_key(|(_, place)| (place.task.until().is_none(), place.task.until()))
        {
            let place = self.places.remove(at);
            return Some(Errand::End(place.task, place.given));
        }
        let open = self.places.iter_mut().filter(|place| place.can_be_worked_at(now));
        let place = open.min_by_key(|p| (p.workers, p.counted, p.slices > 0, p.number))?;
        place.workers += 1;
        place.slices += 1;
        Some(Errand::Slice(place.number, Arc::clone(&place.task)))
    }

    /// A thread comes back from a slice that took so long; whether it has come to its end.
    pub(crate) fn back(&mut self, number: u64, took: Duration, whole: bool) {
        let Some(place) = self.places.iter_mut().find(|place| place.number == number) else {
            return;
        };
        place.workers = place.workers.saturating_sub(1);
        place.given += took;
        place.standing = place.task.standing();
        let weight = if place.standing == Standing::Hungry { 1 } else { FED };
        place.counted += took * weight;
        place.broken |= !whole;
    }

    /// Cancels all.
    pub(crate) fn cancel(&self) {
        for place in &self.places {
            place.task.cancel();
        }
    }
}
