//! Tests of the pool: turns, waiting, refusals.

use super::*;
use axum::response::IntoResponse;
use std::thread;

const RUNNING: Gauge = Gauge::Running(Lane::Heavy);
const WAITING: Gauge = Gauge::Waiting(Lane::Heavy);

fn pool(queue: usize) -> Arc<Pool> {
    let bounds = Bounds { permits: 1, places: queue, share: 1 };
    Arc::new(Pool::new(Lane::Heavy, bounds, Arc::new(Metrics::new())))
}

/// Work that ends when it is cancelled.
fn endless(token: &WorkToken) -> bool {
    while !token.cancel().load(Ordering::Relaxed) && !token.left().is_zero() {
        thread::sleep(Duration::from_millis(1));
    }
    token.cancel().load(Ordering::Relaxed)
}

/// Waits until a gauge has a value, at most half the time of a piece of work: work that is not cancelled ends too
/// late.
async fn until(pool: &Pool, gauge: Gauge, value: i64) {
    let begin = Instant::now();
    while pool.shared.metrics.get(gauge) != value {
        assert!(begin.elapsed() < LONG / 2, "{gauge:?} is not {value}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn an_asker_who_has_gone_cancels_the_work() {
    let pool = pool(1);
    let own = Arc::clone(&pool);
    let asked = tokio::spawn(async move { own.run(LONG, endless).await });
    until(&pool, RUNNING, 1).await;
    asked.abort();
    until(&pool, RUNNING, 0).await;
    assert!(pool.run(LONG, |_| 7).await.unwrap() == 7, "the permit is back");
}

#[tokio::test]
async fn the_queue_is_short_and_waiting_counts() {
    let pool = pool(1);
    let own = Arc::clone(&pool);
    let first = tokio::spawn(async move { own.run(LONG, endless).await });
    until(&pool, RUNNING, 1).await;
    let own = Arc::clone(&pool);
    let brief = Duration::from_secs(2);
    let second = tokio::spawn(async move { own.run(brief, |_| ()).await });
    until(&pool, WAITING, 1).await;
    let begin = Instant::now();
    let refused = pool.run(LONG, |_| ()).await.unwrap_err().into_response();
    assert!(refused.status() == 503 && refused.headers().contains_key("retry-after"));
    assert!(begin.elapsed() < LONG / 2, "it is refused at once, not when its time is over");
    assert_eq!(second.await.unwrap().unwrap_err().into_response().status(), 503);
    until(&pool, WAITING, 0).await;
    pool.stop();
    assert!(first.await.unwrap().unwrap(), "running work is told to stop");
    assert!(pool.run(LONG, |_| ()).await.is_err(), "no more is taken");
}

/// Sixteen requests of one client run or wait; then a second client comes.
#[tokio::test]
async fn a_newcomer_is_next_and_who_is_refused_hears_when_there_is_room() {
    let pool = pool(15);
    let (done, order) = std::sync::mpsc::channel();
    let gate = Arc::new(AtomicBool::new(false));
    let ask = |n: u8| {
        let (own, done, gate) = (Arc::clone(&pool), done.clone(), Arc::clone(&gate));
        let client = Client::at([10, 0, 0, n].into());
        let work = move |_: &WorkToken| {
            while !gate.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            done.send(n)
        };
        tokio::spawn(async move { own.run_for(client, LONG, work).await.map(drop) })
    };
    let mut crowd: Vec<_> = (0..16).map(|_| ask(1)).collect();
    until(&pool, WAITING, 15).await;
    let newcomer = ask(2);
    let last = crowd.pop().unwrap().await.unwrap();
    assert_eq!(last.unwrap_err().into_response().status(), 503, "its place was taken");
    tokio::time::sleep(Duration::from_millis(200)).await;
    let refused = ask(1).await.unwrap().unwrap_err().into_response();
    // The estimate covers at least sixteen pieces of a fifth of a second.
    let retry: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!(refused.status() == 503 && retry >= 4, "{retry}");
    gate.store(true, Ordering::Relaxed);
    assert!(newcomer.await.unwrap().is_ok());
    for asked in crowd {
        assert!(asked.await.unwrap().is_ok());
    }
    let order: Vec<u8> = order.try_iter().collect();
    assert_eq!((order.len(), &order[..3]), (16, &[1, 1, 2][..]), "{order:?}");
}

#[tokio::test]
async fn work_that_panics_gives_its_permit_back() {
    let pool = pool(1);
    let failed = pool.run(LONG, |_| -> () { panic!("as asked") }).await;
    assert_eq!(failed.unwrap_err().into_response().status(), 500);
    assert!(pool.run(LONG, |_| ()).await.is_ok());
    assert_eq!(pool.shared.metrics.get(RUNNING), 0);
}

#[test]
fn what_was_lately_counts_more() {
    let mut pace = Pace::default();
    assert_eq!(pace.mean(), None);
    pace.took(Duration::from_secs(10));
    assert_eq!(pace.mean(), Some(Duration::from_secs(10)));
    for _ in 0..40 {
        pace.took(Duration::from_secs(1));
    }
    let mean = pace.mean().unwrap().as_secs_f64();
    assert!((1.0..1.01).contains(&mean), "{mean}");
}

#[test]
fn seconds_are_those_until_it_is_done() {
    let each = Duration::from_secs(4);
    assert_eq!(seconds(17, each, 2), 34);
    assert_eq!(seconds(1, Duration::from_millis(5), 2), 1);
    assert_eq!(seconds(1, Duration::from_millis(1500), 1), 2);
    assert_eq!(seconds(usize::MAX, each, 0), 600);
}

fn client(n: u8) -> Client {
    Client::at([10, 0, 0, n].into())
}

/// Turns of one permit with `places` places, and the current time.
fn one(places: usize) -> (Turns<&'static str>, Instant) {
    (Turns::new(Bounds { permits: 1, places, share: 1 }), Instant::now())
}

#[test]
fn who_asks_for_one_thing_does_not_wait_for_all_of_another() {
    let (mut turns, now) = one(16);
    assert!(matches!(turns.enter(client(1), now, "a1"), Entered::Works));
    for wake in ["a2", "a3", "a4"] {
        assert!(matches!(turns.enter(client(1), now, wake), Entered::Waits(_, None)));
    }
    for (n, wake) in [(2, "b1"), (3, "c1"), (2, "b2")] {
        assert!(matches!(turns.enter(client(n), now, wake), Entered::Waits(_, None)));
    }
    let (mut called, mut last) = (Vec::new(), client(1));
    while let Some((next, wake)) = turns.done(last, now, now) {
        called.push(wake);
        last = next;
    }
    assert_eq!(called, ["a2", "b1", "c1", "a3", "b2", "a4"]);
    assert!(matches!(turns.enter(client(1), now, "a5"), Entered::Works), "none is left");
}

#[test]
fn a_full_queue_has_a_place_for_whoever_has_fewer() {
    let (mut turns, now) = one(4);
    let _ = turns.enter(client(1), now, "a0");
    for wake in ["a1", "a2", "a3", "a4"] {
        let _ = turns.enter(client(1), now, wake);
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
    for wake in ["a1", "a2"] {
        assert!(matches!(turns.enter(client(1), now, wake), Entered::Works));
    }
    assert!(matches!(turns.enter(client(1), now, "a3"), Entered::Waits(..)));
    assert!(matches!(turns.enter(client(2), now, "b1"), Entered::Works));
    assert!(matches!(turns.enter(client(2), now, "b2"), Entered::Waits(..)));
    // A returned permit goes to a client below its share, although another one came first.
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
