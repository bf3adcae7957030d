//! Maps that Tiled exports for Lua (`.lua`): a file that returns one table. The table is read as data; no code is run.
//!
//! The table becomes the JSON of a map, which the reader of maps takes. Invariant: depth, number of values and memory
//! are bounded whatever the text; cells of layers stay text until they are read.

use super::{MOST_PARTS, TiledError, wrong};
use serde_json::{Map, Number, Value, json};

/// Maximal nesting depth of tables.
const DEEPEST: usize = 64;
/// The most values in tables, without the cells of layers.
const MOST_VALUES: usize = 2 * MOST_PARTS;

/// True if a text is a map for Lua.
pub(super) fn is(text: &str) -> bool {
    let mut reader = Reader { text, at: 0, values: 0 };
    reader.skip();
    reader.word() == "return" && text.contains("layers") && {
        reader.skip();
        reader.peek() == Some('{')
    }
}

/// Translates the text of a map to JSON.
pub(super) fn map(text: &str) -> Result<Value, TiledError> {
    let mut reader = Reader { text, at: 0, values: 0 };
    reader.skip();
    if reader.word() != "return" {
        return Err(reader.wrong("the file returns a table"));
    }
    let mut map = reader.value("", 0)?;
    reader.skip();
    if reader.peek() == Some(';') {
        reader.next();
        reader.skip();
    }
    if reader.peek().is_some() {
        return Err(reader.wrong("nothing follows the table"));
    }
    as_json(&mut map);
    Ok(map)
}

/// A text that is read, up to a position.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    values: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn wrong(&self, right: &str) -> TiledError {
        let before = self.text.get(..self.at).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let word: String =
            self.rest().chars().take_while(|letter| *letter != '\n').take(20).collect();
        let found =
            if word.is_empty() { "the end of the text".to_owned() } else { format!("{word:?}") };
        let message =
            format!("expected a plain table of Lua ({right}), found {found}; no code is run");
        wrong(format!("line {line}, column {column}"), message)
    }

    /// Skips blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let Some(comment) = self.rest().strip_prefix("--") else { return };
            let level = comment.strip_prefix('[').map(|rest| rest.trim_start_matches('='));
            let is_long = level.is_some_and(|rest| rest.starts_with('['));
            let many = match long_bracket(comment) {
                Some((_, end)) => end,
                None if is_long => comment.len(),
                None => comment.find('\n').unwrap_or(comment.len()),
            };
            self.at += 2 + many;
        }
    }

    /// A name; empty if there is none.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let is_in = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = rest.find(|letter: char| !is_in(letter)).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or("")
    }

    /// A value; `key` is its name in the table around it.
    fn value(&mut self, key: &str, depth: usize) -> Result<Value, TiledError> {
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err(self.wrong(&format!("at most {MOST_VALUES} values")));
        }
        self.skip();
        let begin = self.at;
        match self.peek() {
            Some('{') if key == "data" => self.cells(),
            Some('{') if depth >= DEEPEST => {
                Err(self.wrong(&format!("at most {DEEPEST} tables deep")))
            }
            Some('{') => self.table(depth),
            Some('"' | '\'') => Ok(self.text()?.into()),
            Some('[') => match long_bracket(self.rest()) {
                Some((inner, end)) => {
                    self.at += end;
                    Ok(inner.into())
                }
                None => Err(self.wrong("a value")),
            },
            Some('0'..='9' | '-' | '.') => self.number(),
            _ => match self.word() {
                "true" => Ok(true.into()),
                "false" => Ok(false.into()),
                "nil" => Ok(Value::Null),
                _ => {
                    self.at = begin;
                    Err(self.wrong("a value"))
                }
            },
        }
    }

    /// The cells of a layer, as text with commas.
    fn cells(&mut self) -> Result<Value, TiledError> {
        self.next();
        let Some(end) = self.rest().find('}') else { return Err(self.wrong("a closing brace")) };
        let inner = self.rest().get(..end).unwrap_or("").trim();
        self.at += end + 1;
        Ok(inner.trim_end_matches([',', ';']).into())
    }

    fn number(&mut self) -> Result<Value, TiledError> {
        let rest = self.rest();
        let is_in =
            |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '+');
        let text = rest.get(..rest.find(|letter: char| !is_in(letter)).unwrap_or(rest.len()));
        let text = text.unwrap_or("");
        let of_hex = |digits: &str| i64::from_str_radix(digits, 16).ok();
        let whole = text.parse::<i64>().ok();
        let whole = whole.or_else(|| of_hex(text.strip_prefix("0x")?));
        let number = whole.map(Number::from);
        let number = number.or_else(|| Number::from_f64(text.parse().ok()?));
        match number {
            Some(number) => {
                self.at += text.len();
                Ok(Value::Number(number))
            }
            None => Err(self.wrong("a number")),
        }
    }

    /// A text in quotes.
    fn text(&mut self) -> Result<String, TiledError> {
        let (quote, mut text) = (self.next(), String::new());
        loop {
            match self.next() {
                letter if letter == quote => return Ok(text),
                Some('\\') => {
                    let digits = |letter: char| !letter.is_ascii_digit();
                    let rest = self.rest();
                    let many = rest.find(digits).unwrap_or(rest.len()).min(3);
                    match rest.get(..many).and_then(|digits| digits.parse::<u8>().ok()) {
                        Some(byte) => {
                            text.push(char::from(byte));
                            self.at += many;
                        }
                        None => match self.next() {
                            Some('n') => text.push('\n'),
                            Some('r') => text.push('\r'),
                            Some('t') => text.push('\t'),
                            Some(letter) => text.push(letter),
                            None => return Err(self.wrong("a closing quote")),
                        },
                    }
                }
                Some(letter) => text.push(letter),
                None => return Err(self.wrong("a closing quote")),
            }
        }
    }

    /// A table: a list, or an object if it has names.
    fn table(&mut self, depth: usize) -> Result<Value, TiledError> {
        self.next();
        let (mut list, mut named) = (Vec::new(), Map::new());
        loop {
            self.skip();
            if self.peek() == Some('}') {
                self.next();
                break;
            }
            match self.key()? {
                Some(key) => {
                    let value = self.value(&key, depth + 1)?;
                    named.insert(key, value);
                }
                None => list.push(self.value("", depth + 1)?),
            }
            self.skip();
            match self.peek() {
                Some(',' | ';') => drop(self.next()),
                Some('}') => {}
                _ => return Err(self.wrong("a comma or a closing brace")),
            }
        }
        match named.is_empty() {
            true => Ok(Value::Array(list)),
            false if list.is_empty() => Ok(Value::Object(named)),
            false => Err(self.wrong("a table with names or without")),
        }
    }

    /// The name before a value: `name =` or `["name"] =`.
    fn key(&mut self) -> Result<Option<String>, TiledError> {
        let begin = self.at;
        let key = match self.peek() {
            Some('[') if long_bracket(self.rest()).is_none() => {
                self.next();
                let key = match self.value("", DEEPEST)? {
                    Value::String(text) => text,
                    other => other.to_string(),
                };
                self.skip();
                if self.next() != Some(']') {
                    self.at = begin;
                    return Err(self.wrong("a closing bracket"));
                }
                key
            }
            _ => self.word().to_owned(),
        };
        self.skip();
        if self.peek() != Some('=') {
            self.at = begin;
            return Ok(None);
        }
        self.next();
        Ok(Some(key))
    }
}

/// A text between long brackets, such as `[[…]]`, with the end of the brackets.
fn long_bracket(text: &str) -> Option<(&str, usize)> {
    let rest = text.strip_prefix('[')?;
    let level = rest.len() - rest.trim_start_matches('=').len();
    let inner = rest.get(level..)?.strip_prefix('[')?;
    let end = inner.find(&format!("]{}]", "=".repeat(level)))?;
    Some((inner.get(..end)?, level + 2 + end + level + 2))
}

/// Turns a table into JSON as Tiled writes it: lists of properties, and the names of fields.
fn as_json(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(as_json),
        Value::Object(fields) => {
            if fields.get("encoding").is_some_and(|encoding| encoding == "lua") {
                fields.remove("encoding");
            }
            if let Some(shapes) = fields.remove("objectGroup") {
                fields.insert("objectgroup".to_owned(), shapes);
            }
            // A tile set in a file of its own has nothing but its name.
            if let Some(file) = fields.get("filename").cloned()
                && !fields.contains_key("tiles")
            {
                fields.insert("source".to_owned(), file);
            }
            for (name, value) in fields.iter_mut() {
                match value {
                    Value::Object(properties) if name == "properties" => {
                        let properties = std::mem::take(properties).into_iter();
                        *value = properties.map(|(name, value)| property(&name, value)).collect();
                    }
                    other => as_json(other),
                }
            }
        }
        _ => {}
    }
}

/// A property. A reference to an object is its number.
fn property(name: &str, value: Value) -> Value {
    let id = value.get("id").filter(|_| value.as_object().is_some_and(|fields| fields.len() == 1));
    let value = id.cloned().unwrap_or(value);
    json!({"name": name, "value": value})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_as_data() {
        let text = "-- a map\nreturn --[[ layers ]] {\n  a = \"x\\\"\\065\\n\", ['b c'] = -1.5e1, [2] = 0x10; list = { 1, true, nil, },\n  \
                    data = {\n 1, 2,\n 3, }, deep = { { } }, long = [==[a]]b]==],\n}\n";
        assert!(is(text));
        let right = json!({"a": "x\"A\n", "b c": -15.0, "2": 16, "list": [1, true, null], "data": "1, 2,\n 3", "deep": [[]], "long": "a]]b"});
        assert_eq!(map(text).unwrap(), right);
    }

    #[test]
    fn properties_and_names_become_those_of_json() {
        let text = "return { layers = { { encoding = \"lua\", properties = { [\"tile\"] = \"WALL\", to = { id = 4 } } } },\n\
                    tilesets = { { filename = \"a.tsx\" }, { filename = \"b.tsx\", tiles = { { objectGroup = { objects = {} } } } } } }";
        let right = json!({
            "layers": [{"properties": [{"name": "tile", "value": "WALL"}, {"name": "to", "value": 4}]}],
            "tilesets": [
                {"filename": "a.tsx", "source": "a.tsx"},
                {"filename": "b.tsx", "tiles": [{"objectgroup": {"objects": []}}]},
            ],
        });
        assert_eq!(map(text).unwrap(), right);
    }

    #[test]
    fn code_and_deep_tables_are_refused() {
        let check = |text: &str, part: &str| {
            let said = map(text).unwrap_err().to_string();
            assert!(said.contains(part), "{text}: {said}");
        };
        check(
            "return {\n a = os.exit() }",
            "line 2, column 6: expected a plain table of Lua (a value), found \"os.exit() }\"; no code is run",
        );
        check("return { a = 1 + 2 }", "a comma or a closing brace");
        check("return { 1, a = 2 }", "a table with names or without");
        check("return { 1 } x", "nothing follows the table");
        check("return { \"a", "a closing quote");
        check("return { data = { 1, 2", "a closing brace");
        check("x = 1", "the file returns a table");
        check(&format!("return {}", "{".repeat(100_000)), "at most 64 tables deep");
        assert!(!is("return 5 -- layers"));
    }
}
