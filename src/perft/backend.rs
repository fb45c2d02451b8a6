//! [`PerftBackend`]: the ways to count.

use core::fmt;

#[cfg(feature = "bitboards")]
use super::bitboard::BitboardBackend;
use super::mailbox::MailboxPosition;
#[cfg(not(feature = "bitboards"))]
use super::none::NoBackEnd as BitboardBackend;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::{PawnRules, Rules};

/// A way to count that this machine has. All back ends give equal totals; [`perft`](crate::perft) uses the fastest.
///
/// | name | build | how |
/// |---|---|---|
/// | `avx512` | `simd`, x86-64 | bitboards, and the last two plies in AVX-512 vectors, if the machine has VPOPCNTDQ |
/// | `avx2` | `simd`, x86-64 | the same in AVX2 vectors |
/// | `neon` | `simd`, 64-bit Arm | the same in NEON vectors, which every such machine has |
/// | `portable` | `simd`, other 64-bit machines and WebAssembly | the same in plain Rust |
/// | `bitboards` | `bitboards` | sets of squares; the last ply is counted, not played |
/// | `mailbox` | every | the 0x88 engine: offsets, piece lists, the difference table |
///
/// ```
/// use chess0x88::{Chess, PerftBackend};
/// for backend in PerftBackend::available() {
///     assert_eq!(backend.perft(&Chess::startpos(), 3), 8902, "{backend}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftBackend(Engine);

/// The engine that counts: 0x88, or bitboards, with vectors or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Mailbox,
    Bitboards(BitboardBackend),
}

impl PerftBackend {
    /// The back ends of this build that this machine has, the fastest first.
    ///
    /// ```
    /// use chess0x88::PerftBackend;
    /// assert!(PerftBackend::available().any(|backend| backend.name() == "mailbox"));
    /// ```
    pub fn available() -> impl Iterator<Item = PerftBackend> {
        BitboardBackend::available().map(Engine::Bitboards).chain([Engine::Mailbox]).map(PerftBackend)
    }

    /// The first of the [available](PerftBackend::available) back ends.
    ///
    /// ```
    /// use chess0x88::PerftBackend;
    /// assert_eq!(Some(PerftBackend::fastest()), PerftBackend::available().next());
    /// ```
    #[must_use]
    // Inlined, so that a program for which the answer is known carries only that back end.
    #[inline]
    pub fn fastest() -> PerftBackend {
        PerftBackend(BitboardBackend::available().next().map_or(Engine::Mailbox, Engine::Bitboards))
    }

    /// The available back end with this name.
    ///
    /// ```
    /// use chess0x88::PerftBackend;
    /// assert_eq!(PerftBackend::by_name("mailbox").map(PerftBackend::name), Some("mailbox"));
    /// assert_eq!(PerftBackend::by_name("abacus"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<PerftBackend> {
        PerftBackend::available().find(|backend| backend.name() == name)
    }

    /// Its name, the one of the table above.
    ///
    /// ```
    /// use chess0x88::PerftBackend;
    /// let names: Vec<&str> = PerftBackend::available().map(PerftBackend::name).collect();
    /// assert_eq!(names.last(), Some(&"mailbox"));
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Engine::Mailbox => "mailbox",
            Engine::Bitboards(backend) => backend.name(),
        }
    }

    /// [`perft`](crate::perft) by this back end.
    ///
    /// ```
    /// use chess0x88::{Makruk, PerftBackend, perft};
    /// let start = Makruk::startpos();
    /// assert_eq!(PerftBackend::fastest().perft(&start, 2), perft(&start, 2));
    /// ```
    #[must_use]
    #[inline]
    pub fn perft<R: Rules>(self, position: &Position<R>, depth: u8) -> u64 {
        match self.0 {
            Engine::Mailbox => MailboxPosition {
                board: *position.board(),
                turn: position.turn(),
                kings: [position.king(Color::White), position.king(Color::Black)],
                castling: position.castling_rights(),
                en_passant: R::en_passant(position.state()),
                pawn_rules: PawnRules::of::<R>(),
            }
            .perft(depth),
            Engine::Bitboards(backend) => backend.perft(position, depth),
        }
    }
}

/// Its [name](PerftBackend::name).
impl fmt::Display for PerftBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
