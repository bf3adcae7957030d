//! Designed dungeons: places with loops that mean something, secrets, gates of many kinds and rooms drawn by hand.
//!
//! [`mod@plan`] draws the rooms, their passages, cycles and gates; [`mod@rooms`] has drawn interiors; [`mod@lay`] makes
//! tiles of both, and [`mod@texts`] names and describes them. [`generate()`] ranks many such drafts, and has the judge
//! prove the best and all that is claimed of it; [`crate::game`] plays it in words.

pub mod holder;
pub mod rooms;
pub mod texts;
pub mod request;
pub mod plan;
pub mod lay;
pub mod wish;
mod merits;
pub mod rank;
pub mod claims;
pub mod tale;
mod fit;
mod tour;
mod made;
mod search;

pub use made::{Designed, Draft, route};
pub use request::{Request, RequestError};
pub use search::{ATTEMPTS, GenerateError, generate};
pub use tale::Tale;

use crate::layout;
use crate::reject::Reject;
use crate::scratch::Scratch;
use ::search::Attempt;
use plan::site::Site;
use plan::{COMPARED_UP_TO, Plan};
use std::sync::Arc;
use wish::Wish;

/// The least and the largest share of rooms that is added as cells and joined to others.
const JOINED: [f64; 2] = [0.06, 0.29];

/// Number of shapes that are drawn for one site, and how often each is gated; the best plan of them is laid: a plan costs
/// little, its tiles cost much.
const SHAPES: usize = 40;
const GATINGS: usize = 3;
/// How many times as many shapes are drawn at most, so that those that are gated have a long arc.
const DRAWN: usize = 3;

/// The draft of an attempt, of which nothing is proved: the best of some plans, with what is wished for, and its tiles.
///
/// # Errors
/// Why the attempt has none.
pub fn draft(
    request: &Request,
    wish: Wish,
    attempt: Attempt,
    scratch: &mut Scratch,
) -> Result<Draft, Reject> {
    // No two categories give the same place, however alike their rooms are laid out.
    let attempt = attempt.part(&request.layout.category.name);
    let part = attempt.part("layout");
    let mut layout = layout::attempt(&request.layout, part, scratch);
    let [least, most] = JOINED;
    let share = least + (most - least) * part.phase("joined").unit();
    let joined = (request.rooms as f64 * share).round() as usize;
    fit::fit(&mut layout, request.rooms + joined, &mut part.phase("fit"));
    let site = Site::of(&layout, joined, &mut part.phase("site"));
    if site.rooms.len() != request.rooms {
        return Err(Reject::OtherNumbers);
    }
    let plan = best_plan(request, &Arc::new(site), wish, attempt)?;
    let names = tale::treasures(&plan, request.family, attempt.phase("treasures"));
    let plan = Plan { treasure_names: names, ..plan };
    let tiled = lay::lay(&plan, request, attempt.part("tiles"))?;
    let holders = lay::holders(&plan, &tiled);
    Ok(Draft { plan: Plan { holders, ..plan }, tiled })
}

/// The best by its merits of some plans of a site.
fn best_plan(
    request: &Request,
    site: &Arc<Site>,
    wish: Wish,
    attempt: Attempt,
) -> Result<Plan, Reject> {
    let (shapes, gatings) =
        if request.rooms <= COMPARED_UP_TO { (SHAPES, GATINGS) } else { (1, 1) };
    let mut best: Result<(f64, Plan), Reject> = Err(Reject::NoPath);
    let mut gated = 0;
    for number in 0..DRAWN * shapes {
        if gated == shapes {
            break;
        }
        let stream = &mut attempt.part("plans").phase(&format!("plan {number}"));
        let Ok(shape) = plan::shape::Shape::draw(site, stream) else { continue };
        let is_last = number >= (DRAWN - 1) * shapes;
        if !is_last && !shape.has_arc_of(merits::LONG) {
            continue;
        }
        gated += 1;
        for _ in 0..gatings {
            let (plan, outing) = plan::gates::gate(Arc::clone(site), &shape, request, stream);
            if !request.numbers.are_met(&plan) {
                best = best.or(Err(Reject::OtherNumbers));
                continue;
            }
            let merit = merits::of(&plan, outing.as_ref(), wish).iter().sum();
            if best.as_ref().map_or(true, |(most, _)| merit > *most) {
                best = Ok((merit, plan));
            }
        }
    }
    best.map(|(_, plan)| plan)
}
