//! The text of a scene of Godot: sections, each with attributes in its head and fields below it.
//!
//! Invariant: depth, number of values and memory are bounded whatever the text; bytes are kept as bytes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use level::formats::json::{ReadError, at};

/// The most values of a scene.
const MOST_VALUES: usize = 1 << 21;
/// The most sections of a scene.
const MOST_SECTIONS: usize = 1 << 20;
/// Maximal nesting depth of values.
const DEEPEST: usize = 32;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// `null`, or a constant.
    Word(String),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    /// A `PackedByteArray`.
    Bytes(Vec<u8>),
    /// A constructor with its arguments, such as `Vector2(1, 2)`.
    Call(String, Vec<Value>),
}

/// A section with its attributes and fields.
#[derive(Debug)]
pub(super) struct Section {
    /// Its kind, such as `node`.
    pub(super) kind: String,
    /// The number of its line, from 0.
    pub(super) line: usize,
    attributes: Vec<(String, Value)>,
    fields: Vec<(String, Value)>,
}

impl Value {
    /// Its text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Its number, if it is one.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The numbers of a vector or a rectangle.
    pub(super) fn numbers<const N: usize>(&self) -> Option<[f64; N]> {
        let Self::Call(_, values) = self else { return None };
        let numbers: Option<Vec<f64>> = values.iter().map(Self::number).collect();
        numbers?.try_into().ok()
    }

    /// The text of a reference, such as `SubResource("a")`.
    pub(super) fn reference(&self, name: &str) -> Option<&str> {
        match self {
            Self::Call(known, values) if known == name => values.first()?.text(),
            _ => None,
        }
    }
}

impl Section {
    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The text of an attribute; empty if it has none.
    pub(super) fn said(&self, name: &str) -> &str {
        self.attribute(name).and_then(Value::text).unwrap_or("")
    }

    /// The value of a field.
    pub(super) fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The values of metadata, with their names.
    pub(super) fn metadata(&self) -> impl Iterator<Item = (&str, &Value)> {
        let fields = self.fields.iter();
        fields.filter_map(|(name, value)| Some((name.strip_prefix("metadata/")?, value)))
    }
}

/// Parses a scene.
///
/// # Errors
/// The fault of the text, with its line and column.
pub(super) fn parse(text: &str) -> Result<Vec<Section>, ReadError> {
    let mut reader = Reader { text, at: 0, values: 0, counted: (0, 0) };
    let mut sections: Vec<Section> = Vec::new();
    loop {
        reader.skip();
        let is_full = sections.len() >= MOST_SECTIONS;
        match (reader.peek(), sections.last_mut()) {
            (None, _) => return Ok(sections),
            (Some('['), _) if is_full => {
                return Err(reader.wrong(&format!("at most {MOST_SECTIONS} sections")));
            }
            (Some('['), _) => sections.push(reader.head()?),
            (Some(_), Some(section)) => section.fields.push(reader.pair()?),
            (Some(_), None) => return Err(reader.wrong("a section, such as [gd_scene]")),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    values: usize,
    /// A position, and the number of lines before it.
    counted: (usize, usize),
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The number of the line, from 0. Each part of the text is counted once.
    fn line(&mut self) -> usize {
        let (from, before) = self.counted;
        let lines = before + self.text.get(from..self.at).unwrap_or("").matches('\n').count();
        self.counted = (self.at, lines);
        lines
    }

    fn wrong(&self, right: &str) -> ReadError {
        let before = self.text.get(..self.at).unwrap_or("");
        let column = before.rsplit('\n').next().unwrap_or("").chars().count();
        let word: String =
            self.rest().chars().take_while(|letter| *letter != '\n').take(20).collect();
        let found =
            if word.is_empty() { "the end of the text".to_owned() } else { format!("{word:?}") };
        let line = before.matches('\n').count();
        at(line, column, format!("expected {right}, found {found}"))
    }

    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            if self.peek() != Some(';') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// Takes a letter, after blanks.
    fn take(&mut self, letter: char) -> bool {
        self.skip();
        let is_there = self.peek() == Some(letter);
        self.at += if is_there { letter.len_utf8() } else { 0 };
        is_there
    }

    fn expect(&mut self, letter: char) -> Result<(), ReadError> {
        match self.take(letter) {
            true => Ok(()),
            false => Err(self.wrong(&format!("{letter:?}"))),
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let is_in = |letter: char| {
            letter.is_alphanumeric() || matches!(letter, '_' | '/' | ':' | '.' | '+' | '-')
        };
        let end = rest.find(|letter: char| !is_in(letter)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("")
    }

    fn head(&mut self) -> Result<Section, ReadError> {
        let line = self.line();
        self.expect('[')?;
        self.skip();
        let kind = self.word().to_owned();
        let (mut attributes, fields) = (Vec::new(), Vec::new());
        while !self.take(']') {
            attributes.push(self.pair()?);
        }
        Ok(Section { kind, line, attributes, fields })
    }

    fn pair(&mut self) -> Result<(String, Value), ReadError> {
        self.skip();
        let name = match self.peek() {
            Some('"') => self.quoted()?,
            _ => self.word().to_owned(),
        };
        if name.is_empty() {
            return Err(self.wrong("a name"));
        }
        self.expect('=')?;
        Ok((name, self.value(0)?))
    }

    /// A text in quotes, which may have several lines.
    fn quoted(&mut self) -> Result<String, ReadError> {
        self.expect('"')?;
        let mut text = String::new();
        loop {
            let rest = self.rest();
            let Some(end) = rest.find(['"', '\\']) else {
                return Err(self.wrong("a closing quote"));
            };
            text.push_str(rest.get(..end).unwrap_or(""));
            self.at += end + 1;
            if rest.get(end..=end) == Some("\"") {
                return Ok(text);
            }
            let Some(letter) = self.peek() else { return Err(self.wrong("a closing quote")) };
            self.at += letter.len_utf8();
            text.push(match letter {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                letter => letter,
            });
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, ReadError> {
        self.values += 1;
        if depth > DEEPEST || self.values > MOST_VALUES {
            return Err(self.wrong(&format!("at most {MOST_VALUES} values, {DEEPEST} deep")));
        }
        self.skip();
        match self.peek() {
            Some('"') => Ok(Value::Text(self.quoted()?)),
            Some('&' | '^') => {
                self.at += 1;
                Ok(Value::Text(self.quoted()?))
            }
            Some('[') => {
                self.at += 1;
                Ok(Value::List(self.list(']', depth)?))
            }
            Some('{') => {
                self.at += 1;
                self.entries(depth)
            }
            _ => self.worded(depth),
        }
    }

    /// A number, a constant, or a constructor.
    fn worded(&mut self, depth: usize) -> Result<Value, ReadError> {
        let word = self.word();
        if word.is_empty() {
            return Err(self.wrong("a value"));
        }
        if let Ok(number) = word.parse() {
            return Ok(Value::Number(number));
        }
        // A list that says its type: Array[NodePath]([...]).
        if self.peek() == Some('[') {
            self.at += 1;
            self.list(']', depth)?;
        }
        if self.peek() != Some('(') {
            return Ok(Value::Word(word.to_owned()));
        }
        self.at += 1;
        if word == "PackedByteArray" {
            return self.bytes();
        }
        let mut values = self.list(')', depth)?;
        match values.pop() {
            Some(list @ Value::List(_)) if word == "Array" => Ok(list),
            last => {
                values.extend(last);
                Ok(Value::Call(word.to_owned(), values))
            }
        }
    }

    /// Values up to a closing bracket.
    fn list(&mut self, end: char, depth: usize) -> Result<Vec<Value>, ReadError> {
        let mut values = Vec::new();
        while !self.take(end) {
            values.push(self.value(depth + 1)?);
            if !self.take(',') && self.peek() != Some(end) {
                return Err(self.wrong(&format!("a comma or {end:?}")));
            }
        }
        Ok(values)
    }

    /// The values of a dictionary, without its keys.
    fn entries(&mut self, depth: usize) -> Result<Value, ReadError> {
        let mut values = Vec::new();
        while !self.take('}') {
            self.value(depth + 1)?;
            self.expect(':')?;
            values.push(self.value(depth + 1)?);
            if !self.take(',') && self.peek() != Some('}') {
                return Err(self.wrong("a comma or '}'"));
            }
        }
        Ok(Value::Call("Dictionary".to_owned(), values))
    }

    /// Bytes: in base64, or as numbers.
    fn bytes(&mut self) -> Result<Value, ReadError> {
        self.skip();
        let rest = self.rest();
        let Some(end) = rest.find(')') else { return Err(self.wrong("a closing bracket")) };
        let inner = rest.get(..end).unwrap_or("").trim();
        let bytes = match inner.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
            Some(text) => STANDARD.decode(text).ok(),
            None if inner.is_empty() => Some(Vec::new()),
            None => inner.split(',').map(|byte| byte.trim().parse().ok()).collect(),
        };
        let Some(bytes) = bytes else { return Err(self.wrong("bytes, as numbers or in base64")) };
        self.at += end + 1;
        Ok(Value::Bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_attributes_and_fields() {
        let text = "; a comment\n[gd_scene load_steps=2 format=4 uid=\"uid://b\"]\n\n[node name=\"A\" groups=[\"x\", \"y\"]]\n\
                    position = Vector2(1.5, -2)\nmetadata/a = \"two\nlines \\\"q\\\"\"\nmetadata/b = Array[NodePath]([NodePath(\"../c\")])\n\
                    metadata/c = { \"k\": 1, &\"l\": null }\ndata = PackedByteArray(\"AQI=\")\nmore = PackedByteArray(1, 2)\nis = true\n";
        let sections = parse(text).unwrap();
        assert_eq!(sections.iter().map(|section| section.line).collect::<Vec<_>>(), [1, 3]);
        let node = &sections[1];
        assert_eq!((node.kind.as_str(), node.said("name")), ("node", "A"));
        assert_eq!(node.field("position").unwrap().numbers(), Some([1.5, -2.0]));
        let metadata: Vec<_> = node.metadata().collect();
        assert_eq!(metadata[0], ("a", &Value::Text("two\nlines \"q\"".to_owned())));
        let Value::List(paths) = metadata[1].1 else { panic!("{:?}", metadata[1]) };
        assert_eq!(paths[0].reference("NodePath"), Some("../c"));
        assert_eq!(node.field("data"), Some(&Value::Bytes(vec![1, 2])));
        assert_eq!(node.field("more"), node.field("data"));
        assert_eq!(node.field("is"), Some(&Value::Word("true".to_owned())));
    }

    #[test]
    fn faults_are_placed() {
        let check = |text: &str, part: &str| {
            let said = parse(text).unwrap_err().to_string();
            assert!(said.contains(part), "{text}: {said}");
        };
        check("a = 1", "line 1, column 1: expected a section");
        check("[node]\na = (", "line 2, column 5: expected a value, found \"(\"");
        check("[node]\na = [1 2]", "expected a comma or ']'");
        check("[node]\na = \"b", "a closing quote");
        check("[node a", "expected '='");
        check("[node]\na = PackedByteArray(300)", "bytes, as numbers or in base64");
        check(&format!("[node]\na = {}", "[".repeat(100_000)), "32 deep");
    }
}
