//! `cargo xtask patterns`: the page of the book about loops, with an example of each, drawn and asked again.
//!
//! The program makes dungeons of every family; the page counts the patterns of their loops, and shows of each pattern
//! the first small dungeon that has it: its rooms, its picture, and the claims that hold of it.

use crate::root::root;
use anyhow::{Context, Result, bail};
use audit::program;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Write the book's page of loops: how often each pattern is, and an example with its proofs
#[derive(clap::Args)]
pub(crate) struct Patterns {
    /// How many dungeons of each family are counted
    #[arg(long, value_name = "N", default_value_t = 10)]
    seeds: u64,
    /// The program to run, when it is not the one beside this one
    #[arg(long, value_name = "FILE")]
    bin: Option<PathBuf>,
}

/// A pattern: its name in JSON, its title, and what it means.
const PATTERNS: [[&str; 3]; 10] = [
    [
        "two_paths",
        "Two paths",
        "Either way will do. Close one, and the dungeon is still won by the other.",
    ],
    [
        "two_keys",
        "Two keys",
        "A door asks for two keys, and each way round holds one. Neither wins alone, and each is had without the other.",
    ],
    [
        "hidden_shortcut",
        "Hidden short cut",
        "A cracked wall saves at least four rooms to whoever has bombs. Left alone, it costs nobody the game.",
    ],
    [
        "dangerous_route",
        "Dangerous route",
        "The short way has enemies; the long one, at least twice as long, has none.",
    ],
    [
        "foreshadowing",
        "Foreshadowing",
        "A room of the first third of the way lies beside one that is entered in the last third: it is seen through a locked door, whose key comes late.",
    ],
    [
        "lock_and_key",
        "Lock and key",
        "The lock is met before its key, which lies at most three rooms away.",
    ],
    [
        "blocked_retreat",
        "Blocked retreat",
        "A drop lets nobody back; the way round is at least four rooms long.",
    ],
    [
        "altered_return",
        "Altered return",
        "A drop on the way home: there and back differ by at least three rooms.",
    ],
    [
        "false_goal",
        "False goal",
        "What might be the end is a treasure; the goal is at least five rooms on.",
    ],
    ["gambit", "Gambit", "A way that costs a small key, and that nobody has to go."],
];

/// The first category of each family.
const FAMILIES: [&str; 10] =
    ["dungeon", "cave", "mine", "temple", "tomb", "tower", "town", "tavern", "grove", "shrine"];

/// The size of the dungeons that are counted, and of those that are shown.
const COUNTED: &str = "--rooms 24";
const SHOWN: &str = "--rooms 16 --room-size 12x9";
/// Seeds among which examples are looked for.
const EXAMPLES: u64 = 40;

#[derive(Deserialize)]
struct Dungeon {
    seed: u64,
    rooms: Vec<Room>,
    passages: Vec<Passage>,
    cycles: Vec<Cycle>,
    claims: Vec<Claim>,
}

#[derive(Deserialize)]
struct Room {
    id: usize,
    cells: Vec<[i64; 3]>,
    holds: Vec<String>,
}

#[derive(Deserialize)]
struct Passage {
    a: usize,
    b: usize,
    needs: Needs,
}

#[derive(Deserialize)]
struct Needs {
    a_to_b: Option<Vec<String>>,
    b_to_a: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Cycle {
    pattern: String,
    entry: usize,
    goal: usize,
    arc_a: Vec<usize>,
    arc_b: Vec<usize>,
    claims: Vec<usize>,
}

#[derive(Deserialize)]
struct Claim {
    claim: String,
    about: Vec<String>,
    given: Vec<String>,
    change: Vec<String>,
    before: Answer,
    after: Answer,
}

#[derive(Deserialize)]
struct Answer {
    verdict: String,
    moves: Option<u64>,
}

/// A dungeon with a loop that is shown, and the options that make it.
struct Example<'a> {
    dungeon: &'a Dungeon,
    cycle: &'a Cycle,
    category: &'static str,
}

impl Patterns {
    /// Counts, looks for examples, and writes the page and its pictures.
    pub(crate) fn run(&self) -> Result<ExitCode> {
        let program = program::quandary(self.bin.as_deref())?;
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for category in FAMILIES {
            for dungeon in made(&program, category, COUNTED, self.seeds)? {
                let mut names: Vec<&str> =
                    dungeon.cycles.iter().map(|c| c.pattern.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                names.into_iter().for_each(|name| *counts.entry(name.to_owned()).or_default() += 1);
            }
        }
        let mut small = Vec::new();
        for category in FAMILIES {
            small.push((category, made(&program, category, SHOWN, EXAMPLES)?));
        }
        let mut page = head(&counts, self.seeds * FAMILIES.len() as u64);
        // Each from another family, as far as there is one.
        for (turn, [name, title, meaning]) in PATTERNS.into_iter().enumerate() {
            let families = (0..small.len()).map(|n| &small[(n + turn) % small.len()]);
            let found = families.flat_map(|(category, dungeons)| {
                dungeons.iter().map(move |dungeon| (*category, dungeon))
            });
            let mut examples = found.filter_map(|(category, dungeon)| {
                let cycle = dungeon.cycles.iter().find(|cycle| cycle.pattern == name)?;
                let example = Example { dungeon, cycle, category };
                (!example.claims().is_empty()).then_some(example)
            });
            let Some(example) = examples.next() else {
                bail!("of {EXAMPLES} seeds a family none has {name} with a claim of its own")
            };
            let picture = format!("pictures/loop_{name}.svg");
            let file = root()?.join("docs").join(&picture);
            print(
                &program,
                &format!("{} --format svg -o {}", example.arguments(), file.display()),
            )?;
            page += &section(title, meaning, &picture, &example)?;
        }
        let path = root()?.join("docs/loops.md");
        fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What the program prints.
fn print(program: &Path, arguments: &str) -> Result<Vec<u8>> {
    let words = arguments.split(' ').filter(|word| !word.is_empty());
    let output = Command::new(program).args(words).output();
    let output = output.with_context(|| format!("cannot run {}", program.display()))?;
    if !output.status.success() {
        bail!("quandary {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(output.stdout)
}

/// Dungeons of a category, one for each of the first seeds.
fn made(program: &Path, category: &str, size: &str, seeds: u64) -> Result<Vec<Dungeon>> {
    let arguments =
        format!("dungeon --category {category} {size} --seed 1 --count {seeds} --format json");
    let text = String::from_utf8(print(program, &arguments)?)?;
    text.lines().map(|line| serde_json::from_str(line).context("a dungeon in JSON")).collect()
}

/// The head of the page.
fn head(counts: &BTreeMap<String, usize>, of: u64) -> String {
    let mut page = format!(
        "# Loops and their proofs

Every loop of a dungeon has a meaning, and is told only where that is proved by taking something away. Of {of} dungeons of 24
rooms, ten families alike, so many have a loop of each kind:

| loop | dungeons | meaning |
|---|---|---|
"
    );
    for [name, title, meaning] in PATTERNS {
        let count = counts.get(name).copied().unwrap_or(0);
        let _ = writeln!(
            page,
            "| [{title}](#{}) | {count} | {meaning} |",
            title.to_lowercase().replace(' ', "-")
        );
    }
    page + "
Below is an example of each. In the small maps `E` is where the two ways part and `G` where they meet, `a` and `b` are the rooms
of the two ways, `·` all others. The tables say what was asked of the judge, and what it answered: *before* with all there is,
*after* with the thing taken away. `quandary solve` asks it again, with the options that stand there.

`cargo xtask patterns` makes this page.
"
}

impl Example<'_> {
    /// The command that makes the dungeon.
    fn arguments(&self) -> String {
        let Self { dungeon, category, .. } = self;
        format!("dungeon --category {category} {SHOWN} --seed {}", dungeon.seed)
    }

    /// The pairs of rooms along both ways.
    fn pairs(&self) -> Vec<[usize; 2]> {
        let arcs = [&self.cycle.arc_a, &self.cycle.arc_b].into_iter();
        arcs.flat_map(|arc| arc.windows(2))
            .map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])])
            .collect()
    }

    /// The claims that the loop rests on: its own, and those of the keys and passages of its ways.
    fn claims(&self) -> Vec<&Claim> {
        let pairs = self.pairs();
        let mut things: Vec<String> =
            pairs.iter().map(|[a, b]| format!("passage:{a}-{b}")).collect();
        let on = |passage: &&Passage| {
            pairs.contains(&[passage.a.min(passage.b), passage.a.max(passage.b)])
        };
        for Passage { needs: Needs { a_to_b, b_to_a }, .. } in
            self.dungeon.passages.iter().filter(on)
        {
            things.extend([a_to_b, b_to_a].into_iter().flatten().flatten().cloned());
        }
        if self.cycle.pattern == "false_goal" {
            let decoy = self.dungeon.rooms.iter().filter(|room| room.id == self.cycle.goal);
            things.extend(decoy.flat_map(|room| room.holds.iter().cloned()));
        }
        let about = |claim: &Claim| {
            matches!(claim.claim.as_str(), "needed" | "optional")
                && claim.about.iter().any(|thing| things.contains(thing))
        };
        let claims = self.dungeon.claims.iter().enumerate();
        let related = claims.filter(|(at, claim)| self.cycle.claims.contains(at) || about(claim));
        related.map(|(_, claim)| claim).take(6).collect()
    }

    /// The cells of the floor of the loop's entry, with the rooms of both ways marked.
    fn map(&self) -> String {
        let Cycle { entry, goal, arc_a, arc_b, .. } = self.cycle;
        let mark = |room: usize| match room {
            room if room == *entry => 'E',
            room if room == *goal => 'G',
            room if arc_a.contains(&room) => 'a',
            room if arc_b.contains(&room) => 'b',
            _ => '·',
        };
        let floor = self.dungeon.rooms.iter().find(|room| room.id == *entry);
        let floor = floor.and_then(|room| room.cells.first()).map_or(0, |cell| cell[2]);
        let mut marks: BTreeMap<[i64; 2], char> = BTreeMap::new();
        for room in &self.dungeon.rooms {
            let cells = room.cells.iter().filter(|cell| cell[2] == floor);
            marks.extend(cells.map(|&[x, y, _]| ([-y, x], mark(room.id))));
        }
        let (xs, ys) = (marks.keys().map(|cell| cell[1]), marks.keys().map(|cell| cell[0]));
        let range = |(low, high): (Option<i64>, Option<i64>)| low.unwrap_or(0)..=high.unwrap_or(0);
        let (xs, ys) = (range((xs.clone().min(), xs.max())), range((ys.clone().min(), ys.max())));
        let rows = ys.map(|y| {
            let row: Vec<String> =
                xs.clone().map(|x| marks.get(&[y, x]).unwrap_or(&' ').to_string()).collect();
            row.join(" ").trim_end().to_owned()
        });
        rows.collect::<Vec<String>>().join("\n")
    }
}

/// The section of a pattern.
fn section(title: &str, meaning: &str, picture: &str, example: &Example<'_>) -> Result<String> {
    let Cycle { arc_a, arc_b, .. } = example.cycle;
    let mut text = String::new();
    writeln!(text, "\n## {title}\n\n{meaning}\n")?;
    writeln!(text, "```text\n{}\n```\n", example.map())?;
    writeln!(
        text,
        "From room {} one way is {} passages long and the other {} (`quandary {}`).\n",
        example.cycle.entry,
        arc_a.len() - 1,
        arc_b.len() - 1,
        example.arguments(),
    )?;
    writeln!(text, "| claim | asked with | taken away | before | after |\n|---|---|---|---|---|")?;
    for claim in example.claims() {
        let options = |words: &[String]| match words {
            [] => "–".to_owned(),
            words => format!("`{}`", words.join(" ")),
        };
        let told = |Answer { verdict, moves }: &Answer| match moves {
            Some(moves) => format!("{verdict}, {moves} moves"),
            None => verdict.clone(),
        };
        writeln!(
            text,
            "| `{}` | {} | {} | {} | {} |",
            claim.claim,
            options(&claim.given),
            options(&claim.change),
            told(&claim.before),
            told(&claim.after)
        )?;
    }
    writeln!(text, "\n![{title} in a {}, sixteen rooms]({picture})", example.category)?;
    Ok(text)
}
