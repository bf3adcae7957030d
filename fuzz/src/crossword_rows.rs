//! Any text as the rows of a board and, on its last line, a rack: read or refused; on what is read the best
//! play is the first of all, and every play is worth what it says.

use crossword::lexicon::{self, Lexicon, Options};
use crossword::locale::Locale;
use crossword::movegen::{Prepared, Scratch};
use crossword::position::{Notation, Position, Setting};
use crossword::score::score;
use std::sync::LazyLock;

static LEXICON: LazyLock<Option<Lexicon>> = LazyLock::new(|| {
    let list = b"aa\nab\nad\nba\nbad\nabba\ndab\ndad\nbabe\nebb\nbead\ndeed\n";
    lexicon::build(list, Locale::EnUs, &Options::default()).ok().map(|(lexicon, _)| lexicon)
});

/// Holds what is said above of an input.
pub fn run(text: &str) {
    let Some(lexicon) = LEXICON.as_ref() else { return };
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
