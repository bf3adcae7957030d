//! Riddles for people: known and inoffensive answers, and a difficulty that separates riddles.

use crate::common::lexicon_of;
use quandary_crossword::lexicon::{self, Lexicon};
use quandary_crossword::locale::Locale;
use quandary_crossword::position::Setting;
use quandary_crossword::riddle::{BanList, KEPT, Profile, Request, Riddle, make};
use search::{Budget, Control, Goal, Seed};
use testing::times;

/// Checks that every entry of a list bans some word of its alphabet's languages. An entry without effect is a typo.
fn each_entry_bans_a_word(alphabet: &str, locales: &[Locale]) {
    let list = BanList::shipped(alphabet);
    let mut met: Vec<String> = Vec::new();
    for &locale in locales {
        let Some(lexicon) = lexicon_of(locale) else { return };
        assert_eq!(lexicon.alphabet().name(), alphabet);
        lexicon.words(|word| {
            if list.bans(word) {
                met.push(word.to_owned());
            }
        });
    }
    for entry in list.entries() {
        let bans = |word: &String| match entry.strip_suffix('*') {
            Some(stem) => word.starts_with(stem),
            None => *word == entry,
        };
        assert!(met.iter().any(bans), "{alphabet}: {entry} bans no word");
    }
}

#[test]
fn bans_are_words() {
    each_entry_bans_a_word("en", &[Locale::EnUs, Locale::EnGb]);
    each_entry_bans_a_word("is", &[Locale::IsIs]);
    each_entry_bans_a_word("pl", &[Locale::PlPl]);
    each_entry_bans_a_word("no", &[Locale::NbNo, Locale::NnNo]);
}

/// The best riddle of each seed, within a number of attempts.
fn riddles(lexicon: &Lexicon, profile: &str, seeds: u64, attempts: u64) -> Vec<Riddle> {
    let setting = Setting::standard(lexicon.about().locale);
    let request = Request::new(setting, Profile::named(profile).unwrap());
    let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(attempts), time: None };
    let best = |seed| {
        let seed = Seed::new(seed).unwrap();
        let report = make(&request, lexicon, seed, &budget, &Control::default()).unwrap();
        report.riddles.into_iter().next()
    };
    (1..=seeds).filter_map(best).collect()
}

/// A daily riddle is found within 2,000 attempts, which take a second or two, one of `design` within 500. The answer
/// is a word that people know: at most size 40 in SCOWL, or as common in counted texts.
#[test]
fn answers_are_known() {
    for (locale, least) in [
        (Locale::EnUs, 175),
        (Locale::EnGb, 175),
        (Locale::IsIs, 140),
        (Locale::PlPl, 140),
        (Locale::NbNo, 140),
        (Locale::NnNo, 140),
    ] {
        let Some(lexicon) = lexicon_of(locale) else { continue };
        let lexicon = lexicon.with_shipped_ranks().unwrap();
        let seeds = 2 * times();
        let daily = riddles(&lexicon, "daily", seeds, 2000);
        assert_eq!(daily.len() as u64, seeds, "{locale}");
        let design = riddles(&lexicon, "design", seeds, 500);
        assert_eq!(design.len() as u64, seeds, "{locale}");
        for riddle in daily.into_iter().chain(design) {
            let word = riddle.plain_word();
            assert!(lexicon.rank(&word) >= Some(least), "{locale} {word}");
            assert!(!BanList::shipped(lexicon.alphabet().name()).bans(&word), "{word}");
        }
    }
}

/// Of some riddles a quarter is well below the median difficulty and a quarter well above, and rarer words are harder.
#[test]
fn difficulty_tells_riddles_apart() {
    let english = lexicon::shipped(Locale::EnUs).unwrap();
    let riddles = [("open", 60, 100), ("daily", 60, 100)]
        .map(|(profile, seeds, attempts)| riddles(&english, profile, seeds * times(), attempts));
    let mut points: Vec<u32> =
        riddles.iter().flatten().map(|riddle| riddle.difficulty.points()).collect();
    points.sort_unstable();
    assert!(points.len() >= 80, "{}", points.len());
    let at = |part: usize| points[(points.len() - 1) * part / 4];
    let quartiles = [0, 1, 2, 3, 4].map(at);
    println!("least, quartiles, most: {quartiles:?}");
    assert!(quartiles[0] <= 40 && quartiles[4] >= 70, "{quartiles:?}");
    assert!(quartiles[3] - quartiles[1] >= 8, "{quartiles:?}");
    let mean = |rare: bool| {
        let met = riddles.iter().flatten().filter(|riddle| {
            riddle.finding.commonness.is_some_and(|commonness| (commonness < 155) == rare)
        });
        let figures: Vec<f64> = met.map(|riddle| riddle.difficulty.figure).collect();
        assert!(figures.len() >= 10, "{}", figures.len());
        figures.iter().sum::<f64>() / figures.len() as f64
    };
    let (rare, common) = (mean(true), mean(false));
    println!("mean difficulty: {common:.1} of common words, {rare:.1} of rare ones");
    assert!(rare > common + 5.0, "{rare} {common}");
}
