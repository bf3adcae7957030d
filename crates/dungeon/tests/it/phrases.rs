//! More than a hundred phrases that a player could type, with their replies.

use quandary_dungeon::game::dungeon::{Game, Scene};
use quandary_dungeon::json::playable::{self, Playable};

const HOUSE: &str = include_str!("../../../../tests/samples/dungeon.json");

/// The sample, with enemies, a boss, names of things, and notes.
fn scene() -> Scene {
    let edits = [
        (
            "\"ending\":",
            "\"goal\": \"the golden pip\", \"things\": [{\"thing\": \"symbol:A\", \"name\": \"the beadle's key\"}, {\"thing\": \"key_item\", \"name\": \"the washtub\", \"text\": \"It floats, if nobody looks.\"}], \"ending\":",
        ),
        (
            "\"It smells of apples.\"",
            "\"It smells of apples, and a cobweb hangs from a hook.\", \"enemies\": [{\"kind\": \"pit rat\"}, {\"kind\": \"pit rat\"}], \"notes\": [{\"while\": \"enemies\", \"text\": \"Something gnaws.\"}]",
        ),
        (
            "\"Wet stones lead out of the water.\"",
            "\"Wet stones lead out of the water.\", \"enemies\": [{\"kind\": \"the Pale Queen\"}], \"notes\": [{\"while\": \"barred:7\", \"text\": \"An iron door keeps the way to the east.\"}]",
        ),
        ("{\"id\": 5, \"contents\": []}", "{\"id\": 5, \"contents\": [\"boss\"]}"),
    ];
    let text = edits.into_iter().fold(HOUSE.to_owned(), |text, (from, to)| {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text, "{from}");
        edited
    });
    match playable::read(&text) {
        Ok(Playable::Dungeon(scene)) => scene,
        other => panic!("{other:?}"),
    }
}

/// Situations: the commands that lead there, and lines to type: `phrase ⇒ outcome: part of the reply`. Each line is
/// typed in the same situation.
const SITUATIONS: [(&str, &str); 12] = [
    (
        "",
        r#"
        where am i ⇒ told: The Doorstep (0).
        look around ⇒ told: The Doorstep (0).
        x room ⇒ told: The Doorstep (0).
        exits ⇒ told: Ways out: north.
        exit ⇒ quit: save
        quit ⇒ quit: What was not saved is gone; `save` keeps a game.
        q ⇒ quit: save
        n ⇒ done: The Long Hall (1).
        northward ⇒ done: The Long Hall (1).
        head north ⇒ done: The Long Hall (1).
        run north ⇒ done: The Long Hall (1).
        walk to the north ⇒ done: The Long Hall (1).
        in ⇒ done: The Long Hall (1).
        enter ⇒ done: The Long Hall (1).
        out ⇒ done: The Long Hall (1).
        nrth ⇒ unknown: Did you mean `north`?
        norht ⇒ unknown: Did you mean `north`?
        sing ⇒ refused: You sing a verse.
        grab bombs ⇒ done: You take the bombs.
        pick up bombs ⇒ done: You take the bombs.
        take all ⇒ done: You take the bombs.
        take all. n ⇒ done: The Long Hall (1).
        n, s ⇒ done: The Doorstep (0).
        take bombs and go north ⇒ done: The Long Hall (1).
        n. w. n ⇒ refused: The rest of the line was left.
        x draught ⇒ told: A draught comes from the north.
        x floor ⇒ told: You see nothing of note about it.
        take draught ⇒ refused: You cannot take that.
        x all ⇒ told: The way north is free.
        ex bombs ⇒ told: They open cracked walls.
        look at bombs ⇒ told: They open cracked walls.
        search ⇒ told: You find nothing that you have not been told of.
        back ⇒ refused: You have not come from anywhere yet.
        undo ⇒ refused: There is nothing to take back.
        redo ⇒ refused: Nothing was taken back.
        restart ⇒ refused: You are at the beginning.
        again ⇒ refused: Nothing was done yet.
        wait ⇒ refused: Time passes
        z ⇒ refused: Time passes
        dig ⇒ refused: nothing to dig with
        ring bell ⇒ refused: nothing here to ring
        read book ⇒ refused: nothing here to read
        talk to beadle ⇒ refused: Nobody here has anything to say
        say hello ⇒ refused: Nobody here has anything to say
        drop bombs ⇒ refused: You carry no "bombs".
        jump ⇒ refused: There is no drop here.
        climb ⇒ refused: There is nothing here to climb.
        attack ⇒ refused: There is nobody here to fight.
        kill rat ⇒ refused: There is nobody here to fight.
        hint ⇒ told: The bombs: here, in this room.
        obstacles ⇒ told: The bombs: here, in this room.
        think ⇒ told: The bombs: here, in this room.
        help hint ⇒ told: `hint`: how things stand; asked again
        help obstacles ⇒ told: `obstacles [WAY]`: why ways are barred
        take all. hints ⇒ told: Here the way north is free
        help bomb ⇒ told: `bomb [WAY]`: open a cracked wall. (also blast)
        help ⇒ told: go WAY
        score ⇒ told: You have seen 1 room and hold 0 of 2 treasures, after 0 moves; looking is none.
        bomb north ⇒ refused: No wall is left in the way north: it is open.
        unlock north ⇒ refused: The way north has no lock, and is open.
        unlock door ⇒ unknown: nothing to unlock
        use bombs ⇒ refused: You would have to take the bombs first.
        push stones ⇒ unknown: nothing to push
        go attic ⇒ unknown: You see no "attic" here.
        undo soon ⇒ refused: is no number of moves
        take it ⇒ done: You take the bombs.
        x bombs. take them ⇒ done: You take the bombs.
        get bombs, examine them ⇒ told: They open cracked walls.
        x draught. take it ⇒ refused: You cannot take that.
        kill him ⇒ refused: There is nobody here whom that could mean.
        i want to go north ⇒ done: The Long Hall (1).
        I'd like to pick the bombs up ⇒ done: You take the bombs.
        i take bombs ⇒ done: You take the bombs.
        i ⇒ told: You carry nothing.
        please look ⇒ told: The Doorstep (0).
        go to goal ⇒ refused: You have not found that yet.
        take the ladder ⇒ unknown: You see no "ladder" here. You can take: the bombs.
        throw bombs ⇒ refused: You carry no "bombs".
        bomb north wall ⇒ refused: No wall is left in the way north: it is open.
        sit ⇒ refused: You sit for a while.
        sleep ⇒ refused: no place to lie down in
        listen ⇒ told: nothing that you could name
        smell ⇒ told: .
        feel ⇒ told: A draught comes from the north.
        touch bombs ⇒ told: They open cracked walls.
        kick draught ⇒ refused: You kick it.
        cut rope ⇒ refused: nothing with an edge
        light lamp ⇒ refused: You see well enough
        pray ⇒ refused: You pray.
        knock on door ⇒ refused: You knock.
        knock over pebbles ⇒ refused: You leave it standing.
        order soup ⇒ refused: no trade
        explore ⇒ told: The Doorstep (0).
        list ⇒ unknown: I do not know "list". `help` lists the commands.
        x me ⇒ told: You look as you did this morning, and dustier.
        secrets ⇒ told: Secrets found: 0 of 1, 0 %.
        read draught ⇒ told: A draught comes from the north.
    "#,
    ),
    (
        "take bombs; n",
        r#"
        i ⇒ told: You carry the bombs.
        use lever ⇒ done: You pull lever 1.
        turn lever ⇒ done: You pull lever 1.
        press lever 1 ⇒ done: You pull lever 1.
        throw lever ⇒ done: You pull lever 1.
        push lever ⇒ done: You pull lever 1.
        pull lever and go 2 ⇒ done: The West Loft (2).
        x lever ⇒ told: A chain runs from it to what bars the way north to 2.
        north ⇒ ambiguous: Say `n 2` or `n 3`.
        n 2 ⇒ refused: barred until lever 1 is pulled
        go n to 2 ⇒ refused: barred until lever 1 is pulled
        3 ⇒ refused: The gate north to 3 is open while switch 0 is on.
        bomb wall ⇒ done: The cracked wall falls.
        blow up wall ⇒ done: The cracked wall falls.
        break the wall ⇒ done: The cracked wall falls.
        bomb the cracked wall ⇒ done: The cracked wall falls.
        use bombs on wall ⇒ done: The cracked wall falls.
        x cracked wall ⇒ told: The way down is a cracked wall.
        bomb west wall ⇒ refused: There is no way west.
        x water ⇒ told: Water bars the way east.
        swim ⇒ refused: Something that crosses it would do.
        go doorstep ⇒ done: The Doorstep (0).
        go back ⇒ done: The Doorstep (0).
        return ⇒ done: The Doorstep (0).
        again ⇒ ambiguous: Say `n 2` or `n 3`.
        undo 2 ⇒ done: Taken back: 2 moves.
        restart ⇒ done: `redo 2` brings it all back.
        restart. redo 2 ⇒ done: The Long Hall (1).
        lift portcullis ⇒ refused: Nothing here is to be lifted by hand.
        use washtub ⇒ unknown: You see no "washtub" here.
        pull bombs ⇒ refused: You carry the bombs: nothing to pull.
        take bombs ⇒ refused: You carry the bombs already.
        x lever. pull it ⇒ done: You pull lever 1.
        x lever. x bombs. pull it ⇒ done: You pull lever 1.
        turn the lever on ⇒ done: You pull lever 1.
        x wall. bomb it ⇒ done: The cracked wall falls.
        throw bombs ⇒ refused: You would only have to go and fetch the bombs again.
        throw bombs at the wall ⇒ done: The cracked wall falls.
        bomb all ⇒ done: The cracked wall falls.
        bomb east wall ⇒ refused: The way east is no cracked wall. Water bars the way east.
        drop bombs ⇒ refused: You had better keep the bombs.
        put down bombs ⇒ refused: You had better keep the bombs.
        put bombs in lock ⇒ refused: You had better keep the bombs.
        unlock 2 ⇒ refused: That takes no key. The way north to 2 is barred until lever 1 is pulled.
        go to start ⇒ done: The Doorstep (0).
        go back to start ⇒ done: The Doorstep (0).
        return to the doorstep ⇒ done: The Doorstep (0).
        hint ⇒ told: Lever 1: here, in this room.
        obstacles down ⇒ told: The way down is a cracked wall. You have bombs
        think about down ⇒ told: The way down is a cracked wall. You have bombs
        hint ⇒ told: The way down is a cracked wall. You have bombs
    "#,
    ),
    (
        "take bombs; n; pull lever; pull switch; bomb wall",
        r#"
        pull lever ⇒ refused: Lever 1 was pulled already.
        pull lever 1 ⇒ refused: Lever 1 was pulled already.
        x lever 1 ⇒ told: It has opened the way north to 2.
        bomb wall ⇒ refused: No wall is left in the way down: it is open.
        d ⇒ done: two pit rats
        toggle 0 ⇒ done: Switch 0 is off now.
    "#,
    ),
    (
        "take bombs; n; pull switch; go 3",
        r#"
        push blocks ⇒ done: until each stands on its plate
        move stones ⇒ done: until each stands on its plate
        push stones onto plates ⇒ done: until each stands on its plate
        push the boulders to the plates ⇒ done: until each stands on its plate
        use stones ⇒ done: until each stands on its plate
        lift portcullis ⇒ refused: `push stones`
        x portcullis ⇒ told: A portcullis bars the way east
        x plates ⇒ told: Here are stones, and plates to push them onto.
        push. push stones ⇒ refused: The stones stand on their plates already.
        go doorstep ⇒ done: You go there: go south, go south.
        go to the hall ⇒ done: The Long Hall (1).
        put stones on plates ⇒ done: until each stands on its plate
        take key a ⇒ unknown: You see no "key a" here.
    "#,
    ),
    (
        "n; pull switch; go 3; push; take all; e",
        r#"
        jump ⇒ done: The Landing (5).
        d ⇒ done: The Landing (5).
        jump down ⇒ done: The Landing (5).
        x drop ⇒ told: a drop, no way back
        take washtub ⇒ done: You take the washtub.
        take ladder ⇒ done: You take the washtub.
        map ⇒ told: arrows: one way
    "#,
    ),
    (
        "n; pull switch; go 3; push; take all; e; take washtub; s",
        r#"
        look ⇒ told: An iron door keeps the way to the east.
        x queen ⇒ told: You look at the Pale Queen
        attack queen ⇒ done: the Pale Queen
        kill the pale queen with key ⇒ done: the Pale Queen
        attack goose ⇒ refused: You could attack the Pale Queen.
        attack. attack ⇒ refused: You have dealt with the Pale Queen already.
        take queen ⇒ refused: The Pale Queen will not have that.
        x boss ⇒ told: You look at the Pale Queen
        kill her ⇒ done: the Pale Queen
        x him ⇒ told: You look at the Pale Queen
        kick queen ⇒ done: the Pale Queen
        talk to the queen ⇒ refused: the Pale Queen
        x newt ⇒ unknown: and the Pale Queen.
        put small key in lock ⇒ refused: You lack a key.
        insert key in the door ⇒ refused: You lack a key.
        x washtub ⇒ told: It floats, if nobody looks.
        open door ⇒ refused: You lack a key. It asks for the beadle's key (key A) and the small key, which it uses up.
        use small key on door ⇒ refused: You lack a key.
        climb ⇒ refused: You would have to climb the drop to the north. It is too high.
        go ledge ⇒ done: You go there: go west, go north to 3, go east.
        back ⇒ refused: No way leads back to The Ledge from here.
        x door ⇒ told: The way east is locked.
    "#,
    ),
    (
        "n; pull lever; pull switch; go 2",
        r#"
        take key a ⇒ done: You take the beadle's key (key A).
        take beadle's key ⇒ done: You take the beadle's key (key A).
        take the beadles key ⇒ done: You take the beadle's key (key A).
        get beadle ⇒ done: You take the beadle's key (key A).
        take a ⇒ done: You take the beadle's key (key A).
        go bombs ⇒ refused: The bombs: not here, but in The Doorstep (0).
        hint ⇒ told: (key A): here, in this room.
        take a. s. hint ⇒ told: Water bars the way east
        x beadle ⇒ told: You have not seen yet what it opens.
    "#,
    ),
    (
        "take bombs; n; bomb wall; pull lever; go 2; take a; s; d",
        r#"
        x key a ⇒ told: You have not seen yet what it opens.
        look ⇒ told: Something gnaws.
        attack rats ⇒ done: the two pit rats
        attack. look ⇒ told: It smells of apples, and a cobweb hangs from a hook.
        x rats ⇒ told: You look at the two pit rats
        take ewer ⇒ done: the two pit rats
        kill them ⇒ done: the two pit rats
        attack all ⇒ done: the two pit rats
        x goose ⇒ unknown: and the two pit rats.
        bomb all ⇒ refused: There is nothing here to bomb.
        kick wall ⇒ refused: You kick it.
        smell ⇒ told: It smells of apples
        hint ⇒ told: The silver ewer: here, in this room.
        x cobweb ⇒ told: and a cobweb hangs from a hook
        pull hook ⇒ refused: You cannot pull that.
        go landing ⇒ unknown: You see no "landing" here.
        g ⇒ refused: There is no way down
        w ⇒ refused: shut for good to whoever took the beadle's key (key A)
        x shutter ⇒ told: shut for good
        u ⇒ done: The Long Hall (1).
        climb ⇒ done: The Long Hall (1).
    "#,
    ),
    (
        "n; pull lever; pull switch; go 3; take all; push; e; take all; s; w; go 2; take a; s",
        r#"
        hint ⇒ told: In The Landing (5) the way east can be opened with
        hint ⇒ told: The way down is a cracked wall.
    "#,
    ),
    (
        "n; pull lever; pull switch; go 2; take a; s; go 3; take all; push; e; take all; s",
        r#"
        insert key a into door ⇒ done: open the way east
        put the small key in the lock ⇒ done: open the way east
        x east. unlock it ⇒ done: open the way east
        x key a. use it on the door ⇒ done: open the way east
    "#,
    ),
    (
        "take bombs; n; bomb wall; pull lever; d",
        r#"
        look ⇒ told: west (a raised shutter)
        x shutter ⇒ told: The way west (a raised shutter) is free.
        w ⇒ done: The Larder (8).
    "#,
    ),
    (
        "n; pull lever; pull switch; go 2; take a; s; go 3; take all; push; e; take all; s; unlock; e",
        r#"
        i ⇒ told: the golden pip
        x pip ⇒ told: you hold what you came for
        x golden pip ⇒ told: you hold what you came for
        w; e ⇒ done: two treasures
        w; e ⇒ done: Secrets found: 0 of 1, 0 %.
        score ⇒ told: hold 0 of 2 treasures
        look ⇒ told: What you came for is here: the golden pip.
        go to goal ⇒ refused: You are there
        score ⇒ told: You have won.
        undo ⇒ done: The Landing (5).
        unlock west with key a ⇒ refused: The way west is open already.
    "#,
    ),
];

#[test]
fn a_hundred_phrases_get_an_answer_that_makes_sense() {
    let scene = scene();
    let mut asked = 0;
    let mut wrong = Vec::new();
    for (led, phrases) in SITUATIONS {
        let mut there = Game::new(&scene);
        for command in led.split("; ").filter(|command| !command.is_empty()) {
            let reply = there.play(command);
            let done = ["Done", "Won"].contains(&format!("{:?}", reply.outcome).as_str());
            assert!(done, "{led}: {command}: {}", reply.text());
        }
        for row in phrases.trim().lines() {
            let (phrase, expected) =
                row.trim().split_once(" ⇒ ").unwrap_or_else(|| panic!("{row}"));
            let (outcome, part) = expected.split_once(": ").unwrap_or_else(|| panic!("{row}"));
            let reply = there.clone().play(phrase);
            let found = format!("{:?}", reply.outcome).to_lowercase();
            if !found.starts_with(outcome) || !reply.text().contains(part) {
                wrong.push(format!("after {led:?}: {phrase} ⇒ {found}: {}", reply.text()));
            }
            asked += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked >= 100, "{asked}");
}

/// Words for random lines.
const WORDS: [&str; 60] = [
    "n",
    "s",
    "e",
    "w",
    "u",
    "d",
    "go",
    "north",
    "south",
    "east",
    "take",
    "all",
    "drop",
    "pull",
    "lever",
    "1",
    "2",
    "3",
    "5",
    "switch",
    "0",
    "push",
    "stones",
    "onto",
    "plates",
    "bomb",
    "wall",
    "unlock",
    "with",
    "key",
    "a",
    "door",
    "use",
    "on",
    "attack",
    "queen",
    "rats",
    "x",
    "look",
    "at",
    "undo",
    "redo",
    "restart",
    "again",
    "back",
    "hint",
    "map",
    "i",
    "score",
    "exits",
    "help",
    "and",
    "then",
    ".",
    ",",
    "to",
    "hall",
    "jump",
    "climb",
    "é\u{301}",
];

proptest::proptest! {
    #[test]
    fn no_line_panics_and_refused_lines_change_nothing(
        lines in proptest::collection::vec(
            proptest::collection::vec(proptest::sample::select(&WORDS[..]), 0..5), 0..40)
    ) {
        let scene = scene();
        let mut game = Game::new(&scene);
        for words in lines {
            let line = words.join(" ");
            let before = (game.room(), game.commands().to_vec());
            let outcome = format!("{:?}", game.play(&line).outcome);
            let is_one = !words.iter().any(|word| ["and", "then", ".", ","].contains(word));
            if is_one && !["Done", "Won"].contains(&outcome.as_str()) {
                proptest::prop_assert_eq!((game.room(), game.commands().to_vec()), before, "{}", line);
            }
        }
        let loaded = Game::load(&scene, &game.save());
        let loaded = loaded.map(|game| (game.room(), game.commands().to_vec()));
        proptest::prop_assert_eq!(loaded, Ok((game.room(), game.commands().to_vec())));
    }
}
