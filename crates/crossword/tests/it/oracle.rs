//! Checks every position of the reference data: the plays equal those of three unrelated engines.

use crate::common::{enable, fnv1a, reference};
use quandary_crossword::board::BoardType;
use quandary_crossword::locale::Locale;
use quandary_crossword::movegen::{Prepared, Scratch};
use quandary_crossword::position::{Notation, Position, Setting};
use serde_json::Value;

fn check(file: &str, board: BoardType, expect: usize) {
    let (Some(lexicon), Some(lines)) = (enable(), reference(file)) else { return };
    let text = String::from_utf8(lines).unwrap();
    assert_eq!(text.lines().count(), expect);
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        check_record(&record, board, lexicon);
    }
}

fn check_record(record: &Value, board: BoardType, lexicon: &quandary_crossword::lexicon::Lexicon) {
    let id = &record["id"];
    assert_eq!(record["board_type"], board.name());
    let rows: Vec<_> =
        record["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    let setting = Setting { locale: Locale::EnUs, board };
    let position = Position::read(setting, &rows, Notation::Batch).unwrap();
    let position = position.with_rack(record["rack"].as_str().unwrap()).unwrap();
    assert!(position.faults(lexicon).is_empty(), "{id}");
    assert_eq!(record["tiles_on_board"], position.tiles_on_board());
    let mut scratch = Scratch::default();
    let prepared = Prepared::new(position, lexicon).unwrap();
    let position = prepared.position();
    let plays = prepared.all(&mut scratch);
    let strings: Vec<_> = plays.iter().map(|play| play.batch(position)).collect();
    let listed = if record["plays"].is_null() { &record["top20"] } else { &record["plays"] };
    for (n, (ours, theirs)) in strings.iter().zip(listed.as_array().unwrap()).enumerate() {
        assert_eq!(ours, theirs, "{id}: play {n}");
    }
    assert_eq!(record["count"], plays.len(), "{id}");
    let sum: u32 = plays.iter().map(quandary_crossword::moves::Move::score).sum();
    assert_eq!(record["score_sum"], sum, "{id}");
    let best = plays.first().map_or(Value::Null, |play| play.score().into());
    assert_eq!(record["best_score"], best, "{id}");
    let hash = strings.iter().fold(0u64, |hash, play| hash.wrapping_add(fnv1a(play)));
    assert_eq!(record["hash"], format!("{hash:016x}"), "{id}");
    for play in &plays {
        assert_eq!(
            quandary_crossword::score::score(position, play.direction(), play.squares()),
            play.score(),
            "{id}"
        );
    }
    assert_eq!(prepared.best(&mut scratch), plays.first().copied(), "{id}");
}

#[test]
fn standard_positions_agree() {
    check("positions.jsonl.gz", BoardType::Standard, 200);
}

#[test]
fn explo_positions_agree() {
    check("positions_explo.jsonl.gz", BoardType::Explo, 60);
}
