//! How the cost grows: with depth, with threads, with the number of moves.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::contest::Contest;
use crate::libraries::{Cozy, Library, Ours, perft, perft_by_list};
use crate::positions::{PERFT, Positions};

/// Perft of the start position; an operation is a leaf.
pub fn with_depth(depth: u8) -> Contest<'static> {
    let (_, fen, _) = PERFT[0];
    let (ours, cozy) = (Ours::read(fen), Cozy::read(fen));
    Contest::new(perft(&ours, depth))
        .entry(Ours::NAME, move || perft(&ours, depth))
        .entry(Cozy::NAME, move || perft_by_list::<Cozy>(&cozy, depth))
}

/// Perft of Kiwipete, the root moves shared out; an operation is a leaf.
pub fn with_threads(threads: usize) -> Contest<'static> {
    fn children<L: Library>(position: &L::Position) -> Vec<L::Position> {
        L::list_moves(position).iter().map(|&mv| L::after(position, mv)).collect()
    }
    let (_, fen, depth) = PERFT[1];
    let ours = children::<Ours>(&Ours::read(fen));
    let cozy = children::<Cozy>(&Cozy::read(fen));
    Contest::new(ours.iter().map(|child| perft(child, depth - 1)).sum())
        .on_threads()
        .entry(Ours::NAME, move || share_out(&ours, threads, |child| perft(child, depth - 1)))
        .entry(Cozy::NAME, move || share_out(&cozy, threads, |child| perft_by_list::<Cozy>(child, depth - 1)))
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

/// Moves listed, of the positions with so many moves: by the number of tens.
pub fn with_moves(positions: &Positions) -> BTreeMap<usize, Contest<'static>> {
    let mut tens: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, case) in positions.ours.cases.iter().enumerate() {
        tens.entry(Ours::count_moves(&case.position) as usize / 10).or_default().push(at);
    }
    let contest = |at: Vec<usize>| {
        let ours: Vec<_> = at.iter().map(|&at| positions.ours.cases[at].position).collect();
        let cozy: Vec<_> = at.iter().map(|&at| positions.cozy.cases[at].position.clone()).collect();
        Contest::new(at.len() as u64)
            .entry(Ours::NAME, move || list::<Ours>(&ours))
            .entry(Cozy::NAME, move || list::<Cozy>(&cozy))
    };
    tens.into_iter().map(|(tens, at)| (tens, contest(at))).collect()
}

fn list<L: Library>(positions: &[L::Position]) -> u64 {
    positions.iter().map(|position| black_box(&*L::list_moves(position)).len() as u64).sum()
}
