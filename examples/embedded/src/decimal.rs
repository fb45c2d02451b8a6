//! Writes decimal numbers by subtraction, since small cores have no division. The referee has this file too.

/// Passes the digits of a number to a function, from the first to the last.
pub fn digits(mut number: u32, mut tell: impl FnMut(u8)) {
    let mut begun = false;
    for unit in [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1] {
        let mut digit = b'0';
        while number >= unit {
            number -= unit;
            digit += 1;
        }
        begun |= digit > b'0' || unit == 1;
        if begun {
            tell(digit);
        }
    }
}
