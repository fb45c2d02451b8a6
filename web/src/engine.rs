//! The engine of `examples/engine`: its evaluation and search, without threads, protocol and clock.

#![expect(dead_code, reason = "the example asks for more than a page does")]

#[path = "../../examples/engine/evaluate.rs"]
pub(crate) mod evaluate;
#[path = "../../examples/engine/level.rs"]
pub(crate) mod level;
#[path = "../../examples/engine/order.rs"]
pub(crate) mod order;
#[path = "../../examples/engine/search.rs"]
pub(crate) mod search;
#[path = "../../examples/engine/table.rs"]
pub(crate) mod table;
