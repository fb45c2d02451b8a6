//! A game that outlives its power. Each move goes to a memory that keeps it, and the power may go between any two bytes. What was whole by
//! then is found again.
//!
//! ```text
//! an area:  number 2 | position 32 | check 2 | move 2 | check 2 | move 2 | check 2 | ...
//! ```
//!
//! A check is a CRC-16 of the part before it, which begins with the check before that. So neither half a part fits, nor one that an earlier game
//! has left. There are two areas: a game begins in the one that is not in use, and the older game stands until the newer one does.
//!
//! The memory is simulated. What else belongs to a game, such as the times of a clock, goes into the parts.
#![no_std]
#![no_main]
#![forbid(unsafe_code)]

use chess0x88::{Chess, ChessRules, History, Move, packed};
use cortex_m_rt::entry;
use crc::{CRC_16_IBM_3740, Crc, Table};
use embedded::{Meter, finish};

/// Without a table, which takes less flash.
const CRC: Crc<u16, Table<0>> = Crc::<u16, Table<0>>::new(&CRC_16_IBM_3740);
/// Room for 247 moves.
const AREA: usize = 1024;
/// A number and a packed position.
const HEAD: usize = 34;
/// The bits of no move: a move was taken back.
const TAKEN_BACK: u16 = 0;

/// On a device: EEPROM, FRAM, or two pages of flash, each of which is erased before a game begins in it.
struct Memory {
    bytes: [u8; 2 * AREA],
    /// The bytes that are written before the power goes. The byte after them becomes anything.
    power: Option<u32>,
}

impl Memory {
    fn write(&mut self, at: usize, bytes: &[u8]) {
        for (place, &byte) in self.bytes.iter_mut().skip(at).zip(bytes) {
            match self.power {
                None => return,
                Some(0) => *place ^= 0x5A,
                Some(_) => *place = byte,
            }
            self.power = self.power.and_then(|power| power.checked_sub(1));
        }
    }
}

/// The writer and reader of a game.
struct Log<'a> {
    memory: &'a mut Memory,
    number: u16,
    /// The place of the next part, and the check before it.
    at: usize,
    check: u16,
}

fn check(before: u16, part: &[u8]) -> u16 {
    let mut digest = CRC.digest();
    digest.update(&before.to_le_bytes());
    digest.update(part);
    digest.finalize()
}

impl Log<'_> {
    fn write(&mut self, part: &[u8]) {
        self.check = check(self.check, part);
        self.memory.write(self.at, part);
        self.memory.write(self.at + part.len(), &self.check.to_le_bytes());
        self.at += part.len() + 2;
    }

    /// Reads the part of this length, if it is whole.
    fn read<const N: usize>(&mut self) -> Option<[u8; N]> {
        let [part, end] = [self.at, self.at + N];
        let part: [u8; N] = self.memory.bytes.get(part..end)?.try_into().ok()?;
        let check = check(self.check, &part);
        if self.memory.bytes.get(end..end + 2)? != check.to_le_bytes() {
            return None;
        }
        (self.at, self.check) = (end + 2, check);
        Some(part)
    }

    /// Begins a game in the other area. `None` for a position of more than 32 pieces.
    #[inline(never)]
    fn begin(&mut self, position: &Chess) -> Option<()> {
        let packed = packed::pack(position)?;
        self.number = self.number.wrapping_add(1);
        (self.at, self.check) = (area(self.number), 0);
        let mut head = [0; HEAD];
        let (number, place) = head.split_at_mut(2);
        number.copy_from_slice(&self.number.to_le_bytes());
        place.copy_from_slice(&packed);
        self.write(&head);
        Some(())
    }

    /// Writes the move that was played, or that one was taken back. A full area is a new beginning: only the repetitions are forgotten.
    fn push(&mut self, mv: Option<Move>, game: &History) -> Option<()> {
        if self.at % AREA + 4 > AREA {
            return self.begin(game.position());
        }
        self.write(&mv.map_or(TAKEN_BACK, Move::bits).to_le_bytes());
        Some(())
    }

    /// The number and the packed position of the game in an area.
    fn head(&mut self, at: usize) -> Option<(u16, [u8; 32])> {
        (self.at, self.check) = (at, 0);
        let [low, high, packed @ ..] = self.read::<HEAD>()?;
        Some((u16::from_le_bytes([low, high]), packed))
    }

    /// Sets up the newest game that has begun, up to its last whole part, and goes on behind it. `None` if there is none.
    #[inline(never)]
    fn restore(&mut self, game: &mut History) -> Option<()> {
        let [one, other] = [0, AREA].map(|at| self.head(at).map(|(number, _)| number));
        self.number = match (one, other) {
            (Some(one), Some(other)) if other.wrapping_sub(one) == 1 => other,
            (one, other) => one.or(other)?,
        };
        let (_, packed) = self.head(area(self.number))?;
        set_up(game, &packed)?;
        loop {
            let (at, before) = (self.at, self.check);
            let Some(part) = self.read() else { return Some(()) };
            let done = match Move::from_bits(u16::from_le_bytes(part)) {
                Some(mv) => game.play(mv).is_ok(),
                None => game.take_back().is_some(),
            };
            // The check fits by chance, one time in 65,536.
            if !done {
                (self.at, self.check) = (at, before);
                return Some(());
            }
        }
    }
}

/// A frame of its own: the position is gone when the moves are played.
#[inline(never)]
fn set_up(game: &mut History, packed: &[u8; 32]) -> Option<()> {
    game.restart(packed::unpack::<ChessRules>(packed).ok()?);
    Some(())
}

/// Games of an even number stand in the first area.
fn area(number: u16) -> usize {
    usize::from(number % 2) * AREA
}

/// Moves, and one that is taken back.
const PLAYED: [Option<&str>; 11] = [
    Some("g1f3"),
    Some("g8f6"),
    Some("f3g1"),
    Some("f6g8"),
    Some("g1f3"),
    Some("g8f6"),
    None,
    Some("d7d5"),
    Some("e2e4"),
    Some("d5e4"),
    Some("f1b5"),
];

/// Plays so many of the moves.
#[inline(never)]
fn play(game: &mut History, played: &[Option<&str>], mut tell: impl FnMut(Option<Move>, &History)) -> Option<()> {
    for uci in played {
        let mv = uci.and_then(|uci| game.position().parse_uci(uci).ok());
        match mv {
            Some(mv) => game.play(mv).ok()?,
            None => game.take_back().map(|_| ())?,
        }
        tell(mv, game);
    }
    Some(())
}

/// The power goes after so many bytes of a game; there was another one before. Returns `true` if what was whole has come back, and if the
/// game, played on, comes back too.
#[inline(never)]
fn is_restored(log: &mut Log<'_>, [game, expected]: [&mut History; 2], power: u32) -> Option<bool> {
    log.memory.power = Some(u32::MAX);
    let older = Chess::startpos();
    log.begin(&older)?;
    log.push(older.parse_uci("a2a3").ok(), game)?;
    log.memory.power = Some(power);
    log.begin(&older)?;
    game.restart(older);
    play(game, &PLAYED, |mv, game| {
        log.push(mv, game);
    })?;

    log.memory.power = Some(u32::MAX);
    log.restore(game)?;
    expected.restart(older);
    let Some(parts) = power.checked_sub(HEAD as u32 + 2) else {
        play(expected, &[Some("a2a3")], |_, _| {})?;
        return Some(is_same(game, expected));
    };
    let (whole, lost) = PLAYED.split_at_checked(parts as usize / 4)?;
    play(expected, whole, |_, _| {})?;
    let back = is_same(game, expected);
    play(game, lost, |mv, game| {
        log.push(mv, game);
    })?;
    log.restore(game)?;
    play(expected, lost, |_, _| {})?;
    Some(back && is_same(game, expected))
}

fn is_same(game: &History, expected: &History) -> bool {
    game.position() == expected.position() && game.repetitions() == expected.repetitions()
}

/// Each bit of the last part, flipped by itself, takes that part away and no more.
#[inline(never)]
fn is_damage_seen(log: &mut Log<'_>, [game, expected]: [&mut History; 2]) -> Option<bool> {
    let (_, whole) = PLAYED.split_last()?;
    expected.restart(Chess::startpos());
    play(expected, whole, |_, _| {})?;
    let end = log.at;
    let mut well = true;
    for bit in 0..32 {
        let flip = |memory: &mut Memory| {
            memory.bytes.iter_mut().skip(end - 4 + bit / 8).take(1).for_each(|byte| *byte ^= 1 << (bit % 8));
        };
        flip(log.memory);
        log.restore(game)?;
        well &= is_same(game, expected);
        flip(log.memory);
    }
    Some(well)
}

#[entry]
fn main() -> ! {
    static mut GAMES: [History; 2] = [const { History::new(Chess::startpos()) }; 2];
    static mut MEMORY: Memory = Memory { bytes: [0xFF; 2 * AREA], power: None };
    let meter = Meter::start();
    let mut log = Log { memory: MEMORY, number: 0, at: 0, check: 0 };
    let [game, expected] = GAMES;
    // Nothing was ever stored: the memory is erased, and then it holds anything.
    let mut well = log.restore(game).is_none();
    for (place, n) in log.memory.bytes.iter_mut().zip(0_u32..) {
        *place = (n.wrapping_mul(0x9E37_79B1) >> 24) as u8;
    }
    well &= log.restore(game).is_none();
    let bytes = (HEAD + 2 + 4 * PLAYED.len()) as u32;
    for power in 0..=bytes {
        well &= is_restored(&mut log, [game, expected], power) == Some(true);
    }
    well &= is_damage_seen(&mut log, [game, expected]) == Some(true);
    meter.stop("stored game");
    finish(well)
}
