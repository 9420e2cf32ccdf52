//! The kit, held against games that are sound and games that are broken.

mod night;
mod promises;
mod toy;
