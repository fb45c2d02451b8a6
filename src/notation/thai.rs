//! Makruk moves in Thai, as Fairy-Stockfish writes them.
//!
//! ```text
//!    ม  ข   -  ง๒        Nbd2: the Ma of the b-file, quietly, to d2           files  ก ข ค ง จ ฉ ช ญ   a to h
//!    ช  x  ฉ๖  =M  +     gxf6=M+: a Bia has no letter, but names its file     ranks  ๑ ๒ ๓ ๔ ๕ ๖ ๗ ๘   1 to 8
//!
//!    Khun ข    Met ม็    promoted Bia ง    Khon ค    Ma ม    Rua ร    Bia บ (in the long form only)
//! ```
//!
//! There is a writer and no reader, because three letters are both a piece and a file: `ขxก๕` is a capture by the Khun and
//! by a Bia of the b-file. To read such a text, compare it with those of the legal moves, and mind that two may fit.
//!
//! Source: Fairy-Stockfish's notations `THAI_SAN` and `THAI_LAN`, by their output (`tests/data/makruk_san.txt`).

use super::{Buffer, LetteredText};
use crate::geometry::Square;
use crate::moves::Move;
use crate::piece::{Piece, Role};
use crate::position::Makruk;

/// The longest text, `ม็ ก๑xข๒#`, has three bytes for each Thai character: 21.
type Thai = Buffer<{ super::san::LETTERED }>;
const _: () = assert!("ม็ ก๑xข๒#".len() <= super::san::LETTERED);

const FILES: [char; 8] = ['ก', 'ข', 'ค', 'ง', 'จ', 'ฉ', 'ช', 'ญ'];
const RANKS: [char; 8] = ['๑', '๒', '๓', '๔', '๕', '๖', '๗', '๘'];

impl Makruk {
    /// A legal move of this position in Thai short notation. (For a move that is not legal here the text means nothing.)
    ///
    /// The promotion suffix stays Latin, `=M`. Not every text means one move only: three letters are both a piece and a
    /// file.
    ///
    /// ```
    /// use chess0x88::Makruk;
    /// let position = Makruk::startpos();
    /// assert_eq!(position.thai_san(position.parse_uci("b1d2")?).as_str(), "ม-ง๒");
    /// assert_eq!(position.thai_san(position.parse_uci("e3e4")?).as_str(), "จ๔");
    /// # Ok::<(), chess0x88::uci::UciError>(())
    /// ```
    #[must_use]
    pub fn thai_san(&self, mv: Move) -> LetteredText {
        let mut text = Buffer::new();
        let Some(piece) = self.board().piece_at(mv.from()) else { return LetteredText(text) };
        let is_bia = piece.role() == Role::Pawn;
        if !is_bia {
            text.push_str(letter(piece));
        }
        let (file, rank) = match piece.role() {
            Role::Pawn => (mv.is_capture(), false),
            // A promoted Bia is one of the Met here, though its letter is another.
            _ => self.disambiguation(piece, mv.from(), mv.to()),
        };
        if file {
            push_char(&mut text, FILES[mv.from().file() as usize]);
        }
        if rank {
            push_char(&mut text, RANKS[mv.from().rank() as usize]);
        }
        if mv.is_capture() {
            text.push(b'x');
        } else if !is_bia {
            text.push(b'-');
        }
        self.push_rest(&mut text, mv);
        LetteredText(text)
    }

    /// A legal move of this position in Thai long notation, which always names the square it starts from.
    ///
    /// ```
    /// use chess0x88::Makruk;
    /// let position = Makruk::startpos();
    /// assert_eq!(position.thai_lan(position.parse_uci("e1f2")?).as_str(), "ม็ จ๑-ฉ๒");
    /// # Ok::<(), chess0x88::uci::UciError>(())
    /// ```
    #[must_use]
    pub fn thai_lan(&self, mv: Move) -> LetteredText {
        let mut text = Buffer::new();
        let Some(piece) = self.board().piece_at(mv.from()) else { return LetteredText(text) };
        text.push_str(letter(piece));
        text.push(b' ');
        push_square(&mut text, mv.from());
        text.push(if mv.is_capture() { b'x' } else { b'-' });
        self.push_rest(&mut text, mv);
        LetteredText(text)
    }

    /// The target, and what comes of the move.
    fn push_rest(&self, text: &mut Thai, mv: Move) {
        push_square(text, mv.to());
        if mv.promotion().is_some() {
            text.push_str("=M");
        }
        if self.gives_check(mv) {
            text.push(if self.after_unchecked(mv).has_legal_move() { b'+' } else { b'#' });
        }
    }
}

const fn letter(piece: Piece) -> &'static str {
    match piece.role() {
        Role::King => "ข",
        Role::Met | Role::Queen if piece.is_promoted() => "ง",
        Role::Met | Role::Queen => "ม็",
        Role::Khon | Role::Bishop => "ค",
        Role::Knight => "ม",
        Role::Rook => "ร",
        Role::Pawn => "บ",
    }
}

fn push_char(text: &mut Thai, char: char) {
    text.push_str(char.encode_utf8(&mut [0; 4]));
}

fn push_square(text: &mut Thai, square: Square) {
    push_char(text, FILES[square.file() as usize]);
    push_char(text, RANKS[square.rank() as usize]);
}
