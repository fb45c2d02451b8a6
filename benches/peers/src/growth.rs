//! How the cost grows: with depth, with threads, with the number of moves.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use chess0x88::{Chess, perft};

use crate::contest::{Contest, Row, print_rows};
use crate::{Case, PERFT, list_cozy, perft_cozy};

/// Prints three small tables. The cases end up sorted by their number of moves.
pub fn print(cases: &mut [Case], run: impl Fn(Contest<'_>, &str) -> Row) {
    let rows: Vec<Row> = (1..=6).map(|depth| run(depth_contest(depth), &format!("depth {depth}"))).collect();
    print_rows("Perft of the start position", "nanoseconds a leaf", &rows, |time| time);

    let rows: Vec<Row> = [1, 2].map(|threads| run(threads_contest(threads), &format!("threads: {threads}"))).into();
    print_rows("Perft 5 of Kiwipete, root moves shared out", "million leaves per second", &rows, |time| 1000.0 / time);

    let tens = |case: &Case| case.ours.legal_move_count() / 10 * 10;
    cases.sort_by_key(tens);
    let bucket = |cases: &[Case]| format!("{} to {} moves", tens(&cases[0]), tens(&cases[0]) + 9);
    let buckets = cases.chunk_by(|case, next| tens(case) == tens(next));
    let rows: Vec<Row> = buckets.map(|cases| run(list_contest(cases), &bucket(cases))).collect();
    print_rows("List legal moves", "nanoseconds a position", &rows, |time| time);
}

fn depth_contest(depth: u8) -> Contest<'static> {
    let ours = Chess::startpos();
    let cozy = cozy_chess::Board::startpos();
    Contest::new(perft(&ours, depth))
        .entry("chess0x88", move || perft(&ours, depth))
        .entry("cozy-chess", move || perft_cozy(&cozy, depth))
}

fn threads_contest(threads: usize) -> Contest<'static> {
    let (_, fen, depth) = PERFT[1];
    let ours: Chess = fen.parse().expect("a FEN");
    let cozy: cozy_chess::Board = fen.parse().expect("a FEN");
    let our_children: Vec<Chess> = ours.legal_moves().iter().map(|&mv| ours.after_unchecked(mv)).collect();
    let mut cozy_children = Vec::new();
    cozy.generate_moves(|moves| {
        cozy_children.extend(moves.into_iter().map(|mv| {
            let mut child = cozy.clone();
            child.play_unchecked(mv);
            child
        }));
        false
    });
    Contest::new(perft(&ours, depth))
        .entry("chess0x88", move || share_out(&our_children, threads, |child| perft(child, depth - 1)))
        .entry("cozy-chess", move || share_out(&cozy_children, threads, |child| perft_cozy(child, depth - 1)))
}

/// The sum over all items; each thread takes the next one when it has finished its last.
fn share_out<T: Sync>(items: &[T], threads: usize, of: impl Fn(&T) -> u64 + Sync) -> u64 {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut sum = 0;
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            sum += of(item);
        }
        sum
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no panic")).sum()
    })
}

fn list_contest(cases: &[Case]) -> Contest<'_> {
    Contest::new(cases.len() as u64)
        .entry("chess0x88", move || cases.iter().map(|case| black_box(case.ours.legal_moves()).len() as u64).sum())
        .entry("cozy-chess", move || cases.iter().map(|case| list_cozy(&case.cozy) as u64).sum())
}
