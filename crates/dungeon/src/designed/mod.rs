//! Designed dungeons: places with loops that mean something, secrets, gates of many kinds and rooms drawn by hand.
//!
//! [`mod@plan`] draws the rooms, their passages, cycles and gates; [`mod@rooms`] has drawn interiors; [`mod@lay`] makes
//! tiles of both, and [`mod@texts`] names and describes them. [`generate()`] ranks many such drafts, and has the judge
//! prove the best and all that is claimed of it; [`mod@play`] plays it in words.

pub mod purpose;
pub mod holder;
pub mod rooms;
pub mod texts;
pub mod request;
pub mod plan;
pub mod lay;
mod merits;
pub mod rank;
pub mod claims;
mod tale;
mod route;
mod tour;
pub mod play;
mod made;
mod search;

pub use made::{Designed, Draft};
pub use request::Request;
pub use route::route;
pub use search::{ATTEMPTS, generate};
pub use tale::Tale;

use crate::generate::fit_rooms;
use crate::layout;
use crate::reject::Reject;
use crate::scratch::Scratch;
use ::search::Attempt;
use lay::Tiled;
use plan::Plan;

/// The largest share of rooms that is added as cells and joined to others.
const JOINED: f64 = 0.3;

/// Draws the plan of an attempt and lays it in tiles.
fn draft(
    request: &Request,
    attempt: Attempt,
    scratch: &mut Scratch,
) -> Result<(Plan, Tiled), Reject> {
    let part = attempt.part("layout");
    let mut layout = layout::attempt(&request.layout, part, scratch);
    let joined = (request.rooms as f64 * JOINED * part.phase("joined").unit()).round() as usize;
    fit_rooms(&mut layout, request.rooms + joined, part);
    let site = plan::site::Site::of(&layout, joined, &mut part.phase("site"));
    if site.rooms.len() != request.rooms {
        return Err(Reject::OtherNumbers);
    }
    let shape = plan::shape::Shape::draw(&site, &mut attempt.phase("shape"))?;
    let plan = plan::gates::gate(site, &shape, request, &mut attempt.phase("gates"));
    if !request.numbers.are_met(&plan) {
        return Err(Reject::OtherNumbers);
    }
    let names = tale::treasures(&plan, request.family, attempt.phase("treasures"));
    let plan = Plan { treasure_names: names, ..plan };
    let tiled = lay::lay(&plan, request.family, &request.tiles, attempt.part("tiles"))?;
    Ok((plan, tiled))
}
