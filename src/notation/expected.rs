//! [`Expected`]: the signs that moves as text are made of.

use crate::name::named;

named! {
    /// The sign that should stand in a move as text where something else does, in SAN and in UCI notation.
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
        /// The digit of a rank, or the sign of a capture.
        RankOrCapture = "a rank 1-8 or x",
        /// The beginning of a move of chess.
        PieceFileOrCastling = "a piece, a file a-h or O-O",
        /// The beginning of a move of Makruk.
        PieceOrFile = "a piece or a file a-h",
        /// One of the letters that stand for pieces in this language, or a file.
        LetterOrFile = "one of the letters for pieces, or a file a-h",
        /// The piece that a pawn becomes.
        Promotion = "the upper-case letter of a piece to promote to",
        /// The piece that a pawn becomes, or nothing more.
        PromotionOrEnd = "a lower-case promotion letter or the end",
        /// The bracket behind a promotion.
        Bracket = "')'",
        /// Nothing more.
        End = "the end",
        /// A hyphen of castling.
        Dash = "'-'",
        /// A letter of castling.
        LetterO = "'O'",
        /// Text, rather than other bytes.
        Utf8 = "UTF-8",
        /// A move, rather than anything else.
        Move = "a move",
    }
}
