//! Games on small maps, key by key, and what the screen shows of them.

use super::keys::{self, Pressed};
use super::paint::Paint;
use super::screen::{self, Over};
use super::session::{Next, Session};
use super::{Picture, screen_of};
use crate::cli::play::opened::Place;
use crate::cli::terminal::Depth;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use draw::dungeon_signs::Signs;
use level::Limits;
use level::rules::Way;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::collections::BTreeSet;

/// The game content of a drawn level.
pub(super) fn place(drawn: &str) -> Place {
    let level = level::formats::text::read(drawn).unwrap();
    let rules = level.rules_under(None);
    Place { name: "test".to_owned(), level, rules, scene: None, family: None }
}

/// Presses letters.
fn press(session: &mut Session<'_>, letters: &str) -> Next {
    let mut next = Next::Stay;
    for letter in letters.chars() {
        let code = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        next = session.press(keys::pressed(key, false).unwrap());
    }
    next
}

/// The screen in a number of columns and rows.
fn shown(session: &Session<'_>, cols: u16, rows: u16) -> String {
    let tiles = session.place.level.tiles.clone().unwrap();
    let signs = Signs::of(&session.place.level, &tiles);
    let picture =
        Picture { tiles, signs, paint: Paint::new(Depth::Plain, None), depth: Depth::Plain };
    let screen = screen_of(session, &picture);
    let mut terminal = Terminal::new(TestBackend::new(cols, rows)).unwrap();
    terminal.draw(|frame| screen::draw(&screen, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..cols).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let rows: Vec<String> = (0..rows).map(|y| row(y).trim_end().to_owned()).collect();
    rows.join("\n")
}

fn messages<'a>(session: &'a Session<'_>) -> Vec<&'a str> {
    session.messages.iter().map(|message| message.text.as_str()).collect()
}

const DOOR: &str = "#######\n#@k#.*#\n#..+..#\n#######\n";

#[test]
fn a_key_opens_a_door_and_the_goal_wins() {
    let place = place(DOOR);
    let mut session = Session::new(&place).unwrap();
    assert_eq!(press(&mut session, "k"), Next::Stay);
    assert_eq!(messages(&session).last(), Some(&"There is a wall."));
    press(&mut session, "jll");
    assert!(messages(&session).last().unwrap().contains("small key"), "{:?}", messages(&session));
    assert_eq!(session.game.steps().len(), 2, "what is refused is no step");
    assert_eq!(press(&mut session, "k"), Next::Stepped);
    assert_eq!(session.held(), ["1 small key"]);
    press(&mut session, "jl");
    assert!(session.held().is_empty());
    press(&mut session, "lk");
    assert!(!session.game.is_won());
    press(&mut session, "l");
    assert!(session.game.is_won());
    let told = messages(&session).join("\n");
    for part in
        ["You take a small key.", "The lock opens", "You have won.", "It took 8 moves and no hint."]
    {
        assert!(told.contains(part), "{part} is not in {told}");
    }
    assert!(session.farewell().contains(&"You have won.".to_owned()));
}

#[test]
fn everything_can_be_taken_back_and_done_again() {
    let place = place(DOOR);
    let mut session = Session::new(&place).unwrap();
    let before = shown(&session, 40, 12);
    press(&mut session, "ljll");
    let after = (session.game.holdings(), session.game.steps().to_vec());
    press(&mut session, "uuuu");
    assert_eq!(session.game.steps(), []);
    let map = |text: &str| text.lines().take(7).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(map(&shown(&session, 40, 12)), map(&before));
    press(&mut session, "u");
    assert_eq!(messages(&session).last(), Some(&"There is nothing to take back."));
    for _ in 0..4 {
        assert_eq!(session.press(Pressed::Redo), Next::Stepped);
    }
    assert_eq!((session.game.holdings(), session.game.steps().to_vec()), after);
    session.press(Pressed::Redo);
    assert_eq!(messages(&session).last(), Some(&"Nothing was taken back."));
}

const ROOMS: &str = "quandary/level/1\n\
    rooms: [{\"node\":0,\"floor\":0,\"row\":0,\"col\":0,\"rows\":4,\"cols\":5},\
    {\"node\":1,\"floor\":0,\"row\":0,\"col\":5,\"rows\":4,\"cols\":5}]\n\
    graph: {\"nodes\":[{\"id\":0},{\"id\":1}],\"edges\":[{\"from\":0,\"to\":1},{\"from\":1,\"to\":0}]}\n\
    rules: {\"push\":\"free\"}\n\n\
    ##########\n#@......*#\n#.......o#\n##########\n";

#[test]
fn a_room_is_reset_to_how_it_was_entered() {
    let place = place(ROOMS);
    let mut session = Session::new(&place).unwrap();
    press(&mut session, "r");
    assert_eq!(messages(&session).last(), Some(&"You have done nothing in this room yet."));
    press(&mut session, "lllljl");
    assert_eq!(session.game.steps().len(), 6);
    press(&mut session, "r");
    assert_eq!(session.game.steps().len(), 4, "the step into the room stays");
    press(&mut session, "r");
    assert_eq!(session.game.steps().len(), 4);
    press(&mut session, "hhr");
    assert_eq!(session.game.steps().len(), 5, "the first step back is the one into the first room");
}

#[test]
fn the_fog_lifts_room_by_room() {
    let place = place(ROOMS);
    let mut session = Session::new(&place).unwrap();
    let first = shown(&session, 40, 12);
    assert!(first.contains("█@····") && !first.contains("*█"), "{first}");
    press(&mut session, "llll");
    let second = shown(&session, 40, 12);
    assert!(second.contains("█····@··*█") && second.contains("·o█"), "{second}");
    press(&mut session, "uuuu");
    assert!(shown(&session, 40, 12).contains("*█"), "what was seen stays so");
}

#[test]
fn every_size_shows_the_player_and_no_size_fails() {
    let place = place(ROOMS);
    let mut session = Session::new(&place).unwrap();
    press(&mut session, "llll?");
    for cols in 1..130 {
        for rows in [1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 24, 50] {
            for over in [Over::Nothing, Over::Map(0), Over::Keys] {
                session.over = over;
                let text = shown(&session, cols, rows);
                assert!(over != Over::Nothing || text.contains('@'), "{cols} × {rows}:\n{text}");
            }
        }
    }
    session.over = Over::Nothing;
    let small = shown(&session, 40, 12);
    assert!(small.contains("test") && small.contains("steps"), "{small}");
    let wide = shown(&session, 100, 30);
    assert!(wide.contains("Find the way to the goal (*)."), "{wide}");
}

#[test]
fn the_whole_map_and_the_keys_go_away_again() {
    let place = place(ROOMS);
    let mut session = Session::new(&place).unwrap();
    press(&mut session, "m");
    assert!(shown(&session, 60, 12).contains("The map"));
    press(&mut session, "l");
    assert_eq!((session.over, session.game.steps().len()), (Over::Map(0), 0));
    press(&mut session, "m");
    assert_eq!(session.over, Over::Nothing);
    session.press(Pressed::Help);
    assert!(shown(&session, 100, 30).contains("take a move back"));
    press(&mut session, "l");
    assert_eq!((session.over, session.game.steps().len()), (Over::Nothing, 0));
}

#[test]
fn whoever_quits_is_asked_once_there_is_something_to_lose() {
    let place = place(DOOR);
    let mut session = Session::new(&place).unwrap();
    assert_eq!(press(&mut session, "q"), Next::Quit);
    assert_eq!(press(&mut session, "lq"), Next::Stay);
    assert!(shown(&session, 80, 24).contains("Quit without saving?"));
    assert_eq!(press(&mut session, "n"), Next::Stay);
    assert_eq!(press(&mut session, "qs"), Next::Save);
    session.is_saved();
    assert_eq!(press(&mut session, "q"), Next::Quit);
    assert_eq!(session.press(Pressed::Interrupt), Next::Interrupt);
    assert_eq!(session.press(Pressed::Walk(Way::Left)), Next::Stepped);
    assert_eq!(session.press(Pressed::End), Next::Quit);
}

#[test]
fn a_switch_is_flipped_and_a_wall_bombed() {
    let drawn = "quandary/level/1\n\
        marks: [{\"floor\":0,\"row\":1,\"col\":2,\"gives\":\"toggle:0\"}]\n\
        locks: [{\"cells\":[[0,1,3]],\"needs\":[\"toggle:0=on\"]}]\n\
        graph: {\"nodes\":[]}\n\n\
        ########\n#@...%*#\n##i#####\n########\n";
    let place = place(drawn);
    let mut session = Session::new(&place).unwrap();
    press(&mut session, "l\n");
    assert!(messages(&session).contains(&"Switch 0 is on now."), "{:?}", messages(&session));
    assert_eq!(session.held(), ["switch 0 on"]);
    press(&mut session, "jkll");
    assert_eq!(session.held()[0], "4 bombs");
    press(&mut session, "ll");
    let told = messages(&session).join("\n");
    assert!(told.contains("3 left.") && told.contains("Secrets found: 1 of 1, 100 %."), "{told}");
}

#[test]
fn hints_climb_a_ladder_and_begin_anew_after_a_step() {
    let place = place(DOOR);
    let mut session = Session::new(&place).unwrap();
    assert_eq!(press(&mut session, "?"), Next::Hint);
    let mut hints = Vec::new();
    for _ in 0..5 {
        session.advise(&Limits::default());
        hints.push((*messages(&session).last().unwrap()).to_owned());
    }
    assert_eq!(hints[3], "The next moves: right.");
    assert_eq!(hints[4], hints[3], "there is no higher rung");
    let different: BTreeSet<&String> = hints.iter().collect();
    assert_eq!((different.len(), session.hints), (4, 5));
    press(&mut session, "l");
    session.advise(&Limits::default());
    assert_eq!(messages(&session).last(), Some(&hints[0].as_str()));
}
