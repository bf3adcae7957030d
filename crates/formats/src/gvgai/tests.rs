//! Tests of levels of GVGAI.

use super::*;
use level::{Limits, Options, Verdict, solve};

fn read_one(text: &str, game: Option<&str>) -> (Result<Level, ReadError>, Vec<String>) {
    let mut read = read(text, game, &Aliases::default()).unwrap();
    (read.levels.remove(0), read.notes)
}

fn length(text: &str, game: Option<&str>) -> Option<u64> {
    let level = read_one(text, game).0.unwrap();
    let rules = level.rules_under(None);
    match solve(&level, &rules, &Options::default(), &Limits::default()).unwrap().verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
        _ => None,
    }
}

#[test]
fn a_level_is_told_from_other_drawings() {
    assert!(is("wwwww\nwA+gw\nwwwww\n") && is("wwwww\r\nw1Akw\r\nwwgww"));
    for other in [
        "",
        "#####\n#@.*#\n#####\n",
        "wwwww\nw.+gw\nwwwww\n",
        "wwwww\nwA+g\nwwwww\n",
        "www\nAAA\nwww\n",
        "{\"A\":[\n wwww",
    ] {
        assert!(!is(other), "{other:?}");
    }
    assert!(is_game(GAMES[0].1) && !is_game("wwwww\nwA+gw\n"));
}

#[test]
fn the_goal_of_zelda_needs_the_key() {
    assert_eq!(length("wwwww\nwA+gw\nwwwww\n", None), Some(2));
    assert_eq!(length("wwwwww\nw+A1gw\nwwwwww\n", Some("Zelda")), Some(4));
    assert_eq!(length("wwwww\nwA.gw\nwwwww\n", None), None);
    let (_, notes) = read_one("wwwww\nwA1gw\nwwwww\n", None);
    assert!(notes[0].contains("enemy as an enemy"), "{notes:?}");
}

#[test]
fn boxes_of_bait_fill_holes_and_those_of_sokoban_lie_on_them() {
    let bait = "wwwwwwwww\nwkA.10.gw\nwwwwwwwww\n";
    let has_pits = Tile::from_name("PIT").is_some();
    assert_eq!(length(bait, Some("bait")).is_some(), has_pits);
    assert_eq!(length("wwwwwww\nwA1.0.w\nwwwwwww\n", Some("sokoban")), Some(2));
    let said = read_one("wwwwwww\nwA1.00w\nwwwwwww\n", Some("sokoban")).0.unwrap_err().to_string();
    assert_eq!(said, "level: has 1 block for 2 holes; only as many of each are read");
}

const GAME: &str = "BasicGame
\tSpriteSet
\t\tfloor > Immovable hidden=True
\t\tmoving >
\t\t\tavatar > MovingAvatar
\t\t\tbat > RandomNPC
\t\ttree > Immovable # it stands
\t\ttrap > Immovable
\t\tfern > Immovable
\t\texitdoor > Door
\tLevelMapping
\t\tA > floor avatar
\t\tT > floor tree
\t\tt > trap
\t\tf > fern
\t\tb > floor bat
\t\te > floor exitdoor
\t\t. > floor
\tInteractionSet
\t\tmoving tree > stepBack
\t\tavatar trap > killSprite
\t\texitdoor avatar > killSprite
\tTerminationSet
\t\tSpriteCounter stype=exitdoor limit=0 win=True
\t\tTimeout limit=9 win=False
";

#[test]
fn a_description_says_what_sprites_do() {
    let level = "TTTTT\nTA.bT\nTtTfT\nTe..T\nTTTTT\n";
    assert_eq!(length(level, Some(GAME)), Some(6));
    let (_, notes) = read_one(level, Some(GAME));
    let expected = "sprites are read by their names: bat as an enemy, which is walked past, \
        fern as floor, trap as WALL, for it kills the avatar";
    assert_eq!(notes, [expected]);
    let other = GAME.replace("stype=exitdoor limit=0", "stype=bat limit=0");
    assert!(read_one(level, Some(&other)).1.iter().any(|note| note.contains("won by \"bat\"")));
    for (from, to) in [
        ("avatar trap > killSprite", "avatar trap > teleportToExit"),
        ("avatar trap > killSprite", "avatar trap > transformTo"),
        (
            "moving tree > stepBack",
            "fern avatar > bounceForward\n\t\tfern bat tree > undoAll\n\t\tfern tree > killSprite",
        ),
    ] {
        let other = GAME.replace(from, to);
        let said = read_one(level, Some(&other)).0.unwrap_err().to_string();
        let last = to.rsplit('\t').next().unwrap();
        assert_eq!(said, format!("game: is played by more than is read: {last}"));
    }
    let timed = GAME.replace("limit=9 win=False", "limit=9 win=True");
    assert!(read_one(level, Some(&timed)).1.iter().any(|note| note.contains("won by \"Timeout")));
}

#[test]
fn what_is_wrong_is_named() {
    let said = |text: &str, game: Option<&str>| {
        read(text, game, &Aliases::default()).unwrap_err().to_string()
    };
    let unknown = said("wwwww\nwAkgw\nwwwww\n", None);
    assert!(
        unknown.starts_with("line 2, column 3: 'k' stands for no tile; known are + key"),
        "{unknown}"
    );
    assert!(unknown.ends_with("; --game FILE gives the LevelMapping of another game"), "{unknown}");
    assert!(said("wA\n", Some("bat")).contains("(did you mean bait?)"));
    assert!(said("wA\n", Some("LevelMapping\n")).contains("has no LevelMapping"));
    let flak = GAME.replace("MovingAvatar", "FlakAvatar");
    assert!(said("wA\n", Some(&flak)).contains("is played by a \"FlakAvatar\""));
}
