//! A game of chess or Makruk, with one interface.

use chess0x88::fen::{EnPassantMode, FenStyle};
use chess0x88::game::WinReason;
use chess0x88::san::SanError;
use chess0x88::uci::{CastlingMode, UciError};
use chess0x88::{
    Board0x88, CastlingSide, Color, Game, Move, MoveKind, Outcome, Piece, Position, Role, Rules, Square, SquareSet,
    error, fen,
};
use chess0x88_pgn::Word;

use crate::castling::{style, write_fen};
use crate::order::ordered;
use crate::words::{push, reason};
use crate::{Reason, Variant};

/// The methods of a game that calls use.
pub(crate) trait Play {
    fn status(&self, out: &mut String);
    fn is_check(&self) -> bool;
    fn facts(&self) -> u64;
    fn key(&self) -> u64;
    fn cannot_mate(&self, color: Color) -> bool;
    fn forced_fen(&self, out: &mut String);
    fn list(&self, from: Option<Square>, out: &mut String);
    fn sans(&self, from: Option<Square>, out: &mut String);
    fn premoves(&self, from: Square) -> SquareSet;
    fn board(&self) -> &Board0x88;
    fn claims(&self, out: &mut String);
    fn declare(&mut self, text: &str, out: &mut String) -> Result<(), Reason>;
}

/// Starts or stops the count of a side.
#[cfg(feature = "makruk")]
fn say(game: &mut Game<Variant>, side: Color, starts: bool) -> Result<(), Reason> {
    if starts { game.start_counting(side) } else { game.stop_counting(side) }.map_err(reason)
}

#[cfg(not(feature = "makruk"))]
fn say(_: &mut Game<Variant>, _: Color, _: bool) -> Result<(), Reason> {
    Err("nobody counts in chess".into())
}

fn push_square(out: &mut String, square: Square) {
    out.extend([square.file().char(), square.rank().char()]);
}

/// Finds the move for a text in any common spelling.
pub(crate) fn parse(position: &Position<Variant>, text: &str) -> Result<Move, Reason> {
    match position.parse_uci(text) {
        Ok(mv) => Ok(mv),
        Err(UciError::Illegal(illegal)) => Err(reason(illegal)),
        Err(_) => position.parse_san(text).map_err(|error| match error {
            // A person has typed the text, so the message explains more than a byte offset.
            SanError::Syntax { expected, found, .. } => {
                format!("{} is no move: expected {expected}, found {found}", Word::new(text.as_bytes()).as_str())
            }
            error => reason(error),
        }),
    }
}

/// Finds the move from one square to another. The promotion counts if there is a choice.
pub(crate) fn find_squares(
    position: &Position<Variant>,
    from: Square,
    to: Square,
    promotion: &str,
) -> Result<Move, Reason> {
    // Reads the text for the reason why the move is illegal, or for the promotion.
    position.find_move(from, to, None).or_else(|illegal| {
        let mut text = String::new();
        push_square(&mut text, from);
        push_square(&mut text, to);
        if let error::Reason::PromotionMissing { .. } = illegal.reason {
            text.extend(promotion.chars().map(|letter| letter.to_ascii_lowercase()));
        }
        parse(position, &text)
    })
}

/// The letter for the kind of a move, as in chess.js, except that a capture that promotes has its own letter.
fn kind(mv: Move) -> char {
    match mv.kind() {
        MoveKind::Quiet => 'n',
        MoveKind::DoubleStep => 'b',
        MoveKind::Castle => match mv.castling().map(chess0x88::Castling::side) {
            Some(CastlingSide::Queen) => 'q',
            _ => 'k',
        },
        MoveKind::Capture => 'c',
        MoveKind::EnPassant => 'e',
        MoveKind::Promotion => 'p',
        MoveKind::CapturePromotion => 'x',
    }
}

fn push_role(out: &mut String, role: Option<Role>) {
    out.push(role.map_or('-', |role| role.char().to_ascii_lowercase()));
    out.push(' ');
}

/// Writes a move in the format of `games::find`. In Chess960 castling is king takes rook if the standard spelling of UCI would mean
/// another move.
pub(crate) fn push_move(position: &Position<Variant>, mv: Move, out: &mut String) {
    push_square(out, mv.from());
    out.push(' ');
    push_square(out, mv.landing());
    out.push(' ');
    out.push_str(&mv.to_uci(CastlingMode::Standard));
    out.push(' ');
    out.push_str(&position.san(mv));
    out.push(' ');
    push_role(out, position.board().piece_at(mv.from()).map(Piece::role));
    push_role(out, position.captured_piece(mv).map(|(_, piece)| piece.role()));
    push_role(out, mv.promotion());
    out.push(kind(mv));
    out.push(' ');
    push_square(out, mv.to());
    out.push('\t');
    out.push_str(&write_fen(&position.after_unchecked(mv)));
    out.push('\n');
}

/// Writes a null move, played in a position, in the same format.
pub(crate) fn push_null(position: &Position<Variant>, out: &mut String) {
    let mut after = *position;
    // A tree has it where it is possible.
    let _ = after.make_null();
    out.push_str("a8 a8 a8a8 -- k - - - a8\t");
    out.push_str(&write_fen(&after));
    out.push('\n');
}

/// Writes a line with a name and a value.
fn line(out: &mut String, name: &str, value: &dyn std::fmt::Display) {
    out.push_str(name);
    out.push(' ');
    push(out, value);
    out.push('\n');
}

impl Play for Game<Variant> {
    fn status(&self, out: &mut String) {
        let position = self.position();
        line(out, "fen", &write_fen(position));
        line(out, "turn", &position.turn().char());
        line(out, "checkers", &position.checkers());
        line(out, "king", &position.king(position.turn()));
        line(out, "moves", &position.legal_moves().len());
        line(out, "repetitions", &self.repetitions());
        line(out, "insufficient", &u32::from(position.is_insufficient_material()));
        line(out, "clock", &position.halfmove_clock());
        line(out, "number", &position.fullmove_number());
        line(out, "key", &format_args!("{:016x}", position.key()));
        if let Some(mv) = self.announced() {
            line(out, "announced", &position.san(mv));
        }
        #[cfg(feature = "makruk")]
        if let Some(count) = chess0x88::makruk::count(position) {
            line(out, "count", &count);
        }
        if let Some(outcome) = self.outcome() {
            line(out, "outcome", &outcome);
            line(out, "result", &outcome.result());
            match outcome {
                Outcome::Win { by, .. } => line(out, "by", &by),
                Outcome::Draw(by) => line(out, "by", &by),
                Outcome::NoWin { by, .. } => line(out, "by", &by),
            }
        }
    }

    fn is_check(&self) -> bool {
        self.position().is_check()
    }

    fn facts(&self) -> u64 {
        let position = self.position();
        u64::from(!position.legal_moves().is_empty())
            | u64::from(position.is_insufficient_material()) << 1
            | u64::from(self.outcome().is_some()) << 2
            | u64::from(self.repetitions()) << 3
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn cannot_mate(&self, color: Color) -> bool {
        chess0x88_mate::cannot_mate(self.position(), color)
    }

    fn forced_fen(&self, out: &mut String) {
        let style = FenStyle { en_passant: EnPassantMode::Always, ..style(self.position()) };
        out.push_str(&fen::write(self.position(), style));
    }

    fn list(&self, from: Option<Square>, out: &mut String) {
        for mv in ordered(self.position(), from) {
            push_move(self.position(), mv, out);
        }
    }

    fn sans(&self, from: Option<Square>, out: &mut String) {
        for mv in ordered(self.position(), from) {
            out.push_str(&self.position().san(mv));
            out.push('\n');
        }
    }

    fn premoves(&self, from: Square) -> SquareSet {
        self.position().premoves_from(from)
    }

    fn board(&self) -> &Board0x88 {
        self.position().board()
    }

    fn claims(&self, out: &mut String) {
        let position = self.position();
        for &claim in Variant::CLAIMS {
            push(out, &claim);
            out.push('\t');
            out.push(if self.outcome().is_none() && self.occurred(claim) { '1' } else { '0' });
            out.push('\t');
            for &mv in position.legal_moves().iter().filter(|&&mv| self.claimable_with(claim, mv)) {
                out.push_str(&position.san(mv));
                out.push(' ');
            }
            out.push('\n');
        }
    }

    fn declare(&mut self, text: &str, out: &mut String) -> Result<(), Reason> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let side = if rest == "w" { Color::White } else { Color::Black };
        let outcome = match word {
            "claim" => claim(self, rest)?,
            "agreeDraw" => self.draw_by_agreement().map_err(reason)?,
            "resign" => self.lose(side, WinReason::Resignation).map_err(reason)?,
            "flagFall" => self.lose(side, WinReason::FlagFall).map_err(reason)?,
            _ => return say(self, side, word == "startCounting"),
        };
        push(out, &outcome);
        Ok(())
    }
}

/// Claims any draw that is possible, now or with the announced move.
fn claim(game: &mut Game<Variant>, text: &str) -> Result<Outcome, Reason> {
    let announced = if text.is_empty() { None } else { Some(parse(game.position(), text)?) };
    let mut why = String::new();
    for &claim in Variant::CLAIMS {
        match game.claim(claim, announced) {
            Ok(outcome) => return Ok(outcome),
            Err(error) => {
                why.push_str(if why.is_empty() { "" } else { "; " });
                push(&mut why, &error);
            }
        }
    }
    Err(if why.is_empty() { "nothing is to be claimed in this game: its draws come by themselves".into() } else { why })
}
