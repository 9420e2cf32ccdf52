//! Case files on the toy game: what they prove, damaged ones, and those of the documentation.

mod casefile;
mod decode;
mod docs;
