-- Version 3. From where a table and a session were made, for whoever runs the server; on which device a session is, and when it was last used.
ALTER TABLE tables ADD COLUMN made_from TEXT;
ALTER TABLE sessions ADD COLUMN made_from TEXT;
ALTER TABLE sessions ADD COLUMN device TEXT;
ALTER TABLE sessions ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
-- Since when: holidays of before do not stop a clock.
ALTER TABLE holdings ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
CREATE INDEX sessions_of_account ON sessions (account);

-- Who does not want to hear what is said at a table: a side, or, if whoever runs the server has said so, `all`: then nothing can be said.
CREATE TABLE mutes (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    who      TEXT NOT NULL,
    PRIMARY KEY (table_id, who)
);
UPDATE kessel_schema SET version = 3;
