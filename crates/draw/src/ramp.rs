//! The colours of intensity: from cool and easy to warm and hard.
//!
//! One ramp for terminals (the 256 colours of xterm), one for paper (light fills that black letters
//! can be read on), and two for the course of a way, in lines that stand out on such fills. Invariant: any
//! number gives a colour; what is no number counts as 0.

use anstyle::{Ansi256Color, Color, Style};

/// Terminal colours for intensity 0 to 1: blue, cyan, green, yellow, orange, red.
const TERMINAL: [u8; 11] = [33, 39, 44, 43, 42, 76, 148, 220, 214, 208, 196];

/// Paper colours, evenly spaced from intensity 0 to 1: sky, mint, lemon, apricot, rose.
const PAPER: [[f64; 3]; 5] = [
    [222.0, 235.0, 247.0],
    [205.0, 234.0, 217.0],
    [253.0, 241.0, 190.0],
    [252.0, 208.0, 162.0],
    [240.0, 150.0, 140.0],
];

/// Line colours from the first step of a way to the last: blue, violet, magenta, orange.
const COURSE: [[f64; 3]; 4] =
    [[29.0, 78.0, 216.0], [124.0, 58.0, 237.0], [205.0, 38.0, 160.0], [232.0, 93.0, 4.0]];

/// The same for a way to where nothing can be won any more: from rose to a dark red.
const FALL: [[f64; 3]; 2] = [[244.0, 114.0, 114.0], [153.0, 10.0, 20.0]];

/// The style of a room of this intensity in a terminal.
pub fn terminal(intensity: f64) -> Style {
    let (at, _) = place(intensity, TERMINAL.len());
    let colour = TERMINAL.get(at).copied().unwrap_or(33);
    Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(colour))))
}

/// The fill of a room of this intensity on paper, as `#rrggbb`.
pub fn paper(intensity: f64) -> String {
    between(&PAPER, intensity)
}

/// The colour of a line so far along its course, from 0 to 1.
pub fn course(along: f64) -> String {
    between(&COURSE, along)
}

/// The colour of a line so far along a course that ends badly.
pub fn fall(along: f64) -> String {
    between(&FALL, along)
}

fn between(ramp: &[[f64; 3]], along: f64) -> String {
    let (at, rest) = place(along, ramp.len());
    let low = ramp.get(at).copied().unwrap_or([255.0; 3]);
    let high = ramp.get(at + 1).copied().unwrap_or(low);
    let mut hex = String::from("#");
    for (l, h) in low.into_iter().zip(high) {
        hex.push_str(&format!("{:02x}", (l + (h - l) * rest).round() as u8));
    }
    hex
}

/// The step of a ramp of `steps` colours that an intensity falls on, and the fraction of a step past it.
fn place(intensity: f64, steps: usize) -> (usize, f64) {
    let clean = if intensity.is_nan() { 0.0 } else { intensity.clamp(0.0, 1.0) };
    let along = clean * steps.saturating_sub(1) as f64;
    (along.floor() as usize, along.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_ramps_are_theirs() {
        assert_eq!(paper(0.0), "#deebf7");
        assert_eq!(paper(1.0), "#f0968c");
        assert_eq!(paper(0.5), "#fdf1be");
        assert!(format!("{}", terminal(0.0).render()).contains("38;5;33"));
        assert!(format!("{}", terminal(1.0).render()).contains("38;5;196"));
    }

    #[test]
    fn any_number_gives_a_colour() {
        for odd in [f64::NAN, f64::NEG_INFINITY, f64::INFINITY, -3.0, 7.0] {
            assert_eq!([paper(odd).len(), course(odd).len(), fall(odd).len()], [7; 3]);
        }
        assert_eq!(paper(f64::NAN), paper(0.0));
        assert_eq!(paper(9.0), paper(1.0));
    }
}
