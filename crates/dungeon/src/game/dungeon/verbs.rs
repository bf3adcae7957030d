//! The words of commands: synonyms of the verbs of this game, words for actions that have no effect in it, and the
//! splitting of a line into commands.

use crate::dungeon::texts::Sense;
use crate::game::normalise;
use crate::game::reply::Match;
use crate::game::table::{Command, Table, Uses, Verb};
use crate::layout::Direction;
use std::sync::LazyLock;

/// The verbs that no other game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Push,
    Bomb,
    Fight,
    Use,
    Exits,
    /// Lists why ways are barred, and what would open them.
    Obstacles,
    Back,
    Again,
    Redo,
    Restart,
    Score,
    /// In or out, without a direction.
    Through,
    Jump,
    Climb,
    Lift,
    Search,
    Drop,
    /// To put something into or onto something else.
    Put,
    Throw,
    Read,
    Talk,
    Sense(Sense),
    /// To treat something roughly: this attacks an enemy; for anything else the reply is printed.
    Strike(&'static str),
    /// An action without effect in this game, with its reply.
    Idle(&'static str),
}

const fn here(command: Command<Own>) -> Verb<Own> {
    Verb::Here(command)
}

const fn own(own: Own) -> Verb<Own> {
    here(Command::Own(own))
}

/// Synonyms of verbs. The longest synonym that matches is used.
const SYNONYMS: &[(&str, Verb<Own>)] = &[
    ("where am i|look around|look about|look here|look room|look at room", here(Command::Look)),
    ("look at the room|x room|examine room|examine the room|where", here(Command::Look)),
    ("search|search room|look for|find", own(Own::Search)),
    ("ex|study|check|look at|describe|what is|look in|view", here(Command::Examine)),
    ("show exits|ways out|directions|doors", own(Own::Exits)),
    ("head|run|move to|travel|go to|walk to|run to|proceed", here(Command::Go)),
    ("go back|return|go return|retreat|turn back", own(Own::Back)),
    ("enter|in|inside|go in|go inside|go through", own(Own::Through)),
    ("out|outside|go out|go outside|leave|get out", own(Own::Through)),
    ("grab|pick up|pick|collect|steal|fetch|grasp|carry", here(Command::Take)),
    ("turn|press|crank|yank|operate|turn on|switch|toggle", here(Command::Pull)),
    ("pull on|pull down|activate", here(Command::Pull)),
    ("open up|unbolt", here(Command::Unlock)),
    ("move|shove|roll|slide", own(Own::Push)),
    ("blow up|blow|break|break down|smash|destroy|explode", own(Own::Bomb)),
    ("kill|fight|hit|strike|slay|beat|stab|punch", own(Own::Fight)),
    ("lift|raise|lift up", own(Own::Lift)),
    ("jump|leap|jump down|jump off|hop", own(Own::Jump)),
    ("climb|climb up|climb down|scale", own(Own::Climb)),
    ("g", own(Own::Again)),
    ("points|status|progress|turns", own(Own::Score)),
    ("start over|begin again|reset", own(Own::Restart)),
    ("read", own(Own::Read)),
    ("drop|put down|throw away|discard|leave behind", own(Own::Drop)),
    ("put|insert|place|stick", own(Own::Put)),
    ("throw|toss|hurl", own(Own::Throw)),
    ("talk|talk to|talk with|say|ask|tell|shout|greet", own(Own::Talk)),
    ("speak|speak to|speak with|hello|hi|yell|call", own(Own::Talk)),
    ("listen|listen to|listen at|hear", own(Own::Sense(Sense::Listen))),
    ("smell|smell at|sniff|sniff at", own(Own::Sense(Sense::Smell))),
    ("feel|touch|rub|stroke|pat|pet", own(Own::Sense(Sense::Feel))),
    ("kick", own(Own::Strike("You kick it. It hurts, and one of you minds."))),
    ("cut|chop|slice|saw", own(Own::Strike(BLUNT))),
    ("secrets|treasures", own(Own::Score)),
    ("explore", here(Command::Look)),
    ("hints|clue|clues", here(Command::Hint)),
    ("inv|items|what do i carry|bag", here(Command::Inventory)),
    ("commands|verbs|what can i do|how", Verb::Help),
    ("show map|see map", here(Command::Map)),
];

/// The reply to cutting.
const BLUNT: &str = "You have nothing with an edge to it, and nothing here to cut.";

/// Words for actions without effect, each with its reply.
const IDLE: &str = "\
wait|z|rest|stay: Time passes, and nothing comes of it.
dig: You have nothing to dig with, and nothing here asks for it.
ring|play|blow horn: There is nothing here to ring that anybody would hear.
knock|knock on|knock at: You knock. Whoever is behind it is not at home to you.
knock over|knock down|topple|tip|tip over|overturn: You leave it standing. It has done nothing to you.
eat|drink|taste|lick: You are neither hungry nor thirsty enough for that.
light|burn|set fire to|ignite|kindle: You see well enough, and nothing here wants to be set alight.
sit|sit down|sit on|kneel: You sit for a while. Nothing comes by that would not have come anyway.
stand|stand up|get up: You are on your feet.
pray|pray to|worship: You pray. Nobody answers, and you feel a little better.
sing|whistle|hum: You sing a verse. It comes back from further in, a little flat.
dance|wave|bow|laugh|smile: You take a few steps, and are glad that nobody will tell of it.
wear|put on|take off|undress: You are dressed for the walk already.
sell|buy|trade|order|pay|bribe: There is no trade to be done here.
give|offer|show: Nobody here would take it.
close|shut|lock: What is open here stays open, as far as it is up to you.
swim|wade|dive: You do not trust the water. Something that crosses it would do.
hide|sneak: Nobody is looking for you.
sleep|lie down|lie|nap: This is no place to lie down in.
damn|hell|please|thanks: It helps, a little.
";

/// The verb of a synonym.
fn verb(words: &str) -> Option<Verb<Own>> {
    let is_one = |known: &str| known.split('|').any(|known| known == words);
    let synonym = SYNONYMS.iter().find(|(known, _)| is_one(known)).map(|(_, verb)| *verb);
    synonym.or_else(|| {
        let mut idle = IDLE.lines().filter_map(|line| line.split_once(": "));
        idle.find(|(known, _)| is_one(known)).map(|(_, reply)| own(Own::Idle(reply)))
    })
}

/// The table of commands.
pub(super) static TABLE: LazyLock<Table<Own>> = LazyLock::new(|| {
    Table::new(&Uses {
        go: ["WAY", "walk: a direction (n s e w u d alone will do), or a room that you know"],
        examine: ["THING|all", "look closely at a thing or a way"],
        take: ["THING|all", "pick something up"],
        unlock: ["WAY [with KEY]", "open the lock of a way"],
        hint: ["", "how things stand; asked again, where to go, what for, and the next commands"],
        map: ["", "what you have seen of this floor"],
        own: &[
            (Own::Push, &["push"], ["[stones]", "push the stones of a room onto their plates"]),
            (Own::Bomb, &["bomb", "blast"], ["[WAY]", "open a cracked wall"]),
            (Own::Use, &["use"], ["THING [on WAY]", "whatever one does with it"]),
            (Own::Fight, &["attack"], ["[ENEMY]", "fight; nobody has to, and whoever does wins"]),
            (
                Own::Obstacles,
                &["obstacles", "think"],
                ["[WAY]", "why ways are barred, and where you saw what opens them"],
            ),
            (Own::Exits, &["exits", "ways"], ["", "the ways out"]),
            (Own::Back, &["back"], ["", "go where you came from"]),
            (Own::Again, &["again"], ["", "do the last thing once more"]),
            (Own::Score, &["score"], ["", "how far you are"]),
            (Own::Redo, &["redo"], ["[N]", "do again what you took back"]),
            (Own::Restart, &["restart"], ["", "begin again; `redo` brings back what was done"]),
        ],
    })
});

/// The largest number of words in a synonym.
const LONGEST: usize = 4;

/// The verb at the start of a normalised line, and its number of words.
pub(super) fn read(words: &[&str]) -> Option<(Match<Verb<Own>>, usize)> {
    for length in (2..=LONGEST.min(words.len())).rev() {
        if let Some(verb) = verb(&words.get(..length)?.join(" ")) {
            return Some((Match::One(verb), length));
        }
    }
    let first = words.first()?;
    if let Some(verb) = verb(first) {
        return Some((Match::One(verb), 1));
    }
    match TABLE.verb(towards(first)) {
        Match::Nothing => None,
        found => Some((found, 1)),
    }
}

/// A direction without its ending: `northward` is north. `stormward` stays, since `storm` is no direction.
pub(super) fn towards(word: &str) -> &str {
    let side = word.strip_suffix("wards").or_else(|| word.strip_suffix("ward"));
    let side = side.or_else(|| word.strip_suffix("bound"));
    let is_side = |side: &&str| Direction::ALL.iter().any(|way| way.name() == *side);
    side.filter(is_side).unwrap_or(word)
}

/// The word of the help that is nearest to an unknown word.
pub(super) fn nearest(typed: &str) -> Option<&'static str> {
    let letters = typed.chars().count();
    let most = match letters {
        0..=2 => return None,
        3..=4 => 1,
        5..=24 => 2,
        _ => return None,
    };
    let near =
        TABLE.words().filter(|word| word.len() > 2).map(|word| (distance(typed, word), word));
    near.filter(|(off, _)| *off <= most).min_by_key(|(off, _)| *off).map(|(_, word)| word)
}

/// The number of letters to change, add, remove or swap (Damerau–Levenshtein distance).
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

/// Words between commands.
const LINKS: [&str; 3] = [" and then ", " then ", " and "];
/// Words before the second object of a command.
const WITH: [&str; 5] = ["with", "using", "on", "onto", "to"];

/// The commands of a line. Commands about files are not split.
pub(super) fn commands(line: &str) -> Vec<&str> {
    let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
    if ["save", "load", "restore"].contains(&first.as_str()) {
        return vec![line];
    }
    let parts = line.split([';', ',', '.', '!']).map(str::trim);
    parts.map(bare).filter(|part| !part.is_empty()).collect()
}

/// A command without a linking word in front.
fn bare(part: &str) -> &str {
    let links = ["and then ", "then ", "and "];
    let bare = links.iter().find_map(|link| part.strip_prefix(link)).unwrap_or(part);
    bare.trim()
}

/// The two commands of a linked command that is not understood as a whole. If the second has no verb, it gets that of
/// the first.
pub(super) fn linked(command: &str) -> Vec<String> {
    let Some((first, rest)) = LINKS.iter().find_map(|link| command.split_once(link)) else {
        return Vec::new();
    };
    let normal = normalise::name(rest);
    let words: Vec<&str> = normal.split(' ').collect();
    let rest = match (read(&words), first.split_once(' ')) {
        (None, Some((verb, _))) => format!("{verb} {rest}"),
        _ => rest.to_owned(),
    };
    vec![first.trim().to_owned(), rest]
}

/// The first object of a command, and the second one if there is one. `to` before a number belongs to a way, as in
/// `north to 10`.
pub(super) fn parts(typed: &str) -> (&str, &str) {
    let mut at = 0;
    for word in typed.split_inclusive(char::is_whitespace) {
        let (about, rest) = typed.split_at(at);
        let rest = rest.strip_prefix(word).unwrap_or_default().trim();
        let link = word.trim().to_lowercase();
        let is_way = link == "to" && rest.starts_with(|c: char| c.is_ascii_digit());
        if at > 0 && !is_way && WITH.contains(&link.as_str()) {
            return (about.trim(), rest);
        }
        at += word.len();
    }
    (typed, "")
}

/// The text without leading articles.
pub(super) fn shortened(typed: &str) -> &str {
    let (first, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let is_article = normalise::is_article(&first.to_lowercase()) && !rest.trim().is_empty();
    if is_article { shortened(rest.trim()) } else { typed }
}

/// The text without a word such as `on` at its end: `turn the lever on`.
pub(super) fn endless<'t>(typed: &'t str, ends: &[&str]) -> &'t str {
    let end = ends.iter().find_map(|end| typed.strip_suffix(end)?.strip_suffix(' '));
    end.map_or(typed, str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_word_is_near_a_known_one() {
        let check =
            |typed: &str, expect: Option<&str>| assert_eq!(nearest(typed), expect, "{typed}");
        check("nrth", Some("north"));
        check("norht", Some("north"));
        check("exmaine", Some("examine"));
        check("inventroy", Some("inventory"));
        check("xyzzy", None);
        for odd in ["list", "order", "explor", "sello", "likht"] {
            check(odd, None);
        }
        check("q", None);
    }

    #[test]
    fn only_a_side_has_an_ending_that_says_nothing() {
        let check = |word: &str, expect: &str| assert_eq!(towards(word), expect);
        check("northward", "north");
        check("upwards", "up");
        check("eastbound", "east");
        check("stormward", "stormward");
        check("ward", "ward");
    }

    #[test]
    fn the_longest_words_are_taken() {
        let check = |typed: &str, verb: Verb<Own>, number: usize| {
            let words: Vec<&str> = typed.split(' ').collect();
            assert_eq!(read(&words), Some((Match::One(verb), number)), "{typed}");
        };
        check("go back", Verb::Here(Command::Own(Own::Back)), 2);
        check("blow up wall", Verb::Here(Command::Own(Own::Bomb)), 2);
        check("pick up all", Verb::Here(Command::Take), 2);
        check("where am i", Verb::Here(Command::Look), 3);
        check("move blocks", Verb::Here(Command::Own(Own::Push)), 1);
    }

    #[test]
    fn a_line_has_several_commands() {
        assert_eq!(commands("n, w"), ["n", "w"]);
        assert_eq!(commands("take all. n. and then w;"), ["take all", "n", "w"]);
        assert_eq!(commands("save my.game.json"), ["save my.game.json"]);
        assert_eq!(linked("pull lever and go north"), ["pull lever", "go north"]);
        assert_eq!(linked("take key a and bombs"), ["take key a", "take bombs"]);
        assert!(linked("take key").is_empty());
    }

    #[test]
    fn the_second_object_follows_the_first() {
        assert_eq!(parts("north door with key a"), ("north door", "key a"));
        assert_eq!(parts("stones onto plates"), ("stones", "plates"));
        assert_eq!(parts("with key a"), ("with key a", ""));
        assert_eq!(parts("lever"), ("lever", ""));
        assert_eq!(parts("north to 10 with key b"), ("north to 10", "key b"));
        assert_eq!(parts("west to 19"), ("west to 19", ""));
    }
}
