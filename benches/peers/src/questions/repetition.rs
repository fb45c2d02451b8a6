//! Repetition: whether the position at a node has been on the board before, in a game of eighty plies.

use std::hint::black_box;

use crate::Random;
use crate::contest::Contest;
use crate::libraries::{Cozy, Game, Library, Ours, Shakmaty};
use crate::positions::MIDDLE_GAMES;

const PLIES: usize = 80;
/// How many games are played from each of the middle games, and how often all are asked about in a turn.
const GAMES: u64 = 4;
const PASSES: usize = 16;

/// What a peer's users keep: the keys of all positions, the last of which is on the board.
struct Keys<L: Library> {
    position: L::Position,
    keys: Vec<u64>,
}

impl<L: Library> Keys<L> {
    fn of(fen: &str, moves: &[String]) -> Keys<L> {
        let mut position = L::read(fen);
        let mut keys = vec![L::key(&position)];
        for uci in moves {
            position = L::after(&position, L::read_move(&position, uci));
            keys.push(L::key(&position));
        }
        Keys { position, keys }
    }

    /// How often the position has been on the board, this time included: the keys with the same side to move are looked
    /// through, back to the last capture or pawn move.
    fn repetitions(&self) -> u32 {
        let Some((&now, before)) = self.keys.split_last() else { return 0 };
        1 + occurrences::<L>(&self.position, now, before)
    }

    /// The repetitions after a move, which is made and taken back.
    fn repetitions_after(&mut self, mv: L::Move) -> u32 {
        let Some(&key) = self.keys.last() else { return 0 };
        let keys = &self.keys;
        let next = L::next_key(&self.position, key, mv);
        let child = L::after(&self.position, mv);
        let key = next.unwrap_or_else(|| L::key(&child));
        1 + occurrences::<L>(&child, key, keys)
    }
}

fn occurrences<L: Library>(position: &L::Position, now: u64, before: &[u64]) -> u32 {
    let clock = L::halfmove_clock(position).unwrap_or(u32::MAX) as usize;
    let reach = before.len().saturating_sub(clock);
    before[reach..].iter().rev().skip(1).step_by(2).filter(|&&key| key == now).count() as u32
}

/// Games of pieces that go to and fro.
fn games() -> Vec<(&'static str, Vec<String>)> {
    let mut random = Random(0x80);
    let play = |fen: &'static str| {
        let mut position = Ours::read(fen);
        let mut moves = Vec::new();
        while moves.len() < PLIES {
            let keeps_clock = |&mv: &_| Ours::halfmove_clock(&Ours::after(&position, mv)) != Some(0);
            let reversible: Vec<_> = Ours::list_moves(&position).iter().copied().filter(keeps_clock).collect();
            let Some(&first) = reversible.first() else { break };
            // Half of the time the first that comes is good enough: so games repeat themselves.
            let mv = if random.below(2) == 0 { first } else { reversible[random.below(reversible.len())] };
            moves.push(mv.to_string());
            position = Ours::after(&position, mv);
        }
        (fen, moves)
    };
    let fens = MIDDLE_GAMES.iter().map(|&(fen, _)| fen).filter(|fen| fen.contains(" - - "));
    (0..GAMES).flat_map(|_| fens.clone()).map(play).filter(|(_, moves)| moves.len() == PLIES).collect()
}

/// The game of a few of its moves.
fn play(fen: &str, moves: &[String]) -> Game {
    let mut game = Game::new(Ours::read(fen));
    for uci in moves {
        game.play(Ours::read_move(game.position(), uci)).expect("a legal move");
    }
    game
}

pub fn at_node() -> Contest<'static> {
    fn of_peer<L: Library>(games: &[(&str, Vec<String>)]) -> impl FnMut() -> u64 + use<L> {
        let mut games: Vec<Keys<L>> = games.iter().map(|(fen, moves)| Keys::of(fen, moves)).collect();
        move || sum(&mut games, |keys| keys.repetitions())
    }
    let games = games();
    let mut ours: Vec<Game> = games.iter().map(|(fen, moves)| play(fen, moves)).collect();
    Contest::new((PASSES * ours.len()) as u64)
        .entry(Ours::NAME, move || sum(&mut ours, |game| game.repetitions()))
        .entry(Cozy::NAME, of_peer::<Cozy>(&games))
        .entry(Shakmaty::NAME, of_peer::<Shakmaty>(&games))
}

/// The same with the last move made, its key taken, and the move taken back: all that it takes at a node.
pub fn made_then_asked() -> Contest<'static> {
    fn of_peer<L: Library>(games: &[(&str, Vec<String>)]) -> impl FnMut() -> u64 + use<L> {
        let mut games: Vec<(Keys<L>, L::Move)> = games
            .iter()
            .filter_map(|(fen, moves)| {
                let (last, moves) = moves.split_last()?;
                let keys = Keys::of(fen, moves);
                let last = L::read_move(&keys.position, last);
                Some((keys, last))
            })
            .collect();
        move || sum(&mut games, |(keys, last)| keys.repetitions_after(*last))
    }
    let games = games();
    let mut ours: Vec<(Game, _)> = games
        .iter()
        .filter_map(|(fen, moves)| {
            let (last, moves) = moves.split_last()?;
            let game = play(fen, moves);
            let last = Ours::read_move(game.position(), last);
            Some((game, last))
        })
        .collect();
    Contest::new((PASSES * ours.len()) as u64)
        .entry(Ours::NAME, move || {
            sum(&mut ours, |(game, last)| {
                let undo = game.make(*last);
                let repetitions = game.repetitions();
                game.unmake(undo);
                repetitions
            })
        })
        .entry(Cozy::NAME, of_peer::<Cozy>(&games))
        .entry(Shakmaty::NAME, of_peer::<Shakmaty>(&games))
}

fn sum<T>(games: &mut [T], mut of: impl FnMut(&mut T) -> u32) -> u64 {
    (0..PASSES).map(|_| games.iter_mut().map(|game| u64::from(of(black_box(game)))).sum::<u64>()).sum()
}
