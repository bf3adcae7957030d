//! Reads files of room templates: headers, then a drawing, for each template. Checks that all floor is connected for
//! every outcome of the lots, and reports faults with their position and what is expected.
//!
//! | line | stands for |
//! |---|---|
//! | `family: NAME` | the family of all templates below it |
//! | `room: NAME` | the beginning of a template |
//! | `also: NAME …` | further families that use it |
//! | `for: NAME …` | purposes that it is for; without it, any |
//! | `turn: none` | never turned; without it `flip`, mirrored; `any`, rows made columns too |
//! | `water: splits` | a claim that water splits its floor; without it, that all floor connects |
//! | `one: A = # .` | one lot for all cells of a letter |
//! | `each: a = # .` | a lot for each cell of a letter, mirrored where the drawing is |
//!
//! Glyphs of a drawing: `.` floor, `#` solid, `~` water, `,` wet floor, `_` void, `p` pattern, `1` to `9` and `T`
//! sockets of things, numbered ones first, `e` sockets of enemies, `>` sockets of stairs. An empty line ends the
//! drawing. Lines that begin with a semicolon are comments. Invariant: a template that was read is sound: every drawing
//! made from it is connected.

use super::drawing::{Drawing, GLYPHS, Ground, Parts, Spot, connects};
use super::{Family, Lots, Per, Template, Turns};
use crate::purpose::Purpose;
use std::sync::OnceLock;

/// The built-in files.
pub(super) const FILES: [(&str, &str); 10] = [
    ("cave", include_str!("../../../data/rooms/cave.txt")),
    ("mine", include_str!("../../../data/rooms/mine.txt")),
    ("fortress", include_str!("../../../data/rooms/fortress.txt")),
    ("temple", include_str!("../../../data/rooms/temple.txt")),
    ("tomb", include_str!("../../../data/rooms/tomb.txt")),
    ("tower", include_str!("../../../data/rooms/tower.txt")),
    ("settlement", include_str!("../../../data/rooms/settlement.txt")),
    ("house", include_str!("../../../data/rooms/house.txt")),
    ("wild", include_str!("../../../data/rooms/wild.txt")),
    ("shrine", include_str!("../../../data/rooms/shrine.txt")),
];

/// Room templates with unique names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomLibrary {
    templates: Vec<Template>,
    /// The texts of the added files.
    added: String,
}

impl RoomLibrary {
    /// The built-in templates.
    #[must_use]
    pub fn builtin() -> &'static Self {
        static READ: OnceLock<RoomLibrary> = OnceLock::new();
        READ.get_or_init(|| {
            // A test verifies that every file can be read.
            let read = FILES.iter().filter_map(|(_, text)| read(text).ok());
            Self { templates: read.flatten().collect(), added: String::new() }
        })
    }

    /// Adds the templates of a file.
    ///
    /// # Errors
    /// The first fault of the file, or a name that exists already. Nothing is added in this case.
    pub fn add(&mut self, text: &str) -> Result<(), ReadError> {
        let templates = read(text)?;
        let known = |name: &str| self.templates.iter().any(|known| known.name == name);
        if let Some(twice) = templates.iter().find(|one| known(&one.name)) {
            let is =
                |line: &str| line.strip_prefix("room:").is_some_and(|n| n.trim() == twice.name);
            let line = text.lines().position(is).map_or(1, |line| line + 1);
            return Err(ReadError { line, column: 1, fault: Fault::Known(twice.name.clone()) });
        }
        self.templates.extend(templates);
        self.added.push_str(text);
        Ok(())
    }

    /// The texts of the added files; empty if there are none.
    #[must_use]
    pub fn added(&self) -> &str {
        &self.added
    }

    /// The templates in file order.
    #[must_use]
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }
}

/// Reads the templates of a file.
///
/// # Errors
/// The first fault, with its line and column.
pub fn read(text: &str) -> Result<Vec<Template>, ReadError> {
    let mut reader = Reader::default();
    let mut lines = 0;
    for (number, line) in (1..).zip(text.lines()) {
        lines = number;
        reader.line(number, line.trim_end())?;
    }
    reader.end(lines + 1)?;
    Ok(reader.templates)
}

/// A template while it is read.
struct TemplateBuilder {
    template: Template,
    headers: Vec<&'static str>,
    /// The line of its name.
    line: usize,
    /// The line of its first row.
    first: usize,
    rows: Vec<Vec<u8>>,
    /// True if its drawing has ended.
    ended: bool,
}

#[derive(Default)]
struct Reader {
    family: Option<Family>,
    builder: Option<TemplateBuilder>,
    templates: Vec<Template>,
}

/// A fault at a line and a column.
fn wrong(line: usize, column: usize, fault: Fault) -> ReadError {
    ReadError { line, column, fault }
}

/// The value of a header with the column of its first character.
#[derive(Clone, Copy)]
struct Value<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl<'a> Value<'a> {
    /// Its words with their columns.
    fn words(self) -> impl Iterator<Item = Value<'a>> {
        let place = move |word: &'a str| word.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text.split_whitespace().map(move |word| {
            let before = self.text.get(..place(word)).unwrap_or_default();
            Value { column: self.column + before.chars().count(), text: word, ..self }
        })
    }

    fn wrong(self, fault: Fault) -> ReadError {
        wrong(self.line, self.column, fault)
    }

    /// The values that the words name.
    fn names<T>(
        self,
        what: &'static str,
        named: impl Fn(&str) -> Option<T>,
        known: &[&'static str],
    ) -> Result<Vec<T>, ReadError> {
        let name = |word: Value<'a>| {
            let fault = || Fault::Unknown(what, diagnostics::short(word.text), known.to_vec());
            named(word.text).ok_or_else(|| word.wrong(fault()))
        };
        self.words().map(name).collect()
    }
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), ReadError> {
        if line.starts_with(';') {
            return Ok(());
        }
        if line.is_empty() {
            if let Some(builder) = self.builder.as_mut().filter(|builder| !builder.rows.is_empty())
            {
                builder.ended = true;
            }
            return Ok(());
        }
        match line.split_once(':') {
            Some((name, text)) => self.header(number, name, text),
            None => self.row(number, line),
        }
    }

    fn header(&mut self, line: usize, name: &str, text: &str) -> Result<(), ReadError> {
        let Some(header) = HEADERS.into_iter().find(|known| *known == name) else {
            return Err(wrong(line, 1, Fault::Header(diagnostics::short(name))));
        };
        let trimmed = text.trim_start();
        let column = name.chars().count() + 2 + text.chars().count() - trimmed.chars().count();
        let value = Value { line, column, text: trimmed };
        if trimmed.is_empty() {
            return Err(value.wrong(Fault::Nothing(name.to_owned())));
        }
        match header {
            "family" => {
                self.end(line)?;
                let names = Family::ALL.map(Family::name);
                self.family = value.names("family", Family::named, &names)?.first().copied();
                Ok(())
            }
            "room" => self.begin(value),
            header => self.builder(line)?.header(header, value),
        }
    }

    fn begin(&mut self, name: Value<'_>) -> Result<(), ReadError> {
        self.end(name.line)?;
        let family = self.family.ok_or_else(|| wrong(name.line, 1, Fault::NoFamily))?;
        if self.templates.iter().any(|known| known.name == name.text) {
            return Err(name.wrong(Fault::Known(diagnostics::short(name.text))));
        }
        if self.templates.len() >= MOST {
            return Err(wrong(name.line, 1, Fault::Many));
        }
        let template = Template {
            name: name.text.to_owned(),
            families: vec![family],
            purposes: Vec::new(),
            turns: Turns::Flip,
            splits: false,
            lots: Vec::new(),
            drawing: Drawing::new(0, Vec::new()),
        };
        let (line, first) = (name.line, name.line);
        let (headers, rows) = (Vec::new(), Vec::new());
        self.builder = Some(TemplateBuilder { template, headers, line, first, rows, ended: false });
        Ok(())
    }

    /// The current template.
    fn builder(&mut self, line: usize) -> Result<&mut TemplateBuilder, ReadError> {
        self.builder.as_mut().ok_or_else(|| wrong(line, 1, Fault::NoRoom))
    }

    fn row(&mut self, number: usize, line: &str) -> Result<(), ReadError> {
        let builder = self.builder(number)?;
        if builder.ended {
            return Err(wrong(number, 1, Fault::NoRoom));
        }
        if builder.rows.is_empty() {
            builder.first = number;
        }
        let drawn =
            |glyph: char| builder.template.lots.iter().any(|l| char::from(l.glyph) == glyph);
        let strange = |&(_, glyph): &(usize, char)| !GLYPHS.contains(glyph) && !drawn(glyph);
        if let Some((column, glyph)) = (1..).zip(line.chars()).find(strange) {
            return Err(wrong(number, column, Fault::Glyph(glyph)));
        }
        let first = builder.rows.first().map_or(line.len(), Vec::len);
        if first != line.len() {
            return Err(wrong(number, line.len().min(first) + 1, Fault::Ragged(line.len(), first)));
        }
        if builder.rows.len() >= SIDES.1 || first > SIDES.1 {
            return Err(wrong(number, 1, Fault::Sides(first, builder.rows.len() + 1)));
        }
        builder.rows.push(line.as_bytes().to_vec());
        Ok(())
    }

    /// Finishes the current template.
    fn end(&mut self, line: usize) -> Result<(), ReadError> {
        if let Some(builder) = self.builder.take() {
            self.templates.push(builder.end(line)?);
        }
        Ok(())
    }
}

impl TemplateBuilder {
    fn header(&mut self, header: &'static str, value: Value<'_>) -> Result<(), ReadError> {
        if !self.rows.is_empty() {
            return Err(wrong(value.line, 1, Fault::Late));
        }
        let several = matches!(header, "one" | "each");
        if self.headers.contains(&header) && !several {
            return Err(wrong(value.line, 1, Fault::Twice(header.to_owned())));
        }
        self.headers.push(header);
        match header {
            "also" => {
                let names = Family::ALL.map(Family::name);
                self.template.families.extend(value.names("family", Family::named, &names)?);
            }
            "for" => {
                let names = Purpose::ALL.map(Purpose::name);
                self.template.purposes = value.names("purpose", Purpose::named, &names)?;
            }
            "turn" => {
                let turns =
                    value.names("way to turn", Turns::named, &Turns::ALL.map(Turns::name))?;
                self.template.turns = turns.first().copied().unwrap_or(Turns::Flip);
            }
            "water" => {
                let splits = |word: &str| (word == "splits").then_some(true);
                self.template.splits = value.names("claim", splits, &["splits"])?.contains(&true);
            }
            "one" => self.lots(Per::Glyph, value)?,
            _ => self.lots(Per::Cell, value)?,
        }
        Ok(())
    }

    fn lots(&mut self, per: Per, value: Value<'_>) -> Result<(), ReadError> {
        let mut words = value.words();
        let single = |word: Value<'_>| match word.text.as_bytes() {
            &[byte] => Ok(byte),
            _ => Err(word.wrong(Fault::Lots)),
        };
        let missing = || value.wrong(Fault::Lots);
        let letter = words.next().ok_or_else(missing)?;
        let glyph = single(letter)?;
        let taken = GLYPHS.as_bytes().contains(&glyph);
        if taken
            || !glyph.is_ascii_alphabetic()
            || self.template.lots.iter().any(|l| l.glyph == glyph)
        {
            return Err(letter.wrong(Fault::Letter(char::from(glyph))));
        }
        words.next().filter(|word| word.text == "=").ok_or_else(missing)?;
        let mut options = Vec::new();
        for word in words {
            let option = single(word)?;
            if !GLYPHS.as_bytes().contains(&option) {
                return Err(word.wrong(Fault::Lots));
            }
            options.push(option);
        }
        if options.len() < 2 {
            return Err(missing());
        }
        self.template.lots.push(Lots { glyph, per, options });
        Ok(())
    }

    /// Checks the template and returns it with its drawing.
    fn end(self, line: usize) -> Result<Template, ReadError> {
        let Self { mut template, first, rows, .. } = self;
        let cols = rows.first().map_or(0, Vec::len);
        if rows.is_empty() {
            return Err(wrong(line, 1, Fault::NoDrawing(template.name)));
        }
        if ![rows.len(), cols].iter().all(|side| (SIDES.0..=SIDES.1).contains(side)) {
            return Err(wrong(first, 1, Fault::Sides(cols, rows.len())));
        }
        template.drawing = Drawing::new(cols, rows.concat());
        let has = |lots: &&Lots| !template.drawing.glyphs().contains(&lots.glyph);
        if let Some(lots) = template.lots.iter().find(has) {
            return Err(wrong(self.line, 1, Fault::Unused(char::from(lots.glyph))));
        }
        let place = |(at, fault): (Spot, Fault)| wrong(first + at.row, at.col + 1, fault);
        check(&template).map_err(place)?;
        Ok(template)
    }
}

/// Checks a template; a fault comes with its cell.
fn check(template: &Template) -> Result<(), (Spot, Fault)> {
    let start = Spot::new(0, 0);
    let ones: Vec<_> = template.lots.iter().filter(|lots| lots.per == Per::Glyph).collect();
    let total = ones.iter().fold(1usize, |n, lots| n.saturating_mul(lots.options.len()));
    if total > MOST_WAYS {
        return Err((start, Fault::Ways(total)));
    }
    for number in 0..total {
        let (drawing, said) = fallen(&template.drawing, &ones, number);
        let hardest = singles(&drawing, &template.lots, true);
        let softest = singles(&drawing, &template.lots, false);
        for drawing in [&hardest, &softest] {
            whole(drawing, template.splits, &said)?;
        }
        beside_floor(template, &hardest)?;
    }
    Ok(())
}

/// The drawing with outcome `number` of the lots of whole glyphs, and a description of the outcome.
pub(super) fn fallen(drawing: &Drawing, ones: &[&Lots], number: usize) -> (Drawing, String) {
    let (mut drawing, mut number, mut said) = (drawing.clone(), number, Vec::new());
    for lots in ones {
        let of = lots.options.len().max(1);
        let glyph = lots.options.get(number % of).copied().unwrap_or(b'.');
        number /= of;
        said.push(format!("{} = {}", char::from(lots.glyph), char::from(glyph)));
        replace(&mut drawing, lots.glyph, glyph);
    }
    let said = if said.is_empty() { "as drawn".to_owned() } else { said.join(", ") };
    (drawing, said)
}

/// The drawing with all lots of single cells set to their least or their most walkable glyph.
pub(super) fn singles(drawing: &Drawing, lots: &[Lots], hardest: bool) -> Drawing {
    let mut drawing = drawing.clone();
    for lots in lots.iter().filter(|lots| lots.per == Per::Cell) {
        let options = lots.options.iter().copied();
        let glyph = if hardest {
            options.max_by_key(|&glyph| Ground::of(glyph))
        } else {
            options.min_by_key(|&glyph| Ground::of(glyph))
        };
        replace(&mut drawing, lots.glyph, glyph.unwrap_or(b'.'));
    }
    drawing
}

fn replace(drawing: &mut Drawing, from: u8, to: u8) {
    for glyph in drawing.glyphs_mut().iter_mut().filter(|glyph| **glyph == from) {
        *glyph = to;
    }
}

/// Checks that the floor of a drawing without lots is connected.
fn whole(drawing: &Drawing, splits: bool, said: &str) -> Result<(), (Spot, Fault)> {
    if connects(drawing, splits) {
        return Ok(());
    }
    let wet = Parts::wet(drawing);
    let parts = if splits { &wet } else { &Parts::dry(drawing) };
    let off = |&at: &Spot| parts.at(drawing, at) > 1;
    let at = drawing.spots().find(off);
    Err(match at {
        None if splits => (Spot::new(0, 0), Fault::Whole(said.to_owned())),
        at => (at.unwrap_or(Spot::new(0, 0)), Fault::CutOff(said.to_owned())),
    })
}

/// Checks that every cell with its own lot is next to floor if all such lots take their least walkable glyph.
fn beside_floor(template: &Template, hardest: &Drawing) -> Result<(), (Spot, Fault)> {
    for lots in template.lots.iter().filter(|lots| lots.per == Per::Cell) {
        if lots.options.iter().all(|&glyph| Ground::of(glyph) == Ground::Solid) {
            continue;
        }
        let floor = |at| Ground::of(hardest.at(at)) == Ground::Floor;
        let alone =
            |&at: &Spot| template.drawing.at(at) == lots.glyph && !hardest.beside(at).any(floor);
        if let Some(at) = hardest.spots().find(alone) {
            return Err((at, Fault::Alone));
        }
    }
    Ok(())
}

/// Minimum and maximum number of rows and columns of a drawing.
const SIDES: (usize, usize) = (3, 38);
/// Maximum number of combinations of the lots of whole glyphs in a template.
const MOST_WAYS: usize = 64;
/// Maximum number of templates per file.
const MOST: usize = 1_000;
/// The header lines allowed above a drawing.
const HEADERS: [&str; 8] = ["family", "room", "also", "for", "turn", "water", "one", "each"];

/// An invalid file of room templates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
#[non_exhaustive]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters, from 1.
    pub column: usize,
    /// The fault.
    pub fault: Fault,
}

/// A fault in a file of room templates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// An unknown header.
    #[error("{}", diagnostics::unknown("header", .0, HEADERS))]
    Header(String),
    /// An unknown name: its kind, the name, the known names.
    #[error("{}", diagnostics::unknown(.0, .1, .2))]
    Unknown(&'static str, String, Vec<&'static str>),
    /// A header without a value.
    #[error("expected a value after `{0}:`")]
    Nothing(String),
    /// A repeated header.
    #[error("`{0}:` stands twice above one drawing")]
    Twice(String),
    /// A drawing or a header of a template before the first `room:`.
    #[error("a template begins with `room: NAME`")]
    NoRoom,
    /// A template before the first `family:`.
    #[error("expected a line `family: NAME` before the first template")]
    NoFamily,
    /// A template without a drawing.
    #[error("{0:?} has no drawing")]
    NoDrawing(String),
    /// A header after a drawing.
    #[error("headers stand above the drawing, and the next template begins with `room: NAME`")]
    Late,
    /// Two templates with the same name.
    #[error("{0:?} is there already; each template has a name of its own")]
    Known(String),
    /// Too many templates in a file.
    #[error("a file has at most {MOST} templates")]
    Many,
    /// An unknown glyph.
    #[error("{0:?} stands for nothing; a drawing has {GLYPHS}, and letters of `one:` and `each:`")]
    Glyph(char),
    /// Rows of different lengths.
    #[error("a row of {0}, where the first has {1}")]
    Ragged(usize, usize),
    /// A drawing too small or too large.
    #[error("a drawing of {0}x{1}; each side is between {low} and {high}", low = SIDES.0, high = SIDES.1)]
    Sides(usize, usize),
    /// Lots with a syntax error.
    #[error("expected `LETTER = GLYPH GLYPH`, with at least two glyphs of {GLYPHS}")]
    Lots,
    /// A letter for lots that has another meaning.
    #[error(
        "{0:?} cannot stand for lots; letters can, but T, e, p and those that stand for lots already"
    )]
    Letter(char),
    /// Lots that the drawing does not use.
    #[error("no cell of the drawing is {0:?}")]
    Unused(char),
    /// Lots with too many combinations.
    #[error(
        "the letters of `one:` have {0} combinations of glyphs; at most {MOST_WAYS} can be proved"
    )]
    Ways(usize),
    /// Floor that is not connected.
    #[error("this floor is cut off, with these glyphs: {0}")]
    CutOff(String),
    /// Water that should split the floor and does not.
    #[error(
        "`water: splits`, but the floor connects without crossing water, with these glyphs: {0}"
    )]
    Whole(String),
    /// A lot of a single cell that may separate the cell from all floor.
    #[error("a cell of `each:` stands beside floor that no lot takes away")]
    Alone,
}
