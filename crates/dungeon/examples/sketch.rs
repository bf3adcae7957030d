#![allow(missing_docs, clippy::all)]
use quandary_dungeon::designed::{Request, generate};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (category, rooms, from, to): (&str, usize, u64, u64) =
        (&args[1], args[2].parse().unwrap(), args[3].parse().unwrap(), args[4].parse().unwrap());
    let mut request = Request::of(category).unwrap();
    request.rooms = rooms;
    let mut all: Vec<level::measure::Metrics> = vec![];
    for seed in from..to {
        let begin = std::time::Instant::now();
        let answer =
            generate(&request, search::Seed::new(seed).unwrap(), Default::default()).unwrap();
        let took = begin.elapsed();
        let Some(made) = answer.made else {
            println!("{seed}: nothing {:?} {took:?}", answer.tally);
            continue;
        };
        let json = level::formats::json::print(&made.draft.tiled.level);
        std::fs::write(format!("/tmp/d/{seed}.json"), json).unwrap();
        println!(
            "{seed}: {:?} rank {:.2} attempt {} states {} cost {} claims {} dropped {} took {took:?} {:?}",
            made.draft.plan.cycles.iter().map(|c| c.pattern.name()).collect::<Vec<_>>(),
            made.rank,
            made.attempt,
            made.states,
            made.walk.cost,
            made.claims.all.len(),
            made.claims.dropped,
            answer.tally
        );
        all.push(made.metrics);
    }
    for measure in level::measure::Measure::ALL {
        let mut values: Vec<f64> = all.iter().filter_map(|m| m.value(measure)).collect();
        values.sort_by(f64::total_cmp);
        let median = values.get(values.len() / 2);
        println!(
            "{:12} median {:.2?} range {:.2?}..{:.2?} mean {:.2}",
            measure.name(),
            median,
            values.first(),
            values.last(),
            values.iter().sum::<f64>() / values.len().max(1) as f64
        );
    }
}
