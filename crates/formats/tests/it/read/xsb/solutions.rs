//! Solutions in Sokoban files.

use quandary_formats::aliases::Aliases;
use quandary_formats::xsb::boards;

/// The notes on a level with two pushes to its goal, and lines after it.
fn notes(after: &str) -> Vec<String> {
    let import = boards(&format!("; two\n######\n#@$ .#\n######\n{after}"), &Aliases::default());
    assert!(import.levels.iter().all(Result::is_ok), "{after}");
    import.notes
}

#[test]
fn right_solutions_are_silent() {
    for after in [
        "Solution\nRR\n",
        "\nSolution/2 pushes\nR\nR\n",
        "\nSolution by nobody\n2(R)\n\n#@$.#\nSolution 1\nr\n",
        "Solution: RR\n",
        "Solution: \nRR\n",
        "solution\n\nrr\n",
        "\nSolution\nRR\nSolution\nrr\n",
        "Author: x\nSolution/Best: 2 pushes\n2R\n",
        "Solution\n",
    ] {
        assert_eq!(notes(after), [""; 0], "{after}");
    }
}

#[test]
fn wrong_solutions_are_told() {
    let check = |after: &str, expect: &str| {
        assert_eq!(notes(after), [format!("level 1 \"two\": its solution at {expect}")], "{after}");
    };
    check("Solution\nR\n", "line 5 does not win: the goal is not reached after 1 move");
    check("\nSolution/x\nRl\nU\n", "line 6 does not win: move 3, U: there is a wall");
    check("Solution: 2(R\n", "line 5 does not win: step 2: a ( is not closed");
    check(
        "Solution\n[]R[ll]R\n",
        "line 5 does not win: step 1: '[' is no move; moves are l, u, r, d",
    );
    check("Solution\n99999999R\n", "line 5 does not win: step 1: more than 100,000 steps");
}

#[test]
fn moves_without_a_solution_are_text() {
    assert_eq!(notes("\nSnapshot\nrr\n"), ["2 lines of text are left out"]);
    assert_eq!(notes("\nSolutions are mine.\n"), ["1 line of text is left out"]);
    let import = boards("Solution\n\n#@$.#\n", &Aliases::default());
    assert_eq!(import.levels[0].as_ref().unwrap().name.as_deref(), Some("Solution"));
}

#[test]
fn many_solutions_are_counted() {
    let notes = notes(&"Solution\nL\n".repeat(25));
    assert_eq!(notes.len(), 21);
    assert_eq!(notes[20], "5 solutions more do not win");
    let long = "Solution\n99999(l)\n".repeat(10);
    let notes = boards(&format!("#@$.#\n100$\n{long}"), &Aliases::default()).notes;
    let told =
        "4 solutions at the end of the file are not checked, for the file has too many moves";
    assert_eq!((notes.len(), &notes[notes.len() - 1][..]), (7, told), "{notes:?}");
}
