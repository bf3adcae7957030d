//! scratch
use dungeon::mission::*;
use std::time::Instant;
fn main() {
    let n: u64 = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(1000);
    for (rooms, keys, switches) in [
        (8, 3, 0),
        (10, 4, 1),
        (25, 4, 0),
        (25, 4, 1),
        (50, 6, 1),
        (100, 8, 1),
        (100, 8, 2),
        (400, 8, 1),
        (7, 4, 0),
        (12, 6, 0),
        (33, 26, 4),
        (40, 26, 4),
    ] {
        for (order, style) in [
            (KeyOrder::Total, KeyStyle::Named),
            (KeyOrder::Partial, KeyStyle::Named),
            (KeyOrder::Total, KeyStyle::Small),
        ] {
            let request = Request { keys, switches, order, key_style: style, ..Request::default() };
            let space = Count::new(rooms);
            if request.check(rooms).is_err() {
                continue;
            }
            let mut tally = std::collections::BTreeMap::new();
            let (mut fixed, mut failed, mut attempts) = (0, 0, 0);
            let t = Instant::now();
            for seed in 0..n {
                let r =
                    make(&request, &space, search::Seed::new(seed).unwrap(), &Default::default())
                        .unwrap();
                attempts += r.attempts;
                if r.found.is_empty() {
                    failed += 1
                } else if r.found[0].attempt == 20 {
                    fixed += 1
                }
                for (k, c) in r.tally.iter() {
                    *tally.entry(k.to_string()).or_insert(0) += c;
                }
            }
            println!(
                "{rooms}/{keys}/{switches} {order:?} {style:?}: {:.1} us/mission, attempts {attempts}, fixed {fixed}, failed {failed} {tally:?}",
                t.elapsed().as_secs_f64() * 1e6 / n as f64
            );
        }
    }
}
