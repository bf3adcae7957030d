#![allow(missing_docs, clippy::all)]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (category, rooms, from, to): (&str, usize, u64, u64) =
        (&args[1], args[2].parse().unwrap(), args[3].parse().unwrap(), args[4].parse().unwrap());
    let mut request = quandary_dungeon::Request::of(category).unwrap();
    request.rooms = rooms;
    let mut all: Vec<level::measure::Metrics> = vec![];
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
        let judged = begin.elapsed();
        let begin = std::time::Instant::now();
        let solved = level::solve::solve(
            &level,
            &rules,
            &Default::default(),
            &level::Limits { states: Some(150_000), ..Default::default() },
        )
        .unwrap();
        let took = begin.elapsed();
        let (path, told) = match &solved.verdict {
            level::solve::Verdict::Solvable { walk, .. } => {
                (walk.positions().collect::<Vec<_>>(), format!("{} moves", walk.cost))
            }
            other => (vec![], format!("{other:?}")),
        };
        let metrics = level::measure::measure(&level, &path, level::measure::Contents::OnTiles);
        all.push(metrics);
        println!(
            "{seed}: {:?} keys {} plates {} puzzles {} path {} drafted {:?} judged {:?} {:?} solve {:?} {} {}",
            plan.cycles.iter().map(|c| c.pattern.name()).collect::<Vec<_>>(),
            plan.keys,
            plan.plates,
            plan.puzzles,
            plan.path.len(),
            drafted,
            judged,
            counted.map(|c| (c.states, c.dead_states)),
            took,
            told,
            solved.explored
        );
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
