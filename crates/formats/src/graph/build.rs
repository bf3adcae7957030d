//! The level of a sketch: meanings of labels, directions of edges, start and goal.

use super::sketch::{Heads, Line, Look, Sketch};
use super::words::{self, Asked, Held, parts, plain};
use super::{Ends, MOST_EDGES, is_number, wrong};
use crate::aliases::Aliases;
use crate::quoted;
use diagnostics::{counted, short};
use indexmap::{IndexMap, IndexSet};
use level::formats::json::ReadError;
use level::{Content, Edge, Graph, Level, Node, NodeId, NodeIndex, Requirement, SymbolId, Tile};
use rustc_hash::{FxBuildHasher, FxHashSet};
use smallvec::SmallVec;

/// The level of a sketch, and notes.
pub(super) fn level(
    sketch: &Sketch,
    aliases: &Aliases,
    ends: Ends<'_>,
) -> (Result<Level, ReadError>, Vec<String>, Vec<String>) {
    let mut builder = Builder {
        sketch,
        aliases,
        linked: linked(sketch),
        symbols: IndexMap::default(),
        guessed: IndexSet::default(),
        odd: IndexSet::default(),
        things: 0,
        long: 0,
        notes: sketch.notes.clone(),
    };
    let nodes = builder.nodes();
    if nodes.len() < sketch.nodes.len() {
        let message = format!("holds more than {MOST_EDGES} things, the most of a graph");
        return (Err(wrong("graph", message)), builder.notes(), Vec::new());
    }
    let edges = builder.edges();
    let graph = Graph { nodes, edges, symbols: builder.names(), ..Graph::default() };
    let graph = builder.with_ends(graph, ends);
    let level = graph.and_then(|graph| {
        let level = Level { name: sketch.name.clone(), ..Level::of_graph(graph) };
        Ok(level.checked()?)
    });
    let guessed = builder.guessed.iter();
    let guessed = guessed.map(|(part, meaning)| format!("label {:?}: {meaning}", short(part)));
    let guessed = guessed.collect();
    (level, builder.notes(), guessed)
}

/// The parts of labels, in plain words, that occur both on nodes and on edges: a thing, and the lock that it opens.
fn linked(sketch: &Sketch) -> FxHashSet<String> {
    let of = |look: &Look| look.label.clone();
    let on_nodes: FxHashSet<String> =
        sketch.nodes.values().filter_map(of).flat_map(|label| all_plain(&label)).collect();
    let on_edges = sketch.lines.iter().filter_map(|line| of(&line.look));
    let on_edges: FxHashSet<String> = on_edges.flat_map(|label| all_plain(&label)).collect();
    on_edges.into_iter().filter(|part| on_nodes.contains(part)).collect()
}

fn all_plain(label: &str) -> Vec<String> {
    parts(label).map(plain).collect()
}

struct Builder<'a> {
    sketch: &'a Sketch,
    aliases: &'a Aliases,
    linked: FxHashSet<String>,
    /// The names of symbols as they were first written, by their plain form.
    symbols: IndexMap<String, String, FxBuildHasher>,
    /// What was taken by its words: the text, and what it is taken for.
    guessed: IndexSet<(String, String), FxBuildHasher>,
    /// Labels of edges without a meaning.
    odd: IndexSet<String, FxBuildHasher>,
    /// The number of things in all nodes.
    things: usize,
    /// The number of labels that are too long.
    long: u64,
    notes: Vec<String>,
}

impl Builder<'_> {
    fn symbol(&mut self, name: &str) -> SymbolId {
        let entry = self.symbols.entry(plain(name));
        let id = entry.index();
        entry.or_insert_with(|| name.to_owned());
        id as SymbolId
    }

    fn names(&self) -> Vec<String> {
        self.symbols.values().cloned().collect()
    }

    /// Notes what a part is taken for, unless this project wrote it.
    fn guess(&mut self, part: &str, meaning: impl Into<String>) {
        if !self.sketch.is_own {
            self.guessed.insert((part.to_owned(), meaning.into()));
        }
    }

    /// Counts a label that is too long.
    fn measure(&mut self, look: &Look) {
        let is_long = look.label.as_deref().is_some_and(words::is_long);
        self.long += u64::from(is_long);
    }

    /// The tile that the user's table gives to a label or to an attribute.
    fn tile(&self, text: &str) -> Option<Option<Tile>> {
        self.aliases.said(text)
    }

    // ----------------------------------------------------------------------------------- nodes

    fn nodes(&mut self) -> Vec<Node> {
        let sketch = self.sketch;
        let mut nodes = Vec::with_capacity(sketch.nodes.len());
        for (id, look) in &sketch.nodes {
            let contents = self.contents(id, look);
            self.things += contents.len();
            if self.things > MOST_EDGES {
                break;
            }
            nodes.push(Node { id: self.id(id), contents });
        }
        nodes
    }

    /// The id of a node; of a room in a mission of this project, its number.
    fn id(&self, id: &str) -> NodeId {
        let bare = if self.sketch.is_own { id.trim_start_matches('r') } else { id };
        match bare.parse::<i64>() {
            Ok(number) if number.to_string() == bare => NodeId::Number(number),
            _ => NodeId::Name(id.to_owned()),
        }
    }

    /// What lies in a node: by its label, or else by its id.
    fn contents(&mut self, id: &str, look: &Look) -> SmallVec<[Content; 2]> {
        let mut contents = SmallVec::new();
        self.measure(look);
        let label = look.label.as_deref().filter(|label| *label != "\\N");
        for tile in look.inks().filter_map(|ink| self.tile(&ink)) {
            contents.extend(tile.and_then(of_tile));
        }
        if let Some(tile) = label.and_then(|label| self.tile(label)) {
            contents.extend(tile.and_then(of_tile));
            return contents;
        }
        for part in label.map(parts).into_iter().flatten() {
            match self.tile(part) {
                Some(tile) => contents.extend(tile.and_then(of_tile)),
                None => self.part_of_node(part, &mut contents),
            }
        }
        if contents.is_empty() && !self.sketch.is_own {
            self.of_id(id, label.is_none(), &mut contents);
        }
        contents
    }

    fn part_of_node(&mut self, part: &str, contents: &mut SmallVec<[Content; 2]>) {
        if is_number(part) {
            return;
        }
        match words::held(part) {
            Some(Held::Content(content, count)) => {
                let name = Graph::default().content_name(content);
                self.guess(part, if count > 1 { format!("{count} {name}") } else { name });
                contents.extend((0..count).map(|_| content));
            }
            Some(Held::Named(name)) => self.gain(part, &name, contents),
            Some(Held::Nothing) => {}
            None => {
                let is_key = self.sketch.is_own || self.linked.contains(&plain(part));
                if is_key && words::asked(part).is_none() {
                    self.gain(part, part, contents);
                }
            }
        }
    }

    fn gain(&mut self, part: &str, name: &str, contents: &mut SmallVec<[Content; 2]>) {
        let symbol = self.symbol(name);
        self.guess(part, format!("symbol:{name}"));
        contents.push(Content::Symbol(symbol));
    }

    /// What an id says: its role, and without a label any thing.
    fn of_id(&mut self, id: &str, is_label: bool, contents: &mut SmallVec<[Content; 2]>) {
        let word = id.trim_end_matches(|c: char| c.is_ascii_digit());
        if let Some(Held::Content(content, 1)) = words::held(word) {
            let is_role = matches!(content, Content::Start | Content::Goal | Content::Boss);
            if is_label || is_role {
                self.guess(id, Graph::default().content_name(content));
                contents.push(content);
            }
        }
    }

    // ----------------------------------------------------------------------------------- edges

    fn edges(&mut self) -> Vec<Edge> {
        let sketch = self.sketch;
        let arrow = |line: &Line| match line.heads {
            Heads::Both => None,
            Heads::Forward => Some((line.from, line.to)),
            Heads::Back => Some((line.to, line.from)),
        };
        let arrows: FxHashSet<_> = sketch.lines.iter().filter_map(arrow).collect();
        let is_literal = arrows.iter().any(|&(a, b)| a != b && arrows.contains(&(b, a)));
        let (mut edges, mut both_ways, mut alone) = (Vec::new(), 0, 0);
        for line in &sketch.lines {
            let (requires, is_one_way) = self.requires(&line.look);
            let (from, to) = arrow(line).unwrap_or((line.from, line.to));
            edges.push(edge(from, to, &requires));
            let is_arrow = arrow(line).is_some();
            let has_back = arrows.contains(&(to, from));
            let leads_back = !(is_one_way || is_arrow && is_literal);
            if leads_back && from != to {
                edges.push(edge(to, from, &requires));
                both_ways += u64::from(is_arrow);
            }
            alone += u64::from(is_arrow && is_literal && !has_back && !is_one_way && from != to);
        }
        self.note_arrows(both_ways, alone);
        edges
    }

    fn note_arrows(&mut self, both_ways: u64, alone: u64) {
        if both_ways > 0 {
            let edges = counted(both_ways, "arrow is taken", "arrows are taken");
            self.notes.push(format!(
                "{edges} as two-way: no arrow of the graph has an arrow back; the label one-way keeps one"
            ));
        }
        if alone > 0 {
            let edges = counted(
                alone,
                "arrow without an arrow back leads",
                "arrows without an arrow back lead",
            );
            self.notes.push(format!("{edges} one way only: other arrows of the graph have one"));
        }
    }

    /// What an edge asks for, and true if it leads one way.
    fn requires(&mut self, look: &Look) -> (SmallVec<[Requirement; 1]>, bool) {
        let mut requires: SmallVec<[Requirement; 1]> = SmallVec::new();
        self.measure(look);
        let label = look.label.as_deref().unwrap_or("");
        let mut tiles: Vec<Option<Tile>> = look.inks().filter_map(|ink| self.tile(&ink)).collect();
        match self.tile(label) {
            Some(tile) => tiles.push(tile),
            None => {
                for part in parts(label) {
                    match self.tile(part) {
                        Some(tile) => tiles.push(tile),
                        None => self.part_of_edge(part, &mut requires),
                    }
                }
            }
        }
        requires.extend(tiles.into_iter().flatten().filter_map(of_door));
        let mut seen: SmallVec<[Requirement; 1]> = SmallVec::new();
        requires.retain(|asked| {
            let is_new = !seen.contains(asked);
            if is_new {
                seen.push(*asked);
            }
            is_new
        });
        let is_one_way = seen.contains(&Requirement::SoftLocked);
        (requires, is_one_way)
    }

    fn part_of_edge(&mut self, part: &str, requires: &mut SmallVec<[Requirement; 1]>) {
        let asked = match words::asked(part) {
            Some(asked) => asked,
            None if self.sketch.is_own || self.linked.contains(&plain(part)) => {
                Asked::Named(part.to_owned())
            }
            None => {
                self.odd.insert(part.to_owned());
                return;
            }
        };
        let named = |requirement| (Graph::default().requirement_name(requirement), requirement);
        let (meaning, requirement) = match asked {
            Asked::Open => {
                self.guess(part, "open");
                return;
            }
            Asked::Requirement(requirement) => named(requirement),
            Asked::OneWay => named(Requirement::SoftLocked),
            Asked::Named(name) => {
                (format!("symbol:{name}"), Requirement::Symbol(self.symbol(&name)))
            }
            Asked::Lacked(name) => {
                (format!("lacks:symbol:{name}"), Requirement::Lacks(self.symbol(&name)))
            }
        };
        self.guess(part, meaning);
        requires.push(requirement);
    }

    // ------------------------------------------------------------------------- start and goals

    fn with_ends(&mut self, mut graph: Graph, ends: Ends<'_>) -> Result<Graph, ReadError> {
        if let Some(name) = ends.start {
            let start = self.find(name, "--start")?;
            graph.nodes.iter_mut().for_each(|n| n.contents.retain(|c| *c != Content::Start));
            hold(&mut graph, start, Content::Start);
        }
        if let Some(name) = ends.goal {
            let goal = self.find(name, "--goal")?;
            graph.nodes.iter_mut().for_each(|n| n.contents.retain(|c| *c != Content::Goal));
            hold(&mut graph, goal, Content::Goal);
        }
        let starts: Vec<NodeIndex> = graph.holding(Content::Start).collect();
        graph.start = match starts[..] {
            [start] => Some(start),
            [] => return Err(no_end("start")),
            _ => {
                let ids = starts.iter().filter_map(|&node| graph.id(node)).map(NodeId::bare);
                let ids: Vec<String> = ids.collect();
                let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
                let message = format!(
                    "several nodes are its start: {}; --start NODE names one",
                    quoted(&ids)
                );
                return Err(wrong("graph", message));
            }
        };
        graph.goals = graph.holding(Content::Goal).collect();
        if graph.goals.is_empty() {
            let bosses: Vec<NodeIndex> = graph.holding(Content::Boss).collect();
            // Without a goal the verdict is that there is none.
            let [boss] = bosses[..] else { return Ok(graph) };
            hold(&mut graph, boss, Content::Goal);
            graph.goals = vec![boss];
            if !self.sketch.is_own {
                self.guess("boss", "goal, because there is no other");
            }
        }
        Ok(graph)
    }

    /// The node with an id or, if there is none, the only node with a label.
    fn find(&self, name: &str, option: &str) -> Result<NodeIndex, ReadError> {
        if let Some(node) = self.sketch.nodes.get_index_of(name) {
            return Ok(node as NodeIndex);
        }
        let has = |look: &Look| {
            look.label.as_deref().is_some_and(|label| {
                label.eq_ignore_ascii_case(name)
                    || parts(label).any(|p| p.eq_ignore_ascii_case(name))
            })
        };
        let mut found = (0..).zip(self.sketch.nodes.values()).filter(|(_, look)| has(look));
        match (found.next(), found.next()) {
            (Some((node, _)), None) => Ok(node),
            (Some(_), Some(_)) => {
                Err(wrong(option, format!("several nodes have the label {:?}", short(name))))
            }
            (None, _) => Err(wrong(
                option,
                diagnostics::unknown("node", name, self.sketch.nodes.keys().take(40)),
            )),
        }
    }

    fn notes(mut self) -> Vec<String> {
        if self.long > 0 {
            let labels = counted(self.long, "label is", "labels are");
            self.notes.push(format!("{labels} too long; the rest is left out"));
        }
        if !self.odd.is_empty() {
            let names: Vec<&str> = self.odd.iter().map(String::as_str).collect();
            let labels = counted(
                names.len() as u64,
                "label of an edge has no meaning and asks for nothing",
                "labels of edges have no meaning and ask for nothing",
            );
            self.notes.push(format!("{labels}: {}", quoted(&names)));
        }
        self.notes
    }
}

/// The error of a graph without a start or a goal.
fn no_end(end: &str) -> ReadError {
    wrong("graph", format!("has no {end}; --{end} NODE names one"))
}

fn hold(graph: &mut Graph, node: NodeIndex, content: Content) {
    if let Some(node) = graph.nodes.get_mut(node as usize) {
        node.contents.push(content);
    }
}

fn edge(from: usize, to: usize, requires: &SmallVec<[Requirement; 1]>) -> Edge {
    Edge { from: from as NodeIndex, to: to as NodeIndex, requires: requires.clone() }
}

/// The content of a node that the user's table names by a tile.
fn of_tile(tile: Tile) -> Option<Content> {
    match tile {
        Tile::Start => Some(Content::Start),
        Tile::Goal => Some(Content::Goal),
        Tile::KeySmall => Some(Content::Key),
        Tile::KeyBoss => Some(Content::BossKey),
        Tile::KeyItem => Some(Content::KeyItem),
        Tile::ItemMinor => Some(Content::ItemMinor),
        Tile::Enemy => Some(Content::Enemy),
        Tile::Boss => Some(Content::Boss),
        Tile::Puzzle => Some(Content::Puzzle),
        _ => None,
    }
}

/// The requirement of an edge that the user's table names by a tile: a door, or what opens it.
fn of_door(tile: Tile) -> Option<Requirement> {
    match tile {
        Tile::DoorSoft => Some(Requirement::SoftLocked),
        Tile::Stair => Some(Requirement::Stair),
        Tile::KeySmall => Some(Requirement::KeyLocked),
        Tile::KeyBoss => Some(Requirement::BossLocked),
        Tile::KeyItem | Tile::Element => Some(Requirement::ItemLocked),
        Tile::ItemMinor => Some(Requirement::Bombable),
        door => door.requirement(),
    }
}
