//! [`Expected`]: the signs of moves as text.

use crate::name::named;

named! {
    /// The sign that a move as text should have at a place, in SAN and in UCI notation.
    ///
    /// ```
    /// use chess0x88::Chess;
    /// use chess0x88::san::{Expected, SanError};
    /// let error = Chess::startpos().parse_san("Nf9").unwrap_err();
    /// assert!(matches!(error, SanError::Syntax { expected: Expected::RankOrCapture, .. }));
    /// assert_eq!(Expected::RankOrCapture.as_str(), "a rank 1-8 or x");
    /// ```
    #[non_exhaustive]
    pub enum Expected {
        /// The letter of a file.
        File = "a file a-h",
        /// The digit of a rank.
        Rank = "a rank 1-8",
        /// The digit of a rank or the sign of a capture.
        RankOrCapture = "a rank 1-8 or x",
        /// The start of a chess move.
        PieceFileOrCastling = "a piece, a file a-h or O-O",
        /// The start of a Makruk move.
        PieceOrFile = "a piece or a file a-h",
        /// The letter of a piece in this language, or the letter of a file.
        LetterOrFile = "one of the letters for pieces, or a file a-h",
        /// The letter of a promotion piece.
        Promotion = "the upper-case letter of a piece to promote to",
        /// The letter of a promotion piece, or the end of the text.
        PromotionOrEnd = "a lower-case promotion letter or the end",
        /// The bracket after a promotion.
        Bracket = "')'",
        /// The end of the text.
        End = "the end",
        /// A hyphen in castling.
        Dash = "'-'",
        /// A letter of castling.
        LetterO = "'O'",
        /// Text in UTF-8.
        Utf8 = "UTF-8",
        /// The text of a move.
        Move = "a move",
    }
}
