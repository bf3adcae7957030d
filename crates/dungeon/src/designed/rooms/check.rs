//! Checks of a template: however its lots fall, all floor connects under the means that it claims.

use super::drawing::{Drawing, Ground, Spot};
use super::fault::{Fault, MOST_WAYS};
use super::parts::{Parts, connects};
use super::template::{Lots, Per, Template};

/// Checks a template; a fault comes with its cell.
pub(super) fn check(template: &Template) -> Result<(), (Spot, Fault)> {
    let start = Spot::new(0, 0);
    let ones: Vec<_> = template.lots.iter().filter(|lots| lots.per == Per::Glyph).collect();
    let total = ones.iter().fold(1usize, |n, lots| n.saturating_mul(lots.options.len()));
    if total > MOST_WAYS {
        return Err((start, Fault::Ways(total)));
    }
    for number in 0..total {
        let (drawing, said) = fallen(&template.drawing, &ones, number);
        let hardest = singles(&drawing, &template.lots, true);
        let softest = singles(&drawing, &template.lots, false);
        for drawing in [&hardest, &softest] {
            whole(drawing, template.splits, &said)?;
        }
        beside_floor(template, &hardest)?;
    }
    Ok(())
}

/// The drawing with the lots of whole glyphs fallen in one of their ways, and words for it.
pub(super) fn fallen(drawing: &Drawing, ones: &[&Lots], number: usize) -> (Drawing, String) {
    let (mut drawing, mut number, mut said) = (drawing.clone(), number, Vec::new());
    for lots in ones {
        let of = lots.options.len().max(1);
        let glyph = lots.options.get(number % of).copied().unwrap_or(b'.');
        number /= of;
        said.push(format!("{} = {}", char::from(lots.glyph), char::from(glyph)));
        replace(&mut drawing, lots.glyph, glyph);
    }
    let said = if said.is_empty() { "as drawn".to_owned() } else { said.join(", ") };
    (drawing, said)
}

/// The drawing with all lots of single cells fallen alike: as what is hardest to walk on, or as what is easiest.
pub(super) fn singles(drawing: &Drawing, lots: &[Lots], hardest: bool) -> Drawing {
    let mut drawing = drawing.clone();
    for lots in lots.iter().filter(|lots| lots.per == Per::Cell) {
        let options = lots.options.iter().copied();
        let glyph = if hardest {
            options.max_by_key(|&glyph| Ground::of(glyph))
        } else {
            options.min_by_key(|&glyph| Ground::of(glyph))
        };
        replace(&mut drawing, lots.glyph, glyph.unwrap_or(b'.'));
    }
    drawing
}

fn replace(drawing: &mut Drawing, from: u8, to: u8) {
    for glyph in drawing.glyphs_mut().iter_mut().filter(|glyph| **glyph == from) {
        *glyph = to;
    }
}

/// Checks that the floor of a drawing without lots connects.
fn whole(drawing: &Drawing, splits: bool, said: &str) -> Result<(), (Spot, Fault)> {
    if connects(drawing, splits) {
        return Ok(());
    }
    let wet = Parts::wet(drawing);
    let parts = if splits { &wet } else { &Parts::dry(drawing) };
    let off = |&at: &Spot| parts.at(drawing, at) > 1;
    let at = drawing.spots().find(off);
    Err(match at {
        None if splits => (Spot::new(0, 0), Fault::Whole(said.to_owned())),
        at => (at.unwrap_or(Spot::new(0, 0)), Fault::CutOff(said.to_owned())),
    })
}

/// Checks that every cell with a lot of its own stands beside floor, with all such lots fallen as the hardest.
fn beside_floor(template: &Template, hardest: &Drawing) -> Result<(), (Spot, Fault)> {
    for lots in template.lots.iter().filter(|lots| lots.per == Per::Cell) {
        if lots.options.iter().all(|&glyph| Ground::of(glyph) == Ground::Solid) {
            continue;
        }
        let floor = |at| Ground::of(hardest.at(at)) == Ground::Floor;
        let alone =
            |&at: &Spot| template.drawing.at(at) == lots.glyph && !hardest.beside(at).any(floor);
        if let Some(at) = hardest.spots().find(alone) {
            return Err((at, Fault::Alone));
        }
    }
    Ok(())
}
