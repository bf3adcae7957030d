//! The commands of this game, and the words that players use for them.

use crate::puzzle::play::names::Found;
use crate::puzzle::play::table::{Deed, Table, Uses, Verb};
use std::sync::LazyLock;

/// The verbs that no other game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Push,
    Bomb,
    Fight,
    Use,
    Exits,
    Back,
    Again,
    Redo,
    Restart,
    Score,
    /// Go in, or out, where it is not said which way.
    Through,
    Jump,
    Climb,
    Lift,
    Search,
    /// Something that does nothing in this game, by the reply.
    Idle(&'static str),
}

/// The table of commands.
pub(super) static TABLE: LazyLock<Table<Own>> = LazyLock::new(|| {
    Table::new(&Uses {
        go: ["WAY", "walk: a direction (n s e w u d alone will do), or a room that you know"],
        examine: ["THING|all", "look closely at a thing or a way"],
        take: ["THING|all", "pick something up"],
        unlock: ["WAY [with KEY]", "open the lock of a way"],
        hint: ["[WAY]", "why ways are barred, and where you saw what opens them"],
        map: ["", "what you have seen of this floor"],
        own: &[
            (Own::Push, &["push"], ["[stones]", "push the stones of a room onto their plates"]),
            (Own::Bomb, &["bomb", "blast"], ["[WAY]", "open a cracked wall"]),
            (Own::Use, &["use"], ["THING [on WAY]", "whatever one does with it"]),
            (Own::Fight, &["attack"], ["[ENEMY]", "fight; nobody has to, and whoever does wins"]),
            (Own::Exits, &["exits", "ways"], ["", "the ways out"]),
            (Own::Back, &["back"], ["", "go where you came from"]),
            (Own::Again, &["again"], ["", "do the last thing once more"]),
            (Own::Score, &["score"], ["", "how far you are"]),
            (Own::Redo, &["redo"], ["[N]", "do again what you took back"]),
            (Own::Restart, &["restart"], ["", "begin again; `redo` brings back what was done"]),
        ],
    })
});

const LOOK: Verb<Own> = Verb::Here(Deed::Look);
const GO: Verb<Own> = Verb::Here(Deed::Go);
const TAKE: Verb<Own> = Verb::Here(Deed::Take);
const PULL: Verb<Own> = Verb::Here(Deed::Pull);
const EXAMINE: Verb<Own> = Verb::Here(Deed::Examine);
const UNLOCK: Verb<Own> = Verb::Here(Deed::Unlock);

const fn own(own: Own) -> Verb<Own> {
    Verb::Here(Deed::Own(own))
}

const fn idle(reply: &'static str) -> Verb<Own> {
    own(Own::Idle(reply))
}

const READ: Verb<Own> = idle("There is nothing here to read that you have not been told.");
const DROP: Verb<Own> = idle("It weighs little; you had better keep it.");
const TALK: Verb<Own> = idle("Nobody here has anything to say to you.");
const WAIT: Verb<Own> = idle("Time passes, and nothing comes of it.");
const DIG: Verb<Own> = idle("You have nothing to dig with, and nothing here asks for it.");
const RING: Verb<Own> = idle("There is nothing here to ring that anybody would hear.");
const EAT: Verb<Own> = idle("You are neither hungry nor thirsty enough for that.");
const GIVE: Verb<Own> = idle("Nobody here would take it.");
const SHUT: Verb<Own> = idle("What is open here stays open, as far as it is up to you.");
const SWIM: Verb<Own> = idle("You do not trust the water. Something that crosses it would do.");
const HIDE: Verb<Own> = idle("Nobody is looking for you.");
const SLEEP: Verb<Own> = idle("This is no place to lie down in.");
const OATH: Verb<Own> = idle("It helps, a little.");

/// Words that stand for a verb of the table, or for one that does nothing. Of several that fit the longest is taken.
const SYNONYMS: [(&[&str], Verb<Own>); 29] = [
    (&["where am i", "look around", "look about", "look here", "look room", "look at room"], LOOK),
    (&["look at the room", "x room", "examine room", "examine the room", "where"], LOOK),
    (&["search", "search room", "look for", "find"], own(Own::Search)),
    (&["ex", "study", "check", "look at", "describe", "what is", "look in", "view"], EXAMINE),
    (&["show exits", "ways out", "directions", "doors"], own(Own::Exits)),
    (&["head", "run", "move to", "travel", "go to", "walk to", "run to", "proceed"], GO),
    (&["go back", "return", "go return", "retreat", "turn back"], own(Own::Back)),
    (&["enter", "in", "inside", "go in", "go inside", "go through"], own(Own::Through)),
    (&["out", "outside", "go out", "go outside", "leave", "get out"], own(Own::Through)),
    (&["grab", "pick up", "pick", "collect", "steal", "fetch", "grasp", "carry"], TAKE),
    (&["turn", "press", "throw", "crank", "yank", "operate", "turn on", "switch", "toggle"], PULL),
    (&["pull on", "pull down", "activate"], PULL),
    (&["open up", "unbolt"], UNLOCK),
    (&["move", "shove", "roll", "slide"], own(Own::Push)),
    (&["blow up", "blow", "break", "break down", "smash", "destroy", "explode"], own(Own::Bomb)),
    (&["kill", "fight", "hit", "strike", "slay", "beat", "stab"], own(Own::Fight)),
    (&["lift", "raise", "lift up"], own(Own::Lift)),
    (&["jump", "leap", "jump down", "jump off", "hop"], own(Own::Jump)),
    (&["climb", "climb up", "climb down", "scale"], own(Own::Climb)),
    (&["g"], own(Own::Again)),
    (&["points", "status", "progress", "turns"], own(Own::Score)),
    (&["start over", "begin again", "reset"], own(Own::Restart)),
    (&["read"], READ),
    (&["drop", "put", "put down", "throw away", "place", "discard"], DROP),
    (&["talk", "talk to", "say", "ask", "tell", "shout", "greet", "speak", "hello", "hi"], TALK),
    (&["wait", "z", "rest", "stay"], WAIT),
    (&["dig"], DIG),
    (&["ring", "play", "knock", "blow horn"], RING),
    (&["eat", "drink", "taste"], EAT),
];

const MORE: [(&[&str], Verb<Own>); 10] = [
    (&["give", "offer", "show"], GIVE),
    (&["close", "shut", "lock"], SHUT),
    (&["swim", "wade", "dive"], SWIM),
    (&["hide", "sneak"], HIDE),
    (&["sleep", "sit", "lie down"], SLEEP),
    (&["damn", "hell", "please", "thanks"], OATH),
    (&["hints", "clue", "clues"], Verb::Here(Deed::Hint)),
    (&["inv", "items", "what do i carry", "bag"], Verb::Here(Deed::Inventory)),
    (&["commands", "verbs", "what can i do", "how"], Verb::Help),
    (&["show map", "see map"], Verb::Here(Deed::Map)),
];

/// The longest synonym, in words.
const LONGEST: usize = 4;

/// The verb that the first words of a folded line stand for, and the number of those words.
pub(super) fn read(words: &[&str]) -> Option<(Found<Verb<Own>>, usize)> {
    for length in (2..=LONGEST.min(words.len())).rev() {
        if let Some(verb) = synonym(&words.get(..length)?.join(" ")) {
            return Some((Found::One(verb), length));
        }
    }
    let first = words.first()?;
    if let Some(verb) = synonym(first) {
        return Some((Found::One(verb), 1));
    }
    match TABLE.verb(towards(first)) {
        Found::Nothing => None,
        found => Some((found, 1)),
    }
}

fn synonym(words: &str) -> Option<Verb<Own>> {
    let all = SYNONYMS.iter().chain(&MORE);
    all.filter(|(known, _)| known.contains(&words)).map(|(_, verb)| *verb).next()
}

/// A direction without its ending: `northward` is north.
pub(super) fn towards(word: &str) -> &str {
    let side = word.strip_suffix("wards").or_else(|| word.strip_suffix("ward"));
    side.or_else(|| word.strip_suffix("bound")).filter(|side| side.len() > 1).unwrap_or(word)
}

/// Every word that begins a command.
fn words() -> impl Iterator<Item = &'static str> {
    let synonyms = SYNONYMS.iter().chain(&MORE).flat_map(|(known, _)| known.iter().copied());
    TABLE.words().chain(synonyms.filter(|known| !known.contains(' ')))
}

/// The word that is spelled most like one that nobody knows.
pub(super) fn nearest(typed: &str) -> Option<&'static str> {
    let letters = typed.chars().count();
    let most = match letters {
        0..=2 => return None,
        3..=4 => 1,
        5..=24 => 2,
        _ => return None,
    };
    let near = words().filter(|word| word.len() > 2).map(|word| (distance(typed, word), word));
    near.filter(|(off, _)| *off <= most).min_by_key(|(off, _)| *off).map(|(_, word)| word)
}

/// Number of letters that are wrong, missing, too many or the wrong way round.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let wrong = usize::from(a[i - 1] != b[j - 1]);
            let mut least =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + wrong);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_nobody_knows_is_near_one_that_is() {
        let check =
            |typed: &str, expect: Option<&str>| assert_eq!(nearest(typed), expect, "{typed}");
        check("nrth", Some("north"));
        check("norht", Some("north"));
        check("exmaine", Some("examine"));
        check("inventroy", Some("inventory"));
        check("xyzzy", None);
        check("q", None);
    }

    #[test]
    fn the_longest_words_are_taken() {
        let check = |typed: &str, verb: Verb<Own>, number: usize| {
            let words: Vec<&str> = typed.split(' ').collect();
            assert_eq!(read(&words), Some((Found::One(verb), number)), "{typed}");
        };
        check("go back", own(Own::Back), 2);
        check("blow up wall", own(Own::Bomb), 2);
        check("pick up all", TAKE, 2);
        check("where am i", LOOK, 3);
        check("move blocks", own(Own::Push), 1);
    }
}
