//! Tests of `profile`.

use super::*;

#[test]
fn the_profiles_that_come_with_the_program_have_their_names() {
    for name in Profile::NAMES {
        assert_eq!(Profile::named(name).unwrap().name, name);
    }
    let error = Profile::named("dayly").unwrap_err().to_string();
    assert!(error.contains("known are design, daily, open"), "{error}");
    assert!(Profile::read(include_str!("../../../data/profiles/peer.txt")).is_ok());
    assert!(Profile::read(include_str!("../../../data/profiles/peer_words.txt")).is_ok());
}

#[test]
fn the_limits_are_those_of_the_contract() {
    let design = Profile::named("design").unwrap();
    assert_eq!((design.tiles, design.plays, design.best), (20..=50, 20..=300, 30));
    assert_eq!((design.length, design.gap, design.triple_triple), (3, 0, true));
    assert_eq!(design.blank_plays, None);
    let open = Profile::named("open").unwrap();
    assert_eq!((open.answer_commonness, open.cross_commonness), Default::default());
    assert!(!open.shipped_bans);
    assert_eq!((open.tiles, open.plays, open.best), (20..=50, 20..=300, 30));
    assert_eq!((open.length, open.gap, open.unique), (design.length, design.gap, true));
    assert_eq!(open.weights, design.weights);
    let weights = Weights { best: 1500, gap: 1000, bingo: 50_000, ..Weights::default() };
    assert_eq!(design.weights, weights);
    let band = Profile::read("tiles 20..50\nweight.gap 1\ndifficulty 30..45").unwrap().difficulty;
    assert_eq!((band, design.difficulty), (Some(3000..=4500), None));
    let daily = Profile::named("daily").unwrap();
    assert_eq!((daily.tiles, daily.plays, daily.best), (40..=70, 16..=600, 30));
    assert_eq!((daily.length, daily.gap, daily.triple_triple), (4, 5, false));
    for alphabet in ["en", "is", "no", "pl"].map(|name| Alphabet::named(name).unwrap()) {
        let cross = daily.cross_commonness.of(alphabet);
        assert!(cross > 0 && daily.answer_commonness.of(alphabet) >= cross);
        let words = [&design.answer_commonness, &design.cross_commonness].map(|c| c.of(alphabet));
        assert_eq!(words, [daily.answer_commonness.of(alphabet), cross]);
    }
    assert!(daily.shipped_bans && daily.unique && design.unique && design.shipped_bans);
}

#[test]
fn weights_are_read_to_the_thousandth() {
    let check = |text, expect| assert_eq!(weight(text), Ok(expect), "{text}");
    check("1", 1000);
    check("1.5", 1500);
    check("-0.25", -250);
    check("0.007", 7);
    check("1000", 1_000_000);
    for wrong in ["", "-", ".", "1.", ".5", "1.2345", "1e3", "+1", "1001", "--1", "nan", "½"] {
        assert!(weight(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn wrong_profiles_say_where_and_why() {
    let check = |text: &str, expect: &str| {
        let error = Profile::read(text).unwrap_err().to_string();
        assert!(error.contains(expect), "{error}");
    };
    check("", "tiles is missing");
    check("tiles 20..50", "a weight that is not 0 is missing");
    check("tiles 50..20", "line 1: tiles: expected a range within 1..93, found \"50..20\"");
    check("tiles 0..20", "within 1..93");
    check("tiles 20..94", "within 1..93");
    check("# a\n\nplays many", "line 3: plays: expected a range such as 20..300, found \"many\"");
    check("unique maybe", "yes or no");
    check("length 16", "from 2 to 15");
    check("answer_commonness 256", "0 to 255");
    check("answer_commonness 140 en=300", "others by alphabet: 140 en=175");
    check("answer_commonness 140 xx=30", "found \"140 xx=30\"");
    check("cross_commonness 140 en=3 en=3", "others by alphabet");
    check("shipped_bans", "yes or no");
    check(
        "difficulty 45..30",
        "line 1: difficulty: expected a range within 0..100, such as 30..45, found \"45..30\"",
    );
    check("difficulty 30..101", "within 0..100");
    check("difficulty 30", "such as 30..45");
    check("best", "best: expected a whole number, found \"\"");
    check("best -1", "a whole number");
    check("best 1\nbest 2", "line 2: best is given twice");
    check("weights.best 1", "weight.findability");
    check("name a b", "a name of letters");
    check("plays_with_blank 2000", "a range such as 20..2000");
    check("word_racks 17", "from 0 to 16");
    check("tiles 20..22\nweight.gap 1\nboards_per_game 4", "the range of tiles allows is 3");
}

#[test]
fn racks_with_a_blank_may_have_a_limit_of_their_own() {
    let english = Alphabet::named("en").unwrap();
    let rack = |text| Rack::read(text, english).unwrap();
    let check = |profile: &str, plain, blank| {
        let profile = Profile::read(&format!("tiles 2..2\nweight.gap 1\n{profile}")).unwrap();
        assert_eq!(profile.plays_of(&rack("ABCDEFG")), plain);
        assert_eq!(profile.plays_of(&rack("ABCDEF?")), blank);
    };
    check("plays 3..4", 3..=4, 3..=4);
    check("plays 3..4\nplays_with_blank 5..600", 3..=4, 5..=600);
}

#[test]
fn bans_add_up() {
    let profile = "tiles 2..2\nweight.gap 1\nban Damn darn\nban heck\n";
    let profile = Profile::read(profile).unwrap();
    assert_eq!(profile.banned, ["damn", "darn", "heck"]);
    assert_eq!(profile.boards_per_game, 1);
}
