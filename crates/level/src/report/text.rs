//! Reports in words, for the terminal: verdicts, plans move by move, reasons and repairs.

use super::names::{PlaceJson, Thing};
use super::proved::proved;
use super::solution::{StepJson, steps};
use crate::check::change::Change;
use crate::check::lint::{Finding, Levels};
use crate::check::locks::things;
use crate::check::why_not::{Tried, WhyNot};
use crate::check::{Check, Safety, SphereItem};
use crate::limits::{Limit, Limits, MOST_STATES_OF_A_ROOM};
use crate::model::{Content, Level};
use crate::plan::Walk;
use crate::rules::{Position, Rules};
use crate::solve::{CostModel, Solution, Verdict};
use diagnostics::{counted, grouped, shown};
use std::fmt::Write as _;

/// The rules and limits under which a result was found.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The limits.
    pub limits: &'a Limits<'a>,
}

/// The text of `quandary solve`.
pub fn solution(
    level: &Level,
    terms: Terms<'_>,
    solution: &Solution,
    reason: Option<&WhyNot>,
) -> String {
    let mut text = match (&solution.verdict, solution.cost) {
        (Verdict::Solvable { walk, .. }, CostModel::Pushes) => {
            let pushes = counted(CostModel::Pushes.of(walk).straight, "push", "pushes");
            format!("solvable in {pushes} (optimal) and {}\n", moves(walk.records.len() as u64))
        }
        (other, _) => verdict(level, other, solution.limit),
    };
    if let Verdict::Solvable { walk, .. } = &solution.verdict {
        text += &plan(level, walk);
    }
    text += &unproved(&solution.verdict, solution.limit, terms);
    if let Verdict::Unknown(limit) = solution.verdict {
        let met = counted(solution.met, "state was met", "states were met");
        let _ = writeln!(text, "{}; {met}", ended_by(limit, terms));
    }
    if solution.verdict == Verdict::Unsolvable {
        text += &reason_or_limit(level, reason);
    }
    let _ = match solution.beside {
        0 => writeln!(text, "states explored: {}", solution.explored),
        beside => writeln!(
            text,
            "states explored: {}, and {beside} by the exact search beside it",
            solution.explored
        ),
    };
    let _ = writeln!(text, "rules: {}", terms.rules.summary(level));
    text
}

/// The text of `quandary check`.
pub fn check(level: &Level, terms: Terms<'_>, check: &Check) -> String {
    if is_without_goal(level, &check.verdict) {
        return without_goal(level, terms, check);
    }
    let mut text = verdict(level, &check.verdict, check.cost_limit);
    // A misspelt name is the most likely reason and comes first.
    let is_first = |finding: &&Finding| {
        check.verdict == Verdict::Unsolvable && finding.code == "lock_without_key"
    };
    check.lint.iter().filter(is_first).for_each(|finding| text += &found(finding));
    text += &unproved(&check.verdict, check.cost_limit, terms);
    text += &safety(level, check);
    match check.limit {
        Some(limit @ Limit::Rooms) => _ = writeln!(text, "{}", ended_by(limit, terms)),
        Some(limit) => _ = writeln!(text, "{}; {}", ended_by(limit, terms), spent(level, check)),
        None => {}
    }
    if !check.needed.is_empty() {
        let needed = |wanted| {
            let things = check.needed.iter().filter(|need| need.needed == wanted);
            few(&things.map(|n| Thing::of(level, &n.without).words()).collect::<Vec<_>>())
        };
        let _ = writeln!(text, "needed: {}", needed(Some(true)));
        let _ = writeln!(text, "not needed: {}", needed(Some(false)));
        if check.needed.iter().any(|need| need.needed.is_none()) {
            let _ = writeln!(text, "not decided within the limits: {}", needed(None));
        }
    }
    text += &spheres(level, check);
    if check.verdict == Verdict::Unsolvable {
        text += &reason_or_limit(level, check.why_not.as_ref());
    }
    if let Some(levels) = &check.levels {
        text += &rooms(levels);
    }
    let others = check.lint.iter().filter(|finding| !is_first(finding));
    others.for_each(|finding| text += &found(finding));
    let _ = writeln!(text, "rules: {}", terms.rules.summary(level));
    text
}

/// The spheres, a line each.
fn spheres(level: &Level, check: &Check) -> String {
    let line = |(number, sphere): (usize, &Vec<SphereItem>)| {
        let words = sphere.iter().map(|&item| Thing::of_sphere(level, item).words());
        format!("sphere {number}: {}\n", words.collect::<Vec<_>>().join(", "))
    };
    (1..).zip(&check.spheres).map(line).collect()
}

/// True if a level has no goal, so that it is neither winnable nor not.
fn is_without_goal(level: &Level, verdict: &Verdict) -> bool {
    *verdict == Verdict::Unsolvable && !level.has_goal()
}

/// The report on a level without a goal: the things that come into reach, and those that never do.
fn without_goal(level: &Level, terms: Terms<'_>, check: &Check) -> String {
    let mut text = no_goal_line(level, check) + "\n";
    let _ = writeln!(text, "{}", no_goal(level));
    if let Some(limit) = check.limit {
        let _ = writeln!(text, "{}", ended_by(limit, terms));
    }
    text += &spheres(level, check);
    let others = check.lint.iter().filter(|finding| finding.code != "no_goal");
    others.for_each(|finding| text += &found(finding));
    let _ = writeln!(text, "rules: {}", terms.rules.summary(level));
    text
}

/// The number of things that lie in a level, and those that never come into reach.
pub(super) fn unreached<'a>(level: &'a Level, check: &Check) -> (usize, Vec<Thing<'a>>) {
    let all = things(level);
    let is_met = |thing: &(Position, Content)| {
        let item = SphereItem::Thing(thing.0, thing.1);
        check.spheres.iter().any(|sphere| sphere.contains(&item))
    };
    let never = all.iter().filter(|thing| !is_met(thing));
    let never = never.map(|&(position, content)| Thing::pickup(level, position, content)).collect();
    (all.len(), never)
}

/// The verdict on a level without a goal.
fn no_goal_line(level: &Level, check: &Check) -> String {
    let (many, never) = unreached(level, check);
    let never: Vec<String> = never.iter().map(Thing::words).collect();
    match (many, &never[..]) {
        (0, _) => "no goal, and nothing lies in the level".to_owned(),
        (_, []) => format!("no goal; {many} of {many} things come into reach"),
        _ => {
            let met = many - never.len();
            format!("no goal; {met} of {many} things come into reach; not: {}", few(&never))
        }
    }
}

/// The first few things, and the number of the others.
fn few(things: &[String]) -> String {
    const MOST_SHOWN: usize = 12;
    match things.len().saturating_sub(MOST_SHOWN) {
        _ if things.is_empty() => "nothing".to_owned(),
        // One more name is as short as its count.
        0 | 1 => things.join(", "),
        more => format!(
            "{}, and {more} more (--format json names all)",
            things[..MOST_SHOWN].join(", ")
        ),
    }
}

fn found(finding: &Finding) -> String {
    format!("lint: {} ({})\n", shown(&finding.message), finding.code)
}

/// A check in one line, without a line end: the verdict, and for a winnable level whether it has a softlock.
pub fn line(level: &Level, check: &Check) -> String {
    if is_without_goal(level, &check.verdict) {
        return no_goal_line(level, check);
    }
    let mut line = verdict(level, &check.verdict, check.cost_limit);
    if matches!(check.verdict, Verdict::Solvable { .. }) {
        let safety = safety(level, check);
        let head = safety.split([';', '\n']).next().unwrap_or_default();
        line = format!("{}; {head}", line.trim_end());
    }
    line.truncate(line.trim_end().len());
    line
}

fn verdict(level: &Level, verdict: &Verdict, limit: Option<Limit>) -> String {
    match verdict {
        Verdict::Solvable { walk, optimal, .. } => {
            let cost = match walk.cost.diagonal {
                0 => moves(walk.cost.straight),
                _ => format!("{} (cost {})", moves(walk.records.len() as u64), walk.cost),
            };
            let proved = if *optimal { "optimal" } else { "not proved optimal" };
            format!("solvable in {cost} ({proved})\n")
        }
        Verdict::Unsolvable if !level.has_goal() => "no goal\n".to_owned(),
        Verdict::Unsolvable => {
            format!("unsolvable: everything in reach holds no goal {}\n", proved(limit))
        }
        Verdict::Unknown(limit) => format!("unknown: {limit} came first\n"),
    }
}

/// The reasons for different verdicts on tiles and graph; empty if they agree.
fn rooms(levels: &Levels) -> String {
    if levels.agree != Some(false) {
        return String::new();
    }
    let says = if levels.room_winnable == Some(true) { "can" } else { "cannot" };
    let mut text = format!("the room graph disagrees: by it the level {says} be won\n");
    for reason in &levels.reasons {
        let _ = writeln!(text, "  {}", shown(reason));
    }
    text
}

fn moves(number: u64) -> String {
    counted(number, "move", "moves")
}

/// The limit that ended the search, as an option of the command line, with advice on raising it.
pub(super) fn ended_by(limit: Limit, Terms { limits, .. }: Terms<'_>) -> String {
    match (limit, limits.states, limits.time, limits.memory) {
        (Limit::States, Some(states), ..) => {
            format!("ended by --max-states {}; try --max-states 0", grouped(states))
        }
        (Limit::States, None, ..) => "ended by the most states that can be told apart".to_owned(),
        (Limit::Time, _, Some(time), _) => {
            format!("ended by --time {}s; try a longer one", time.as_secs_f64())
        }
        (Limit::Memory, .., Some(memory)) => {
            format!("ended by --memory {}; try a larger one", size(memory))
        }
        (Limit::Time | Limit::Memory, ..) => format!("ended by {limit}"),
        (Limit::Cancelled, ..) => "ended by an interrupt".to_owned(),
        (Limit::Rooms, ..) => format!(
            "of a room at most {} states are counted, whatever the options",
            grouped(MOST_STATES_OF_A_ROOM)
        ),
    }
}

/// The reason why a plan is not proved cheapest.
fn unproved(verdict: &Verdict, limit: Option<Limit>, terms: Terms<'_>) -> String {
    let why = match (verdict, limit) {
        (Verdict::Solvable { optimal: false, .. }, Some(limit)) => ended_by(limit, terms),
        (Verdict::Solvable { optimal: false, .. }, None) => {
            "the search that was asked for does not prove the least cost; --heuristic optimal does, without --weight and \
             --key-boost"
                .to_owned()
        }
        _ => return String::new(),
    };
    format!("a cheaper way was not ruled out: {why}\n")
}

/// A number of bytes, in the syntax of `--memory`.
fn size(bytes: u64) -> String {
    match [(30, 'G'), (20, 'M'), (10, 'K')].iter().find(|(by, _)| bytes.trailing_zeros() >= *by) {
        Some((by, unit)) => format!("{}{unit}", bytes >> by),
        None => bytes.to_string(),
    }
}

/// Number of states counted until a limit came. At tile level, one kept state of the contracted world stands for as
/// many states of the level as its location has cells.
fn spent(level: &Level, check: &Check) -> String {
    let (kept, states) = (grouped(check.kept), grouped(check.states));
    match level.tiles {
        _ if check.kept == 0 => "nothing was explored".to_owned(),
        Some(_) => format!(
            "{kept} states were kept, each with open ground as one place; they stand for {states} states of the level"
        ),
        None => format!("{kept} states were kept"),
    }
}

fn safety(level: &Level, check: &Check) -> String {
    let dead = check.dead_states.unwrap_or_default();
    match &check.safety {
        Safety::SoftlockFree if check.limit.is_some() => {
            "unlosable (softlock-free): a goal can be reached from every state\n".to_owned()
        }
        Safety::SoftlockFree => match check.states {
            1 => {
                "unlosable (softlock-free): a goal can be reached from the only state\n".to_owned()
            }
            states => format!(
                "unlosable (softlock-free): a goal can be reached from all {states} states\n"
            ),
        },
        Safety::Softlock(Some((_, walk))) if check.limit.is_some() => {
            let steps = moves(walk.records.len() as u64);
            let head =
                format!("losable: a way into a dead state, {steps}, perhaps not the shortest:\n");
            head + &plan(level, walk)
        }
        Safety::Softlock(None) if check.limit.is_some() => "every state is dead\n".to_owned(),
        Safety::Softlock(None) => match check.states {
            1 => "the only state is dead\n".to_owned(),
            states => format!("all {states} states are dead\n"),
        },
        Safety::Softlock(Some((_, walk))) => {
            let head = format!(
                "losable: {dead} of {} {} dead; the shortest way into one, {}:\n",
                counted(check.states, "state", "states"),
                if dead == 1 { "is" } else { "are" },
                moves(walk.records.len() as u64)
            );
            head + &plan(level, walk)
        }
        Safety::Unknown(Limit::Rooms) => {
            format!("whether it is losable is unknown: there is {}\n", Limit::Rooms)
        }
        Safety::Unknown(limit) => {
            format!("whether it is losable is unknown: {limit} came first\n")
        }
    }
}

// -------------------------------------------------------------------------------------------------
// A plan in words, move by move.

/// The moves of a walk, one line each.
fn plan(level: &Level, walk: &Walk) -> String {
    let start = PlaceJson::of(level, walk.start);
    let place = start.to_string();
    let mut text = format!("   0  start {} {}\n", at(&start), diagnostics::shown(&place));
    for (i, step) in steps(level, walk).iter().enumerate() {
        let _ = writeln!(text, "{:4}  {}", i + 1, diagnostics::shown(&words(step)));
    }
    text
}

/// The preposition of a place.
pub(super) fn at(place: &PlaceJson<'_>) -> &'static str {
    if matches!(place, PlaceJson::Node(_)) { "in" } else { "at" }
}

fn words(step: &StepJson<'_>) -> String {
    let place = &step.position;
    let mut words = match step.action {
        "flip" => format!("flip {} {place}; on now: {:?}", at(place), step.held.toggles),
        "goto" => format!("go to {place}"),
        "warp" => format!("warp to {place}"),
        way => format!("{} to {place}", way.replace('_', " and ")),
    };
    if let Some([from, to]) = &step.pushed {
        let _ = write!(words, ", pushing the block of {from} to {to}");
    }
    for (names, does) in [(&step.pressed, "pressing"), (&step.released, "releasing")] {
        if !names.is_empty() {
            let _ = write!(words, ", {does} plate {}", names.join(", "));
        }
    }
    if !step.opened.is_empty() {
        let _ = write!(words, ", opening {}", step.opened.join(", "));
    }
    if !step.collected.is_empty() {
        let bombs = if step.with_bombs { " with bombs" } else { "" };
        let _ = write!(words, ", taking {}{bombs}", step.collected.join(", "));
    }
    words
}

// -------------------------------------------------------------------------------------------------
// The reasons why a level cannot be won, and a repair, in words.

/// The reasons why a level cannot be won, or that none were found within the limits.
fn reason_or_limit(level: &Level, why_not: Option<&WhyNot>) -> String {
    match why_not {
        _ if !level.has_goal() => format!("why not: {}\n", no_goal(level)),
        Some(why_not) => blocked(level, why_not),
        None => "why not: not found out within the limits\n".to_owned(),
    }
}

/// Advice on adding a goal to a level.
fn no_goal(level: &Level) -> &'static str {
    match level.tiles {
        Some(_) => {
            "this level has no goal: draw a TRIFORCE tile (* in a drawing), name its cell in \"goals\", or give one by \
             --goal X,Y"
        }
        None => {
            "this level has no goal: let a node hold \"goal\" among its contents, or name it in graph.goals"
        }
    }
}

/// The core of a level that cannot be won: its locks and missing things.
pub fn core(level: &Level, why_not: &WhyNot) -> String {
    if !level.has_goal() {
        return no_goal(level).to_owned();
    }
    if why_not.tried == Tried::CutShort {
        return "not found out within the limits".to_owned();
    }
    if why_not.core.is_empty() {
        return "no way leads to a goal, even with every lock open".to_owned();
    }
    let mut counted: Vec<(String, u32)> = Vec::new();
    for words in why_not.core.iter().map(|change| Thing::of(level, change).words()) {
        match counted.iter_mut().find(|(known, _)| *known == words) {
            Some((_, many)) => *many += 1,
            None => counted.push((words, 1)),
        }
    }
    let words = counted.into_iter().map(|(words, many)| match many {
        1 => words,
        many => format!("{words} ({many})"),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn blocked(level: &Level, why_not: &WhyNot) -> String {
    let core = core(level, why_not);
    let else_tried = match why_not.tried {
        Tried::Some | Tried::CutShort => " (a limit came before all else was tried)",
        _ if !why_not.also.is_empty() => "",
        Tried::Together => " (changing anything else does not help)",
        Tried::Singly => " (no other single change helps)",
    };
    let mut text = match why_not.core[..] {
        [] => format!("why not: {core}\n"),
        _ => format!("why not: {core}{else_tried}\n"),
    };
    let done = |changes: &[Change]| changes.iter().map(|c| advice(level, c)).collect::<Vec<_>>();
    if let Some(repair) = &why_not.repair {
        let kind =
            if why_not.smallest { "smallest repair" } else { "a repair, perhaps not the smallest" };
        let _ = writeln!(text, "{kind}: {}", done(repair).join(", and "));
    }
    if !why_not.also.is_empty() {
        let also = if why_not.tried == Tried::CutShort { "enough" } else { "also enough" };
        let _ = writeln!(text, "{also}: {}", done(&why_not.also).join(", or "));
    }
    text
}

fn advice(level: &Level, change: &Change) -> String {
    match change {
        Change::Grant(content) => {
            format!("give the player {}", shown(&level.graph.content_name(*content)))
        }
        Change::Rule(rule) if rule.to_string() == "locks=doorway" => {
            format!("play by --rule {rule} (locks=tile counts every door cell as a lock)")
        }
        Change::Rule(rule) => format!("play by --rule {rule}"),
        Change::Return(_) => {
            Thing::of(level, change).words().replacen("no way back", "a way back", 1)
        }
        Change::Fill(_) => format!("fill {}", Thing::of(level, change).words()),
        other => format!("open {}", Thing::of(level, other).words()),
    }
}
