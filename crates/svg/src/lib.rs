//! A board as an SVG picture, written without allocating.
//!
//! [`Svg`] borrows a board, takes decorations in the builder style, and implements [`Display`](fmt::Display): write it to a string,
//! a file or a serial port. The same settings always give the same bytes.
//!
//! ```text
//!   -MARGIN   0                    800
//!        +----+--------------------+----+      layers, bottom to top:
//!        |    +--------------------+    |        frame and coordinates
//!        |  8 |     . . . . .      |    |        squares, or one plain colour and lines
//!        |    |     the board:     |    |        last move, check glow
//!        |  1 |  8 x 8 squares of  |    |        marks
//!        |    |    100 units       |    |        pieces
//!        |    +--------------------+    |        arrows
//!        |        a   ...   h           |
//!        +------------------------------+
//! ```
//!
//! All lengths are in hundredths of a square; [`Svg::size`] only scales. No setting is text: squares are [`Square`]s and colours
//! are [`Rgba`] numbers, so no setting can break out of its attribute. An identifier depends only on its shape or colour, so any
//! number of boards can be inlined in one HTML page. [`PieceSvg`] draws one piece, for dragging or beside the board.
//!
//! The piece shapes are original and under this crate's licence. Makruk has its own shapes: turned spires for Khun and Met, a lotus
//! for Khon, a boat for Rua, and cowrie shells for Bia, which stand upright and show their opening after promotion. The Ma is the
//! knight's horse.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod color;
#[cfg(any(doc, doctest))]
pub mod guide;
mod piece;
mod pieces;

pub use color::{ParseRgbaError, Rgba};
pub use piece::PieceSvg;

use core::fmt;

use chess0x88::{Board0x88, Color, File, Rank, Square, SquareSet};
use pieces::Outline;

const SQUARE: i32 = 100;
const BOARD_SIDE: i32 = 8 * SQUARE;
/// The width of the frame, which has the coordinates at the left and at the bottom.
const MARGIN: i32 = 46;
/// The side of the picture with its frame.
const FRAMED_SIDE: i32 = MARGIN + BOARD_SIDE + MARGIN;

/// A picture of a board. [`Display`](fmt::Display) writes it.
///
/// # Examples
///
/// ```
/// use chess0x88::{Chess, Color, Square};
/// use chess0x88_svg::{Arrow, Mark, Svg};
///
/// let board = *Chess::startpos().board();
/// let picture = Svg::new(&board)
///     .orientation(Color::Black)
///     .last_move((Square::E2, Square::E4))
///     .arrows(&[Arrow::new(Square::E7, Square::E5)])
///     .marks(&[Mark::new(Square::D5)])
///     .size(400)
///     .to_string();
/// assert!(picture.starts_with("<svg "));
/// ```
#[doc(alias("to_svg"))]
#[derive(Clone, Copy, Debug)]
#[must_use = "a picture is only drawn when it is written"]
pub struct Svg<'a> {
    board: &'a Board0x88,
    makruk: bool,
    orientation: Color,
    last_move: Option<(Square, Square)>,
    check: Option<Square>,
    arrows: &'a [Arrow],
    marks: &'a [Mark],
    targets: SquareSet,
    coordinates: bool,
    size: Option<u16>,
    palette: Palette,
}

impl<'a> Svg<'a> {
    /// A chess board in the colours of [`Palette::CHESS`], White at the bottom, with coordinates.
    pub const fn new(board: &'a Board0x88) -> Self {
        Self {
            board,
            makruk: false,
            orientation: Color::White,
            last_move: None,
            check: None,
            arrows: &[],
            marks: &[],
            targets: SquareSet::EMPTY,
            coordinates: true,
            size: None,
            palette: Palette::CHESS,
        }
    }

    /// Draws a Makruk board: Makruk pieces on the plain, lined board of [`Palette::MAKRUK`].
    ///
    /// The games share roles (the Rua is a rook, the Ma a knight), so the board does not show its game.
    pub const fn makruk(board: &'a Board0x88) -> Self {
        Self { makruk: true, palette: Palette::MAKRUK, ..Self::new(board) }
    }

    /// Sets the side at the bottom.
    pub const fn orientation(self, side: Color) -> Self {
        Self { orientation: side, ..self }
    }

    /// Tints the two squares of the last move. The argument is a pair of squares, or an `Option` of a pair. For a
    /// [`Move`](chess0x88::Move) use [`from`](chess0x88::Move::from) and [`landing`](chess0x88::Move::landing), which is the king's
    /// new square in castling.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_svg::Svg;
    /// let before: Chess = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mv = before.parse_san("O-O")?;
    /// let after = before.after(mv)?;
    /// let picture = Svg::new(after.board()).last_move((mv.from(), mv.landing())).to_string();
    /// # assert!(picture.contains(r#"<rect x="600" y="700" width="100" height="100""#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn last_move(self, squares: impl Into<Option<(Square, Square)>>) -> Self {
        Self { last_move: squares.into(), ..self }
    }

    /// Lets a square glow, usually the square of a king in check. The argument is a square, or an `Option` of a square.
    pub fn check(self, king: impl Into<Option<Square>>) -> Self {
        Self { check: king.into(), ..self }
    }

    /// Draws arrows over the pieces, in order.
    pub const fn arrows(self, arrows: &'a [Arrow]) -> Self {
        Self { arrows, ..self }
    }

    /// Draws rings around squares, under the pieces.
    pub const fn marks(self, marks: &'a [Mark]) -> Self {
        Self { marks, ..self }
    }

    /// Marks the squares that a piece may go to: a dot on an empty square, corners around a piece, in the palette's
    /// [`targets`](Palette::targets).
    ///
    /// ```
    /// use chess0x88::{Chess, Move, Square};
    /// use chess0x88_svg::Svg;
    /// let position = Chess::startpos();
    /// let targets =
    ///     position.legal_moves_from(Square::G1).into_iter().map(Move::landing).collect();
    /// let picture = Svg::new(position.board()).targets(targets).to_string();
    /// assert_eq!(picture.matches("<circle").count(), 2);
    /// ```
    pub const fn targets(self, squares: SquareSet) -> Self {
        Self { targets: squares, ..self }
    }

    /// Shows or hides the frame with file letters and rank numbers. It is shown by default.
    pub const fn coordinates(self, shown: bool) -> Self {
        Self { coordinates: shown, ..self }
    }

    /// Sets width and height in CSS pixels, with the frame; 0 counts as 1. Without a size the picture fills the place that it is
    /// put in.
    pub const fn size(self, pixels: u16) -> Self {
        Self { size: Some(if pixels == 0 { 1 } else { pixels }), ..self }
    }

    /// Changes the colours.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88_svg::{Palette, Rgba, Svg};
    /// let board = *Chess::startpos().board();
    /// let green =
    ///     Palette { light: Rgba(0xEEEE_D2FF), dark: Rgba(0x7699_56FF), ..Palette::CHESS };
    /// let picture = Svg::new(&board).palette(green).to_string();
    /// assert!(picture.contains("#769956"));
    /// ```
    pub const fn palette(self, palette: Palette) -> Self {
        Self { palette, ..self }
    }

    /// The top left corner of a square, with the bottom side at the bottom.
    const fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        let (column, row) = match self.orientation {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        (column * SQUARE, row * SQUARE)
    }

    const fn centre(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2, y + SQUARE / 2)
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Color, Outline)> + '_ {
        Square::ALL.into_iter().filter_map(|square| {
            let piece = self.board.piece_at(square)?;
            Some((square, piece.color(), Outline::of(piece, self.makruk)))
        })
    }

    /// Describes the picture to those who do not see it, in fixed words.
    fn write_description(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "<desc>Placement: {}.", self.board.fen())?;
        if let Some((from, to)) = self.last_move {
            write!(out, " Last move: {from} to {to}.")?;
        }
        if let Some(king) = self.check {
            write!(out, " Check: {king}.")?;
        }
        out.write_str("</desc>\n")
    }

    /// Defines the shapes and the glow, each once, if the picture uses them.
    fn write_definitions(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.pieces().fold(0, |set, (_, _, shape)| set | shape.bit());
        if used == 0 && self.check.is_none() {
            return Ok(());
        }
        out.write_str("<defs>\n")?;
        for shape in Outline::ALL.iter().filter(|shape| used & shape.bit() != 0) {
            writeln!(out, r#"<g id="{}">{shape}</g>"#, shape.id())?;
        }
        if self.check.is_some() {
            let glow = self.palette.check;
            let (id, inner, outer) = (glow.0, paint("stop", glow), paint("stop", Rgba(glow.0 & !0xFF)));
            write!(out, r#"<radialGradient id="x88-check-{id:08x}"><stop offset="0.3"{inner}/>"#)?;
            writeln!(out, r#"<stop offset="1"{outer}/></radialGradient>"#)?;
        }
        out.write_str("</defs>\n")
    }

    fn write_frame(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (frame, letters) = (paint("fill", self.palette.frame), paint("fill", self.palette.coordinates));
        writeln!(out, r#"<rect x="-{MARGIN}" y="-{MARGIN}" width="{FRAMED_SIDE}" height="{FRAMED_SIDE}"{frame}/>"#)?;
        writeln!(
            out,
            r#"<g font-family="sans-serif" font-size="36" font-weight="bold" text-anchor="middle"{letters}>"#
        )?;
        for square in Rank::First.squares() {
            let (x, y) = (self.centre(square).0, BOARD_SIDE + MARGIN / 2 + 10);
            write!(out, r#"<text x="{x}" y="{y}">{}</text>"#, square.file())?;
        }
        for square in File::A.squares() {
            let (x, y) = (-MARGIN / 2, self.centre(square).1 + 13);
            write!(out, r#"<text x="{x}" y="{y}">{}</text>"#, square.rank())?;
        }
        out.write_str("</g>\n")
    }

    fn write_squares(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Palette { light, dark, lines, .. } = self.palette;
        let ground = paint("fill", light);
        // Crisp edges hide hairlines of the background between neighbouring squares at small sizes.
        writeln!(out, r#"<g shape-rendering="crispEdges"><rect width="{BOARD_SIDE}" height="{BOARD_SIDE}"{ground}/>"#)?;
        if dark != light {
            out.write_str(r#"<path d=""#)?;
            for row in 0..8 {
                for column in (0..8).filter(|column| (row + column) % 2 == 1) {
                    write!(out, "M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}z", column * SQUARE, row * SQUARE)?;
                }
            }
            writeln!(out, r#""{}/>"#, paint("fill", dark))?;
        }
        for square in self.last_move.into_iter().flat_map(<[Square; 2]>::from) {
            self.write_square(out, square, &paint("fill", self.palette.last_move))?;
        }
        out.write_str("</g>\n")?;
        if let Some(square) = self.check {
            let id = self.palette.check.0;
            self.write_square(out, square, &format_args!(r#" fill="url(#x88-check-{id:08x})""#))?;
        }
        if lines.alpha() > 0 {
            out.write_str(r#"<path d=""#)?;
            for line in 0..=8 {
                let at = line * SQUARE;
                write!(out, "M{at} 0V{BOARD_SIDE}M0 {at}H{BOARD_SIDE}")?;
            }
            writeln!(out, r#"" fill="none" stroke-width="4"{}/>"#, paint("stroke", lines))?;
        }
        Ok(())
    }

    /// Writes a square. `fill` is its fill attribute.
    fn write_square(&self, out: &mut fmt::Formatter<'_>, square: Square, fill: &dyn fmt::Display) -> fmt::Result {
        let (x, y) = self.corner(square);
        writeln!(out, r#"<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}"{fill}/>"#)
    }

    fn write_marks(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for mark in self.marks {
            let ((x, y), stroke) = (self.centre(mark.square), paint("stroke", mark.color));
            writeln!(out, r#"<circle cx="{x}" cy="{y}" r="45" fill="none" stroke-width="7"{stroke}/>"#)?;
        }
        Ok(())
    }

    fn write_targets(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.targets.is_empty() {
            return Ok(());
        }
        writeln!(out, "<g{}>", paint("fill", self.palette.targets))?;
        for square in self.targets {
            if self.board.piece_at(square).is_none() {
                let (x, y) = self.centre(square);
                writeln!(out, r#"<circle cx="{x}" cy="{y}" r="16"/>"#)?;
            } else {
                let (x, y) = self.corner(square);
                let (right, bottom) = (x + SQUARE, y + SQUARE);
                writeln!(
                    out,
                    r#"<path d="M{x} {y}h24l-24 24zM{right} {y}v24l-24 -24zM{right} {bottom}h-24l24 -24zM{x} {bottom}v-24l24 24z"/>"#
                )?;
            }
        }
        out.write_str("</g>\n")
    }

    fn write_pieces(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Color::ALL {
            let mut pieces = self.pieces().filter(|&(_, color, _)| color == side).peekable();
            if pieces.peek().is_none() {
                continue;
            }
            writeln!(out, "{}", piece_group(side, self.palette))?;
            for (square, _, shape) in pieces {
                let (x, y) = self.corner(square);
                writeln!(out, r##"<use href="#{}" x="{x}" y="{y}"/>"##, shape.id())?;
            }
            out.write_str("</g>\n")?;
        }
        Ok(())
    }

    fn write_arrows(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for arrow in self.arrows {
            let (from, to) = (self.centre(arrow.from), self.centre(arrow.to));
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = (dx * dx + dy * dy).isqrt();
            if length == 0 {
                continue;
            }
            // The arrow is drawn pointing right, and turned by a matrix of sine and cosine. Both are ratios, since `core` has no
            // trigonometry.
            let [cosine, sine, minus_sine] = [dx, dy, -dy].map(|leg| thousandths(1000 * leg / length));
            let (x, y) = from;
            let (neck, tip) = (length - 45, length - 2);
            writeln!(
                out,
                r#"<path transform="matrix({cosine} {sine} {minus_sine} {cosine} {x} {y})" d="M22 -9H{neck}V-26L{tip} 0L{neck} 26V9H22Z"{}/>"#,
                paint("fill", arrow.color)
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for Svg<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = if self.makruk { "Makruk board" } else { "Chess board" };
        let view = if self.coordinates { (-MARGIN, -MARGIN, FRAMED_SIDE) } else { (0, 0, BOARD_SIDE) };
        writeln!(out, "{}", head(label, self.size, view))?;
        self.write_description(out)?;
        self.write_definitions(out)?;
        if self.coordinates {
            self.write_frame(out)?;
        }
        self.write_squares(out)?;
        self.write_marks(out)?;
        self.write_targets(out)?;
        self.write_pieces(out)?;
        self.write_arrows(out)?;
        out.write_str("</svg>\n")
    }
}

/// An arrow from the middle of one square to the middle of another.
///
/// An arrow between equal squares has no direction and is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The start of the arrow.
    pub from: Square,
    /// The end of the arrow.
    pub to: Square,
    /// The arrow's colour. Pieces show through a half-transparent arrow.
    pub color: Rgba,
}

impl Arrow {
    /// A [green](Rgba::GREEN) arrow.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to, color: Rgba::GREEN }
    }
}

/// A ring around a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The square.
    pub square: Square,
    /// The ring's colour.
    pub color: Rgba,
}

impl Mark {
    /// A [green](Rgba::GREEN) ring.
    #[must_use]
    pub const fn new(square: Square) -> Self {
        Self { square, color: Rgba::GREEN }
    }
}

/// The colours of a picture.
///
/// Change some colours of [`Palette::CHESS`], [`Palette::DARK`] or [`Palette::MAKRUK`] by `..Palette::CHESS`: later versions may add colours.
/// The three colours of the pieces are drawn opaque, whatever their alpha is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The light squares.
    pub light: Rgba,
    /// The dark squares, such as a1. Equal to `light` for a plain board.
    pub dark: Rgba,
    /// The lines between squares. Transparent for no lines.
    pub lines: Rgba,
    /// The frame behind the coordinates.
    pub frame: Rgba,
    /// The coordinates.
    pub coordinates: Rgba,
    /// The tint over the squares of the last move.
    pub last_move: Rgba,
    /// The glow around a king in check.
    pub check: Rgba,
    /// The dots and corners on the targets of a piece.
    pub targets: Rgba,
    /// White's pieces, and the details on Black's.
    pub white: Rgba,
    /// Black's pieces.
    pub black: Rgba,
    /// The outline of all pieces, and the details on White's.
    pub outline: Rgba,
}

impl Palette {
    /// Light and dark wood.
    pub const CHESS: Self = Self {
        light: Rgba(0xF0DC_BEFF),
        dark: Rgba(0xB98B_66FF),
        lines: Rgba(0x0000_0000),
        frame: Rgba(0x5E42_2FFF),
        coordinates: Rgba(0xF0DC_BEFF),
        last_move: Rgba(0xCDD2_2E90),
        check: Rgba(0xE812_0CFF),
        targets: Rgba(0x1B4D_1B80),
        white: Rgba(0xFFFD_F7FF),
        black: Rgba(0x4440_3EFF),
        outline: Rgba(0x1C19_18FF),
    };

    /// Greys for a dark page. Each piece has at least three times the contrast of its square.
    pub const DARK: Self = Self {
        light: Rgba(0x8C87_7FFF),
        dark: Rgba(0x6B66_60FF),
        frame: Rgba(0x2120_1FFF),
        coordinates: Rgba(0xC9C4_BBFF),
        white: Rgba(0xFFFD_F7FF),
        black: Rgba(0x0F0E_0DFF),
        outline: Rgba(0x0000_00FF),
        ..Self::CHESS
    };

    /// Wood of one colour with dark lines, as on Makruk boards.
    pub const MAKRUK: Self =
        Self { light: Rgba(0xE6BE_82FF), dark: Rgba(0xE6BE_82FF), lines: Rgba(0x6B47_26FF), ..Self::CHESS };
}

/// A value whose `Display` is a function.
struct FromFn<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(out)
    }
}

/// The opening tag of a picture: its label, its size in CSS pixels, and the top left corner and side of the view.
const fn head(label: impl fmt::Display, size: Option<u16>, (x, y, side): (i32, i32, i32)) -> impl fmt::Display {
    FromFn(move |out: &mut fmt::Formatter<'_>| {
        write!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}""#)?;
        if let Some(size) = size {
            write!(out, r#" width="{size}" height="{size}""#)?;
        }
        write!(out, r#" viewBox="{x} {y} {side} {side}">"#)
    })
}

/// The opening tag of the group of a side's pieces, with their colours.
const fn piece_group(side: Color, Palette { white, black, outline, .. }: Palette) -> impl fmt::Display {
    let (fill, details) = match side {
        Color::White => (white, outline),
        Color::Black => (black, white),
    };
    FromFn(move |out: &mut fmt::Formatter<'_>| {
        out.write_str(r#"<g stroke-width="4" stroke-linecap="round" stroke-linejoin="round""#)?;
        write!(out, r#" fill="{}" stroke="{}" color="{}">"#, opaque(fill), opaque(outline), opaque(details))
    })
}

/// `#rrggbb`: old renderers do not know eight-digit colours, so alpha is written as an opacity.
const fn opaque(color: Rgba) -> impl fmt::Display {
    FromFn(move |out: &mut fmt::Formatter<'_>| write!(out, "#{:06x}", color.0 >> 8))
}

/// A paint attribute with a leading space: `fill`, `stroke` or `stop`, and an opacity if needed.
const fn paint(name: &'static str, color: Rgba) -> impl fmt::Display {
    FromFn(move |out: &mut fmt::Formatter<'_>| {
        let suffix = if name == "stop" { "-color" } else { "" };
        write!(out, r#" {name}{suffix}="{}""#, opaque(color))?;
        match color.alpha() {
            0xFF => Ok(()),
            alpha => write!(out, r#" {name}-opacity="0.{:03}""#, alpha * 1000 / 255),
        }
    })
}

/// A number of thousandths, written as a decimal fraction.
const fn thousandths(number: i32) -> impl fmt::Display {
    let (sign, absolute) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
    FromFn(move |out: &mut fmt::Formatter<'_>| write!(out, "{sign}{}.{:03}", absolute / 1000, absolute % 1000))
}
