-- What operators did through the service, and what was tried without the right to. Rows are only ever added, those of
-- what changes a riddle in the transaction that changes it.
CREATE TABLE audit (
    -- Drawn at random.
    id       TEXT NOT NULL PRIMARY KEY,
    -- When it was asked for: UTC to the microsecond, always equally long, so that texts sort as moments do.
    at       TEXT NOT NULL,
    -- The name of the key; nothing where there was none.
    operator TEXT NOT NULL,
    act      TEXT NOT NULL CHECK (act IN ('make', 'approve', 'replace', 'ban', 'read')),
    -- Nothing where it was not read, or does not matter.
    locale   TEXT NOT NULL,
    date     TEXT NOT NULL,
    -- 0 where there is none.
    revision BIGINT NOT NULL,
    -- done; there: nothing was to be done; nothing: none was found; failed, with the status as detail; refused: for
    -- want of a key.
    outcome  TEXT NOT NULL CHECK (outcome IN ('done', 'there', 'nothing', 'failed', 'refused')),
    -- The words that were banned, or the status.
    detail   TEXT NOT NULL
);

CREATE INDEX audit_by_time ON audit (at);
