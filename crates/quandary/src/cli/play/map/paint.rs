//! Colours of the map: those of a family, adapted to the terminal.
//!
//! Floors are dark and things bright, so that usable things stand out. Invariant: without colours no information is
//! lost, and the signs are the same.

use crate::cli::terminal::Depth;
use anstyle::{Ansi256Color, Effects};
use draw::look::{Colours, darker, lighter};
use dungeon::dungeon::texts::Colour;
use level::Tile;
use ratatui::style::{Color, Modifier, Style};

/// The colours of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paint {
    depth: Depth,
    /// The colours of a family.
    colours: Option<Colours>,
}

/// Shades of floors and walls, converted from paper colours to terminal colours.
const FLOOR: f64 = 0.86;
const DOT: f64 = 0.55;
const WATER: f64 = 0.5;

impl Paint {
    /// The colours of a family, or of a level without family.
    pub(super) fn new(depth: Depth, colours: Option<Colours>) -> Self {
        Self { depth, colours }
    }

    /// The style of a tile whose sign other code draws.
    pub(super) fn tile(self, tile: Tile, sign: anstyle::Style) -> Style {
        let plain = self.plain(sign);
        let Some(colours) = self.colours.filter(|_| self.depth != Depth::Plain) else {
            return plain;
        };
        let floor = plain.bg(self.colour(darker(colours.floor, FLOOR)));
        match tile {
            Tile::Void => plain,
            Tile::Wall => Style::new().fg(self.colour(colours.wall)),
            Tile::Floor | Tile::ElementFloor => floor.fg(self.colour(darker(colours.floor, DOT))),
            Tile::Element => {
                let wave = lighter(colours.water, 0.3);
                Style::new().fg(self.colour(wave)).bg(self.colour(darker(colours.water, WATER)))
            }
            Tile::Block => floor.fg(self.colour(lighter(colours.block, 0.2))),
            Tile::DoorOpen => floor.fg(self.colour(colours.door)),
            _ => floor,
        }
    }

    /// The style of the player.
    pub(super) fn player(self) -> Style {
        match self.depth {
            Depth::Plain => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
            _ => Style::new()
                .fg(Color::Indexed(16))
                .bg(Color::Indexed(220))
                .add_modifier(Modifier::BOLD),
        }
    }

    /// The style of a block or a cell on a plate.
    pub(super) fn plate(self, style: Style, is_down: bool) -> Style {
        match self.depth {
            Depth::Plain => style.add_modifier(Modifier::UNDERLINED),
            _ => style.bg(Color::Indexed(if is_down { 28 } else { 60 })),
        }
    }

    /// The style of a sign.
    fn plain(self, sign: anstyle::Style) -> Style {
        let mut style = Style::new();
        if sign.get_effects().contains(Effects::BOLD) {
            style = style.add_modifier(Modifier::BOLD);
        }
        match (self.depth, sign.get_fg_color()) {
            (Depth::Plain, _) | (_, None) => style,
            (_, Some(colour)) => style.fg(of_sign(colour)),
        }
    }

    /// A colour that the terminal supports.
    fn colour(self, colour: Colour) -> Color {
        let Colour([red, green, blue]) = colour;
        match self.depth {
            Depth::Full => Color::Rgb(red, green, blue),
            Depth::Indexed | Depth::Plain => Color::Indexed(nearest(colour)),
        }
    }
}

fn of_sign(colour: anstyle::Color) -> Color {
    match colour {
        anstyle::Color::Ansi(named) => Color::Indexed(Ansi256Color::from_ansi(named).0),
        anstyle::Color::Ansi256(Ansi256Color(number)) => Color::Indexed(number),
        anstyle::Color::Rgb(rgb) => Color::Rgb(rgb.0, rgb.1, rgb.2),
    }
}

/// The nearest of the 256 colours: in the cube of six steps, or among the greys.
fn nearest(Colour(parts): Colour) -> u8 {
    let step = |part: u8| match part {
        0..=47 => 0_u8,
        48..=114 => 1,
        _ => (part - 35) / 40,
    };
    let shown = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    let steps = parts.map(step);
    let mean = parts.iter().map(|&part| u32::from(part)).sum::<u32>() / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let far = |others: [u8; 3]| -> u32 {
        parts.iter().zip(others).map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    let [red, green, blue] = steps;
    if far([8 + 10 * grey; 3]) < far(steps.map(shown)) {
        232 + grey
    } else {
        16 + 36 * red + 6 * green + blue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_colour_is_the_same_where_there_is_one() {
        let check = |colour, expect| assert_eq!(nearest(Colour(colour)), expect, "{colour:?}");
        check([0, 0, 0], 16);
        check([255, 255, 255], 231);
        check([255, 0, 0], 196);
        check([95, 135, 175], 67);
        check([128, 128, 128], 244);
        check([18, 18, 18], 233);
    }

    #[test]
    fn without_colours_there_are_none() {
        let paint = Paint::new(Depth::Plain, Some(Colours::PLAIN));
        for (tile, ..) in level::TILES {
            let style = paint.tile(tile, draw::glyph::look(tile).1);
            assert_eq!((style.fg, style.bg), (None, None), "{tile:?}");
        }
        assert_eq!((paint.player().fg, Depth::Plain.words(3).fg), (None, None));
        let full = Paint::new(Depth::Full, Some(Colours::PLAIN));
        let wall = full.tile(Tile::Wall, draw::glyph::look(Tile::Wall).1);
        assert_eq!(wall.fg, Some(Color::Rgb(0x8c, 0x95, 0xa6)));
    }
}
