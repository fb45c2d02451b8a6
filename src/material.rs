//! [`Material`]: the number of pieces of each kind and side; [`PieceValues`]: their values.

use core::fmt;

use crate::board::Board0x88;
use crate::piece::{Color, Piece, Role};

/// The number of pieces of each kind and side, wherever they stand. A promoted Bia counts as a Met.
///
/// `Display` prints it as names of endgame tables: `KRPP v KRB`.
///
/// ```
/// use chess0x88::see::PieceValues;
/// use chess0x88::{Chess, Color, Role};
/// let position: Chess = "4k3/8/3b4/8/8/2P5/1P4r1/R3K3 w Q - 0 1".parse()?;
/// let material = position.board().material();
/// assert_eq!(material.to_string(), "KRPP v KRB");
/// assert_eq!(material.count(Color::White, Role::Pawn), 2);
/// let value = |color| material.value(color, &PieceValues::default());
/// assert_eq!(
///     (value(Color::White), value(Color::White) - value(Color::Black)),
///     (700, -100)
/// );
/// # Ok::<(), chess0x88::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// By colour, then by role.
    numbers: [[u8; Role::COUNT]; Color::COUNT],
}

impl Material {
    /// The number of pieces of this kind that a side has.
    #[must_use]
    pub const fn count(&self, color: Color, role: Role) -> u8 {
        self.numbers[color as usize][role.index()]
    }

    /// Adds up the values of a side's pieces. The result is signed, so that it can be subtracted. The king has no value.
    #[must_use]
    pub fn value(&self, color: Color, values: &PieceValues) -> i32 {
        let of = |role| i32::from(values.of(role)) * i32::from(self.count(color, role));
        Role::ALL.into_iter().filter(|&role| role != Role::King).map(of).sum()
    }
}

/// The order of pieces in text: from the king to the pawn.
const WRITTEN: [Role; Role::COUNT] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Khon, Role::Met, Role::Pawn];

/// The pieces of both sides, White's first: `KRPP v KRB`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            f.write_str(if color == Color::White { "" } else { " v " })?;
            for role in WRITTEN {
                (0..self.count(color, role)).try_for_each(|_| write!(f, "{role}"))?;
            }
        }
        Ok(())
    }
}

impl Board0x88 {
    /// Counts the pieces of each kind and side.
    ///
    /// ```
    /// use chess0x88::{Board0x88, Chess};
    /// assert_eq!(
    ///     Chess::startpos().board().material().to_string(),
    ///     "KQRRBBNNPPPPPPPP v KQRRBBNNPPPPPPPP"
    /// );
    /// assert_eq!(Board0x88::empty().material().to_string(), " v ");
    /// ```
    #[doc(alias("material_side"))]
    #[must_use]
    pub fn material(&self) -> Material {
        let number = |color, role| self.squares_of(Piece::new(color, role)).len() as u8;
        Material { numbers: Color::ALL.map(|color| Role::ALL.map(|role| number(color, role))) }
    }
}

/// The values of pieces in an exchange, in any unit. A king has no value, since it is never captured.
///
/// The defaults are the traditional values in hundredths of a pawn, for both games.
///
/// ```
/// use chess0x88::see::PieceValues;
/// let values = PieceValues { bishop: 325, ..PieceValues::default() };
/// assert_eq!((values.knight, values.bishop, values.queen), (300, 325, 900));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValues {
    /// The value of a pawn or Bia: 100 by default.
    pub pawn: u16,
    /// The value of a knight or Ma: 300 by default.
    pub knight: u16,
    /// The value of a bishop: 300 by default.
    pub bishop: u16,
    /// The value of a rook or Rua: 500 by default.
    pub rook: u16,
    /// The value of a queen: 900 by default.
    pub queen: u16,
    /// The value of a Met or promoted Bia: 200 by default.
    pub met: u16,
    /// The value of a Khon: 250 by default.
    pub khon: u16,
}

impl PieceValues {
    /// The default values, for constants.
    ///
    /// ```
    /// use chess0x88::see::PieceValues;
    /// const VALUES: PieceValues = PieceValues { bishop: 325, ..PieceValues::DEFAULT };
    /// assert_eq!(VALUES, PieceValues { bishop: 325, ..PieceValues::default() });
    /// ```
    pub const DEFAULT: PieceValues =
        PieceValues { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900, met: 200, khon: 250 };
}

impl Default for PieceValues {
    fn default() -> PieceValues {
        PieceValues::DEFAULT
    }
}

impl PieceValues {
    /// The value that a capture with this piece risks. The king's is the highest.
    #[inline]
    pub(crate) const fn of(&self, role: Role) -> u16 {
        self.by_role()[role.index()]
    }

    /// The values of all roles in the order of [`Role::ALL`]. The table replaces a branch that would often be mispredicted.
    #[inline]
    pub(crate) const fn by_role(&self) -> [u16; Role::COUNT] {
        let PieceValues { pawn, knight, bishop, rook, queen, met, khon } = *self;
        [pawn, knight, bishop, rook, queen, u16::MAX, met, khon]
    }
}
