//! Reads files of room templates: headers, then a drawing, for each template.
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
//! A drawing has `.` floor, `#` solid, `~` water, `,` wet floor, `_` void, `p` pattern, `1` to `9` and `T` sockets of
//! things, the numbered ones first, `e` of enemies, `>` of stairs. An empty line ends it. What opens with a semicolon
//! is a comment. Invariant: a template that is read is sound, so that whatever is drawn from it connects.

use super::check::check;
use super::drawing::{Drawing, GLYPHS, Spot};
use super::family::Family;
use super::fault::{Fault, HEADERS, MOST, ReadError, SIDES};
use super::template::{Lots, Per, Template, Turns};
use crate::purpose::Purpose;

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

/// A template as far as it is read.
struct Draft {
    template: Template,
    headers: Vec<&'static str>,
    /// The line of its name.
    line: usize,
    /// The line of its first row, and its rows.
    first: usize,
    rows: Vec<Vec<u8>>,
    /// True if its drawing has ended.
    ended: bool,
}

#[derive(Default)]
struct Reader {
    family: Option<Family>,
    draft: Option<Draft>,
    templates: Vec<Template>,
}

/// A fault at a line and a column.
fn wrong(line: usize, column: usize, fault: Fault) -> ReadError {
    ReadError { line, column, fault }
}

/// The value of a header, with the column of its first character.
#[derive(Clone, Copy)]
struct Value<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl<'a> Value<'a> {
    /// Its words, each with its column.
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

    /// The words as what they name.
    fn names<T>(
        self,
        what: &'static str,
        named: impl Fn(&str) -> Option<T>,
        known: &[&'static str],
    ) -> Result<Vec<T>, ReadError> {
        let name = |word: Value<'a>| {
            let fault = || Fault::Unknown(what, voice::short(word.text), known.to_vec());
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
            if let Some(draft) = self.draft.as_mut().filter(|draft| !draft.rows.is_empty()) {
                draft.ended = true;
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
            return Err(wrong(line, 1, Fault::Header(voice::short(name))));
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
            header => self.draft(line)?.header(header, value),
        }
    }

    fn begin(&mut self, name: Value<'_>) -> Result<(), ReadError> {
        self.end(name.line)?;
        let family = self.family.ok_or_else(|| wrong(name.line, 1, Fault::NoFamily))?;
        if self.templates.iter().any(|known| known.name == name.text) {
            return Err(name.wrong(Fault::Known(voice::short(name.text))));
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
        self.draft = Some(Draft { template, headers, line, first, rows, ended: false });
        Ok(())
    }

    /// The template that is being read.
    fn draft(&mut self, line: usize) -> Result<&mut Draft, ReadError> {
        self.draft.as_mut().ok_or_else(|| wrong(line, 1, Fault::NoRoom))
    }

    fn row(&mut self, number: usize, line: &str) -> Result<(), ReadError> {
        let draft = self.draft(number)?;
        if draft.ended {
            return Err(wrong(number, 1, Fault::NoRoom));
        }
        if draft.rows.is_empty() {
            draft.first = number;
        }
        let drawn = |glyph: char| draft.template.lots.iter().any(|l| char::from(l.glyph) == glyph);
        let strange = |&(_, glyph): &(usize, char)| !GLYPHS.contains(glyph) && !drawn(glyph);
        if let Some((column, glyph)) = (1..).zip(line.chars()).find(strange) {
            return Err(wrong(number, column, Fault::Glyph(glyph)));
        }
        let first = draft.rows.first().map_or(line.len(), Vec::len);
        if first != line.len() {
            return Err(wrong(number, line.len().min(first) + 1, Fault::Ragged(line.len(), first)));
        }
        if draft.rows.len() >= SIDES.1 || first > SIDES.1 {
            return Err(wrong(number, 1, Fault::Sides(first, draft.rows.len() + 1)));
        }
        draft.rows.push(line.as_bytes().to_vec());
        Ok(())
    }

    /// Ends the template that is being read.
    fn end(&mut self, line: usize) -> Result<(), ReadError> {
        if let Some(draft) = self.draft.take() {
            self.templates.push(draft.end(line)?);
        }
        Ok(())
    }
}

impl Draft {
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

    /// The template, with its drawing, checked.
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
