//! The formats of answers with their types, and how a file for engines is cut.

use super::making::Worlds;
use super::request::DungeonRequest;
use crate::accept;
use crate::problem::Problem;
use axum::http::{HeaderMap, StatusCode};
use draw::dungeon::Format;
use draw::engines::Asked;
use formats::ldtk;

/// The types of answers that can be accepted; the first is the usual one.
const OFFERS: [(&str, Format); 9] = [
    ("application/json", Format::Json),
    ("image/svg+xml", Format::Svg),
    ("image/png", Format::Png),
    ("text/plain", Format::Map),
    (TSCN, Format::Tscn),
    (LDTK, Format::Ldtk),
    (TMJ, Format::Tmj),
    (UVTT, Format::Uvtt),
    (FOUNDRY, Format::Foundry),
];

/// The types of files for engines and tables, which have no registered ones.
pub(super) const TSCN: &str = "application/x-tscn";
pub(super) const LDTK: &str = "application/x-ldtk+json";
pub(super) const TMJ: &str = "application/x-tmj+json";
pub(super) const UVTT: &str = "application/x-uvtt+json";
pub(super) const FOUNDRY: &str = "application/x-foundry+json";

impl DungeonRequest {
    /// The format that is asked for in the body, else in the head.
    pub(super) fn format(&self, headers: &HeaderMap) -> Result<Format, Problem> {
        let accepted = || accept::preferred(headers, &OFFERS).copied();
        self.format.or_else(accepted).ok_or_else(|| {
            let words = "None of the formats that are accepted can be had.";
            Problem::new(StatusCode::NOT_ACCEPTABLE, words).known(OFFERS.map(|(name, _)| name))
        })
    }

    /// How a file of a format is cut.
    ///
    /// # Errors
    /// When a file of one floor is asked for without saying of which, or a floor that there is not.
    pub(super) fn cut(&self, format: Format) -> Result<Asked, Problem> {
        let worlds = match self.worlds {
            Worlds::Floors => ldtk::Worlds::Floors,
            Worlds::Rooms => ldtk::Worlds::Rooms,
        };
        if !matches!(self.tiles, None | Some(16 | 32)) {
            return Err(Problem::unprocessable("tiles", "16 or 32 pixels are wanted"));
        }
        match self.floor {
            None if self.floors > 1 && format.is_a_floor() => {
                let error = "of this format a file has one floor: say which with `floor`, counted from 0; or ask for json, and \
                             give it to `quandary export FILE --to DIR`";
                return Err(Problem::unprocessable("floor", error));
            }
            Some(floor) if floor >= self.floors => {
                let error = format!("{} are asked for, and they are counted from 0", self.floors);
                return Err(Problem::unprocessable("floor", error));
            }
            _ => {}
        }
        Ok(Asked { worlds, side: self.tiles, floor: self.floor })
    }
}
