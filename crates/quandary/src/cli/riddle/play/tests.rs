//! The tray, the keys and the screen of a riddle.

use super::screen::{self, Screen};
use super::session::{Mode, Next, Session};
use super::tray::Tray;
use super::{End, Game};
use crate::cli::terminal::Depth;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use crossword::board::{Direction, square};
use crossword::lexicon::{Lexicon, Options, build};
use crossword::locale::Locale;
use crossword::position::{Notation, Position, Setting};
use crossword::riddle::Posed;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Modifier;

fn lexicon() -> Lexicon {
    let words = b"at\ncat\ncats\nscat\nsat\nas\nta\n";
    build(words, Locale::EnUs, &Options::default()).unwrap().0
}

fn position() -> Position {
    let mut rows = vec![".".repeat(15); 15];
    rows[7] = ".......CAT.....".to_owned();
    let setting = Setting::standard(Locale::EnUs);
    Position::read(setting, &rows, Notation::Batch).unwrap().with_rack("SAT?").unwrap()
}

fn press(session: &mut Session<'_>, keys: &str) -> Next {
    let mut next = Next::Stay;
    for key in keys.chars() {
        let code = match key {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '<' => KeyCode::Backspace,
            '^' => KeyCode::Up,
            '_' => KeyCode::Down,
            '>' => KeyCode::Right,
            '~' => KeyCode::Esc,
            key => KeyCode::Char(key),
        };
        next = session.press(KeyEvent::new(code, KeyModifiers::NONE));
    }
    next
}

#[test]
fn tiles_become_the_word_that_they_make_with_the_board() {
    let position = position();
    let alphabet = position.setting().tiles().alphabet();
    let letter = |letter| alphabet.letter(letter).unwrap();
    let mut tray = Tray::new(&position);
    let guess = |tray: &Tray<'_>| tray.guess().map(|(at, word)| format!("{at} {word}"));
    assert_eq!(guess(&tray), Err("No tile is placed."));
    // From the start square the cursor continues after the word on the board.
    tray.lay(letter('s'), false).unwrap();
    assert_eq!((guess(&tray), tray.cursor), (Ok("H8 cats".to_owned()), square("H12").unwrap()));
    tray.take_up();
    assert_eq!(tray.cursor, square("H11").unwrap());
    tray.lay(letter('s'), true).unwrap();
    assert_eq!(guess(&tray), Ok("H8 cat?s".to_owned()));
    assert!(tray.lay(letter('q'), false).unwrap_err().starts_with("No Q is left"));
    tray.clear();
    assert_eq!(tray.hand, *position.rack());
    // Down through a tile on the board.
    (tray.cursor, tray.direction) = (square("G9").unwrap(), Direction::Down);
    tray.lay(letter('t'), false).unwrap();
    assert_eq!((guess(&tray), tray.cursor), (Ok("9G ta".to_owned()), square("I9").unwrap()));
    tray.lay(letter('s'), false).unwrap();
    assert_eq!(guess(&tray), Ok("9G tas".to_owned()));
    tray.cursor = square("A1").unwrap();
    tray.lay(letter('a'), false).unwrap();
    assert_eq!(guess(&tray), Err("The tiles do not lie in one line."));
    tray.clear();
    (tray.cursor, tray.direction) = (square("A13").unwrap(), Direction::Across);
    tray.lay(letter('s'), false).unwrap();
    tray.cursor = square("A15").unwrap();
    tray.lay(letter('a'), false).unwrap();
    assert_eq!(guess(&tray), Err("There is a gap between the tiles."));
    assert_eq!(tray.lay(letter('t'), false), Err("No square is free from here on.".to_owned()));
}

#[test]
fn keys_play_and_hint_and_give_up() {
    let (lexicon, position) = (lexicon(), position());
    let posed = Posed::of(position, &lexicon).unwrap();
    let mut session = Session::new(Game::new(&posed, &lexicon));
    let last = |session: &Session<'_>| session.messages.last().unwrap().text.clone();
    press(&mut session, "s\n");
    assert!(last(&session).starts_with("H8 cats: 6 points, rank "), "{}", last(&session));
    press(&mut session, "~:h8 catt\n");
    assert_eq!(last(&session), "That is no play: H8: \"catt\" is no word.");
    press(&mut session, "?s\n");
    assert!(last(&session).starts_with("H8 cat?s: 5 points, rank "), "{}", last(&session));
    press(&mut session, "~z");
    assert_eq!(last(&session), "No Z is left on the rack; ?, or a capital letter, lays a blank.");
    press(&mut session, "!!!");
    let hints: Vec<&str> = session
        .messages
        .iter()
        .map(|message| message.text.as_str())
        .filter(|t| t.starts_with("Hint"))
        .collect();
    assert_eq!(hints.len(), 3);
    assert!(hints[0].starts_with("Hint 1 of 3: The word has") && hints[2].contains("begins with"));
    press(&mut session, "!");
    assert_eq!(last(&session), "There are no more hints.");
    press(&mut session, ":give up\nn");
    assert_eq!((session.game.end, &session.mode), (None, &Mode::Board));
    press(&mut session, ":give up\ny");
    assert_eq!(session.game.end, Some(End::GivenUp));
    assert!(last(&session).starts_with("The best play is "), "{}", last(&session));
    assert_eq!(session.game.farewell(), "Given up: 2 guesses, 3 hints.");
    assert_eq!(press(&mut session, "s"), Next::Stay);
    assert_eq!(press(&mut session, "\n"), Next::Quit);
}

#[test]
fn the_best_play_wins_however_it_is_laid() {
    let (lexicon, position) = (lexicon(), position());
    let posed = Posed::of(position, &lexicon).unwrap();
    let best = posed.answer().describe(posed.position());
    let (at, rest) = best.split_once(' ').unwrap();
    let word = rest.split(' ').next().unwrap();
    let mut typed = Session::new(Game::new(&posed, &lexicon));
    press(&mut typed, &format!(":{at} {word}\n"));
    assert_eq!(typed.game.end, Some(End::Solved), "{best}");
    assert_eq!(typed.game.farewell(), "Solved: 1 guess, 0 hints.");
}

#[test]
fn every_size_has_a_screen_with_the_cursor_on_it() {
    let (lexicon, position) = (lexicon(), position());
    let posed = Posed::of(position, &lexicon).unwrap();
    let game = Game::new(&posed, &lexicon);
    let puzzle = game.puzzle();
    let mut session = Session::new(game);
    for width in 1..90 {
        for height in 1..30 {
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            let screen = Screen { session: &session, puzzle, depth: Depth::Indexed };
            terminal.draw(|frame| screen::draw(&screen, frame)).unwrap();
            let buffer = terminal.backend().buffer();
            let above = buffer.content().iter().take(usize::from(width * (height - 1)));
            let mut cursors = above.filter(|cell| cell.modifier.contains(Modifier::REVERSED));
            // The cursor is on the C of CAT, the only highlighted square.
            let cursor = cursors.next().map(ratatui::buffer::Cell::symbol);
            assert!(cursors.next().is_none(), "{width} × {height}");
            assert!(
                cursor == Some("C") || width < 2 || height < 2,
                "{width} × {height}: {cursor:?}"
            );
        }
    }
    press(&mut session, "______________>>>>>>>>>>>>>>");
    let mut terminal = Terminal::new(TestBackend::new(30, 9)).unwrap();
    let screen = Screen { session: &session, puzzle, depth: Depth::Plain };
    terminal.draw(|frame| screen::draw(&screen, frame)).unwrap();
    assert!(terminal.backend().to_string().contains('→'));
}
