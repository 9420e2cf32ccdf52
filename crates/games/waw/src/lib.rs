//! World at War: Stalingrad. Both sides plan in secret, then one Execution plays all orders at once.

pub mod data;
