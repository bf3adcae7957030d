//! Reads Mermaid flowcharts: `A[Start] --> B{Hall} -->|key| C`, `A -- key --> B`, `A & B --- C`.
//!
//! What only draws is passed over: subgraphs (their nodes are kept), classes, styles, clicks and directions.

use super::sketch::{Heads, Look, Sketch};
use super::text::{Cursor, unescaped};
use level::formats::json::ReadError;
use std::rc::Rc;

/// Statements that only draw.
const DRAWING: [&str; 9] = [
    "subgraph",
    "end",
    "direction",
    "classDef",
    "class",
    "style",
    "linkStyle",
    "click",
    "accTitle",
];

/// The beginnings of shapes, longest first, with their ends.
const SHAPES: [(&str, &str); 13] = [
    ("(((", ")))"),
    ("([", "])"),
    ("[[", "]]"),
    ("[(", ")]"),
    ("((", "))"),
    ("{{", "}}"),
    ("[/", "]"),
    ("[\\", "]"),
    ("[", "]"),
    ("(", ")"),
    ("{", "}"),
    (">", "]"),
    ("@{", "}"),
];

/// Reads a flowchart.
pub(super) fn read(text: &str) -> Result<Sketch, ReadError> {
    let mut reader = Reader { cursor: Cursor::of(text) };
    let mut sketch = Sketch::default();
    if !reader.header(&mut sketch) {
        return Err(reader
            .cursor
            .expected("\"flowchart\" or \"graph\" with a direction, such as TD"));
    }
    loop {
        reader.blanks();
        if reader.cursor.rest().is_empty() {
            return Ok(sketch);
        }
        if !reader.cursor.took(";") && !reader.is_drawing() {
            reader.chain(&mut sketch)?;
        }
    }
}

/// True if a text begins as a flowchart.
pub(super) fn begins(text: &str) -> bool {
    Reader { cursor: Cursor::of(text) }.header(&mut Sketch::default())
}

struct Reader<'a> {
    cursor: Cursor<'a>,
}

/// A link between two groups of nodes.
struct Link {
    heads: Heads,
    look: Look,
    /// True for a link that is not drawn.
    is_hidden: bool,
}

impl<'a> Reader<'a> {
    /// Reads what stands before the first statement. A title in the front matter is the name of the sketch.
    fn header(&mut self, sketch: &mut Sketch) -> bool {
        self.blanks();
        self.cursor.took("```mermaid");
        self.blanks();
        if self.cursor.took("---\n") || self.cursor.took("---\r\n") {
            let matter = self.cursor.through("\n---");
            let title = matter.lines().find_map(|line| line.trim().strip_prefix("title:"));
            sketch.name = title.map(|title| title.trim().to_owned());
            self.blanks();
        }
        let word = self.cursor.word(0, |c: char| c.is_ascii_alphabetic() || c == '-');
        let is_graph = matches!(word, "graph" | "flowchart" | "flowchart-elk");
        let line = self.cursor.rest().split(['\n', ';']).next().unwrap_or("").trim();
        let is_directed = matches!(line, "TD" | "TB" | "BT" | "LR" | "RL");
        if is_graph && is_directed {
            self.cursor.word(0, |c| !matches!(c, '\n' | ';'));
        }
        is_graph && (is_directed || line.is_empty())
    }

    /// Skips spaces, comments, and the end of a fenced block.
    fn blanks(&mut self) {
        self.cursor.spaces();
        while self.cursor.is_next("%%")
            || self.cursor.is_next("```\n")
            || self.cursor.rest() == "```"
        {
            self.cursor.through("\n");
            self.cursor.spaces();
        }
    }

    /// Passes over a statement that only draws.
    fn is_drawing(&mut self) -> bool {
        let line = self.cursor.rest().split(['\n', ';']).next().unwrap_or("");
        let word = line.split(char::is_whitespace).next().unwrap_or("");
        let is_drawing = DRAWING.contains(&word.trim_end_matches(':')) || word == "accDescr";
        if is_drawing {
            self.cursor.took(line);
        }
        is_drawing
    }

    /// Reads nodes and the links between them.
    fn chain(&mut self, sketch: &mut Sketch) -> Result<(), ReadError> {
        let at = self.cursor.at();
        let mut from = self.group(sketch)?;
        while let Some(link) = self.link()? {
            self.cursor.spaces();
            let to = self.group(sketch)?;
            if !link.is_hidden {
                let added = sketch.lines(&from, &to, (link.heads, &link.look));
                added.map_err(|message| self.cursor.error(at, message))?;
            }
            from = to;
        }
        self.cursor.word(0, |c| c == ' ' || c == '\t');
        let ends = ["\n", "\r", ";", "%%"];
        if self.cursor.rest().is_empty() || ends.iter().any(|end| self.cursor.is_next(end)) {
            return Ok(());
        }
        Err(self.cursor.expected("a link, such as -->, or the end of the line"))
    }

    /// Reads nodes with `&` between them.
    fn group(&mut self, sketch: &mut Sketch) -> Result<Vec<usize>, ReadError> {
        let mut nodes = vec![self.node(sketch)?];
        loop {
            let at = self.cursor.at();
            self.cursor.spaces();
            if !self.cursor.took("&") {
                self.cursor.back_to(at);
                return Ok(nodes);
            }
            self.cursor.spaces();
            nodes.push(self.node(sketch)?);
        }
    }

    fn node(&mut self, sketch: &mut Sketch) -> Result<usize, ReadError> {
        let at = self.cursor.at();
        let id = self.id();
        if id.is_empty() {
            return Err(self.cursor.expected("a node"));
        }
        let node = sketch.node(id, &Look::default());
        let node = node.map_err(|message| self.cursor.error(at, message))?;
        let label = self.shape()?;
        let class = self.cursor.took(":::").then(|| self.id());
        if let Some(look) = sketch.look(node) {
            look.label = label.or(look.label.take());
            if let Some(class) = class {
                look.ink("class", &class.into());
            }
        }
        Ok(node)
    }

    /// Reads the id of a node; a dash is part of it before a letter or a digit.
    fn id(&mut self) -> &'a str {
        let rest = self.cursor.rest();
        let mut length = 0;
        let mut letters = rest.chars().peekable();
        while let Some(letter) = letters.next() {
            let goes_on = letters.peek().is_some_and(|next| next.is_alphanumeric());
            if !(letter.is_alphanumeric()
                || matches!(letter, '_' | '.')
                || letter == '-' && goes_on && length > 0)
            {
                break;
            }
            length += letter.len_utf8();
        }
        let id = rest.get(..length).unwrap_or("");
        self.cursor.took(id);
        id
    }

    /// Reads the shape of a node with its label.
    fn shape(&mut self) -> Result<Option<Rc<str>>, ReadError> {
        let at = self.cursor.at();
        let Some((begin, end)) = SHAPES.iter().find(|(begin, _)| self.cursor.is_next(begin)) else {
            return Ok(None);
        };
        self.cursor.took(begin);
        if *begin == "@{" {
            let fields = self.cursor.through("}");
            let label = fields.split_once("label:").map(|(_, label)| label.trim_start());
            let label = label.and_then(|label| label.strip_prefix('"')?.split('"').next());
            return Ok(label.map(clean));
        }
        self.cursor.word(0, |c| c == ' ');
        if self.cursor.took("\"") {
            let label = self.cursor.through("\"");
            self.cursor.spaces();
            self.cursor.word(0, |c| matches!(c, '/' | '\\'));
            if !self.cursor.took(end) {
                return Err(self.cursor.expected(&format!("{end:?}")));
            }
            return Ok(Some(clean(label)));
        }
        match self.cursor.rest().split_once(end) {
            Some((label, _)) => {
                self.cursor.took(label);
                self.cursor.took(end);
                Ok(Some(clean(label.trim_end_matches(['/', '\\']))))
            }
            None => Err(self.cursor.error(at, format!("the shape has no closing {end:?}"))),
        }
    }

    /// Reads a link, if one comes next.
    fn link(&mut self) -> Result<Option<Link>, ReadError> {
        let begin = self.cursor.at();
        self.cursor.spaces();
        let named = self.cursor.at();
        // A link may have an id: `e1@-->`.
        self.cursor.word(0, |c| c.is_alphanumeric() || c == '_');
        if !self.cursor.took("@") || !self.is_link() {
            self.cursor.back_to(named);
        }
        let is_back = self.cursor.took("<") || self.took_end();
        if !self.is_link() {
            self.cursor.back_to(begin);
            return Ok(None);
        }
        let at = self.cursor.at();
        let run = self.cursor.word(0, |c| matches!(c, '-' | '=' | '.' | '~'));
        let mut is_forward = self.cursor.took(">") || self.took_head();
        let mut look = Look::default();
        if !is_forward && matches!(run, "--" | "==" | "-.") {
            let end = if run == "-." { ".-" } else { run };
            let label = self.cursor.rest().split_once(end).map(|(label, _)| label);
            let Some(label) = label.filter(|label| !label.contains('\n')) else {
                return Err(self
                    .cursor
                    .error(at, format!("the text of the link has no end, such as {end}>")));
            };
            self.cursor.took(label);
            self.cursor.word(0, |c| matches!(c, '-' | '=' | '.'));
            is_forward = self.cursor.took(">") || self.took_head();
            look.label = Some(clean(label));
        }
        self.cursor.word(0, |c| c == ' ');
        if self.cursor.took("|") {
            look.label = Some(clean(self.cursor.through("|")));
        }
        let heads = match (is_back, is_forward) {
            (false, true) => Heads::Forward,
            (true, false) => Heads::Back,
            _ => Heads::Both,
        };
        Ok(Some(Link { heads, look, is_hidden: run.starts_with('~') }))
    }

    fn is_link(&self) -> bool {
        ["--", "==", "-.", "~~~"].iter().any(|link| self.cursor.is_next(link))
    }

    /// Consumes a round or crossed end before a link.
    fn took_end(&mut self) -> bool {
        let ends = ["o--", "x--", "o==", "x==", "o-.", "x-."];
        let is_end = ends.iter().any(|end| self.cursor.is_next(end));
        if is_end {
            self.cursor.letter();
        }
        is_end
    }

    /// Consumes a round or crossed head after a link; a letter that begins a node is none.
    fn took_head(&mut self) -> bool {
        let mut letters = self.cursor.rest().chars();
        let is_head = matches!(letters.next(), Some('o' | 'x'))
            && letters.next().is_none_or(|c| c == '|' || c.is_whitespace());
        if is_head {
            self.cursor.letter();
        }
        is_head
    }
}

/// A label without quotes, marks and tags for new lines.
fn clean(label: &str) -> Rc<str> {
    let label = label.trim().trim_matches(['"', '`']);
    let lines = ["<br/>", "<br />", "<br>", "\\n"].iter();
    let text = lines.fold(label.to_owned(), |text, tag| text.replace(tag, "\n"));
    unescaped(text.trim()).into()
}
