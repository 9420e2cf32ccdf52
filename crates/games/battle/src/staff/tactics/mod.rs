//! The tactics of staff, one file each; every one says what a place, an attack or a moment is worth to it.

pub(super) mod assault;
pub(super) mod caucasus;
pub(super) mod depth;
pub(super) mod guard;
pub(super) mod line;
pub(super) mod ring;
pub(super) mod trap;
pub(super) mod uranus;
pub(super) mod volga;
