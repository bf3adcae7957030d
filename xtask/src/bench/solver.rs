//! `cargo measure solver`: the cost of verification, in CPU time, counted states and bytes; and `cargo measure hints`:
//! the time of hints in dungeons of forty rooms, from reachable states.
//!
//! Everything runs on one thread. The dungeons are those of the reference data in `QUANDARY_DATA`. An example of the
//! library measures hints; it fails if the slowest 1 % take more than 50 ms.

use super::report::{Report, Unit};
use super::timing::milliseconds;
use anyhow::{Context, Result, ensure};
use formats::vglc::graph::EdgeS;
use level::check::count;
use level::rules::Rules;
use level::solve::{Heuristic, Options, Verdict, solve};
use level::{Level, Limits};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The cost of verifying a level
#[derive(clap::Args)]
pub(crate) struct Solver {
    /// Minimum seconds of CPU time per figure, over all its runs
    #[arg(long, value_name = "S", default_value_t = 0.3)]
    seconds: f64,
}

/// A level with its name.
struct Dungeon {
    name: String,
    level: Level,
}

/// Settings of raw search: the rules, the start, and the minimum number of states for a level to count.
const RAW: [(&str, &str, u64); 3] = [
    ("push=off", "", 30_000),
    ("push=once", "key_item=true", 200_000),
    ("push=free", "key_item=true", 200_000),
];

impl Solver {
    pub(super) fn run(&self, report: &mut Report) -> Result<()> {
        let data = std::env::var_os("QUANDARY_DATA").map(PathBuf::from);
        let data = data.context("QUANDARY_DATA is not set: the reference data is needed")?;
        self.rooms(&graphs(&data)?, report)?;
        let dungeons = imported(&data)?;
        self.tiles(&dungeons, "push=off", report)?;
        self.tiles(&dungeons, "push=once", report)?;
        RAW.into_iter().try_for_each(|setting| self.raw(&dungeons, setting, report))?;
        self.files(&data, report)
    }

    /// Measures room graphs: a plan, and the whole state space with its dead states.
    fn rooms(&self, graphs: &[Dungeon], report: &mut Report) -> Result<()> {
        let free = rules("bombs=unlimited", "bombs=1")?;
        let spent = rules("bombs=consumed", "bombs=1")?;
        for Dungeon { name, level } in graphs {
            let plan = milliseconds(self.seconds, || {
                solve(level, &free, &Options::default(), &Limits::default())
            })?;
            report.note_worst("rooms, plan", plan, Unit::Milliseconds, name);
            let space = milliseconds(self.seconds, || check_space(level, &free))?;
            let many = milliseconds(self.seconds, || check_space(level, &spent))?;
            let states = check_space(level, &spent)?;
            let more = format!("{name}; with bombs that are used up {many:.3} ms, {states} states");
            report.note_worst("rooms, whole space", space, Unit::Milliseconds, more);
        }
        Ok(())
    }

    /// Measures tile maps, with an empty inventory and with the key item.
    fn tiles(&self, dungeons: &[Dungeon], setting: &str, report: &mut Report) -> Result<()> {
        let (mut sum, mut worst, mut decided, mut all) = (0.0, 0.0f64, 0, 0);
        for Dungeon { name, level } in dungeons {
            for start in ["", "key_item=true"] {
                let rules = rules(setting, start)?;
                let limits = Limits { states: Some(200_000), ..Limits::default() };
                let judge = || solve(level, &rules, &Options::default(), &limits);
                let solution = judge()?;
                let ms = milliseconds(self.seconds, judge)?;
                let verdict = match &solution.verdict {
                    Verdict::Solvable { walk, optimal: true, .. } => format!("cost {}", walk.cost),
                    Verdict::Solvable { walk, .. } => format!("cost ≤ {}", walk.cost),
                    Verdict::Unsolvable => "unsolvable".to_owned(),
                    Verdict::Unknown(_) => "unknown".to_owned(),
                };
                let expanded = solution.explored;
                println!("  {name} {setting} {start}: {ms:.3} ms, {verdict}, {expanded} expanded");
                sum += ms;
                worst = worst.max(ms);
                decided += usize::from(!matches!(solution.verdict, Verdict::Unknown(_)));
                all += 1;
            }
        }
        let more = format!("{decided} of {all} decided, the worst {worst:.1} ms");
        report.note(format!("tiles {setting}, all"), sum, Unit::Milliseconds, more);
        Ok(())
    }

    /// Measures states per second and bytes per state of plain search without a bound.
    fn raw(
        &self,
        dungeons: &[Dungeon],
        (setting, start, least): (&str, &str, u64),
        report: &mut Report,
    ) -> Result<()> {
        let rules = rules(setting, start)?;
        let options = Options { heuristic: Heuristic::None, ..Options::default() };
        let limits = Limits { states: Some(2_000_000), ..Limits::default() };
        for Dungeon { name, level } in dungeons {
            let solution = solve(level, &rules, &options, &limits)?;
            if solution.met < least {
                continue;
            }
            let ms = milliseconds(self.seconds, || solve(level, &rules, &options, &limits))?;
            let (met, expanded) = (solution.met as f64, solution.explored);
            let more = format!("{name}, {met} met, {expanded} expanded");
            let rate = 1000.0 * met / ms;
            report.note_worst(&format!("raw {setting}, met"), rate, Unit::PerSecond, more);
            let bytes = solution.bytes as f64 / met;
            report.note_worst(&format!("raw {setting}, bytes a state"), bytes, Unit::Bytes, name);
        }
        Ok(())
    }

    /// Measures reading, checking and solving a file and replaying its plan.
    fn files(&self, data: &Path, report: &mut Report) -> Result<()> {
        let rules = rules("push=off", "")?;
        for file in files(&data.join("zelda/tile"), "json")? {
            let text = fs::read_to_string(&file)?;
            let ms = milliseconds(self.seconds, || {
                let level = level::formats::json::read(&text)?;
                anyhow::Ok(solve(&level, &rules, &Options::default(), &Limits::default())?)
            })?;
            let name = "level file, read and solved";
            report.note_worst(name, ms, Unit::Milliseconds, stem(&file));
        }
        Ok(())
    }
}

/// Explores the whole state space. Returns the number of states.
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

/// The files of a folder with an extension, sorted by name.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == ending))
        .collect();
    files.sort();
    Ok(files)
}

/// The room graphs of the corpus.
fn graphs(data: &Path) -> Result<Vec<Dungeon>> {
    let read = |dot: PathBuf| {
        let level = formats::vglc::graph::import(&fs::read_to_string(&dot)?, EdgeS::Stair)?.level;
        Ok(Dungeon { name: stem(&dot), level })
    };
    files(&data.join("vglc"), "dot")?.into_iter().map(read).collect()
}

/// The dungeons of the corpus with tiles and graph.
fn imported(data: &Path) -> Result<Vec<Dungeon>> {
    let read = |dot: PathBuf| {
        let name = stem(&dot);
        // LoZ_7 is the seventh dungeon of the first quest, LoZ2_7 that of the second.
        let (quest, dungeon) = name.trim_start_matches("LoZ").split_once('_').context("a name")?;
        let quest = if quest.is_empty() { "1" } else { quest };
        let tiles = fs::read_to_string(data.join(format!("vglc/tloz{dungeon}_{quest}.txt")))?;
        let graph = fs::read_to_string(&dot)?;
        let level = formats::vglc::import(Some(&tiles), Some(&graph), EdgeS::Stair)?.level;
        Ok(Dungeon { name, level })
    };
    files(&data.join("vglc"), "dot")?.into_iter().map(read).collect()
}

/// CPU time of hints; fails if the slowest 1 % take more than 50 ms
#[derive(clap::Args)]
pub(crate) struct Hints {
    /// Seeds per family; there are ten families
    #[arg(long, value_name = "N", default_value_t = 3)]
    seeds: u64,
    /// States per dungeon
    #[arg(long, value_name = "N", default_value_t = 40)]
    states: u64,
}

impl Hints {
    /// Runs the example.
    pub(super) fn run(&self) -> Result<()> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["run", "--quiet", "--release", "--package", "quandary-dungeon"]);
        command.args(["--example", "hints", "--"]);
        command.args([self.seeds, self.states].map(|number| number.to_string()));
        let status = command.status().context("cannot run cargo for the example `hints`")?;
        ensure!(status.success(), "the slowest hundredth of hints is too slow");
        Ok(())
    }
}
