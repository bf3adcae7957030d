//! Error messages of bad command lines: each with its exit code and a part of the message. `docs/messages.md` lists
//! all of them, and a test checks their style.
//!
//! Over 500 lines because it is one table, in the order of its page.

use super::folder;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use testing::messages::{Messages, hold, say};

/// The files in the folder: their names and contents.
const FILES: [(&str, &str); 24] = [
    ("level.txt", "#####\n#@.*#\n#####\n"),
    ("ragged.txt", "####\n#@.*#\n####\n"),
    ("start.txt", "##\n"),
    ("odd.txt", "#@Q*#\n"),
    ("header.txt", "quandary/level/1\nlegand: x WALL\n\n@*\n"),
    ("map.tmx", "<?xml version=\"1.0\"?>\n<map version=\"1.10\">\n</map>\n"),
    ("tiles.tsx", "<?xml version=\"1.0\"?>\n<tileset name=\"a\"/>\n"),
    ("way.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"),
    ("graph.dot", "digraph {\n0 [label=\"s\"]\n}\n"),
    ("vglc.txt", "WWWWWWWWWWW\nWWFFFFFFFWW\n"),
    ("mission.json", "{\"format\":\"quandary/mission/1\",\"seed\":1}\n"),
    ("layout.json", "{\"format\":\"quandary/layout/1\",\"seed\":1}\n"),
    ("cave.json", "{\"format\":\"quandary/cave/1\"}\n"),
    ("game.json", "{\"format\":\"quandary/game/1\"}\n"),
    ("field.json", "{\"format\":\"quandary/level/1\",\"grahp\":{}}\n"),
    ("cut.json", "{\"format\":\"quandary/level/1\",\n"),
    ("empty", ""),
    (
        "graph.json",
        "{\"format\":\"quandary/level/1\",\"graph\":{\"nodes\":[{\"id\":\"a\",\"contents\":[\"start\",\"goal\"]}],\"edges\":[]}}\n",
    ),
    ("pieces.txt", "###.###\n###.###\n"),
    ("letters.txt", "###\n#q#\n"),
    ("small.txt", "#\n"),
    ("profile.txt", "tiles 20..30\nbets 3\n"),
    (
        "pump.json",
        "{\"format\":\"quandary/templates/1\",\"category\":\"inn\",\"templates\":[{\"kind\":\"lever\",\"name\":\"pump\",\"description\":\"It is dry.\",\"threshold\":10,\"hint\":\"Pull it.\"}]}\n",
    ),
    (
        "templates.json",
        "{\"format\":\"quandary/templates/1\",\"category\":\"cvae\",\"templates\":[]}\n",
    ),
];

/// Command lines, with the exit code and a part of the message.
const LINES: &[(&str, i32, &str)] = &[
    // Unknown commands and options.
    ("misson", 2, "unknown command \"misson\" (did you mean mission?); known are dungeon, mission"),
    ("mission --romos 5", 2, "unknown option --romos (did you mean --rooms?)"),
    ("check level.txt --max-state 5", 2, "unknown option --max-state (did you mean --max-states?)"),
    ("check", 2, "expected LEVEL"),
    ("hint", 2, "expected LEVEL"),
    ("play --load my.sav", 2, "--load SAVE goes on with the game of a FILE or of a --seed N"),
    ("hint level.txt --rung 5", 2, "expected a whole number from 1 to 4"),
    ("hint level.txt --at rigth", 3, "unknown step \"rigth\" (did you mean right?)"),
    (
        "check level.txt level.txt --explain item:1,2",
        2,
        "--explain takes one level; several are given",
    ),
    ("check level.txt --explain room:9", 2, "--explain room:9: unknown thing"),
    ("check level.txt level.txt --draw way.svg", 2, "--draw takes one level; several are given"),
    ("check level.txt level.txt --repair", 2, "--repair takes one level; several are given"),
    ("check level.txt --repair -o -", 2, "name a file for the repaired level"),
    ("check level.txt --repair -o mended.jsn", 2, "unknown ending .jsn (did you mean .json?)"),
    ("check level.txt --repair --free door:1,1", 2, "--repair repairs the unchanged level"),
    ("check level.txt level.txt --format png", 2, "a picture shows one level; several are given"),
    ("check - level.txt -", 2, "standard input is named twice"),
    (
        "check level.txt level.txt --jobs some",
        2,
        "--jobs some: expected a whole number from 0 to 1,024",
    ),
    ("solve level.txt level.txt", 2, "unexpected argument 'level.txt'"),
    (
        "--color sometimes mission",
        2,
        "--color sometimes: unknown value \"sometimes\"; known are auto, always, never",
    ),
    // Invalid numbers, and numbers out of range.
    ("mission --rooms eight", 2, "--rooms eight: expected a whole number from 2 to 2,000"),
    ("mission --rooms -5", 2, "--rooms -5: expected a whole number from 2 to 2,000"),
    ("mission --rooms 2001", 2, "--rooms 2001: expected a whole number from 2 to 2,000"),
    ("mission --rooms 6", 2, "6 rooms are too few: 7 is the least for the entrance"),
    ("mission --rooms 0", 2, "--rooms 0: expected a whole number from 2 to 2,000"),
    ("mission --rooms 1 --keys 0", 2, "--rooms 1: expected a whole number from 2 to 2,000"),
    ("mission --rooms 2 --keys 0", 2, "2 rooms are too few: 3 is the least"),
    ("mission --keys 27", 2, "--keys 27: expected a whole number from 0 to 26"),
    ("mission --switches -1", 2, "--switches -1: expected a whole number from 0 to 4"),
    ("mission --seed -1", 2, "--seed -1: expected a whole number from 0 to 9,007,199,254,740,991"),
    ("mission --seed 9007199254740992", 2, "seeds are below 2^53"),
    ("mission --seed 1.5", 2, "--seed 1.5: expected a whole number"),
    ("mission --count 0", 2, "--count 0: expected a whole number of at least 1"),
    ("mission --seed 9007199254740991 --count 2", 2, "goes past the last seed"),
    ("mission --attempts none", 2, "--attempts none: expected a whole number of at least 1"),
    ("mission --threads -2", 2, "--threads -2: expected a whole number from 0 to 1,024"),
    ("mission --link-chance 2", 2, "--link-chance 2: expected a number from 0 to 1"),
    ("mission --link-chance half", 2, "--link-chance half: expected a number from 0 to 1"),
    ("mission --start 1;1", 2, "expected two whole numbers with a comma between, such as 3,0"),
    ("mission --start 1,-1", 2, "--start: the entrance is asked for at (1, -1)"),
    ("dungeon --rooms -5", 2, "--rooms -5: expected a whole number without a sign"),
    ("dungeon --rooms 0", 2, "0 rooms are asked for; from 5 to 2,000 are possible"),
    ("dungeon --rooms 2001", 2, "2001 rooms are asked for; from 5 to 2,000 are possible"),
    ("dungeon --rooms 8 --rooms 500", 2, "--rooms is given twice; leave out one of the two"),
    ("dungeon --rooms 4", 2, "4 rooms are asked for"),
    (
        "dungeon --floors 2 -o keep.dd2vtt",
        2,
        "a file of this format has one floor, and 2 are asked for",
    ),
    (
        "export level.txt",
        2,
        "name a folder for all formats with --to DIR, or a file for one with -o FILE",
    ),
    (
        "export level.txt -o keep.tsnc",
        2,
        "unknown ending .tsnc (did you mean .tscn?); known are .tscn, .ldtk",
    ),
    ("export level.txt --to keep --format tscn", 2, "--format"),
    (
        "export level.txt --format uvtt --floor 3",
        3,
        "has no floor 3: the level has 1 floor, counted from 0",
    ),
    ("export level.txt -o keep.ldtk --worlds rooms", 3, "lies in no room"),
    (
        "export graph.json --to keep",
        3,
        "floors: is missing; only levels with tiles are written for engines",
    ),
    ("dungeon --difficulty 50", 2, "expected LOW..HIGH, two numbers from 0 to 100"),
    ("dungeon --difficulty 50..40", 2, "expected the smaller number first, such as 30..45"),
    ("measure level.txt --range leniency", 2, "expected X,Y, such as leniency,linearity"),
    ("measure level.txt --range x,linearity", 2, "unknown number \"x\"; known are empty"),
    ("measure level.txt --format svg", 2, "a picture is of a range; say of what with --range X,Y"),
    (
        "measure level.txt --against vglc --format csv",
        2,
        "--against goes with --format text and json",
    ),
    (
        "measure level.txt --against vglc --format parquet",
        2,
        "--against goes with --format text and json",
    ),
    ("measure - -", 2, "standard input is named twice"),
    ("rate - -", 2, "standard input is named twice"),
    ("corpus", 2, "--kind"),
    ("corpus --kind dungeon --count 0 -o c", 2, "--count 0: expected a whole number from 1"),
    (
        "corpus --kind castle --count 1 -o c",
        2,
        "unknown value \"castle\"; known are dungeon, mission",
    ),
    ("corpus --kind dungeon --count 2 --category crpyt -o c", 2, "(did you mean crypt?)"),
    (
        "corpus --kind mission --count 2 --category crypt -o c",
        2,
        "--category goes with --kind dungeon or level",
    ),
    (
        "corpus --kind dungeon --count 2 --locale is -o c",
        2,
        "--locale goes with --kind riddle, not dungeon",
    ),
    (
        "corpus --kind riddle --count 2 --rooms 9 -o c",
        2,
        "--rooms goes with --kind dungeon or mission or level",
    ),
    ("corpus --kind mission --count 2 --of 3 -o c", 2, "3 parts of 2 rows are asked for"),
    ("corpus --kind mission --count 9 --part 3 --of 3 -o c", 2, "parts are numbered from 0 to 2"),
    ("corpus --kind mission --count 9 --part 3 -o c", 2, "--of"),
    ("corpus --kind mission --count 2 --seed 9007199254740991 -o c", 2, "go past the last seed"),
    ("corpus --kind mission --count 2 --rooms 3 -o c", 2, "3 rooms are too few"),
    ("corpus --kind dungeon --count 2 --rooms 4 -o c", 2, "4 rooms are asked for"),
    (
        "corpus --kind dungeon --count 2 --puzzles 1..2 -o c",
        2,
        "expected a whole number without a sign",
    ),
    ("corpus --kind riddle --count 2 --profile hard -o c", 2, "known are design, daily, open"),
    (
        "corpus --kind mission --count 2 -o level.txt",
        3,
        "cannot write level.txt/manifest: a part of the path is no folder",
    ),
    ("corpus verify nosuch", 3, "nosuch/corpus.json: there is no such file"),
    ("dungeon --floors 0", 2, "--floors 0: expected a whole number from 1 to 16"),
    (
        "dungeon --floors 9 --rooms 8",
        2,
        "9 floors are asked for, and 8 rooms: every floor has at least one",
    ),
    ("dungeon --puzzles many", 2, "--puzzles many: expected a whole number without a sign"),
    ("area --puzzles many", 2, "is no number of puzzles, such as 2, 1..3 or per-room"),
    ("area --puzzles 3..1", 2, "expected the smaller number first"),
    ("dungeon --room-templates /nowhere", 2, "there is no such file"),
    ("dungeon --blocks 99", 2, "--blocks 99: expected a whole number from 0 to 16"),
    ("dungeon --room-size 16", 2, "expected two whole numbers with an x between, such as 16x11"),
    (
        "dungeon --room-size 5x11",
        2,
        "rooms of 5x11 tiles are asked for; each side is between 7 and 40",
    ),
    ("dungeon --time 2h", 2, "--time 2h: expected a time, such as 2s, 500ms or 1m"),
    ("dungeon --count 2 --time 1s", 2, "--time and --count do not go together"),
    ("layout --category cave --fill 0.3", 2, "--fill 0.3: expected a number from 0.45 to 0.55"),
    ("layout --category cave --birth 9", 2, "--birth 9: expected a whole number from 1 to 8"),
    ("layout --category cave --passes 21", 2, "--passes 21: expected a whole number from 0 to 20"),
    (
        "layout --category cave --stairs 0",
        2,
        "--stairs 0: expected a whole number of at least 1, or all",
    ),
    (
        "layout --category cave --stairs no",
        2,
        "--stairs no: expected a whole number of at least 1, or all",
    ),
    (
        "layout --category cave --treasure-share 2",
        2,
        "--treasure-share 2: expected a number from 0 to 1",
    ),
    (
        "layout --category cave --treasure-share 0.7 --puzzle-share 0.7",
        2,
        "together they are at most 1",
    ),
    (
        "layout --category cave --bounds 1,2",
        2,
        "is not min_x,max_x,min_y,max_y,min_z,max_z, such as",
    ),
    ("layout --category cave --bounds 3,-3,0,0,0,0", 2, "inverted"),
    ("layout --category crypt --plain", 2, "crypt is not made by one: cave, mine are"),
    // Options that other options leave without effect.
    (
        "layout --category temple --fill 0.5 --passes 3 --birth 7",
        2,
        "--fill goes with --category cave or mine, which a cellular automaton makes; temple has none",
    ),
    (
        "layout --category cave --passes 0 --survive 3",
        2,
        "--survive decides nothing with --passes 0",
    ),
    (
        "layout --category inn --min-rooms 9",
        2,
        "inn is a single room with up to three at its sides",
    ),
    ("layout --category town --stairs all", 2, "--stairs goes with places of several levels"),
    (
        "layout --category cave --bounds 0,1,0,6,-3,0 --min-rooms 9",
        2,
        "--min-rooms goes with --bounds that hold 3 × 3 cells or more",
    ),
    (
        "area --category town --key-style small",
        2,
        "--key-style is about puzzles, and none is requested: town has some with --puzzles N",
    ),
    ("area --templates templates.json --puzzles 0", 2, "none is requested with --puzzles 0"),
    (
        "area --category cave --templates pump.json",
        2,
        "--templates has packs of inn, and none is used: cave takes that of cave",
    ),
    ("mission --switch-style once", 2, "--switch-style goes with --switches N"),
    ("mission --rooms 12 --keys 0 --boss-unlocked", 2, "--boss-unlocked goes with --keys N"),
    ("mission --linearity 9 --attempts 9", 2, "--attempts does not go with --linearity N"),
    ("mission -o x.png", 2, "x.png: unknown ending .png; known are .txt, .json, .svg, .dot"),
    ("mission --require boss-distance", 2, "expected NAME>=N, NAME<=N or NAME=N"),
    ("mission --require boss-distence>=6", 2, "(did you mean boss-distance?)"),
    ("mission --seed 1 --attempts 1 --require cycles>=99", 11, "refused"),
    ("cave --min 9", 2, "--min goes with --keep bridge"),
    (
        "dungeon --seed 7 --spoiler --format json",
        2,
        "--spoiler goes with --format map, svg and png",
    ),
    ("play level.txt --rooms 9", 2, "--rooms is about a dungeon that is made"),
    ("cave --size 5", 2, "--size 5: expected two whole numbers with an x between, such as 80x24"),
    ("cave --size 5x0", 2, "a cave of 5x0 has no cells"),
    ("cave --size 5x5 --birth 10", 2, "--birth 10: expected a whole number from 0 to 9"),
    ("expand level.txt --rooms 0", 2, "--rooms 0: expected a whole number from 1 to 1,000"),
    ("solve level.txt --weight 0.5", 2, "--weight 0.5: expected a number from 1 to 1000"),
    (
        "solve level.txt --max-states -1",
        2,
        "--max-states -1: expected a whole number of at least 0",
    ),
    ("solve level.txt --memory 4T", 2, "--memory 4T: expected a size, such as 512M or 4G"),
    ("solve level.txt --time soon", 2, "--time soon: expected a time"),
    ("riddle --locale en --difficulty 50", 2, "expected LOW..HIGH, two numbers from 0 to 100"),
    ("riddle --locale en --play -", 2, "guesses come from standard input; name a file"),
    ("riddle --locale en --play level.txt", 3, "level.txt: line 1: is no riddle"),
    ("riddle --locale en --play a.json --seed 1", 2, "--seed is about riddles that are made"),
    ("riddle --streaks a.json", 2, "--play"),
    ("riddle --locale en --top 0", 2, "--top 0: expected a whole number from 1 to 1,000"),
    ("riddle --locale en --attempts 0", 2, "--attempts 0: expected a whole number of at least 1"),
    ("game --locale en --among 0", 2, "--among 0: expected a whole number from 1"),
    ("play --seed 1 --int 300", 2, "--int 300: expected a whole number from 0 to 255"),
    // Unknown names.
    (
        "layout --category tempel",
        2,
        "unknown category \"tempel\" (did you mean temple?); known are cave, mine",
    ),
    (
        "dungeon --category castle",
        2,
        "--category castle: unknown category \"castle\"; known are cave, mine",
    ),
    ("area --category Grotto", 2, "unknown category \"Grotto\"; known are"),
    (
        "mission --format gif",
        2,
        "--format gif: unknown value \"gif\"; known are text, json, dot, svg, level",
    ),
    ("mission --format jsn", 2, "unknown value \"jsn\" (did you mean json?)"),
    ("mission --order none", 2, "--order none: unknown value \"none\"; known are total, partial"),
    ("riddle --locale xx_XX", 2, "unknown locale \"xx_XX\"; known are en_US (en), en_GB"),
    ("riddle --locale en_UK", 2, "unknown locale \"en_UK\" (did you mean en_"),
    (
        "riddle --locale en --board-type standart",
        2,
        "unknown board type \"standart\" (did you mean standard?)",
    ),
    ("riddle --locale en --profile dayly", 2, "unknown profile \"dayly\" (did you mean daily?)"),
    ("schema levle", 2, "NAME levle: unknown schema \"levle\" (did you mean level?)"),
    ("completions cmd", 2, "known are bash"),
    ("solve level.txt --heuristic fast", 2, "unknown heuristic \"fast\"; known are optimal"),
    (
        "check level.txt --preset strikt",
        2,
        "--preset strikt: unknown preset \"strikt\" (did you mean strict?)",
    ),
    (
        "check level.txt --rule pusch=free",
        2,
        "unknown rule \"pusch\" (did you mean push?); known are locks",
    ),
    ("check level.txt --rule push=twice", 2, "unknown value \"twice\"; known are off, free, once"),
    ("check level.txt --rule push", 2, "\"push\" is not of the form NAME=VALUE, such as push=free"),
    ("check level.txt --rule bomb_pickup=-1", 2, "\"-1\" is no whole number from 0 to 1,000,000"),
    (
        "check level.txt --start key=1",
        2,
        "unknown item \"key\" (did you mean keys?); known are keys",
    ),
    ("check level.txt --start keys=-1", 2, "is no whole number from 0 to 1,000,000"),
    (
        "check level.txt --draw way.gif",
        2,
        "--draw way.gif: expected a file that ends in .svg, .png or .tmj",
    ),
    // Options that conflict.
    ("mission --rooms 5 --space level.txt", 2, "--rooms cannot be used with --space"),
    ("mission --key-style small --order partial", 2, "do not go with order partial"),
    ("solve level.txt --full", 2, "--full goes with --format json"),
    ("solve level.txt --replay rr --format svg", 2, "--replay goes with --format text or json"),
    ("solve level.txt --replay rrx", 3, "--replay: step 1: unknown step \"rrx\""),
    ("solve level.txt --replay 2(r", 3, "--replay: step 2: a ( is not closed"),
    ("import vglc", 2, "expected --tiles FILE or --graph FILE"),
    ("import vglc --tiles - --graph -", 2, "cannot be both"),
    ("moves --input level.txt", 2, "expected --locale LOCALE or --lexicon FILE"),
    // Missing files, and files that are not levels.
    ("check nosuch.txt", 3, "nosuch.txt: there is no such file"),
    ("check .", 3, ".: it is a folder"),
    ("check level.txt/x", 3, "level.txt/x: a part of the path is no folder"),
    ("check empty", 3, "empty: line 1, column 1: nothing is drawn, and there is no graph"),
    (
        "check start.txt",
        3,
        "start.txt: start: is missing, and there is no START tile (@ in a drawing)",
    ),
    ("check ragged.txt", 3, "ragged.txt: line 2, column 5: a row of 5 tiles among rows of 4"),
    ("check odd.txt", 3, "odd.txt: line 1, column 3: 'Q' stands for no tile; known are"),
    (
        "check header.txt",
        3,
        "header.txt: line 2, column 1: unknown field \"legand\" (did you mean legend?)",
    ),
    ("check map.tmx", 3, "map.tmx: map: missing field `tilewidth`"),
    ("import tmx level.txt", 3, "level.txt: is no map of Tiled"),
    ("import xsb odd.txt", 3, "odd.txt: line 1, column 3: 'Q' stands for no square"),
    ("import ldtk level.txt", 3, "level.txt: line 1, column"),
    ("import vglc --graph graph.dot --aliases names.toml", 2, "--map gives meanings to letters"),
    ("import ldtk level.txt --aliases graph.dot", 3, "graph.dot: line 1, column"),
    ("check tiles.tsx", 3, "is a tile set of Tiled in XML"),
    ("check way.svg", 3, "way.svg: is a picture (SVG)"),
    (
        "solve vglc.txt",
        3,
        "vglc.txt: line 2, column 1: 2 rows are not made of rooms of 16 rows each",
    ),
    ("check picture.png", 3, "picture.png: is a PNG picture, and no text"),
    ("check latin.txt", 3, "latin.txt: line 2: is not UTF-8 text"),
    ("check mission.json", 3, "mission.json: line 1, column 40: missing field `rooms`"),
    ("check layout.json", 3, "format: is \"quandary/layout/1\"; a layout has no locks"),
    ("solve cave.json", 3, "a cave has no goal; try `quandary dungeon --category cave`"),
    ("solve game.json", 3, "a game of words is not judged"),
    ("check field.json", 3, "unknown field `grahp` (did you mean graph?); known are format"),
    ("check cut.json", 3, "cut.json: line 2, column 0: the text ends too early"),
    ("convert nosuch.txt", 3, "nosuch.txt: there is no such file"),
    (
        "expand mission.json --rooms 3",
        3,
        "format: is \"quandary/mission/1\"; \"quandary/area/1\" is read here",
    ),
    (
        "play mission.json",
        3,
        "format: is \"quandary/mission/1\"; \"quandary/area/1\" and \"quandary/dungeon/2\" can be played",
    ),
    ("play nosuch.json", 3, "nosuch.json: there is no such file"),
    ("mission --space nosuch.png", 3, "nosuch.png: there is no such file"),
    (
        "mission --space pieces.txt",
        3,
        "the space is in pieces: of its 12 rooms only 6 can be reached",
    ),
    ("mission --space letters.txt", 3, "letters.txt: line 2, column 2: 'q' is neither a mark"),
    ("mission --space small.txt", 3, "1 room is too few: 7 is the least"),
    ("mission --space empty", 3, "empty: has no marked cell"),
    ("mission --colors level.txt", 3, "level.txt: is not a PNG picture, as a colour map must be"),
    ("mission --space cut.png", 3, "cut.png: "),
    (
        "area --templates templates.json",
        3,
        "category: unknown category \"cvae\" (did you mean cave?)",
    ),
    ("area --templates nosuch.json", 3, "nosuch.json: there is no such file"),
    (
        "import vglc --tiles level.txt",
        3,
        "level.txt: line 1, column 1: unknown letter '#'; known are F B M",
    ),
    ("import vglc --graph level.txt", 3, "level.txt: line 1, column 1: "),
    ("import vglc --graph nosuch.dot", 3, "nosuch.dot: there is no such file"),
    (
        "riddle --locale en --profile profile.txt",
        3,
        "profile.txt: line 2: unknown field \"bets\" (did you mean best?)",
    ),
    ("riddle --locale en --profile no/such.txt", 3, "no/such.txt: there is no such file"),
    ("riddle --locale en --ban nosuch.txt", 3, "nosuch.txt: there is no such file"),
    ("riddle --lexicon level.txt", 3, "level.txt: this is no lexicon file"),
    (
        "lexicon build --words nosuch.txt --alphabet en -o out.qlex",
        3,
        "nosuch.txt: there is no such file",
    ),
    (
        "lexicon build --words empty --alphabet en -o out.qlex",
        3,
        "no word of the list can be played",
    ),
    ("moves --locale en --input nosuch.jsonl", 3, "nosuch.jsonl: there is no such file"),
    (
        "mission --seed 1 -o no/such/out.json",
        3,
        "cannot write no/such/out.json: there is no such folder",
    ),
    ("mission --seed 1 -o folder", 3, "cannot write folder: it is a folder"),
    ("check level.txt --draw no/such.svg", 3, "cannot write no/such.svg: there is no such folder"),
];

#[test]
fn bad_command_lines_hear_what_would_be_right() {
    let folder = folder();
    let put = |name: &str, bytes: &[u8]| {
        let written = fs::write(folder.path().join(name), bytes);
        written.unwrap_or_else(|error| panic!("{name}: {error}"));
    };
    for (name, text) in FILES {
        put(name, text.as_bytes());
    }
    put("picture.png", b"\x89PNG\r\n\x1a\n\xff\xff");
    put("cut.png", b"\x89PNG\r\n\x1a\n\0\0");
    put("latin.txt", b"#@.*#\n\xe9\n");
    fs::create_dir(folder.path().join("folder")).unwrap_or_else(|error| panic!("{error}"));
    let mut all = Messages::new();
    let mut wrong = Vec::new();
    for &(line, code, part) in LINES {
        let (exit, said) = run(folder.path(), line, "");
        let told = said.strip_prefix("error: ").unwrap_or(&said);
        if exit != Some(code) || !told.contains(part) {
            wrong.push(format!("{line}: {exit:?}, wanted {code} and {part:?}:\n    {told}"));
        }
        let told = told.split("\n\n").next().unwrap_or_default().trim_end();
        say(&mut all, format!("$ quandary {line}"), told);
    }
    assert!(wrong.is_empty(), "{} are not as they should be:\n{}", wrong.len(), wrong.join("\n"));
    let intro = "What bad command lines get to hear behind `error:`; those that clap tells in its own words say what is \
                 required or does not go together.";
    hold("commands", intro, &all);
}

/// Runs the program in a folder: its exit code, and its messages on standard error.
pub(crate) fn run(folder: &Path, line: &str, input: &str) -> (Option<i32>, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_quandary"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{error}"));
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}
