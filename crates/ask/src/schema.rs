//! Kinds of values of requests that the OpenAPI document describes: names that data decides, and numbers with a range.

use ::dungeon::designed::request::SIDES;
use ::dungeon::layout;
use ::dungeon::puzzle::request::MOST_PUZZLES;
use std::borrow::Cow;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{OneOfBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// The name of a kind of place.
pub enum CategoryName {}

impl PartialSchema for CategoryName {
    fn schema() -> RefOr<Schema> {
        let names = layout::categories().iter().map(|category| category.name.as_str());
        let text = ObjectBuilder::new().schema_type(Type::String);
        text.enum_values(Some(names)).description(Some("A kind of place.")).into()
    }
}

impl ToSchema for CategoryName {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("CategoryName")
    }
}

/// How many tiles a room has one way.
pub enum Side {}

impl PartialSchema for Side {
    fn schema() -> RefOr<Schema> {
        let whole = ObjectBuilder::new().schema_type(Type::Integer);
        let sides = whole.minimum(Some(SIDES.0)).maximum(Some(SIDES.1));
        sides.description(Some("How many tiles, walls included.")).into()
    }
}

impl ToSchema for Side {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Side")
    }
}

/// Puzzles: a number, a range or `per-room`.
pub enum Puzzles {}

impl PartialSchema for Puzzles {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
        let text = ObjectBuilder::new().schema_type(Type::String);
        let text = text.pattern(Some(r"^(\d{1,4}|\d{1,4}\.\.\d{1,4}|per-room)$"));
        let number = number.maximum(Some(MOST_PUZZLES));
        Schema::OneOf(OneOfBuilder::new().item(number).item(text).build()).into()
    }
}

impl ToSchema for Puzzles {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Puzzles")
    }
}

/// Stairs: a number, or `all`.
pub enum Stairs {}

impl PartialSchema for Stairs {
    fn schema() -> RefOr<Schema> {
        let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1));
        let text = ObjectBuilder::new().schema_type(Type::String);
        let number = number.maximum(Some(u32::MAX));
        let all = text.enum_values(Some(["all"]));
        Schema::OneOf(OneOfBuilder::new().item(number).item(all).build()).into()
    }
}

impl ToSchema for Stairs {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Stairs")
    }
}
