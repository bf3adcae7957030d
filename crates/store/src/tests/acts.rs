//! The audit records each change under an act, and nothing else.

use super::*;
use jiff::Timestamp;

fn second(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

/// A store with an act; `at` is in seconds since 1970.
fn under(store: &Store, scope: Scope, at: i64) -> Store {
    store.on_behalf(Act { operator: Some("own".to_owned()), scope, at: second(at) })
}

/// An entry as one line.
fn line(noted: &AuditEntry) -> String {
    let AuditEntry { at, operator, act, locale, date, revision, outcome, detail } = noted;
    let all = [&at[11..19], operator, act, locale, date, &revision.to_string(), outcome, detail];
    all.join("|")
}

#[test]
fn changes_are_written_down_with_their_act() {
    on_both("acts", async |store, _| {
        let day = date(2026, 12, 1);
        let [one, two, ..] = riddles() else { panic!() };
        let make = under(&store, Scope::Make, 1);
        assert_eq!(make.put(&key(day, 1), one, || Earlier::Count).await.unwrap(), Put::New);
        assert_eq!(make.put(&key(day, 1), one, || Earlier::Count).await.unwrap(), Put::Occupied);
        let evergreen = Key { slot: Slot::Evergreen, ..key(Date::MIN, 4) };
        let replace = under(&store, Scope::Replace, 2);
        assert_eq!(replace.put(&evergreen, two, || Earlier::Count).await.unwrap(), Put::New);
        // Without an act nothing is recorded.
        assert_eq!(store.put(&key(day, 2), two, || Earlier::Count).await.unwrap(), Put::New);
        store.note(Subject::default(), Outcome::Done).await.unwrap();
        let approve = under(&store, Scope::Approve, 3);
        assert_eq!(
            approve.approve(Locale::EnUs, day, Some(1)).await.unwrap(),
            Approved::Done(key(day, 1))
        );
        assert_eq!(approve.approve(Locale::EnUs, day, Some(9)).await.unwrap(), Approved::Missing);
        let ban = under(&store, Scope::Ban, 4);
        ban.ban(Locale::IsIs, &["der".to_owned(), "die".to_owned()]).await.unwrap();
        let read = under(&store, Scope::Read, 5);
        read.note(Subject::from(&key(day, 7)), Outcome::NoRiddle).await.unwrap();
        let refused = store.on_behalf(Act { operator: None, scope: Scope::Read, at: second(6) });
        refused.note(Subject::default(), Outcome::Refused).await.unwrap();
        under(&store, Scope::Make, 7)
            .note(Subject::language(Locale::PlPl), Outcome::Failed(503))
            .await
            .unwrap();
        under(&store, Scope::Make, 8).note(Subject::default(), Outcome::There).await.unwrap();
        let lines = async |from, until, most| {
            let noted = store.audit(second(from), second(until), most).await.unwrap();
            noted.iter().map(line).collect::<Vec<_>>()
        };
        let all = [
            "00:00:08|own|make|||0|there|",
            "00:00:07|own|make|pl_PL||0|failed|503",
            "00:00:06||read|||0|refused|",
            "00:00:05|own|read|en_US|2026-12-01|7|nothing|",
            "00:00:04|own|ban|is_IS||0|done|der die",
            "00:00:03|own|approve|en_US|2026-12-01|1|done|",
            "00:00:02|own|replace|en_US|evergreen|4|done|",
            "00:00:01|own|make|en_US|2026-12-01|1|done|",
        ];
        assert_eq!(lines(0, 100, 100).await, all);
        assert_eq!(lines(3, 6, 100).await, all[3..6], "from the first until before the last");
        assert_eq!(lines(0, 100, 2).await, all[..2], "the latest");
    });
}
