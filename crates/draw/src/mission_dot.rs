//! A mission for Graphviz: `quandary mission --format dot | dot -Tsvg`, or `neato -n` to keep the map.
//!
//! The format is written by hand: an undirected graph, with a node for each room and a line for each passage. All text
//! is escaped by `quoted`.

use super::label;
use dungeon::mission::{Edge, Mission, Room, Symbol};
use std::fmt::Write as _;

/// Points between the middles of two neighbouring cells, for `neato -n`.
const PITCH: f64 = 90.0;

/// The mission in the DOT language.
pub fn render(mission: &Mission, title: &str) -> String {
    let mut out = String::from("graph mission {\n");
    let _ = writeln!(out, "  label={};", quoted(title));
    out.push_str("  labelloc=t;\n  fontname=\"sans-serif\";\n  fontsize=16;\n");
    out.push_str("  node [shape=box, style=\"filled,rounded\", fontname=\"sans-serif\", color=\"#5b6475\"];\n");
    out.push_str("  edge [fontname=\"sans-serif\", color=\"#5b6475\"];\n");
    for (id, room) in mission.rooms.iter().enumerate() {
        node(&mut out, id, room);
    }
    for passage in &mission.edges {
        line(&mut out, passage);
    }
    out.push_str("}\n");
    out
}

fn node(out: &mut String, id: usize, room: &Room) {
    let name = room.item.map_or_else(|| id.to_string(), |item| format!("{id}\n{item}"));
    let (x, y) = middle(room);
    let _ = write!(
        out,
        "  r{id} [label={}, fillcolor=\"{}\"",
        quoted(&name),
        label::paper(room.intensity)
    );
    let _ = write!(out, ", pos=\"{x:.1},{y:.1}!\", tooltip=\"intensity {:.2}\"", room.intensity);
    out.push_str(if label::is_role(room) { ", peripheries=2];\n" } else { "];\n" });
}

fn line(out: &mut String, edge: &Edge) {
    let _ = write!(out, "  r{} -- r{}", edge.a, edge.b);
    if let Some(symbol) = edge.symbol {
        let style = if matches!(symbol, Symbol::Switch(..)) { "dashed" } else { "bold" };
        let _ = write!(out, " [label={}, style={style}]", quoted(&symbol.to_string()));
    }
    out.push_str(";\n");
}

/// The middle of a room, in points.
fn middle(room: &Room) -> (f64, f64) {
    let mut n = 0.0;
    let (mut x, mut y) = (0.0, 0.0);
    for cell in room.coords.cells() {
        n += 1.0;
        x += f64::from(cell.0);
        y += f64::from(cell.1);
    }
    if n > 0.0 { (x / n * PITCH, y / n * PITCH) } else { (0.0, 0.0) }
}

/// A string of the DOT language: quotes and backslashes escaped, a new line as `\n`.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::missions;
    use dungeon::Options;
    use dungeon::mission::{Count, KeyOrder, KeyStyle, Request, generate, level_graph};
    use level::Level;
    use search::Seed;

    #[test]
    fn two_rooms_and_a_line() {
        let text = render(&missions::two_rooms(), "two");
        assert!(text.starts_with("graph mission {\n  label=\"two\";\n"), "{text}");
        assert!(
            text.contains(
                "  r0 [label=\"0\\nstart\", fillcolor=\"#deebf7\", pos=\"180.0,-360.0!\""
            )
        );
        assert!(text.ends_with("  r0 -- r1;\n}\n"), "{text}");
    }

    #[test]
    fn locks_are_labels() {
        let text = render(&missions::grid(), "");
        assert!(text.contains("r2 -- r3 [label=\"switch:0=on\", style=dashed];"), "{text}");
        assert!(text.contains("r2 -- r4 [label=\"A\", style=bold];"));
        assert_eq!(text.matches(" -- ").count(), 7);
        assert_eq!(text.matches("peripheries=2").count(), 3);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(quoted("a \"b\" \\ c\nd"), r#""a \"b\" \\ c\nd""#);
    }

    #[test]
    fn a_mission_comes_back() {
        let requests = [
            Request::default(),
            Request { switches: 2, goal_room: false, ..Request::default() },
            Request { key_style: KeyStyle::Small, ..Request::default() },
            Request { order: KeyOrder::Partial, keys: 6, boss_locked: false, ..Request::default() },
        ];
        for (seed, request) in (1..).zip(&requests).chain((11..).zip(&requests)) {
            let seed = Seed::new(seed).unwrap();
            let made = generate(request, &Count::new(25), seed, Options::default()).unwrap();
            let mission = &made.found[0].candidate;
            let import = formats::graph::read(&render(mission, "a title"), &Default::default());
            let import = import.unwrap();
            let [Ok(level)] = &import.levels[..] else { panic!("{:?}", import.levels) };
            let graph = level_graph(mission);
            assert_eq!(level.graph.edges.len(), graph.edges.len());
            let ours = Level { name: level.name.clone(), ..Level::of_graph(graph) };
            assert_eq!((level, &import.notes[..]), (&ours, &[][..]));
        }
    }
}
