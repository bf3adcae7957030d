//! Walks of the verifier, replayed by the twin.

use crate::naive_twin::twin::{Game, State, Step};
use quandary_level::plan::{Action, Move, Plan, Walk};
use quandary_level::rules::Bombs;
use quandary_level::rules::Fact;
use quandary_level::rules::{Holdings, Position, Way};
use quandary_level::{Content, NodeIndex};
use std::collections::BTreeSet;

/// The possible states of the twin after a walk. A plan names doors only by index, so the twin tries every edge and
/// keeps the states that match the record.
pub(crate) fn replay(game: &Game, plan: &Plan, walk: &Walk) -> Vec<State> {
    let start = game.graph.start.expect("a start");
    assert_eq!(walk.start, Position::Node(start));
    assert_eq!(plan.moves.len(), walk.records.len());
    let mut states = vec![game.start()];
    assert!(fits(game, &states[0], start, &walk.holdings));
    for (action, record) in plan.moves.iter().zip(&walk.records) {
        let told = match action {
            Move::Goto { .. } => Action::Go(Way::Goto),
            Move::Flip { .. } => Action::Flip,
        };
        let Position::Node(node) = record.position else { panic!("{record:?}") };
        assert_eq!(told, record.action);
        let mut after = BTreeSet::new();
        for before in &states {
            for (step, state) in game.moves(before) {
                let same = is(game, before, *action, step)
                    && fits(game, &state, node, &record.holdings)
                    && changes(game, before, &state) == record.changed.iter().copied().collect();
                after.extend(same.then_some(state));
            }
        }
        states = after.into_iter().collect();
    }
    states
}

/// True if a move of the verifier corresponds to this step of the twin.
fn is(game: &Game, before: &State, action: Move, step: Step) -> bool {
    match (action, step) {
        (Move::Goto { to, .. }, Step::Goto(node)) => to == node,
        (Move::Flip { flip }, Step::Flip(id)) => toggles(game, before.node)[flip as usize] == id,
        _ => false,
    }
}

fn toggles(game: &Game, node: NodeIndex) -> Vec<u32> {
    let toggle = |content: &Content| match content {
        Content::Toggle(id) => Some(*id),
        _ => None,
    };
    let contents = &game.graph.nodes[node as usize].contents;
    let first =
        contents.iter().enumerate().filter(|(i, content)| !contents[..*i].contains(content));
    first.filter_map(|(_, content)| toggle(content)).collect()
}

/// True if a state matches the record.
fn fits(game: &Game, state: &State, node: NodeIndex, holdings: &Holdings) -> bool {
    let ours = Holdings {
        keys: game.keys(state),
        bombs: game.bombs(state),
        boss_key: game.boss_key(state),
        key_item: game.key_item(state),
        symbols: state.symbols.iter().copied().collect(),
        toggles: state.toggles.iter().copied().collect(),
        ..Holdings::default()
    };
    let mut theirs = holdings.clone();
    theirs.symbols.sort_unstable();
    state.node == node && ours == theirs
}

/// The changes between two states.
fn changes(game: &Game, before: &State, after: &State) -> BTreeSet<Fact> {
    let mut changes = BTreeSet::new();
    changes.extend(before.taken.symmetric_difference(&after.taken).map(|n| Fact::Taken(*n)));
    for &node in after.taken.difference(&before.taken) {
        let many = |wanted| {
            game.graph.nodes[node as usize].contents.iter().filter(|c| **c == wanted).count() as u32
        };
        let minors = if game.rules.bombs == Bombs::Consumed { many(Content::ItemMinor) } else { 0 };
        changes.extend((1..many(Content::Key).max(minors)).map(|n| Fact::Repeat(node, n)));
    }
    let opened = before.opened.symmetric_difference(&after.opened);
    changes.extend(opened.map(|(a, b)| Fact::KeyPair(*a, *b)));
    let bombed = before.bombed.symmetric_difference(&after.bombed);
    changes.extend(bombed.map(|(a, b)| Fact::BombPair(*a, *b)));
    let symbols = before.symbols.symmetric_difference(&after.symbols);
    changes.extend(symbols.map(|id| Fact::Symbol(*id)));
    let toggles = before.toggles.symmetric_difference(&after.toggles);
    changes.extend(toggles.map(|id| Fact::Toggle(*id)));
    if game.rules.bombs == Bombs::Unlimited && before.bombs_held != after.bombs_held {
        changes.insert(Fact::BombsHeld);
    }
    changes
}
