//! What engines and clocks say: comments of match programs, and the tag `TimeControl`.

use std::time::Duration;

use chess0x88::Color;
use chess0x88_pgn::{Command, Period, TimeControl};

fn told(comment: &str) -> Vec<Command<'_>> {
    Command::all_in(comment).collect()
}

#[test]
fn comments_of_match_programs_are_evaluations_depths_and_times() {
    let eval = |centipawns, depth| Command::MoverEval { centipawns, depth };
    let mate = |moves, depth| Command::MoverMate { moves, depth };
    let time = |milliseconds| Command::ElapsedMoveTime(Duration::from_millis(milliseconds));
    for (comment, commands) in [
        ("+0.34/12 1.2s", vec![eval(34, 12), time(1200)]),
        ("-0.21/18 2", vec![eval(-21, 18), time(2000)]),
        ("0.00/1 0s", vec![eval(0, 1), time(0)]),
        (" +10.05/7\n0.123s ", vec![eval(1005, 7), time(123)]),
        ("+0.34/12", vec![eval(34, 12)]),
        ("+0.34/12/25 0.5s", vec![eval(34, 12), time(500)]),
        ("+0.34/12 1.2s, White mates", vec![eval(34, 12), time(1200)]),
        ("+0.34/12, Draw by adjudication", vec![eval(34, 12)]),
        ("-M5/20 0.5s", vec![mate(-5, 20), time(500)]),
        ("+M12/22 0.9s, Draw by adjudication", vec![mate(12, 22), time(900)]),
        ("M3/9", vec![mate(3, 9)]),
        ("#-3/9", vec![]),
        ("(Nc6) -0.21/18 2", vec![eval(-21, 18), time(2000)]),
        ("+0.30/18 0.1s [%clk 0:01:00]", vec![eval(30, 18), time(100), Command::Clock(Duration::from_secs(60))]),
        (
            "d=26, sd=41, mt=82000, tl=7118000, s=60348, pv=Nf3, tb=0, wv=0.25, R50=49",
            vec![Command::Eval { centipawns: 25, depth: Some(26) }, time(82_000)],
        ),
        ("d=30, mt=5, wv=-M12, R50=49", vec![Command::Mate { moves: -12, depth: Some(30) }, time(5)]),
        ("book", vec![]),
        ("(-0.52) Better is 12. Nf3.", vec![]),
        ("+0.34 is the score", vec![]),
        ("12/20 was the date", vec![]),
        ("1. e4/d4 are equal", vec![]),
        ("d=", vec![]),
        ("+/12 1s", vec![]),
        ("+0.34/x 1s", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(told(comment), commands, "{comment:?}");
    }
    // As it is written again, and from White's point of view.
    for text in ["+0.34/12", "-1.05/7", "+M5/20", "-M5/20"] {
        assert_eq!(told(text)[0].to_string(), text);
    }
    assert_eq!(eval(34, 12).for_white(Color::White), Command::Eval { centipawns: 34, depth: Some(12) });
    assert_eq!(mate(-5, 20).for_white(Color::Black), Command::Mate { moves: 5, depth: Some(20) });
    assert_eq!(time(1).for_white(Color::Black), time(1));
}

#[test]
fn time_controls_have_periods() {
    let period = |moves, seconds: f64, increment: f64| Period {
        moves,
        time: Duration::from_secs_f64(seconds),
        increment: Duration::from_secs_f64(increment),
        delay: Duration::ZERO,
        is_hourglass: false,
    };
    let rest = |seconds, increment| period(None, seconds, increment);
    for (text, periods) in [
        ("300", vec![rest(300.0, 0.0)]),
        ("180+2", vec![rest(180.0, 2.0)]),
        ("10+0.1", vec![rest(10.0, 0.1)]),
        ("40/7200:3600", vec![period(Some(40), 7200.0, 0.0), rest(3600.0, 0.0)]),
        (
            "40/5400+30:20/1800+30:900+30",
            vec![period(Some(40), 5400.0, 30.0), period(Some(20), 1800.0, 30.0), rest(900.0, 30.0)],
        ),
        ("1/86400", vec![period(Some(1), 86_400.0, 0.0)]),
        ("*180", vec![Period { is_hourglass: true, ..rest(180.0, 0.0) }]),
        ("1500d5", vec![Period { delay: Duration::from_secs(5), ..rest(1500.0, 0.0) }]),
        ("-", vec![]),
    ] {
        let control: TimeControl = text.parse().expect(text);
        assert_eq!(control[..], periods, "{text}");
        assert_eq!(control.to_string(), text);
        let again: TimeControl = format!(" {control} ").parse().expect(text);
        assert_eq!(again, control);
    }
    // Each form of a period as the first and as the second.
    let forms: Vec<String> = ["", "*"]
        .into_iter()
        .flat_map(|glass| ["", "40/"].map(|moves| format!("{glass}{moves}60")))
        .flat_map(|time| ["", "+2", "+0.5"].map(|increment| format!("{time}{increment}")))
        .flat_map(|time| ["", "d3"].map(|delay| format!("{time}{delay}")))
        .collect();
    for text in forms.iter().flat_map(|first| forms.iter().map(move |second| format!("{first}:{second}"))) {
        let control: TimeControl = text.parse().expect(&text);
        assert_eq!(control.to_string(), text);
    }
    for (other, text) in
        [("1500;d5", "1500d5"), ("1500 d5", "1500d5"), ("40 / 7200 : 3600", "40/7200:3600"), ("180+0", "180")]
    {
        assert_eq!(other.parse::<TimeControl>().map(|control| control.to_string()), Ok(text.to_owned()), "{other}");
    }
    for bad in
        ["", "?", "5 min", "40/", "/300", "+2", "0/300", "1:2:3:4:5:6:7:8:9", "300+", "a", "-1", "99999999999", "1:-"]
    {
        assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
    }
}
