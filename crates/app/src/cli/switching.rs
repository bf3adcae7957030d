//! How switches are asked for: an option of several commands, and a field of requests to the service.

use super::exit::usage;
use anyhow::Result;
use clap::ValueEnum;
use dungeon::mission::SwitchStyle;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// In which positions switches are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Switching {
    /// On: one flip will do
    Once,
    /// On for a key and off after that, where the rooms allow it
    Toggle,
}

impl Switching {
    /// The style for a version of missions.
    ///
    /// # Errors
    /// When that version does not know it.
    pub(crate) fn style(
        given: Option<Self>,
        knows_toggle: bool,
        name: &str,
    ) -> Result<SwitchStyle> {
        match given {
            Some(Self::Once) => Ok(SwitchStyle::Once),
            Some(Self::Toggle) if !knows_toggle => Err(usage(format_args!(
                "--switch-style toggle is not known to {name}: --switch-style once is, or a newer algorithm"
            ))),
            Some(Self::Toggle) => Ok(SwitchStyle::Toggle),
            None => Ok(SwitchStyle::default()),
        }
    }
}
