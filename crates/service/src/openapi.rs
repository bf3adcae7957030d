//! The OpenAPI document, derived from the resources, and the page that shows it.
//!
//! It contains the schemas of `quandary schema`: the JSON of levels, dungeons and verdicts. Invariant: the page is
//! part of the program; it fetches nothing from another host.

use super::AppState;
use super::files::Served;
use super::headers::SOME_MINUTES;
use super::problem;
use axum::Router;
use axum::body::Bytes;
use axum::extract::Extension;
use axum::middleware::map_response;
use axum::routing::get;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, InfoBuilder, LicenseBuilder, OneOfBuilder, OpenApi, OpenApiBuilder, Ref,
    RefOr, Schema,
};
use utoipa_swagger_ui::{Config, SwaggerUi};

/// The published schemas to which answers and requests refer.
const PUBLISHED: [(&str, &str); 5] = [
    ("Level", "level"),
    ("Dungeon", "dungeon"),
    ("Solution", "solution"),
    ("Check", "check"),
    ("LevelHint", "hint"),
];

/// Description of the whole service.
const DESCRIPTION: &str = "\
Generates, proves and ranks puzzles.

Every error is a problem of RFC 9457 (`application/problem+json`). Any request can be answered with 400 if it is no \
HTTP/1.1, 414 if its URI is too long, 431 if its head is too large, and 429 if the client has too many connections.

`/moves` finds the answer of any riddle in one call, the hints of a day are free, and guesses are not counted: \
a score table must not treat them as proof.";

/// The name of the operators' security scheme.
const OPERATOR: &str = "operator";

/// An example request.
pub(super) struct Example(&'static str);

impl Example {
    pub(super) const RIDDLE: Self = Self(include_str!("examples/riddle.json"));
    pub(super) const MOVES: Self = Self(include_str!("examples/moves.json"));
    pub(super) const WORDCHECK: Self = Self(include_str!("examples/wordcheck.json"));
    pub(super) const DUNGEON: Self = Self(include_str!("examples/dungeon.json"));
    pub(super) const GUESS: Self = Self(include_str!("examples/guess.json"));
    pub(super) const MAKE: Self = Self(include_str!("examples/make.json"));
    pub(super) const APPROVE: Self = Self(include_str!("examples/approve.json"));
    pub(super) const NOTE: Self = Self(include_str!("examples/note.json"));
    pub(super) const REPLACE: Self = Self(include_str!("examples/replace.json"));
    pub(super) const BAN: Self = Self(include_str!("examples/ban.json"));
    pub(super) const LEVEL: Self = Self(include_str!("examples/level.json"));
    pub(super) const HINT: Self = Self(include_str!("examples/hint.json"));

    /// The request.
    pub(super) fn value(&self) -> Value {
        serde_json::from_str(self.0).unwrap_or_default()
    }
}

/// The head of the document.
pub(super) fn head() -> OpenApi {
    let licence = LicenseBuilder::new().name("MIT OR Apache-2.0").build();
    let info = InfoBuilder::new()
        .title("Quandary")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .license(Some(licence));
    let key = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(
        "An operator's key. Without a configured key the operators' resources answer 404.",
    ));
    let components =
        ComponentsBuilder::new().security_scheme(OPERATOR, SecurityScheme::Http(key.build()));
    OpenApiBuilder::new().info(info.build()).components(Some(components.build())).build()
}

/// The document at `/openapi.json`, and the page at `/docs`.
pub(super) fn pages(api: OpenApi) -> Router<AppState> {
    let document = Bytes::from(document(api).to_string());
    let file = Served::new("application/json", SOME_MINUTES, move || Ok(document.clone()));
    let file = Arc::new(file);
    let json = get(move |Extension(codings)| async move { file.answer(codings).await });
    let page = SwaggerUi::new("/docs").config(Config::from("/openapi.json"));
    let page = Router::<AppState>::from(page).layer(map_response(problem::shaped));
    Router::new().route("/openapi.json", json).merge(page)
}

/// The text of a published schema by name.
fn schema(name: &str) -> Option<&'static str> {
    let schemas =
        [level::report::SCHEMAS.as_slice(), &dungeon::json::SCHEMAS, &crossword::json::SCHEMAS];
    schemas.concat().into_iter().find(|(known, ..)| *known == name).map(|(.., text)| text)
}

/// The document with the published schemas.
fn document(api: OpenApi) -> Value {
    let mut document = serde_json::to_value(api).unwrap_or_default();
    let published = PUBLISHED.iter().filter_map(|&(name, file)| {
        let schema: Value = serde_json::from_str(schema(file)?).ok()?;
        Some((name.to_owned(), moved(schema, &format!("#/components/schemas/{name}/$defs/"))))
    });
    let named: Map<String, Value> = published.chain([problem::schema()]).collect();
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        schemas.extend(named);
        if let Some(Value::Object(wordcheck)) = schemas.get_mut("WordcheckRequest") {
            wordcheck.insert("anyOf".to_owned(), either(["word", "words"], ["string", "array"]));
        }
    }
    document
}

/// Alternatives: one of two fields is present and not null. The schema of a single field cannot express this.
fn either(names: [&str; 2], kinds: [&str; 2]) -> Value {
    let one = |(name, kind): (&str, &str)| json!({"required": [name], "properties": {name: {"type": kind}}});
    names.into_iter().zip(kinds).map(one).collect()
}

/// A schema embedded in another document, with its references moved to `place`.
fn moved(schema: Value, place: &str) -> Value {
    match schema {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(name, _)| name != "$schema");
            let one = |(name, value): (String, Value)| match value.as_str() {
                Some(target) if name == "$ref" => (name, json!(target.replace("#/$defs/", place))),
                _ => (name, moved(value, place)),
            };
            Value::Object(fields.map(one).collect())
        }
        Value::Array(items) => items.into_iter().map(|item| moved(item, place)).collect(),
        other => other,
    }
}

/// The schema of a level in any form, other JSON formats included.
pub(super) fn level() -> RefOr<Schema> {
    let drawing = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .description(Some("The text of a file, such as a drawing."));
    let any = OneOfBuilder::new().item(Ref::from_schema_name("Level")).item(drawing);
    RefOr::T(Schema::OneOf(any.build()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_published_schema_takes_the_name_of_one_that_a_resource_has_derived() {
        let config = crate::Config::default();
        let all =
            crate::open_resources().merge(crate::resources()).merge(crate::operators(&config));
        let api = serde_json::to_value(all.into_openapi()).unwrap();
        let derived = api["components"]["schemas"].as_object().unwrap();
        for (name, _) in PUBLISHED {
            assert!(!derived.contains_key(name), "{name}");
        }
        assert!(
            derived.contains_key("Hint")
                && PUBLISHED.iter().all(|&(name, _)| schema_of(&api, name))
        );
    }

    /// True if some resource refers to the schema.
    fn schema_of(api: &Value, name: &str) -> bool {
        api.to_string().contains(&format!("#/components/schemas/{name}\""))
    }
}
