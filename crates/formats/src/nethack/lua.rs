//! The calls of `des` in a Lua file. Only calls with plain values are understood; nothing is run.

use super::said::{Said, Thing, What};

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Text(&'a str),
    Number(u32),
    Sign(char),
}

/// A value of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value<'a> {
    Text(&'a str),
    Number(u32),
    /// Anything that would have to be computed.
    Other,
}

/// The most tokens of a call that are read.
const MOST_TOKENS: usize = 256;

/// Reads a file.
pub(super) fn read(text: &str) -> Vec<Said<'_>> {
    let tokens = tokens(text);
    let mut said = Vec::new();
    for (at, &(line, token)) in tokens.iter().enumerate() {
        let mut put = |what| said.push(Said { line, what });
        match token {
            Token::Word("if" | "for" | "while" | "repeat") => put(What::Condition),
            Token::Word("des") => {
                let rest = tokens.get(at + 1..).unwrap_or_default();
                if let [(_, Token::Sign('.')), (_, Token::Word(name)), rest @ ..] = rest {
                    put(what(name, &Call::of(rest)));
                }
            }
            _ => {}
        }
    }
    said
}

/// The values of a call, each with the name of its field, if it has one.
struct Call<'a>(Vec<(Option<&'a str>, Value<'a>)>);

impl<'a> Call<'a> {
    /// The values up to the end of the call. A value inside of brackets has the name of the brackets.
    fn of(tokens: &[(usize, Token<'a>)]) -> Self {
        let mut values = Vec::new();
        let mut fields: Vec<Option<&str>> = Vec::new();
        let mut tokens = tokens.iter().map(|(_, token)| *token).take(MOST_TOKENS).peekable();
        while let Some(token) = tokens.next() {
            let field = fields.last().copied().flatten();
            match token {
                Token::Sign('(' | '{' | '[') => fields.push(field),
                Token::Sign(')' | '}' | ']') => drop(fields.pop()),
                Token::Sign(',' | ';') => {
                    let outer = fields.len().checked_sub(2).and_then(|at| fields.get(at).copied());
                    if let Some(last) = fields.last_mut() {
                        *last = outer.flatten();
                    }
                }
                Token::Word(name) if tokens.next_if_eq(&Token::Sign('=')).is_some() => {
                    if let Some(last) = fields.last_mut() {
                        *last = Some(name);
                    }
                }
                Token::Text(text) => values.push((field, Value::Text(text))),
                Token::Number(number) => values.push((field, Value::Number(number))),
                Token::Word(_) | Token::Sign(_) => values.push((field, Value::Other)),
            }
            if fields.is_empty() {
                break;
            }
        }
        Self(values)
    }

    /// The text of a field, or else the first text without a name.
    fn text(&self, field: &str) -> &'a str {
        let text = |of: Option<&str>| {
            self.0.iter().find_map(|&(name, value)| match value {
                Value::Text(text) if name == of => Some(text),
                _ => None,
            })
        };
        text(Some(field)).or_else(|| text(None)).unwrap_or_default()
    }

    fn has(&self, text: &str) -> bool {
        self.0.iter().any(|&(_, value)| value == Value::Text(text))
    }

    /// The numbers of a field, or of all values without a name but texts; none if one would have to be computed.
    fn numbers(&self, field: Option<&str>) -> Vec<u32> {
        let values = self.0.iter().filter(|(name, _)| *name == field);
        let number = |&(_, value): &(_, Value<'_>)| match value {
            Value::Text(_) => None,
            Value::Number(number) => Some(Some(number)),
            Value::Other => Some(None),
        };
        let numbers: Option<Vec<u32>> = values.filter_map(number).collect();
        numbers.unwrap_or_default()
    }

    /// The column and the row, if they are plain numbers.
    fn place(&self) -> Option<[u32; 2]> {
        let pair = |numbers: Vec<u32>| <[u32; 2]>::try_from(numbers).ok();
        let fields = || match (&self.numbers(Some("x"))[..], &self.numbers(Some("y"))[..]) {
            (&[x], &[y]) => Some([x, y]),
            _ => None,
        };
        let region = || match self.numbers(Some("region"))[..] {
            [x, y, to_x, to_y] if (x, y) == (to_x, to_y) => Some([x, y]),
            _ => None,
        };
        pair(self.numbers(None))
            .or_else(fields)
            .or_else(|| pair(self.numbers(Some("coord"))))
            .or_else(region)
    }
}

/// What a call means.
fn what<'a>(name: &str, call: &Call<'a>) -> What<'a> {
    let thing = match name {
        "map" => return map(call),
        "mazewalk" => return What::Maze,
        "level_flags" if call.has("sokoban") => return What::Sokoban,
        "door" => Thing::Door(match call.text("state") {
            "" => "random".to_owned(),
            state => state.to_ascii_lowercase(),
        }),
        "stair" | "ladder" if call.has("up") || call.has("down") => {
            Thing::Stair { up: call.text("dir") == "up" }
        }
        // These regions may be counted from the corner of the screen.
        "levregion" if call.numbers(Some("region_islev")) == [1] => {
            return What::Other("levregion".to_owned());
        }
        "levregion" => match call.text("type") {
            "stair-up" => Thing::Stair { up: true },
            "stair-down" => Thing::Stair { up: false },
            "branch" => Thing::Arrival,
            _ => return What::Other("levregion".to_owned()),
        },
        "teleport_region" => Thing::Arrival,
        "object" => Thing::object(call.text("id")),
        "trap" => Thing::trap(call.text("type")),
        name => return What::Other(name.to_owned()),
    };
    What::Thing(thing, call.place())
}

fn map<'a>(call: &Call<'a>) -> What<'a> {
    let text = call.text("map");
    let text = text.strip_prefix('\r').unwrap_or(text);
    let text = text.strip_prefix('\n').unwrap_or(text);
    What::Map(text.lines().collect())
}

/// The tokens of a text with the numbers of their lines, without comments.
fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 0);
    while let Some(letter) = rest.chars().next() {
        let long = long_bracket(rest);
        let (token, length) = if let Some(after) = rest.strip_prefix("--") {
            let end = long_bracket(after).map(|(_, length)| length + 2);
            (None, end.unwrap_or_else(|| rest.find('\n').unwrap_or(rest.len())))
        } else if let Some((inside, length)) = long {
            (Some(Token::Text(inside)), length)
        } else if letter == '"' || letter == '\'' {
            let (inside, length) = short_text(rest, letter);
            (Some(Token::Text(inside)), length)
        } else if letter.is_alphanumeric() || letter == '_' {
            let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
            let length = end.unwrap_or(rest.len());
            let word = rest.get(..length).unwrap_or_default();
            (Some(word.parse().map_or(Token::Word(word), Token::Number)), length)
        } else {
            let sign = (!letter.is_whitespace()).then_some(Token::Sign(letter));
            (sign, letter.len_utf8())
        };
        tokens.extend(token.map(|token| (line, token)));
        let (taken, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        line += taken.matches('\n').count();
        rest = after;
    }
    tokens
}

/// The text in long brackets at the beginning of a text, `[[…]]` or `[=[…]=]`, and the length with the brackets.
fn long_bracket(text: &str) -> Option<(&str, usize)> {
    let level = text.strip_prefix('[')?.bytes().take_while(|byte| *byte == b'=').count();
    let inside = text.get(level + 1..)?.strip_prefix('[')?;
    let end = format!("]{}]", "=".repeat(level));
    // Without an end it is the rest of the text.
    let length = inside.find(&end).unwrap_or(inside.len());
    Some((inside.get(..length)?, level + 2 + length + end.len()))
}

/// The text in quotes at the beginning of a text, and its length with the quotes. It ends with the line at the latest.
fn short_text(text: &str, quote: char) -> (&str, usize) {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return (text.get(1..at).unwrap_or_default(), at),
            letter if letter == quote => return (text.get(1..at).unwrap_or_default(), at + 1),
            _ => {}
        }
    }
    (text.get(1..).unwrap_or_default(), text.len())
}
