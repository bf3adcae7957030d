//! Certificates: compared with a check, with removing each thing, and with removing each lock.

use super::small_levels;
use crate::naive_twin::changes;
use crate::naive_twin::levels::{Case, Kind};
use crate::naive_twin::twin::{Game, Reach, can_win};
use quandary_level::check::certify::{Certificate, Scratch, certify};
use quandary_level::limits::Limits;
use quandary_level::rules::Fact;
use quandary_level::rules::{Bombs, Rules};
use quandary_level::{Content, Graph, Requirement};
use std::collections::BTreeSet;

fn certified(case: &Case, scratch: &mut Scratch) -> Certificate {
    certify(&case.graph, &case.rules, &Limits::default(), scratch).expect("no limit")
}

#[test]
fn certificates_agree_with_checks() {
    let mut scratch = Scratch::default();
    for (case, reach) in small_levels(60_000..61_000, Kind::Any) {
        let certificate = certified(&case, &mut scratch);
        assert_eq!(certificate.plan.as_ref().map(|plan| plan.len() as u64), reach.cost(), "{case}");
        assert_eq!(certificate.states, reach.states.len() as u64, "{case}");
        assert_eq!(certificate.dead_states, reach.dead_states(), "{case}");
        let reached = reach.nodes().len();
        assert_eq!(certificate.unreachable, case.graph.nodes.len() - reached, "{case}");
        for (meaning, needed) in listed(&certificate) {
            let graph = lacking(&case.graph, &case.rules, meaning);
            let Some(graph) = graph else { continue };
            let can_win = can_win(&Game::new(&graph, &case.rules));
            assert_eq!(needed, !can_win, "{meaning:?}\n{case}");
        }
    }
}

/// Every thing that a certificate names, with whether it is needed.
fn listed(certificate: &Certificate) -> Vec<(Fact, bool)> {
    let needed = certificate.needed.iter().map(|meaning| (*meaning, true));
    needed.chain(certificate.needless.iter().map(|meaning| (*meaning, false))).collect()
}

/// The graph without a thing; `None` if this cannot be expressed.
fn lacking(graph: &Graph, rules: &Rules, thing: Fact) -> Option<Graph> {
    let mut graph = graph.clone();
    let unlimited = rules.bombs == Bombs::Unlimited;
    let taken = [Content::Key, Content::BossKey, Content::KeyItem, Content::Switch];
    for (n, node) in (0..).zip(&mut graph.nodes) {
        let bombs = node.contents.contains(&Content::KeyItem) && unlimited;
        match thing {
            Fact::Taken(at) if at == n => {
                let gone =
                    |c: &Content| taken.contains(c) || (*c == Content::ItemMinor && !unlimited);
                node.contents.retain(|content| !gone(content));
                node.contents.extend(bombs.then_some(Content::ItemMinor));
            }
            Fact::Symbol(id) => node.contents.retain(|c| *c != Content::Symbol(id)),
            Fact::Toggle(id) => node.contents.retain(|c| *c != Content::Toggle(id)),
            Fact::BombsHeld if bombs => return None,
            Fact::BombsHeld => node.contents.retain(|c| *c != Content::ItemMinor),
            _ => {}
        }
    }
    Some(graph)
}

#[test]
fn certificates_list_every_symbol_and_toggle() {
    let mut scratch = Scratch::default();
    for (case, _) in small_levels(70_000..71_000, Kind::Plain) {
        let certificate = certified(&case, &mut scratch);
        let named: Vec<Fact> = listed(&certificate).into_iter().map(|(m, _)| m).collect();
        let stands = |content: &Content| match content {
            Content::Symbol(id) => Some(Fact::Symbol(*id)),
            Content::Toggle(id) => Some(Fact::Toggle(*id)),
            _ => None,
        };
        let contents = case.graph.nodes.iter().flat_map(|node| &node.contents);
        let expected: BTreeSet<Fact> = contents.filter_map(stands).collect();
        // A player who holds bombs never runs out under lenient rules, so held bombs count as a thing.
        let symbols = named.iter().filter(|meaning| **meaning != Fact::BombsHeld);
        assert!(symbols.clone().count() == expected.len(), "{case}");
        assert_eq!(symbols.copied().collect::<BTreeSet<_>>(), expected, "{case}");
    }
}

#[test]
fn redundant_locks_change_nothing_when_taken_away() {
    let (mut scratch, mut redundant) = (Scratch::default(), 0);
    for kind in [Kind::Plain, Kind::Any] {
        for (case, reach) in small_levels(80_000..81_000, kind) {
            let locks = changes::locks(&case.graph).into_keys();
            let expected = locks.filter(|lock| lasts(&case.rules, &lock.1)).filter(|lock| {
                same_states(&changes::without_lock(&case.graph, &case.rules, lock), &reach)
            });
            let expected = expected.count();
            assert_eq!(certified(&case, &mut scratch).redundant_locks, expected, "{case}");
            redundant += expected;
        }
    }
    assert!(redundant > 500, "{redundant}");
}

/// True if a lock has a requirement and uses nothing up.
fn lasts(rules: &Rules, asks: &BTreeSet<Requirement>) -> bool {
    let used_up = |asked: &Requirement| match asked {
        Requirement::KeyLocked => true,
        Requirement::Bombable => rules.bombs == Bombs::Consumed,
        _ => false,
    };
    asks.iter().any(|asked| *asked != Requirement::SoftLocked) && !asks.iter().any(used_up)
}

/// True if exactly these states are reachable.
fn same_states(game: &Game, reach: &Reach) -> bool {
    let most = reach.states.len();
    Reach::of(game, most).is_some_and(|other| {
        let ours: BTreeSet<_> = reach.states.iter().collect();
        ours == other.states.iter().collect()
    })
}
