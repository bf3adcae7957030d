//! Phase 1: the entrance, in one of the cells where it may be, at key-level 0.

use super::Reject;
use super::constraints::Constraints;
use super::draft::{Draft, NONE};
use super::ladder::Ladder;
use super::request::Request;
use super::symbol::Symbol;
use search::Attempt;

/// Puts the entrance down and draws the ladder of the keys.
pub(crate) fn place<C: Constraints + ?Sized>(
    draft: &mut Draft,
    space: &C,
    request: &Request,
    attempt: Attempt,
) -> Result<(), Reject> {
    let mut stream = attempt.phase("entrance");
    draft.clear(space.cells(), usize::from(request.keys) + 1);
    draft.ladder = Ladder::draw(request, &mut stream);
    let mut cells = space.first_cells();
    cells.retain(|&cell| space.may_hold(cell, Symbol::Start));
    let cell = *stream.pick(&cells).ok_or(Reject::NoEntrance)?;
    let entrance = draft.add(cell, NONE, None, 0);
    draft.rooms[entrance as usize].item = Some(Symbol::Start);
    Ok(())
}
