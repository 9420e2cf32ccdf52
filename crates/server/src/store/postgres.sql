-- The same tables as version 4 of the file has, for PostgreSQL. See schema.sql, second.sql, third.sql and fourth.sql for what they mean.
CREATE TABLE tables (
    id           TEXT PRIMARY KEY,
    game         TEXT NOT NULL,
    scenario     TEXT NOT NULL,
    header       TEXT NOT NULL,
    length       BIGINT NOT NULL,
    head         TEXT NOT NULL,
    turn         BIGINT NOT NULL,
    to_act       TEXT NOT NULL,
    outcome      TEXT,
    axis         TEXT NOT NULL,
    soviet       TEXT NOT NULL,
    imported     BIGINT NOT NULL,
    created      BIGINT NOT NULL,
    ended        TEXT,
    dice         TEXT,
    open_seat    BIGINT NOT NULL DEFAULT 0,
    clock_days   BIGINT NOT NULL DEFAULT 0,
    clock_minutes BIGINT NOT NULL DEFAULT 0,
    begun        BIGINT NOT NULL DEFAULT 0,
    asked_axis   BIGINT NOT NULL DEFAULT 0,
    asked_soviet BIGINT NOT NULL DEFAULT 0,
    touched      BIGINT NOT NULL DEFAULT 0,
    made_from    TEXT
);
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n        BIGINT NOT NULL,
    line     TEXT NOT NULL,
    seen     BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (table_id, n)
);
CREATE TABLE seats (
    hash     BYTEA PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     TEXT NOT NULL CHECK (kind IN ('owner', 'invite', 'seat', 'watch', 'used')),
    side     TEXT,
    seen     BIGINT NOT NULL DEFAULT 0,
    name     TEXT
);
CREATE INDEX seats_of_table ON seats (table_id);
CREATE TABLE takebacks (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    at       BIGINT NOT NULL,
    side     TEXT NOT NULL,
    length   BIGINT NOT NULL,
    back_to  BIGINT NOT NULL,
    granted  BIGINT NOT NULL
);
CREATE INDEX takebacks_of_table ON takebacks (table_id);
CREATE TABLE snapshots (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n        BIGINT NOT NULL,
    bytes    BYTEA NOT NULL,
    PRIMARY KEY (table_id, n)
);
CREATE TABLE drafts (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    side     TEXT NOT NULL,
    step     BIGINT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (table_id, side)
);
CREATE TABLE marks (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    nth      BIGINT NOT NULL,
    n        BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    side     TEXT,
    kind     TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (table_id, nth)
);
CREATE TABLE proposals (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     TEXT NOT NULL,
    side     TEXT NOT NULL,
    keep     BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (table_id, kind)
);
CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n        BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    side     TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
);
CREATE TABLE accounts (
    id       TEXT PRIMARY KEY,
    name     TEXT NOT NULL,
    folded   TEXT NOT NULL UNIQUE,
    secret   TEXT NOT NULL,
    mail     TEXT,
    holidays TEXT NOT NULL,
    created  BIGINT NOT NULL
);
CREATE TABLE sessions (
    hash    BYTEA PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    at      BIGINT NOT NULL,
    made_from TEXT,
    device  TEXT,
    seen    BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX sessions_of_account ON sessions (account);
CREATE TABLE mutes (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    who      TEXT NOT NULL,
    PRIMARY KEY (table_id, who)
);
CREATE TABLE holdings (
    account  TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     TEXT NOT NULL,
    side     TEXT NOT NULL,
    since    BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (account, table_id, kind, side)
);
CREATE INDEX holdings_of_table ON holdings (table_id);
CREATE TABLE kessel_schema (version BIGINT NOT NULL);
INSERT INTO kessel_schema VALUES (4);
