//! The meaning of numbers in calls.

#[cfg(feature = "rules")]
use chess0x88::Color;
use chess0x88::Square;

/// Returns the square with a number, 0 to 63 from a1.
pub(crate) fn square(number: u32) -> Option<Square> {
    Square::from_index(usize::try_from(number).ok()?)
}

/// Returns the colour with a number; White is 0.
#[cfg(feature = "rules")]
pub(crate) fn color(number: u32) -> Color {
    if number == 0 { Color::White } else { Color::Black }
}
