pub use chess0x88::fen::{EnPassantMode, FenStyle, FenText};
pub use chess0x88::game::Claim;
pub use chess0x88::offsets::Difference;
pub use chess0x88::san::San;
pub use chess0x88::see::{self, PieceValues};
pub use chess0x88::uci::CastlingMode;
pub use chess0x88::{
    Board0x88, CastlingSide, Chess, ChessRules, Color, File, Game, Keyed, Material, Move, MoveKind, MoveList, Outcome,
    Piece, Rank, Role, Rules, Setup, Square, SquareMap, SquareSet, Undo, Variant, Violations, fen, packed, perft, san,
};
pub use chess0x88_pgn::epd::{self, Epd, EpdWriter};
pub use chess0x88_pgn::{self as pgn, Command, GameTree, NodeId, Reader, Step, StreamReader, Visitor, Writer};
pub use chess0x88_polyglot::PolyglotBook;
pub use chess0x88_svg::Svg;
use std::ops::ControlFlow;

use super::squares;
use crate::cases::TREE;
use crate::plain::{Plain, VISITED, items, plain, visited};

pub fn visit() -> impl FnMut(Move) -> ControlFlow<()> {
    VISITED.set(Some(Vec::new()));
    |mv| {
        visited(&mv);
        ControlFlow::Continue(())
    }
}

/// Collects the moves of a game in SAN.
#[derive(Default)]
pub struct Sans(Vec<String>);

impl Visitor<'_> for Sans {
    fn begin_variation(&mut self) -> chess0x88_pgn::Flow {
        chess0x88_pgn::Flow::Skip
    }

    fn san(&mut self, san: &[u8], _offset: usize) -> chess0x88_pgn::Flow {
        self.0.push(String::from_utf8_lossy(san).into_owned());
        chess0x88_pgn::Flow::Continue
    }
}

plain! {
    Square: |square| square.to_string();
    SquareSet: |set| squares(set.bits());
    Color: |color| color.char().to_string();
    CastlingSide: |side| format!("{side:?}");
    Role: |role| role.char().to_ascii_lowercase().to_string();
    Piece: |piece| piece.char().to_string();
    File: |file| format!("file {}", file.char());
    Rank: |rank| format!("rank {}", rank.char());
    Move: |mv| format!("‹{}›", mv.to_uci(CastlingMode::Chess960));
    MoveList: |list| items(list.iter());
    Undo<ChessRules>: |_| String::new();
    Chess: |position| format!("«{}»", position.fen());
    Keyed<ChessRules>: |keyed| keyed.fen().to_string();
    Setup: |setup| format!("«{}»", setup.fen());
    Game: |game| format!("«{}»", game.position().fen());
    Board0x88: |board| board.fen().to_string();
    Violations: |violations| (!violations.is_empty()).to_string();
    Outcome: |outcome| outcome.result().to_owned();
    Material: |material| format!("{material}");
    FenText: |text| text.as_str().plain();
    San: |san| san.to_string().plain();
    chess0x88::san::SanText: |text| text.as_str().plain();
    chess0x88::uci::UciText: |text| text.as_str().plain();
    SquareMap<usize>: |map| Square::ALL.map(|square| map[square]).plain();
    SquareMap<SquareSet>: |map| items(Square::ALL.into_iter().map(|square| (square, map[square])).filter(|pair| !pair.1.is_empty()));
    Sans: |sans| sans.0.plain();
    NodeId: |id| TREE.with_borrow(|tree| match tree.as_ref().expect("a tree") {
        tree if tree.root() == *id => "root".to_owned(),
        tree => tree.san(*id).unwrap_or_default(),
    });
    GameTree: |tree| {
        // Tags that some libraries fill in are left out, in every language.
        let mut tags: Vec<_> = tree.tags.iter().filter(|(name, value)| name != "Result" && !["?", "????.??.??"].contains(&value.as_str())).collect();
        tags.sort();
        format!("{} {}", items(tags.into_iter().map(|(name, value)| (name, value))), line(tree, tree.root()))
    };
    Step: |step| match step { Step::Move(id) => id.plain(), _ => String::new() };
    Epd<'_, ChessRules>: |epd| epd.position().plain();
    Command<'_>: |command| format!("{command:?}");
    chess0x88_polyglot::PolyglotEntry: |entry| format!("{} {}", entry.mv.plain(), entry.weight);
}

/// What follows a node: each variation with its comments, glyphs, and what follows it.
fn line(tree: &GameTree, id: NodeId) -> String {
    let variations = tree.variations(id).iter().map(|&id| {
        let node = tree.node(id).expect("a node");
        let san = tree.san(id).expect("a move");
        format!("({san} {:?} {:?} {})", node.comments.join(" "), node.nags, line(tree, id))
    });
    variations.collect()
}

impl Plain for [usize; 64] {
    fn plain(&self) -> String {
        self.as_slice().plain()
    }
}

impl Plain for [Square; 64] {
    fn plain(&self) -> String {
        self.as_slice().plain()
    }
}

impl Plain for Reader<'_> {
    fn plain(&self) -> String {
        String::new()
    }
}
