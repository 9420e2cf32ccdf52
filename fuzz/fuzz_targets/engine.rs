//! Each line of the bytes is sent to the engine: it always replies, and a reply is never a fault of the rules.
#![no_main]

use kessel::Engine;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut engine = Engine::new(None).ok().expect("the built-in data is sound");
    engine.answer(br#"{"do":"new","game":"battle/campaign","seed":7}"#).expect("a reply");
    for line in bytes.split(|b| *b == b'\n').take(64) {
        let Some(reply) = engine.answer(line) else { continue };
        let fields = reply.value.as_object().expect("a reply is an object");
        assert!(fields.contains_key("id") && fields.contains_key("ok") != fields.contains_key("error"));
        assert_ne!(reply.value["error"]["kind"], "fault", "{}", reply.value);
        if reply.quit {
            break;
        }
    }
});
