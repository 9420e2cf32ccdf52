//! What the manual says holds in the files, and what is wrong in them is told.
