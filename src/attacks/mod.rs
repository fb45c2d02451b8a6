//! The questions asked of a board: who attacks this square, who gives check, who is pinned.
//!
//! Each is a function of the bytes and nothing else. This file is the seam between the rules, which ask, and the
//! back ends, which answer; `portable` is plain Rust for every target, and the reference for all others.

mod portable;
mod window;

pub(crate) use portable::{Safety, attackers, attackers_among, between, first_piece, is_attacked, safety};
pub(crate) use window::{is_clear, is_safe_after_step, reaching};
