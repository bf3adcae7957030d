//! The foot of a picture of a level: the meaning of its signs, set in rows, and the events on the way.

use super::level_foes as foes;
use super::level_icons::{self as icons, scaled};
use super::level_labels as labels;
use super::level_names::Names;
use super::level_picture::Overlay;
use super::level_places::SIDE;
use super::level_plates::{self as plates, State};
use super::level_samples as samples;
use super::level_signs::{Entry, Sign};
use super::level_way as way;
use super::look::Look;
use super::look_furniture::PILLAR;
use super::strokes::{self, Pen};
use super::svg::{INK, SOFT, Svg, number};

/// The height of a row.
const ROW: f64 = 22.0;
/// The height of letters.
const LETTERS: f64 = 7.4;
const SMALL: f64 = 6.4;
/// The width of a column of events, and the most events that are listed.
const COLUMN: f64 = 264.0;
const MOST_TOLD: usize = 120;
const LINE: f64 = 13.0;
/// The width of the widest line of an entry, the distance to the next line, and the most lines.
const WIDEST: f64 = 240.0;
const BELOW: f64 = 10.5;
const MOST_LINES: usize = 4;

/// White space around the floors.
pub(super) const MARGIN: f64 = 2.0 * SIDE;

/// A page.
pub(super) struct Page {
    /// Its width.
    pub(super) width: f64,
    /// Scale of letters and legend; 1 is usual.
    pub(super) scale: f64,
}

impl Page {
    /// The margin, in the units of letters and legend.
    pub(super) fn margin(&self) -> f64 {
        MARGIN / self.scale
    }
}

impl Entry {
    /// Width of its sign.
    fn sign_width(&self) -> f64 {
        if matches!(self.sign, Sign::Way(_)) { 60.0 } else { 16.0 }
    }

    /// The lines of its words: broken between words, where they are long.
    fn lines(&self, page: &Page) -> Vec<String> {
        let inner = page.width / page.scale - 2.0 * page.margin() - self.sign_width() - 7.0;
        let most = WIDEST.min(inner);
        let mut lines: Vec<String> = Vec::new();
        for word in self.words.split_whitespace() {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match longer.filter(|longer| strokes::width(longer, LETTERS) <= most) {
                Some(longer) => {
                    lines.pop();
                    lines.push(longer);
                }
                None => lines.push(strokes::cut(word, LETTERS, most)),
            }
        }
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES);
            if let Some(last) = lines.last_mut() {
                *last = strokes::cut(&format!("{last} …"), LETTERS, most);
            }
        }
        lines
    }
}

/// Layout of the legend: the left end, top and lines of each entry, and the height of all.
struct Laid {
    at: Vec<(f64, f64, Vec<String>)>,
    height: f64,
}

fn lay(page: &Page, entries: &[Entry]) -> Laid {
    let left = page.margin();
    let (mut x, mut y, mut high) = (left, 0.0, 0.0_f64);
    let right = page.width / page.scale - left;
    let mut at = Vec::with_capacity(entries.len());
    for entry in entries {
        let lines = entry.lines(page);
        let widest = lines.iter().map(|line| strokes::width(line, LETTERS)).fold(0.0, f64::max);
        let width = entry.sign_width() + 7.0 + widest;
        if x > left && x + width > right {
            (x, y, high) = (left, y + high, 0.0);
        }
        high = high.max(ROW + lines.len().saturating_sub(1) as f64 * BELOW);
        at.push((x, y, lines));
        x += width + 20.0;
    }
    Laid { at, height: y + high }
}

/// Number of columns of the list of events.
fn columns(page: &Page) -> usize {
    ((page.width / page.scale - 2.0 * page.margin()) / COLUMN).floor().max(1.0) as usize
}

/// The events that are listed; the rest is counted in the last line.
fn told(overlay: Option<&Overlay>) -> Vec<String> {
    let events = overlay.map_or(&[][..], |overlay| &overlay.events);
    let mut lines: Vec<String> =
        events.iter().take(MOST_TOLD).map(|(at, words)| format!("{words} (step {at})")).collect();
    if events.len() > MOST_TOLD {
        lines.push(format!("… and {} more", events.len() - MOST_TOLD));
    }
    lines
}

/// Height of the foot.
pub(super) fn height(page: &Page, entries: &[Entry], overlay: Option<&Overlay>) -> f64 {
    let legend = lay(page, entries).height;
    let lines = told(overlay).len().div_ceil(columns(page)) as f64 * LINE;
    (legend + lines + ROW + if lines > 0.0 { LINE } else { 0.0 }) * page.scale
}

/// Draws the foot.
pub(super) fn draw(
    svg: &mut Svg,
    page: &Page,
    top: f64,
    names: &Names,
    (entries, look): (&[Entry], &Look),
    overlay: Option<&Overlay>,
) {
    svg.put(&format!(
        "<g transform=\"translate(0 {}) scale({})\">\n",
        number(top + ROW * page.scale),
        number(page.scale)
    ));
    let laid = lay(page, entries);
    for (entry, (x, y, lines)) in entries.iter().zip(&laid.at) {
        sign(svg, names, entry, look, (x + entry.sign_width() / 2.0, y + 8.0));
        for (i, line) in lines.iter().enumerate() {
            let down = y + 8.0 + LETTERS / 2.0 + i as f64 * BELOW;
            let at = (x + entry.sign_width() + 7.0, down);
            strokes::write(svg, at, Pen::plain(LETTERS, INK), line);
        }
    }
    tell(svg, page, laid.height + LINE, &told(overlay));
    svg.put("</g>\n");
}

/// The events, numbered, column by column.
fn tell(svg: &mut Svg, page: &Page, top: f64, lines: &[String]) {
    let rows = lines.len().div_ceil(columns(page)).max(1);
    for (i, line) in lines.iter().enumerate() {
        let (x, y) = (page.margin() + (i / rows) as f64 * COLUMN, top + (i % rows) as f64 * LINE);
        if i < MOST_TOLD {
            way::badge(svg, (x + 8.0, y), i + 1);
        }
        let text = strokes::cut(line, SMALL, COLUMN - 32.0);
        strokes::write(svg, (x + 20.0, y + SMALL / 2.0), Pen::plain(SMALL, SOFT), &text);
    }
}

fn sign(svg: &mut Svg, names: &Names, entry: &Entry, look: &Look, at: (f64, f64)) {
    match &entry.sign {
        Sign::Tile(tile) => samples::sample(svg, at, *tile, look),
        Sign::Foe(foe) => foes::sample(svg, at, foe, look),
        Sign::Pillar => samples::with_icon(svg, at, look.colours.floor, PILLAR, 0.95),
        Sign::Pit => {
            let pit = look.colours.pit.unwrap_or(look.colours.floor);
            samples::ground(svg, at, pit);
        }
        Sign::Asked(asked) => labels::asks(svg, at, names, *asked),
        Sign::OneWay => scaled(svg, at, 0.9, icons::one_way().0),
        Sign::Gives(content) => labels::gives(svg, at, names, *content),
        Sign::Plate(state) => plates::sample(svg, at, *state),
        Sign::Label(plate) => {
            plates::tag(svg, at, State::Up, plates::colour(names, *plate), names.plate(*plate));
        }
        Sign::Way(end) => {
            for part in 0..12_u8 {
                let x = at.0 - 30.0 + f64::from(part) * 5.0;
                svg.put(&format!(
                    "<rect x=\"{}\" y=\"{}\" width=\"5.2\" height=\"3\" fill=\"{}\"/>\n",
                    number(x),
                    number(at.1 - 1.5),
                    way::shade(*end, f64::from(part) / 11.0)
                ));
            }
        }
        Sign::DeadState => way::cross(svg, at),
    }
}

#[cfg(test)]
mod tests;
