//! The letters of Icelandic, Polish and Norwegian as strokes: a letter and a mark on it, or a letter of its own.
//!
//! Invariant: every letter of every alphabet that riddles are made in can be drawn.

/// A character, its width, and its lines: the start of each and its path.
pub(super) type Letter = (char, f64, &'static [(f64, f64, &'static str)]);

/// Diacritical mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
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
    /// The lines of the mark on a letter that is so wide and so high.
    pub(super) fn lines(self, width: f64, height: f64) -> Vec<(f64, f64, &'static str)> {
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

/// A letter without its mark, and the mark; any other character is itself.
pub(super) fn split(c: char) -> (char, Option<Mark>) {
    let marked = MARKED.iter().find_map(|&(mark, plain, marked)| {
        let at = marked.chars().position(|each| each == c)?;
        Some((plain.chars().nth(at)?, Some(mark)))
    });
    marked.unwrap_or((c, None))
}

/// Height of a letter under a mark, in units of the box.
pub(super) fn height(plain: char) -> f64 {
    if plain.is_uppercase() { 10.0 } else { 7.0 }
}

/// By mark, letters without it and with it.
const MARKED: [(Mark, &str, &str); 6] = [
    (Mark::Acute, "AEIOUYCNSZaeıouycnsz", "ÁÉÍÓÚÝĆŃŚŹáéíóúýćńśź"),
    (Mark::Dot, "Zz", "Żż"),
    (Mark::Dots, "Oo", "Öö"),
    (Mark::Ring, "Aa", "Åå"),
    (Mark::Tail, "AEae", "ĄĘąę"),
    (Mark::Bar, "Ll", "Łł"),
];

#[rustfmt::skip]
pub(super) const LETTERS: [Letter; 10] = [
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
