-- Version 1. A table is its journal: the header here, one row of entries an action. `head` is the link of the last line: whoever
-- appends says which one he saw, and a stale append changes nothing.
CREATE TABLE tables (
    id       TEXT PRIMARY KEY,
    game     TEXT NOT NULL,
    scenario TEXT NOT NULL,
    header   TEXT NOT NULL,
    length   INTEGER NOT NULL,
    head     TEXT NOT NULL,
    turn     INTEGER NOT NULL,
    to_act   TEXT NOT NULL,
    outcome  TEXT,
    axis     TEXT NOT NULL,
    soviet   TEXT NOT NULL,
    imported INTEGER NOT NULL,
    created  INTEGER NOT NULL
) STRICT;

-- `seen` has a bit for each viewer who was told of the action: 1 Axis, 2 Soviet, 4 spectators.
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n        INTEGER NOT NULL,
    line     TEXT NOT NULL,
    seen     INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

-- Keys are kept as hashes. An invitation that was taken stays as `used`, so that a second taker can be told.
CREATE TABLE seats (
    hash     BLOB PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     TEXT NOT NULL CHECK (kind IN ('owner', 'invite', 'seat', 'watch', 'used')),
    side     TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_table ON seats (table_id);

-- Take-backs asked for and answered.
CREATE TABLE takebacks (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    at       INTEGER NOT NULL,
    side     TEXT NOT NULL,
    length   INTEGER NOT NULL,
    back_to  INTEGER NOT NULL,
    granted  INTEGER NOT NULL
) STRICT;
CREATE INDEX takebacks_of_table ON takebacks (table_id);

PRAGMA user_version = 1;
