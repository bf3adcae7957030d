//! tmp
#![allow(clippy::unwrap_used, clippy::expect_used)]
use dungeon::whole::*;
use search::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: u64 = args[2].parse().unwrap();
    let mut request = Request::of(&args[1]).unwrap().on_floors(args[4].parse().unwrap()).unwrap();
    if args[5] == "notiles" {
        request.tiles = None;
    }
    let budget = Budget { goal: Goal::First, attempts: Some(100), time: None };
    let mut scratch = Scratch::default();
    let t = std::time::Instant::now();
    let (mut states, mut att, mut maxs) = (0, 0, 0);
    for s in 0..n {
        let r =
            make_with(&request, Seed::new(s).unwrap(), &budget, &Control::default(), &mut scratch)
                .unwrap();
        if r.found.is_empty() {
            println!("{s}: nothing {:?}", r.tally);
            continue;
        }
        let f = &r.found[0];
        att += f.attempt + 1;
        let st = f.proof.tiles.as_ref().map_or(0, |t| t.states);
        states += st;
        maxs = maxs.max(st);
        if s.to_string() == args[3] {
            println!("{}\n{:?}", level::text::print(f.draft.level.as_ref().unwrap()), f.proof.rank);
        }
    }
    println!(
        "{:.1} /s, attempts {}, mean states {}, max {}",
        n as f64 / t.elapsed().as_secs_f64(),
        att,
        states / n,
        maxs
    );
}
