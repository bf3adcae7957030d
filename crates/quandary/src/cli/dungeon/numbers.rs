//! Numbers of the options that come in pairs.

use dungeon::task::{self, Figure};

/// The size of rooms: two numbers with an x between.
pub(in crate::cli) fn room_size(text: &str) -> Result<(u32, u32), String> {
    let number = |part: &str| part.parse::<u32>().ok();
    let size = text.split_once(['x', 'X', '×']).and_then(|(w, h)| Some((number(w)?, number(h)?)));
    size.ok_or_else(|| "two whole numbers with an x between are wanted, such as 16x11".to_owned())
}

/// A figure of the rank and its weight.
pub(super) fn weight(text: &str) -> Result<(Figure, f64), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=W is wanted, such as gating=3")?;
    let figure = Figure::named(&name.to_lowercase())
        .ok_or_else(|| voice::unknown("figure", name, Figure::ALL.map(Figure::name)))?;
    Ok((figure, task::weight(value.parse().ok())?))
}
