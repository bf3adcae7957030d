//! What a family has for drawings: its colours, and the few shapes by which drawings tell kinds of enemies apart.

use crate::named::named;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

/// A colour that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no colour; colours are written `#rrggbb`, in hexadecimal digits")]
pub struct ColourError(String);

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let wrong = || ColourError(text.to_owned());
        let digits = text.strip_prefix('#').ok_or_else(wrong)?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| wrong())?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The colours of a family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Palette {
    /// Floor.
    pub floor: Colour,
    /// Walls.
    pub wall: Colour,
    /// Water.
    pub water: Colour,
    /// Places without a floor.
    pub void: Colour,
    /// Blocks that can be pushed.
    pub block: Colour,
    /// Things that stand out: treasures, keys, signs.
    pub accent: Colour,
}

named! {
    /// The shape that a kind of enemy is drawn in.
    pub enum Figure {
        /// It goes on four legs.
        Beast = "beast",
        /// It has wings.
        Flyer = "flyer",
        /// It has more legs than four.
        Crawler = "crawler",
        /// It has no legs.
        Serpent = "serpent",
        /// It floats, and can be seen through.
        Ghost = "ghost",
        /// It burns.
        Flame = "flame",
        /// It bears arms.
        Fighter = "fighter",
        /// It hides its face.
        Hood = "hood",
        /// It is hollow, or bare bones.
        Bones = "bones",
        /// It was made for work, and moves by itself.
        Engine = "engine",
        /// It is far larger than others.
        Brute = "brute",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_read_as_it_is_written_or_refused() {
        let colour: Colour = "#0a80ff".parse().unwrap();
        assert_eq!(colour, Colour([10, 128, 255]));
        assert_eq!(colour.to_string(), "#0a80ff");
        for wrong in ["", "0a80ff", "#0a80f", "#0a80fff", "#+a80ff", "#0a80fg", "#äöü"] {
            let message = wrong.parse::<Colour>().unwrap_err().to_string();
            assert!(message.contains("#rrggbb"), "{wrong}");
        }
    }
}
