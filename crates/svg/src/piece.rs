//! The picture of one piece.

use core::fmt;

use crate::pieces::Outline;
use crate::{Palette, SQUARE, head, piece_group};
use chess0x88::{Piece, Variant};

/// A picture of one piece without a background: for dragging, for a choice of promotion pieces, for captured pieces. The piece
/// looks as on a board. [`Display`](fmt::Display) writes the picture.
///
/// ```
/// use chess0x88::{Color, Piece, Role};
/// use chess0x88_svg::PieceSvg;
/// let picture =
///     PieceSvg::new(Piece::new(Color::White, Role::Knight)).size(45).to_string();
/// assert!(picture.starts_with("<svg ") && picture.contains("White knight"));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a picture is only drawn when it is written"]
pub struct PieceSvg {
    piece: Piece,
    makruk: bool,
    size: Option<u16>,
    palette: Palette,
}

impl PieceSvg {
    /// A chess piece in the colours of [`Palette::CHESS`].
    pub const fn new(piece: Piece) -> Self {
        Self { piece, makruk: false, size: None, palette: Palette::CHESS }
    }

    /// A Makruk piece in the colours of [`Palette::MAKRUK`].
    pub const fn makruk(piece: Piece) -> Self {
        Self { makruk: true, palette: Palette::MAKRUK, ..Self::new(piece) }
    }

    /// Sets width and height in CSS pixels; 0 counts as 1. Without a size the picture fills the place that it is put in.
    pub const fn size(self, pixels: u16) -> Self {
        Self { size: Some(if pixels == 0 { 1 } else { pixels }), ..self }
    }

    /// Changes the colours. A piece uses three of them.
    pub const fn palette(self, palette: Palette) -> Self {
        Self { palette, ..self }
    }
}

impl fmt::Display for PieceSvg {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = if self.makruk { Variant::Makruk } else { Variant::Chess };
        let (side, name) = (self.piece.color(), game.piece_name(self.piece.role()));
        let (view, outline) = ((0, 0, SQUARE), Outline::of(self.piece, self.makruk));
        write!(out, "{}", head(format_args!("{side} {name}"), self.size, view))?;
        writeln!(out, "{}{outline}</g></svg>", piece_group(side, self.palette))
    }
}
