//! Claims about the things of a dungeon in words: the needed ones, and the others with their use.

use super::dungeon_signs::thing_words;
use super::summary::counted;
use dungeon::json::dungeon::{Claim, Claims};
use level::{Content, Graph, Requirement};

/// A line for needed things and one for the others, each only if there are any.
pub fn lines(graph: &Graph, claims: &Claims<'_>) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    if !claims.needed.is_empty() {
        lines.push(("Needed", listed(graph, &claims.needed, |_| String::new())));
    }
    if !claims.optional.is_empty() {
        let head = match (claims.optional.len(), claims.optional_together) {
            (1, _) => "Optional",
            (_, Some(true)) => "Optional, even all at once",
            _ => "Optional, each alone",
        };
        lines.push((head, listed(graph, &claims.optional, |claim| purpose(graph, claim))));
    }
    lines
}

/// Things by name, those that are called alike counted.
fn listed(graph: &Graph, claims: &[Claim<'_>], and: impl Fn(&Claim<'_>) -> String) -> String {
    let mut told: Vec<(String, usize)> = Vec::new();
    for claim in claims {
        let words = thing_words(graph, claim.content) + &and(claim);
        match told.iter_mut().find(|(known, _)| *known == words) {
            Some((_, count)) => *count += 1,
            None => told.push((words, 1)),
        }
    }
    let one = |(words, count)| if count == 1 { words } else { format!("{count} \u{d7} {words}") };
    told.into_iter().map(one).collect::<Vec<String>>().join(" · ")
}

/// Use of a thing that is not needed.
fn purpose(graph: &Graph, claim: &Claim<'_>) -> String {
    let asked = |by: Requirement| graph.edges.iter().any(|edge| edge.requires.contains(&by));
    let words = match (claim.content, claim.behind) {
        (_, Some(0)) => "opens another way".to_owned(),
        (_, Some(rooms)) => format!("opens the way to {}", counted(rooms, "room", "rooms")),
        (Content::Key, _) => "opens any one small lock".to_owned(),
        (Content::KeyItem, _) => "crosses water".to_owned(),
        (Content::ItemMinor, _) if !asked(Requirement::Bombable) => {
            "nothing asks for them".to_owned()
        }
        _ => return String::new(),
    };
    format!(" ({words})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dungeon::generate::proof::TileProof;
    use level::check::survey::survey;
    use level::rules::Rules;
    use level::solve::{self, Verdict};

    /// The lines of a level that is drawn.
    fn check(text: &str, expect: &[(&str, &str)]) {
        let level = level::formats::text::read(text).unwrap();
        let rules = Rules::default();
        let solution = solve::solve(&level, &rules, &Default::default(), &Default::default());
        let Verdict::Solvable { plan, walk, .. } = solution.unwrap().verdict else { panic!() };
        let found = survey(&level, &rules, &walk, &Default::default()).unwrap();
        let (states, together) = (found.counted.states, found.together);
        let proof = TileProof { plan, walk, states, things: found.things, together };
        let lines = lines(&level.graph, &Claims::of(&level, &proof));
        let lines: Vec<(&str, &str)> =
            lines.iter().map(|(name, what)| (*name, what.as_str())).collect();
        assert_eq!(lines, expect);
    }

    #[test]
    fn what_is_not_needed_is_called_optional_and_what_it_is_for_is_told() {
        check("#######\n#@k.+*#\n#######\n", &[("Needed", "small key")]);
        check(
            "#######\n#@kI+*#\n#######\n",
            &[("Needed", "small key"), ("Optional", "ladder (crosses water)")],
        );
        check("####\n#@*#\n####\n", &[]);
    }

    #[test]
    fn of_two_keys_for_one_lock_either_can_be_left_but_not_both() {
        let each = "2 \u{d7} small key (opens any one small lock)";
        check("#######\n#@kk+*#\n#######\n", &[("Optional, each alone", each)]);
        let both = "ladder (crosses water) · bombs (nothing asks for them)";
        check("#######\n#@Ii.*#\n#######\n", &[("Optional, even all at once", both)]);
    }
}
