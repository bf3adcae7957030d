//! The content of reports: the rules, the limit that ended the search, and a missing goal.

use super::{check, file, folder};

/// A level of tiles in which a block must be pushed twice.
const TWICE: &str = "######\n#@o..#\n###*##\n######\n";

#[test]
fn a_level_without_a_goal_is_told_so() {
    let drawing = "#####\n#@..#\n#####\n";
    let graph = r#"{"format":"quandary/level/1","graph":{"nodes":[{"id":0,"contents":["start"]}],"edges":[]}}"#;
    for command in ["check", "solve"] {
        let said = check(&format!("{command} -"), drawing, 11, "no goal");
        assert!(
            said.contains("draw a TRIFORCE tile (* in a drawing), name its cell in \"goals\""),
            "{said}"
        );
        assert!(!said.contains("even with every lock open"), "{said}");
        check(&format!("{command} -"), graph, 11, "let a node hold \"goal\" among its contents");
    }
    check("check -", graph, 11, "nothing lies in the level");
}

#[test]
fn the_rules_in_force_are_told() {
    for command in ["check", "solve"] {
        let command = |options: &str| format!("{command} - {options}");
        check(&command(""), TWICE, 10, "rules: strict (here push=once)\n");
        check(&command("--rule push=free"), TWICE, 0, "rules: strict, push=free\n");
        check(&command("--preset CLASSIC"), TWICE, 0, "rules: classic (here push=free)\n");
        let json = check(&command("--format json --start keys=2"), TWICE, 10, STRICT);
        let start = r#""start":{"keys":2,"bombs":0,"boss_key":false,"key_item":false}"#;
        assert!(json.contains(start), "{json}");
        let json = check(&command("--format json"), TWICE, 10, STRICT);
        assert!(!json.contains("\"start\":"), "{json}");
    }
}

/// All strict rules, as in JSON.
const STRICT: &str = r#""rules":{"locks":"doorway","push":"once","push_onto":"floor","blocks":"keep","bombs":"consumed","bomb_pickup":4,"one_way":"enforced","warps":"stairs","stair_edges":"stair","diagonals":false,"switches":"visited"}"#;

/// The rules of the level apply; a preset replaces all of them, and single rules come last.
#[test]
fn a_level_has_rules_of_its_own() {
    let with = |rules: &str| format!("quandary/level/1\nrules: {rules}\n\n{TWICE}");
    let free = with(r#"{"push":"free","bomb_pickup":7}"#);
    let classic = with(r#"{"preset":"classic","push":"off"}"#);
    for command in ["check", "solve"] {
        let command = |options: &str| format!("{command} - {options}");
        check(&command(""), &free, 0, "rules: strict, push=free, bomb_pickup=7\n");
        check(
            &command("--rule push=once"),
            &free,
            10,
            "rules: strict, bomb_pickup=7 (here push=once)\n",
        );
        check(&command("--preset strict"), &free, 10, "rules: strict (here push=once)\n");
        check(&command("--preset classic"), &free, 0, "rules: classic (here push=free)\n");
        check(&command(""), &classic, 10, "rules: classic, push=off\n");
        check(&command("--diagonals"), &classic, 10, "rules: classic, push=off, diagonals=true\n");
        check(
            &command("--preset strict --rule push=free"),
            &classic,
            0,
            "rules: strict, push=free\n",
        );
        check(
            &command("--format json"),
            &free,
            0,
            &STRICT.replace("once", "free").replace(":4", ":7"),
        );
        check(&command("--format json --preset strict"), &free, 10, STRICT);
    }
    // A what-if with a starting inventory uses the rules of the level.
    check("solve - --start keys=1", &free, 0, "push=free, bomb_pickup=7, start with keys=1\n");
}

#[test]
fn the_rule_that_decides_is_named() {
    let said = check("check -", TWICE, 10, "why not: push=free is not the rule");
    assert!(said.contains("smallest repair: play by --rule push=free\n"), "{said}");
    check("solve - --rule push=off", TWICE, 10, "smallest repair: play by --rule push=free\n");
}

#[test]
fn the_limit_that_ended_it_is_told() {
    let rooms = "#########\n#@..#..*#\n#.k.+...#\n#...#...#\n#########\n";
    let said =
        check("check - --max-states 3", rooms, 11, "ended by --max-states 3; try --max-states 0");
    let unfolded = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let counted = "states were kept, each with open ground as one place; they stand for";
    assert!(unfolded.contains(counted), "{said}");
    check("check - --max-states 3 --format json", rooms, 11, r#""limit":"states","states_kept":"#);
    check("solve - --max-states 3", rooms, 11, "ended by --max-states 3; try --max-states 0; ");
    check("solve - --memory 1K", rooms, 11, "ended by --memory 1K; try a larger one");
    check("solve - --heuristic speedrunner", rooms, 0, "solvable in");
}

/// The check of a large level has found a plan without a proof that it is cheapest.
#[test]
fn a_cost_that_is_not_proved_says_why() {
    let level = check("dungeon --attempts 4 --seed 3 --rooms 24 --format level", "", 0, "level/1");
    let said = check("check - --max-states 100", &level, 0, "(not proved optimal)\n");
    let why = "a cheaper way was not ruled out: ended by --max-states 100; try --max-states 0\n";
    assert!(said.contains(why), "{said}");
    // The list of needed things is long, and wrapped.
    assert!(said.lines().all(|line| line.chars().count() <= 100), "{said}");
    assert!(said.contains("needed: ") && said.contains("\n    "), "{said}");
}

#[test]
fn names_are_read_in_either_case() {
    let folder = folder();
    let level = file(&folder, "level.txt", "#####\n#@.*#\n#####\n");
    let level = level.display();
    let one = check(
        "dungeon --rooms 6 --attempts 2 --category Temple --seed 1 --format json",
        "",
        0,
        "\"temple\"",
    );
    assert_eq!(
        one,
        check("dungeon --rooms 6 --attempts 2 --category temple --seed 1 --format JSON", "", 0, "")
    );
    check(
        &format!("check {level} --rule Push=FREE --preset Strict"),
        "",
        0,
        "rules: strict, push=free",
    );
    check(&format!("solve {level} --heuristic Optimal"), "", 0, "(optimal)");
    check("schema LEVEL", "", 0, "quandary/level/1");
    check("licenses", "", 0, "\nserde_json 1.");
    check("licenses", "", 0, "\nis_IS (");
}

#[test]
fn shells_complete_the_names_that_are_known() {
    let script = check("completions bash", "", 0, "_quandary");
    for known in [
        "cave mine dungeon ruins temple",
        "push=off push=free push=once",
        "classic strict",
        "en_US en_GB is_IS",
        "standard explo",
        "optimal balanced speedrunner",
        "level mission layout area dungeon cave game",
    ] {
        assert!(script.contains(known), "{known:?} is not completed");
    }
}

#[test]
fn saved_games_that_are_not_there_are_told_plainly() {
    let folder = folder();
    let line = format!("load {}\n", folder.path().join("nothing").display());
    let said = check("play --seed 1", &line, 1, "nothing: there is no such file.");
    assert!(!said.contains("os error"), "{said}");
}
