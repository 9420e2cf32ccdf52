-- Version 4. The clock of an evening: minutes for a move, or 0; and since when all seats are taken, for it does not run before that, or 0.
ALTER TABLE tables ADD COLUMN clock_minutes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
-- How somebody without an account calls himself at this seat.
ALTER TABLE seats ADD COLUMN name TEXT;
