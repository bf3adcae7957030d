//! Designed dungeons: places with loops that mean something, secrets, gates of many kinds and rooms drawn by hand.
//!
//! [`mod@plan`] draws the rooms, their passages, cycles and gates; [`mod@rooms`] draws what is in them,
//! and [`mod@texts`] names and describes it.

pub mod purpose;
pub mod holder;
pub mod rooms;
pub mod texts;
pub mod plan;
pub mod lay;

use crate::generate::{self, Request};
use crate::layout;
use crate::reject::Reject;
use crate::scratch::Scratch;
use level::Level;
use plan::Plan;
use search::Attempt;

/// Draws the plan of an attempt and lays it in tiles.
///
/// # Errors
/// The reason for which there is none.
pub fn draft(
    request: &Request,
    attempt: Attempt,
    scratch: &mut Scratch,
) -> Result<(Plan, Level), Reject> {
    let part = attempt.part("layout");
    let mut layout = layout::attempt(&request.layout, part, scratch);
    let joined = (request.rooms as f64 * JOINED * part.phase("joined").unit()).round() as usize;
    generate::fit_rooms(&mut layout, request.rooms + joined, part);
    let site = plan::site::Site::of(&layout, joined, &mut part.phase("site"));
    let shape = plan::shape::Shape::draw(&site, &mut attempt.phase("shape"))?;
    let plan = plan::gates::gate(site, &shape, &mut attempt.phase("gates"));
    let tiles = request.tiles.clone().unwrap_or_default();
    let level = lay::lay(&plan, &tiles, attempt.part("tiles"));
    Ok((plan, level))
}

/// The largest share of rooms that is added as cells and joined to others.
const JOINED: f64 = 0.3;
