//! Types for the OpenAPI document: names from data files, and numbers with a range.

use ::dungeon::dungeon::request::SIDES;
use ::dungeon::layout;
use ::dungeon::puzzle::request::MOST_PUZZLES;
#[cfg(feature = "words")]
use crossword::{board::BoardType, lexicon::installed::is_there, locale::Locale, riddle::Profile};
use utoipa::openapi::OneOfBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

/// Declares types, each with the function that builds its schema.
#[macro_export]
macro_rules! kinds {
    ($($(#[$doc:meta])* $seen:vis $name:ident = $schema:ident;)+) => {$(
        $(#[$doc])*
        $seen enum $name {}

        impl ::utoipa::PartialSchema for $name {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::Schema> {
                $schema().into()
            }
        }

        impl ::utoipa::ToSchema for $name {
            fn name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(stringify!($name))
            }
        }
    )+};
}

kinds! {
    /// The name of a kind of place.
    pub CategoryName = category;
    /// Width or height of a room in tiles.
    pub Side = side;
    /// Puzzles: a number, a range or `per-room`.
    pub Puzzles = puzzles;
    /// Stairs: a number, or `all`.
    pub Stairs = stairs;
}

#[cfg(feature = "words")]
kinds! {
    /// The name or a short name of a language.
    pub LocaleName = locale;
    /// The name of a board.
    pub BoardName = board;
    /// The name of a profile of riddles.
    pub ProfileName = profile;
}

/// The schema of a text.
#[must_use]
pub fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// The schema of one of some texts.
pub fn one_of<T: Into<serde_json::Value>>(names: impl IntoIterator<Item = T>) -> ObjectBuilder {
    text().enum_values(Some(names.into_iter().map(Into::into)))
}

fn whole() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer)
}

fn category() -> ObjectBuilder {
    let names = layout::categories().iter().map(|category| category.name.as_str());
    one_of(names).description(Some("A kind of place."))
}

fn side() -> ObjectBuilder {
    let sides = whole().minimum(Some(SIDES.0)).maximum(Some(SIDES.1));
    sides.description(Some("How many tiles, walls included."))
}

fn puzzles() -> Schema {
    let number = whole().minimum(Some(0)).maximum(Some(MOST_PUZZLES));
    let text = text().pattern(Some(r"^(\d{1,4}|\d{1,4}\.\.\d{1,4}|per-room)$"));
    Schema::OneOf(OneOfBuilder::new().item(number).item(text).build())
}

fn stairs() -> Schema {
    let number = whole().minimum(Some(1)).maximum(Some(u32::MAX));
    Schema::OneOf(OneOfBuilder::new().item(number).item(one_of(["all"])).build())
}

/// The languages whose lexicons are present when the document is built.
#[cfg(feature = "words")]
fn locale() -> ObjectBuilder {
    let there = || Locale::ALL.into_iter().filter(|locale| is_there(*locale));
    let short = there().flat_map(Locale::short_names);
    one_of(there().map(Locale::name).chain(short)).description(Some(
        "A language whose lexicon is installed. Case does not matter, and a hyphen stands for an underscore.",
    ))
}

#[cfg(feature = "words")]
fn board() -> ObjectBuilder {
    one_of(BoardType::ALL.map(BoardType::name)).description(Some("A board."))
}

#[cfg(feature = "words")]
fn profile() -> ObjectBuilder {
    one_of(Profile::NAMES).description(Some("Which candidates are riddles."))
}
