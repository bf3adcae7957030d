//! The search for riddles: the same on any number of threads, and every reject reason occurs.

use crate::common::Dice;
use quandary_crossword::lexicon::{self, Lexicon};
use quandary_crossword::locale::Locale;
use quandary_crossword::position::{Notation, Position, Setting};
use quandary_crossword::riddle::{
    Candidate, KEPT, Part, Profile, RejectReason, Request, RiddleProblem, RiddleReport, Table,
    make, one,
};
use search::{Budget, Control, Goal, Problem, Seed, Stop};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| lexicon::shipped(Locale::EnUs).unwrap());

fn request(profile: &str) -> Request {
    let named = Profile::NAMES.contains(&profile);
    let profile = if named { Profile::named(profile) } else { Profile::read(profile) };
    Request::new(Setting::standard(Locale::EnUs), profile.unwrap())
}

fn search(request: &Request, seed: u64, attempts: u64, threads: usize) -> RiddleReport {
    let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(attempts), time: None };
    let control = Control { threads, ..Control::default() };
    make(request, &ENGLISH, Seed::new(seed).unwrap(), &budget, &control).unwrap()
}

#[test]
fn any_number_of_threads_finds_the_same() {
    for profile in ["design", "daily", "open", "tiles 15..60\nracks_per_board 3\nweight.gap 1"] {
        let request = request(profile);
        let alone = search(&request, 5, 1200, 1);
        assert_eq!((alone.riddles.len(), alone.stop), (KEPT, Stop::Attempts));
        assert_eq!(alone.attempts, alone.accepted + alone.tally.total());
        for threads in [2, 8] {
            assert_eq!(search(&request, 5, 1200, threads), alone, "{threads} threads");
        }
        let better = |pair: &[quandary_crossword::riddle::Riddle]| {
            (-pair[0].rank, pair[0].attempt) < (-pair[1].rank, pair[1].attempt)
        };
        assert!(alone.riddles.windows(2).all(better));
        for riddle in &alone.riddles {
            let again = one(&request, &ENGLISH, riddle.seed, riddle.attempt).unwrap();
            assert_eq!(&again.riddles[0], riddle);
        }
    }
}

/// A thread's cache of other attempts and searches does not change results.
#[test]
fn an_attempt_is_the_same_alone() {
    let requests =
        ["design", "daily", "tiles 60..93\nracks_per_board 2\nweight.gap 1"].map(request);
    let problems =
        requests.each_ref().map(|request| RiddleProblem::new(request, &ENGLISH).unwrap());
    let (mut kept, mut dice) = (Table::default(), Dice::new(1));
    let seed = Seed::new(8).unwrap();
    let mut number = 0;
    for _ in 0..300 {
        let problem = &problems[dice.below(3)];
        number = if dice.below(3) == 0 { dice.below(64) as u64 } else { number + 1 };
        let mut alone = Table::default();
        let attempt = seed.attempt(number);
        let first = problem.generate(attempt, &mut kept);
        let second = problem.generate(attempt, &mut alone);
        assert_eq!(first, second, "attempt {number}");
        let Ok(candidate) = first else { continue };
        let judged = problem.prove(&candidate, &mut kept);
        assert_eq!(judged, problem.prove(&candidate, &mut alone));
        assert_eq!(judged, problem.prove(&candidate, &mut Table::default()), "made ready anew");
    }
}

/// Limits are inclusive: of plays, points, the gap to the second play, and the answer's length.
#[test]
fn a_riddle_on_its_limits_is_one_and_beyond_them_is_none() {
    let open = request("tiles 20..50\nweight.gap 1");
    let riddle = search(&open, 7, 200, 1).riddles.remove(0);
    let again = |change: &dyn Fn(&mut Profile)| {
        let mut request = open.clone();
        change(&mut request.profile);
        one(&request, &ENGLISH, riddle.seed, riddle.attempt).unwrap()
    };
    let plays = riddle.analysis.total_moves;
    let (best, gap) = (riddle.analysis.best_score, riddle.analysis.gap());
    let found = again(&|profile| {
        profile.plays = plays..=plays;
        (profile.best, profile.gap) = (best, gap);
    });
    assert_eq!(found.riddles[0].position, riddle.position);
    let check = |change: &dyn Fn(&mut Profile), reason| {
        let report = again(change);
        assert!(report.riddles.is_empty() && report.attempts == 1);
        assert_eq!(report.tally.iter().collect::<Vec<_>>(), [(&reason, 1)]);
    };
    check(&|profile| profile.plays = plays + 1..=plays + 9, RejectReason::FewPlays);
    check(&|profile| profile.plays = 1..=plays - 1, RejectReason::ManyPlays);
    check(&|profile| profile.best = best + 1, RejectReason::BestScore);
    check(&|profile| profile.gap = gap + 1, RejectReason::Gap);
}

#[test]
fn every_reason_to_reject_is_within_reach() {
    let check = |profile: &str, reason: RejectReason| {
        let report = search(&request(profile), 3, 1500, 2);
        let met = report.tally.iter().any(|(met, _)| *met == reason);
        assert!(met, "{profile}: {}", report.tally);
        assert!(report.tally.to_string().contains(&reason.to_string()));
    };
    check("tiles 90..93\nweight.gap 1", RejectReason::GameOver);
    check("tiles 20..22\nweight.gap 1", RejectReason::Tiles);
    check("design", RejectReason::SameBoard);
    check("tiles 88..93\nweight.gap 1", RejectReason::Rack);
    check("design", RejectReason::BestScore);
    check("design", RejectReason::AnswerLength);
    check("tiles 20..50\nanswer_commonness 255\nword_racks 1\nweight.gap 1", RejectReason::NoWord);
    check("daily", RejectReason::TripleTriple);
    check("daily", RejectReason::AnswerUnfamiliar);
    check("tiles 20..50\ncross_commonness 150\nweight.gap 1", RejectReason::CrossUnfamiliar);
    check("tiles 20..70\nplays 50..600\nweight.gap 1", RejectReason::FewPlays);
    check("design", RejectReason::ManyPlays);
    check("design", RejectReason::Tie);
    check("daily", RejectReason::Gap);
    check("tiles 20..50\ndifficulty 0..1\nweight.gap 1", RejectReason::Difficulty);
    let mut banning = request("open");
    let answer = search(&banning, 3, 100, 1).riddles.remove(0).plain_word();
    banning.banned.insert(answer.clone());
    let report = search(&banning, 3, 100, 1);
    assert!(report.tally.iter().any(|(reason, _)| *reason == RejectReason::Banned));
    assert!(report.riddles.iter().all(|riddle| riddle.plain_word() != answer));
    let names: BTreeSet<_> = RejectReason::ALL.iter().map(|reason| reason.name()).collect();
    assert_eq!(names.len(), RejectReason::ALL.len());
    assert!(RejectReason::ALL.is_sorted());
}

/// With few words a rack often has none of them.
#[test]
fn a_rack_may_have_nothing_to_play() {
    let (few, _) = lexicon::build(b"cat\ncats\nact\n", Locale::EnUs, &Default::default()).unwrap();
    let request = request("tiles 3..12\nunique no\nweight.gap 1");
    let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(500), time: None };
    let seed = Seed::new(1).unwrap();
    let report = make(&request, &few, seed, &budget, &Control::default()).unwrap();
    assert!(
        report.tally.iter().any(|(reason, _)| *reason == RejectReason::NoPlay),
        "{}",
        report.tally
    );
    let only = report.riddles.iter().find(|riddle| riddle.analysis.total_moves == 1);
    if let Some(only) = only {
        assert_eq!((only.analysis.second_score, only.analysis.near.len()), (0, 1));
    }
}

#[test]
fn what_cannot_be_met_finds_nothing_and_says_why() {
    let report = search(&request("tiles 20..50\nbest 2000\nweight.best 1"), 1, 200, 2);
    assert_eq!((report.riddles.len(), report.accepted, report.attempts), (0, 0, 200));
    assert_eq!((report.tally.total(), report.stop), (200, Stop::Attempts));
    let (reason, most) = report.tally.iter().max_by_key(|(_, n)| *n).unwrap();
    assert!(*reason == RejectReason::BestScore && most > 100, "{}", report.tally);
    let none = search(&request("design"), 1, 0, 1);
    assert_eq!((none.attempts, none.boards, none.riddles.len()), (0, 0, 0));
}

/// The random streams depend on the language.
#[test]
fn languages_have_riddles_of_their_own() {
    let lexicons = [Locale::EnUs, Locale::EnGb].map(|locale| lexicon::shipped(locale).unwrap());
    let request_of = |lexicon: &Lexicon, profile| {
        let setting = Setting::standard(lexicon.about().locale);
        Request::new(setting, Profile::named(profile).unwrap())
    };
    for profile in Profile::NAMES {
        let budget = Budget { goal: Goal::Best(KEPT), attempts: Some(400), time: None };
        for seed in [1, 2, 5].map(|seed| Seed::new(seed).unwrap()) {
            let found = lexicons.each_ref().map(|lexicon| {
                let request = request_of(lexicon, profile);
                make(&request, lexicon, seed, &budget, &Control::default()).unwrap().riddles
            });
            let boards = |riddles: &[quandary_crossword::riddle::Riddle]| -> BTreeSet<Vec<String>> {
                riddles.iter().map(quandary_crossword::riddle::Riddle::board).collect()
            };
            assert!(boards(&found[0]).is_disjoint(&boards(&found[1])), "{profile}");
            let best = found
                .each_ref()
                .map(|riddles| riddles.first().map(quandary_crossword::riddle::Riddle::plain_word));
            assert!(best[0].is_some() && best[0] != best[1], "{profile} {best:?}");
        }
    }
    let same = {
        let racks = lexicons.each_ref().map(|lexicon| {
            let request = request_of(lexicon, "open");
            let problem = RiddleProblem::new(&request, lexicon).unwrap();
            let (mut table, seed) = (Table::default(), Seed::new(1).unwrap());
            let board = |n| problem.generate(seed.attempt(8 * n), &mut table).ok();
            let boards: Vec<_> = (0..20u64).map(board).collect();
            boards.into_iter().map(|c| c.map(|c| c.position.rows(Notation::Batch))).collect()
        });
        let [us, gb]: [Vec<_>; 2] = racks;
        us.iter().zip(&gb).filter(|(us, gb)| us.is_some() && us == gb).count()
    };
    assert_eq!(same, 0);
}

/// A rack drawn for a known word can place it, so the best play scores at least as much. Many more of these racks give
/// riddles than racks of robots.
#[test]
fn racks_of_known_words_make_riddles() {
    let request = request("design");
    assert_eq!((request.profile.racks_per_board, request.profile.word_racks), (1, 2));
    let problem = RiddleProblem::new(&request, &ENGLISH).unwrap();
    let (seed, mut table) = (Seed::new(4).unwrap(), Table::default());
    let (mut made, mut own) = ([0; 3], BTreeSet::new());
    for n in 0..1500 {
        let Ok(candidate) = problem.generate(seed.attempt(n), &mut table) else { continue };
        let best = candidate.best.map_or(0, |best| best.score());
        assert!(n % 3 == 0 || best >= request.profile.best, "attempt {n}");
        let rack = candidate.position.rack().print(ENGLISH.alphabet());
        own.insert((n / 3, rack));
        made[(n % 3) as usize] += u32::from(problem.prove(&candidate, &mut table).is_ok());
    }
    assert!(made[1] > 2 * made[0] && made[2] > 2 * made[0], "{made:?}");
    let boards = own.iter().map(|(board, _)| board).collect::<BTreeSet<_>>().len();
    assert!(own.len() > 2 * boards, "the racks of a board differ");
}

#[test]
fn alphabets_must_agree() {
    let polish = Request::new(Setting::standard(Locale::PlPl), Profile::named("design").unwrap());
    let seed = Seed::new(1).unwrap();
    let error = one(&polish, &ENGLISH, seed, 0).unwrap_err().to_string();
    assert!(error.contains("\"en\"") && error.contains("\"pl\""));
}

/// The candidates of some attempts.
fn candidates(request: &Request, attempts: u64) -> BTreeMap<u64, Candidate> {
    let problem = RiddleProblem::new(request, &ENGLISH).unwrap();
    let (seed, mut table) = (Seed::new(2).unwrap(), Table::default());
    let candidate = |n| Some((n, problem.generate(seed.attempt(n), &mut table).ok()?));
    (0..attempts).filter_map(candidate).collect()
}

#[test]
fn boards_are_distinct_and_counted() {
    for profile in ["design", "tiles 40..70\nracks_per_board 3\nweight.gap 1"] {
        let request = request(profile);
        let candidates = candidates(&request, 1001);
        let board = |candidate: &Candidate| candidate.position.rows(Notation::Batch);
        let boards: BTreeSet<_> = candidates.values().map(board).collect();
        let report = search(&request, 2, 1001, 1);
        assert_eq!(report.boards, boards.len() as u64, "{profile}");
        let racks = u64::from(request.profile.racks());
        for (n, candidate) in &candidates {
            let first = &candidates[&(n - n % racks)];
            assert_eq!(board(candidate), board(first), "racks on one board");
            assert_eq!(candidate.position.rack().len(), 7);
            // No more of a letter than the set has.
            let rack = candidate.position.rack().print(ENGLISH.alphabet());
            let setting = candidate.position.setting();
            let read = Position::read(setting, &board(candidate), Notation::Batch).unwrap();
            assert_eq!(read.with_rack(&rack).as_ref(), Ok(&candidate.position));
        }
        let own = candidates.iter().filter(|(n, c)| {
            let first = &candidates[&(**n - **n % racks)];
            c.position.rack() == first.position.rack()
        });
        let share = own.count() as u64 * racks / candidates.len() as u64;
        assert!(share <= racks.min(2), "other racks are other racks");
    }
}

/// The numbers of tiles on boards are spread evenly over the range, as far as the lengths of words allow.
#[test]
fn boards_of_every_size_come_up() {
    let candidates = candidates(&request("design"), 4000);
    let mut thirds = [0usize; 3];
    for candidate in candidates.values() {
        let tiles = candidate.position.tiles_on_board();
        assert!((20..=50).contains(&tiles));
        thirds[((tiles - 20) / 11).min(2)] += 1;
    }
    let all: usize = thirds.iter().sum();
    assert!(thirds.iter().all(|&third| third * 4 > all), "{thirds:?}");
}

#[test]
fn a_lexicon_without_ranks_knows_every_word() {
    let mut list = String::new();
    ENGLISH.words(|word| {
        list.push_str(word);
        list.push('\n');
    });
    let options = lexicon::Options::default();
    let (plain, _) = lexicon::build(list.as_bytes(), Locale::EnUs, &options).unwrap();
    assert!(!plain.has_ranks());
    let budget = Budget { goal: Goal::Best(3), attempts: Some(300), time: None };
    let request = request("daily");
    let seed = Seed::new(4).unwrap();
    let report = make(&request, &plain, seed, &budget, &Control::default()).unwrap();
    let unfamiliar = [RejectReason::AnswerUnfamiliar, RejectReason::CrossUnfamiliar];
    assert!(report.tally.iter().all(|(reason, _)| !unfamiliar.contains(reason)));
    let riddle = &report.riddles[0];
    assert_eq!((riddle.finding.commonness, riddle.finding.before), (None, 0));
}

#[test]
fn a_riddle_is_told_as_the_contract_has_it() {
    let report = search(&request("tiles 20..70\nweight.best 1"), 6, 600, 2);
    let blank = report.riddles.iter().find(|riddle| riddle.word().contains('?')).unwrap();
    assert_eq!(blank.word().replace('?', ""), blank.plain_word());
    assert!(blank.rack().ends_with('?'));
    for riddle in &report.riddles {
        let letters: Vec<char> = riddle.rack().chars().collect();
        assert!(letters.iter().all(|c| c.is_ascii_lowercase() || *c == '?'));
        let score = riddle.analysis.best_score;
        assert_eq!(riddle.description(), format!("{}({score})", riddle.word()));
        let setting = riddle.position.setting();
        let read = Position::read_with_blanks(setting, &riddle.board(), &riddle.blanks()).unwrap();
        assert_eq!(read.with_rack(&riddle.rack()).as_ref(), Ok(&riddle.position));
        let square = quandary_crossword::moves::place(&riddle.square()).unwrap();
        assert_eq!(square, (riddle.answer.start(), riddle.answer.direction()));
        let shares: f64 = Part::ALL.iter().map(|&part| riddle.difficulty.share(part)).sum();
        assert!((shares - riddle.difficulty.figure).abs() < 1e-6);
        assert!(riddle.finding.findability(riddle.analysis.total_moves) <= 100);
    }
}
