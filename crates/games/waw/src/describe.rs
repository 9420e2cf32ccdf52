//! What is said to whoever plans.

mod orders;
mod prompt;
mod reminders;
