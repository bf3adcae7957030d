//! The argument lists of the outputs that are pinned by hash.

/// The argument lists: every option that decides what a mission is, small and large.
pub(super) const MISSIONS: [&str; 20] = [
    "--rooms 8 --keys 3 --switches 0 --seed 1",
    "--rooms 10 --keys 4 --switches 1 --seed 2",
    "--rooms 25 --keys 4 --switches 0 --seed 3",
    "--rooms 25 --keys 4 --switches 1 --seed 4",
    "--rooms 50 --keys 6 --switches 1 --seed 5",
    "--rooms 100 --keys 8 --switches 2 --seed 6",
    "--rooms 400 --keys 8 --switches 1 --seed 7",
    "--rooms 60 --keys 5 --switches 4 --seed 8",
    "--rooms 3 --keys 0 --switches 0 --seed 9",
    "--rooms 30 --keys 26 --switches 1 --seed 10",
    "--rooms 25 --keys 4 --switches 1 --order partial --seed 11",
    "--rooms 100 --keys 8 --switches 1 --order partial --seed 12",
    "--rooms 25 --keys 4 --switches 1 --key-style small --seed 13",
    "--rooms 100 --keys 8 --switches 1 --key-style small --seed 14",
    "--rooms 25 --keys 4 --switches 1 --no-goal --seed 15",
    "--rooms 12 --keys 0 --switches 1 --no-goal --seed 16",
    "--rooms 25 --keys 4 --switches 1 --boss-unlocked --seed 17",
    "--rooms 50 --keys 6 --switches 0 --no-goal --boss-unlocked --seed 9007199254740991",
    "--rooms 25 --keys 4 --switches 1 --linearity 10 --seed 19",
    "--rooms 50 --keys 6 --switches 2 --order partial --linearity 5 --seed 20",
];

/// Options of missions that came with mission/2.
pub(super) const NEW_MISSIONS: [&str; 6] = [
    "--rooms 25 --keys 4 --switches 1 --switch-style once --seed 21",
    "--rooms 10 --keys 4 --switches 1 --order partial --seed 22",
    "--rooms 60 --keys 5 --switches 2 --key-style small --linearity 4 --seed 23",
    "--rooms 25 --start 3,4 --link-chance 0.8 --seed 24",
    "--rooms 12 --keys 2 --switches 1 --link-chance 0 --seed 25",
    "--rooms 2000 --keys 26 --switches 4 --seed 26",
];

/// The argument lists of layouts: every generator, and every option that decides what one is.
pub(super) const LAYOUTS: [&str; 20] = [
    "--category cave --seed 1",
    "--category mine --seed 2",
    "--category dungeon --seed 3",
    "--category ruins --seed 4",
    "--category temple --seed 5",
    "--category crypt --seed 6",
    "--category monastery --seed 7",
    "--category shrine --seed 8",
    "--category tower --seed 9",
    "--category town --seed 10",
    "--category camp --seed 11",
    "--category tavern --seed 12",
    "--category cave --bounds 0,49,0,49,-2,0 --seed 13",
    "--category cave --bounds 0,19,0,9,0,0 --fill 0.5 --passes 5 --seed 14",
    "--category cave --bounds 0,19,0,19,-1,0 --border solid --keep bridge --seed 15",
    "--category cave --birth 6 --survive 3 --min-rooms 20 --seed 16",
    "--category cave --stairs all --treasure-share 0.5 --puzzle-share 0.5 --seed 17",
    "--category dungeon --bounds 0,39,0,29,-2,0 --stairs 3 --seed 9007199254740991",
    "--category cave --bounds 0,1,0,6,-3,0 --seed 19",
    "--category tower --bounds -6,6,-6,6,0,9 --seed 20",
];

/// Options of layouts that came with layout/2.
pub(super) const NEW_LAYOUTS: [&str; 5] = [
    "--category cave --plain --seed 21",
    "--category mine --plain --stairs all --bounds 0,19,0,19,-2,0 --seed 22",
    "--category cave --treasure-share 0 --puzzle-share 0.4 --seed 23",
    "--category crypt --stairs all --seed 24",
    "--category tomb --seed 6",
];

/// The argument lists of caves: widths around a word, every option that decides what one is.
pub(super) const CAVES: [&str; 12] = [
    "--size 80x24 --seed 1",
    "--size 64x64 --border drawn --seed 2",
    "--size 63x65 --keep all --seed 3",
    "--size 65x63 --keep bridge --seed 4",
    "--size 1x50 --border drawn --keep all --fill 0.2 --seed 5",
    "--size 50x1 --border drawn --keep all --fill 0.2 --seed 6",
    "--size 200x100 --distance --seed 7",
    "--size 300x200 --fill 0.5 --passes 5 --seed 8",
    "--size 128x128 --birth 6 --survive 3 --keep bridge --min 2 --seed 9",
    "--size 1000x700 --seed 10",
    "--size 40x40 --passes 0 --keep all --seed 11",
    "--size 100x100 --fill 0.48 --keep bridge --distance --seed 9007199254740991",
];

/// The argument lists of areas: every category with puzzles of its own, and every option about them.
pub(super) const AREAS: [&str; 12] = [
    "--category dungeon --seed 1",
    "--category cave --seed 2",
    "--category ruins --seed 3",
    "--category temple --seed 4",
    "--category crypt --puzzles 3 --seed 5",
    "--category tower --puzzles 1..2 --key-style small --seed 6",
    "--category mine --puzzles per-room --seed 7",
    "--category tomb --puzzles 6 --key-style small --seed 8",
    "--category town --puzzles 4 --seed 9",
    "--category inn --puzzles 1 --seed 10",
    "--category cave --bounds 0,29,0,29,0,0 --puzzles 10 --seed 11",
    "--category temple --seed 9007199254740991",
];

/// The argument lists of dungeons.
pub(super) const DUNGEONS: [&str; 12] = [
    "--style plain --seed 1",
    "--style plain --category cave --seed 2",
    "--style plain --category temple --floors 3 --rooms 30 --keys 4 --seed 3",
    "--style plain --category tower --floors 2 --key-style small --seed 4",
    "--style plain --category town --switches 1 --seed 5",
    "--style plain --category inn --puzzles 0 --seed 6",
    "--style plain --rooms 8 --room-size 9x7 --blocks 0 --seed 7",
    "--style plain --rooms 40 --keys 6 --puzzles 5 --seed 8",
    "--style plain --attempts 6 --seed 9",
    "--style plain --attempts 6 --weight gating=10 --weight solution=-1 --seed 9",
    "--style plain --attempt 4 --seed 9",
    "--style plain --category mine --floors 2 --seed 9007199254740991",
];

/// Options of dungeons that came with dungeon/2; and a dungeon of it with a key under a block, and one with fewer
/// blocks than it drew.
pub(super) const NEW_DUNGEONS: [&str; 7] = [
    "--style plain --switches 1 --rooms 24 --keys 3 --seed 21",
    "--style plain --switches 1 --switch-style once --seed 22",
    "--style plain --switches 1 --rooms 24 --keys 3 --seed 21 --algorithm dungeon/2",
    "--style plain --switches 1 --switch-style once --seed 22 --algorithm dungeon/2",
    "--style plain --category town --seed 64",
    "--style plain --category town --seed 64 --algorithm dungeon/2",
    "--style plain --blocks 16 --seed 23",
];

/// The argument lists of designed dungeons: every family twice and more, sizes, numbers and floors.
pub(super) const DESIGNED: [&str; 40] = [
    "--category cave --rooms 12 --seed 1",
    "--category mine --rooms 12 --seed 2",
    "--category dungeon --rooms 12 --seed 3",
    "--category temple --rooms 12 --seed 4",
    "--category tomb --rooms 12 --seed 5",
    "--category tower --rooms 12 --seed 6",
    "--category town --rooms 12 --seed 7",
    "--category tavern --rooms 12 --seed 8",
    "--category grove --rooms 12 --seed 9",
    "--category shrine --rooms 12 --seed 10",
    "--category cave --seed 11",
    "--category mine --seed 12",
    "--category ruins --seed 13",
    "--category monastery --seed 14",
    "--category crypt --seed 15",
    "--category tower --seed 16",
    "--category city --seed 17",
    "--category inn --seed 18",
    "--category hollow --seed 19",
    "--category shrine --seed 20",
    "--category cave --rooms 24 --attempts 4 --seed 21",
    "--category mine --rooms 24 --attempts 4 --seed 22",
    "--category dungeon --rooms 24 --attempts 4 --seed 23",
    "--category temple --rooms 24 --attempts 4 --seed 24",
    "--category tomb --rooms 24 --attempts 4 --seed 25",
    "--category tower --rooms 24 --attempts 4 --seed 26",
    "--category town --rooms 24 --attempts 4 --seed 27",
    "--category tavern --rooms 24 --attempts 4 --seed 28",
    "--category grove --rooms 24 --attempts 4 --seed 29",
    "--category shrine --rooms 24 --attempts 4 --seed 30",
    "--rooms 24 --seed 31",
    "--rooms 5 --seed 32",
    "--rooms 100 --attempts 2 --seed 33",
    "--rooms 40 --attempts 6 --seed 34",
    "--rooms 24 --keys 3 --seed 35",
    "--rooms 24 --switches 1 --seed 36",
    "--rooms 16 --puzzles 2 --seed 37",
    "--category tower --floors 4 --rooms 30 --attempts 8 --seed 38",
    "--rooms 16 --room-size 12x9 --seed 39",
    "--rooms 16 --seed 9007199254740991",
];

/// The argument lists of riddles: the languages that come with the program, both boards, all profiles, every
/// option that decides what one is, and earlier versions. Few, since a lexicon takes a moment to open.
pub(super) const RIDDLES: [&str; 15] = [
    "--locale en_US --attempts 400 --seed 1",
    "--locale en_GB --attempts 400 --seed 2",
    "--locale is_IS --attempts 400 --seed 3",
    "--locale pl_PL --attempts 400 --seed 4",
    "--locale en_US --board-type explo --attempts 400 --seed 5",
    "--locale en_US --profile daily --attempts 1000 --seed 6",
    "--locale is_IS --profile daily --board-type explo --attempts 2000 --seed 7",
    "--locale pl_PL --profile daily --attempts 2000 --seed 8",
    "--locale en_US --top 5 --attempts 400 --seed 9",
    "--locale en_GB --profile daily --top 3 --attempts 1000 --seed 9007199254740991",
    "--locale en_US --profile open --attempts 400 --seed 1",
    "--locale en_GB --profile open --attempts 400 --seed 1",
    "--algorithm riddle/1 --locale en_US --attempts 400 --seed 1",
    "--algorithm riddle/1 --locale is_IS --attempts 400 --seed 3",
    "--algorithm riddle/1 --locale en_US --profile daily --attempts 1000 --seed 6",
];
