//! Wrong keys, counted for each client, and the time after which another one is looked at.
//!
//! The first few cost nothing, for whoever mistypes; each further one doubles the time in which no key of that client
//! is looked at, a right one neither: else guessing would go on. What is not looked at does not lengthen the time, so
//! that an operator behind the same address as somebody who guesses waits for [`LONGEST`] at most once that one has
//! given up. Invariant: memory is bounded, however many clients there are.

use super::clients::Client;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of wrong keys without a pause.
const FREE: u32 = 5;
/// The longest time in which no key of a client is looked at.
const LONGEST: Duration = Duration::from_secs(60);
/// After so long without a wrong key, those before are forgotten.
const FORGOTTEN: Duration = Duration::from_secs(15 * 60);
/// The most clients that are counted.
const MOST: usize = 10_000;
/// Number of wrong keys a minute that go into the log, of all clients together.
const NOTED: u32 = 10;

/// Counts of wrong keys by client.
#[derive(Debug, Default)]
pub(super) struct Failures(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    clients: HashMap<Client, Failed>,
    /// Start of the current minute of log entries, and their number.
    noted: Option<(Instant, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Failed {
    times: u32,
    last: Instant,
}

/// Outcome of looking at a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looked<T> {
    /// It is right.
    Right(T),
    /// It is wrong; true if that is to go into the log.
    Wrong(bool),
    /// It was not looked at, and none is for so long.
    Unseen(Duration),
}

impl Failures {
    /// Looks at a key of a client, unless the client must wait. The lock is held meanwhile, so that many keys
    /// at once are not looked at before the first of them counts.
    pub(super) fn look<T>(
        &self,
        client: Client,
        now: Instant,
        key: impl FnOnce() -> Option<T>,
    ) -> Looked<T> {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(wait) = counted.wait(client, now) {
            return Looked::Unseen(wait);
        }
        match key() {
            Some(right) => Looked::Right(right),
            None => {
                counted.failed(client, now);
                Looked::Wrong(counted.is_noted(now))
            }
        }
    }
}

impl Counted {
    /// Time until a key of a client is looked at again; `None` if it is looked at now.
    fn wait(&self, client: Client, now: Instant) -> Option<Duration> {
        let failed = self.clients.get(&client)?;
        let over = failed.last + failed.pause();
        over.checked_duration_since(now).filter(|wait| !wait.is_zero())
    }

    fn failed(&mut self, client: Client, now: Instant) {
        if self.clients.len() >= MOST && !self.clients.contains_key(&client) {
            self.make_room(now);
        }
        let failed = self.clients.entry(client).or_insert(Failed { times: 0, last: now });
        let before = if failed.is_forgotten(now) { 0 } else { failed.times };
        *failed = Failed { times: before.saturating_add(1), last: now };
    }

    /// Removes forgotten clients; if there are none, the half that showed no wrong key for longest.
    fn make_room(&mut self, now: Instant) {
        self.clients.retain(|_, failed| !failed.is_forgotten(now));
        if self.clients.len() < MOST {
            return;
        }
        let mut lasts: Vec<_> = self.clients.values().map(|failed| failed.last).collect();
        let (_, middle, _) = lasts.select_nth_unstable(MOST / 2);
        let middle = *middle;
        self.clients.retain(|_, failed| failed.last > middle);
    }

    /// Counts a wrong key; true if it is to go into the log.
    fn is_noted(&mut self, now: Instant) -> bool {
        let (since, times) = self.noted.get_or_insert((now, 0));
        if now.saturating_duration_since(*since) >= Duration::from_secs(60) {
            (*since, *times) = (now, 0);
        }
        *times += 1;
        *times <= NOTED
    }
}

impl Failed {
    /// Pause after the last wrong key, in which none is looked at.
    fn pause(self) -> Duration {
        match self.times.checked_sub(FREE) {
            None | Some(0) => Duration::ZERO,
            Some(more) => {
                let doubled = 1_u32.checked_shl(more - 1).unwrap_or(u32::MAX);
                Duration::from_secs(doubled.into()).min(LONGEST)
            }
        }
    }

    fn is_forgotten(self, now: Instant) -> bool {
        now.saturating_duration_since(self.last) >= FORGOTTEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(n: u32) -> Client {
        Client::at(std::net::Ipv4Addr::from_bits(n).into())
    }

    fn wrong(failures: &Failures, n: u32, now: Instant) -> Looked<()> {
        failures.look(client(n), now, || None)
    }

    #[test]
    fn of_a_hundred_thousand_guesses_a_minute_a_dozen_are_looked_at() {
        let (failures, begin) = (Failures::default(), Instant::now());
        let looked = |minute: u32| {
            let moment =
                |n: u32| begin + Duration::from_secs(60) * minute + Duration::from_micros(600) * n;
            (0..100_000)
                .filter(|&n| matches!(wrong(&failures, 1, moment(n)), Looked::Wrong(_)))
                .count()
        };
        assert_eq!([looked(0), looked(1), looked(2)], [11, 1, 1]);
        let later = begin + Duration::from_secs(170);
        let right = |n: u32, now| failures.look(client(n), now, || Some(7));
        assert!(matches!(right(1, later), Looked::Unseen(wait) if wait <= LONGEST));
        assert_eq!(right(1, later + LONGEST), Looked::Right(7), "nobody is shut out for ever");
        assert_eq!(right(2, later), Looked::Right(7), "another client is not held back");
    }

    #[test]
    fn a_right_key_gives_no_new_guesses_but_time_does() {
        let (failures, begin) = (Failures::default(), Instant::now());
        for _ in 0..6 {
            assert!(matches!(wrong(&failures, 1, begin), Looked::Wrong(_)));
        }
        let soon = begin + Duration::from_secs(1);
        assert_eq!(failures.look(client(1), soon, || Some(())), Looked::Right(()));
        assert!(matches!(wrong(&failures, 1, soon), Looked::Wrong(_)));
        assert_eq!(wrong(&failures, 1, soon), Looked::Unseen(Duration::from_secs(2)));
        let later = soon + FORGOTTEN;
        for _ in 0..5 {
            assert!(matches!(wrong(&failures, 1, later), Looked::Wrong(_)));
        }
        assert_eq!(failures.look(client(1), later, || Some(())), Looked::Right(()));
    }

    #[test]
    fn clients_without_number_take_bounded_memory() {
        let (failures, begin) = (Failures::default(), Instant::now());
        let noted = (0..100_000_u32)
            .filter(|&n| {
                wrong(&failures, n, begin + Duration::from_micros(n.into())) == Looked::Wrong(true)
            })
            .count();
        let counted = failures.0.lock().unwrap();
        assert!(counted.clients.len() <= MOST, "{}", counted.clients.len());
        assert!(counted.clients.contains_key(&client(99_999)));
        assert_eq!(noted, NOTED as usize);
    }
}
