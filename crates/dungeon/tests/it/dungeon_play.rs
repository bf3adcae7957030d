//! Games of a hand-made dungeon, line by line, and dungeons that cannot be played.

use level::Content;
use quandary_dungeon::game::SaveError;
use quandary_dungeon::game::dungeon::{Game, Scene, Step, walkthrough};
use quandary_dungeon::json::playable::scene;

const HOUSE: &str = include_str!("../../../../tests/samples/dungeon.json");

fn house() -> Scene {
    scene(HOUSE).unwrap()
}

/// Plays lines of the form `line ⇒ kind of outcome: part of the reply`.
fn check(game: &mut Game<'_>, script: &str) {
    for row in script.trim().lines() {
        let (line, expected) = row.trim_start().split_once(" ⇒ ").unwrap();
        let (outcome, part) = expected.split_once(':').unwrap();
        let (before, room) = (game.commands().len(), game.room());
        let reply = game.play(line);
        let (found, text) = (format!("{:?}", reply.outcome).to_lowercase(), reply.text());
        assert!(found.starts_with(outcome), "{line}: {found}\n{text}");
        assert!(text.contains(part.trim_start()), "{line}: {part:?} is not in\n{text}");
        if !["done", "won"].contains(&outcome) {
            assert_eq!((game.commands().len(), game.room()), (before, room), "{line}");
        }
    }
}

#[test]
fn a_house_is_played_by_hand() {
    let house = house();
    let mut game = Game::new(&house);
    let opening = game.opening().text();
    assert!(opening.starts_with("The Apple House.\nFind the way to the goal."), "{opening}");
    assert!(opening.contains("The Doorstep (0).\nA draught comes from the north.\nWays out: north.\nYou can take: the bombs.\n"), "{opening}");
    let script = r#"
        take ladder ⇒ unknown: You see no "ladder" here. You can take: the bombs.
        go east ⇒ refused: There is no way east. Ways out: north.
        n ⇒ done: Two chairs face each other.
        look ⇒ told: Ways out: north to 2 (barred: lever 1), north to 3 (gate of switch 0, shut), south (The Doorstep), east (water) and down (a cracked wall).
        go north ⇒ ambiguous: Several ways lead north: north to 2 (barred: lever 1) and north to 3 (gate of switch 0, shut). Say `n 2` or `n 3`.
        go 2 ⇒ refused: The way north to 2 is barred until lever 1 is pulled.
        go to room 3 ⇒ refused: The gate north to 3 is open while switch 0 is on.
        e ⇒ refused: Water bars the way east. What crosses it: the ladder.
        d ⇒ refused: The way down is a cracked wall. A bomb would open it.
        bomb down ⇒ refused: You have no bomb.
        hint down ⇒ told: The bombs: seen in The Doorstep (0).
        hint east ⇒ told: The ladder: not seen yet.
        unlock east ⇒ refused: That takes no key. Water bars the way east. What crosses it: the ladder.
        push stones ⇒ unknown: You see no "stones" here, and nothing to push.
        pull ⇒ ambiguous: Pull what: lever 1 or switch 0?
        pull lever ⇒ done: You pull lever 1. The way north to 2 opens.
        pull lever 1 ⇒ refused: Lever 1 was pulled already.
        undo ⇒ done: Taken back.
        pull lev ⇒ done: opens
        flip switch 0 ⇒ done: Switch 0 is on now.
        go north to 3 ⇒ done: Here are stones, and plates to push them onto.
        go east ⇒ refused: A portcullis bars the way east until stones stand on the plates before it.
        push ⇒ done: each stands on its plate. The way east opens.
        take all ⇒ done: You take the small key.
        take key ⇒ refused: You carry the small key already.
        e ⇒ done: Ways out: south (a drop, no way back) and west (The East Loft).
        get ladder ⇒ done: You take the ladder.
        s ⇒ done: Ways out: east (locked: key A and small key) and west (The Long Hall; water, which the ladder crosses).
        n ⇒ refused: You would have to climb the drop to the north. It is too high.
        unlock ⇒ refused: You lack a key. It asks for key A and the small key, which it uses up.
        unlock east with ladder ⇒ wrong: The ladder does not fit.
        unlock east with spoon ⇒ unknown: You carry no "spoon".
        w ⇒ done: The Long Hall (1).
        get all ⇒ refused: There is nothing here to take.
        s ⇒ done: You can take: the bombs.
        take ⇒ done: You take the bombs.
        n ⇒ done: down (a cracked wall)
        d ⇒ refused: The way down is a cracked wall. You have bombs: `bomb down` opens it.
        bomb ⇒ done: The cracked wall falls. The way down is open.
        bomb down ⇒ refused: No wall is left in the way down: it is open.
        down ⇒ done: west (a raised shutter)
        take silver ewer ⇒ done: You take the silver ewer.
        examine silver ⇒ told: A treasure.
        up ⇒ done: down (The Cellar)
        north to west loft ⇒ unknown: You see no "north to west loft" here. You can go: north to 2,
        north to 2 ⇒ done: You can take: key A.
        take z ⇒ unknown: You see no "z" here
        take a ⇒ done: Somewhere else a shutter falls
        i ⇒ told: You carry the small key, the ladder, the bombs, key A and the silver ewer.
        s ⇒ done: The Long Hall (1).
        go larder ⇒ unknown: You see no "larder" here
        go to the cellar ⇒ done: west (shut for good)
        w ⇒ refused: the way west is shut for good to whoever took key A.
        u ⇒ done: The Long Hall
        e ⇒ done: The Landing
        e ⇒ refused: It asks for key A and the small key, which it uses up. You carry that: `unlock east` opens it.
        unlock east ⇒ done: Key A and the small key open the way east. The small key breaks in the lock.
        unlock east with key a ⇒ refused: The way east is open already.
        i ⇒ told: You carry the ladder, the bombs, key A and the silver ewer.
        unlock ⇒ refused: There is nothing here to unlock.
        go east ⇒ won: You have won.
    "#;
    check(&mut game, script);
    let ending = game.play("look").text();
    assert!(ending.contains("This is the goal."), "{ending}");
    assert!(game.won());
}

#[test]
fn the_ending_lists_treasures_found() {
    let house = house();
    let mut game = Game::new(&house);
    let script = r#"
        take ⇒ done: the bombs
        n ⇒ done: Long Hall
        pull lever ⇒ done: opens
        pull switch ⇒ done: on
        bomb ⇒ done: falls
        d ⇒ done: Cellar
        w ⇒ done: Larder
        take ⇒ done: old coin
        e ⇒ done: Cellar
        u ⇒ done: Long Hall
        go 2 ⇒ done: key A
        take ⇒ done: key A
        s ⇒ done: Long Hall
        go 3 ⇒ done: stones
        take ⇒ done: small key
        push ⇒ done: opens
        e ⇒ done: ladder
        s ⇒ done: Landing
        unlock ⇒ done: open
        e ⇒ won: Sveinn lets you have the vault, and keeps the apples.
    "#;
    let mut other = game.clone();
    check(&mut game, script);
    game.play("undo");
    assert!(!game.won());
    let text = game.play("e").text();
    assert!(text.contains("the old coin") && text.contains("one"), "{text}");
    let skipped = script.replace("take ⇒ done: old coin", "look ⇒ told: old coin");
    check(&mut other, &skipped);
    assert!(!other.play("undo").text().contains("coin"));
    let text = other.play("e").text();
    assert!(text.contains("two treasures"), "{text}");
}

#[test]
fn the_map_has_seen_rooms() {
    let house = house();
    let mut game = Game::new(&house);
    let map = |game: &mut Game<'_>| game.play("map").lines;
    assert_eq!(map(&mut game)[..4], ["Level 0", "?", "│", "@"]);
    game.play("n");
    let expect = ["Level 0", "?   ?", "×   ×", "@════>×─?", "│", "S"];
    assert_eq!(map(&mut game)[..6], expect);
    for line in ["s", "take bombs", "n", "bomb", "d"] {
        game.play(line);
    }
    assert_eq!(map(&mut game)[..2], ["Level -1", "?───@<"]);
}

#[test]
fn a_walkthrough_takes_only_things_of_the_plan() {
    let house = house();
    let symbol = |name: &str| {
        let all = &house.graph().symbols;
        Content::Symbol(all.iter().position(|symbol| symbol == name).unwrap() as u32)
    };
    let (lever, key, stones) = (symbol("puzzle:1"), symbol("A"), symbol("plate:stones 1"));
    use Step::{Flip, Gain, Go};
    let steps = [
        Go(1),
        Gain(lever),
        Go(2),
        Gain(key),
        Go(1),
        Flip(0),
        Go(3),
        Gain(Content::Key),
        Gain(stones),
        Go(6),
        Go(5),
        Go(7),
    ];
    let commands = walkthrough(&house, &steps);
    let expect = [
        "go north",
        "pull lever 1",
        "go north to 2",
        "take key A",
        "go south",
        "pull switch 0",
        "go north to 3",
        "take small key",
        "push stones",
        "go east",
        "go south",
        "unlock east",
        "go east",
    ];
    assert_eq!(commands, expect);
    let mut game = Game::new(&house);
    commands.iter().for_each(|command| drop(game.play(command)));
    assert!(game.won());
    assert_eq!(game.commands(), expect);
}

#[test]
fn a_save_is_played_again() {
    let house = house();
    let mut game = Game::new(&house);
    for line in ["take all", "n", "bomb", "pull switch", "go 3"] {
        game.play(line);
    }
    let save = game.save();
    assert_eq!(Game::load(&house, &save), Ok(game.clone()));
    let damaged = save.replace("bomb down", "bomb up");
    assert!(matches!(Game::load(&house, &damaged), Err(SaveError::Command { at: 2, .. })));
    let other = scene(&HOUSE.replace("toggle:0=on", "toggle:0=off")).unwrap();
    assert_eq!(Game::load(&other, &save), Err(SaveError::Scenario));
    let renamed = scene(&HOUSE.replace("The Cellar", "The Ice House")).unwrap();
    assert!(Game::load(&renamed, &save).is_ok());
}

#[test]
fn bombs_that_run_out_open_a_wall_each() {
    let few = HOUSE.replace("\"unlimited\"", "\"consumed\", \"bomb_pickup\": 1");
    let few = few.replace("\"soft_locked\"", "\"bombable\"");
    let scene = scene(&few).unwrap();
    let mut game = Game::new(&scene);
    for line in ["take", "n", "bomb down", "pull switch", "go 3", "push", "e"] {
        game.play(line);
    }
    check(
        &mut game,
        "i ⇒ told: You carry nothing.\nbomb south ⇒ refused: You have no bomb.\ntake ⇒ done: ladder\nbomb south ⇒ done: falls",
    );
}

#[test]
fn unplayable_dungeons_are_refused_with_place_and_reason() {
    let check = |from: &str, to: &str, expect: &str| {
        let text = HOUSE.replacen(from, to, 1);
        assert_ne!(text, HOUSE, "{from}");
        let said = scene(&text).unwrap_err().to_string();
        assert!(said.contains(expect), "{expect:?} is not in {said:?}");
    };
    check("dungeon/2", "dungeon/3", "format: is \"quandary/dungeon/3\"");
    check("\"id\": 1,", "\"id\": 0,", "rooms[1].id: the id 0 is there twice");
    check("\"id\": 1,", "\"id\": 12,", "level.graph.nodes[1].id: there is no room with the id 1");
    check("\"id\": 1,", "\"id\": \"1\",", "line 7, column 12, rooms[1].id");
    check("[1, 1, 0]]", "[1, 3, 0]]", "rooms[1].cells: the cells lie apart");
    check("[1, 1, 0]]", "[0, 0, 0]]", "rooms[1].cells: a cell stands twice");
    check("[1, 1, 0]]", "[2000000, 1, 0]]", "more than 1,000,000 from");
    check(
        "\"from\": 0, \"to\": 1",
        "\"from\": 0, \"to\": 4",
        "level.graph.edges[0]: leads from room 0 to room 4, which do not touch",
    );
    check(
        "\"from\": 1, \"to\": 0",
        "\"from\": 0, \"to\": 1",
        "level.graph.edges[1]: leads from room 0 to room 1, as another edge does",
    );
    check("\"goal\"", "\"boss\"", "level.graph");
    check(
        "\"item_locked\"",
        "\"item_lokced\"",
        "level.graph.edges[9].requires: unknown requirement",
    );
    check("\"unlimited\"", "\"many\"", "level.rules.bombs: unknown value");
    check("{\"id\": 0, \"contents\"", "{\"id\": 0, \"content\"", "level.graph.nodes[0]");
    check("\"rooms\"", "\"romos\"", "missing field `rooms`");
}

#[test]
fn a_way_that_shuts_behind_the_player_is_described_and_drawn() {
    let text = HOUSE.replace(
        "{\"from\": 1, \"to\": 0, \"requires\": []}",
        "{\"from\": 1, \"to\": 0, \"requires\": [\"symbol:puzzle:1\"]}",
    );
    let house = scene(&text).unwrap();
    let mut game = Game::new(&house);
    check(&mut game, "exits ⇒ told: Ways out: north (it shuts behind you).");
    assert_eq!(game.play("map").lines[1..4], ["?", "↑", "@"]);
    check(
        &mut game,
        "n ⇒ done: south (The Doorstep; barred: lever 1)\npull lever ⇒ done: The ways north to 2 and south open.\ns ⇒ done: Ways out: north (The Long Hall).",
    );
}

#[test]
fn a_shutter_is_described_when_it_falls_and_not_before() {
    let text = HOUSE.replace("lacks:symbol:A", "lacks:symbol:treasure:silver-ewer");
    let house = scene(&text).unwrap();
    let mut game = Game::new(&house);
    for line in ["take bombs", "n", "bomb wall", "d"] {
        game.play(line);
    }
    let script = r#"
        exits ⇒ told: west (a raised shutter)
        x west ⇒ told: A cord runs from the shutter to the silver ewer.
        take ewer ⇒ done: With a crash a shutter falls: the way west is shut for good.
        exits ⇒ told: west (shut for good)
        undo ⇒ done: Taken back.
        exits ⇒ told: west (a raised shutter)
    "#;
    check(&mut game, script);
    let hint = game.play("take ewer. hint").text();
    assert!(!hint.contains("A shutter has fallen"), "{hint}");
}

#[test]
fn a_note_that_is_none_says_where_it_stands() {
    let noted = |during: &str| {
        let text = HOUSE.replacen(
            "\"text\": \"Two chairs face each other.\"",
            &format!("\"text\": \"\", \"notes\": [{{\"while\": \"{during}\", \"text\": \"Hm.\"}}]"),
            1,
        );
        scene(&text).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(noted("barred:4"), Ok(()));
    let error = noted("barred:44").unwrap_err();
    assert!(error.contains("rooms[1].notes[0].while: there is no room with the id 44"), "{error}");
    let error = noted("sometimes").unwrap_err();
    assert!(error.contains("rooms[1].notes[0].while: is \"sometimes\""), "{error}");
}
