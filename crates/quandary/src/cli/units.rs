//! Units of the defaults that the help prints.

use clap::Arg;
use diagnostics::grouped;

/// The unit of the default of each option with a number; empty if the number has no unit.
const UNITS: [(&str, &str); 29] = [
    ("among", " plays"),
    ("attempts", " attempts"),
    ("bins", " cells"),
    ("birth", " neighbours"),
    ("commonness", ""),
    ("fill", ""),
    ("floors", " floor"),
    ("fps", " per second"),
    ("int", ""),
    ("jobs", ", one per core"),
    ("keys", " keys"),
    ("max-states", " states"),
    ("min", " cells"),
    ("passes", " passes"),
    ("puzzle-share", ""),
    ("room-size", " tiles"),
    ("rooms", " rooms"),
    ("rung", ""),
    ("sample", " rows"),
    ("seed", ""),
    ("size", " cells"),
    ("stairs", " stair"),
    ("survive", " neighbours"),
    ("switches", " switches"),
    ("threads", ", one per core"),
    ("tiles", " pixels"),
    ("top", " riddle"),
    ("treasure-share", ""),
    ("weight", ""),
];

/// Ends the help of an option with its default and the unit, instead of the bare number that clap prints.
pub(super) fn with_unit(arg: Arg) -> Arg {
    let (Some((_, unit)), [default], Some(help)) =
        (unit_of(&arg), arg.get_default_values(), arg.get_help())
    else {
        return arg;
    };
    let default = default.to_string_lossy();
    let number = default.parse().map_or_else(|_| default.to_string(), grouped);
    let help = format!("{help} [default: {number}{unit}]");
    arg.help(help).hide_default_value(true)
}

fn unit_of(arg: &Arg) -> Option<&'static (&'static str, &'static str)> {
    UNITS.iter().find(|(name, _)| arg.get_long() == Some(name))
}
