//! The lines about an action that was done.

use super::here::Here;
use super::state::Action;
use super::thing::{all_named, position};
use super::{ending, foes, tell};
use crate::puzzle::play::reply::sentence;
use level::Requirement;

/// The facts before an action that its reply depends on.
pub(super) struct Before {
    pub(super) won: bool,
    /// The locks that it opens.
    locks: Vec<Requirement>,
    /// True if it leads into a room that was never entered.
    is_new: bool,
}

impl Before {
    /// The facts before an action.
    pub(super) fn of(here: Here<'_>, action: Action) -> Self {
        Self {
            won: here.state.won(here.scene),
            locks: locks(here, action),
            is_new: matches!(action, Action::Go(to) if !here.state.entered.contains(&to)),
        }
    }
}

/// The locks that an action opens.
pub(super) fn locks(here: Here<'_>, action: Action) -> Vec<Requirement> {
    let way = match action {
        Action::Unlock(to) => here.scene.way(here.state.room, to),
        _ => None,
    };
    way.map(|way| here.state.locks(here.scene, way)).unwrap_or_default()
}

/// The lines about an action that was done.
pub(super) fn told(here: Here<'_>, action: Action, before: &Before) -> Vec<String> {
    let Here { scene, state } = here;
    let locks = &before.locks;
    let name = |to| scene.way(state.room, to).map(|way| here.way_name(way)).unwrap_or_default();
    vec![match action {
        Action::Go(_) if before.is_new => return tell::look(here),
        Action::Go(to) => {
            let found = scene.is_goal(to).then(|| ending::found(here)).into_iter().flatten();
            return tell::look_again(here).into_iter().chain(found).collect();
        }
        Action::Take(thing) => return tell::taken(here, thing),
        Action::Fight => foes::won(here),
        Action::Unlock(to) => {
            let keys = sentence(&all_named(scene, locks));
            let verb = if locks.len() == 1 { "opens" } else { "open" };
            let spent = locks.contains(&Requirement::KeyLocked);
            let end = if spent { " The small key breaks in the lock." } else { "" };
            format!("{keys} {verb} the way {}.{end}", name(to))
        }
        Action::Bomb(to) => format!("The cracked wall falls. The way {} is open.", name(to)),
        Action::Work(thing) => tell::worked(here, thing),
        Action::Flip(switch) => {
            let position = position(state.is_on(switch));
            format!("Switch {switch} is {position} now.")
        }
    }]
}
