//! Permits, and the queue before them, shared fairly by all clients.
//!
//! Waiting requests stand in rounds: the first of each client in one, its second in the next. So whoever asks for
//! much does not stand before whoever asks for one thing. Where the queue is full, a newcomer of an earlier round has
//! the place of the last one of the last round. Invariants: no more work than there are permits, no more wait than
//! there are places; no client holds more permits than its share; no permit is idle while somebody waits who may
//! have it.

use super::clients::Client;
use std::time::{Duration, Instant};

/// Numbers of permits and of places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Number of pieces of work at one time.
    pub(super) permits: usize,
    /// Number of places in the queue.
    pub(super) places: usize,
    /// Number of permits that one client may hold.
    pub(super) share: usize,
}

/// Work under way, and the queue; `T` is the signal that calls a waiter.
#[derive(Debug)]
pub(super) struct Turns<T> {
    bounds: Bounds,
    working: Vec<(Client, Instant)>,
    waiting: Vec<Waiter<T>>,
    /// The round of the waiter that was called last.
    round: u64,
    /// The number of the next waiter.
    next: u64,
}

#[derive(Debug)]
struct Waiter<T> {
    round: u64,
    number: u64,
    client: Client,
    bell: T,
}

/// Outcome of a request for a permit.
#[derive(Debug)]
pub(super) enum Entered<T> {
    /// It has a permit.
    Works,
    /// It waits, under this number; where another one has lost its place to it, this is that one's bell.
    Waits(u64, Option<T>),
    /// There is no place.
    Full,
}

impl<T> Turns<T> {
    /// No work and no waiters.
    pub(super) fn new(bounds: Bounds) -> Self {
        Self { bounds, working: Vec::new(), waiting: Vec::new(), round: 0, next: 0 }
    }

    /// A request for a permit.
    pub(super) fn enter(&mut self, client: Client, now: Instant, bell: T) -> Entered<T> {
        if self.working.len() < self.bounds.permits && self.may_work(client) {
            self.working.push((client, now));
            return Entered::Works;
        }
        let round = self.round_of(client);
        let displaced = match self.waiting.iter().max_by_key(|waiter| waiter.order()) {
            _ if self.waiting.len() < self.bounds.places => None,
            Some(last) if round < last.round => self.leave(last.number),
            _ => return Entered::Full,
        };
        let number = self.next;
        self.next += 1;
        self.waiting.push(Waiter { round, number, client, bell });
        Entered::Waits(number, displaced)
    }

    /// Removes a waiter; returns its bell, if it was waiting.
    pub(super) fn leave(&mut self, number: u64) -> Option<T> {
        let at = self.waiting.iter().position(|waiter| waiter.number == number)?;
        Some(self.waiting.swap_remove(at).bell)
    }

    /// Ends a client's work that began at `since`: returns the waiter that gets the permit, to be called.
    pub(super) fn done(
        &mut self,
        client: Client,
        since: Instant,
        now: Instant,
    ) -> Option<(Client, T)> {
        if let Some(at) = self.working.iter().position(|work| *work == (client, since)) {
            self.working.swap_remove(at);
        }
        let may = |waiter: &&Waiter<T>| self.may_work(waiter.client);
        let number = self.waiting.iter().filter(may).min_by_key(|waiter| waiter.order())?.number;
        let at = self.waiting.iter().position(|waiter| waiter.number == number)?;
        let next = self.waiting.swap_remove(at);
        self.round = self.round.max(next.round);
        self.working.push((next.client, now));
        Some((next.client, next.bell))
    }

    /// Number of waiters.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Time for which the oldest work has gone on.
    pub(super) fn oldest(&self, now: Instant) -> Duration {
        let since = self.working.iter().map(|(_, since)| *since).min();
        since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// True if a client may have another permit.
    fn may_work(&self, client: Client) -> bool {
        self.working.iter().filter(|(own, _)| *own == client).count() < self.bounds.share
    }

    /// In which round the next request of a client stands.
    fn round_of(&self, client: Client) -> u64 {
        let own = self.waiting.iter().filter(|waiter| waiter.client == client);
        own.map(|waiter| waiter.round + 1).max().unwrap_or(self.round).max(self.round)
    }
}

impl<T> Waiter<T> {
    fn order(&self) -> (u64, u64) {
        (self.round, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(n: u8) -> Client {
        Client::at([10, 0, 0, n].into())
    }

    /// Turns of one permit with `places` places, and the moment it is.
    fn one(places: usize) -> (Turns<&'static str>, Instant) {
        (Turns::new(Bounds { permits: 1, places, share: 1 }), Instant::now())
    }

    #[test]
    fn who_asks_for_one_thing_does_not_wait_for_all_of_another() {
        let (mut turns, now) = one(16);
        assert!(matches!(turns.enter(client(1), now, "a1"), Entered::Works));
        for bell in ["a2", "a3", "a4"] {
            assert!(matches!(turns.enter(client(1), now, bell), Entered::Waits(_, None)));
        }
        for (n, bell) in [(2, "b1"), (3, "c1"), (2, "b2")] {
            assert!(matches!(turns.enter(client(n), now, bell), Entered::Waits(_, None)));
        }
        let (mut called, mut last) = (Vec::new(), client(1));
        while let Some((next, bell)) = turns.done(last, now, now) {
            called.push(bell);
            last = next;
        }
        assert_eq!(called, ["a2", "b1", "c1", "a3", "b2", "a4"]);
        assert!(matches!(turns.enter(client(1), now, "a5"), Entered::Works), "none is left");
    }

    #[test]
    fn a_full_queue_has_a_place_for_whoever_has_fewer() {
        let (mut turns, now) = one(4);
        let _ = turns.enter(client(1), now, "a0");
        for bell in ["a1", "a2", "a3", "a4"] {
            let _ = turns.enter(client(1), now, bell);
        }
        assert!(matches!(turns.enter(client(1), now, "a5"), Entered::Full));
        assert!(matches!(turns.enter(client(2), now, "b1"), Entered::Waits(_, Some("a4"))));
        assert!(matches!(turns.enter(client(2), now, "b2"), Entered::Waits(_, Some("a3"))));
        assert!(matches!(turns.enter(client(2), now, "b3"), Entered::Full), "two have half each");
        assert!(matches!(turns.enter(client(3), now, "c1"), Entered::Waits(_, Some("b2"))));
        assert_eq!(turns.waiting(), 4);
    }

    #[test]
    fn no_client_holds_more_permits_than_its_share() {
        let now = Instant::now();
        let mut turns = Turns::new(Bounds { permits: 3, places: 9, share: 2 });
        for bell in ["a1", "a2"] {
            assert!(matches!(turns.enter(client(1), now, bell), Entered::Works));
        }
        assert!(matches!(turns.enter(client(1), now, "a3"), Entered::Waits(..)));
        assert!(matches!(turns.enter(client(2), now, "b1"), Entered::Works));
        assert!(matches!(turns.enter(client(2), now, "b2"), Entered::Waits(..)));
        // A permit that is given back goes to whoever may have it, though another one came first.
        assert_eq!(turns.done(client(2), now, now), Some((client(2), "b2")));
        assert_eq!(turns.done(client(1), now, now), Some((client(1), "a3")));
        assert_eq!(turns.done(client(1), now, now), None);
    }

    #[test]
    fn who_has_left_is_not_called() {
        let (mut turns, now) = one(4);
        let _ = turns.enter(client(1), now, "a1");
        let Entered::Waits(number, None) = turns.enter(client(2), now, "b1") else { panic!() };
        assert_eq!((turns.leave(number), turns.leave(number)), (Some("b1"), None));
        assert_eq!(turns.done(client(1), now, now), None);
        assert_eq!(turns.oldest(now), Duration::ZERO);
    }
}
