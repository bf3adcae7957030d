//! The result of checking a drawing, as a text for comparison.

use quandary_level::check::change::Change;
use quandary_level::check::locks::Lock;
use quandary_level::check::why_not::WhyNot;
use quandary_level::check::{Check, Safety, SphereItem};
use quandary_level::plan::{Plan, Walk, replay};
use quandary_level::rules::Collect;
use quandary_level::rules::Position;
use quandary_level::rules::Rules;
use quandary_level::solve::{Options, Verdict, solve};
use quandary_level::{Cell, Content, Level};

/// The level of a drawing: header lines and a blank line if there is a header, then the tiles.
pub(crate) fn read(drawing: &str) -> Level {
    let text = drawing.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let format = if text.contains(": ") { "quandary/level/1\n" } else { "" };
    let text = format!("{format}{}", text.trim_start());
    quandary_level::formats::text::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A drawing of two adjacent rooms: `a` is three columns wide, `b` the next four. Edges are written `a>b soft_locked
/// key_locked`.
pub(crate) fn beside(edges: &[&str], tiles: &str) -> String {
    let edge = |text: &&str| {
        let (ends, requires) = text.split_once(' ').unwrap_or((text, ""));
        let (from, to) = ends.split_once('>').expect("FROM>TO");
        let requires: Vec<_> = requires.split_whitespace().map(|r| format!("{r:?}")).collect();
        let requires = requires.join(",");
        format!(r#"{{"from":"{from}","to":"{to}","requires":[{}]}}"#, or_open(&requires))
    };
    let edges: Vec<_> = edges.iter().map(edge).collect();
    let nodes = r#"{"id":"a","contents":["start"]},{"id":"b","contents":["goal"]}"#;
    format!(
        r#"rooms: [{{"node":"a","floor":0,"row":0,"col":0,"rows":3,"cols":3}},
                   {{"node":"b","floor":0,"row":0,"col":3,"rows":3,"cols":4}}]
        graph: {{"nodes":[{nodes}],"edges":[{}]}}

        {tiles}"#,
        edges.join(",")
    )
    .replace("\n                   {", " {")
}

fn or_open(requires: &str) -> &str {
    if requires.is_empty() { "\"open\"" } else { requires }
}

pub(crate) fn rules(settings: &[&str]) -> Rules {
    let mut rules = Rules::default();
    for setting in settings {
        match setting.parse() {
            Ok(start) => rules.start = start,
            Err(_) => rules.set(setting).expect("a rule"),
        }
    }
    rules
}

/// Replays a plan by the rules.
fn walk_again(level: &Level, rules: &Rules, plan: &Plan) -> Walk {
    replay(level, rules, Collect::Nothing, plan).expect("a plan that replays")
}

pub(crate) fn cell(position: Position) -> Cell {
    match position {
        Position::Cell(cell) => cell,
        Position::Node(node) => panic!("node {node} on tiles"),
    }
}

/// A cell as `row,column`, with its floor if that is not the first.
pub(crate) fn place(cell: Cell) -> String {
    let floor = if cell.floor > 0 { format!("{}:", cell.floor) } else { String::new() };
    format!("{floor}{},{}", cell.row, cell.col)
}

/// A check in one line: `won at 3; 11 states, 4 dead; stuck at 3 on 1,2`.
fn said(level: &Level, rules: &Rules, check: &Check) -> String {
    let won = match &check.verdict {
        Verdict::Solvable { walk, plan, optimal } => {
            assert!(walk.wins && *optimal, "{walk:?}");
            assert_eq!(&walk_again(level, rules, plan), walk);
            format!("won at {}", walk.cost)
        }
        Verdict::Unsolvable => "unsolvable".to_owned(),
        Verdict::Unknown(limit) => format!("{limit:?}"),
    };
    let stuck = match &check.safety {
        Safety::SoftlockFree => "softlock-free".to_owned(),
        Safety::Softlock(None) => "lost from the start".to_owned(),
        Safety::Softlock(Some((plan, walk))) => {
            assert_eq!(&walk_again(level, rules, plan), walk);
            let last = walk.positions().last().expect("the start at least");
            format!("stuck at {} on {}", walk.cost, place(cell(last)))
        }
        Safety::Unknown(limit) => format!("{limit:?}"),
    };
    let dead = check.dead_states.map_or_else(|| "?".to_owned(), |dead| dead.to_string());
    format!("{won}; {} states, {dead} dead; {stuck}", check.states)
}

/// A checked level.
pub(crate) struct CheckedLevel {
    pub(crate) level: Level,
    pub(crate) check: Check,
}

/// Compares the check of a drawing with the expected text.
pub(crate) fn check(drawing: &str, settings: &[&str], expect: &str) -> CheckedLevel {
    let (level, rules) = (read(drawing), rules(settings));
    let check =
        quandary_level::check::check(&level, &rules, &Default::default()).expect("few things");
    assert_eq!(said(&level, &rules, &check), expect, "{drawing}\n{settings:?}");
    let solution = solve(&level, &rules, &Options::default(), &Default::default());
    let solved = solution.expect("few things").verdict;
    let cost = |verdict: &Verdict| match verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost),
        _ => None,
    };
    assert_eq!(cost(&solved), cost(&check.verdict), "{drawing}");
    let is_aimed = level.has_goal();
    let has_reason = is_aimed && solved == Verdict::Unsolvable;
    assert_eq!(
        (check.why_not.is_some(), check.reach.is_some()),
        (has_reason, !is_aimed),
        "{drawing}"
    );
    CheckedLevel { level, check }
}

impl CheckedLevel {
    fn lock(&self, lock: &Lock) -> String {
        let graph = &self.level.graph;
        let names = lock.requires(&self.level);
        let names: Vec<_> = names.iter().map(|r| graph.requirement_name(*r)).collect();
        let names = names.join("+");
        match lock {
            Lock::Edges { between: (a, b), .. } => format!("{names} from {a} to {b}"),
            Lock::Door { tile, cells } => format!("{} at {}", tile.letter(), place(cells[0])),
            Lock::Doorway(lock) => format!("{names} of lock {lock}"),
        }
    }

    fn name(&self, change: &Change) -> String {
        let content = |content: Content| self.level.graph.content_name(content);
        match change {
            Change::Open(lock) => format!("open {}", self.lock(lock)),
            Change::Seal(lock) => format!("seal {}", self.lock(lock)),
            Change::Grant(what) => format!("grant {}", content(*what)),
            Change::Remove(Position::Cell(cell), what) => {
                format!("remove {} at {}", content(*what), place(*cell))
            }
            Change::Remove(Position::Node(node), what) => {
                format!("remove {} from node {node}", content(*what))
            }
            Change::Lift(plate) => format!("lift {}", self.level.graph.plates[*plate as usize]),
            Change::Return(edge) => format!("return along {edge}"),
            Change::Rule(rule) => format!("rule {rule}"),
            Change::Fill(cells) => format!("fill {cells:?}"),
            Change::Waive(condition) => {
                format!("leave out {}", self.level.graph.requirement_name(*condition))
            }
        }
    }

    /// The tested things; those that are needed begin with `!`.
    pub(crate) fn needed(&self) -> Vec<String> {
        let need = |need: &quandary_level::check::needed::Need| {
            let needed = need.needed.expect("no limit came");
            format!("{}{}", if needed { "!" } else { "" }, self.name(&need.without))
        };
        self.check.needed.iter().map(need).collect()
    }

    /// Further changes, each of which makes the level winnable alone.
    pub(crate) fn also(&self) -> Vec<String> {
        let why_not = self.check.why_not.as_ref().expect("it cannot be won");
        why_not.also.iter().map(|change| self.name(change)).collect()
    }

    /// Compares the core and the size of the repair with the expected ones. Returns the repair.
    pub(crate) fn explained(&self, core: &[&str], repair: usize) -> Vec<String> {
        let Some(WhyNot { core: found, repair: Some(changes), smallest: true, .. }) =
            &self.check.why_not
        else {
            panic!("no repair: {:?}", self.check.why_not)
        };
        let names = |changes: &[Change]| changes.iter().map(|c| self.name(c)).collect::<Vec<_>>();
        let (found, changes) = (names(found), names(changes));
        assert_eq!(found, core);
        assert_eq!(changes.len(), repair, "{changes:?}");
        assert!(changes.iter().any(|change| found.contains(change)), "{changes:?}");
        changes
    }

    pub(crate) fn codes(&self) -> Vec<&'static str> {
        self.check.lint.iter().map(|finding| finding.code).collect()
    }

    /// The spheres: the things of each, with their places.
    pub(crate) fn spheres(&self) -> Vec<Vec<String>> {
        let graph = &self.level.graph;
        let name = |found: &SphereItem| match *found {
            SphereItem::Thing(Position::Cell(cell), content) => {
                format!("{} at {}", graph.content_name(content), place(cell))
            }
            SphereItem::Thing(Position::Node(node), content) => {
                format!("{} in node {node}", graph.content_name(content))
            }
            SphereItem::Plate(plate) => format!("plate {}", graph.plates[plate as usize]),
        };
        self.check.spheres.iter().map(|sphere| sphere.iter().map(name).collect()).collect()
    }
}
