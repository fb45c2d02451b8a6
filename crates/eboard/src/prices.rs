//! The prices of what may have happened on a board that rests. The cheapest explanation is told; of several with other first moves the
//! player is asked.
//!
//! Evidence has no price: a move or a revision is told only if each square that it changes was seen to change since the board last showed
//! the position, and a piece in the air is no square that changed. Squares alone may miss the target of a capture.
//!
//! | what may have happened | price |
//! |---|---:|
//! | a move | 3 |
//! | a capture that no reading has shown | 4 more |
//! | a piece was captured on a square where no reading has shown it | 20 more |
//! | told moves are withdrawn; each of them | 10; 1 |
//! | told moves are withdrawn from a capture on that no reading has shown; each of them | 3; 1 |
//! | told moves are withdrawn, and no square of one of them was seen to change: its piece went straight back, or came back by itself | 2 more |
//! | a square is ignored that was ignored before | 8 |
//! | a square is ignored that shows a piece where none stands | 10 |
//! | a square is ignored that shows no piece, or another one | 16 |
//! | a piece stands on a wrong square, and the player will put it right | 16 |

pub(crate) const MADE: u16 = 3;
pub(crate) const UNSEEN: u16 = 4;
pub(crate) const NOT_LANDED: u16 = 20;
pub(crate) const REVISION: u16 = 10;
pub(crate) const FALLEN: u16 = 1;
pub(crate) const DOUBTED: u16 = 3;
pub(crate) const STRAIGHT: u16 = 2;
pub(crate) const KNOWN: u16 = 8;
pub(crate) const FULL: u16 = 10;
pub(crate) const WRONG: u16 = 16;
pub(crate) const DISPLACED: u16 = 16;
