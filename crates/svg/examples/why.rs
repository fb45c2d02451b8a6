//! Makes a page that explains illegal moves: click a piece, then a square, and read why it cannot go there.
//!
//! ```text
//! cargo run --example why > why.html
//! cargo run --example why -- --fen "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1" > pinned.html
//! cargo run --example why -- --variant makruk > makruk.html
//! ```
//!
//! The page stands alone: a picture, the reasons for all pairs of squares, and a few lines of script. For a page that asks the library
//! itself, compiled to WebAssembly, see `web`.

use std::io::{self, Write};
use std::process::ExitCode;

use chess0x88::error::Reason;
use chess0x88::{Board0x88, ChessRules, IllegalMove, MakrukRules, Position, Rules, Square, fen};
use chess0x88_svg::Svg;
use tool::{Failure, Variant};

const HELP: &str = "\
Makes a page that explains illegal moves

Usage: why [OPTIONS]

      --variant <VARIANT>  The game [default: chess] [possible values: chess, makruk]
      --fen <FEN>          The position, instead of the usual start

Exit status: 0 done, 2 bad arguments or no position
";

tool::arguments! {
    given:
    variant: Variant = given.variant()?,
    fen: Option<String> = given.value("--fen")?,
}

/// The width and the height of the picture. It has no frame, so a square is an eighth of it.
const SIZE: u16 = 480;

const SCRIPT: &str = "
let from = null;
const say = text => document.getElementById('answer').textContent = text;
document.getElementById('board').addEventListener('click', event => {
  const box = event.currentTarget.getBoundingClientRect();
  const file = Math.floor((event.clientX - box.left) / box.width * 8);
  const rank = 7 - Math.floor((event.clientY - box.top) / box.height * 8);
  const square = rank * 8 + file;
  if (from === null) { from = square; say('from ' + names[from] + ' to ...'); return; }
  const reason = reasons[from * 64 + square];
  say(names[from] + ' ' + names[square] + ': ' + (reason === '' ? 'legal' : reason));
  from = null;
});
";

fn main() -> ExitCode {
    tool::run(HELP, read, |args| match args.variant {
        Variant::Chess => write_page::<ChessRules>(&args, |board| Svg::new(board)),
        Variant::Makruk => write_page::<MakrukRules>(&args, |board| Svg::makruk(board)),
    })
}

fn write_page<R: Rules>(args: &Args, picture: fn(&Board0x88) -> Svg<'_>) -> Result<bool, Failure> {
    let position = match &args.fen {
        Some(fen) => fen::parse_lenient::<R>(fen).map_err(|error| Failure::at("--fen", error))?.0,
        None => Position::startpos(),
    };
    let check = position.is_check().then(|| position.king(position.turn()));
    let picture = picture(position.board()).coordinates(false).check(check).size(SIZE);
    let quoted =
        |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('<', "\\u003c"));
    let numbered = || (0..64).filter_map(Square::from_index);
    let names: Vec<String> = numbered().map(|square| quoted(&square.to_string())).collect();
    let reasons: Vec<String> = numbered()
        .flat_map(|from| numbered().map(move |to| (from, to)))
        .map(|(from, to)| quoted(&reason(&position, from, to)))
        .collect();
    let out = &mut io::stdout().lock();
    writeln!(out, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Why is this illegal?</title>")?;
    writeln!(out, "<h1>Why is this illegal?</h1>\n<p>{} to move. Click a piece, then a square.</p>", position.turn())?;
    writeln!(out, "<div id=\"board\" style=\"width: {SIZE}px\">{picture}</div>\n<p id=\"answer\"></p>")?;
    writeln!(out, "<p><code>{}</code></p>", position.fen())?;
    writeln!(
        out,
        "<script>\nconst names = [{}];\nconst reasons = [{}];{SCRIPT}</script>",
        names.join(","),
        reasons.join(",")
    )?;
    Ok(true)
}

/// Why a move is illegal, or nothing.
fn reason<R: Rules>(position: &Position<R>, from: Square, to: Square) -> String {
    match position.find_move(from, to, None) {
        // A promotion is legal; which piece it makes is the next question.
        Ok(_) | Err(IllegalMove { reason: Reason::PromotionMissing { .. }, .. }) => String::new(),
        Err(reason) => reason.to_string(),
    }
}
