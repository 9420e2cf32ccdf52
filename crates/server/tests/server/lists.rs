//! Several actions in one request: all or none, one number, one undo.

use crate::common::Host;
use serde_json::{Value, json};

/// The Axis goes to the ford and is done with moving: no dice, nothing revealed.
fn march() -> Vec<Value> {
    vec![json!({ "select": "A3" }), json!({ "step": "ford" }), json!("done"), json!("done")]
}

fn types(messages: &[Value]) -> Vec<&str> {
    messages.iter().map(|m| m["type"].as_str().expect("a type")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_one_answer_one_number_and_one_undo() {
    let host = Host::start().await;
    let made = host.table("me", "friend").await;
    let mut axis = host.sit(&made["owner"]).await;
    let mut soviet = host.sit(&made["seats"]["soviet"]).await;
    axis.quiet().await;
    let before = axis.state["view"].clone();
    let done = axis.ask(json!({ "type": "act", "n": 0, "actions": march() })).await;
    assert_eq!((&done["type"], &done["n"], &done["done"]), (&json!("accepted"), &json!(1), &json!(4)), "{done}");
    assert_eq!((&done["rest"], done.get("stopped")), (&json!([]), None));
    let told = soviet.quiet().await;
    assert_eq!(types(&told).iter().filter(|t| **t == "events").count(), 1, "{told:?}");
    assert_eq!((soviet.n(), axis.state_at(1).await["undo"].clone()), (1, json!(0)));
    assert_ne!(axis.state["view"], before);
    let undone = axis.ask(json!({ "type": "undo", "n": 1, "to": 0 })).await;
    assert_eq!((&undone["type"], &undone["n"]), (&json!("accepted"), &json!(0)));
    axis.quiet().await;
    assert_eq!(axis.state["view"], before);
    // One action is answered as before.
    let one = axis.act(&march()[0]).await;
    assert!(one["type"] == "accepted" && one.get("done").is_none() && one.get("rest").is_none(), "{one}");
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_ends_at_the_dice_and_the_rest_is_given_back() {
    let host = Host::start().await;
    let made = host.table("me", "me").await;
    let mut axis = host.sit(&made["owner"]).await;
    let rest = [json!({ "lose": "A3" }), json!("done")];
    let list = [&march()[..], &[json!({ "attack": "hill", "from": "ford" })], &rest].concat();
    let done = axis.ask(json!({ "type": "act", "n": 0, "actions": list })).await;
    assert_eq!((&done["n"], &done["done"]), (&json!(1), &json!(5)), "{done}");
    assert_eq!((&done["rest"], &done["stopped"]), (&json!(rest), &json!("dice")));
    // What was done stands, and is on the disk.
    let n = axis.state_at(1).await["undo"].clone();
    assert_eq!(n, 1, "dice cannot be undone");
    let host = host.restart().await;
    let axis = host.sit(&made["owner"]).await;
    assert_eq!((axis.n(), axis.hello["n"].clone()), (1, json!(1)));
    host.server.stop().await.expect("stops");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_refused_whole_with_the_action_that_failed() {
    let host = Host::start().await;
    let made = host.table("me", "me").await;
    let mut axis = host.sit(&made["owner"]).await;
    axis.quiet().await;
    let before = axis.state["view"].clone();
    let mut ask = async |n: u64, list: Vec<Value>| axis.ask(json!({ "type": "act", "n": n, "actions": list })).await;
    let refused = ask(0, [&march()[..], &[json!({ "step": "hill" })]].concat()).await;
    assert_eq!((&refused["type"], &refused["kind"], &refused["at"]), (&json!("refused"), &json!("rule"), &json!(4)));
    assert!(refused["case"].is_string() && refused["n"] == 0, "{refused}");
    let unreadable = ask(0, [&march()[..1], &[json!(null)]].concat()).await;
    assert_eq!((&unreadable["kind"], &unreadable["at"]), (&json!("unreadable"), &json!(1)));
    assert_eq!(ask(0, Vec::new()).await["kind"], "unreadable");
    let stale = ask(3, march()).await;
    assert_eq!((&stale["kind"], stale.get("at")), (&json!("stale"), None));
    let both = json!({ "type": "act", "n": 0, "action": "done", "actions": ["done"] });
    assert_eq!(axis.ask(both).await["kind"], "bad-request");
    assert_eq!(axis.ask(json!({ "type": "act", "n": 0 })).await["kind"], "bad-request");
    axis.quiet().await;
    assert_eq!(axis.state["view"], before);
    assert_eq!(axis.n(), 0);
    host.server.stop().await.expect("stops");
}
