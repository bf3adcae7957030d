-- What operators wrote down about a day, for each other. Rows are only ever added.
CREATE TABLE note (
    -- Drawn at random.
    id       TEXT NOT NULL PRIMARY KEY,
    -- When it was written: UTC to the microsecond, always equally long, so that texts sort as moments do.
    at       TEXT NOT NULL,
    -- The name of the key.
    operator TEXT NOT NULL,
    locale   TEXT NOT NULL,
    date     TEXT NOT NULL,
    words    TEXT NOT NULL
);

CREATE INDEX note_by_day ON note (locale, date);
