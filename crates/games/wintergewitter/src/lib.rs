//! Wintergewitter: the relief attack on Stalingrad, December 1942.

pub mod data;
