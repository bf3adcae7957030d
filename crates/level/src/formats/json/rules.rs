//! Reading of the rules of a level.

use super::error::{ReadError, wrong};
use super::raw::{RawRule, RawRules};
use crate::model::assign::KNOWN;
use crate::model::ruleset::{Preset, Rules};

/// Reads rules: the preset first, whatever the order of the text. Unlike names on a command line, those in a file are
/// read in one case only.
pub(super) fn rules(raw: &RawRules) -> Result<Rules, ReadError> {
    let mut rules = Rules::default();
    for (name, value) in raw.iter().filter(|(name, _)| *name == "preset") {
        let said = text(name, value)?;
        let preset = exact("preset", &said, &Preset::ALL.map(Preset::name))
            .and_then(|()| said.parse().map_err(|error| format!("{error}")));
        rules = Rules::preset(preset.map_err(|message| wrong(field(name), message))?);
    }
    for (name, value) in raw.iter().filter(|(name, _)| *name != "preset") {
        let said = text(name, value)?;
        let values = KNOWN.iter().find(|(known, _)| known == name).map_or(&[][..], |rule| rule.1);
        exact("rule", name, &KNOWN.map(|(name, _)| name))
            .and_then(|()| exact("value", &said, values))
            .and_then(|()| rules.set(&format!("{name}={said}")).map_err(|error| error.to_string()))
            .map_err(|message| wrong(field(name), message))?;
    }
    Ok(rules)
}

fn field(name: &str) -> String {
    format!("rules.{}", voice::short(name))
}

/// The value of a rule as it is written after `--rule`.
fn text(name: &str, value: &RawRule) -> Result<String, ReadError> {
    let (said, fits) = match value {
        RawRule::Text(text) => (text.clone(), true),
        RawRule::Number(number) => (number.to_string(), name == "bomb_pickup"),
        RawRule::Flag(flag) => (flag.to_string(), name == "diagonals"),
    };
    if fits {
        return Ok(said);
    }
    Err(wrong(field(name), format!("is {said}; the value of this rule is a text")))
}

/// Refuses a name with capital letters.
fn exact(what: &str, name: &str, known: &[&str]) -> Result<(), String> {
    match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => Err(voice::unknown(what, name, known)),
        false => Ok(()),
    }
}
