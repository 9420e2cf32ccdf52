-- Version 2: what goes on beside the journal. `ended` is how a game ended that the rules did not end (given up, agreed, out of time); `dice` is
-- how far the people have come with their parts of the seed; `asked_…` is since when a side is asked to act, or 0; `touched` is when somebody was last here.
ALTER TABLE tables ADD COLUMN ended TEXT;
ALTER TABLE tables ADD COLUMN dice TEXT;
ALTER TABLE tables ADD COLUMN open_seat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN clock_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN asked_axis INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN asked_soviet INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET touched = coalesce((SELECT max(at) FROM entries WHERE table_id = tables.id), created);

-- When whoever has this key was last at the table.
ALTER TABLE seats ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;

-- What happened at the table and not on it; the journal that is given away carries them.
CREATE TABLE marks (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    nth      INTEGER NOT NULL,
    n        INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    side     TEXT,
    kind     TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (table_id, nth)
) STRICT, WITHOUT ROWID;

-- What one side asks the other: a take-back, a draw, to close the table. One of a kind at a time.
CREATE TABLE proposals (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     TEXT NOT NULL,
    side     TEXT NOT NULL,
    keep     INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n        INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    side     TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

-- A passphrase is kept as argon2 makes it, a session as the hash of its key.
CREATE TABLE accounts (
    id       TEXT PRIMARY KEY,
    name     TEXT NOT NULL,
    folded   TEXT NOT NULL UNIQUE,
    secret   TEXT NOT NULL,
    mail     TEXT,
    holidays TEXT NOT NULL,
    created  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sessions (
    hash    BLOB PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE holdings (
    account  TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     TEXT NOT NULL,
    side     TEXT NOT NULL,
    PRIMARY KEY (account, table_id, kind, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX holdings_of_table ON holdings (table_id);

PRAGMA user_version = 2;
