//! The page: what each loop means, how often it is, an example with its map and its claims.

use super::read::{Answer, Claim, Cycle, Dungeon, Needs, Passage};
use anyhow::Result;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The size of the dungeons that are shown.
pub(super) const SHOWN: &str = "--rooms 16 --room-size 12x9";

/// A pattern: its name in JSON, its title, and what it means.
pub(super) const PATTERNS: [[&str; 3]; 10] = [
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

/// A dungeon with a loop that is shown, and the options that make it.
pub(super) struct Example<'a> {
    pub(super) dungeon: &'a Dungeon,
    pub(super) cycle: &'a Cycle,
    pub(super) category: &'static str,
}

/// The head of the page.
pub(super) fn head(counts: &BTreeMap<String, usize>, of: u64) -> String {
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
    pub(super) fn arguments(&self) -> String {
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
    pub(super) fn claims(&self) -> Vec<&Claim> {
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
pub(super) fn section(
    title: &str,
    meaning: &str,
    picture: &str,
    example: &Example<'_>,
) -> Result<String> {
    let Cycle { arc_a, arc_b, .. } = example.cycle;
    let mut text = String::new();
    writeln!(text, "\n## {title}\n\n{meaning}\n")?;
    writeln!(text, "```text\n{}\n```\n", example.map())?;
    writeln!(
        text,
        "The ways from room {} to room {} count {} and {} passages (`quandary {}`).\n",
        example.cycle.entry,
        example.cycle.goal,
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
