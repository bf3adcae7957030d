//! Letters as strokes: an alphabet for pictures that must look the same without any font.
//!
//! Each letter is a few open lines, drawn with a round pen. In its box the base line is at 0; capitals reach up to 10
//! and small letters to 7. Invariant: a line begins at a point and continues with relative commands only, which makes a
//! whole text one path; an unknown character is drawn as a frame.

use super::svg::{Svg, number};
use std::fmt::Write as _;

/// The distance between two letters, in units of the box.
const GAP: f64 = 2.6;
/// Width of a space, in units of the box.
const BLANK: f64 = 4.2;
/// The replacement for unknown characters.
const FRAME: Letter = (' ', 5.0, &[(0.0, 0.0, "v-9h5v9z")]);

/// Alignment of a text at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The middle of the text is there.
    Middle,
}

/// Style of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen<'a> {
    /// The height of capitals.
    pub height: f64,
    /// Thickness of the strokes, as a fraction of the height.
    pub weight: f64,
    /// The colour.
    pub colour: &'a str,
    /// Alignment of the text.
    pub anchor: Anchor,
}

impl<'a> Pen<'a> {
    /// A pen for running text.
    pub fn plain(height: f64, colour: &'a str) -> Self {
        Self { height, weight: 0.125, colour, anchor: Anchor::Start }
    }

    /// A pen for short marks: bold, and centred.
    pub fn mark(height: f64, colour: &'a str) -> Self {
        Self { height, weight: 0.2, colour, anchor: Anchor::Middle }
    }
}

/// Width of a text with capitals of this height.
pub fn width(text: &str, height: f64) -> f64 {
    let units: f64 = text.chars().map(advance).sum();
    (units - GAP).max(0.0) * height / 10.0
}

/// The text, cut to a width of at most `most`. Dots mark a cut.
pub fn cut(text: &str, height: f64, most: f64) -> String {
    if width(text, height) <= most {
        return text.to_owned();
    }
    let room = (most - width("…", height)) * 10.0 / height;
    let mut at = 0.0;
    let fits = |c: &char| {
        at += advance(*c);
        at <= room
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// Writes a text with its anchor on the base line.
pub fn write(svg: &mut Svg, (x, y): (f64, f64), pen: Pen<'_>, text: &str) {
    let left = match pen.anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width(text, pen.height) / 2.0,
    };
    svg.put(&format!(
        "<path transform=\"translate({} {}) scale({})\" fill=\"none\" stroke=\"{}\" \
         stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{}\"/>\n",
        number(left),
        number(y),
        (pen.height / 10.0 * 1000.0).round() / 1000.0,
        pen.colour,
        number(pen.weight * 10.0),
        lines(text),
    ));
}

/// The lines of a text in units of the box.
fn lines(text: &str) -> String {
    let (mut path, mut at) = (String::new(), 0.0);
    for c in text.chars() {
        let (plain, mark) = split(c);
        if let Some(&(_, width, letter)) = letter(plain) {
            let mark = mark.map(|mark| mark.lines(width, mark_height(plain)));
            for (x, y, rest) in letter.iter().chain(mark.iter().flatten()) {
                let _ = write!(path, "M{} {}{rest}", number(at + x), number(*y));
            }
        }
        at += advance(c);
    }
    path
}

fn advance(c: char) -> f64 {
    letter(split(c).0).map_or(BLANK, |letter| letter.1 + GAP)
}

/// The strokes of a character; none for a space.
fn letter(c: char) -> Option<&'static Letter> {
    if c.is_whitespace() {
        return None;
    }
    let known = ALPHABET.iter().chain(&PLAIN).find(|letter| letter.0 == c);
    Some(known.unwrap_or(&FRAME))
}

#[rustfmt::skip]
const ALPHABET: [Letter; 96] = [
    ('A', 7.0, &[(0.0, 0.0, "l3.5-10 3.5 10"), (1.2, -3.4, "h4.6")]),
    ('B', 6.2, &[(0.0, 0.0, "v-10h3.2a2.4 2.4 0 0 1 0 4.8h-3.2"), (3.2, -5.2, "h.4a2.6 2.6 0 0 1 0 5.2h-3.6")]),
    ('C', 6.6, &[(6.6, -7.6, "c-.5-1.5-1.7-2.4-3.1-2.4c-2.2 0-3.5 1.8-3.5 5s1.3 5 3.5 5c1.4 0 2.6-.9 3.1-2.4")]),
    ('D', 6.6, &[(0.0, 0.0, "v-10h2.6c2.6 0 4 1.8 4 5s-1.4 5-4 5z")]),
    ('E', 5.4, &[(5.4, 0.0, "h-5.4v-10h5.4"), (0.0, -5.2, "h4.6")]),
    ('F', 5.2, &[(0.0, 0.0, "v-10h5.2"), (0.0, -5.2, "h4.4")]),
    ('G', 6.8, &[(6.6, -7.6, "c-.5-1.5-1.7-2.4-3.1-2.4c-2.2 0-3.5 1.8-3.5 5s1.3 5 3.5 5c1.8 0 3.2-1.2 3.2-3.4v-1.2h-3")]),
    ('H', 6.4, &[(0.0, 0.0, "v-10"), (6.4, 0.0, "v-10"), (0.0, -5.1, "h6.4")]),
    ('I', 0.4, &[(0.2, 0.0, "v-10")]),
    ('J', 4.0, &[(4.0, -10.0, "v7c0 2-.9 3-2.2 3s-1.8-.8-1.8-2.2")]),
    ('K', 6.2, &[(0.0, 0.0, "v-10"), (5.8, -10.0, "l-5.8 6.2"), (2.2, -6.0, "l4 6")]),
    ('L', 5.0, &[(0.0, -10.0, "v10h5")]),
    ('M', 8.0, &[(0.0, 0.0, "v-10l4 6.4 4-6.4v10")]),
    ('N', 6.6, &[(0.0, 0.0, "v-10l6.6 10v-10")]),
    ('O', 7.2, &[(3.6, -10.0, "c-2.3 0-3.6 1.8-3.6 5s1.3 5 3.6 5 3.6-1.8 3.6-5-1.3-5-3.6-5z")]),
    ('P', 6.0, &[(0.0, 0.0, "v-10h3.3c1.7 0 2.7 1.1 2.7 2.8s-1 2.8-2.7 2.8h-3.3")]),
    ('Q', 7.2, &[(3.6, -10.0, "c-2.3 0-3.6 1.8-3.6 5s1.3 5 3.6 5 3.6-1.8 3.6-5-1.3-5-3.6-5z"), (4.6, -2.4, "l2.6 3")]),
    ('R', 6.2, &[(0.0, 0.0, "v-10h3.3c1.7 0 2.7 1.1 2.7 2.8s-1 2.8-2.7 2.8h-3.3"), (3.2, -4.4, "l3 4.4")]),
    ('S', 6.0, &[(5.7, -8.0, "c-.5-1.3-1.5-2-2.8-2-1.6 0-2.7 1-2.7 2.4 0 3.4 5.8 1.6 5.8 5 0 1.6-1.2 2.6-3 2.6-1.5 0-2.6-.8-3-2.1")]),
    ('T', 6.4, &[(3.2, 0.0, "v-10"), (0.0, -10.0, "h6.4")]),
    ('U', 6.4, &[(0.0, -10.0, "v6.6c0 2.2 1.2 3.4 3.2 3.4s3.2-1.2 3.2-3.4v-6.6")]),
    ('V', 7.0, &[(0.0, -10.0, "l3.5 10 3.5-10")]),
    ('W', 9.6, &[(0.0, -10.0, "l2.4 10 2.4-8 2.4 8 2.4-10")]),
    ('X', 6.4, &[(0.0, 0.0, "l6.4-10"), (0.0, -10.0, "l6.4 10")]),
    ('Y', 6.6, &[(0.0, -10.0, "l3.3 5.2 3.3-5.2"), (3.3, -4.8, "v4.8")]),
    ('Z', 6.0, &[(0.0, -10.0, "h6l-6 10h6")]),
    ('a', 5.0, &[(5.0, 0.0, "v-7"), (5.0, -3.5, "c0-2.2-1-3.5-2.5-3.5s-2.5 1.3-2.5 3.5 1 3.5 2.5 3.5 2.5-1.3 2.5-3.5z")]),
    ('b', 5.0, &[(0.0, 0.0, "v-10"), (5.0, -3.5, "c0-2.2-1-3.5-2.5-3.5s-2.5 1.3-2.5 3.5 1 3.5 2.5 3.5 2.5-1.3 2.5-3.5z")]),
    ('c', 4.6, &[(4.6, -5.4, "c-.4-1-1.2-1.6-2.2-1.6-1.5 0-2.4 1.3-2.4 3.5s.9 3.5 2.4 3.5c1 0 1.8-.6 2.2-1.6")]),
    ('d', 5.0, &[(5.0, 0.0, "v-10"), (5.0, -3.5, "c0-2.2-1-3.5-2.5-3.5s-2.5 1.3-2.5 3.5 1 3.5 2.5 3.5 2.5-1.3 2.5-3.5z")]),
    ('e', 5.0, &[(0.0, -3.6, "h5c0-2.1-.9-3.4-2.4-3.4s-2.6 1.3-2.6 3.5 1 3.5 2.7 3.5c1 0 1.7-.5 2.1-1.3")]),
    ('f', 3.2, &[(1.2, 0.0, "v-8c0-1.4.6-2 1.5-2 .3 0 .5 0 .7.1"), (0.0, -6.8, "h3")]),
    ('g', 5.0, &[(5.0, -3.5, "c0-2.2-1-3.5-2.5-3.5s-2.5 1.3-2.5 3.5 1 3.5 2.5 3.5 2.5-1.3 2.5-3.5z"), (5.0, -7.0, "v7c0 2-1 3-2.5 3-1 0-1.8-.4-2.2-1.2")]),
    ('h', 4.8, &[(0.0, 0.0, "v-10"), (0.0, -4.0, "c0-2 1-3 2.4-3s2.4.9 2.4 2.8v4.2")]),
    ('i', 0.4, &[(0.2, 0.0, "v-7"), (0.2, -9.7, "h.01")]),
    ('j', 1.4, &[(1.4, -7.0, "v8c0 1.3-.5 2-1.4 2"), (1.4, -9.7, "h.01")]),
    ('k', 4.8, &[(0.0, 0.0, "v-10"), (4.4, -7.0, "l-4.4 4.4"), (1.6, -4.2, "l3.2 4.2")]),
    ('l', 1.0, &[(0.0, -10.0, "v8.4c0 1 .4 1.6 1.2 1.6")]),
    ('m', 7.6, &[(0.0, 0.0, "v-7"), (0.0, -4.2, "c0-1.8.8-2.8 1.9-2.8s1.9.9 1.9 2.6v4.4"), (3.8, -4.2, "c0-1.8.8-2.8 1.9-2.8s1.9.9 1.9 2.6v4.4")]),
    ('n', 4.8, &[(0.0, 0.0, "v-7"), (0.0, -4.0, "c0-2 1-3 2.4-3s2.4.9 2.4 2.8v4.2")]),
    ('o', 5.2, &[(2.6, -7.0, "c-1.6 0-2.6 1.3-2.6 3.5s1 3.5 2.6 3.5 2.6-1.3 2.6-3.5-1-3.5-2.6-3.5z")]),
    ('p', 5.0, &[(0.0, 3.0, "v-10"), (5.0, -3.5, "c0-2.2-1-3.5-2.5-3.5s-2.5 1.3-2.5 3.5 1 3.5 2.5 3.5 2.5-1.3 2.5-3.5z")]),
    ('q', 5.0, &[(5.0, 3.0, "v-10"), (5.0, -3.5, "c0-2.2-1-3.5-2.5-3.5s-2.5 1.3-2.5 3.5 1 3.5 2.5 3.5 2.5-1.3 2.5-3.5z")]),
    ('r', 2.8, &[(0.0, 0.0, "v-7"), (0.0, -3.8, "c0-2 1-3.1 2.4-3.1.3 0 .6 0 .8.1")]),
    ('s', 4.4, &[(4.2, -5.6, "c-.4-.9-1.1-1.4-2.1-1.4-1.2 0-2 .7-2 1.7 0 2.4 4.3 1.2 4.3 3.5 0 1.1-.9 1.8-2.2 1.8-1.1 0-1.9-.5-2.2-1.4")]),
    ('t', 3.2, &[(1.2, -9.0, "v7.2c0 1.2.5 1.8 1.4 1.8.3 0 .5 0 .8-.1"), (0.0, -6.8, "h3.2")]),
    ('u', 4.8, &[(0.0, -7.0, "v4.2c0 1.9.9 2.8 2.4 2.8s2.4-1 2.4-3"), (4.8, -7.0, "v7")]),
    ('v', 5.0, &[(0.0, -7.0, "l2.5 7 2.5-7")]),
    ('w', 7.2, &[(0.0, -7.0, "l1.8 7 1.8-5.6 1.8 5.6 1.8-7")]),
    ('x', 4.8, &[(0.0, 0.0, "l4.8-7"), (0.0, -7.0, "l4.8 7")]),
    ('y', 5.0, &[(0.0, -7.0, "l2.5 7"), (5.0, -7.0, "l-3 8.4c-.4 1.1-1 1.6-1.8 1.6")]),
    ('z', 4.6, &[(0.0, -7.0, "h4.6l-4.6 7h4.6")]),
    ('0', 5.6, &[(2.8, -10.0, "c-1.8 0-2.8 1.8-2.8 5s1 5 2.8 5 2.8-1.8 2.8-5-1-5-2.8-5z")]),
    ('1', 4.0, &[(0.6, -8.0, "l2.4-2v10")]),
    ('2', 5.6, &[(0.2, -7.6, "c.2-1.5 1.2-2.4 2.6-2.4 1.5 0 2.6 1 2.6 2.6 0 2.6-3.6 4.4-5.2 7.4h5.4")]),
    ('3', 5.6, &[(0.3, -8.4, "c.5-1 1.4-1.6 2.5-1.6 1.5 0 2.5.9 2.5 2.4s-1 2.4-2.6 2.4"), (2.7, -5.2, "c1.8 0 2.9 1 2.9 2.6s-1.1 2.6-2.8 2.6c-1.3 0-2.3-.6-2.8-1.8")]),
    ('4', 5.8, &[(4.3, 0.0, "v-10l-4.3 7h5.8")]),
    ('5', 5.6, &[(5.0, -10.0, "h-4.2l-.4 4.6c.6-.6 1.4-1 2.3-1 1.7 0 2.9 1.2 2.9 3.1s-1.2 3.3-3 3.3c-1.2 0-2.1-.5-2.6-1.4")]),
    ('6', 5.6, &[(4.8, -9.2, "c-.5-.5-1.1-.8-1.9-.8-1.9 0-2.9 2-2.9 5.4 0 3 1 4.6 2.8 4.6 1.7 0 2.8-1.3 2.8-3.2s-1.1-3.1-2.7-3.1c-1.4 0-2.5.9-2.8 2.4")]),
    ('7', 5.4, &[(0.0, -10.0, "h5.4l-3.4 10")]),
    ('8', 5.6, &[(2.8, -10.0, "c-1.4 0-2.4.9-2.4 2.3s1 2.4 2.4 2.4 2.4-1 2.4-2.4-1-2.3-2.4-2.3z"), (2.8, -5.3, "c-1.7 0-2.8 1-2.8 2.7s1.1 2.6 2.8 2.6 2.8-1 2.8-2.6-1.1-2.7-2.8-2.7z")]),
    ('9', 5.6, &[(0.8, -0.8, "c.5.5 1.1.8 1.9.8 1.9 0 2.9-2 2.9-5.4 0-3-1-4.6-2.8-4.6-1.7 0-2.8 1.3-2.8 3.2s1.1 3.1 2.7 3.1c1.4 0 2.5-.9 2.8-2.4")]),
    ('.', 0.4, &[(0.2, -0.2, "h.01")]),
    (',', 0.8, &[(0.6, -0.2, "l-.6 2")]),
    (':', 0.4, &[(0.2, -0.2, "h.01"), (0.2, -5.4, "h.01")]),
    (';', 0.8, &[(0.6, -0.2, "l-.6 2"), (0.6, -5.4, "h.01")]),
    ('!', 0.4, &[(0.2, -10.0, "v6.6"), (0.2, -0.2, "h.01")]),
    ('?', 5.2, &[(0.2, -8.0, "c.4-1.3 1.3-2 2.5-2 1.5 0 2.5.9 2.5 2.3 0 2-2.4 2.2-2.4 4.3"), (2.8, -0.2, "h.01")]),
    ('-', 3.4, &[(0.0, -4.0, "h3.4")]),
    ('−', 5.0, &[(0.0, -4.4, "h5")]),
    ('–', 5.0, &[(0.0, -4.0, "h5")]),
    ('—', 8.0, &[(0.0, -4.0, "h8")]),
    ('+', 5.0, &[(0.0, -4.4, "h5"), (2.5, -6.9, "v5")]),
    ('±', 5.0, &[(0.0, -5.2, "h5"), (2.5, -7.7, "v5"), (0.0, -0.6, "h5")]),
    ('=', 4.6, &[(0.0, -5.8, "h4.6"), (0.0, -3.0, "h4.6")]),
    ('×', 4.6, &[(0.0, -2.1, "l4.6-4.6"), (0.0, -6.7, "l4.6 4.6")]),
    ('·', 0.4, &[(0.2, -4.2, "h.01")]),
    ('…', 5.2, &[(0.2, -0.2, "h.01"), (2.6, -0.2, "h.01"), (5.0, -0.2, "h.01")]),
    ('→', 7.0, &[(0.0, -4.2, "h7"), (4.4, -6.8, "l2.6 2.6-2.6 2.6")]),
    ('/', 4.0, &[(0.0, 0.8, "l4-11.4")]),
    ('\\', 4.0, &[(0.0, -10.6, "l4 11.4")]),
    ('|', 0.4, &[(0.2, -10.6, "v12.4")]),
    ('(', 2.0, &[(2.0, -10.6, "c-2.6 3.4-2.6 8.8 0 12.2")]),
    (')', 2.0, &[(0.0, -10.6, "c2.6 3.4 2.6 8.8 0 12.2")]),
    ('[', 2.0, &[(2.0, -10.6, "h-2v12.2h2")]),
    (']', 2.0, &[(0.0, -10.6, "h2v12.2h-2")]),
    ('_', 5.0, &[(0.0, 1.2, "h5")]),
    ('\'', 0.4, &[(0.2, -10.0, "v2.6")]),
    ('"', 2.4, &[(0.2, -10.0, "v2.6"), (2.2, -10.0, "v2.6")]),
    ('#', 6.0, &[(1.8, -9.0, "l-1 8"), (5.2, -9.0, "l-1 8"), (0.4, -6.4, "h5.6"), (0.0, -3.4, "h5.6")]),
    ('*', 4.6, &[(2.3, -9.8, "v5"), (0.1, -8.6, "l4.4 2.6"), (4.5, -8.6, "l-4.4 2.6")]),
    ('<', 4.6, &[(4.6, -7.2, "l-4.6 2.9 4.6 2.9")]),
    ('>', 4.6, &[(0.0, -7.2, "l4.6 2.9-4.6 2.9")]),
    ('%', 7.4, &[(0.6, 0.4, "l6-10.8"), (1.8, -10.0, "a1.8 2.2 0 1 0 .01 0z"), (5.6, -4.4, "a1.8 2.2 0 1 0 .01 0z")]),
    ('&', 6.8, &[(6.6, 0.0, "l-5.2-6.2c-1-1.3-.4-3.8 1.5-3.8s2.3 2.5.7 3.7l-2 1.4c-2.3 1.6-1.6 4.9 1.1 4.9 1.8 0 3.3-1.4 3.7-3.6")]),
    ('~', 6.0, &[(0.0, -3.6, "c.8-2 2.2-2 3-.8s2.2 1.2 3-.8")]),
];

/// A character, its width, and its lines: the start of each and its path.
type Letter = (char, f64, &'static [(f64, f64, &'static str)]);

/// Diacritical mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// As on é.
    Acute,
    /// As on ż.
    Dot,
    /// As on ö.
    Dots,
    /// As on å.
    Ring,
    /// As below ą.
    Tail,
    /// As across ł.
    Bar,
}

impl Mark {
    /// The lines of the mark, for a letter of this width and height.
    fn lines(self, width: f64, height: f64) -> Vec<(f64, f64, &'static str)> {
        let (middle, top) = (width / 2.0, -height);
        match self {
            Self::Acute => vec![(middle - 0.5, top - 1.4, "l1.6-1.8")],
            Self::Dot => vec![(middle, top - 2.4, "h.01")],
            Self::Dots => {
                vec![(middle - 1.5, top - 2.4, "h.01"), (middle + 1.5, top - 2.4, "h.01")]
            }
            Self::Ring => vec![(middle, top - 0.8, "c-1.7 0-1.7-2.5 0-2.5s1.7 2.5 0 2.5z")],
            Self::Tail => vec![(width - 1.0, 0.0, "c-1.1.6-1.5 1.3-1.3 2 .2.7 1 .9 1.8.4")],
            Self::Bar => vec![(-1.4, -3.8, "l4-2.4")],
        }
    }
}

/// A letter without its mark, and the mark; any other character unchanged.
fn split(c: char) -> (char, Option<Mark>) {
    let marked = MARKED.iter().find_map(|&(mark, plain, marked)| {
        let at = marked.chars().position(|each| each == c)?;
        Some((plain.chars().nth(at)?, Some(mark)))
    });
    marked.unwrap_or((c, None))
}

/// Height of a letter under a mark, in units of the box.
fn mark_height(plain: char) -> f64 {
    if plain.is_uppercase() { 10.0 } else { 7.0 }
}

/// For each mark, the letters without it and with it.
const MARKED: [(Mark, &str, &str); 6] = [
    (Mark::Acute, "AEIOUYCNSZaeıouycnsz", "ÁÉÍÓÚÝĆŃŚŹáéíóúýćńśź"),
    (Mark::Dot, "Zz", "Żż"),
    (Mark::Dots, "Oo", "Öö"),
    (Mark::Ring, "Aa", "Åå"),
    (Mark::Tail, "AEae", "ĄĘąę"),
    (Mark::Bar, "Ll", "Łł"),
];

#[rustfmt::skip]
const PLAIN: [Letter; 10] = [
    ('ı', 0.4, &[(0.2, 0.0, "v-7")]),
    ('Æ', 9.4, &[(0.0, 0.0, "l4.6-10h4.8"), (4.8, 0.0, "v-10"), (4.8, 0.0, "h4.6"), (4.8, -5.2, "h3.8"), (1.6, -3.4, "h3.2")]),
    ('æ', 8.4, &[(4.2, -3.5, "c0-2.2-.8-3.5-2.1-3.5s-2.1 1.3-2.1 3.5.8 3.5 2.1 3.5 2.1-1.3 2.1-3.5z"), (4.2, -3.6, "h4.2c0-2.1-.8-3.4-2-3.4s-2.2 1.3-2.2 3.5.9 3.5 2.4 3.5c.8 0 1.4-.5 1.8-1.3")]),
    ('Ø', 7.2, &[(3.6, -10.0, "c-2.3 0-3.6 1.8-3.6 5s1.3 5 3.6 5 3.6-1.8 3.6-5-1.3-5-3.6-5z"), (0.4, 0.6, "l6.4-11.2")]),
    ('ø', 5.2, &[(2.6, -7.0, "c-1.6 0-2.6 1.3-2.6 3.5s1 3.5 2.6 3.5 2.6-1.3 2.6-3.5-1-3.5-2.6-3.5z"), (0.1, 0.7, "l5-8.4")]),
    ('Þ', 6.0, &[(0.0, 0.0, "v-10"), (0.0, -7.8, "h3.3c1.7 0 2.7 1 2.7 2.6s-1 2.6-2.7 2.6h-3.3")]),
    ('þ', 5.0, &[(0.0, 3.0, "v-13"), (5.0, -3.5, "c0-2.2-1-3.5-2.5-3.5s-2.5 1.3-2.5 3.5 1 3.5 2.5 3.5 2.5-1.3 2.5-3.5z")]),
    ('Ð', 6.6, &[(0.0, 0.0, "v-10h2.6c2.6 0 4 1.8 4 5s-1.4 5-4 5z"), (-1.4, -5.2, "h4.4")]),
    ('ð', 5.2, &[(2.6, -6.4, "c-1.6 0-2.6 1.2-2.6 3.2s1 3.2 2.6 3.2 2.6-1.2 2.6-3.2-1-3.2-2.6-3.2z"), (1.0, -9.8, "c2.4.8 4.2 3 4.2 6.6"), (1.2, -7.6, "l3.2-2.2")]),
    ('★', 9.6, &[(4.8, -10.0, "l1.2 3.6h3.6l-2.9 2.2 1.1 3.6-3-2.2-3 2.2 1.1-3.6-2.9-2.2h3.6z")]),
];

#[cfg(test)]
mod tests {
    use super::super::strokes::{Pen, write};
    use super::super::svg::Svg;
    use super::*;
    use crossword::locale::Locale;
    use std::collections::BTreeSet;

    #[test]
    fn every_letter_is_there_once() {
        let letters: BTreeSet<char> = ALPHABET.iter().map(|letter| letter.0).collect();
        assert_eq!(letters.len(), ALPHABET.len());
        for c in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
            assert!(letters.contains(&c), "{c}");
        }
    }

    #[test]
    fn a_text_is_one_path() {
        assert_eq!(lines("LI"), "M0 -10v10h5M7.8 0v-10");
        assert_eq!(lines(" I"), "M4.4 0v-10");
        assert_eq!(lines("\u{4e00}"), lines("\u{1f511}"), "what is not here is a frame");
        assert_eq!(width("L", 20.0), 10.0);
        assert_eq!(width("", 20.0), 0.0);
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(cut("words", 10.0, 100.0), "words");
        let short = cut("words and more words", 10.0, 60.0);
        assert!(short.starts_with("words") && short.ends_with('…'), "{short}");
        assert!(width(&short, 10.0) <= 60.0);
        assert_eq!(cut("words", 10.0, 0.0), "…");
    }

    /// SVG of a letter.
    fn drawn(letter: char) -> String {
        let mut svg = Svg::sheet(10.0, 10.0, "");
        write(&mut svg, (0.0, 0.0), Pen::plain(10.0, "#000"), &letter.to_string());
        svg.finish()
    }

    #[test]
    fn every_letter_of_every_language_is_drawn_and_like_no_other() {
        let unknown = drawn('\u{4e00}');
        for locale in Locale::ALL {
            let lower: Vec<char> = locale.alphabet().letters().collect();
            let letters =
                lower.iter().chain(&['★', '·', '?']).flat_map(|c| c.to_uppercase().chain([*c]));
            let letters: BTreeSet<char> = letters.collect();
            let looks: BTreeSet<String> = letters.iter().map(|&letter| drawn(letter)).collect();
            assert_eq!(looks.len(), letters.len(), "{locale}");
            assert!(!looks.contains(&unknown), "{locale}");
        }
    }

    #[test]
    fn marks_are_split_off() {
        assert_eq!(split('é'), ('e', Some(Mark::Acute)));
        assert_eq!(split('í'), ('ı', Some(Mark::Acute)), "its dot makes room");
        assert_eq!([split('e'), split('þ')], [('e', None), ('þ', None)]);
        for (_, plain, marked) in MARKED {
            assert_eq!(plain.chars().count(), marked.chars().count());
        }
    }
}
