//! Plans of the verifier, replayed by the twin move by move: every move exists in the twin under the same name, has the
//! same cost, and leaves the same holdings.

use crate::tile_twin::twin::{Cost, Game, State, explore_from};
use quandary_level::plan::Walk;
use quandary_level::rules::{Holdings, Position};
use std::collections::BTreeSet;

/// The possible states after a walk; an error if the twin cannot follow it. There are several if a step can be paid for
/// in several ways with the same record.
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

/// True if a state matches a record.
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

/// Checks that a walk reaches a goal at the stated cost.
pub(crate) fn wins(game: &Game<'_>, walk: &Walk) -> Result<(), String> {
    let ends = follow(game, walk)?;
    if ends.iter().any(|state| game.is_goal(state)) {
        return Ok(());
    }
    Err(format!("it does not end in a goal, or costs otherwise: {ends:?}"))
}

/// Checks that a walk reaches a state without a path to a goal.
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
