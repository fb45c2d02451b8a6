//! What is asked, a file per group of questions. A question that all libraries answer is written once, over
//! [`Library`](crate::libraries::Library).

pub mod board;
pub mod exchange;
pub mod fen;
pub mod growth;
pub mod moves;
pub mod perft;
pub mod pgn;
pub mod play;
pub mod repetition;
pub mod san;
pub mod search;
pub mod winnable;

/// A contest of one question, which takes the positions of a library, among these libraries or all four.
macro_rules! ask {
    ($contest:expr, $positions:ident, $question:ident) => {
        $crate::questions::ask!($contest, $positions, $question: ours, cozy, shakmaty, chess)
    };
    ($contest:expr, $positions:ident, $question:ident: $($set:ident),+) => {
        $contest$(.entry($positions.$set.name(), || $question(&$positions.$set)))+
    };
}
use ask;
