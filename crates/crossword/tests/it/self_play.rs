//! Games of robots against themselves: no tile is lost, and every board is valid.

use crate::common::{enable, lexicon_of};
use quandary_crossword::bag::Bag;
use quandary_crossword::board::{BoardType, Square};
use quandary_crossword::game::{End, Game, Turn, TurnError};
use quandary_crossword::lexicon::{self, Lexicon};
use quandary_crossword::locale::Locale;
use quandary_crossword::movegen::{Prepared, Scratch};
use quandary_crossword::position::{Notation, Position, Setting};
use quandary_crossword::rack::InHand;
use quandary_crossword::robot::{self, Casual};
use quandary_crossword::tile::Tile;
use search::Seed;
use testing::times;

/// All tiles of a game, in order: bag, racks, board.
fn tiles(game: &Game<'_>) -> Vec<InHand> {
    let racks = game.racks().iter().flat_map(|rack| rack.tiles().collect::<Vec<_>>());
    let laid: Vec<Tile> = Square::all().filter_map(|s| game.position().tile(s)).collect();
    let laid = laid.into_iter().map(InHand::from);
    let mut all: Vec<_> = game.bag().tiles().iter().copied().chain(racks).chain(laid).collect();
    all.sort();
    all
}

/// Plays a game and checks every turn. Returns the scores and the turns.
fn play(setting: Setting, lexicon: &Lexicon, seed: u64, casual: Option<Casual>) -> Vec<String> {
    let attempt = Seed::new(seed).unwrap().attempt(0);
    let mut game = Game::new(setting, lexicon, attempt).unwrap();
    let (mut stream, mut scratch) = (attempt.phase("robot"), Scratch::default());
    let mut all = Bag::full(setting.tiles()).tiles().to_vec();
    all.sort();
    let mut turns = Vec::new();
    while game.end().is_none() {
        assert_eq!(tiles(&game), all);
        let before = game.scores();
        let turn = match casual {
            Some(robot) if game.to_move() == 1 => robot.choose(&game, &mut stream, &mut scratch),
            _ => robot::greedy(&game, &mut scratch),
        };
        let player = game.to_move();
        match &turn {
            Turn::Play(play) => {
                turns.push(play.describe(game.position()));
                let points = play.score() as i32;
                game.try_take(&turn).unwrap();
                if game.end().is_none() {
                    assert_eq!(game.scores()[player], before[player] + points);
                }
            }
            _ => {
                turns.push(format!("{turn:?}"));
                game.try_take(&turn).unwrap();
            }
        }
        let position = game.position();
        assert!(position.faults(lexicon).is_empty());
        let again = Position::read(setting, &position.rows(Notation::Batch), Notation::Batch);
        let rack = position.rack().print(lexicon.alphabet());
        let again = again.unwrap().with_rack(&rack).unwrap();
        assert_eq!(&again, position);
        // An updated position has the same plays as a new one.
        let anew = Prepared::new(again, lexicon).unwrap();
        assert_eq!(anew.all(&mut scratch), game.prepared().all(&mut scratch));
        assert_eq!(anew.best(&mut scratch), game.prepared().all(&mut scratch).first().copied());
    }
    assert_eq!(tiles(&game), all);
    assert_eq!(game.take(&Turn::Pass), Err(TurnError::Over));
    if let Some(End::Out { player }) = game.end() {
        assert!(game.racks()[player].is_empty() && game.bag().is_empty());
    }
    turns.push(format!("{:?}", game.scores()));
    turns
}

#[test]
fn english_games_keep_their_tiles() {
    let Some(lexicon) = enable() else { return };
    for board in BoardType::ALL {
        for seed in 0..6 {
            let setting = Setting { locale: Locale::EnUs, board };
            let turns = play(setting, lexicon, seed, None);
            assert!(turns.len() > 10);
            assert_eq!(turns, play(setting, lexicon, seed, None), "the same game again");
        }
    }
}

#[test]
fn games_in_every_language_keep_their_tiles() {
    for locale in Locale::ALL {
        let Some(lexicon) = lexicon_of(locale) else { continue };
        for seed in 0..2 * times() {
            assert!(play(Setting::standard(locale), &lexicon, seed, None).len() > 10, "{locale}");
        }
    }
}

#[test]
fn casual_robots_know_what_they_know() {
    let lexicon = lexicon::shipped(Locale::EnUs).unwrap();
    let setting = Setting::standard(Locale::EnUs);
    let robot = Casual { commonness: 155, among: 5 };
    let mut game = Game::new(setting, &lexicon, Seed::new(3).unwrap().attempt(0)).unwrap();
    let mut stream = Seed::new(3).unwrap().attempt(0).phase("robot");
    let mut scratch = Scratch::default();
    while game.end().is_none() {
        let turn = robot.choose(&game, &mut stream, &mut scratch);
        game.try_take(&turn).unwrap();
    }
    let words = game.position().words();
    assert!(words.len() > 8);
    for (_, _, letters) in words {
        let word: String = letters.iter().map(|&l| lexicon.alphabet().lower(l)).collect();
        assert!(lexicon.rank(&word) >= Some(155), "{word}");
    }
    play(setting, &lexicon, 4, Some(robot));
}

#[test]
fn a_game_that_gets_nowhere_ends() {
    let (lexicon, _) = lexicon::build(b"qq\n", Locale::EnUs, &lexicon::Options::default()).unwrap();
    let setting = Setting::standard(Locale::EnUs);
    let mut game = Game::new(setting, &lexicon, Seed::new(1).unwrap().attempt(0)).unwrap();
    let worth = |game: &Game<'_>, n: usize| {
        let set = setting.tiles();
        game.racks()[n].letters().map(|l| i32::from(set.value(l))).sum::<i32>()
    };
    assert_eq!(game.take(&Turn::Exchange(vec![])), Err(TurnError::NoTiles));
    for _ in 0..6 {
        assert_eq!(game.end(), None);
        game.take(&Turn::Pass).unwrap();
    }
    assert_eq!(game.end(), Some(End::Scoreless));
    assert_eq!(game.scores(), [0, 1].map(|n| -worth(&game, n)));
}

#[test]
fn going_out_takes_twice_the_other_rack() {
    let Some(lexicon) = enable() else { return };
    let setting = Setting::standard(Locale::EnUs);
    let mut scratch = Scratch::default();
    let mut met = 0;
    for seed in 0..10 {
        let mut game = Game::new(setting, lexicon, Seed::new(seed).unwrap().attempt(1)).unwrap();
        let mut before = game.clone();
        while game.end().is_none() {
            before = game.clone();
            let turn = robot::greedy(&game, &mut scratch);
            game.take(&turn).unwrap();
        }
        let Some(End::Out { player }) = game.end() else { continue };
        met += 1;
        let play = before.prepared().best(&mut scratch).unwrap();
        let other: i32 =
            before.racks()[1 - player].letters().map(|l| i32::from(setting.tiles().value(l))).sum();
        let expect = before.scores()[player] + play.score() as i32 + 2 * other;
        assert_eq!(game.scores()[player], expect);
        assert_eq!(game.scores()[1 - player], before.scores()[1 - player]);
    }
    assert!(met > 3);
}

#[test]
fn turns_that_cannot_be_taken_change_nothing() {
    let Some(lexicon) = enable() else { return };
    let setting = Setting::standard(Locale::EnUs);
    let mut game = Game::new(setting, lexicon, Seed::new(2).unwrap().attempt(0)).unwrap();
    let rack: Vec<_> = game.position().rack().tiles().collect();
    let missing = Bag::full(setting.tiles())
        .tiles()
        .iter()
        .copied()
        .find(|tile| !rack.contains(tile))
        .unwrap();
    assert_eq!(game.take(&Turn::Exchange(vec![missing])), Err(TurnError::Rack));
    let elsewhere = Position::empty(setting).with_rack("Z??").unwrap();
    let play = quandary_crossword::moves::Move::read("H8", "z?z?z", &elsewhere).unwrap();
    assert_eq!(game.try_take(&Turn::Play(play)), Err(TurnError::Illegal));
    assert_eq!(game.position().rack().tiles().collect::<Vec<_>>(), rack);
    assert_eq!((game.to_move(), game.bag().len()), (0, 86));
    game.take(&Turn::Exchange(rack[..2].to_vec())).unwrap();
    assert_eq!((game.to_move(), game.bag().len()), (1, 86));
}
