//! Draws a position as an SVG picture.
//!
//! ```text
//! cargo run --release --example svg -- --output start.svg
//! cargo run --release --example svg -- --fen "r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4" --size 400
//! cargo run --release --example svg -- --pgn examples/games.pgn --game 2 --ply 31 --arrow d8g5 --mark g5:red
//! cargo run --release --example svg -- --variant makruk --orientation black
//! ```
//!
//! A king in check glows, and out of a game the last move is tinted.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use chess0x88::{ChessRules, Color, MakrukRules, Position, Rules, Square, Violations, fen};
use chess0x88_pgn::{GameTree, Reader};
use chess0x88_svg::{Arrow, Mark, Rgba, Svg};
use tool::{Failure, Variant, note};

const HELP: &str = "\
Draws a position as an SVG picture

Usage: svg [OPTIONS]

      --variant <VARIANT>   The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>           The position, instead of the start position
      --pgn <FILE>          Take the position from a game of this file
      --game <N>            Which game of the file, from 1 [default: 1]
      --ply <N>             Take the position after this many plies of the main line, instead of the last one
      --orientation <SIDE>  The side at the bottom [default: white] [possible values: white, black]
      --size <PIXELS>       Width and height in pixels [default: as large as the element around the picture]
      --no-coordinates      Leave out the frame with letters and numbers
      --last-move <MOVE>    Tint the squares of this move, such as e2e4
      --arrow <ARROW>       Draw an arrow, such as e2e4 or e2e4:red or e2e4:#ff8800
      --mark <SQUARE>       Mark a square, such as d5 or d5:blue
      --output <FILE>       Where to write the picture, instead of standard output

Exit status: 0 the picture was written, 2 bad input
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.value("--fen")?,
    pgn: Option<PathBuf> = given.apart("--pgn", &["--fen"])?.value("--pgn")?,
    game: usize = given.needs("--game", "--pgn")?.within("--game", 1..)?.unwrap_or(1),
    ply: Option<usize> = given.needs("--ply", "--pgn")?.within("--ply", 0..)?,
    orientation: Color = given
        .choice("--orientation", &[("white", Color::White), ("black", Color::Black)])?
        .unwrap_or(Color::White),
    size: Option<u16> = given.within("--size", 1..=u16::MAX)?,
    no_coordinates: bool = given.flag("--no-coordinates"),
    last_move: Option<Drawn<2>> = given.value("--last-move")?,
    arrows: Vec<Drawn<2>> = given.list("--arrow")?,
    marks: Vec<Drawn<1>> = given.list("--mark")?,
    output: Option<PathBuf> = given.value("--output")?,
}

/// Squares with a colour, such as `e2e4:red`.
#[derive(Clone, Copy)]
struct Drawn<const N: usize> {
    squares: [Square; N],
    color: Rgba,
}

impl<const N: usize> FromStr for Drawn<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (squares, color) = text.split_once(':').unwrap_or((text, "green"));
        let mut drawn = Drawn { squares: [Square::A1; N], color: color_of(color)? };
        for (i, square) in drawn.squares.iter_mut().enumerate() {
            let name =
                squares.get(2 * i..2 * i + 2).ok_or_else(|| format!("expected {N} squares, found {squares:?}"))?;
            *square = name.parse().map_err(|error| format!("{name:?}: {error}"))?;
        }
        if squares.len() > 2 * N { Err(format!("expected {N} squares, found {squares:?}")) } else { Ok(drawn) }
    }
}

fn color_of(name: &str) -> Result<Rgba, String> {
    match name {
        "green" => Ok(Rgba::GREEN),
        "red" => Ok(Rgba::RED),
        "blue" => Ok(Rgba::BLUE),
        "yellow" => Ok(Rgba::YELLOW),
        _ if name.starts_with('#') => name.parse().map_err(|error| format!("{error}")),
        _ => Err(format!("expected green, red, blue, yellow or a colour such as #ff8800, found {name:?}")),
    }
}

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => draw::<ChessRules>(&args, |board| Svg::new(board)),
        Variant::Makruk => draw::<MakrukRules>(&args, |board| Svg::makruk(board)),
    })
}

/// The position to draw, and the move that led to it.
struct Scene<R: Rules> {
    position: Position<R>,
    last_move: Option<(Square, Square)>,
}

fn draw<R: Rules>(args: &Args, svg: fn(&chess0x88::Board0x88) -> Svg<'_>) -> Result<bool, Failure> {
    let scene = match (&args.fen, &args.pgn) {
        (Some(fen), _) => {
            let position =
                fen::parse_tolerating::<R>(fen, Violations::TOLERABLE).map_err(|error| Failure::at("--fen", error))?;
            Scene { position, last_move: None }
        }
        (None, Some(path)) => from_game(path, args)?,
        (None, None) => Scene { position: Position::startpos(), last_move: None },
    };
    let arrows: Vec<Arrow> = args
        .arrows
        .iter()
        .map(|&Drawn { squares: [from, to], color }| Arrow { color, ..Arrow::new(from, to) })
        .collect();
    let marks: Vec<Mark> =
        args.marks.iter().map(|&Drawn { squares: [square], color }| Mark { color, ..Mark::new(square) }).collect();
    let position = &scene.position;
    let mut picture = svg(position.board())
        .orientation(args.orientation)
        .coordinates(!args.no_coordinates)
        .last_move(args.last_move.map(|drawn| drawn.squares.into()).or(scene.last_move))
        .check(position.is_check().then(|| position.king(position.turn())))
        .arrows(&arrows)
        .marks(&marks);
    if let Some(size) = args.size {
        picture = picture.size(size);
    }
    if let Some(path) = &args.output {
        fs::write(path, picture.to_string()).map_err(|error| Failure::at(path.display(), error))?;
        note(&format!("{}: {}", path.display(), position.fen()));
    } else {
        let mut out = io::stdout().lock();
        write!(out, "{picture}")?;
        out.flush()?;
    }
    Ok(true)
}

/// The position in a game that the arguments ask for.
fn from_game<R: Rules>(path: &Path, args: &Args) -> Result<Scene<R>, Failure> {
    let failure = |reason: String| Failure::at(path.display(), reason);
    let input = fs::read(path).map_err(|error| failure(error.to_string()))?;
    let mut reader = Reader::new(&input);
    let skipped = args.game.checked_sub(1).ok_or_else(|| failure("games are counted from 1".into()))?;
    let found = (0..skipped).take_while(|_| reader.skip_game()).count();
    let game = GameTree::<R>::read(&mut reader)
        .ok_or_else(|| failure(format!("there are only {found} games, not {}", args.game)))?
        .map_err(|error| failure(error.to_string()))?;

    let plies = game.main_line().count();
    let ply = args.ply.unwrap_or(plies);
    if ply > plies {
        return Err(failure(format!("the game has only {plies} plies, not {ply}")));
    }
    let Some(last) = ply.checked_sub(1).and_then(|before| game.main_line().nth(before)) else {
        return Ok(Scene { position: *game.start(), last_move: None });
    };
    let mv = game.node(last).and_then(chess0x88_pgn::Node::mv);
    let position = game.position(last).unwrap_or(*game.start());
    let last_move = mv.map(|mv| (mv.from(), mv.landing()));
    Ok(Scene { position, last_move })
}
