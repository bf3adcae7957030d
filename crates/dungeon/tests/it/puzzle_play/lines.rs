//! Games of hand-made scenarios, line by line.

use super::samples::{chests, door, house, plain_keys, riddle, twins};
use quandary_dungeon::game::area::{Clues, Game, Scenario, USUAL_INT, walkthrough};
use quandary_dungeon::game::{Outcome, SaveError};
use quandary_dungeon::layout::Direction::{self, Down, East, North, South, Up, West};
use quandary_dungeon::puzzle::{Area, Holder, Kind};

/// Plays lines of the form `line ⇒ kind of outcome: part of the reply`.
fn check(game: &mut Game<'_>, script: &str) {
    for row in script.trim().lines() {
        let (line, expected) = row.trim_start().split_once(" ⇒ ").unwrap();
        let (outcome, part) = expected.split_once(':').unwrap();
        let reply = game.play(line);
        let found = format!("{:?}", reply.outcome).to_lowercase();
        assert!(found.starts_with(outcome), "{line}: {found}\n{}", reply.text());
        assert!(
            reply.text().contains(part.trim_start()),
            "{line}: {part:?} is not in\n{}",
            reply.text()
        );
    }
}

#[test]
fn a_house_is_played_by_hand() {
    let house = house();
    let mut game = Game::new(&house, USUAL_INT);
    assert!(game.opening().text().contains("Ways out: east."), "{}", game.opening().text());
    let script = r#"
        take key ⇒ unknown: There is no "key" here, and nothing to take.
        go west ⇒ refused: There is no way west. Ways out: east.
        east ⇒ done: north (blocked: The Rusty Lever)
        n ⇒ refused: The way north is blocked: The Rusty Lever must be solved first.
        pull plate ⇒ unknown: There is no "plate" here
        pull worn ⇒ refused: Worn Plate is nothing to pull. You could step on it.
        pull ⇒ done: The way north is free.
        pull rusty lever ⇒ refused: solved already
        pull ⇒ refused: nothing here to pull
        step on the worn plate ⇒ done: The way east is free
        n ⇒ done: Here lies: Clé d'Été.
        take CLE ⇒ done: You take Clé d'Été.
        take cle ⇒ refused: You carry it.
        i ⇒ told: You carry Clé d'Été.
        s ⇒ done: solved.
        e ⇒ done: The Bronze Face (riddle)
        answer the bronze face the sea ⇒ wrong: does not take that answer
        answer stream! ⇒ done: takes your answer
        answer the bronze face a river ⇒ refused: It is solved already
        unlock porte with lever ⇒ unknown: You carry no "lever"
        unlock PORTE D'ETE with the cle d’ete ⇒ done: Clé d'Été turns in Porte d’Été
        inventory ⇒ told: You carry nothing.
        unlock porte ⇒ refused: solved already
        e ⇒ done: Choir of Bells
        activate choir of bells the great bell ⇒ done: 1 of 3 steps
        activate small ⇒ wrong: The sequence is reset
        activate small ⇒ wrong: The sequence is reset
        activate choir o2 ⇒ done: 1 of 3
        activate cracked bell ⇒ done: 2 of 3
        examine choir ⇒ told: 2 of 3 steps are done.
        activate p5 small bell ⇒ done: The way up is free
        u ⇒ done: The boss's room (3, 0, 1).
        look ⇒ told: The boss waits here.
        look ⇒ told: Ways out: down.
        hint ⇒ told: What lies behind The Bronze Face can be reached. From here, go down.
    "#;
    check(&mut game, script);
    assert!(!game.won(), "the room behind the face was not seen");
    let script = r#"
        d ⇒ done:
        hint ⇒ told: From here, go west.
        w ⇒ done:
        hint ⇒ told: From here, go north.
        north ⇒ won: You have won. You have met the boss, and you have been behind every puzzle.
        hint ⇒ told: nothing is left to be found
        undo ⇒ done: Taken back.
    "#;
    check(&mut game, script);
    assert!(!game.won());
}

#[test]
fn rooms_left_are_reported_on_the_way() {
    let house = house();
    let mut game = Game::new(&house, USUAL_INT);
    let aim = "Solve every puzzle, see what lies behind, and find the boss.";
    assert!(game.opening().text().starts_with(aim), "{}", game.opening().text());
    let script = r#"
        hint ⇒ told: There is no puzzle here that asks to be solved. 5 puzzles are left elsewhere.
        east ⇒ done: Ways out
        pull rusty ⇒ done: free
        n ⇒ done: Left to be seen: the boss, what lies behind Porte d’Été, what lies behind The Bronze Face and what lies behind Worn Plate.
    "#;
    check(&mut game, script);
    let twins = twins();
    let aim = Game::new(&twins, 0).opening().text();
    assert!(aim.contains("find the farthest room."), "{aim}");
}

#[test]
fn ambiguity_lists_the_choices() {
    let twins = twins();
    let mut game = Game::new(&twins, 0);
    let script = r#"
        go ⇒ ambiguous: Go what: north, south, east, west, up or down?
        un ⇒ ambiguous: "un" can mean unlock or undo.
        frobnicate ⇒ unknown: Known are look, go, examine
        e ⇒ done:
        pull ⇒ ambiguous: Pull what: Lever of Ash or Lever of Oak?
        pull lever ⇒ ambiguous: "lever" can mean Lever of Ash or Lever of Oak.
        pull lever of o ⇒ done: You pull Lever of Oak.
        pull lever ⇒ done: You pull Lever of Ash.
        answer river ⇒ unknown: You can answer: Stone Head and Stone Heart.
        answer stone river ⇒ ambiguous: Stone Head or Stone Heart
        answer stone heart ⇒ refused: What is your answer? Say: answer Stone Heart
        answer ⇒ ambiguous: Answer what: Stone Head or Stone Heart?
        answer stone heart of the night ⇒ done: Stone Heart takes your answer.
        answer The River. ⇒ done: Stone Head takes your answer.
        answer river ⇒ unknown: nothing to answer
        activate drums ⇒ ambiguous: Activate what of it: Drum or Red Drum?
        activate drum ⇒ wrong: reset
        activate red ⇒ done: 1 of 2
        activate drums drum ⇒ done: last step
        activate drum ⇒ refused: Drums is nothing to activate. It is solved already.
        x ⇒ ambiguous: Examine what: 
    "#;
    check(&mut game, script);
}

#[test]
fn hints_take_wit() {
    let house = house();
    for (int, sees) in [(11, false), (12, true), (255, true)] {
        let mut game = Game::new(&house, int);
        game.play("e");
        let text = game.play("examine lever").text() + &game.play("x the rusty").text();
        assert_eq!(text.contains("Hint: Think of lever."), sees, "{int}");
        assert_eq!(text.to_lowercase().contains("hint"), sees, "{int}");
        let hints = game.play("hint");
        assert_eq!((hints.outcome, hints.lines.len()), (Outcome::Told, 2));
        assert_eq!(game.play("hint worn").text().contains("Think of pressure_plate."), sees);
    }
}

#[test]
fn most_see_hints_and_everybody_reads_their_int() {
    let house = house();
    let mut game = Game::new(&house, USUAL_INT);
    let told = ["You carry nothing.", "Your INT is 14."];
    assert_eq!(game.play("inventory").lines, told);
    game.play("e");
    assert!(game.play("examine the rusty").text().contains("Hint: Think of lever."));
    assert_eq!(Game::new(&house, 3).play("i").lines[1], "Your INT is 3.");
}

#[test]
fn the_order_of_a_sequence_takes_wit_too() {
    let house = house();
    let clue = "The great one leads, the small one ends.";
    let hidden = "You cannot make out in which order.";
    for (int, clues, told) in [
        (11, Clues::Hidden, hidden),
        (12, Clues::Hidden, clue),
        (11, Clues::Open, clue),
        (12, Clues::Open, clue),
    ] {
        let mut game = Game::with_clues(&house, int, clues);
        for line in ["e", "pull", "step", "n", "take", "s", "e", "unlock", "e"] {
            game.play(line);
        }
        let text = game.play("examine choir").text();
        assert!(text.contains(told), "{int} {clues:?}: {text}");
        assert_ne!(text.contains(clue), text.contains(hidden), "{int} {clues:?}: {text}");
        assert_eq!(text.contains("Hint: "), int == 12, "{text}");
        let loaded = Game::load(&house, &game.save()).unwrap();
        assert_eq!(
            (loaded.clues(), loaded.save().contains("open_clues")),
            (clues, clues == Clues::Open)
        );
    }
}

#[test]
fn items_stay_in_shut_chests() {
    let chests = chests();
    let mut game = Game::new(&chests, 12);
    let script = r#"
        n ⇒ done: The Small Box (chest, locked). This is The Small Box.
        take gate key ⇒ unknown: There is no "gate key" here, and nothing to take.
        x gate key ⇒ unknown:
        open ⇒ refused: You carry no key that fits. It asks for: Small Box Key.
        examine small box ⇒ told: It is locked. It asks for: Small Box Key.
        pull c1 ⇒ refused: The Small Box is nothing to pull. You could open it.
        s ⇒ done:
        w ⇒ done: Here lies: Box Key.
        examine box key ⇒ told: Box Key lies here. You can take it.
        take ⇒ done: You take Box Key.
        x box ⇒ told: You carry Box Key.
        e ⇒ done:
        e ⇒ done: Great Box (chest, locked).
        unlock ⇒ ambiguous: Unlock what: Iron Gate or Great Box?
        unlock iron gate with box key ⇒ wrong: Box Key does not fit. It asks for: Gate Key.
        take small box key ⇒ unknown: nothing to take
        open great ⇒ done: Box Key turns in Great Box, and stays there. In it lies: Small Box Key.
        open great ⇒ refused: Great Box is nothing to unlock. It is open.
        look ⇒ told: Great Box (chest, open). In it lies: Small Box Key.
        examine small ⇒ told: Small Box Key lies in Great Box. You can take it.
        x small ⇒ told: That is Small Box Key.
        x c2 ⇒ told: It is open. In it lies: Small Box Key.
        take small ⇒ done: You take Small Box Key.
        x great ⇒ told: It is open. It is empty.
        i ⇒ told: You carry Small Box Key.
        w ⇒ done:
        n ⇒ done:
        open c1 with small box key ⇒ done: In it lies: Gate Key.
        undo ⇒ done: Taken back.
        take gate ⇒ unknown: nothing to take
        open ⇒ done: In it lies: Gate Key.
        take ⇒ done:
        s ⇒ done:
        e ⇒ done:
        open iron ⇒ done: Gate Key turns in Iron Gate
        e ⇒ won:
    "#;
    check(&mut game, script);
    assert_eq!(Game::load(&chests, &game.save()), Ok(game));
    for (int, sees) in [(12, false), (13, true)] {
        let mut game = Game::new(&chests, int);
        game.play("n");
        let text = game.play("x small box").text();
        assert_eq!(text.contains("Hint: Think of Small Box Key."), sees, "{text}");
    }
    wins(&chests, &[North, South, West, East, East, West, North, South, East, East]);
    wins(&chests, &quandary_dungeon::game::area::explore(&chests));
}

#[test]
fn a_passage_is_blocked_from_both_sides() {
    // In a ring the far side can be reached the other way round.
    let ring = super::samples::ring();
    let mut game = Game::new(&ring, 10);
    let script = r#"
        n ⇒ done:
        e ⇒ won: south (blocked: Gate Lever)
        s ⇒ refused: Gate Lever, which stands on the other side, must be solved first.
        pull gate ⇒ refused: It stands on the other side.
        examine gate lever ⇒ told: stands on the other side of the way south
        map ⇒ told: o───@
    "#;
    check(&mut game, script);
}

#[test]
fn keys_of_one_name_open_any_of_their_doors() {
    let doors = plain_keys();
    let mut game = Game::new(&doors, 10);
    let script = r#"
        take dull key ⇒ done:
        e ⇒ done:
        unlock ⇒ ambiguous: Left Door or Right Door
        unlock east door ⇒ done: Dull Key turns in Right Door
        unlock with dull key ⇒ unknown: You carry no "dull key". You carry nothing.
        unlock ⇒ refused: You carry no key that fits. It asks for: dull key.
        e ⇒ done:
        take dull ⇒ done:
        w ⇒ done:
        unlock with dull key ⇒ done: Left Door
        n ⇒ won:
    "#;
    check(&mut game, script);
    // The plan goes east first: the only key must not be used on the other door.
    wins(&doors, &[East, East, West, North]);
}

/// Types the walkthrough of a plan. It wins, and every line has an effect.
fn wins(scenario: &Scenario, steps: &[Direction]) {
    let commands = walkthrough(scenario, steps);
    let mut game = Game::new(scenario, 0);
    for command in &commands {
        let reply = game.play(command);
        assert!(
            matches!(reply.outcome, Outcome::Done | Outcome::Won),
            "{command}: {}",
            reply.text()
        );
    }
    assert!(game.won(), "{commands:#?}");
}

#[test]
fn a_walkthrough_wins() {
    wins(&house(), &[East, North, South, East, North, South, East, Up]);
    wins(&twins(), &[East, North, South, East, West, South, North, Up, Down, Down]);
    let house = house();
    let expect =
        ["go east", "pull The Rusty Lever", "step Worn Plate", "go north", "take Clé d'Été"];
    assert_eq!(walkthrough(&house, &[East, North]), expect);
}

#[test]
fn a_save_holds_the_commands() {
    let house = house();
    let mut game = Game::new(&house, 17);
    for line in ["e", "pull", "n", "take", "north", "undo", "take"] {
        game.play(line);
    }
    let text = game.save();
    let loaded = Game::load(&house, &text).unwrap();
    assert_eq!(loaded, game);
    assert_eq!((loaded.int(), loaded.commands().len()), (17, 4));
    let refused = |text: &str| Game::load(&house, text).unwrap_err();
    assert_eq!(Game::load(&twins(), &text).unwrap_err(), SaveError::Scenario);
    for end in 0..text.len() - 2 {
        if text.is_char_boundary(end) {
            assert!(matches!(refused(&text[..end]), SaveError::Json(_)), "{end}");
        }
    }
    assert!(matches!(refused(&text.replace("save/1", "save/2")), SaveError::Format(_)));
    assert!(matches!(refused(&text.replace("\"int\"", "\"wit\"")), SaveError::Json(_)));
    for (from, to) in [("go north", "go south"), ("go north", "look"), ("go north", "undo")] {
        let error = refused(&text.replace(from, to)).to_string();
        assert!(error.starts_with("commands[2]: "), "{error}");
    }
}

#[test]
fn save_load_and_quit_are_for_the_caller() {
    let house = house();
    let mut game = Game::new(&house, 10);
    let file = Some("My Save.json".to_owned());
    assert_eq!(game.play("save My Save.json").outcome, Outcome::Save { file: file.clone() });
    assert_eq!(game.play("SAVE").outcome, Outcome::Save { file: None });
    assert_eq!(game.play("load  My Save.json ").outcome, Outcome::Load { file });
    assert_eq!(game.play("q").outcome, Outcome::Quit);
    assert_eq!(game.play(" ").lines.len(), 0);
    assert!(game.play("help").lines.len() > 15);
}

#[test]
fn the_map_shows_seen_rooms() {
    let house = house();
    let mut game = Game::new(&house, 10);
    let map = |game: &mut Game<'_>| game.play("map").lines;
    assert_eq!(map(&mut game)[..2], ["Level 0", "@───?"]);
    game.play("e");
    assert_eq!(map(&mut game)[1..4], ["    ?", "    ×", "E───@─×─?"]);
    for line in ["step", "e"] {
        game.play(line);
    }
    assert_eq!(map(&mut game)[1..4], ["    ?   ?", "    ×   ×", "E───o───@─×─?"]);
}

#[test]
fn unplayable_areas_are_refused_with_a_reason() {
    let check = |change: fn(&mut Area), part: &str| {
        let mut area = house().area().clone();
        change(&mut area);
        let said = Scenario::new(area).unwrap_err().to_string();
        assert!(said.contains(part), "{said}");
    };
    check(|area| area.layout.rooms.clear(), "has 0 rooms");
    check(|area| area.puzzles[0].direction = Up, "no passage");
    check(|area| area.puzzles[0].name = "worn plate".to_owned(), "no name of its own");
    check(|area| area.puzzles[2].kind = riddle(&[]), "cannot be solved");
    check(|area| area.puzzles[3].kind = door(" "), "cannot be solved");
    check(
        |area| {
            if let Kind::Sequence { order, .. } = &mut area.puzzles[4].kind {
                order[0] = 7;
            }
        },
        "cannot be solved",
    );
    check(|area| area.items[0].room = 99, "lies in no room");
    let boxes = |change: fn(&mut Area), part: &str| {
        let mut area = chests().area().clone();
        change(&mut area);
        let said = Scenario::new(area).unwrap_err().to_string();
        assert!(said.contains(part), "{said}");
    };
    boxes(|area| area.chests[0].room = 99, "stands in no room");
    boxes(|area| area.chests[1].id = "P1".to_owned(), "no name of its own");
    boxes(|area| area.chests[1].name = "small box".to_owned(), "no name of its own");
    boxes(|area| area.chests[1].key = " ".to_owned(), "cannot be opened");
    boxes(|area| area.items[0].holder = Holder::Chest(2), "in a chest that is not in its room");
    boxes(|area| area.items[0].holder = Holder::Chest(1), "in a chest that is not in its room");
}

#[test]
fn a_fingerprint_covers_what_decides_play() {
    let house = house();
    let mut area = house.area().clone();
    area.puzzles[0].description = "Other words.".to_owned();
    let same = Scenario::new(area.clone()).unwrap();
    assert_eq!(same.fingerprint(), house.fingerprint());
    area.items[0].description = None;
    let same = Scenario::new(area.clone()).unwrap();
    assert_eq!(same.fingerprint(), house.fingerprint());
    area.puzzles[2].kind = riddle(&["other"]);
    let other = Scenario::new(area).unwrap();
    assert_ne!(other.fingerprint(), house.fingerprint());
    let mut area = chests().area().clone();
    area.chests[0].key = "Gate Key".to_owned();
    let other = Scenario::new(area).unwrap();
    assert_ne!(other.fingerprint(), chests().fingerprint());
}
