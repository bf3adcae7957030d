//! Rust text with everything that is not code blanked out, and the functions in it.
//!
//! This is no parser: it knows comments, strings and character literals, and counts brackets, which
//! is enough for the house rules.

use std::ops::Range;

/// The text with comments, strings and character literals replaced by spaces, line for line.
pub(super) fn code_only(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let (mut rest, mut in_word) = (&chars[..], false);
    while let Some(&first) = rest.first() {
        let hidden = if in_word && is_word(first) { 0 } else { hidden_length(rest) };
        let (head, tail) = rest.split_at(hidden.clamp(1, rest.len()));
        in_word = hidden == 0 && is_word(first);
        match hidden {
            0 => code.push(first),
            _ => code.extend(head.iter().map(|&c| if c == '\n' { c } else { ' ' })),
        }
        rest = tail;
    }
    code
}

/// True if a character can stand in a name.
fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// The length of the comment or literal that begins here; 0 where code begins.
fn hidden_length(rest: &[char]) -> usize {
    match rest {
        ['/', '/', ..] => rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()),
        ['/', '*', ..] => block_comment(rest),
        ['"', ..] => quoted(rest, 1, '"'),
        ['b' | 'c', '"', ..] => quoted(rest, 2, '"'),
        ['b', '\'', ..] => quoted(rest, 2, '\''),
        ['\'', '\\', ..] => quoted(rest, 1, '\''),
        ['\'', _, '\'', ..] => 3,
        ['r', ..] => raw_string(rest, 1),
        ['b' | 'c', 'r', ..] => raw_string(rest, 2),
        _ => 0,
    }
}

/// The length of a block comment; they nest.
fn block_comment(rest: &[char]) -> usize {
    let (mut at, mut depth) = (0, 0usize);
    loop {
        match rest.get(at..).unwrap_or_default() {
            ['/', '*', ..] => (at, depth) = (at + 2, depth + 1),
            ['*', '/', ..] => (at, depth) = (at + 2, depth - 1),
            [] => return rest.len(),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
}

/// The length of a literal whose contents begin at `from`, up to the closing quote.
fn quoted(rest: &[char], from: usize, quote: char) -> usize {
    let mut at = from;
    while let Some(&c) = rest.get(at) {
        at += if c == '\\' { 2 } else { 1 };
        if c == quote {
            return at;
        }
    }
    rest.len()
}

/// The length of a raw string whose `#`s begin at `from`; 0 when it is none, such as `r#name`.
fn raw_string(rest: &[char], from: usize) -> usize {
    let body = rest.get(from..).unwrap_or_default();
    let hashes = body.iter().take_while(|&&c| c == '#').count();
    if body.get(hashes) != Some(&'"') {
        return 0;
    }
    let mut end = vec!['"'];
    end.extend(vec!['#'; hashes]);
    let start = from + hashes + 1;
    let inside = rest.get(start..).unwrap_or_default();
    let length = inside.windows(end.len()).position(|window| window == end);
    length.map_or(rest.len(), |length| start + length + end.len())
}

/// The code before the first inline module that tests alone see.
pub(super) fn outside_tests(code: &str) -> &str {
    const MARK: &str = "#[cfg(test)]\nmod ";
    let inline = |at: &usize| {
        let rest = &code[at + MARK.len()..];
        rest[name(rest).len()..].starts_with(" {")
    };
    let end = code.match_indices(MARK).map(|(at, _)| at).find(inline);
    &code[..end.unwrap_or(code.len())]
}

/// The places at which `word` stands as a word of its own.
pub(super) fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// The number, from 1, of the line on which a place lies.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&b| b == b'\n').count() + 1
}

/// The name at the beginning of a piece of code, blanks skipped; empty when there is none.
pub(super) fn name(code: &str) -> &str {
    let code = code.trim_start();
    let end = code.find(|c| !is_word(c)).unwrap_or(code.len());
    &code[..end]
}

/// A function with a body.
#[derive(Debug)]
pub(super) struct Function<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Byte range from its `fn` to its closing brace.
    pub(super) span: Range<usize>,
    /// The code from its opening brace to its closing one.
    pub(super) body: &'a str,
}

/// The functions with a body in code that [`code_only`] made, nested ones too.
pub(super) fn functions(code: &str) -> impl Iterator<Item = Function<'_>> {
    words(code, "fn").filter_map(|at| function(code, at))
}

/// The function whose `fn` stands at `at`; none for a type, or a declaration without a body.
fn function(code: &str, at: usize) -> Option<Function<'_>> {
    let name = name(&code[at + "fn".len()..]);
    let open = body_start(code, at)?;
    let length = balanced(&code[open..])?;
    let end = open + length;
    (!name.is_empty()).then(|| Function { name, span: at..end, body: &code[open..end] })
}

/// Position of the first brace outside brackets; `None` if a `;` comes first.
fn body_start(code: &str, from: usize) -> Option<usize> {
    let mut depth = 0i32;
    for (at, c) in code[from..].char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(from + at),
            ';' if depth == 0 => return None,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    None
}

/// The length up to the brace that closes the one with which `code` begins.
fn balanced(code: &str) -> Option<usize> {
    let mut depth = 0i32;
    for (at, c) in code.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        assert_eq!(code_only(text), expect, "{text}");
    }

    #[test]
    fn comments_and_literals_are_blanked() {
        check("a // b\nc", "a     \nc");
        check("a//b", "a   ");
        check("a /* b /* c */ d */ e", "a                   e");
        check("f(\"x\\\"y\", 'z', '\\'', 'l)", "f(      ,    ,     , 'l)");
        check("r#\"a\"b\"# + r\"c\" + br##\"d\"## + b'e' + b\"f\"", &blank_literals());
        check("r#fn + bar\"x\"", "r#fn + bar   ");
        check("\"two\nlines\" x", "    \n       x");
        check("/* open", "       ");
        check("\"open", "     ");
    }

    fn blank_literals() -> String {
        [8, 4, 9, 4, 4].map(|n| " ".repeat(n)).join(" + ")
    }

    #[test]
    fn words_stand_alone() {
        let at = |word| words("unsafe_code unsafe x.unsafe (unsafe)", word).collect::<Vec<_>>();
        assert_eq!(at("unsafe"), [12, 21, 29]);
        assert_eq!(line_of("a\nb\nc", 4), 3);
    }

    #[test]
    fn functions_are_found_with_their_bodies() {
        let code =
            "trait T { fn a(&self) -> [u8; 4]; }\nfn b<F: Fn(u8)>(f: fn(u8)) { x(); { y } }\n";
        let found: Vec<_> = functions(code).map(|f| (f.name, f.body)).collect();
        assert_eq!(found, [("b", "{ x(); { y } }")]);
        assert_eq!(
            functions("fn a() { fn b() {} }").map(|f| f.name).collect::<Vec<_>>(),
            ["a", "b"]
        );
    }
}
