//! Moves in the notation of Sokoban programs.

use crate::play::cases;
use crate::tile_twin::levels::Case;
use proptest::prelude::*;
use quandary_level::formats::text;
use quandary_level::play::{Game, lurd, saved, step};
use quandary_level::rules::Rules;
use quandary_level::solve::{Options, Verdict, solve};
use quandary_level::{Level, Limits};

fn sokoban(drawing: &str) -> Level {
    formats::xsb::read(drawing).expect(drawing).remove(0)
}

#[test]
fn run_lengths_and_groups_are_spelled_out() {
    let check = |text: &str, plain: &str| {
        let read = |text: &str| lurd::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(lurd::is_moves(text), "{text}");
        assert_eq!(read(text), read(plain), "{text}");
        assert_eq!(step::read(&sokoban("#@$.#"), text).as_ref(), Ok(&read(plain)), "{text}");
    };
    check("rRuD", "r r\nu d");
    check("3r2U", "rrruu");
    check("2(3rU)l", "rrrurrrul");
    check("2(3(dr)R)", "drdrdrRdrdrdrR");
    check("(l)2()r", "lr");
    assert_eq!(lurd::read("99999r"), step::read(&sokoban("#@$.#"), "right 99999"));
    for text in ["", "12", "()", "up", "r, r", "#r"] {
        assert!(!lurd::is_moves(text), "{text}");
    }
}

#[test]
fn what_is_no_list_of_moves_is_told() {
    let check = |text: &str, part: &str| {
        let error = lurd::read(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    };
    check("rrx", "step 3: 'x' is no move; moves are l, u, r, d");
    check("100001r", "step 1: more than 100,000 steps");
    check("99999(99999(99999(99999(99999r))))", "more than 100,000 steps");
    check("99999999999999999999999999(rr)", "more than 100,000 steps");
    check("r2", "a number stands before the move");
    check("(r2)", "a number stands before the move");
    check("0r", "0 times");
    check("(rr", "a ( is not closed");
    check("r)", "step 2: a ) closes no group");
    check(&"(".repeat(101), "more than 100 groups");
}

#[test]
fn a_replay_says_what_is_wrong() {
    let level = sokoban("######\n#@ $.#\n#    #\n######\n");
    for text in ["rR", "RR", "rr", "durRlll"] {
        assert_eq!(lurd::solves(&level, text), Ok(()), "{text}");
    }
    let check = |text: &str, told: &str| {
        assert_eq!(lurd::solves(&level, text), Err(told.to_owned()), "{text}");
    };
    check("rlL", "move 3, L: there is a wall");
    check("drrU", "move 4, U: the block cannot stand on what is behind it");
    check("", "the goal is not reached after 0 moves");
    check("r", "the goal is not reached after 1 move");
    check("r[", "step 2: '[' is no move; moves are l, u, r, d");
    let rules = level.rules_under(None);
    let replay = |text: &str| lurd::replay(&level, &rules, text);
    let won = Ok(Ok(lurd::Won { moves: 2, pushes: 1 }));
    let saved = saved::print(&level, &lurd::read("rR").expect("moves"));
    for text in ["rRl", "right 2", &saved] {
        assert_eq!(replay(text), won, "{text}");
    }
    assert_eq!(replay("right, up"), Ok(Err("move 2, up: there is a wall".to_owned())));
    assert!(replay("right, rigth").is_err() && replay("r)").is_err());
}

/// The plan of a level as moves, if there is one of plain moves.
fn plan(level: &Level, rules: &Rules) -> Option<String> {
    let limits = Limits { states: Some(300_000), ..Limits::default() };
    let solution = solve(level, rules, &Options::default(), &limits).expect("a level");
    let Verdict::Solvable { plan, .. } = solution.verdict else { return None };
    let mut game = Game::of(level, rules).expect("a level");
    game.follow(&game.steps_of(&plan)?).expect("a plan");
    lurd::write(&game)
}

#[test]
fn plans_are_written_and_replayed() {
    let mut pushes = 0;
    for drawing in [
        "######\n#@ $.#\n#    #\n######\n",
        "#######\n#  .  #\n# $@$ #\n#  .  #\n#######\n",
        "########\n#@     #\n# $  $ #\n# .##. #\n########\n",
    ] {
        let level = sokoban(drawing);
        let moves = plan(&level, &level.rules_under(None)).expect(drawing);
        assert_eq!(lurd::solves(&level, &moves), Ok(()), "{moves}");
        let capitals = moves.chars().filter(char::is_ascii_uppercase).count();
        let won = lurd::replay(&level, &level.rules_under(None), &moves);
        let expect = lurd::Won { moves: moves.len(), pushes: capitals };
        assert_eq!(won, Ok(Ok(expect)), "{moves}");
        pushes += capitals;
    }
    assert!(pushes > 5);
}

/// Whatever plan is written wins when it is read again; warps are not written.
#[test]
fn only_plans_of_plain_moves_are_written() {
    let (mut plain, mut others) = (0, 0);
    for case in cases(3) {
        let Case { level, rules, family, seed } = case;
        if let Some(moves) = plan(&level, &rules) {
            let won = lurd::replay(&level, &rules, &moves).expect(&moves);
            assert!(won.is_ok(), "{family} {seed}: {moves}");
            plain += 1;
        } else {
            others += 1;
        }
    }
    assert!(plain > 0 && others > 0, "{plain} {others}");
    let graph = text::read("#######\n#@k#.*#\n#..+..#\n#######\n").expect("a drawing");
    assert_eq!(plan(&graph, &Rules::default()).as_deref(), Some("rdrrru"));
}

proptest! {
    /// The reader agrees with a recursive one on any text of moves, numbers and parentheses.
    #[test]
    fn groups_are_those_of_a_twin(text in "[lurdLURD123()]{0,30}") {
        let twin = twin(&mut text.chars().peekable(), 0);
        match lurd::read(&text) {
            Ok(steps) => prop_assert_eq!(twin.map(|moves| lurd::read(&moves)), Some(Ok(steps))),
            Err(error) if error.message.contains("100,000") => {}
            Err(_) => prop_assert_eq!(twin, None),
        }
    }
}

/// The moves of a text, spelled out.
fn twin(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, depth: usize) -> Option<String> {
    let (mut all, mut number) = (String::new(), String::new());
    while let Some(letter) = rest.next() {
        let part = match letter {
            '0'..='9' => {
                number.push(letter);
                continue;
            }
            '(' => twin(rest, depth + 1)?,
            ')' => return (depth > 0 && number.is_empty()).then_some(all),
            letter => letter.to_string(),
        };
        let times = if number.is_empty() { 1 } else { number.parse::<usize>().ok()? };
        number.clear();
        if part.len().saturating_mul(times) > 1_000_000 {
            return None;
        }
        all.push_str(&part.repeat(times));
    }
    (depth == 0 && number.is_empty()).then_some(all)
}
