//! The error messages of this crate, for the list of all messages.

use crate::scheduler::Refused;
use crate::seed::{Seed, SeedError};
use testing::messages::{Messages, every, hold, say};

#[test]
fn the_messages_of_searches_are_listed() {
    let mut all = Messages::new();
    say(&mut all, "SeedError", SeedError(Seed::MAX + 1));
    every!(&mut all, "scheduler", Refused {
        Refused::Full(_) => Refused::Full(64),
        Refused::Stopped => Refused::Stopped,
    });
    hold("search", "Seeds, and searches that are refused.", &all);
}
