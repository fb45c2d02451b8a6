use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch, StringArray};
use arrow_schema::{DataType, TimeUnit};
use chess0x88::{Chess, ChessRules, Move, san};
use chess0x88_openings::Opening;
use chess0x88_pgn::{self as pgn, GameTree};
use dataset::check::check;
use dataset::filter::Filter;
use dataset::game::{self, Game};
use dataset::parts::{Codec, Encoder, Manifest, Part, Table};
use dataset::read::{Sample, Wanted};
use dataset::schema::Names;
use dataset::tables::positions;

use crate::{contents, convert, file, games, job, program, rows, run, said};

/// Main lines and tags equal those of the library's trees.
#[test]
fn rows_have_the_values_of_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let text = games::games(200);
    let out = folder.path().join("out");
    let report = convert(&[file(folder.path(), "a.pgn", &text)], &out);
    assert_eq!((report.read, report.games, report.errors), (200, 200, 0));
    assert!(report.parts > 2, "{report:?}");

    let rows = rows(&out);
    let trees: Vec<GameTree> = GameTree::<ChessRules>::read_all(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(rows.len(), trees.len());
    let (mut byte, mut line) = (0, 1);
    for (range, (game, tree)) in pgn::split_games(text.as_bytes()).zip(rows.iter().zip(&trees)) {
        let start = range.start;
        line += text[byte..start].matches('\n').count();
        byte = start;
        assert_eq!((game.byte, game.line), (start as i64, line as i64));
        let moves: Vec<u16> = tree.to_game().unwrap().moves().iter().map(|mv| mv.bits()).collect();
        assert_eq!(game.moves, moves);
        assert_eq!(game.start().unwrap(), *tree.start());
        assert_eq!(game.texts[3].as_deref(), tree.tag("White"));
        assert_eq!(game.numbers[0].map(|elo| elo.to_string()).as_deref(), tree.tag("WhiteElo"));
        assert_eq!(game.numbers[2], Some(11));
        assert_eq!(game.result(), tree.tag("Result").unwrap());
        assert_eq!(game.date.to_pgn(), tree.tag("Date").unwrap());
        assert_eq!(game.time(), Some((180, 2)));
        assert_eq!(game.tournament(), None);
        assert_eq!(game.lichess_id(), tree.tag("Site").unwrap().rsplit('/').next());
        assert_eq!(game.tags, []);
        let utc = dataset::filter::timestamp(game.utc.unwrap());
        assert_eq!(utc, format!("2013-01-31 {}", tree.tag("UTCTime").unwrap()));
    }
    let checked = check(&out).unwrap();
    assert!(checked.is_complete);
    assert_eq!(checked.games, 200);
    assert_eq!(checked.positions, checked.plies + 200);
}

/// Games that people have played, each with its last position in a tag.
#[test]
fn games_that_were_played_are_rows_that_lead_to_their_ends() {
    let folder = tempfile::tempdir().unwrap();
    let text = include_str!("../../../pgn/tests/data/games_played.pgn");
    let out = folder.path().join("out");
    let report = convert(&[file(folder.path(), "a.pgn", text)], &out);
    assert_eq!((report.read, report.games, report.errors), (9, 9, 0));
    for game in rows(&out) {
        let mut position = game.start().unwrap();
        for &bits in &game.moves {
            position.play(Move::from_bits(bits).unwrap()).unwrap();
        }
        let [(name, last)] = &game.tags[..] else { panic!("{:?}", game.tags) };
        assert_eq!((name.as_str(), last.as_str()), ("CurrentPosition", &*position.fen()));
        let mates = position.is_check() && !position.has_legal_move();
        assert!(!mates || game.result() == "1-0", "the games of the file that end with a mate are White's");
    }
    assert_eq!(check(&out).unwrap().games, 9);
}

/// The same games in German give the same rows. If the language is unclear, there is an error as before.
#[test]
fn letters_of_other_languages_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let (_, german) = san::LANGUAGES[1];
    let (mut english, mut other) = (String::new(), String::new());
    for (number, tree) in pgn::games(include_str!("../../../pgn/tests/data/games_played.pgn")).enumerate() {
        let mut position = Chess::startpos();
        for mv in tree.unwrap().to_game().unwrap().moves() {
            english += &position.san(*mv);
            other += &san::san_with(&position, *mv, german);
            position.play(*mv).unwrap();
            english.push(' ');
            other.push(' ');
        }
        english += "*\n\n";
        other += if number % 2 == 0 { "*\n\n" } else { "{ x } *\n\n" };
    }
    other += "1. e4 e5 2. Xf3 *\n";
    let moves = |name: &str, text: &str| {
        let out = folder.path().join(name);
        let report = convert(&[file(folder.path(), &format!("{name}.pgn"), text)], &out);
        (report.errors, rows(&out).into_iter().map(|game| game.moves).collect::<Vec<_>>())
    };
    let (none, plain) = moves("english", &english);
    let (one, mut translated) = moves("german", &other);
    assert_eq!((none, one, plain.len()), (0, 1, 9));
    assert_eq!(translated.pop().map(|moves| moves.len()), Some(2), "the moves before Xf3");
    assert_eq!(plain, translated);
}

#[test]
fn the_language_of_the_letters_is_told() {
    let folder = tempfile::tempdir().unwrap();
    // Each language behind each: a game does not depend on the one before.
    let games = [(Some("German"), "SL"), (None, "NB"), (Some("French"), "CF")];
    let all: Vec<_> = games.iter().flat_map(|&first| games.map(|second| [first, second])).flatten().collect();
    let written = |&(_, letters): &(_, &str)| {
        let (knight, bishop) = letters.split_at(1);
        format!("1. e4 e5 2. {knight}f3 {knight}c6 3. {bishop}b5 a6 *\n\n")
    };
    let out = folder.path().join("out");
    convert(&[file(folder.path(), "a.pgn", &all.iter().map(written).collect::<String>())], &out);
    let found = rows(&out);
    let told: Vec<_> = found.iter().map(|game| (game.language, game.moves.len(), game.error.is_none())).collect();
    let expected: Vec<_> = all.iter().map(|&(language, _)| (language, 6, true)).collect();
    assert_eq!(told, expected);
}

#[test]
fn clocks_and_evaluations_keep_their_plies() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 1\"]\n\n1... Kd7 { [%clk 0:00:03.5] } 2. O-O { [%eval #-3] [%clk 1:00:00] } \
        2... Kd6 3. -- { [%eval 1.25,20] [%emt 0:00:01.5] } (3. Kg2 { [%eval 9.99] }) Kd7 { -M2/31 0.25s } *\n";
    let out = folder.path().join("out");
    convert(&[file(folder.path(), "a.pgn", text)], &out);
    let game = &rows(&out)[0];
    assert_eq!(game.clocks, [Some(3.5), Some(3600.0), None, None, None]);
    assert_eq!(game.evals, [None, Some(-32_766), None, Some(125), Some(32_766)]);
    assert_eq!(game.depths, [None, None, None, Some(20), Some(31)]);
    assert_eq!(game.elapsed, [None, None, None, Some(1.5), Some(0.25)]);
    assert_eq!(game.moves[3], 0);
    let found = program(&["pgn", out.to_str().unwrap()]);
    let found = String::from_utf8(found.stdout).unwrap();
    assert!(
        found.ends_with(
            "\n1... Kd7 { [%clk 0:00:03.5] } 2. O-O { [%eval #-3] [%clk 1:00:00] } 2... Kd6 3.\n\
         -- { [%eval 1.25,20] [%emt 0:00:01.5] } 3... Kd7\n{ [%eval #2,31] [%emt 0:00:00.25] } *\n"
        ),
        "{found}"
    );
    check(&out).unwrap();
}

/// Reading, writing and reading again gives the same rows, except for their places.
#[test]
fn games_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let odd = "[Event \"?\"]\n[Date \"1886.02.30\"]\n[Round \"1.2\"]\n[White \"Müller, \\\"Max\\\"\"]\n[WhiteElo \"?\"]\n[BlackElo \"strong\"]\n\
        [UTCDate \"1886.??.??\"]\n[TimeControl \"40/7200:3600\"]\n[Annotator \"me\"]\n\n1. e4 {first} (1. d4) e5 $1 2. Ke2 1/2-1/2\n\n\
        [Date \"18??.02.??\"]\n1. a4\n";
    let paths = [file(folder.path(), "a.pgn", games::games(100)), file(folder.path(), "b.pgn", odd)];
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    convert(&paths, &one);
    let written = program(&["pgn", one.to_str().unwrap()]).stdout;
    convert(&[file(folder.path(), "c.pgn", &written)], &two);
    let bare = |games: Vec<Game>| -> Vec<Game> {
        games.into_iter().map(|game| Game { id: 0, file: String::new(), line: 0, byte: 0, ..game }).collect()
    };
    assert_eq!(bare(rows(&one)), bare(rows(&two)));
    assert_eq!(program(&["pgn", two.to_str().unwrap()]).stdout, written);

    let odd = &rows(&one)[100];
    let tags = [("Date", "1886.02.30"), ("BlackElo", "strong"), ("Annotator", "me"), ("UTCDate", "1886.??.??")];
    let mut expected: Vec<_> = tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let mut found = odd.tags.clone();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(odd.texts[3].as_deref(), Some("Müller, \"Max\""));
    assert_eq!(odd.time(), None);
    // Half a year is no number.
    assert_eq!(rows(&one)[101].tags, [("Date".to_owned(), "18??.02.??".to_owned())]);
}

#[test]
fn the_tables_are_the_same_whatever_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let paths = [file(folder.path(), "a.pgn", games::games(150)), file(folder.path(), "b.pgn", games::games(30))];
    let outs: Vec<PathBuf> = [1, 2, 5].iter().map(|threads| folder.path().join(format!("out{threads}"))).collect();
    for (out, threads) in outs.iter().zip([1, 2, 5]) {
        let mut job = job(&paths, out);
        job.threads = threads;
        run(&job).unwrap();
    }
    assert_eq!(contents(&outs[0]), contents(&outs[1]));
    assert_eq!(contents(&outs[0]), contents(&outs[2]));
}

fn packed(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(text).unwrap();
    let mut bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bz.write_all(text).unwrap();
    vec![
        ("a.pgn", text.to_vec()),
        ("a.pgn.zst", zstd::encode_all(text, 1).unwrap()),
        ("a.pgn.gz", gz.finish().unwrap()),
        ("a.pgn.bz2", bz.finish().unwrap()),
    ]
}

#[test]
fn archives_folders_and_standard_input_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let text = games::games(60);
    let (first, second) = text.split_at(text.match_indices("[Event ").nth(30).unwrap().0);
    let mut all = Vec::new();
    for (name, bytes) in packed(text.as_bytes()) {
        // An archive may consist of several archives, one after the other.
        let halves = [first, second].map(|half| {
            let mut packings = packed(half.as_bytes());
            packings.swap_remove(packings.iter().position(|(other, _)| *other == name).unwrap()).1
        });
        for (kind, bytes) in [("whole", bytes), ("halves", halves.concat())] {
            let of = folder.path().join(format!("{kind}-{name}"));
            fs::create_dir_all(of.join("deep/er")).unwrap();
            fs::write(of.join("deep/er").join(name), &bytes).unwrap();
            let out = folder.path().join(format!("out-{kind}-{name}"));
            convert(std::slice::from_ref(&of), &out);
            let games: Vec<Vec<u16>> = rows(&out).into_iter().map(|game| game.moves).collect();

            let piped = folder.path().join(format!("piped-{kind}-{name}"));
            let mut child = Command::new(env!("CARGO_BIN_EXE_dataset"))
                .args(["convert", "--quiet", "-", "-o", piped.to_str().unwrap()])
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(&bytes).unwrap();
            assert!(child.wait().unwrap().success());
            assert_eq!(rows(&piped).into_iter().map(|game| game.moves).collect::<Vec<_>>(), games);
            all.push(games);
        }
    }
    assert_eq!(all[0].len(), 60);
    assert!(all.iter().all(|games| *games == all[0]));
}

#[test]
fn conditions_and_samples_take_the_same_games_from_text_and_from_rows() {
    let folder = tempfile::tempdir().unwrap();
    let paths = [file(folder.path(), "a.pgn", games::games(300))];
    let all = folder.path().join("all");
    convert(&paths, &all);
    let all = rows(&all);
    for (number, text) in [
        "white_elo >= 2000 and plies > 60",
        "result = '1-0' or eco = 'B20'",
        "not (variant is null) or termination like 'Time%'",
        "white_rating > 9000",
    ]
    .into_iter()
    .enumerate()
    {
        let filter = Filter::parse(text).unwrap();
        let out = folder.path().join(format!("where{number}"));
        let mut job = job(&paths, &out);
        job.wanted.filter = Some(filter.clone());
        let report = run(&job).unwrap();
        let expected: Vec<Game> = all.iter().filter(|game| filter.holds(game)).cloned().collect();
        assert_eq!(report.read, 300);
        assert_eq!(rows(&out), expected, "{text}");
    }
    let out = folder.path().join("sample");
    let sample = Sample { share: 0.3, seed: 7 };
    let mut job = job(&paths, &out);
    job.wanted = Wanted { sample: Some(sample), ..Wanted::default() };
    run(&job).unwrap();
    let expected: Vec<Game> = all.iter().filter(|game| sample.has(game.id)).cloned().collect();
    assert!((60..120).contains(&expected.len()), "{}", expected.len());
    assert_eq!(rows(&out), expected);
}

/// Every pair of tags over games of every kind. The twin asks each position for its name, and conditions see what is filled.
#[test]
fn openings_are_filled_where_the_tags_lack() {
    const TAGS: [Option<&str>; 4] = [None, Some(""), Some("?"), Some("X99")];
    const GAMES: [(&str, &str); 8] = [
        ("", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h4 h5 *"),
        ("", "1. Nf3 c5 2. e4 *"),
        ("", "1. e4 -- 2. d4 c5 *"),
        ("", "1. e4 e5 2. Ke3 d5 *"),
        ("", "*"),
        ("[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n", "1... c5 *"),
        ("[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n", "1. e4 *"),
        ("[FEN \"bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1\"]\n", "1. e4 c5 *"),
    ];
    let mut text = String::new();
    for (fen, moves) in GAMES {
        for (eco, opening) in TAGS.iter().flat_map(|&eco| TAGS.map(|opening| (eco, opening))) {
            let tag =
                |name, value: Option<&str>| value.map(|value| format!("[{name} \"{value}\"]\n")).unwrap_or_default();
            text += &format!("[White \"a\"]\n{}{}{fen}\n{moves}\n\n", tag("ECO", eco), tag("Opening", opening));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let paths = [file(folder.path(), "a.pgn", &text)];
    let converted = |name: &str, openings: bool, condition: Option<&Filter>, names: Names| {
        let mut job = job(&paths, &folder.path().join(name));
        (job.wanted.openings, job.names) = (openings, names);
        job.uci = names == Names::Aix;
        job.wanted.filter = condition.cloned();
        run(&job).unwrap();
        check(&job.out).unwrap();
        (job.clone(), rows(&job.out))
    };
    let (mut job, plain) = converted("plain", false, None, Names::Aix);
    let (_, filled) = converted("filled", true, None, Names::Aix);
    let [eco, opening] =
        ["eco", "opening"].map(|name| game::TEXTS.iter().position(|&(column, _)| column == name).unwrap());
    assert_eq!(plain.len(), GAMES.len() * TAGS.len() * TAGS.len());
    let mut expected = plain.clone();
    for game in &mut expected {
        assert!([eco, opening].iter().all(|&column| game.texts[column].as_deref().is_none_or(|text| text == "X99")));
        let played = game.moves.iter().take_while(|&&bits| bits != 0).count();
        let positions = positions(game).unwrap();
        let Some(named) = positions[..=played].iter().rev().find_map(Opening::of) else { continue };
        game.texts[eco].get_or_insert(named.code().to_owned());
        game.texts[opening].get_or_insert(named.name().to_string());
    }
    assert_eq!(filled, expected);
    assert_eq!(filled[0].texts[opening].as_deref(), Some("Sicilian Defense: Najdorf Variation"));
    assert!(filled.iter().any(|game| game.texts[eco].is_none()));
    for (number, text) in [
        "eco = 'B90'",
        "ECO like 'B%' and white = 'a'",
        "opening is null",
        "Opening <> 'X99'",
        "not opening ilike 'sicilian%' or plies > 5",
        "eco = opening",
        "white = 'b' or opening in ('X99', 'Sicilian Defense')",
    ]
    .into_iter()
    .enumerate()
    {
        let filter = Filter::parse(text).unwrap();
        for (openings, all) in [(false, &plain), (true, &filled)] {
            let wanted: Vec<Game> = all.iter().filter(|game| filter.holds(game)).cloned().collect();
            assert!(!wanted.is_empty() || !openings, "{text}");
            let (_, found) = converted(&format!("where{number}{openings}"), openings, Some(&filter), Names::Aix);
            assert_eq!(found, wanted, "{text}");
        }
    }
    let names = |games: &[Game]| games.iter().map(|game| game.texts.clone()).collect::<Vec<_>>();
    assert_eq!(names(&converted("lichess", true, None, Names::Lichess).1), names(&filled));
    // Tables that were begun without are not continued with names.
    job.wanted.openings = true;
    assert!(run(&job).unwrap_err().to_string().contains("other options"));
    let (path, out) = (paths[0].to_str().unwrap(), folder.path().join("program"));
    let output = program(&["convert", path, "-o", out.to_str().unwrap(), "--openings"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(names(&rows(&out)), names(&filled));
}

/// A month at a time: the rows are those of one conversion, and their numbers are unique.
#[test]
fn games_are_appended() {
    let folder = tempfile::tempdir().unwrap();
    let months: Vec<PathBuf> =
        (0..3).map(|month| file(folder.path(), &format!("{month}.pgn"), games::games(30 + month))).collect();
    let (one, all) = (folder.path().join("one"), folder.path().join("all"));
    convert(&months, &one);
    for month in &months {
        let mut job = job(std::slice::from_ref(month), &all);
        job.append = true;
        run(&job).unwrap();
        // A second run has nothing to do.
        let before = contents(&all);
        run(&job).unwrap();
        assert_eq!(contents(&all), before);
        assert!(check(&all).unwrap().is_complete);
    }
    assert_eq!(rows(&all), rows(&one));
    let refused = run(&job(&months, &all).clone()).map(|_| ());
    assert!(refused.is_ok(), "all inputs are there");
    let mut more = job(&[file(folder.path(), "4.pgn", games::games(5))], &all);
    assert!(run(&more).unwrap_err().to_string().contains("--append adds to them"));
    more.append = true;
    run(&more).unwrap();
    assert_eq!(check(&all).unwrap().games, 30 + 31 + 32 + 5);
    // A file that has grown would be read twice.
    let mut grown = job(&[file(folder.path(), "4.pgn", games::games(6))], &all);
    grown.append = true;
    assert!(run(&grown).unwrap_err().to_string().contains("it has another size now"));
    // Tables of separate conversions are joined. Each file has its own numbers, which do not depend on its name or the
    // conversion.
    let text = |month: usize| format!("[Event \"{month}\"]\n\n1. e4 *\n\n{}", games::games(30));
    let months =
        ["5.pgn", "6.pgn", "again.pgn"].map(|name| file(folder.path(), name, text(usize::from(name == "6.pgn"))));
    let ids = |paths: &[PathBuf], out: &str| {
        let mut job = job(paths, &folder.path().join(out));
        job.uci = false;
        run(&job).unwrap();
        check(&job.out).unwrap();
        rows(&job.out).iter().map(|game| game.id).collect::<Vec<i64>>()
    };
    let found = [0, 1, 2].map(|month| ids(&months[month..=month], &format!("month{month}")));
    let all: HashSet<i64> = found.iter().flatten().copied().collect();
    assert_eq!((all.len(), &found[0]), (2 * 31, &found[2]));
    assert_eq!(ids(&months[..2], "both"), found[..2].concat());
    // A file that comes twice gives each game twice.
    assert_eq!(ids(&months, "three").iter().collect::<HashSet<_>>().len(), 3 * 31);
}

/// A query opens few row groups, and `moves_uci` is optional.
#[test]
fn row_groups_are_large() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "a.pgn", games::games(500));
    for uci in [false, true] {
        let out = folder.path().join(format!("out{uci}"));
        let mut job = job(std::slice::from_ref(&path), &out);
        (job.part_bytes, job.uci) = (1 << 30, uci);
        run(&job).unwrap();
        let file = fs::File::open(Table::Games.path(&out, 0)).unwrap();
        let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        assert_eq!(reader.metadata().num_row_groups(), 1);
        let batch = reader.build().unwrap().next().unwrap().unwrap();
        let positions = fs::File::open(Table::Positions.path(&out, 0)).unwrap();
        let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(positions).unwrap();
        let keys =
            reader.metadata().row_group(0).columns().iter().find(|column| column.column_path().string() == "key");
        assert!(keys.unwrap().bloom_filter_offset().is_some(), "a query for one key passes row groups over");
        let nulls = batch.column_by_name("moves_uci").unwrap().null_count();
        assert_eq!(nulls, if uci { 0 } else { batch.num_rows() });
        assert_eq!(check(&out).unwrap().games, 500);
    }
}

fn copy(from: &Path, to: &Path) {
    for (path, bytes) in contents(from) {
        fs::create_dir_all(to.join(&path).parent().unwrap()).unwrap();
        fs::write(to.join(path), bytes).unwrap();
    }
}

/// After an interruption at any part, and with leftover files, the result is the same as without an interruption.
#[test]
fn an_interrupted_conversion_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let text = games::games(120);
    let mut paths: Vec<PathBuf> =
        packed(text.as_bytes()).into_iter().map(|(name, text)| file(folder.path(), name, text)).collect();
    paths.truncate(2);
    let whole = folder.path().join("whole");
    convert(&paths, &whole);
    let manifest = Manifest::of(&whole).unwrap();
    for parts in 0..manifest.parts.len() {
        let out = folder.path().join(format!("from{parts}"));
        copy(&whole, &out);
        let mut cut = manifest.clone();
        cut.parts.truncate(parts);
        cut.complete = false;
        cut.write(&out).unwrap();
        fs::write(out.join(format!("games/.part-{parts:05}.parquet.unfinished")), "half a file").unwrap();
        assert!(!check(&out).unwrap().is_complete);
        let report = convert(&paths, &out);
        assert_eq!(report.found, parts);
        assert_eq!(contents(&out), contents(&whole), "behind part {parts}");
    }
    // A complete conversion has nothing to do. Tables of other games or options are not overwritten.
    assert_eq!(convert(&paths, &whole).found, manifest.parts.len());
    let mut other = job(&paths, &whole);
    other.wanted.positions = false;
    assert!(run(&other).unwrap_err().to_string().contains("begun with other options"));
    let other = job(&paths[..1], &whole);
    assert!(run(&other).unwrap_err().to_string().contains("begun with other inputs"));
    let mut fresh = other;
    fresh.fresh = true;
    run(&fresh).unwrap();
    assert_eq!(check(&whole).unwrap().games, 120);
}

#[test]
fn a_killed_conversion_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "a.pgn", games::games(4000));
    let (whole, out) = (folder.path().join("whole"), folder.path().join("out"));
    let arguments = |out: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dataset"));
        command.args(["convert", "--quiet", "--positions", "--part-mb", "1", "-o"]).arg(out).arg(&path);
        command
    };
    assert!(arguments(&whole).status().unwrap().success());
    let mut child = arguments(&out).spawn().unwrap();
    while Manifest::read(&out).ok().flatten().is_none_or(|manifest| manifest.parts.is_empty()) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let checked = check(&out).unwrap();
    assert!(checked.games > 0);
    let status = program(&["check", out.to_str().unwrap()]).status;
    assert_eq!(status.code(), Some(if checked.is_complete { 0 } else { 1 }));
    assert!(arguments(&out).status().unwrap().success());
    assert_eq!(contents(&out), contents(&whole));
}

#[test]
fn the_check_finds_changed_tables() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    convert(&[file(folder.path(), "a.pgn", games::games(40))], &out);
    let path = out.join("games/part-00000.parquet");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let error = format!("{:#}", check(&out).unwrap_err());
    assert!(error.contains("part-00000.parquet: it has") && error.contains("manifest.json says"), "{error}");
    // A wrong byte of the data.
    for at in (4..bytes.len()).step_by(bytes.len() / 60) {
        let mut spoilt = bytes.clone();
        spoilt[at] ^= 0x55;
        fs::write(&path, &spoilt).unwrap();
        if let Err(error) = check(&out) {
            assert!(format!("{error:#}").contains("part-00000"), "{error:#}");
        }
    }
    fs::write(&path, &bytes).unwrap();
    check(&out).unwrap();
    fs::remove_file(out.join("positions/part-00000.parquet")).unwrap();
    let output = program(&["check", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("positions/part-00000.parquet"));
}

/// Queries over Lichess/standard-chess-games on Hugging Face find the same columns, of the same types, and all other programs the same games.
#[test]
fn columns_have_the_names_of_lichess() {
    const MOVETEXTS: [(&str, &str); 5] = [
        (
            "[Event \"a\"]\n[White \"b \\\"]\\\" c\"]  \n\n",
            "1. e4 {x [%clk 0:01:00] y} e5 (1... c5 2. c3) 2. Nf3 $1 1-0",
        ),
        ("[UTCDate \"1969.12.31\"]\n[UTCTime \"23:59:58\"]\n[WhiteElo \"2000\"]\n\n", "1. d4 d5\n2. c4 *"),
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[UTCDate \"2024.01.01\"]\n", "1... Kd7 2. e4 1/2-1/2"),
        ("[Event \"wrong\"]\n\n", "1. e4 e5 2. Ke3 Nc6 0-1"),
        ("[Event \"none\"]\n\n", "*"),
    ];
    let text: String = MOVETEXTS.iter().map(|(tags, moves)| format!("{tags}{moves}\n\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    let paths = [file(folder.path(), "a.pgn", text), file(folder.path(), "b.pgn", games::games(60))];
    let (aix, lichess) = (folder.path().join("aix"), folder.path().join("lichess"));
    convert(&paths, &aix);
    let mut job = job(&paths, &lichess);
    (job.names, job.uci, job.part_bytes) = (Names::Lichess, false, 1 << 30);
    run(&job).unwrap();
    assert_eq!(check(&lichess).unwrap(), check(&aix).unwrap());
    assert_eq!(rows(&lichess), rows(&aix));

    let open = || fs::File::open(Table::Games.path(&lichess, 0)).unwrap();
    let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(open()).unwrap();
    let batch = reader.build().unwrap().next().unwrap().unwrap();
    // The columns as the card of the data set names them. (Parquet has no time in seconds, so that those files have milliseconds, too.)
    let texts = "Event Site White Black Result WhiteTitle BlackTitle ECO Opening Termination TimeControl movetext";
    let numbers = "WhiteElo BlackElo WhiteRatingDiff BlackRatingDiff";
    let dates = [("UTCDate", DataType::Date32), ("UTCTime", DataType::Time32(TimeUnit::Millisecond))];
    let wanted = texts.split(' ').map(|name| (name, DataType::Utf8));
    let wanted = wanted.chain(numbers.split(' ').map(|name| (name, DataType::Int16))).chain(dates);
    for (name, kind) in wanted {
        assert_eq!(batch.column_by_name(name).map(|column| column.data_type()), Some(&kind), "{name}");
    }
    let movetexts = batch.column_by_name("movetext").unwrap().as_string::<i32>();
    for (row, (_, expected)) in MOVETEXTS.iter().enumerate() {
        assert_eq!(movetexts.value(row), *expected);
    }
    // The moves of the text are checked, too.
    let mut columns = batch.columns().to_vec();
    let at = batch.schema().index_of("movetext").unwrap();
    columns[at] =
        Arc::new(movetexts.iter().map(|text| text.map(|text| text.replace("1. e4", "1. e3"))).collect::<StringArray>());
    let changed = RecordBatch::try_new(batch.schema(), columns).unwrap();
    let group = Encoder::new(Table::Games, Names::Lichess, Codec::Zstd).unwrap().encode(&[changed], 1).unwrap();
    let mut part = Part::create(&lichess, 0, &[Table::Games], Names::Lichess, Codec::Zstd).unwrap();
    part.add(Table::Games, group).unwrap();
    let mut manifest = Manifest::of(&lichess).unwrap();
    manifest.parts[0].tables.extend(part.finish().unwrap());
    manifest.write(&lichess).unwrap();
    let error = format!("{:#}", check(&lichess).unwrap_err());
    assert!(error.ends_with("movetext has other moves than movedata"), "{error}");
}
