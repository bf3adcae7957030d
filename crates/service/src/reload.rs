//! A configuration that is read again while the service runs: what of it holds from now on, and what cannot.
//!
//! Invariant: what is built once (the socket, the store, the threads) is never told another number than it was
//! built by.

use super::config::Config;

/// Takes out of a new configuration what cannot change while the service runs, puts in what it runs by, and names
/// it.
pub(super) fn keep(new: &mut Config, running: &Config) -> Vec<&'static str> {
    let mut kept = Vec::new();
    let mut field = |name, differs| {
        if differs {
            kept.push(name);
        }
    };
    field("listen", stays(&mut new.listen, &running.listen));
    field("store", stays(&mut new.store, &running.store));
    field("max_connections", stays(&mut new.max_connections, &running.max_connections));
    field("client_connections", stays(&mut new.client_connections, &running.client_connections));
    field("pool", stays(&mut new.pool, &running.pool));
    let (limits, ran) = (&mut new.limits, &running.limits);
    let bodies = stays(&mut limits.all_bodies_bytes, &ran.all_bodies_bytes);
    field("limits.all_bodies_bytes", bodies);
    let answers = stays(&mut limits.all_answers_bytes, &ran.all_answers_bytes);
    field("limits.all_answers_bytes", answers);
    kept
}

/// Puts the old value back, and returns true if the new one was another.
fn stays<T: PartialEq + Clone>(new: &mut T, running: &T) -> bool {
    let differs = new != running;
    new.clone_from(running);
    differs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_change_is_named_and_stays() {
        let running = Config::default();
        let text = "listen = \"127.0.0.1:9\"\nstore = \"sqlite:other.db\"\nmax_connections = 7\n\
                    client_connections = 3\n[pool]\nqueue = 1\n[limits]\nall_bodies_bytes = 5\n\
                    all_answers_bytes = 6\n[rate]\nper_minute = 5\n[timeouts]\ndrain_seconds = 0\n";
        let mut new = Config::read(text).unwrap();
        let kept = [
            "listen",
            "store",
            "max_connections",
            "client_connections",
            "pool",
            "limits.all_bodies_bytes",
            "limits.all_answers_bytes",
        ];
        assert_eq!(keep(&mut new, &running), kept);
        assert_eq!(new.limits, running.limits);
        assert_eq!((new.rate.per_minute, new.timeouts.drain_seconds), (5, 0));
        assert!(new.listen == running.listen && new.store == running.store);
        assert!(new.pool == running.pool && new.max_connections == running.max_connections);
        assert_eq!(new.client_connections, running.client_connections);
        assert!(keep(&mut new, &running).is_empty());
    }
}
