//! What stands for `bitboard` in builds without bitboards: the mailbox.

pub(crate) use super::mailbox::{attackers, attacks_from, each_attack, gives_check};
