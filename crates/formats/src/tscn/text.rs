//! Values as text of Godot.

/// Text in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Texts.
pub(super) fn strings(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("PackedStringArray({})", texts.join(", "))
}

/// A name that a node may have, from a title: some letters have a meaning in paths.
pub(super) fn node(title: &str) -> String {
    let plain = |letter: &char| {
        !matches!(letter, '.' | ':' | '@' | '/' | '"' | '%' | '\\') && !letter.is_control()
    };
    let name: String = title.chars().filter(plain).collect();
    let name = name.trim();
    if name.is_empty() { "Level".to_owned() } else { name.to_owned() }
}
