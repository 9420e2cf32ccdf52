//! Panics of the rules, caught and told in a sentence.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on a panic prints nothing; where it happened is kept for [`guard`]. For programs that guard everything they run.
pub fn hush_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|l| format!("{}:{}", l.file(), l.line()));
        PLACE.with(|p| *p.borrow_mut() = place);
    }));
}

/// Runs something that must not bring the program down. A panic becomes a sentence that says what it was and, after
/// [`hush_panics`], where.
pub fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let place = PLACE.with(|p| p.borrow_mut().take());
        let words = words_of(&*payload);
        match place {
            Some(place) => format!("panic at {place}: {words}"),
            None => format!("panic: {words}"),
        }
    })
}

fn words_of(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without words")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_sentence_and_everything_else_passes() {
        assert_eq!(guard(|| 7), Ok(7));
        let told = guard(|| panic!("seven is not six")).expect_err("panics");
        assert!(told.contains("seven is not six"), "{told}");
    }
}
