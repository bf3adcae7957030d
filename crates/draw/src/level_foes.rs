//! Enemies, bosses, goals and items as pictures of designed dungeons show them: the more they matter, the larger.

use super::level_figures as figures;
use super::level_icons::scaled;
use super::level_samples as samples;
use super::look::{Foe, Look, Rank};
use super::svg::{INK, PAGE, Svg, number};
use level::Tile;

/// The distance of two dots.
const PIP: f64 = 2.9;

/// Draws an enemy around a point: who guards what matters has a crown, the master of the place a ring of fire.
pub(super) fn draw(svg: &mut Svg, at: (f64, f64), foe: &Foe) {
    if foe.rank == Rank::Boss {
        halo(svg, at, 12.5, "#a82a3c");
    }
    scaled(svg, at, foe.rank.scale(), foe.icon);
    if foe.rank == Rank::Common {
        pips(svg, (at.0, at.1 + 7.4), foe.load);
    }
    if foe.rank == Rank::Warden {
        let (name, _) = figures::crown();
        scaled(svg, (at.0, at.1 - 11.0), 1.2, name);
    }
}

/// One dot for each part of a load, side by side.
fn pips(svg: &mut Svg, (x, y): (f64, f64), load: u8) {
    let first = x - f64::from(load.saturating_sub(1)) * PIP / 2.0;
    let path: String = (0..load)
        .map(|pip| format!("M{} {}h0", number(first + f64::from(pip) * PIP), number(y)))
        .collect();
    svg.put(&format!(
        "<path fill=\"none\" stroke=\"{PAGE}\" stroke-width=\"3.4\" stroke-linecap=\"round\" d=\"{path}\"/>\
         <path fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\" stroke-linecap=\"round\" d=\"{path}\"/>\n"
    ));
}

/// An enemy as a legend shows it.
pub(super) fn sample(svg: &mut Svg, (x, y): (f64, f64), foe: &Foe, look: &Look) {
    samples::with_icon(svg, (x, y), look.colours.floor, foe.icon, 0.95);
    if foe.rank == Rank::Common {
        pips(svg, (x, y + 6.4), foe.load);
    }
    if foe.rank == Rank::Warden {
        let (name, _) = figures::crown();
        scaled(svg, (x + 3.6, y - 6.4), 0.9, name);
    }
}

/// Draws what lies on a tile, or is one.
pub(super) fn thing(svg: &mut Svg, at: (f64, f64), kind: Tile, name: &str) {
    let scale = match kind {
        Tile::Triforce => {
            halo(svg, at, 12.0, "#d99a12");
            1.4
        }
        Tile::KeyItem => {
            halo(svg, at, 10.5, "#d99a12");
            1.1
        }
        Tile::Start => 1.15,
        _ => 1.0,
    };
    scaled(svg, at, scale, name);
}

/// A sun of rays behind something: a disc, and eight rays around it.
fn halo(svg: &mut Svg, (x, y): (f64, f64), radius: f64, colour: &str) {
    let circle = number(radius * 0.76);
    let (long, short) = (number(radius), number(radius * 0.82));
    let rays: String = (0..8).map(|turn| ray(f64::from(turn) * 45.0, &short, &long)).collect();
    svg.put(&format!(
        "<g transform=\"translate({} {})\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-linecap=\"round\">\
         <circle r=\"{circle}\" fill=\"#fff6d8\" fill-opacity=\".85\"/>{rays}</g>\n",
        number(x),
        number(y),
    ));
}

/// A ray outwards.
fn ray(turn: f64, from: &str, to: &str) -> String {
    format!("<path d=\"M{from} 0H{to}\" transform=\"rotate({})\"/>", number(turn))
}
