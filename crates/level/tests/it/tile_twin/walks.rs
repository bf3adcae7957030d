//! Plans of the judge, walked move by move by the twin: every move is one that the twin knows by that
//! name, costs what it says, and leaves what it says in hand.

use crate::tile_twin::twin::{Cost, Game, State, explore_from};
use quandary_level::plan::Walk;
use quandary_level::rules::{Holdings, Position};
use std::collections::BTreeSet;

/// The states that a walk may have led to; an error where the twin cannot follow it. They are several
/// where one step can be paid for in several ways that look alike.
pub(crate) fn follow(game: &Game<'_>, walk: &Walk) -> Result<BTreeSet<State>, String> {
    let first = game.first();
    if !looks(game, &first, walk.start, &walk.holdings) {
        return Err(format!("it begins otherwise: {first:?}"));
    }
    let mut states = BTreeSet::from([(Cost::default(), first)]);
    for (number, record) in walk.records.iter().enumerate() {
        let mut after = BTreeSet::new();
        for (cost, state) in &states {
            for one in game.moves(state) {
                if one.name == record.action.name()
                    && looks(game, &one.after, record.position, &record.holdings)
                    && record.pushed == one.pushed
                {
                    after.insert((cost.plus(one.cost), one.after));
                }
            }
        }
        if after.is_empty() {
            return Err(format!("there is no move {number}, {record:?}, in any of {states:?}"));
        }
        states = after;
    }
    let cost = Cost { straight: walk.cost.straight, diagonal: walk.cost.diagonal };
    let ends = states.into_iter().filter(|(paid, _)| *paid == cost).map(|(_, state)| state);
    Ok(ends.collect())
}

/// True if a state is what a record says.
fn looks(game: &Game<'_>, state: &State, position: Position, holdings: &Holdings) -> bool {
    let mut symbols = holdings.symbols.clone();
    symbols.sort_unstable();
    position == Position::Cell(state.at)
        && holdings.keys == game.keys(state)
        && holdings.bombs == game.bombs(state)
        && holdings.boss_key == game.has_boss_key(state)
        && holdings.key_item == game.has_key_item(state)
        && symbols.iter().eq(&state.symbols)
        && holdings.toggles.iter().eq(&state.toggles)
        && holdings.plates.iter().copied().collect::<BTreeSet<_>>() == game.plates_down(state)
}

/// Makes sure that a walk leads to a goal by a plan that costs what it says.
pub(crate) fn wins(game: &Game<'_>, walk: &Walk) -> Result<(), String> {
    let ends = follow(game, walk)?;
    if ends.iter().any(|state| game.is_goal(state)) {
        return Ok(());
    }
    Err(format!("it does not end in a goal, or costs otherwise: {ends:?}"))
}

/// Makes sure that a walk leads to a state that no goal can be reached from.
pub(crate) fn loses(game: &Game<'_>, walk: &Walk) -> Result<(), String> {
    let ends = follow(game, walk)?;
    let is_dead = |state: &State| {
        explore_from(game, state.clone(), usize::MAX).is_some_and(|from| from.cost.is_none())
    };
    if ends.iter().any(is_dead) {
        return Ok(());
    }
    Err(format!("it does not end in a dead state, or costs otherwise: {ends:?}"))
}
