//! Reads the words about a room: all of them are there, or none.

use super::faults::{Wrong, no};
use crate::purpose::Purpose;
use crate::puzzle::Words;

/// The words about the room with a number, from its fields.
pub(super) fn words(
    at: usize,
    purpose: Option<&str>,
    name: Option<&str>,
    text: Option<&str>,
) -> Result<Option<Words>, Wrong> {
    let field = |name: &str| format!("rooms[{at}].{name}");
    let (Some(purpose), Some(name), Some(text)) = (purpose, name, text) else {
        let told = [("purpose", purpose), ("name", name), ("text", text)];
        if told.iter().all(|(_, said)| said.is_none()) {
            return Ok(None);
        }
        let missing = told.iter().find(|(_, said)| said.is_none()).map_or("", |(field, _)| *field);
        let message = "is missing; purpose, name and text are told together, or none of them";
        return no(field(missing), message);
    };
    let Some(known) = Purpose::named(purpose) else {
        let known = Purpose::ALL.map(Purpose::name);
        return no(field("purpose"), voice::unknown("purpose", purpose, known));
    };
    Ok(Some(Words { purpose: known, name: name.to_owned(), text: text.to_owned() }))
}
