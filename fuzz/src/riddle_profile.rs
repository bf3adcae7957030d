//! Any text as a profile of riddles: read or refused with a line; a profile that is read can be searched by, and
//! what is found keeps its limits.

use crossword::lexicon::{self, Lexicon, Options};
use crossword::locale::Locale;
use crossword::position::Setting;
use crossword::riddle::{BanList, Profile, Request, one};
use search::Seed;
use std::sync::LazyLock;

static LEXICON: LazyLock<Option<Lexicon>> = LazyLock::new(|| {
    let list = b"aa\nab\nad\nae\nai\nat\nba\nbe\neat\nene\nent\nnot\non\none\nor\nore\nre\nta\nte\ntie\ntoe\ntoo\n";
    lexicon::build(list, Locale::EnUs, &Options::default()).ok().map(|(lexicon, _)| lexicon)
});

/// Holds what is said above of an input.
pub fn run(text: &str) {
    let Some(lexicon) = LEXICON.as_ref() else { return };
    let _ = BanList::read(text).bans(text);
    let Ok(profile) = Profile::read(text) else { return };
    let request = Request::new(Setting::standard(Locale::EnUs), profile);
    let Ok(seed) = Seed::new(1) else { return };
    for attempt in 0..4 {
        if let Ok(Ok(riddle)) = one(&request, lexicon, seed, attempt) {
            assert!(riddle.analysis.best_score >= request.profile.best);
            assert!(request.profile.plays.contains(&riddle.analysis.total_moves));
            assert!(!request.bans(&riddle.plain_word()));
        }
    }
}
