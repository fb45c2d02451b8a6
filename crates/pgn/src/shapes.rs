//! Squares and arrows in comments: `[%csl Gd4,Re5]` and `[%cal Ge2e4]`.

use core::fmt::{self, Write};
use core::hash::{Hash, Hasher};
use core::iter::{Chain, Copied, FilterMap};
use core::slice;

use chess0x88::Square;

/// The colour of a [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShapeColor {
    /// `G`
    Green,
    /// `R`
    Red,
    /// `Y`
    Yellow,
    /// `B`
    Blue,
}

impl ShapeColor {
    /// The letters of the colours, in the order of the variants.
    const LETTERS: &[u8; 4] = b"GRYB";

    const fn letter(self) -> char {
        Self::LETTERS[self as usize] as char
    }

    fn from_letter(letter: u8) -> Option<ShapeColor> {
        [Self::Green, Self::Red, Self::Yellow, Self::Blue]
            .into_iter()
            .find(|color| color.letter() == char::from(letter))
    }
}

/// A drawing of an annotator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A coloured square: `Gd4`.
    Square {
        /// Its colour.
        color: ShapeColor,
        /// The square.
        square: Square,
    },
    /// An arrow: `Ge2e4`.
    Arrow {
        /// Its colour.
        color: ShapeColor,
        /// The square where it starts.
        from: Square,
        /// The square that it points to.
        to: Square,
    },
}

impl Shape {
    const fn is_square(self) -> bool {
        matches!(self, Shape::Square { .. })
    }
}

/// Writes it as in the commands: `Gd4`, `Ge2e4`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Shape::Square { color, square } => write!(f, "{}{square}", color.letter()),
            Shape::Arrow { color, from, to } => write!(f, "{}{from}{to}", color.letter()),
        }
    }
}

/// Squares and arrows: those of a comment's [`Command`](super::Command), or those that shall be written to one.
///
/// # Examples
///
/// Draw what an annotator has drawn, and write it back:
///
/// ```
/// use chess0x88::Chess;
/// use chess0x88_pgn::{Command, Shape, ShapeColor};
/// use chess0x88_svg::{Arrow, Mark, Rgba, Svg};
///
/// let comment = "The point. [%csl Gd4,Re5][%cal Ge2e4]";
/// let mut shapes = Vec::new();
/// for command in Command::all_in(comment) {
///     if let Command::Shapes(drawn) = command {
///         shapes.extend(drawn.iter());
///     }
/// }
///
/// let paint = |color| match color {
///     ShapeColor::Red => Rgba::RED,
///     ShapeColor::Yellow => Rgba::YELLOW,
///     ShapeColor::Blue => Rgba::BLUE,
///     ShapeColor::Green => Rgba::GREEN,
/// };
/// let (mut marks, mut arrows) = (Vec::new(), Vec::new());
/// for &shape in &shapes {
///     match shape {
///         Shape::Square { color, square } => {
///             marks.push(Mark { square, color: paint(color) })
///         }
///         Shape::Arrow { color, from, to } => {
///             arrows.push(Arrow { from, to, color: paint(color) })
///         }
///     }
/// }
/// let position = Chess::startpos();
/// let picture = Svg::new(position.board()).marks(&marks).arrows(&arrows).to_string();
/// assert_eq!(picture.matches("<circle").count(), 2);
///
/// let written = Command::Shapes(shapes.as_slice().into()).to_string();
/// assert_eq!(written, "[%csl Gd4,Re5] [%cal Ge2e4]");
/// ```
#[derive(Clone, Copy)]
pub struct Shapes<'a> {
    /// The text of shapes, separated by commas.
    spelt: &'a [u8],
    /// Shapes after those of the text.
    given: &'a [Shape],
}

impl<'a> Shapes<'a> {
    /// Reads the value of `[%csl …]`, which has `squares` only, or of `[%cal …]`, which has arrows only.
    pub(super) fn read(value: &'a [u8], squares: bool) -> Option<Self> {
        let belongs = |item| shape(item).is_some_and(|shape| shape.is_square() == squares);
        items(value).all(belongs).then_some(Shapes { spelt: value, given: &[] })
    }

    /// The shapes in their order.
    #[must_use]
    pub fn iter(&self) -> <Self as IntoIterator>::IntoIter {
        self.into_iter()
    }
}

/// Iterates over the shapes in their order.
impl<'a> IntoIterator for Shapes<'a> {
    type Item = Shape;
    type IntoIter = Chain<FilterMap<Items<'a>, fn(&'a [u8]) -> Option<Shape>>, Copied<slice::Iter<'a, Shape>>>;

    fn into_iter(self) -> Self::IntoIter {
        items(self.spelt).filter_map(shape as fn(&'a [u8]) -> Option<Shape>).chain(self.given.iter().copied())
    }
}

impl<'a> IntoIterator for &Shapes<'a> {
    type Item = Shape;
    type IntoIter = <Shapes<'a> as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        (*self).into_iter()
    }
}

impl<'a> From<&'a [Shape]> for Shapes<'a> {
    fn from(shapes: &'a [Shape]) -> Self {
        Shapes { spelt: &[], given: shapes }
    }
}

type Items<'a> = slice::Split<'a, u8, fn(&u8) -> bool>;

/// The texts between the commas.
fn items(value: &[u8]) -> Items<'_> {
    value.split(|&byte| byte == b',')
}

/// Reads one shape, such as `Gd4` or `Ge2e4`. White space may stand before it and behind it.
fn shape(item: &[u8]) -> Option<Shape> {
    let (&letter, squares) = item.trim_ascii().split_first()?;
    let color = ShapeColor::from_letter(letter)?;
    let square = |at| core::str::from_utf8(squares.get(at..at + 2)?).ok()?.parse().ok();
    match squares.len() {
        2 => Some(Shape::Square { color, square: square(0)? }),
        4 => Some(Shape::Arrow { color, from: square(0)?, to: square(2)? }),
        _ => None,
    }
}

impl PartialEq for Shapes<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Shapes<'_> {}

impl Hash for Shapes<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.iter().count());
        self.iter().for_each(|shape| shape.hash(state));
    }
}

impl fmt::Debug for Shapes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Writes a command with the squares and one with the arrows, or nothing if there are none.
impl fmt::Display for Shapes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (command, squares) in [("[%csl ", true), ("[%cal ", false)] {
            let mut shapes = self.iter().filter(|shape| shape.is_square() == squares);
            let Some(first) = shapes.next() else { continue };
            write!(f, "{gap}{command}{first}")?;
            shapes.try_for_each(|shape| write!(f, ",{shape}"))?;
            f.write_char(']')?;
            gap = " ";
        }
        Ok(())
    }
}
