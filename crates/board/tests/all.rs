//! What the board promises, by subject, and what each rulebook says of its grid.

mod common;

mod battle;
mod board;
mod drive;
mod numberings;
mod roads;
mod searches;
mod sets;
mod waw;
mod wintergewitter;
