//! What one hears, smells and feels in a room: what its text says of that, or else what such places are like.

use super::here::Here;
use super::tell;
use crate::designed::texts::{Sense, sensed};
use crate::puzzle::play::fold;

/// Words by which a sentence is about a sense.
const fn words(sense: Sense) -> &'static [&'static str] {
    match sense {
        Sense::Listen => &[
            "hear",
            "heard",
            "sound",
            "echo",
            "echoes",
            "barks",
            "creaks",
            "drips",
            "dripping",
            "whistles",
            "rings",
            "hums",
            "knocking",
            "bell",
            "quiet",
            "silence",
            "silent",
            "breathing",
            "click",
            "crickets",
            "hollow",
        ],
        Sense::Smell => &[
            "smell", "smells", "smoke", "incense", "bread", "guano", "stink", "scent", "beer",
            "air", "dust", "mould", "tallow", "wax",
        ],
        Sense::Feel => {
            &["cold", "warm", "draught", "damp", "smooth", "wet", "rough", "wind", "worn", "hot"]
        }
    }
}

/// The lines about a sense.
pub(super) fn told(here: Here<'_>, sense: Sense) -> Vec<String> {
    let texts = tell::text(here);
    let clauses = texts.iter().flat_map(|text| text.split_inclusive(". "));
    let about = clauses.map(str::trim).find(|clause| {
        let folded = fold::name(clause);
        folded.split(' ').any(|word| words(sense).contains(&word))
    });
    let at = here.scene.salt() + here.state.room;
    let family = here.scene.family();
    about.map(str::to_owned).or_else(|| sensed(family, sense, at)).into_iter().collect()
}
