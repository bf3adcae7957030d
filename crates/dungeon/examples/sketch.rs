#![allow(missing_docs, clippy::all)]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (category, rooms, from, to): (&str, usize, u64, u64) =
        (&args[1], args[2].parse().unwrap(), args[3].parse().unwrap(), args[4].parse().unwrap());
    let mut request = quandary_dungeon::Request::of(category).unwrap();
    request.rooms = rooms;
    let mut scratch = Default::default();
    for seed in from..to {
        let attempt = search::Seed::new(seed).unwrap().attempt(0);
        let begin = std::time::Instant::now();
        let made = quandary_dungeon::designed::draft(&request, attempt, &mut scratch);
        let drafted = begin.elapsed();
        let (plan, level) = match made {
            Ok(made) => made,
            Err(reject) => {
                println!("{seed}: {reject}");
                continue;
            }
        };
        let json = level::formats::json::print(&level);
        std::fs::write(format!("/tmp/d/{seed}.json"), json).unwrap();
        let begin = std::time::Instant::now();
        let limits = level::Limits { states: Some(20_000_000), ..Default::default() };
        let rules = level.rules_under(None);
        let counted = level::check::count(&level, &rules, &limits);
        println!(
            "{seed}: {:?} keys {} plates {} puzzles {} path {} drafted {:?} judged {:?} {:?}",
            plan.cycles.iter().map(|c| c.pattern.name()).collect::<Vec<_>>(),
            plan.keys,
            plan.plates,
            plan.puzzles,
            plan.path.len(),
            drafted,
            begin.elapsed(),
            counted
        );
    }
}
