//! Bugs such as a person makes: a case forgotten, the wrong colour, a condition that nearly always holds. (A mutant is one
//! operator or value, and there are thousands.) The list has some for every module; the tests must catch each.
//!
//! The text that a bug replaces must stand in its file exactly once, within a function, so the list follows the sources. A bug
//! that lives shows that a test is missing. The test is written, and the bug stays in the list. A change that turns out to do no
//! harm is no bug, and another takes its place.

use crate::sites::{How, Range, Site};

/// A bug: a text of a file, and what stands there instead.
pub struct Bug {
    pub file: &'static str,
    old: &'static str,
    new: &'static str,
    /// What goes wrong.
    pub why: &'static str,
}

/// The sites of a file: a function each, which has as many other bodies as it has bugs.
///
/// # Panics
/// If a bug cannot be put into the file.
pub fn sites(file: &str, source: &str, bodies: &[(Range, String)]) -> Vec<Site> {
    let mut sites: Vec<(Range, Site)> = Vec::new();
    for bug in BUGS.iter().filter(|bug| bug.file == file) {
        let found: Vec<usize> = source.match_indices(bug.old).map(|(at, _)| at).collect();
        let [at] = found[..] else { panic!("{file} has this text {} times: {}", found.len(), bug.old) };
        let around = bodies.iter().filter(|((start, end), _)| *start <= at && at + bug.old.len() <= *end);
        let Some(((start, end), function)) = around.min_by_key(|((start, end), _)| end - start) else {
            panic!("{file}: this text is not within a function: {}", bug.old)
        };
        let body = [&source[*start..at], bug.new, &source[at + bug.old.len()..*end]].concat();
        let known = sites.iter_mut().find(|(range, _)| range == &(*start, *end));
        match known {
            Some((_, Site { how: How::Body { others, .. }, .. })) => others.push((body, bug.why)),
            _ => {
                let how = How::Body { whole: (*start, *end), others: vec![(body, bug.why)] };
                let line = source[..at].lines().count();
                sites.push(((*start, *end), Site { line, function: function.clone(), is_const: false, how }));
            }
        }
    }
    sites.into_iter().map(|(_, site)| site).collect()
}

pub const BUGS: &[Bug] = &[
    Bug {
        file: "src/geometry/square_set.rs",
        old: "        let square = self.0.last()?;\n        self.0.remove(square);",
        new: "        let square = self.0.last()?;\n        self.0.0 &= self.0.0 - 1;",
        why: "an iterator from the back removes the square at the front",
    },
    Bug {
        file: "src/board/mod.rs",
        old: "Piece::from_code(piece.code() ^ Color::Black.bit())",
        new: "Some(Piece::new(!piece.color(), piece.role()))",
        why: "a board with colours swapped forgets which Met were Bia",
    },
    Bug {
        file: "src/board/sets.rs",
        old: "        if left | taken == 0 {",
        new: "        if taken == 0 {",
        why: "what is left behind a piece that is carried is not in the sets",
    },
    Bug {
        file: "src/moves/effect.rs",
        old: "            _ if self.arrived.0 == square => self.arrived.1,\n            _ if self.left == square || self.also_left == Some(square) => None,",
        new: "            _ if self.left == square || self.also_left == Some(square) => None,\n            _ if self.arrived.0 == square => self.arrived.1,",
        why: "in Chess960 a king that castles onto its rook's square is not there",
    },
    Bug {
        file: "src/moves/castling.rs",
        old: "        self.king.file() == File::E && self.rook.file() == self.side().edge()",
        new: "        self.king.file() == File::E",
        why: "castling with an inner rook is spelled as in standard chess",
    },
    Bug {
        file: "src/piece.rs",
        old: "            .filter(|piece| piece.is_promoted() == promoted)\n",
        new: "",
        why: "the mark of a promoted piece is read over behind a piece that has none",
    },
    Bug {
        file: "src/movegen/gives_check.rs",
        old: "return after.is_attacked(king, us);",
        new: "return after.attackers(king, us).contains(mv.to());",
        why: "the line that a capture en passant opens gives no check",
    },
    Bug {
        file: "src/attacks/bits.rs",
        old: "steps(Role::Met, from, square) & side.mets | steps(Role::Khon, from, square) & side.khons",
        new: "steps(Role::Met, from, square) & side.mets | steps(Role::Khon, by, square) & side.khons",
        why: "a Khon attacks straight backwards",
    },
    Bug {
        file: "src/movegen/mailbox.rs",
        old: "(is_between(king_to) && is_between(rook_to) || castling",
        new: "(is_between(king_to) || castling",
        why: "a piece may stand where the castling rook goes, if the king does not pass it",
    },
    Bug {
        file: "src/movegen/generate.rs",
        old: "        for rook in Bits(rights & us.all & !pinned) {",
        new: "        for rook in Bits(rights & us.all) {",
        why: "a rook castles that is pinned along the first rank",
    },
    Bug {
        file: "src/movegen/generate.rs",
        old: "        if info.is_safe_after(from | victim, en_passant) {",
        new: "        if info.is_safe_after(from, en_passant) {",
        why: "the pawn captured en passant still shields the king",
    },
    Bug {
        file: "src/movegen/legality.rs",
        old: "        } else if from.distance(to) > 1 && to.file() == side.king_file() {",
        new: "        } else if from != to && to.file() == side.king_file() {",
        why: "a king's ordinary step to the g-file is taken for castling",
    },
    Bug {
        file: "src/position/play.rs",
        old: "        self.halfmove_clock = self.halfmove_clock.saturating_add(1);\n        R::after_null",
        new: "        self.halfmove_clock = 0;\n        R::after_null",
        why: "a null move resets the half-move clock",
    },
    Bug {
        file: "src/position/premoves.rs",
        old: "                squares.remove(square);\n",
        new: "",
        why: "a king of Chess960 that castles without a step has a premove to its own square",
    },
    Bug {
        file: "src/rules/castling.rs",
        old: "        CastlingRights { rooks: [[b, a], [d, c]] }.with_each(Square::flip_file)",
        new: "        CastlingRights { rooks: [[a, b], [c, d]] }.with_each(Square::flip_file)",
        why: "on a mirrored board a rook castles on the side where it stood",
    },
    Bug {
        file: "src/key.rs",
        old: "        after.legal_en_passant()",
        new: "        Some(passed)",
        why: "the next key counts a capture en passant that a pin forbids",
    },
    Bug {
        file: "src/rules/setup.rs",
        old: "    if checkers.number > 2 {",
        new: "    if checkers.number > 3 {",
        why: "three checkers are accepted",
    },
    Bug {
        file: "src/rules/army_sets.rs",
        old: "    let bishops = side.diagonal & !side.orthogonal;",
        new: "    let bishops = side.diagonal;",
        why: "a queen of the other side counts as a bishop when mates by bishops are ruled out",
    },
    Bug {
        file: "src/rules/last_move.rs",
        old: "        if number(board, board.side(turn)) >= 16 {",
        new: "        if number(board, board.side(turn)) > 16 {",
        why: "a side with all its sixteen pieces has lost one on the last move",
    },
    Bug {
        file: "src/rules/makruk.rs",
        old: "        (_, _, 2..) => 32,\n        (_, 1, _) => 44,\n",
        new: "        (_, 1, _) => 44,\n        (_, _, 2..) => 32,\n",
        why: "one Khon goes before two Ma when the limit of a count is chosen",
    },
    Bug {
        file: "src/rules/makruk.rs",
        old: "            _ if mated || !count.is_exceeded() => return None,",
        new: "            _ if !count.is_exceeded() => return None,",
        why: "a mate beyond the limit of a count is a draw",
    },
    Bug {
        file: "src/perft/simd/calm.rs",
        old: " | closed_by | ahead | pawns.east | pawns.west,",
        new: " | closed_by | ahead,",
        why: "a piece that a pawn attacks leaves, and the pawn's capture is counted all the same",
    },
    Bug {
        file: "src/perft/mailbox.rs",
        old: "            if self.kings[us as usize] == to {\n",
        new: "            if self.kings[us as usize] == to && undo.captured.is_none() {\n",
        why: "after a king's capture is taken back the king is looked for where it captured",
    },
    Bug {
        file: "src/perft/table.rs",
        old: "depth_of(value) == depth).then_some",
        new: "depth_of(value) >= depth).then_some",
        why: "a deeper result answers for a shallower one, as it may in a search",
    },
    Bug {
        file: "src/see.rs",
        old: "            left |= bit_of(captured_pawn(position.turn(), target));",
        new: "            left |= bit_of(captured_pawn(!position.turn(), target));",
        why: "the pawn captured en passant is looked for on the wrong side of the target",
    },
    Bug {
        file: "src/game/span.rs",
        old: "Self::counted(after, claim) >= claim.threshold() && after.position.has_legal_move()",
        new: "Self::counted(after, claim) >= claim.threshold()",
        why: "a draw can be claimed with a move that ends the game",
    },
    Bug {
        file: "src/game/history.rs",
        old: "        stop_counting(&mut self.current.position, side)?;\n        self.forget_played();",
        new: "        stop_counting(&mut self.current.position, side)?;",
        why: "a move is taken back from before a count was stopped, and the count runs again",
    },
    Bug {
        file: "src/game/record.rs",
        old: "                Color::ALL.into_iter().all(|color| self.may_lack_mate(color)).then_some(outcome)",
        new: "                Color::ALL.into_iter().any(|color| self.may_lack_mate(color)).then_some(outcome)",
        why: "a position in which one side cannot mate is ended as dead",
    },
    Bug {
        file: "src/game/ending.rs",
        old: "        } else if R::MATERIAL_DRAWS && self.is_insufficient_material() {",
        new: "        } else if self.is_insufficient_material() {",
        why: "a game of Makruk ends when neither side has the pieces to mate",
    },
    Bug {
        file: "src/retro/mod.rs",
        old: "        let leads_here = played.kind() != MoveKind::DoubleStep || before",
        new: "        let leads_here = played.kind() == MoveKind::DoubleStep || before",
        why: "a double step is taken back that would have allowed a capture en passant",
    },
    Bug {
        file: "src/eboard/infer.rs",
        old: "    reading.knows_pieces || !mv.is_capture() || mv.is_en_passant() || reading",
        new: "    reading.knows_pieces || !mv.is_capture() || reading",
        why: "a capture en passant waits for its target, which was empty, to be seen empty",
    },
    Bug {
        file: "src/eboard/reader.rs",
        old: "        let before = self.before.as_ref().filter(|_| self.pending == Pending::Nothing)?;",
        new: "        let before = self.before.as_ref()?;",
        why: "a move played elsewhere gives way to another before the board has followed",
    },
    Bug {
        file: "src/notation/fen/writer.rs",
        old: "        let names_it = !shredder && castling_right(board, name) == Some(right);",
        new: "        let names_it = !shredder && castling_right(board, name).is_some();",
        why: "the right of an inner rook is written as that of the outer one",
    },
    Bug {
        file: "src/notation/san/write.rs",
        old: "        let same_file = !(rivals & from.file().squares()).is_empty();",
        new: "        let same_file = !((self.origins(piece, to) - from.into()) & from.file().squares()).is_empty();",
        why: "a pinned piece on the same file makes the rank be named where the file is enough",
    },
    Bug {
        file: "src/notation/san/read.rs",
        old: "            (Some(from), Some(role)) if origins != from.into() => {",
        new: "            (Some(from), Some(role)) if origins == from.into() => {",
        why: "if several pieces could go there, a promotion of an officer is said to be no such piece",
    },
    Bug {
        file: "src/notation/uci.rs",
        old: "    if promotion.is_none() && bytes.len() > 4 {",
        new: "    if promotion.is_none() && bytes.len() == 5 {",
        why: "of several bytes behind a move the second is complained of",
    },
    Bug {
        file: "src/notation/pgn/stream.rs",
        old: "        self.discard(if self.lost { length.saturating_sub(TAG_LINE) } else { length });",
        new: "        self.discard(if self.lost { length.saturating_sub(1) } else { length });",
        why: "behind a game that is too long a tag is missed whose line begins where the buffer ends",
    },
    Bug {
        file: "src/notation/pgn/wrap.rs",
        old: "        self.characters += 1;",
        new: "        self.characters += char.len_utf8();",
        why: "lines are broken by bytes, not by characters",
    },
    Bug {
        file: "src/notation/pgn/tree/equal.rs",
        old: "            && steps.next().is_none()",
        new: "",
        why: "a tree is equal to one that goes on",
    },
    Bug {
        file: "src/notation/pgn/tree/merge.rs",
        old: "        let before = if is_first { &mut self.comments } else { &mut self.starting_comments };",
        new: "        let before = &mut self.starting_comments;",
        why: "a main move gets a comment that stands before it, which no file can say",
    },
    Bug {
        file: "src/packed.rs",
        old: "castling_side(&setup.board, color, square).filter(|&side| castling.rook(color, side).is_none());",
        new: "castling_side(&setup.board, color, square);",
        why: "a second rook on one side takes the right from the first",
    },
    Bug {
        file: "src/polyglot.rs",
        old: "        (self.0 >> 12) as usize",
        new: "        (self.0 >> 12 & 7) as usize",
        why: "an entry whose highest bit is set is read as a move",
    },
    Bug {
        file: "src/notation/epd.rs",
        old: "                if operation.opcode == opcode && clock.is_none() {",
        new: "                if operation.opcode == opcode {",
        why: "of two operations for one clock the second counts",
    },
    Bug {
        file: "src/serde/game.rs",
        old: "        if let Some(CountingEvent { ply, .. }) = events.next() {",
        new: "        if let Some(CountingEvent { ply, .. }) = events.next().filter(|event| event.ply > moves.len()) {",
        why: "words on counting that are out of order are lost",
    },
    Bug {
        file: "src/svg/mod.rs",
        old: "(if number < 0 { \"-\" } else { \"\" }, number.unsigned_abs())",
        new: "(if number <= -1000 { \"-\" } else { \"\" }, number.unsigned_abs())",
        why: "a negative fraction of one loses its sign",
    },
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::BUGS;

    #[test]
    fn each_bug_has_its_text_in_the_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let places = |bug: &&super::Bug| {
            let source = fs::read_to_string(root.join(bug.file)).unwrap_or_default();
            source.matches(bug.old).count()
        };
        let lost: Vec<_> = BUGS.iter().filter(|bug| places(bug) != 1).map(|bug| (bug.file, bug.old, bug.why)).collect();
        assert!(lost.is_empty(), "not once in their files: {lost:#?}");
    }
}
