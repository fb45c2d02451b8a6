//! [`PerftBackend`]: the counting methods of a build on a machine.

use core::fmt;

use super::bitboard::BitboardBackend;
use super::mailbox::MailboxPosition;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

/// A counting method that this machine supports. All back ends give equal totals; [`perft`](crate::perft) uses the fastest.
///
/// | name | build | method |
/// |---|---|---|
/// | `avx512` | `simd`, x86-64 | bitboards, the last two plies in AVX-512 vectors, on machines with VPOPCNTDQ |
/// | `avx2` | `simd`, x86-64 | bitboards, the last two plies in AVX2 vectors |
/// | `neon` | `simd`, 64-bit Arm | bitboards, the last two plies in NEON vectors, on every such machine |
/// | `portable` | `simd`, other 64-bit machines and WebAssembly | bitboards, the last two plies in plain Rust |
/// | `bitboards` | `bitboards` | sets of squares; the last ply is counted, not played |
/// | `mailbox` | every | the 0x88 engine: offsets and the difference table |
///
/// ```
/// use chess0x88::{Chess, PerftBackend};
/// for backend in PerftBackend::available() {
///     assert_eq!(backend.perft(&Chess::startpos(), 3), 8902, "{backend}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftBackend(Engine);

/// The engine of a back end: 0x88, or bitboards with or without vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Mailbox,
    Bitboards(BitboardBackend),
}

impl PerftBackend {
    /// Lists the back ends of this build that this machine supports, the fastest first.
    ///
    /// ```
    /// use chess0x88::PerftBackend;
    /// assert!(PerftBackend::available().any(|backend| backend.name() == "mailbox"));
    /// ```
    pub fn available() -> impl Iterator<Item = PerftBackend> {
        BitboardBackend::available().map(Engine::Bitboards).chain([Engine::Mailbox]).map(PerftBackend)
    }

    /// Returns the first [available](PerftBackend::available) back end.
    ///
    /// ```
    /// use chess0x88::PerftBackend;
    /// assert_eq!(Some(PerftBackend::fastest()), PerftBackend::available().next());
    /// ```
    #[must_use]
    // Inlined, so that a program with a known back end links only this one.
    #[inline]
    pub fn fastest() -> PerftBackend {
        PerftBackend(BitboardBackend::available().next().map_or(Engine::Mailbox, Engine::Bitboards))
    }

    /// Returns the available back end with this name.
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

    /// Returns the name of the table above.
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

    /// Counts as [`perft`](crate::perft) does, with this back end.
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
                pawn_rules: R::RULES.pawns,
            }
            .perft(depth),
            Engine::Bitboards(backend) => backend.perft(position, depth),
        }
    }
}

/// The [name](PerftBackend::name).
impl fmt::Display for PerftBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
