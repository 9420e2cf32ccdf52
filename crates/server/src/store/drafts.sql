-- What each side has planned so far: no part of the journal, and never shown to the other side. `step` is the last entry that revealed
-- something: a draft of an earlier step is old.
CREATE TABLE IF NOT EXISTS drafts (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    side     TEXT NOT NULL,
    step     INTEGER NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (table_id, side)
) STRICT, WITHOUT ROWID;
