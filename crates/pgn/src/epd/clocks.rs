//! The clocks of a line, in the places of a FEN or as operations, and the repairs of a lenient reader.

use chess0x88::fen::{self, FenField};

use super::EpdError;
use super::cursor::{Cursor, Operand};
use super::repairs::{RepairKind, Repairs};

/// The opcodes with the values of the last two fields of a FEN.
pub(super) const CLOCKS: [&str; 2] = ["hmvc", "fmvn"];

impl Cursor<'_> {
    /// Reads the clocks, and checks the form of all operations. The cursor goes to the first of them.
    pub(super) fn clocks(&mut self, repairs: &mut Repairs) -> Result<[u32; 2], EpdError> {
        let clocks = self.clocks_of_fen(repairs)?;
        let own = self.own_clocks(repairs)?;
        Ok([own[0].unwrap_or(clocks[0]), own[1].unwrap_or(clocks[1])])
    }

    /// Reads the two clocks of a FEN if they come next: a clock begins with a digit, an opcode never does. A lenient reader also
    /// accepts a dash in place of a clock, and no full-move number after a dash.
    fn clocks_of_fen(&mut self, repairs: &mut Repairs) -> Result<[u32; 2], EpdError> {
        let mut clocks = [0, 1];
        let mut has_number = false;
        for (clock, field) in clocks.iter_mut().zip([FenField::HalfmoveClock, FenField::FullmoveNumber]) {
            let mut ahead = *self;
            ahead.skip_spaces();
            let at = ahead.at;
            if self.lenient && ahead.take(|char| !self.is_space(char) && char != ';') == "-" {
                repairs.push(RepairKind::Fen(fen::RepairKind::Missing { field }), at);
            } else if has_number || self.text.as_bytes().get(at).is_some_and(u8::is_ascii_digit) {
                ahead.at = at;
                *clock = ahead.number("the full-move number")?;
                has_number = true;
            } else {
                break;
            }
            *self = ahead;
        }
        Ok(clocks)
    }

    /// Checks the form of all operations, and reads the clocks among them.
    fn own_clocks(mut self, repairs: &mut Repairs) -> Result<[Option<u32>; 2], EpdError> {
        let mut own = [None; 2];
        let mut has_stray = false;
        loop {
            let had_odd = self.odd.is_some();
            self.skip_spaces();
            if self.lenient && self.comes(b';') && !has_stray {
                repairs.push(RepairKind::StraySemicolon, self.at);
                has_stray = true;
            }
            let operation = self.operation()?;
            if let Some(at) = self.odd.filter(|_| !had_odd) {
                repairs.push(RepairKind::Separator, at);
            }
            let Some(operation) = operation else { return Ok(own) };
            let quoted = operation.operands().last().filter(Operand::is_quoted).map(|last| last.at + last.raw.len());
            if let Some(end) = quoted.filter(|&end| self.text.as_bytes().get(end) != Some(&b'"')) {
                repairs.push(RepairKind::LastQuote, end);
            }
            if self.text.as_bytes().get(self.at - 1) != Some(&b';') {
                repairs.push(RepairKind::LastSemicolon, self.at);
            }
            for (opcode, clock) in CLOCKS.into_iter().zip(&mut own) {
                if operation.opcode.eq_ignore_ascii_case(opcode) && clock.is_none() {
                    *clock = Some(operation.number::<u32>()?);
                }
            }
        }
    }
}
