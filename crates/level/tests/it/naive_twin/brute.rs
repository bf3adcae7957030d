//! Reasons of unwinnable graphs by brute force: the twin tries every single change, and sets of those outside of the
//! core.

use crate::naive_twin::MOST_STATES;
use crate::naive_twin::changes::{Ours, applied, beyond, candidates, ours};
use crate::naive_twin::levels::{Kind, Random, small};
use crate::naive_twin::twin::{Game, Reach, can_win};
use quandary_level::check::change::Change;
use quandary_level::check::check;
use quandary_level::check::why_not::{Tried, WhyNot};
use quandary_level::limits::Limits;
use quandary_level::{Content, Level, Requirement};
use testing::times;

/// Number of levels.
const LEVELS: u64 = 1_500;
/// Number of sets of changes of a level.
const SETS: u32 = 8;

#[test]
fn whatever_helps_alone_is_named() {
    let [mut compared, mut helped, mut together, mut waived] = [0; 4];
    for seed in 700_000..700_000 + LEVELS * times() {
        let case = small(seed, Kind::Any);
        let mut random = Random::new(seed ^ 0xABCD);
        let mut game = Game::new(&case.graph, &case.rules);
        game.win = conditions(&mut random);
        if !game.win.is_empty() && random.chance(70) {
            game.graph.goals.clear();
        }
        let level = Level { win: game.win.clone(), ..Level::of_graph(game.graph.clone()) };
        let is_lost = Reach::of(&game, MOST_STATES).is_some_and(|reach| reach.cost().is_none());
        if !level.has_goal() || !is_lost {
            continue;
        }
        let found = check(&level, &case.rules, &Limits::default()).expect("few things");
        let why_not = found.why_not.unwrap_or_else(|| panic!("{case}"));
        let helping = compare(&game, &why_not, &format!("{:?}\n{case}", game.win));
        sets_do_not_help(&game, &why_not, &mut random, &format!("{:?}\n{case}", game.win));
        compared += 1;
        helped += u64::from(!helping.is_empty());
        together += u64::from(why_not.tried == Tried::Together);
        waived += u64::from(helping.iter().any(|one| matches!(one, Ours::Waive(_))));
    }
    let told = [compared, helped, together, waived];
    assert!(told.iter().all(|&many| many > 10), "compared, helped, together, waived: {told:?}");
}

/// No condition, or up to three.
fn conditions(random: &mut Random) -> Vec<Requirement> {
    let many = random.pick(&[0, 0, 1, 2, 3]);
    let condition = |random: &mut Random| match random.below(3) {
        0 => Requirement::Symbol(random.below(3)),
        1 => Requirement::Lacks(random.below(3)),
        _ => Requirement::Toggle(random.below(2), random.chance(60)),
    };
    (0..many).map(|_| condition(random)).collect()
}

/// Every change, with as many keys and bombs as locks.
fn all(game: &Game) -> Vec<Ours> {
    let mut all = candidates(&game.graph, &game.rules);
    for condition in &game.win {
        let grant = |id| Ours::Grant(Content::Symbol(id));
        match condition {
            Requirement::Symbol(id) if !all.contains(&grant(*id)) => all.push(grant(*id)),
            Requirement::Symbol(_) => {}
            other if game.win.iter().any(|one| one != other) => all.push(Ours::Waive(*other)),
            _ => {}
        }
    }
    all.extend(beyond(&game.graph, &game.rules));
    all
}

/// Every change that helps alone is in the core, the repair or `also`. Everything in `also` helps alone, and the repair
/// helps.
fn compare(game: &Game, why_not: &WhyNot, case: &str) -> Vec<Ours> {
    let of = |changes: &[Change]| changes.iter().map(|c| ours(&game.graph, c)).collect::<Vec<_>>();
    let wins = |changes: &[Ours]| can_win(&applied(game.clone(), changes));
    let (core, also) = (of(&why_not.core), of(&why_not.also));
    let repair = why_not.repair.as_deref().map(of);
    if let Some(repair) = &repair {
        assert!(wins(repair), "{repair:?}\n{case}");
    }
    let mut named = [core, also.clone()].concat();
    named.extend(repair.into_iter().flatten());
    assert_ne!(why_not.tried, Tried::Some, "{case}");
    let mut helping = Vec::new();
    for one in all(game) {
        let helps = wins(std::slice::from_ref(&one));
        assert!(!helps || named.contains(&one), "{one:?} helps, told are {named:?}\n{case}");
        assert!(helps || !also.contains(&one), "{one:?} does not help\n{case}");
        helping.extend(helps.then_some(one));
    }
    helping
}

/// Where all changes outside of the core are said not to help together, no set of them helps.
fn sets_do_not_help(game: &Game, why_not: &WhyNot, random: &mut Random, case: &str) {
    if why_not.tried != Tried::Together {
        return;
    }
    let rule = |one: &Ours| match one {
        Ours::Rule(rule) => rule.split('=').next().map(|name| name.replace("_pickup", "s")),
        _ => None,
    };
    let core: Vec<Ours> = why_not.core.iter().map(|c| ours(&game.graph, c)).collect();
    let mut outside = all(game);
    for one in &core {
        let at = outside.iter().position(|other| other == one).expect("a candidate");
        outside.remove(at);
    }
    outside.retain(|one| rule(one).is_none() || core.iter().all(|other| rule(other) != rule(one)));
    for percent in (0..SETS).map(|set| 100 - 10 * set) {
        let set = outside.iter().filter(|_| random.chance(percent)).cloned().collect::<Vec<_>>();
        assert!(!can_win(&applied(game.clone(), &set)), "{set:?} helps\n{why_not:?}\n{case}");
    }
}
