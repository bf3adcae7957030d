//! The pieces of a mission's SVG: keys, locks, switches, letters, and the page around them. Levels are drawn on a bare
//! sheet, with other pieces.
//!
//! The SVG is written by hand. Invariant: text reaches the file only through [`escape`], numbers are finite and have at
//! most two decimals, and the file refers to nothing outside it, not even fonts.

use super::label;
use dungeon::mission::{Position, Symbol, key_name};

/// The colour of lines and letters.
pub const INK: &str = "#2b3240";
/// The colour of passages and small print.
pub const SOFT: &str = "#8a93a3";
/// The colour of the page.
pub const PAGE: &str = "#fbfaf6";
/// The colour of small keys and their locks.
const GOLD: &str = "#b7791f";
/// The colours of named keys. They repeat; the letter distinguishes keys of one colour.
pub const KEYS: [&str; 8] =
    ["#2563eb", "#c2410c", "#15803d", "#9333ea", "#be185d", "#0e7490", "#a16207", "#4b5563"];
/// The colours of switches.
pub const SWITCHES: [&str; 4] = ["#0f766e", "#7c3aed", "#b91c1c", "#1d4ed8"];
/// The first choice is the reader's own interface font.
const FONTS: &str =
    "ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif";
/// White space around the map, and the rows above and below it.
const MARGIN: f64 = 36.0;
const HEAD: f64 = 92.0;
const FOOT: f64 = 64.0;
const NARROWEST: f64 = 600.0;

/// An SVG that is being written.
pub struct Svg(String);

impl Svg {
    /// Opens a page around a map of this size, and moves the origin to the map's corner.
    pub fn page(map_width: f64, map_height: f64, title: &str, small_print: [&str; 2]) -> Self {
        let width = (map_width + 2.0 * MARGIN).max(NARROWEST);
        let height = map_height + HEAD + FOOT;
        let mut svg = Self(String::new());
        svg.put(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" \
             viewBox=\"0 0 {0} {1}\" font-family=\"{FONTS}\" text-anchor=\"middle\">\n\
             <title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"{PAGE}\"/>\n\
             <g text-anchor=\"start\" fill=\"{INK}\">\n\
             <text x=\"{MARGIN}\" y=\"36\" font-size=\"19\" font-weight=\"700\">{2}</text>\n\
             <text x=\"{MARGIN}\" y=\"55\" font-size=\"12\" fill=\"{SOFT}\">{3}</text>\n\
             <text x=\"{MARGIN}\" y=\"71\" font-size=\"12\" fill=\"{SOFT}\">{4}</text>\n</g>\n",
            number(width),
            number(height),
            escape(title),
            escape(small_print[0]),
            escape(small_print[1]),
        ));
        svg.legend(height - 26.0);
        let left = (width - map_width) / 2.0;
        svg.put(&format!("<g transform=\"translate({} {HEAD})\">\n", number(left)));
        svg
    }

    /// Opens a blank page of this size, in the colour of paper.
    pub fn sheet(width: f64, height: f64, title: &str) -> Self {
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" \
             viewBox=\"0 0 {0} {1}\">\n<title>{2}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"{PAGE}\"/>\n<g>\n",
            number(width),
            number(height),
            escape(title),
        ))
    }

    /// Opens a transparent page of this size.
    pub fn clear(width: f64, height: f64) -> Self {
        let (width, height) = (number(width), number(height));
        Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<g>\n"
        ))
    }

    /// Closes the page.
    pub fn finish(mut self) -> String {
        self.put("</g>\n</svg>\n");
        self.0
    }

    /// Writes a piece that is already SVG.
    pub fn put(&mut self, piece: &str) {
        self.0.push_str(piece);
    }

    /// Draws the ramp of intensity at the foot of the page.
    fn legend(&mut self, y: f64) {
        self.text(MARGIN + 13.0, y, 11.0, SOFT, "easy");
        for step in 0..12_u8 {
            let (x, fill) =
                (MARGIN + 34.0 + f64::from(step) * 10.0, label::paper(f64::from(step) / 11.0));
            self.put(&format!(
                "<rect x=\"{x}\" y=\"{}\" width=\"10.3\" height=\"10\" fill=\"{fill}\"/>\n",
                y - 5.0
            ));
        }
        self.text(MARGIN + 171.0, y, 11.0, SOFT, "hard");
        self.text(
            MARGIN + 346.0,
            y,
            11.0,
            SOFT,
            "S start · B boss · G goal · small numbers: rooms",
        );
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        self.put(&format!(
            "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>\n",
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1),
            number(width),
        ));
    }

    /// Centred text.
    pub fn text(&mut self, x: f64, y: f64, size: f64, colour: &str, text: &str) {
        self.lettering(x, y, size, colour, "400", text);
    }

    /// Centred bold text.
    pub fn bold(&mut self, x: f64, y: f64, size: f64, colour: &str, text: &str) {
        self.lettering(x, y, size, colour, "700", text);
    }

    /// Text whose capitals are centred on a point; `dominant-baseline` is not supported everywhere.
    fn lettering(&mut self, x: f64, y: f64, size: f64, colour: &str, weight: &str, text: &str) {
        let weight =
            if weight == "400" { String::new() } else { format!(" font-weight=\"{weight}\"") };
        let (x, y, text) = (number(x), number(y + size * 0.36), escape(text));
        self.put(&format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight} fill=\"{colour}\">{text}</text>\n"));
    }

    /// Opens a group that draws around a point, at a scale.
    fn open(&mut self, (x, y): (f64, f64), scale: f64) {
        let scale = if scale == 1.0 { String::new() } else { format!(" scale({})", number(scale)) };
        self.put(&format!("<g transform=\"translate({} {}){scale}\">\n", number(x), number(y)));
    }

    /// Draws the item of a room: a key, a switch, or the letter of its role with the word below.
    pub fn item(&mut self, at: (f64, f64), scale: f64, symbol: Symbol) {
        self.open(at, scale);
        match symbol {
            Symbol::Start => self.role("S", "start"),
            Symbol::Boss => self.role("B", "boss"),
            Symbol::Goal => self.role("G", "goal"),
            Symbol::Key(n) => self.key(key_colour(n), key_name(n)),
            Symbol::SmallKey => self.key(GOLD, ""),
            Symbol::SwitchObject(s) | Symbol::Switch(s, _) => self.lever(s),
        }
        self.put("</g>\n");
    }

    fn role(&mut self, letter: &str, word: &str) {
        self.bold(0.0, -4.0, 23.0, INK, letter);
        self.text(0.0, 15.0, 9.5, INK, word);
    }

    fn key(&mut self, colour: &str, letter: &str) {
        self.put(&format!(
            "<path d=\"M4 0H19M19 0V6M13 0V5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"/>\
             <circle cx=\"-6\" r=\"11\" fill=\"{colour}\"/>\n"
        ));
        if letter.is_empty() {
            self.put(&format!("<circle cx=\"-8\" r=\"4\" fill=\"{PAGE}\"/>\n"));
        } else {
            self.bold(-6.0, 0.0, 14.0, "#ffffff", letter);
        }
    }

    fn lever(&mut self, s: u8) {
        let colour = switch_colour(s);
        self.put(&format!(
            "<rect x=\"-19\" y=\"-11\" width=\"38\" height=\"22\" rx=\"11\" fill=\"{colour}\"/>\
             <circle cx=\"-8\" r=\"8.5\" fill=\"#ffffff\"/>\n"
        ));
        self.bold(-8.0, 0.0, 11.0, colour, &s.to_string());
        self.text(8.0, 0.0, 13.0, "#ffffff", "±");
    }

    /// The lock of a passage: a padlock, or a small lever in the required position.
    pub fn lock(&mut self, at: (f64, f64), scale: f64, symbol: Symbol) {
        self.open(at, scale);
        match symbol {
            Symbol::Key(n) => self.padlock(key_colour(n), key_name(n)),
            Symbol::SmallKey => self.padlock(GOLD, ""),
            Symbol::Switch(s, position) => self.gate(s, position),
            other => self.bold(0.0, 0.0, 11.0, INK, &other.to_string()),
        }
        self.put("</g>\n");
    }

    fn padlock(&mut self, colour: &str, letter: &str) {
        self.put(&format!(
            "<path d=\"M-4.5 -3V-6A4.5 4.5 0 0 1 4.5 -6V-3\" fill=\"{PAGE}\" stroke=\"{colour}\" stroke-width=\"2.4\"/>\
             <rect x=\"-8.5\" y=\"-4\" width=\"17\" height=\"15\" rx=\"3\" fill=\"{colour}\" stroke=\"{PAGE}\" stroke-width=\"1.2\"/>\n"
        ));
        if letter.is_empty() {
            self.put("<path d=\"M0 2.5V7\" stroke=\"#ffffff\" stroke-width=\"2\"/><circle cy=\"2\" r=\"2.2\" fill=\"#ffffff\"/>\n");
        } else {
            self.bold(0.0, 3.5, 11.5, "#ffffff", letter);
        }
    }

    fn gate(&mut self, s: u8, position: Position) {
        let (colour, on) = (switch_colour(s), position == Position::On);
        let (knob, fill, sign) = if on { (5, colour, "+") } else { (-5, PAGE, "−") };
        self.put(&format!(
            "<rect x=\"-13\" y=\"-8.5\" width=\"26\" height=\"17\" rx=\"8.5\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"1.8\"/>\
             <circle cx=\"{knob}\" r=\"6\" fill=\"{}\"/>\n",
            if on { "#ffffff" } else { colour },
        ));
        let (inside, outside) = if on { (colour, "#ffffff") } else { ("#ffffff", colour) };
        self.bold(knob.into(), 0.0, 9.0, inside, &s.to_string());
        self.bold((-knob).into(), 0.0, 10.0, outside, sign);
    }
}

fn key_colour(n: u8) -> &'static str {
    KEYS.get(usize::from(n.wrapping_sub(1)) % KEYS.len()).copied().unwrap_or(INK)
}

fn switch_colour(s: u8) -> &'static str {
    SWITCHES.get(usize::from(s) % SWITCHES.len()).copied().unwrap_or(INK)
}

/// A coordinate with at most two decimals.
pub fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

/// Text for XML. Characters that a viewer would obey instead of showing are printed as their code.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            c => out.push_str(&diagnostics::shown(c.encode_utf8(&mut [0; 4]))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        let shown = "&lt;a &amp; &quot;b&quot;&gt;\\u0001\\u202e ?";
        assert_eq!(escape("<a & \"b\">\u{1}\u{202e}\n\u{ffff}"), shown);
    }

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [0.0, -0.001, 1.0, 2.345_678, -7.5].map(number).into();
        assert_eq!(shown, ["0", "0", "1", "2.35", "-7.5"]);
    }
}
