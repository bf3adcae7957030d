//! The embedded lexicons: the files of the manifest, and their contents.

use quandary_crossword::lexicon::{self, ShippedError};
use quandary_crossword::locale::Locale;
use sha2::{Digest, Sha256};

const MANIFEST: &str = include_str!("../../data/lexicons/manifest.txt");

/// The hash and the number of words of a file in the manifest.
fn row(name: &str) -> (&'static str, usize) {
    let row = MANIFEST.lines().find(|row| row.starts_with(name)).unwrap();
    let mut parts = row.split(' ').skip(1);
    (parts.next().unwrap(), parts.next().unwrap().parse().unwrap())
}

fn check(locale: Locale, words: std::ops::Range<usize>, has: &str, has_not: &str) {
    let file = lexicon::shipped_file(locale).unwrap();
    let (hash, count) = row(&format!("{locale}.qlex"));
    assert_eq!(hex::encode(Sha256::digest(file)), hash, "{locale}: run `cargo xtask lexicons`");
    let lexicon = lexicon::shipped(locale).unwrap();
    assert_eq!(lexicon.len(), count);
    assert!(words.contains(&count), "{count}");
    assert_eq!(lexicon.about().locale, locale);
    assert!(lexicon.about().licence.contains("Changes:"));
    assert!(MANIFEST.contains(&hex::encode(lexicon.about().source)));
    assert!(lexicon.has_ranks());
    assert_eq!(has.split(' ').find(|word| !lexicon.contains(word)), None, "{locale}");
    assert_eq!(has_not.split(' ').find(|word| lexicon.contains(word)), None, "{locale}");
    assert!(lexicon.is_sound());
    assert!(lexicon.write() == file, "written anew it is another file");
}

#[test]
fn us_english() {
    check(
        Locale::EnUs,
        235_000..239_000,
        "color honor at qi zebras",
        "colour bs cs reykjavik it's",
    );
    let lexicon = lexicon::shipped(Locale::EnUs).unwrap();
    assert!(lexicon.rank("the") > lexicon.rank("zebra"));
    assert!(lexicon.rank("zebra") > lexicon.rank("cwm"));
    assert_eq!(lexicon.rank("colour"), None);
}

#[test]
fn british_english() {
    check(Locale::EnGb, 240_000..244_000, "colour honour realise realize", "color bs");
}

#[cfg(feature = "embed-icelandic")]
#[test]
fn icelandic() {
    check(
        Locale::IsIs,
        2_800_000..2_850_000,
        "hestur hestinum þú æsir ýta",
        "Reykjavík reykjavík af5",
    );
}

#[cfg(feature = "embed-polish")]
#[test]
fn polish() {
    check(Locale::PlPl, 3_200_000..3_350_000, "żółw kot kotem źle do", "bs cs fs warszawa");
}

#[test]
fn norwegian_is_not_shipped_but_its_ranks_are() {
    for locale in [Locale::NbNo, Locale::NnNo] {
        let error = lexicon::shipped(locale).unwrap_err();
        assert_eq!(error, ShippedError::NotShipped(locale));
        assert!(error.to_string().contains("wnorwegian"));
        let list = "ikke\nblåbærsyltetøy\nzzz\nååååå\n".as_bytes();
        let (lexicon, _) = lexicon::build(list, locale, &lexicon::Options::default()).unwrap();
        let lexicon = lexicon.with_shipped_ranks().unwrap();
        assert!(lexicon.rank("ikke") > Some(200), "{:?}", lexicon.rank("ikke"));
        assert_eq!(lexicon.rank("ååååå"), Some(0));
    }
    let ranks = include_bytes!("../../data/lexicons/no.ranks");
    assert_eq!(hex::encode(Sha256::digest(ranks)), row("no.ranks").0);
}
