//! Targets for lexicons, boards and racks, and riddle profiles.

use crossword::lexicon::{self, Encoding, Lexicon, Options};
use crossword::locale::Locale;
use crossword::movegen::{Prepared, Scratch};
use crossword::position::{Notation, Position, Setting};
use crossword::riddle::{BanList, Profile, Request, one};
use crossword::score::score;
use search::Seed;
use std::sync::LazyLock;

/// Parses any bytes as a lexicon file and as a word list, or gets an error. A valid lexicon contains its words, and its
/// bytes survive a round trip.
pub fn crossword_file(bytes: &[u8]) {
    if let Ok(lexicon) = Lexicon::read(bytes) {
        is_whole(&lexicon);
    }
    for encoding in [Encoding::Utf8, Encoding::Latin1] {
        let options = Options { encoding, ..Options::default() };
        if let Ok((lexicon, report)) = lexicon::build(bytes, Locale::IsIs, &options) {
            assert_eq!(lexicon.len(), report.words);
            is_whole(&lexicon);
        }
    }
}

fn is_whole(lexicon: &Lexicon) {
    let mut count = 0;
    lexicon.words(|word| {
        assert_eq!(lexicon.index(word), Some(count));
        count += 1;
    });
    assert_eq!(count, lexicon.len());
    let file = lexicon.write();
    let again = Lexicon::read(&file).map(|lexicon| lexicon.write());
    assert_eq!(again.as_ref(), Ok(&file));
}

static SMALL: LazyLock<Option<Lexicon>> = LazyLock::new(|| {
    let list = b"aa\nab\nad\nba\nbad\nabba\ndab\ndad\nbabe\nebb\nbead\ndeed\n";
    lexicon::build(list, Locale::EnUs, &Options::default()).ok().map(|(lexicon, _)| lexicon)
});

/// Parses any text as the rows of a board and, on its last line, a rack, or gets an error. On a valid position the best
/// play is the first of all, and every play has its stated score.
pub fn crossword_rows(text: &str) {
    let Some(lexicon) = SMALL.as_ref() else { return };
    let (rows, rack) = text.rsplit_once('\n').unwrap_or((text, ""));
    let rows: Vec<&str> = rows.split('\n').collect();
    for notation in [Notation::Batch, Notation::Moves, Notation::Plain] {
        let setting = Setting::standard(Locale::EnUs);
        let Ok(position) = Position::read(setting, &rows, notation) else { continue };
        let Ok(position) = position.with_rack(rack) else { continue };
        let Ok(prepared) = Prepared::new(position.clone(), lexicon) else { continue };
        let mut scratch = Scratch::default();
        let all = prepared.all(&mut scratch);
        assert_eq!(prepared.best(&mut scratch), all.first().copied());
        assert!(
            all.iter()
                .all(|play| score(&position, play.direction(), play.squares()) == play.score())
        );
    }
}

static LIST: LazyLock<Option<Lexicon>> = LazyLock::new(|| {
    let list = b"aa\nab\nad\nae\nai\nat\nba\nbe\neat\nene\nent\nnot\non\none\nor\nore\nre\nta\nte\ntie\ntoe\ntoo\n";
    lexicon::build(list, Locale::EnUs, &Options::default()).ok().map(|(lexicon, _)| lexicon)
});

/// Parses any text as a riddle profile, or gets an error with a line number. A search with a valid profile finds only
/// riddles within its limits.
pub fn riddle_profile(text: &str) {
    let Some(lexicon) = LIST.as_ref() else { return };
    let _ = BanList::read(text).bans(text);
    let Ok(profile) = Profile::read(text) else { return };
    let request = Request::new(Setting::standard(Locale::EnUs), profile);
    let Ok(seed) = Seed::new(1) else { return };
    for attempt in 0..4 {
        let report = one(&request, lexicon, seed, attempt);
        for riddle in report.iter().flat_map(|report| &report.riddles) {
            assert!(riddle.analysis.best_score >= request.profile.best);
            assert!(request.profile.plays.contains(&riddle.analysis.total_moves));
            assert!(!request.bans(&riddle.plain_word()));
        }
    }
}
