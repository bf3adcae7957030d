//! `cargo xtask bench solver`: the cost of judging, in processor time, counted states and bytes.
//!
//! One thread. The dungeons are those of the reference data, found by `QUANDARY_DATA`. Times are the median
//! of several runs, since machines are noisy; states and bytes are counted, and do not depend on it.

use super::report::{Report, Unit};
use anyhow::{Context, Result, bail};
use audit::clock::Clock;
use level::Level;
use level::Limits;
use level::check::count;
use level::rules::Rules;
use level::solve::{Heuristic, Options, Solution, Verdict, solve};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use vglc::graph::EdgeS;

/// The cost of judging a level
#[derive(clap::Args)]
pub(crate) struct Solver {
    /// Seconds of processor time each figure takes at least, in all its runs
    #[arg(long, value_name = "S", default_value_t = 0.3)]
    seconds: f64,
}

/// Number of runs of which the median is taken.
const RUNS: usize = 5;

/// A level to be judged, with its name.
struct Dungeon {
    name: String,
    level: Level,
}

impl Solver {
    pub(super) fn run(&self, report: &mut Report) -> Result<ExitCode> {
        let Some(data) = std::env::var_os("QUANDARY_DATA").map(PathBuf::from) else {
            bail!("QUANDARY_DATA is not set: the reference data is needed");
        };
        self.rooms(&graphs(&data)?, report)?;
        let dungeons = imported(&data)?;
        println!("\ntile level, doorway locks, milliseconds of processor time");
        self.tiles(&dungeons, "push=off", report)?;
        self.tiles(&dungeons, "push=once", report)?;
        self.raw(&dungeons, report)?;
        self.files(&data, report)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Room level: a plan, and the whole space with its dead states.
    fn rooms(&self, graphs: &[Dungeon], report: &mut Report) -> Result<()> {
        println!("room level, milliseconds of processor time (reach: 0.05 and 1; 2000 for LoZ_9)");
        println!(
            "{:>8} {:>9} {:>12} {:>12} {:>14}",
            "dungeon", "plan", "whole space", "bombs spent", "states"
        );
        let free = rules("bombs=unlimited", "bombs=1")?;
        let spent = rules("bombs=consumed", "bombs=1")?;
        for Dungeon { name, level } in graphs {
            let plan =
                self.time(|| solve(level, &free, &Options::default(), &Limits::default()))?;
            let space = self.time(|| check_space(level, &free))?;
            let many = self.time(|| check_space(level, &spent))?;
            let states = check_space(level, &spent)?;
            report.note_worst("rooms, plan", plan, Unit::Milliseconds);
            report.note_worst("rooms, whole space", space, Unit::Milliseconds);
            println!("{name:>8} {plan:>9.4} {space:>12.3} {many:>12.3} {states:>14}");
        }
        Ok(())
    }

    /// Tile level, with nothing in hand and with the key item.
    fn tiles(&self, dungeons: &[Dungeon], setting: &str, report: &mut Report) -> Result<()> {
        println!(
            "{:>10} {:>9} {:>12} {:>6} {:>10} {:>9}",
            setting, "start", "verdict", "cost", "expanded", "ms"
        );
        let (mut sum, mut worst, mut decided, mut all) = (0.0, 0.0f64, 0, 0);
        for Dungeon { name, level } in dungeons {
            for start in ["", "key_item=true"] {
                let rules = rules(setting, start)?;
                let limits = Limits { states: Some(200_000), ..Limits::default() };
                let judge = || solve(level, &rules, &Options::default(), &limits);
                let solution = judge()?;
                let ms = self.time(judge)?;
                let (verdict, cost) = told(&solution);
                let hand = if start.is_empty() { "nothing" } else { "ladder" };
                let expanded = solution.explored;
                println!("{name:>10} {hand:>9} {verdict:>12} {cost:>6} {expanded:>10} {ms:>9.3}");
                sum += ms;
                worst = worst.max(ms);
                decided += usize::from(verdict != "unknown");
                all += 1;
            }
        }
        report.note(format!("tiles {setting}, all"), sum, Unit::Milliseconds);
        println!(
            "{:>10} decided {decided} of {all}, all together {sum:.1} ms, the worst {worst:.1} ms\n",
            ""
        );
        Ok(())
    }

    /// A file read, checked, solved and its plan replayed.
    fn files(&self, data: &Path, report: &mut Report) -> Result<()> {
        println!("\na level file: read, solved and replayed (reach: 10 ms)");
        let mut files: Vec<PathBuf> = fs::read_dir(data.join("zelda/tile"))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|end| end == "json"))
            .collect();
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file)?;
            let rules = rules("push=off", "")?;
            let ms = self.time(|| {
                let level = level::formats::json::read(&text)?;
                anyhow::Ok(solve(&level, &rules, &Options::default(), &Limits::default())?)
            })?;
            report.note_worst("level file, read and solved", ms, Unit::Milliseconds);
            println!("{:>10} {ms:>9.3}", stem(&file));
        }
        Ok(())
    }

    /// Milliseconds that `work` takes: the median of several runs, each of as many times as it takes to be
    /// measured at all.
    fn time<T, E: Into<anyhow::Error>>(
        &self,
        mut work: impl FnMut() -> Result<T, E>,
    ) -> Result<f64> {
        let mut times = Vec::with_capacity(RUNS);
        for _ in 0..RUNS {
            let begin = Clock::now().own;
            let mut done = 0u32;
            let spent = loop {
                for _ in 0..=done {
                    work().map_err(Into::into)?;
                }
                done = 2 * done + 1;
                let spent = Clock::now().own - begin;
                if spent * RUNS as f64 >= self.seconds {
                    break spent;
                }
            };
            times.push(spent * 1000.0 / f64::from(done));
        }
        times.sort_by(f64::total_cmp);
        times.get(RUNS / 2).copied().context("no runs")
    }
}

/// Settings of raw search: the rules, the start, and the least number of states with which a level counts.
const RAW: [(&str, &str, u64); 3] = [
    ("push=off", "", 30_000),
    ("push=once", "key_item=true", 200_000),
    ("push=free", "key_item=true", 200_000),
];

impl Solver {
    /// States met a second, and bytes a state, by plain search without a bound.
    fn raw(&self, dungeons: &[Dungeon], report: &mut Report) -> Result<()> {
        println!("raw search, no heuristic, at most two million states");
        println!("(reach: 5 M states/s, with pushes 2 M/s; 32 bytes a state)");
        println!(
            "{:>10} {:>10} {:>10} {:>10} {:>12} {:>12} {:>12}",
            "dungeon", "rules", "met", "expanded", "met/s", "expanded/s", "bytes/state"
        );
        for (setting, start, least) in RAW {
            let rules = rules(setting, start)?;
            let options = Options { heuristic: Heuristic::None, ..Options::default() };
            let limits = Limits { states: Some(2_000_000), ..Limits::default() };
            for Dungeon { name, level } in dungeons {
                let solution = solve(level, &rules, &options, &limits)?;
                if solution.met < least {
                    continue;
                }
                let seconds = self.time(|| solve(level, &rules, &options, &limits))? / 1000.0;
                let bytes = solution.bytes as f64 / solution.met as f64;
                let rate = solution.met as f64 / seconds;
                report.note_worst(&format!("raw {setting}, met"), rate, Unit::PerSecond);
                report.note_worst(&format!("raw {setting}, bytes a state"), bytes, Unit::Bytes);
                let (met, expanded) = (solution.met as f64, solution.explored as f64);
                println!(
                    "{name:>10} {setting:>10} {met:>10} {expanded:>10} {:>12.0} {:>12.0} {:>12.1}",
                    rate,
                    expanded / seconds,
                    bytes
                );
            }
        }
        Ok(())
    }
}

fn told(solution: &Solution) -> (&'static str, String) {
    match &solution.verdict {
        Verdict::Solvable { walk, optimal: true, .. } => ("solvable", walk.cost.to_string()),
        Verdict::Solvable { walk, .. } => ("solvable", format!("≤{}", walk.cost)),
        Verdict::Unsolvable => ("unsolvable", String::new()),
        Verdict::Unknown(_) => ("unknown", String::new()),
    }
}

/// Explores the whole space, and returns the number of states.
fn check_space(level: &Level, rules: &Rules) -> Result<u64> {
    let counted = count(level, rules, &Limits::default())?;
    counted.dead_states.context("no limit was set")?;
    Ok(counted.states)
}

fn rules(setting: &str, start: &str) -> Result<Rules> {
    let mut rules = Rules::default();
    rules.set(setting)?;
    rules.start = start.parse()?;
    Ok(rules)
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The room graphs of the corpus.
fn graphs(data: &Path) -> Result<Vec<Dungeon>> {
    let read = |dot: &PathBuf| {
        let text = fs::read_to_string(dot)?;
        let level = vglc::graph::import(&text, EdgeS::Stair)?.level;
        Ok(Dungeon { name: stem(dot), level })
    };
    dots(data)?.iter().map(read).collect()
}

fn dots(data: &Path) -> Result<Vec<PathBuf>> {
    let mut dots: Vec<PathBuf> = fs::read_dir(data.join("vglc"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "dot"))
        .collect();
    dots.sort();
    Ok(dots)
}

/// The dungeons of the corpus, tiles and graph together.
fn imported(data: &Path) -> Result<Vec<Dungeon>> {
    let read = |dot: &PathBuf| {
        let name = stem(dot);
        // LoZ_7 is the seventh dungeon of the first quest, LoZ2_7 that of the second.
        let (quest, dungeon) = name.trim_start_matches("LoZ").split_once('_').context("a name")?;
        let quest = if quest.is_empty() { "1" } else { quest };
        let tiles = data.join(format!("vglc/tloz{dungeon}_{quest}.txt"));
        let tiles = fs::read_to_string(tiles)?;
        let graph = fs::read_to_string(dot)?;
        let level = vglc::import(Some(&tiles), Some(&graph), EdgeS::Stair)?.level;
        Ok(Dungeon { name, level })
    };
    dots(data)?.iter().map(read).collect()
}
