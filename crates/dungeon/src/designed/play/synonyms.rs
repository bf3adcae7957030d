//! Words that players use for the commands, and for deeds that do nothing here: each of those has a reply.

use crate::designed::texts::Sense;
use crate::puzzle::play::table::{Deed, Verb};

/// The verbs that no other game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Push,
    Bomb,
    Fight,
    Use,
    Exits,
    /// Hear why ways are barred, and what can be done about it.
    Obstacles,
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
    Drop,
    /// Put something into or onto something else.
    Put,
    Throw,
    Read,
    Talk,
    Sense(Sense),
    /// Treat something roughly: an enemy is fought, and all else gets the reply.
    Strike(&'static str),
    /// Something that does nothing in this game, by the reply.
    Idle(&'static str),
}

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

const WAIT: Verb<Own> = idle("Time passes, and nothing comes of it.");
const DIG: Verb<Own> = idle("You have nothing to dig with, and nothing here asks for it.");
const RING: Verb<Own> = idle("There is nothing here to ring that anybody would hear.");
const KNOCK: Verb<Own> = idle("You knock. Whoever is behind it is not at home to you.");
const TOPPLE: Verb<Own> = idle("You leave it standing. It has done nothing to you.");
const EAT: Verb<Own> = idle("You are neither hungry nor thirsty enough for that.");
const GIVE: Verb<Own> = idle("Nobody here would take it.");
const SELL: Verb<Own> = idle("There is no trade to be done here.");
const SHUT: Verb<Own> = idle("What is open here stays open, as far as it is up to you.");
const SWIM: Verb<Own> = idle("You do not trust the water. Something that crosses it would do.");
const HIDE: Verb<Own> = idle("Nobody is looking for you.");
const SLEEP: Verb<Own> = idle("This is no place to lie down in.");
const SIT: Verb<Own> =
    idle("You sit for a while. Nothing comes by that would not have come anyway.");
const STAND: Verb<Own> = idle("You are on your feet.");
const PRAY: Verb<Own> = idle("You pray. Nobody answers, and you feel a little better.");
const SING: Verb<Own> = idle("You sing a verse. It comes back from further in, a little flat.");
const DANCE: Verb<Own> = idle("You take a few steps, and are glad that nobody will tell of it.");
const LIGHT: Verb<Own> = idle("You see well enough, and nothing here wants to be set alight.");
const WEAR: Verb<Own> = idle("You are dressed for the walk already.");
const OATH: Verb<Own> = idle("It helps, a little.");
const CUT: Verb<Own> =
    own(Own::Strike("You have nothing with an edge to it, and nothing here to cut."));
const KICK: Verb<Own> = own(Own::Strike("You kick it. It hurts, and one of you minds."));
const FIGHT: Verb<Own> = own(Own::Fight);
const SENSE_LISTEN: Verb<Own> = own(Own::Sense(Sense::Listen));
const SENSE_SMELL: Verb<Own> = own(Own::Sense(Sense::Smell));
const SENSE_FEEL: Verb<Own> = own(Own::Sense(Sense::Feel));

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
    (&["turn", "press", "crank", "yank", "operate", "turn on", "switch", "toggle"], PULL),
    (&["pull on", "pull down", "activate"], PULL),
    (&["open up", "unbolt"], UNLOCK),
    (&["move", "shove", "roll", "slide"], own(Own::Push)),
    (&["blow up", "blow", "break", "break down", "smash", "destroy", "explode"], own(Own::Bomb)),
    (&["kill", "fight", "hit", "strike", "slay", "beat", "stab", "punch"], FIGHT),
    (&["lift", "raise", "lift up"], own(Own::Lift)),
    (&["jump", "leap", "jump down", "jump off", "hop"], own(Own::Jump)),
    (&["climb", "climb up", "climb down", "scale"], own(Own::Climb)),
    (&["g"], own(Own::Again)),
    (&["points", "status", "progress", "turns"], own(Own::Score)),
    (&["start over", "begin again", "reset"], own(Own::Restart)),
    (&["read"], own(Own::Read)),
    (&["drop", "put down", "throw away", "discard", "leave behind"], own(Own::Drop)),
    (&["put", "insert", "place", "stick"], own(Own::Put)),
    (&["throw", "toss", "hurl"], own(Own::Throw)),
    (&["talk", "talk to", "talk with", "say", "ask", "tell", "shout", "greet"], own(Own::Talk)),
    (&["speak", "speak to", "speak with", "hello", "hi", "yell", "call"], own(Own::Talk)),
    (&["wait", "z", "rest", "stay"], WAIT),
];

const MORE: [(&[&str], Verb<Own>); 30] = [
    (&["dig"], DIG),
    (&["ring", "play", "blow horn"], RING),
    (&["knock", "knock on", "knock at"], KNOCK),
    (&["knock over", "knock down", "topple", "tip", "tip over", "overturn"], TOPPLE),
    (&["eat", "drink", "taste", "lick"], EAT),
    (&["listen", "listen to", "listen at", "hear"], SENSE_LISTEN),
    (&["smell", "smell at", "sniff", "sniff at"], SENSE_SMELL),
    (&["feel", "touch", "rub", "stroke", "pat", "pet"], SENSE_FEEL),
    (&["kick"], KICK),
    (&["cut", "chop", "slice", "saw"], CUT),
    (&["light", "burn", "set fire to", "ignite", "kindle"], LIGHT),
    (&["sit", "sit down", "sit on", "kneel"], SIT),
    (&["stand", "stand up", "get up"], STAND),
    (&["pray", "pray to", "worship"], PRAY),
    (&["sing", "whistle", "hum"], SING),
    (&["dance", "wave", "bow", "laugh", "smile"], DANCE),
    (&["wear", "put on", "take off", "undress"], WEAR),
    (&["sell", "buy", "trade", "order", "pay", "bribe"], SELL),
    (&["secrets", "treasures"], own(Own::Score)),
    (&["explore"], LOOK),
    (&["give", "offer", "show"], GIVE),
    (&["close", "shut", "lock"], SHUT),
    (&["swim", "wade", "dive"], SWIM),
    (&["hide", "sneak"], HIDE),
    (&["sleep", "lie down", "lie", "nap"], SLEEP),
    (&["damn", "hell", "please", "thanks"], OATH),
    (&["hints", "clue", "clues"], Verb::Here(Deed::Hint)),
    (&["inv", "items", "what do i carry", "bag"], Verb::Here(Deed::Inventory)),
    (&["commands", "verbs", "what can i do", "how"], Verb::Help),
    (&["show map", "see map"], Verb::Here(Deed::Map)),
];

/// The verb that some words stand for.
pub(super) fn verb(words: &str) -> Option<Verb<Own>> {
    let all = SYNONYMS.iter().chain(&MORE);
    all.filter(|(known, _)| known.contains(&words)).map(|(_, verb)| *verb).next()
}
