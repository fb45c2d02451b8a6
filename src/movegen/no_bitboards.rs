//! What stands for `generate` in builds without bitboards: the mailbox.

pub(super) use super::mailbox::{any, count, lister};
