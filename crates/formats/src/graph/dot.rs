//! Reads Graphviz: `graph` and `digraph`, subgraphs, chains, ports, default attributes, quoted and HTML texts.

use super::sketch::{Heads, Look, Sketch};
use super::text::Cursor;
use level::formats::json::ReadError;
use std::rc::Rc;

/// The most subgraphs inside each other.
const DEEPEST: usize = 64;

/// Reads all graphs of a file.
pub(super) fn read(text: &str) -> Result<Vec<Sketch>, ReadError> {
    let mut reader = Reader { cursor: Cursor::of(text) };
    let mut sketches = Vec::new();
    loop {
        sketches.push(reader.graph()?);
        reader.blanks();
        if reader.cursor.rest().is_empty() {
            return Ok(sketches);
        }
    }
}

/// True if a text begins as a graph of Graphviz.
pub(super) fn begins(text: &str) -> bool {
    let mut reader = Reader { cursor: Cursor::of(text) };
    reader.header().is_ok()
}

/// An id or a value.
struct Id {
    text: Rc<str>,
    /// True for a bare word, which may be a keyword.
    is_bare: bool,
}

impl Id {
    fn is(&self, keyword: &str) -> bool {
        self.is_bare && self.text.eq_ignore_ascii_case(keyword)
    }
}

/// The attributes of a statement.
#[derive(Clone, Default)]
struct Attributes {
    look: Look,
    dir: Option<Rc<str>>,
}

/// The default attributes in a graph or a subgraph.
#[derive(Clone, Default)]
struct Defaults {
    node: Look,
    edge: Attributes,
}

struct Reader<'a> {
    cursor: Cursor<'a>,
}

impl Reader<'_> {
    /// Reads `strict digraph name {`; returns the name, and true for a directed graph.
    fn header(&mut self) -> Result<(Option<Rc<str>>, bool), ReadError> {
        let wanted = "a graph or a digraph";
        let mut word = self.id(wanted)?;
        if word.is("strict") {
            word = self.id(wanted)?;
        }
        let is_directed = match word {
            word if word.is("digraph") => true,
            word if word.is("graph") => false,
            _ => return Err(self.cursor.expected(wanted)),
        };
        self.blanks();
        let name = if self.cursor.is_next("{") { None } else { Some(self.id("{")?.text) };
        self.expect("{")?;
        Ok((name, is_directed))
    }

    fn graph(&mut self) -> Result<Sketch, ReadError> {
        let (name, is_directed) = self.header()?;
        let mut sketch = Sketch::default();
        let mut title = None;
        self.statements(&mut sketch, &mut title, Defaults::default(), (is_directed, 0))?;
        let of_rooms = |id: &str| id.strip_prefix('r').is_some_and(super::is_number);
        sketch.is_own = !is_directed
            && name.as_deref() == Some("mission")
            && sketch.nodes.keys().all(|id| of_rooms(id));
        sketch.name = title.or(name).map(|name| name.to_string());
        Ok(sketch)
    }

    /// Reads statements up to the closing brace; returns the nodes that they name.
    fn statements(
        &mut self,
        sketch: &mut Sketch,
        title: &mut Option<Rc<str>>,
        mut defaults: Defaults,
        (is_directed, depth): (bool, usize),
    ) -> Result<Vec<usize>, ReadError> {
        let mut named = Vec::new();
        loop {
            self.blanks();
            if self.cursor.took("}") {
                named.sort_unstable();
                named.dedup();
                return Ok(named);
            }
            if self.cursor.took(";") || self.cursor.took(",") {
                continue;
            }
            let found = self.statement(sketch, title, &mut defaults, (is_directed, depth))?;
            named.extend(found);
        }
    }

    /// Reads one statement; returns the nodes that it names.
    fn statement(
        &mut self,
        sketch: &mut Sketch,
        title: &mut Option<Rc<str>>,
        defaults: &mut Defaults,
        place: (bool, usize),
    ) -> Result<Vec<usize>, ReadError> {
        let at = self.cursor.at();
        if !self.cursor.is_next("{") {
            let word = self.id("a statement or }")?;
            if word.is("graph") || word.is("node") || word.is("edge") {
                let mut attributes = Attributes::default();
                if word.is("node") {
                    attributes.look = defaults.node.clone();
                } else if word.is("edge") {
                    attributes = defaults.edge.clone();
                }
                self.attributes(&mut attributes)?;
                match &word {
                    word if word.is("node") => defaults.node = attributes.look,
                    word if word.is("edge") => defaults.edge = attributes,
                    _ if place.1 == 0 => *title = attributes.look.label.or(title.take()),
                    _ => {}
                }
                return Ok(Vec::new());
            }
            if self.took("=") {
                let value = self.id("a value")?.text;
                if place.1 == 0 && word.text.eq_ignore_ascii_case("label") {
                    *title = Some(value);
                }
                return Ok(Vec::new());
            }
            self.cursor.back_to(at);
        }
        self.chain(sketch, defaults, place)
    }

    /// Reads a node or a chain of edges.
    fn chain(
        &mut self,
        sketch: &mut Sketch,
        defaults: &Defaults,
        place: (bool, usize),
    ) -> Result<Vec<usize>, ReadError> {
        let at = self.cursor.at();
        let (first, is_node) = self.operand(sketch, defaults, place)?;
        let (mut named, mut operands) = (first.clone(), vec![first]);
        let mut arrows = Vec::new();
        while let Some(is_arrow) = self.arrow() {
            let (next, _) = self.operand(sketch, defaults, place)?;
            named.extend(&next);
            operands.push(next);
            arrows.push(is_arrow);
        }
        if arrows.is_empty() {
            let mut own = Attributes::default();
            self.attributes(&mut own)?;
            if let ([node], true) = (&named[..], is_node) {
                merge(sketch.look(*node), own.look);
            }
            return Ok(named);
        }
        let mut attributes = defaults.edge.clone();
        self.attributes(&mut attributes)?;
        for (ends, is_arrow) in operands.windows(2).zip(arrows) {
            if let [from, to] = ends {
                let heads = heads(attributes.dir.as_deref(), is_arrow);
                sketch
                    .lines(from, to, (heads, &attributes.look))
                    .map_err(|message| self.cursor.error(at, message))?;
            }
        }
        Ok(named)
    }

    /// Reads `->` or `--`; true for an arrow.
    fn arrow(&mut self) -> Option<bool> {
        if self.took("->") { Some(true) } else { self.took("--").then_some(false) }
    }

    /// Reads a node or a subgraph; returns its nodes, and true for a node.
    fn operand(
        &mut self,
        sketch: &mut Sketch,
        defaults: &Defaults,
        (is_directed, depth): (bool, usize),
    ) -> Result<(Vec<usize>, bool), ReadError> {
        self.blanks();
        let at = self.cursor.at();
        if !self.cursor.is_next("{") {
            let id = self.id("a node")?;
            if !id.is("subgraph") {
                for _ in 0..2 {
                    if self.took(":") {
                        self.id("a port")?;
                    }
                }
                let node = sketch.node(&id.text, &defaults.node);
                return Ok((vec![node.map_err(|message| self.cursor.error(at, message))?], true));
            }
            self.blanks();
            if !self.cursor.is_next("{") {
                self.id("{")?;
            }
        }
        self.expect("{")?;
        if depth >= DEEPEST {
            return Err(self
                .cursor
                .error(at, format!("lies in {DEEPEST} subgraphs, more than are read")));
        }
        let place = (is_directed, depth + 1);
        let nodes = self.statements(sketch, &mut None, defaults.clone(), place)?;
        Ok((nodes, false))
    }

    /// Reads any number of lists `[a=b, …]`.
    fn attributes(&mut self, attributes: &mut Attributes) -> Result<(), ReadError> {
        while self.took("[") {
            loop {
                if self.took("]") {
                    break;
                }
                if self.took(",") || self.took(";") {
                    continue;
                }
                let name = self.id("an attribute or ]")?.text;
                let value = if self.took("=") { self.id("a value")?.text } else { "true".into() };
                match name.to_ascii_lowercase().as_str() {
                    "label" => attributes.look.label = Some(value),
                    "dir" => attributes.dir = Some(value),
                    "xlabel" if attributes.look.label.is_none() => {
                        attributes.look.label = Some(value);
                    }
                    ink => attributes.look.ink(ink, &value),
                }
            }
        }
        Ok(())
    }
}

/// Sets what a node statement says, and keeps the rest.
fn merge(look: Option<&mut Look>, own: Look) {
    let Some(look) = look else { return };
    look.label = own.label.or(look.label.take());
    for (ink, own) in look.inks.iter_mut().zip(own.inks) {
        *ink = own.or(ink.take());
    }
}

fn heads(dir: Option<&str>, is_arrow: bool) -> Heads {
    match dir.map(str::to_ascii_lowercase).as_deref() {
        Some("both" | "none") => Heads::Both,
        Some("back") => Heads::Back,
        Some("forward") => Heads::Forward,
        _ if is_arrow => Heads::Forward,
        _ => Heads::Both,
    }
}

// -------------------------------------------------------------------------------------------------
// Words, texts and comments.

impl Reader<'_> {
    /// Skips spaces and comments.
    fn blanks(&mut self) {
        loop {
            self.cursor.spaces();
            let is_line = self.cursor.is_next("#") && self.cursor.starts_line();
            if is_line || self.cursor.is_next("//") {
                self.cursor.through("\n");
            } else if self.cursor.is_next("/*") {
                self.cursor.through("*/");
            } else {
                return;
            }
        }
    }

    fn took(&mut self, word: &str) -> bool {
        self.blanks();
        self.cursor.took(word)
    }

    fn expect(&mut self, word: &str) -> Result<(), ReadError> {
        if self.took(word) { Ok(()) } else { Err(self.cursor.expected(&format!("{word:?}"))) }
    }

    /// Reads an id: a word, a number, a quoted text, or an HTML text.
    fn id(&mut self, wanted: &str) -> Result<Id, ReadError> {
        self.blanks();
        if self.cursor.is_next("<") {
            return Ok(Id { text: self.html()?.into(), is_bare: false });
        }
        if self.cursor.is_next("\"") {
            let mut text = self.quoted()?;
            while self.took("+") {
                self.blanks();
                text += &self.quoted()?;
            }
            return Ok(Id { text: text.into(), is_bare: false });
        }
        let minus = self.cursor.rest().starts_with('-')
            && !self.cursor.is_next("--")
            && !self.cursor.is_next("->");
        let is_of_word =
            |c: char| c.is_alphanumeric() || matches!(c, '_' | '.') || c as u32 >= 0x80;
        let word = self.cursor.word(usize::from(minus), is_of_word);
        if word.is_empty() || word == "-" {
            return Err(self.cursor.expected(wanted));
        }
        Ok(Id { text: word.into(), is_bare: true })
    }

    /// Reads a quoted text.
    fn quoted(&mut self) -> Result<String, ReadError> {
        let at = self.cursor.at();
        if !self.cursor.took("\"") {
            return Err(self.cursor.expected("a quoted text"));
        }
        let mut text = String::new();
        while let Some(letter) = self.cursor.letter() {
            match letter {
                '"' => return Ok(text),
                '\\' => match self.cursor.letter() {
                    Some('n' | 'l' | 'r') => text.push('\n'),
                    Some('\n') | None => {}
                    Some(escaped @ ('"' | '\\')) => text.push(escaped),
                    Some(other) => text.extend(['\\', other]),
                },
                letter => text.push(letter),
            }
        }
        Err(self.cursor.error(at, "the text has no closing quote"))
    }

    /// Reads an HTML text; returns it without its tags.
    fn html(&mut self) -> Result<String, ReadError> {
        let at = self.cursor.at();
        let (mut text, mut depth) = (String::new(), 0_usize);
        while let Some(letter) = self.cursor.letter() {
            match letter {
                '<' => {
                    depth += 1;
                    if depth > 1 && !text.ends_with('\n') {
                        text.push('\n');
                    }
                }
                '>' if depth == 1 => return Ok(super::text::unescaped(text.trim())),
                '>' => depth -= 1,
                letter if depth == 1 => text.push(letter),
                _ => {}
            }
        }
        Err(self.cursor.error(at, "the HTML text has no closing >"))
    }
}
