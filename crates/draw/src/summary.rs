//! The summary under the map of a mission: its solution, and the proved claims.

use dungeon::json::mission::{MissionProof, MissionStats};
use dungeon::mission::{Certificate, KeyStyle, Mission, Position, RoomId, Symbol, key_name};
use level::plan::{Move, Plan};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The widest line of a summary, in characters, where words allow.
const WIDTH: usize = 96;

/// Summary of a mission.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The seed it was generated from.
    pub seed: u64,
    /// The attempt of the seed that succeeded.
    pub attempt: u64,
    /// Number of keys.
    pub keys: usize,
    /// Number of switches.
    pub switches: usize,
    /// Number of rooms.
    pub rooms: usize,
    /// Number of independent cycles.
    pub cycles: usize,
    /// The cost of a shortest solution: the number of passages walked and switches flipped.
    pub solution: u64,
    /// A shortest solution: the rooms entered, each with the actions in it.
    pub path: Vec<String>,
    /// Spheres, by name: the things within reach at first, then those that these open, and so on.
    pub spheres: Vec<Vec<String>>,
    /// Number of times a shortest solution enters a room again.
    pub nonlinearity: u32,
    /// By switch: the number of times a shortest solution flips it.
    pub flips: Vec<u32>,
    /// True if the goal can be reached.
    pub winnable: bool,
    /// True if the goal can be reached from every state that the player can reach.
    pub softlock_free: bool,
    /// For each switch: true if locks require it on, and true if locks require it off.
    pub positions: Vec<[bool; 2]>,
    /// True if its keys are small keys, each used up by a lock.
    pub small_keys: bool,
    /// The keys without which the goal cannot be reached, each tested by removing it alone.
    pub needed_keys: Vec<String>,
    /// The switches without which the goal cannot be reached, each tested by never flipping it.
    pub needed_switches: Vec<String>,
    /// Number of locks that change nothing, among those that use nothing up.
    pub redundant_locks: usize,
}

impl Summary {
    /// The title line: seed, attempt, and the size of the mission.
    pub fn title(&self) -> String {
        format!(
            "Mission {} (attempt {}): {}",
            self.seed,
            self.attempt,
            self.size().replace(" ·", ",")
        )
    }

    /// Size of the mission: `5 rooms · 2 keys · 1 switch · 1 cycle`.
    pub fn size(&self) -> String {
        [
            counted(self.rooms, "room", "rooms"),
            counted(self.keys, "key", "keys"),
            counted(self.switches, "switch", "switches"),
            counted(self.cycles, "cycle", "cycles"),
        ]
        .join(" · ")
    }

    /// The lines under the map.
    pub fn text(&self) -> String {
        let mut out =
            format!("Critical path, {}:\n", counted(self.solution as usize, "step", "steps"));
        wrap(&mut out, &self.path, " → ");
        if !self.spheres.is_empty() {
            out.push_str("Spheres:\n");
        }
        for (i, sphere) in self.spheres.iter().enumerate() {
            let _ = writeln!(out, "  {}. {}", i + 1, sphere.join(", "));
        }
        let _ = writeln!(
            out,
            "Nonlinearity: {}",
            counted(self.nonlinearity as usize, "time", "times") + " into a room seen before"
        );
        if !self.flips.is_empty() {
            let _ = writeln!(out, "Flips: {}", self.flipped());
        }
        fold(&mut out, &format!("Proved: {}", self.verdicts()));
        out
    }

    /// The number of times the solution flips each switch, and the positions that locks require.
    fn flipped(&self) -> String {
        let one = |(switch, (&flips, &asked)): (usize, (&u32, &[bool; 2]))| {
            let asked = match asked {
                [true, true] => "on and off",
                [false, true] => "off alone",
                _ => "on alone",
            };
            format!(
                "switch {switch} {}, asked for {asked}",
                counted(flips as usize, "time", "times")
            )
        };
        let switches = self.flips.iter().zip(&self.positions);
        switches.enumerate().map(one).collect::<Vec<_>>().join(" · ")
    }

    /// The proved claims, in one line.
    fn verdicts(&self) -> String {
        let mut parts = vec![
            if self.winnable { "winnable" } else { "not winnable" }.to_owned(),
            if self.softlock_free { "unlosable" } else { "losable" }.to_owned(),
        ];
        if self.keys > 0 {
            let kind = if self.small_keys { "small key" } else { "key" };
            let of = counted(self.keys, kind, &format!("{kind}s"));
            // Small keys have no names: they are all alike.
            let names = if self.small_keys { &[][..] } else { &self.needed_keys };
            parts.push(needed(self.needed_keys.len(), &of, names));
        }
        if self.switches > 0 {
            let of = counted(self.switches, "switch", "switches");
            let name = |name: &String| name.replacen(':', " ", 1);
            let names: Vec<String> = self.needed_switches.iter().map(name).collect();
            parts.push(needed(names.len(), &of, &names));
        }
        // A lock that uses a key up is never redundant and is not counted.
        let locks = match (self.small_keys, self.switches) {
            (false, _) if self.keys + self.switches > 0 => Some("redundant lock"),
            (true, 1..) => Some("redundant lock of a switch"),
            _ => None,
        };
        let plural = |words: &str| words.replacen("lock", "locks", 1);
        parts.extend(locks.map(|words| counted(self.redundant_locks, words, &plural(words))));
        parts.join(" · ")
    }
}

/// `2 of 2 keys needed: A, B`.
fn needed(count: usize, of: &str, names: &[String]) -> String {
    let names = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    format!("{count} of {of} needed{names}")
}

/// `1 room`, `2 rooms`.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Writes a line. A line that is too long is broken at a ` · ` between its parts.
pub fn fold(out: &mut String, line: &str) {
    let mut column = 0;
    for (i, part) in line.split(" · ").enumerate() {
        let width = part.chars().count() + 3;
        if i > 0 && column + width > WIDTH {
            out.push_str(" ·\n    ");
            column = 4;
        } else if i > 0 {
            out.push_str(" · ");
        }
        out.push_str(part);
        column += width;
    }
    out.push('\n');
}

/// Writes words joined by `joint`, indented, in lines of about `WIDTH`.
pub fn wrap(out: &mut String, words: &[String], joint: &str) {
    let mut column = 0;
    for (i, word) in words.iter().enumerate() {
        let width = word.chars().count() + joint.chars().count();
        if i > 0 {
            out.push_str(if column + width > WIDTH { joint.trim_end() } else { joint });
        }
        if i == 0 || column + width > WIDTH {
            out.push_str(if i == 0 { "  " } else { "\n    " });
            column = 4;
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
}

impl Summary {
    /// The summary of a mission from its JSON, with the seed and attempt that generated it.
    #[must_use]
    pub fn of(
        mission: &Mission,
        certificate: &Certificate,
        (stats, proof): (&MissionStats, &MissionProof),
        (seed, attempt): (u64, u64),
    ) -> Self {
        Self {
            seed,
            attempt,
            keys: mission.keys.into(),
            switches: mission.switches.into(),
            rooms: mission.rooms.len(),
            cycles: stats.cycles,
            solution: stats.solution,
            path: path(mission, &certificate.plan),
            spheres: stats.spheres.clone(),
            nonlinearity: stats.nonlinearity,
            flips: certificate.flips.iter().take(mission.switches.into()).copied().collect(),
            winnable: proof.winnable,
            softlock_free: proof.unlosable,
            positions: positions(mission),
            small_keys: mission.key_style == KeyStyle::Small,
            needed_keys: proof.needed_keys.clone(),
            needed_switches: proof.needed_switches.clone(),
            redundant_locks: proof.redundant_locks,
        }
    }
}

/// For each switch: true if locks require it on, and true if locks require it off.
fn positions(mission: &Mission) -> Vec<[bool; 2]> {
    let asks = |symbol| mission.edges.iter().any(|edge| edge.symbol == Some(symbol));
    let of = |s| [Position::On, Position::Off].map(|position| asks(Symbol::Switch(s, position)));
    (0..mission.switches).map(of).collect()
}

/// A plan in words: the rooms entered, with the things found in each at the first visit, and the flips.
fn path(mission: &Mission, plan: &Plan) -> Vec<String> {
    let item = |room: RoomId| mission.rooms.get(room as usize).and_then(|room| room.item);
    let mut seen = BTreeSet::new();
    let mut enter = |room| match item(room).filter(|_| seen.insert(room)) {
        Some(Symbol::Key(n)) => format!("{room} key {}", key_name(n)),
        Some(Symbol::SwitchObject(_)) | None => room.to_string(),
        Some(item) => format!("{room} {item}"),
    };
    let mut here = mission.start;
    let mut words = vec![enter(here)];
    for step in &plan.moves {
        words.push(match (step, item(here)) {
            (Move::Goto { to, .. }, _) => {
                here = *to;
                enter(here)
            }
            (Move::Flip { .. }, Some(Symbol::SwitchObject(s))) => format!("flip {s}"),
            (Move::Flip { .. }, _) => "flip".to_owned(),
        });
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::missions;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_lines_under_the_map() {
        let summary = Summary {
            seed: 7,
            attempt: 2,
            rooms: 5,
            keys: 2,
            switches: 1,
            cycles: 1,
            solution: 3,
            path: words("0 1:A 2"),
            spheres: vec![words("A switch:0"), words("B")],
            nonlinearity: 1,
            flips: vec![2],
            winnable: true,
            softlock_free: true,
            positions: vec![[true, true]],
            small_keys: false,
            needed_keys: words("A B"),
            needed_switches: words("switch:0"),
            redundant_locks: 0,
        };
        assert_eq!(summary.title(), "Mission 7 (attempt 2): 5 rooms, 2 keys, 1 switch, 1 cycle");
        let expect = "\
Critical path, 3 steps:
  0 → 1:A → 2
Spheres:
  1. A, switch:0
  2. B
Nonlinearity: 1 time into a room seen before
Flips: switch 0 2 times, asked for on and off
Proved: winnable · unlosable · 2 of 2 keys needed: A, B · 1 of 1 switch needed: switch 0 ·
    0 redundant locks
";
        assert_eq!(summary.text(), expect);
        // Locks require the switch off as well, though the solution flips it once; a lock of small keys is never
        // redundant.
        let once = Summary { flips: vec![1], small_keys: true, ..summary };
        assert!(once.text().contains("switch 0 1 time, asked for on and off"));
        let proved = "2 of 2 small keys needed · 1 of 1 switch needed: switch 0 · 0 redundant locks of a switch\n";
        // Undo the line breaks.
        let text = once.text().replace("\n    ", " ");
        assert!(text.ends_with(proved), "{text}");
        assert!(!Summary { spheres: Vec::new(), ..once.clone() }.text().contains("Spheres"));
        let small = Summary { switches: 0, flips: Vec::new(), ..once };
        assert!(
            small.text().ends_with("unlosable · 2 of 2 small keys needed\n"),
            "{}",
            small.text()
        );
    }

    #[test]
    fn long_lines_are_folded_where_parts_are_joined() {
        let mut out = String::new();
        fold(&mut out, &format!("Needed: {}", vec!["widow's key"; 20].join(" · ")));
        assert!(out.lines().count() > 2 && out.matches("widow's key").count() == 20, "{out}");
        assert!(out.lines().all(|line| line.chars().count() <= WIDTH), "{out}");
        out.clear();
        fold(&mut out, "a · b");
        assert_eq!(out, "a · b\n");
    }

    #[test]
    fn long_paths_are_wrapped() {
        let mut out = String::new();
        wrap(&mut out, &vec!["1234567".to_owned(); 40], " → ");
        assert!(out.lines().count() > 3);
        assert!(out.lines().all(|line| line.chars().count() <= WIDTH + 2), "{out}");
        assert_eq!(out.matches("1234567").count(), 40);
    }

    #[test]
    fn a_plan_in_words() {
        let to = |to| Move::Goto { to, door: 0 };
        let moves = vec![to(1), to(0), to(2), to(3), Move::Flip { flip: 0 }, to(2), to(5)];
        let words = path(&missions::grid(), &Plan { moves });
        assert_eq!(words.join(" → "), "0 start → 1 key A → 0 → 2 → 3 → flip 0 → 2 → 5 boss");
    }
}
