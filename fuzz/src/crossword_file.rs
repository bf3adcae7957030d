//! Any bytes as a lexicon file and as a word list: read or refused; what is read has its words, and is
//! written and read back as the same bytes.

use crossword::lexicon::{self, Encoding, Lexicon, Options};
use crossword::locale::Locale;

/// Holds what is said above of an input.
pub fn run(bytes: &[u8]) {
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
