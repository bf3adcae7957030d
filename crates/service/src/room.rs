//! Room that clients share: bytes of bodies, places for searches.
//!
//! Invariants: no more is held than there is room; no client holds more than half of it, unless it holds one thing
//! alone; so one thing always fits where nothing else is held, however large it is.

use super::clients::Client;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::timeout;

/// An amount shared by clients, such as bytes of bodies.
#[derive(Debug)]
pub(super) struct Room {
    most: usize,
    held: Mutex<Held>,
    freed: Notify,
}

/// The amounts held. A client is listed as long as it holds something.
#[derive(Debug, Default)]
struct Held {
    all: usize,
    by_client: HashMap<Client, usize>,
}

/// Some of the room, until it is dropped.
#[derive(Debug)]
pub(super) struct Hold {
    room: Arc<Room>,
    client: Client,
    amount: usize,
}

/// Reason for which there is no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// All of it is held.
    All,
    /// This client holds its share.
    Share,
}

impl Room {
    /// So much room, of which nothing is held.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::default(), freed: Notify::new() })
    }

    /// Takes an amount, if it is free.
    ///
    /// # Errors
    /// Reason for which it cannot.
    pub(super) fn take(self: &Arc<Self>, client: Client, amount: usize) -> Result<Hold, Full> {
        let mut held = self.held();
        let own = held.by_client.get(&client).copied().unwrap_or_default();
        if own > 0 && own.saturating_add(amount) > self.most.div_ceil(2) {
            return Err(Full::Share);
        }
        if held.all > 0 && held.all.saturating_add(amount) > self.most {
            return Err(Full::All);
        }
        held.all += amount;
        held.by_client.insert(client, own + amount);
        Ok(Hold { room: Arc::clone(self), client, amount })
    }

    /// Takes an amount, waiting at most `patience` until it is free.
    ///
    /// # Errors
    /// When it could not.
    pub(super) async fn wait(
        self: &Arc<Self>,
        client: Client,
        amount: usize,
        patience: Duration,
    ) -> Result<Hold, Full> {
        let taken = timeout(patience, async {
            loop {
                // Listened for before it is asked, so that nothing is missed between the two.
                let freed = self.freed.notified();
                match self.take(client, amount) {
                    Ok(hold) => return hold,
                    Err(_) => freed.await,
                }
            }
        });
        match taken.await {
            Ok(hold) => Ok(hold),
            Err(_) => self.take(client, amount),
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut held = self.room.held();
        held.all -= self.amount;
        if let Some(own) = held.by_client.get_mut(&self.client) {
            *own -= self.amount;
            if *own == 0 {
                held.by_client.remove(&self.client);
            }
        }
        drop(held);
        self.room.freed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(n: u8) -> Client {
        Client::at([10, 0, 0, n].into())
    }

    #[test]
    fn a_client_has_half_of_it_and_two_have_all() {
        let room = Room::new(8);
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

    #[tokio::test]
    async fn room_is_waited_for_but_not_for_long() {
        let room = Room::new(2);
        let hold = room.take(client(1), 2).unwrap();
        let brief = Duration::from_millis(20);
        assert_eq!(room.wait(client(2), 1, brief).await.err(), Some(Full::All));
        let own = Arc::clone(&room);
        let waits =
            tokio::spawn(async move { own.wait(client(2), 1, Duration::from_secs(60)).await });
        tokio::time::sleep(brief).await;
        drop(hold);
        assert!(waits.await.unwrap().is_ok());
    }
}
