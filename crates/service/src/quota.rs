//! Quotas shared by clients: bytes of bodies and of answers, connections, places for searches.
//!
//! Invariants: the total held never exceeds the quota, and no client exceeds its share. A single hold is exempt,
//! whatever its size: it always fits if nothing else is held.

use super::clients::Client;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::timeout;

/// An amount shared by clients, such as bytes of bodies.
#[derive(Debug)]
pub(super) struct Quota {
    most: usize,
    /// The most that one client may hold.
    share: usize,
    held: Mutex<Usage>,
    freed: Notify,
}

/// The amounts held. Only clients with a hold are listed.
#[derive(Debug, Default)]
struct Usage {
    all: usize,
    by_client: HashMap<Client, usize>,
}

/// A held amount, until it is dropped.
#[derive(Debug)]
pub(super) struct Hold {
    room: Arc<Quota>,
    client: Client,
    amount: usize,
}

/// Reason why an amount is not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// The whole quota is held.
    All,
    /// This client holds its share.
    Share,
}

impl Quota {
    /// A quota of `most` with a share of `share` for each client.
    pub(super) fn new(most: usize, share: usize) -> Arc<Self> {
        Arc::new(Self { most, share, held: Mutex::default(), freed: Notify::new() })
    }

    /// An empty hold.
    pub(super) fn none(self: &Arc<Self>, client: Client) -> Hold {
        Hold { room: Arc::clone(self), client, amount: 0 }
    }

    /// Takes an amount, if available.
    ///
    /// # Errors
    /// The reason why the amount is not available.
    pub(super) fn take(self: &Arc<Self>, client: Client, amount: usize) -> Result<Hold, Full> {
        let mut hold = self.none(client);
        hold.grow(amount).map(|()| hold)
    }

    /// True if a client holds more than half of its share.
    pub(super) fn has_half(&self, client: Client) -> bool {
        self.held().by_client.get(&client).is_some_and(|own| *own > self.share / 2)
    }

    fn held(&self) -> MutexGuard<'_, Usage> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Hold {
    /// Takes `more`, if available.
    ///
    /// # Errors
    /// The reason why the amount is not available; then the hold is unchanged.
    pub(super) fn grow(&mut self, more: usize) -> Result<(), Full> {
        let Self { room, client, amount } = self;
        let mut held = room.held();
        let own = held.by_client.get(client).copied().unwrap_or_default();
        if own > *amount && own.saturating_add(more) > room.share {
            return Err(Full::Share);
        }
        if held.all > *amount && held.all.saturating_add(more) > room.most {
            return Err(Full::All);
        }
        if more > 0 {
            held.all += more;
            held.by_client.insert(*client, own + more);
            *amount += more;
        }
        Ok(())
    }

    /// Takes `more`, after waiting at most `patience`.
    ///
    /// # Errors
    /// If it did not become available.
    pub(super) async fn wait(&mut self, more: usize, patience: Duration) -> Result<(), Full> {
        let room = Arc::clone(&self.room);
        let taken = timeout(patience, async {
            loop {
                // Subscribed before the try, so no notification between the two is missed.
                let freed = room.freed.notified();
                match self.grow(more) {
                    Ok(()) => return,
                    Err(_) => freed.await,
                }
            }
        });
        match taken.await {
            Ok(()) => Ok(()),
            Err(_) => self.grow(more),
        }
    }

    /// The amount held.
    pub(super) fn amount(&self) -> usize {
        self.amount
    }

    /// Releases the whole amount.
    pub(super) fn free(&mut self) {
        let amount = std::mem::take(&mut self.amount);
        if amount == 0 {
            return;
        }
        let mut held = self.room.held();
        held.all -= amount;
        if let Some(own) = held.by_client.get_mut(&self.client) {
            *own -= amount;
            if *own == 0 {
                held.by_client.remove(&self.client);
            }
        }
        drop(held);
        self.room.freed.notify_waiters();
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.free();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(n: u8) -> Client {
        Client::at([10, 0, 0, n].into())
    }

    #[test]
    fn a_client_has_its_share_and_two_have_all() {
        let room = Quota::new(8, 4);
        let holds: Vec<_> = (0..4).map(|_| room.take(client(1), 1).unwrap()).collect();
        assert_eq!(room.take(client(1), 1).err(), Some(Full::Share));
        let half = room.take(client(2), 4).unwrap();
        assert_eq!(room.take(client(3), 1).err(), Some(Full::All));
        drop((holds, half));
        assert!(room.held().by_client.is_empty() && room.held().all == 0, "nothing is left behind");
        let large = room.take(client(1), 9).unwrap();
        assert_eq!(room.take(client(2), 1).err(), Some(Full::All));
        drop(large);
    }

    #[test]
    fn what_grows_takes_what_is_free() {
        let room = Quota::new(8, 4);
        let (mut one, mut two) = (room.none(client(1)), room.none(client(1)));
        assert!(room.held().by_client.is_empty(), "nothing is held");
        one.grow(3).unwrap();
        two.grow(1).unwrap();
        assert_eq!((one.grow(1), one.amount()), (Err(Full::Share), 3));
        two.free();
        assert!(room.has_half(client(1)) && !room.has_half(client(2)));
        one.grow(4).unwrap();
        let other = room.take(client(2), 1).unwrap();
        assert_eq!(one.grow(1), Err(Full::All));
        drop(other);
        one.grow(9).unwrap();
        drop((one, two));
        assert!(room.held().by_client.is_empty() && room.held().all == 0, "nothing is left behind");
    }

    #[tokio::test]
    async fn room_is_waited_for_but_not_for_long() {
        let room = Quota::new(2, 1);
        let hold = room.take(client(1), 2).unwrap();
        let brief = Duration::from_millis(20);
        let mut waits = room.none(client(2));
        assert_eq!(waits.wait(1, brief).await, Err(Full::All));
        let waiting = tokio::spawn(async move { waits.wait(1, Duration::from_secs(60)).await });
        tokio::time::sleep(brief).await;
        drop(hold);
        assert_eq!(waiting.await.unwrap(), Ok(()));
    }
}
