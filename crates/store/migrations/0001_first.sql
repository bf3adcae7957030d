-- Both SQLite and PostgreSQL read this file; dates are ISO texts, which sort as days do.

-- The secret that every date's seed and salt come from, in hexadecimal. There is one.
CREATE TABLE project (
    id   BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    seed TEXT NOT NULL
);

-- Riddles: of a day ('daily', with its date) or for any day ('evergreen', with no date).
CREATE TABLE riddle (
    kind     TEXT NOT NULL CHECK (kind IN ('daily', 'evergreen')),
    locale   TEXT NOT NULL,
    date     TEXT NOT NULL,
    revision BIGINT NOT NULL CHECK (revision >= 1),
    -- made: by the program; approved: seen by a person, too; used: an evergreen that has become a day's;
    -- withdrawn: replaced before its day began, so that nobody has seen it.
    state    TEXT NOT NULL CHECK (state IN ('made', 'approved', 'used', 'withdrawn')),
    -- The answer's word in lower case, by which repetitions are found.
    answer   TEXT NOT NULL,
    -- quandary/stored-riddle/1
    body     TEXT NOT NULL,
    PRIMARY KEY (kind, locale, date, revision)
);

CREATE INDEX riddle_by_answer ON riddle (kind, locale, answer, date);

-- Words that may not be an answer.
CREATE TABLE ban (
    locale TEXT NOT NULL,
    word   TEXT NOT NULL,
    PRIMARY KEY (locale, word)
);
