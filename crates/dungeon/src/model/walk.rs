//! A dungeon as a game to be played, and the judge's plan as the commands that win it.
//!
//! The text game and the levels are two accounts of one dungeon. That the commands win is part of the proof.

use super::dungeon::Dungeon;
use crate::mission::Symbol;
use crate::puzzle::play::{Game, Lock, Quest, Scenario, ScenarioError, Step, Thing, walkthrough};
use level::plan::{Move, Plan};

/// The scenario of a dungeon: the area, with the locks and keys of the mission in it.
///
/// # Errors
/// When the two do not fit together.
pub fn scenario(dungeon: &Dungeon) -> Result<Scenario, ScenarioError> {
    let locks = dungeon.passages().filter_map(|passage| {
        let (from, to) = (passage.from().coords(), passage.to().coords());
        Some(Lock { from, to, symbol: passage.symbol()? })
    });
    let things = dungeon.in_mission_order().filter_map(|room| {
        let symbol = room.item().filter(|item| item.is_thing())?;
        Some(Thing { place: room.coords(), symbol })
    });
    let goal = Some(dungeon.goal().coords());
    let quest = Quest { locks: locks.collect(), things: things.collect(), goal };
    Scenario::new(dungeon.area.clone(), quest)
}

/// The commands of a plan through the rooms of a dungeon.
#[must_use]
pub fn commands(dungeon: &Dungeon, scenario: &Scenario, plan: &Plan) -> Vec<String> {
    walkthrough(scenario, &steps(dungeon, plan))
}

/// True if commands win the game.
#[must_use]
pub fn wins(scenario: &Scenario, commands: &[String]) -> bool {
    let mut game = Game::new(scenario, 0);
    for command in commands {
        game.play(command);
    }
    game.won()
}

fn steps(dungeon: &Dungeon, plan: &Plan) -> Vec<Step> {
    let mut here = dungeon.start();
    let mut steps = Vec::with_capacity(plan.len());
    for action in &plan.moves {
        match *action {
            Move::Goto { to, .. } => {
                let passage = here.passages().find(|passage| passage.to().id == to);
                steps.extend(passage.map(|passage| Step::Go(passage.direction())));
                here = dungeon.room(to).unwrap_or(here);
            }
            Move::Flip { .. } => {
                if let Some(Symbol::SwitchObject(number)) = here.item() {
                    steps.push(Step::Flip(number));
                }
            }
        }
    }
    steps
}
