//! Caves: maps of any size from a cellular automaton.

use crate::Refusal;
use crate::fields::{maybe, pair, whole};
use ::dungeon::cave::{self, Border, Keep, Rule};
use serde::Deserialize;

/// The request for a cave
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(default, deny_unknown_fields)]
pub struct CaveRequest {
    /// Size of the map in cells, width x height, such as 160x48
    #[cfg_attr(feature = "clap", arg(long, value_name = "WxH", value_parser = crate::values::size_of_cave, default_value = "80x24"))]
    #[serde(deserialize_with = "pair")]
    pub size: [u32; 2],

    /// Probability from 0 to 1 that a cell is solid before the first pass
    #[cfg_attr(feature = "clap", arg(long, value_name = "P", default_value_t = 0.45, value_parser = crate::values::real(0.0..=1.0)))]
    pub fill: f64,

    /// Number of passes of the cellular automaton
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 4, value_parser = crate::values::whole::<u32>(0..=1000)))]
    #[serde(deserialize_with = "whole")]
    pub passes: u32,

    /// An open cell becomes solid if at least N of its eight neighbours are solid; 9 for never
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 5, value_parser = crate::values::whole::<u8>(0..=9)))]
    #[serde(deserialize_with = "whole")]
    pub birth: u8,

    /// A solid cell stays solid if at least N of its eight neighbours are solid; 9 for never
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 4, value_parser = crate::values::whole::<u8>(0..=9)))]
    #[serde(deserialize_with = "whole")]
    pub survive: u8,

    /// State of the outermost cells
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t = Border::Solid))]
    pub border: Border,

    /// Open regions that are kept
    #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t = KeepRegions::Largest))]
    pub keep: KeepRegions,

    /// With --keep bridge: the smallest region that is kept; smaller regions are filled
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 16, value_parser = crate::values::whole::<u32>(0..=u32::MAX.into())))]
    #[serde(deserialize_with = "whole")]
    pub min: u32,

    /// The seed of all random choices; drawn if missing
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(deserialize_with = "maybe")]
    pub seed: Option<u64>,
}

/// Open regions that are kept
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum KeepRegions {
    /// The largest region
    Largest,
    /// All regions
    All,
    /// All regions of at least --min cells, joined by tunnels
    Bridge,
}

impl Default for CaveRequest {
    fn default() -> Self {
        Self {
            size: [80, 24],
            fill: 0.45,
            passes: 4,
            birth: 5,
            survive: 4,
            border: Border::Solid,
            keep: KeepRegions::Largest,
            min: 16,
            seed: None,
        }
    }
}

impl CaveRequest {
    /// The request for the cave generator, without the seed.
    ///
    /// # Errors
    /// The limit that is exceeded.
    pub fn cave(&self) -> Result<cave::Request, Refusal> {
        let [width, height] = self.size;
        let request = cave::Request {
            fill: self.fill,
            passes: self.passes,
            rule: Rule { birth: self.birth, survive: self.survive },
            border: self.border,
            keep: match self.keep {
                KeepRegions::Largest => Keep::Largest,
                KeepRegions::All => Keep::All,
                KeepRegions::Bridge => Keep::Bridge { min: self.min },
            },
            ..cave::Request::new(width, height)
        };
        request.check().map_err(Refusal::request)?;
        Ok(request)
    }
}
