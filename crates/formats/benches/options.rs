//! `cargo bench -p quandary-formats --bench options`: compares every search option with the default, on the dungeons of
//! the reference data (`QUANDARY_DATA`), at tile level.
//!
//! Prints a line for each dungeon, inventory, preset, goal and guide: the verdict, the cost, the states expanded, and
//! the time in milliseconds (the least of several runs). Each is compared with the default of its row: whether both
//! decide, whether the cost keeps its promise, and the ratio of the times. One thread. `--brief` prints only faults and
//! the summary, `--only=LoZ_1` runs one dungeon, `--goal=-` or `--goal=all` one goal, and `--rule=NAME=VALUE` sets
//! rules on top of the presets.

use level::Level;
use level::limits::Limits;
use level::rules::Collect;
use level::rules::{Preset, Rules};
use level::solve::{Heuristic, Options, Solution, Verdict, solve};
use quandary_formats::vglc::graph::EdgeS;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

const WEIGHTS: [f64; 4] = [1.0, 1.5, 2.0, 3.0];
const RUNS: usize = 5;

/// The parameters of a level that do not depend on the search options.
struct Setting<'a> {
    level: &'a Level,
    rules: Rules,
    collect: Collect,
}

/// The outcome of one search.
struct Outcome {
    verdict: &'static str,
    cost: f64,
    optimal: bool,
    expanded: u64,
    /// The bound that was proved with the first plan of an anytime search, and the cost of that plan.
    first: Option<f64>,
    ms: f64,
}

/// Totals of all searches of one kind: their number, the faults, and the time ratios to the default.
#[derive(Default)]
struct Sum {
    rows: u64,
    undecided: u64,
    dear: u64,
    ratios: Vec<f64>,
    own: f64,
    default: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(PathBuf::from) else {
        println!("QUANDARY_DATA is not set: the dungeons of the reference data are needed");
        return Ok(());
    };
    let arguments: Vec<String> = std::env::args().collect();
    let brief = arguments.iter().any(|argument| argument == "--brief");
    let only = arguments.iter().find_map(|argument| argument.strip_prefix("--only="));
    let asked = arguments.iter().find_map(|argument| argument.strip_prefix("--goal="));
    let set: Vec<&str> = arguments.iter().filter_map(|a| a.strip_prefix("--rule=")).collect();
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    for (name, level) in dungeons(&data)? {
        if only.is_some_and(|only| only != name) {
            continue;
        }
        for start in ["", "key_item=true,bombs=1"] {
            for (preset, named) in [(Preset::Classic, "classic"), (Preset::Strict, "strict")] {
                for (collect, goal) in [(Collect::Nothing, "-"), (Collect::Everything, "all")] {
                    if asked.is_some_and(|asked| asked != goal) {
                        continue;
                    }
                    let mut rules = Rules::preset(preset);
                    rules.start = start.parse()?;
                    for rule in &set {
                        rules.set(rule)?;
                    }
                    let setting = Setting { level: &level, rules, collect };
                    let hand = if start.is_empty() { "empty" } else { "items" };
                    setting.judge(&format!("{name} {hand} {named} {goal}"), brief, &mut sums)?;
                }
            }
        }
    }
    summary(&sums);
    Ok(())
}

impl Setting<'_> {
    /// Runs every option and compares each with the default.
    fn judge(
        &self,
        name: &str,
        brief: bool,
        sums: &mut BTreeMap<String, Sum>,
    ) -> Result<(), Box<dyn Error>> {
        let states = if self.collect == Collect::Nothing { 200_000 } else { 2_000_000 };
        let default = self.ask(&Options::default(), false, states)?;
        for diagonals in [false, true] {
            // Diagonal plans are compared with cheapest diagonal plans.
            let best = self.ask(&Options::default(), diagonals, states)?;
            for heuristic in Heuristic::ALL {
                let known = heuristic.name();
                for (weight, anytime) in WEIGHTS.into_iter().flat_map(|w| [(w, false), (w, true)]) {
                    let options = Options { heuristic, weight, anytime, ..Options::default() };
                    let told = self.ask(&options, diagonals, states)?;
                    let kind = format!(
                        "{}{}{}{}",
                        known,
                        if weight > 1.0 { " weight" } else { "" },
                        if anytime { " anytime" } else { "" },
                        if diagonals { " diagonals" } else { "" },
                    );
                    let kind = format!("{} {kind}", name.rsplit(' ').next().unwrap_or_default());
                    let sum = sums.entry(kind).or_default();
                    sum.rows += 1;
                    let undecided = told.verdict == "unknown" && default.verdict != "unknown"
                        || told.verdict != "unknown"
                            && best.verdict != "unknown"
                            && told.verdict != best.verdict;
                    let promised = match heuristic.is_admissible() {
                        _ if anytime && told.optimal => best.cost,
                        true => best.cost * weight,
                        false => f64::INFINITY,
                    };
                    let cheaper = told.cost + 1e-6 < best.cost;
                    let dearer =
                        told.cost > promised + 1e-6 || told.optimal && told.cost > best.cost + 1e-6;
                    let dear = best.optimal && (cheaper || dearer);
                    sum.undecided += u64::from(undecided);
                    sum.dear += u64::from(dear);
                    if default.verdict != "unknown" {
                        sum.ratios.push(told.ms / default.ms);
                        sum.own += told.ms;
                        sum.default += default.ms;
                    }
                    if !brief || undecided || dear {
                        println!(
                            "{name:<26} {known:>13} x{weight:<3} {}{} {:>10} {:>8.1}{} {:>9} {:>9.3} ms x{:<7.2}{}{}{}",
                            if anytime { "A" } else { "-" },
                            if diagonals { "D" } else { "-" },
                            told.verdict,
                            told.cost,
                            if told.optimal { "!" } else { " " },
                            told.expanded,
                            told.ms,
                            told.ms / default.ms,
                            told.first.map_or(String::new(), |cost| format!(" first {cost:.1}")),
                            if undecided { " UNDECIDED" } else { "" },
                            if dear { " DEAR" } else { "" },
                        );
                    }
                }
            }
        }
        Ok(())
    }

    fn ask(
        &self,
        options: &Options,
        diagonals: bool,
        states: u64,
    ) -> Result<Outcome, Box<dyn Error>> {
        let rules = Rules { diagonals, ..self.rules.clone() };
        let options = Options { collect: self.collect, ..options.clone() };
        let limits = Limits { states: Some(states), ..Limits::default() };
        let mut ms = f64::INFINITY;
        let mut told: Option<Solution> = None;
        for _ in 0..RUNS {
            let begin = Instant::now();
            told = Some(solve(self.level, &rules, &options, &limits)?);
            ms = ms.min(begin.elapsed().as_secs_f64() * 1e3);
            if ms > 20.0 {
                break;
            }
        }
        let solution = told.ok_or("no run")?;
        let (verdict, cost, optimal) = match &solution.verdict {
            Verdict::Solvable { walk, optimal, .. } => ("solvable", walk.cost.value(), *optimal),
            Verdict::Unsolvable => ("unsolvable", 0.0, false),
            Verdict::Unknown(_) => ("unknown", 0.0, false),
        };
        let first = solution.improvements.first().map(|first| first.cost.value());
        Ok(Outcome { verdict, cost, optimal, expanded: solution.explored, first, ms })
    }
}

fn summary(sums: &BTreeMap<String, Sum>) {
    println!(
        "\n{:<38} {:>5} {:>10} {:>5} {:>8} {:>8} {:>8} {:>9}",
        "goal, guide", "rows", "undecided", "dear", "median", "p90", "worst", "together"
    );
    for (kind, sum) in sums {
        let mut ratios = sum.ratios.clone();
        ratios.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let last = ratios.len().saturating_sub(1) as f64;
            ratios.get((last * share).round() as usize).copied().unwrap_or(0.0)
        };
        println!(
            "{kind:<38} {:>5} {:>10} {:>5} {:>8.2} {:>8.2} {:>8.2} {:>9.2}",
            sum.rows,
            sum.undecided,
            sum.dear,
            at(0.5),
            at(0.9),
            at(1.0),
            sum.own / sum.default
        );
    }
}

/// The dungeons of the first quest, each from tiles and graph.
fn dungeons(data: &Path) -> Result<Vec<(String, Level)>, Box<dyn Error>> {
    let mut dungeons = Vec::new();
    for number in 1..=9 {
        let tiles = fs::read_to_string(data.join(format!("vglc/tloz{number}_1.txt")))?;
        let graph = fs::read_to_string(data.join(format!("vglc/LoZ_{number}.dot")))?;
        let level = quandary_formats::vglc::import(Some(&tiles), Some(&graph), EdgeS::Stair)?.level;
        dungeons.push((format!("LoZ_{number}"), level));
    }
    Ok(dungeons)
}
