//! One printed line against what was asked for.

use super::asked::Asked;
use super::board::Board;
use super::{form, walk};
use crate::ledger::Judged;
use crate::read::mission::Mission;

/// The most states for which an audit keeps room.
const MOST_STATES: usize = 1 << 23;

/// Judges the mission on a line; where it cannot be read it has no seed.
pub(crate) fn judge(asked: &Asked, line: &str) -> Judged {
    limited(asked, line, MOST_STATES)
}

fn limited(asked: &Asked, line: &str, most: usize) -> Judged {
    let mut judged = Judged::read(line, |mission: &Mission, judged| {
        judged.seed = Some(mission.seed);
        judged.number("nonlinearity", mission.stats.nonlinearity as usize);
        let board = Board::new(mission);
        judged.number("links", board.as_ref().map_or(0, Board::links));
        let walked = board.and_then(|board| {
            form::check(&board, asked, judged);
            walk::check(&board, asked, most, judged)
        });
        walked.unwrap_or_else(|(defect, what)| judged.fail(defect, what));
    });
    judged.seed.get_or_insert(0);
    judged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::category::Style;
    use crate::defect::Defect::{self, *};
    use crate::mission::asked::{Order, Size};
    use crate::mission::sketch;
    use crate::spoil;
    use serde_json::{Value, json};

    /// The request of a mission, as it is drawn.
    fn asked(mission: &Value) -> Asked {
        let rooms = mission["rooms"].as_array().unwrap();
        let item = |room: &Value| room["item"].as_str().unwrap_or("").to_owned();
        let items: Vec<String> = rooms.iter().map(item).collect();
        let small = items.iter().any(|item| item == "key");
        let keys = items.iter().filter(|item| item.len() == 1 || *item == "key").count() as u8;
        let switches = items.iter().filter(|item| item.starts_with("switch")).count() as u8;
        Asked {
            size: Size { rooms: rooms.len(), keys, switches },
            key_style: if small { Style::Small } else { Style::Named },
            order: Order::Total,
        }
    }

    fn kinds(text: &str, asked: &Asked) -> Vec<Defect> {
        limited(asked, text, 10_000).kinds()
    }

    /// `map` as in [`sketch`], the solution it claims, and every kind of failure it has.
    fn check(map: &str, solution: u32, expect: &[Defect]) {
        let mission = sketch::mission(map, solution);
        assert_eq!(kinds(&mission.to_string(), &asked(&mission)), expect, "\n{map}");
    }

    /// Rooms in the order of their ids: A, s, x, o, B, b, g. The way: flip, take A, flip back, take B.
    const GOOD: &str = "A1s-x\n  0\n  oAB\n  B\n  b-g";
    const GOOD_COST: u32 = 13;

    #[test]
    fn each_broken_value_is_seen() {
        let asked = asked(&sketch::mission(GOOD, GOOD_COST));
        spoil::each(include_str!("spoilt.json"), |change| {
            let mut mission = sketch::mission(GOOD, GOOD_COST);
            change(&mut mission);
            kinds(&mission.to_string(), &asked)
        });
    }

    #[test]
    fn good_missions_have_no_failure() {
        check(GOOD, GOOD_COST, &[]);
        check("s-b", 1, &[]);
        check("s-b-g", 2, &[]);
        check("A-sAb", 3, &[]);
        check("k-skk\n    k\n    b-g", 5, &[]);
        check("x-s-y\n  1\n  o3b-g", 9, &[]);
    }

    #[test]
    fn what_cannot_be_won_is_found() {
        check("sAA\nA\nb-g", 0, &[Unreached, Unwinnable, Losable, Items, Order, Proof]);
        check("x-s1o0o\n  1\n  b-g", 5, &[Unreached]);
    }

    #[test]
    fn what_can_be_lost_is_found() {
        check("oks-k\n  k\n  b-g", 4, &[Losable, Proof]);
    }

    #[test]
    fn what_is_not_needed_is_found() {
        check("  o\n  B\nA-sAB\n  A\n  b-g", 4, &[IdleKey, Proof]);
        check("kks-k\n  k\n  b-g", 4, &[IdleKey]);
        check("o1s-x\n  |\n  b-g", 2, &[IdleSwitch, Proof]);
        check("x-s-y\n  1 3\ng-b o", 5, &[IdleSwitch, Proof]);
        check("A-sAo\n    A\n    b-g", 5, &[Redundant, Proof]);
        check("A-sAo\n  | |\n  o-o\n  A\n  b-g", 5, &[Redundant, Precondition, Proof]);
    }

    #[test]
    fn the_order_of_keys_is_checked() {
        let map = "A-s-B\n  A\n  oBC\n  C\n  b-g";
        check(map, 9, &[Order]);
        let check_spheres = |order: Order, spheres: Value, expect: &[Defect]| {
            let mut mission = sketch::mission(map, 9);
            let asked = Asked { order, ..asked(&mission) };
            let what = spheres.to_string();
            mission["stats"]["spheres"] = spheres;
            assert_eq!(kinds(&mission.to_string(), &asked), expect, "{what}");
        };
        check_spheres(Order::Partial, json!([["A", "B"], ["C"]]), &[]);
        check_spheres(Order::Partial, json!([["A", "switch:0"], ["B"], ["C"]]), &[Order]);
        check_spheres(Order::Partial, json!([["A", "B", "C"]]), &[Order]);
        check_spheres(Order::Partial, json!([["A", "B"], ["A", "C"]]), &[Order]);
        check_spheres(Order::Partial, json!([["A", "B"]]), &[Order]);
        check_spheres(Order::Partial, json!([["A", "B"], ["C"], ["D"]]), &[Order]);
        check_spheres(Order::Total, json!([["A", "B"], ["C"]]), &[Order]);
    }

    #[test]
    fn a_precondition_holds_in_every_state() {
        let mut small = sketch::mission("k-skk\n    k\n    b-g", 5);
        small["rooms"][3]["precondition"]["keys"] = json!(3);
        assert_eq!(kinds(&small.to_string(), &asked(&small)), [Precondition]);
    }

    #[test]
    fn the_numbers_are_those_asked_for() {
        let mission = sketch::mission(GOOD, GOOD_COST);
        let asked = asked(&mission);
        for row in ["8/2/1", "7/1/1", "7/3/1", "7/2/0", "7/2/2"] {
            let asked = Asked { size: row.parse().unwrap(), ..asked };
            assert_eq!(kinds(&mission.to_string(), &asked), [Counts], "{row}");
        }
    }

    #[test]
    fn the_graph_fits_together() {
        check("o s-b-g", 2, &[Apart, Tree, Unreached]);
        check("o-g\n| |\ns-b", 2, &[Tree]);
        check("A-s-bAg", 4, &[Tree]);
        let mut twice = sketch::mission(GOOD, GOOD_COST);
        twice["edges"].as_array_mut().unwrap().push(json!({"a": 2, "b": 1, "symbol": null}));
        twice["stats"]["cycles"] = json!(1);
        assert_eq!(kinds(&twice.to_string(), &asked(&twice)), [Tree]);
    }

    #[test]
    fn a_line_is_of_the_format() {
        let mission = sketch::mission(GOOD, GOOD_COST);
        assert_eq!(kinds("", &asked(&mission)), [Form]);
    }

    #[test]
    fn too_much_to_count_is_unknown() {
        check(&format!("s{}-b", "-k".repeat(65)), 66, &[Large]);
        let corridor = format!("s{}-b", "-o".repeat(12));
        let keys = "ABCDEFGHIJKL".chars().map(|key| format!("{key} ")).collect::<String>();
        check(&format!("  {keys}\n  {}\n{corridor}", "| ".repeat(12)), 13, &[Large]);
    }
}
