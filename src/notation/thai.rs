//! Makruk moves in Thai, as Fairy-Stockfish writes them.
//!
//! ```text
//!    ม  ข   -  ง๒        Nbd2: the Ma of the b-file, quietly, to d2           files  ก ข ค ง จ ฉ ช ญ   a to h
//!    ช  x  ฉ๖  =M  +     gxf6=M+: a Bia has no letter, but names its file     ranks  ๑ ๒ ๓ ๔ ๕ ๖ ๗ ๘   1 to 8
//!
//!    Khun ข    Met ม็    promoted Bia ง    Khon ค    Ma ม    Rua ร
//! ```
//!
//! There is no reader, because three letters mean both a piece and a file: `ขxก๕` is a capture by the Khun and by a Bia of the
//! b-file. To read such a text, compare it with the texts of all legal moves. Two may match.
//!
//! Source: Fairy-Stockfish's notation `THAI_SAN`, by its output (`tests/data/makruk_san.txt`).

use super::san::{LETTERED, San};
use super::{LetteredText, Text};
use crate::geometry::Square;
use crate::moves::Move;
use crate::piece::{Piece, Role};
use crate::position::Makruk;

// The longest text has three bytes for each Thai character: 20.
const _: () = assert!("ม็ก๑xข๒#".len() <= LETTERED);

const FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
const RANKS: [char; 8] = ['๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘'];

/// Writes a legal move of this position in Thai short notation. The text of an illegal move is unspecified.
///
/// The promotion suffix stays Latin, `=M`. A text may fit two moves, since three letters mean both a piece and a file.
///
/// ```
/// use chess0x88::{Makruk, makruk};
/// let position = Makruk::startpos();
/// assert_eq!(makruk::thai_san(&position, position.parse_uci("b1d2")?).as_str(), "ม-ง๒");
/// assert_eq!(makruk::thai_san(&position, position.parse_uci("e3e4")?).as_str(), "จ๔");
/// # Ok::<(), chess0x88::uci::UciError>(())
/// ```
pub fn thai_san(position: &Makruk, mv: Move) -> LetteredText {
    let mut text = Text::new();
    let Some(piece) = position.board().piece_at(mv.from()) else { return text };
    // A promoted Bia counts as a Met here, although its letter differs.
    let San::Piece(step) = San::of(position, piece, mv, false) else { return text };
    text.push_str(letter(piece));
    push_square(&mut text, mv.from(), (step.file.is_some(), step.rank.is_some()));
    if step.is_capture {
        text.push(b'x');
    } else if step.role != Role::Pawn {
        text.push(b'-');
    }
    push_square(&mut text, mv.to(), (true, true));
    if step.promotion.is_some() {
        text.push_str("=M");
    }
    if let Some(sign) = step.sign {
        text.push_str(sign.as_str());
    }
    text
}

const fn letter(piece: Piece) -> &'static str {
    match piece.role() {
        Role::King => "ข",
        Role::Met | Role::Queen if piece.is_promoted() => "ง",
        Role::Met | Role::Queen => "ม็",
        Role::Khon | Role::Bishop => "ค",
        Role::Knight => "ม",
        Role::Rook => "ร",
        Role::Pawn => "",
    }
}

/// Appends the file and the rank of a square, each if it is `named`.
fn push_square(text: &mut Text<LETTERED>, square: Square, named: (bool, bool)) {
    let (file, rank) = (FILES[square.file() as usize], RANKS[square.rank() as usize]);
    for (char, is_named) in [(file, named.0), (rank, named.1)] {
        if is_named {
            text.push_str(char.encode_utf8(&mut [0; 4]));
        }
    }
}
