//! `POST /wordcheck`: whether words are words, up to sixteen at once: a play and its cross words.

use super::State;
use super::body::Asked;
use super::kinds::LocaleName;
use super::openapi::Example;
use super::problem::{Problem, WorkRefusals};
use super::riddle::locale;
use axum::Json;
use axum::extract::State as Extract;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The most words: one along a line, and one across each of its squares.
const MOST: usize = 16;
/// Longest time of waiting for the lexicon.
const PATIENCE: Duration = Duration::from_secs(10);

/// Words.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!(Example::WORDCHECK.value()))]
struct WordcheckRequest {
    /// The language; short names such as `is` will do.
    #[schema(value_type = LocaleName, example = "en_US")]
    locale: String,
    /// The word that they belong to; it comes back as it is, and is what is asked about where `words` is left out.
    #[serde(default)]
    word: Option<String>,
    /// The words that are asked about; case does not matter.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 16)]
    words: Option<Vec<String>>,
}

/// What they are.
#[derive(Debug, Serialize, ToSchema)]
struct WordcheckAnswer {
    /// Whether all are words.
    ok: bool,
    /// Each with whether it is one.
    #[schema(value_type = Vec<Vec<serde_json::Value>>)]
    valid: Vec<(String, bool)>,
    /// The word that they belong to.
    word: String,
}

/// The resource.
pub(super) fn routes() -> OpenApiRouter<State> {
    OpenApiRouter::new().routes(routes!(wordcheck))
}

/// Find out whether words are words
#[utoipa::path(
    post, path = "/wordcheck", tag = "crosswords", request_body = WordcheckRequest,
    responses((status = 200, description = "Which are.", body = WordcheckAnswer), WorkRefusals),
)]
async fn wordcheck(
    Extract(state): Extract<State>,
    Asked(asked): Asked<WordcheckRequest>,
) -> Result<Json<WordcheckAnswer>, Problem> {
    let WordcheckRequest { locale: name, word, words } = asked;
    let locale = locale(&name)?;
    let words = words.or_else(|| Some(vec![word.clone()?])).unwrap_or_default();
    if !(1..=MOST).contains(&words.len()) {
        let error = format!("{} words; between 1 and {MOST} can be asked about", words.len());
        return Err(Problem::unprocessable("words", error));
    }
    let lexicon = state.lexicons.get(locale, PATIENCE).await?;
    let word = word.or_else(|| words.first().cloned()).unwrap_or_default();
    let check = |word: String| {
        let is_word = lexicon.contains(&word);
        (word, is_word)
    };
    let valid: Vec<_> = words.into_iter().map(check).collect();
    let ok = valid.iter().all(|(_, is_word)| *is_word);
    Ok(Json(WordcheckAnswer { ok, valid, word }))
}
