//! The printed claims of a dungeon, asked of the program again: `check` of its level, and the text of the same seed.

use super::claims::thing;
use super::play::scratch;
use super::text::{Text, read};
use crate::defect::Defect;
use crate::ledger::Judged;
use crate::read::dungeon::{Claim, Dungeon, Proof};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Asks `check` about the level of a dungeon and compares.
pub(crate) fn check(program: &Path, line: &str, dungeon: &Dungeon, judged: &mut Judged) {
    let found = run_check(program, line).map(|found| compare(&found, dungeon, judged));
    judged.hold(Defect::Check, found);
}

/// The judgement that `check` prints of a dungeon.
fn run_check(program: &Path, line: &str) -> Result<Value, String> {
    let file = scratch(line)?;
    let arguments = ["check", "--format", "json"].map(str::to_owned);
    serde_json::from_str(&output(program, &arguments, Some(file.path()))?)
        .map_err(|error| error.to_string())
}

/// The output of the program, which must end well.
fn output(program: &Path, arguments: &[String], file: Option<&Path>) -> Result<String, String> {
    let run = Command::new(program).args(arguments).args(file).output();
    let run = run.map_err(|error| format!("cannot run the program: {error}"))?;
    if !run.status.success() {
        let said = String::from_utf8_lossy(&run.stderr);
        return Err(format!("{} ended with {}: {said}", arguments.join(" "), run.status));
    }
    String::from_utf8(run.stdout).map_err(|error| error.to_string())
}

fn compare(found: &Value, dungeon: &Dungeon, judged: &mut Judged) {
    let Proof { tiles, needed, optional, .. } = &dungeon.proof;
    let said = ["winnable", "unlosable", "states", "dead_states", "cost"].map(|name| &found[name]);
    let right = [json!(true), json!(true), json!(tiles.states), json!(0), json!(tiles.cost)];
    judged.expect(said == right.each_ref(), Defect::Check, || format!("{said:?}, not {right:?}"));
    let list = |name: &str| found[name].as_array().into_iter().flatten();
    let things = list("needed").filter(|need| need["kind"] == "pickup").map(|need| {
        let claim = serde_json::from_value::<Claim>(need.clone());
        (claim.map(|claim| thing(&claim)).ok(), need["needed"].as_bool())
    });
    let told = |claims: &[Claim], needed| {
        claims.iter().map(|claim| (Some(thing(claim)), Some(needed))).collect::<Vec<_>>()
    };
    let mut things: Vec<_> = things.collect();
    let mut claimed = [told(needed, true), told(optional, false)].concat();
    things.sort();
    claimed.sort();
    let what = || format!("it says {things:?}, and claimed is {claimed:?}");
    judged.expect(things == claimed, Defect::Check, what);
    for finding in list("lint") {
        let code = finding["code"].as_str().unwrap_or_default();
        let fine = !matches!(code, "under_block" | "unreachable" | "no_goal" | "lock_without_key");
        judged.expect(fine, Defect::Check, || finding["message"].to_string());
    }
    let rooms = &found["room_level"];
    judged.expect(rooms["agrees"] != false, Defect::Check, || rooms.to_string());
}

/// Reads the text of the same seed and compares what it claims.
pub(crate) fn text(program: &Path, arguments: &[String], dungeon: &Dungeon, judged: &mut Judged) {
    let seed = ["--seed".to_owned(), dungeon.seed.to_string()];
    let form = ["--format", "map"].map(str::to_owned);
    let found = output(program, &[arguments, &seed, &form].concat(), None);
    let found = found.and_then(|text| read(&text)).map(|text| said(&text, dungeon, judged));
    judged.hold(Defect::Text, found);
}

fn said(text: &Text, dungeon: &Dungeon, judged: &mut Judged) {
    let proof = &dungeon.proof;
    let mut expect = |what: &str, right: bool| {
        judged.expect(right, Defect::Text, || format!("{what}: {:?}", text.lines));
    };
    let line = |name: &str| text.lines.get(name).map(String::as_str).unwrap_or_default();
    expect("Needed", listed(line("Needed")) == counted(&proof.needed));
    let heads = ["Optional", "Optional, each alone", "Optional, even all at once"];
    let right = match (proof.optional.len(), proof.optional_together) {
        (0, _) => None,
        (1, _) => Some(heads[0]),
        (_, Some(true)) => Some(heads[2]),
        _ => Some(heads[1]),
    };
    for head in heads {
        expect(head, text.lines.contains_key(head) == (right == Some(head)));
        if right == Some(head) {
            expect(head, listed(line(head)) == counted(&proof.optional));
        }
    }
    let proved = line("Proved");
    let figures =
        format!("{} states of rooms, {} of tiles", proof.rooms.states, proof.tiles.states);
    for part in ["winnable", "unlosable", &figures, "the walkthrough wins"] {
        expect(part, proved.split(" \u{b7} ").any(|said| said == part));
    }
    expect("every key", !proved.contains("every key"));
    let (steps, moves) = (proof.rooms.solution, proof.tiles.cost);
    let solution = format!("{steps} steps through the rooms, {moves} moves on the tiles");
    expect(&solution, line("Solution") == solution);
    let blocks = line("Blocks").split([',', ' ']).next().and_then(|first| first.parse().ok());
    expect("Blocks", blocks == Some(dungeon.blocks.placed));
    let legend = text.unexplained.is_empty() && text.twice.is_empty();
    expect("the legend", legend);
    let what = || format!("not explained {:?}, twice {:?}", text.unexplained, text.twice);
    judged.expect(legend, Defect::Text, what);
}

/// Number of times that each thing is named in a line of the text, with what is said of it in brackets left out.
fn listed(line: &str) -> BTreeMap<String, usize> {
    let mut listed = BTreeMap::new();
    for part in line.split(" \u{b7} ").filter(|part| !part.is_empty()) {
        let (count, name) = part.split_once(" \u{d7} ").unwrap_or(("1", part));
        let name = match name.rsplit_once(" (") {
            Some((name, rest)) if rest.ends_with(')') => name,
            _ => name,
        };
        *listed.entry(name.to_owned()).or_default() += count.parse::<usize>().unwrap_or(0);
    }
    listed
}

/// Number of times that each thing is claimed, by the names that the text has for them.
fn counted(claims: &[Claim]) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for claim in claims {
        *counted.entry(name(&claim.content)).or_default() += 1;
    }
    counted
}

fn name(content: &str) -> String {
    let name = match content.split_once(':') {
        Some(("symbol", name)) => {
            let plain = name.strip_prefix("solved ").unwrap_or(name);
            return if plain.chars().count() == 1 {
                format!("key {plain}")
            } else {
                plain.to_owned()
            };
        }
        Some(("toggle", number)) => return format!("switch {number}"),
        _ => content,
    };
    let plain = match name {
        "key" => "small key",
        "key_item" => "ladder",
        "item_minor" => "bombs",
        other => other,
    };
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_listed_with_their_numbers_and_without_what_is_said_of_them() {
        let found = listed(
            "2 \u{d7} small key (opens any one small lock) \u{b7} key A \u{b7} tin (or not) box",
        );
        let right = [("key A", 1), ("small key", 2), ("tin (or not) box", 1)];
        assert_eq!(found, right.map(|(name, count)| (name.to_owned(), count)).into());
        assert_eq!(listed(""), BTreeMap::new());
        let names = ["symbol:A", "symbol:solved A lever", "symbol:rusty key", "toggle:1", "key"];
        let right = ["key A", "A lever", "rusty key", "switch 1", "small key"];
        assert_eq!(names.map(name), right);
    }
}
