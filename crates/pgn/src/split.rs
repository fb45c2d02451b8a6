//! The ranges of games in a file, to share them among threads.

use core::ops::Range;

use super::Reader;

/// Finds the range of each game of a file at scanning speed, without reading the games.
///
/// Each range can be read by its own [`Reader`], and so can the bytes from the start of one range to the end of another. Together
/// these readers report the same as one reader of the whole file, with two differences: offsets and lines count from the start of
/// each reader, and no reader reports that a blank line is missing before the game after its range.
///
/// # Examples
///
/// Count the moves of a file with two threads:
///
/// ```
/// use chess0x88_pgn::{Flow, Reader, Visitor, split_games};
///
/// struct Moves(usize);
///
/// impl Visitor<'_> for Moves {
///     fn san(&mut self, _san: &[u8], _offset: usize) -> Flow {
///         self.0 += 1;
///         Flow::Continue
///     }
/// }
///
/// let pgn = b"1. e4 e5 *\n\n[Event \"2\"]\n\n1. d4 d5 2. c4 *\n\n1. Nf3 *";
/// let games: Vec<_> = split_games(pgn).collect();
/// assert_eq!(games.len(), 3);
/// assert_eq!(&pgn[games[2].clone()], b"1. Nf3 *");
///
/// let count = |games: &[std::ops::Range<usize>]| {
///     let (Some(first), Some(last)) = (games.first(), games.last()) else { return 0 };
///     let mut moves = Moves(0);
///     let mut reader = Reader::new(&pgn[first.start..last.end]);
///     while reader.read_game(&mut moves) {}
///     moves.0
/// };
/// let (one, other) = games.split_at(games.len() / 2);
/// let sum = std::thread::scope(|scope| {
///     let one = scope.spawn(|| count(one));
///     count(other) + one.join().unwrap()
/// });
/// assert_eq!(sum, 6);
/// ```
pub fn split_games(input: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut reader = Reader::new(input);
    core::iter::from_fn(move || {
        let from = reader.offset();
        let start = reader.pass_game()?;
        // The meaning of some bytes depends on the byte before: `%`, and a null move that is a word by itself.
        let before = start.checked_sub(1).filter(|&last| last >= from).and_then(|last| input.get(last));
        let stands_alone = match input.get(start) {
            Some(b'[') => true,
            Some(b'%') => false,
            _ => before.is_none_or(|&before| before <= b' '),
        };
        Some(if stands_alone { start } else { from }..reader.offset())
    })
}
