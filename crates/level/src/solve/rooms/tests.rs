//! Rooms crossed in one move, compared with a plain search of every state, cell by cell.

use super::VisitLimits;
use crate::formats::text;
use crate::limits::{Clock, Limits};
use crate::model::Level;
use crate::plan::{Cost, replay_in};
use crate::rules::{BlockReset, Blocks, Bombs, Collect, Locks, Prepared, Push, PushOnto, Rules};
use crate::solve::astar::Search;
use crate::solve::plain::least;
use crate::solve::queue::Order;
use crate::solve::{best, heuristic};
use std::rc::Rc;
use testing::dice::Random;
use testing::{rooms, times};

fn rules(dice: &mut Random) -> Rules {
    Rules {
        push: dice.pick(&[Push::Free, Push::Free, Push::Once]),
        blocks: BlockReset::Reset,
        bombs: dice.pick(&[Bombs::Unlimited, Bombs::Consumed]),
        locks: dice.pick(&[Locks::Doorway, Locks::Doorway, Locks::Doorway, Locks::Tile]),
        push_onto: dice.pick(&[PushOnto::Floor, PushOnto::Walkable]),
        ..Rules::default()
    }
}

/// The cost of the plan of a search that soon switches to single moves in rooms.
fn found_with(level: &Level, rules: &Rules, collect: Collect, most: VisitLimits) -> Option<Cost> {
    let prepared = Prepared::of(level, rules, collect);
    let world = prepared.world::<1>();
    let bound = Rc::new(heuristic::distances(&world, &best(&world)));
    let search = Search::new(&world, Order::exact(bound), true, Blocks::default());
    let mut search = search.passing_rooms(&world, most);
    let wins = |location, config: &_| world.is_goal(location, config);
    let state =
        search.run(&world, &Clock::start(&Limits::default()), wins, |_, _| true).unwrap()?;
    let walk = replay_in(&world, &search.plan(&world, state)).unwrap();
    assert!(walk.wins && walk.cost == search.cost(state));
    Some(walk.cost)
}

/// The results of `solve` are compared in the integration tests.
#[test]
fn rooms_passed_in_one_move_cost_what_a_plain_search_finds() {
    let levels = 700 * times();
    let (mut compared, mut won) = (0, 0);
    for seed in 0..levels {
        let dice = &mut Random(seed);
        let drawing = rooms::drawing(dice);
        let rules = rules(dice);
        let Ok(level) = text::read(&drawing) else { continue };
        let collect = dice.pick(&[Collect::Nothing, Collect::Nothing, Collect::Everything]);
        let Some(least) = least(&level, &rules, collect) else { continue };
        let most =
            VisitLimits { visit: 1 + u64::from(dice.below(300)), passage: dice.below(20).into() };
        let found = found_with(&level, &rules, collect, most);
        assert_eq!(found, least, "seed {seed}, {most:?}\n{rules:?}\n{drawing}");
        compared += 1;
        won += u64::from(least.is_some());
    }
    assert!(compared * 2 > levels && won * 4 > compared, "{compared} {won}");
}
