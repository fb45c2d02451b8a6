#!/usr/bin/env python3
"""Makruk reference data from an independent program.

Plays Makruk with Fairy-Stockfish's rules (through its Python module) and
writes down what it says:

    makruk_random.epd     legal-move counts (perft) of random positions
    makruk_counting.txt   counted endgames, ply by ply
    makruk_san.txt        moves in SAN and in Thai SAN

Needs Python 3.9 or later and the module:

    pip install pyffish==0.0.90

Use:

    python3 generate_makruk_reference.py OUTPUT_FOLDER [random] [counting] [san]

(no part named: all three). Every part has its own generator seeded from SEED,
so the same version of the module writes the same bytes whichever parts are
asked for. The whole takes about ten minutes on two cores, because
each call of the module sets its tables up anew (1.6 ms).

Run by hand when the data has to change; continuous integration never runs it,
it only reads the files, which are kept with the tests.
"""

import multiprocessing
import os
import random
import re
import sys

import pyffish

VARIANT = "makruk"
SEED = 20240607
FILES = "abcdefgh"


# ---------------------------------------------------------------- the oracle

def legal(fen, moves=()):
    return sorted(pyffish.legal_moves(VARIANT, fen, list(moves)))


def fen_after(fen, moves=()):
    """The FEN after the moves; the last `True` prints promoted Bia as `M~`."""
    return pyffish.get_fen(VARIANT, fen, list(moves), False, False, True)


def in_check(fen, moves=()):
    return pyffish.gives_check(VARIANT, fen, list(moves))


def san(fen, uci, notation=pyffish.NOTATION_SAN):
    return pyffish.get_san(VARIANT, fen, uci, False, notation)


def count_passed(fen):
    """The draw by counting alone: without a history no repetition can be reported."""
    return bool(pyffish.is_optional_game_end(VARIANT, fen, [])[0])


def origin(file, part, lines):
    file.write("# Makruk reference data, written by an independent program.\n")
    file.write("# program: %s; Python module pyffish %d.%d.%d\n"
               % ((pyffish.info(),) + pyffish.version()))
    file.write("# script: generate_makruk_reference.py, part %s, seed %d\n" % (part, SEED))
    for line in lines:
        file.write(("# " + line).rstrip() + "\n")


# ---------------------------------------------------------- boards and fields

def read_board(fen):
    """{(file, rank): letter}; a promoted Bia is `M~` or `m~`."""
    board = {}
    for row, text in enumerate(fen.split()[0].split("/")):
        column = 0
        for piece, digit in re.findall(r"([A-Za-z]~?)|(\d)", text):
            if digit:
                column += int(digit)
            else:
                board[column, 7 - row] = piece
                column += 1
    return board


def write_board(board):
    rows = []
    for rank in range(7, -1, -1):
        text, gap = "", 0
        for column in range(8):
            piece = board.get((column, rank))
            if piece is None:
                gap += 1
                continue
            text += (str(gap) if gap else "") + piece
            gap = 0
        rows.append(text + (str(gap) if gap else ""))
    return "/".join(rows)


def name(square):
    return FILES[square[0]] + str(square[1] + 1)


def square_of(text):
    return FILES.index(text[0]), int(text[1]) - 1


def side(fen):
    return fen.split()[1]


def fields(fen):
    """(limit, count): the limit is None if no count runs."""
    parts = fen.split()
    return (None if parts[3] == "-" else int(parts[3])), int(parts[4])


def owner(piece):
    return "w" if piece[0].isupper() else "b"


def other(color):
    return "b" if color == "w" else "w"


def colored(letter, color):
    return letter.upper() if color == "w" else letter.lower()


def distance(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def make_fen(board, turn, limit="-", count=0, number=1):
    return "%s %s - %s %d %d" % (write_board(board), turn, limit, count, number)


def flip(fen):
    """The same position with the colours exchanged."""
    parts = fen.split()
    board = {(c, 7 - r): p.swapcase() for (c, r), p in read_board(fen).items()}
    return " ".join([write_board(board), other(parts[1])] + parts[2:])


def flip_move(uci):
    return "".join(str(9 - int(c)) if c.isdigit() else c for c in uci)


def sound(fen):
    """The side that has just moved is not in check."""
    parts = fen.split()
    kings = [s for s, p in read_board(fen).items() if p in "Kk"]
    if distance(*kings) < 2:
        return False
    return not in_check(" ".join([parts[0], other(parts[1])] + parts[2:]))


# --------------------------------------------------------------- random play

def play(rng, plies, greed):
    """Random legal moves from the start; `greed` is the chance of preferring
    a capture, and half of it the chance of preferring a Bia move."""
    start = pyffish.start_fen(VARIANT)
    moves, fen = [], start
    while len(moves) < plies:
        choices = legal(start, moves)
        if not choices:
            break
        board = read_board(fen)
        takes = [m for m in choices if square_of(m[2:4]) in board]
        bia = [m for m in choices if board[square_of(m[0:2])] in "Pp"]
        if takes and rng.random() < greed:
            choices = takes
        elif bia and rng.random() < greed / 2:
            choices = bia
        moves.append(rng.choice(choices))
        fen = fen_after(fen, [moves[-1]])
        yield fen


# -------------------------------------------------------------- part: random

def perft(fen):
    """Plain legal-move counts to depth 3."""
    first = legal(fen)
    second = third = 0
    for a in first:
        replies = legal(fen, [a])
        second += len(replies)
        for b in replies:
            third += len(legal(fen, [a, b]))
    return fen, len(first), second, third


def far_from_limit(fen):
    limit, count = fields(fen)
    return limit is None or limit - count >= 8


def random_part(folder):
    rng = random.Random("%d random" % SEED)
    middle, late, checked, seen = [], [], [], set()

    def take(where, fen):
        key = " ".join(fen.split()[:2])
        if key not in seen and far_from_limit(fen) and legal(fen):
            seen.add(key)
            where.append(fen)

    for _ in range(36):
        line = list(play(rng, rng.randrange(60, 201), rng.choice([0.0, 0.1, 0.3])))
        for ply in sorted(rng.sample(range(4, len(line) + 1), 4)):
            take(middle, line[ply - 1])
    while len(late) < 110:
        line = list(play(rng, 200, rng.choice([0.5, 0.7, 0.9])))
        few = [f for f in line if len(read_board(f)) <= 10]
        for fen in rng.sample(few, min(9, len(few))):
            take(late, fen)
    pool = [f for f in middle + late if far_from_limit(f)]
    rng.shuffle(pool)
    for fen in pool:
        if len(checked) == 44:
            break
        checks = [m for m in legal(fen) if san(fen, m).endswith("+")]
        if checks:
            take(checked, fen_after(fen, [rng.choice(checks)]))

    positions = middle[:110] + late[:110] + checked
    with multiprocessing.Pool(2) as workers:
        results = workers.map(perft, positions, chunksize=4)
    with open(os.path.join(folder, "makruk_random.epd"), "w", encoding="utf-8") as file:
        origin(file, "random", [
            "%d positions from random legal play: %d after 4 to 200 plies, %d with ten pieces or fewer,"
            % (len(positions), len(middle[:110]), len(late[:110])),
            "%d more with the side to move in check. Each line: FEN ;D1 n ;D2 n ;D3 n" % len(checked),
            "The counts are plain legal moves. The program lists moves whether or not a count or a repetition has",
            "ended the game; even so every running count here is at least 8 plies below its limit, and no position",
            "is mate or stalemate, so no draw rule can have a say within the three plies.",
            "FEN: M~ is a promoted Bia; field 4 the limit in plies or -, field 5 the count in plies or the clock.",
        ])
        for result in results:
            file.write("%s ;D1 %d ;D2 %d ;D3 %d\n" % result)
    return len(positions)


# ------------------------------------------------------------ part: counting

class Unplayable(Exception):
    """A planned line that the rules or an early end interrupt; the caller tries another."""


class Game:
    """A game from a FEN, as the program reports it."""

    def __init__(self, title, start):
        self.title, self.start = title, fen_after(start)
        self.moves, self.rows, self.fens = [], [], [self.start]
        self.over = False
        self.choices = legal(self.start)

    @property
    def fen(self):
        return self.fens[-1]

    def push(self, uci):
        if self.over or uci not in self.choices:
            raise Unplayable(self.title, self.fen, uci)
        self.moves.append(uci)
        fen = fen_after(self.start, self.moves)
        # A FEN contains the count: one move from the last FEN gives the same as all moves from the first.
        assert fen == fen_after(self.fen, [uci]), (self.start, self.moves)
        # No Makruk rule is an "immediate" end in this program.
        assert not pyffish.is_immediate_game_end(VARIANT, self.start, self.moves)[0]
        self.choices = legal(self.start, self.moves)
        check = in_check(self.start, self.moves)
        passed = count_passed(fen)
        optional = bool(pyffish.is_optional_game_end(VARIANT, self.start, self.moves)[0])
        flags = []
        if not self.choices:
            value = pyffish.game_result(VARIANT, self.start, self.moves)
            assert value == (-pyffish.VALUE_MATE if check else pyffish.VALUE_DRAW)
            flags.append("mate" if check else "stalemate")
        elif check:
            flags.append("check")
        if passed:
            flags.append("draw-count")
        if optional and not passed:
            flags.append("draw-repetition")
        self.over = bool(set(flags) - {"check"})
        self.rows.append((uci, fen, ",".join(flags) or "-"))
        self.fens.append(fen)
        return self

    @property
    def state(self):
        return self.rows[-1][2]

    def line(self, moves):
        for uci in moves.split() if isinstance(moves, str) else moves:
            self.push(uci)
        return self


def repeats(game, uci):
    """`true` if the move would make a position appear again (promoted or not is the same)."""
    key = " ".join(fen_after(game.fen, [uci]).split()[:2]).replace("~", "")
    return key in {" ".join(f.split()[:2]).replace("~", "") for f in game.fens}


def wander(rng, game, plies=400, capture=False):
    """Quiet random moves that avoid captures, ends and repetitions while they can."""
    for _ in range(plies):
        if game.over:
            break
        board = read_board(game.fen)
        choices = game.choices[:]
        rng.shuffle(choices)
        quiet = [m for m in choices if capture or square_of(m[2:4]) not in board]
        for move in quiet:
            if legal(game.fen, [move]) and not repeats(game, move) and not hangs(game, move):
                break
        else:
            move = (quiet or choices)[0]
        game.push(move)
    return game


def hangs(game, move):
    """`true` if a bare Khun could capture after the move: keeps the material for the count."""
    after = fen_after(game.fen, [move])
    board = read_board(after)
    if sum(owner(p) == side(after) for p in board.values()) > 1:
        return False
    return any(square_of(m[2:4]) in board for m in legal(after))


STEPS = {
    "K": [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)],
    "N": [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)],
    "M": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
}


def origins(board, square):
    """Squares the piece may have come from by a quiet move (legality is checked by the program)."""
    piece = board[square]
    kind, found = piece[0].upper(), []
    if kind == "R":
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            at = (square[0] + step[0], square[1] + step[1])
            while at[0] in range(8) and at[1] in range(8) and at not in board:
                found.append(at)
                at = (at[0] + step[0], at[1] + step[1])
        return found
    steps = STEPS.get(kind, STEPS["M"])
    if kind == "S":
        steps = steps + [(0, -1 if owner(piece) == "w" else 1)]
    for step in steps:
        at = (square[0] + step[0], square[1] + step[1])
        if at[0] in range(8) and at[1] in range(8) and at not in board:
            found.append(at)
    return found


def unplay(rng, fen, restore=None):
    """A position one ply earlier and the move back to `fen`; `restore` is a piece the move captures."""
    mover = other(side(fen))
    board = read_board(fen)
    pieces = sorted(s for s, p in board.items() if owner(p) == mover)
    tries = [(to, at) for to in pieces for at in origins(board, to)]
    rng.shuffle(tries)
    for to, at in tries:
        before = dict(board)
        before[at] = before.pop(to)
        if restore:
            before[to] = restore
        earlier = make_fen(before, mover)
        if sound(earlier) and name(at) + name(to) in legal(earlier):
            return earlier, name(at) + name(to)
    return None


def retro(rng, fen, plies, restore=None):
    """(start, moves): a quiet game of `plies` plies that ends in `fen`; the first move takes `restore`.
    Nothing when a few attempts find no way back."""
    for _ in range(8):
        moves, at, seen = [], fen, {fen.split()[0]}
        while len(moves) < plies:
            step = None
            for _ in range(6):
                step = unplay(rng, at, restore if len(moves) + 1 == plies else None)
                if step and step[0].split()[0] not in seen:
                    break
            if step is None:
                break
            at = step[0]
            seen.add(at.split()[0])
            moves.append(step[1])
        if len(moves) == plies:
            return at, moves[::-1]
    return None


def ending(rng, strong, mate, weak=""):
    """A random position, Black to move, in which Black is mated or stalemated by White's `strong` pieces."""
    while True:
        edge = rng.choice([(rng.randrange(8), rng.choice([0, 7])), (rng.choice([0, 7]), rng.randrange(8))])
        board = {edge: "k"}
        near = [(c, r) for c in range(8) for r in range(8) if distance((c, r), edge) == 2]
        board[rng.choice(near)] = "K"
        fits = True
        for piece in re.findall(r"[A-Z]~?|[a-z]~?", strong + weak):
            reach = 8 if piece in "Rmns" else 3
            free = [(c, r) for c in range(8) for r in range(8)
                    if (c, r) not in board and distance((c, r), edge) <= reach]
            if not free:
                fits = False
                break
            board[rng.choice(free)] = piece
        fen = make_fen(board, "b")
        if not fits or legal(fen) or in_check(fen) != mate or not sound(fen):
            continue
        return fen


def scatter(rng, pieces, turn):
    """A random sound position of the given pieces (White's in capitals) that is not over."""
    while True:
        cells = [(c, r) for c in range(8) for r in range(8)]
        board = {}
        for piece in re.findall(r"[A-Za-z]~?", pieces):
            if piece in "Pp":
                ranks = range(2, 5) if piece == "P" else range(3, 6)
                free = [s for s in cells if s[1] in ranks and s not in board]
            else:
                free = [s for s in cells if s not in board]
            board[rng.choice(free)] = piece
        fen = make_fen(board, turn)
        if sound(fen) and legal(fen):
            return fen


def with_fields(fen, limit, count, number=1):
    parts = fen.split()
    return " ".join(parts[:3] + [str(limit), str(count), str(number)])


# The stronger side's pieces by limit (in moves), with pieces that cover the order of the tests.
STRONG = {
    8: ["RR", "RRN", "RRR"],
    16: ["R", "RSS", "RNM"],
    22: ["SS", "SSNN"],
    32: ["NN", "NNS"],
    44: ["S", "SNM"],
    64: ["NM", "MM~M", "N"],
}


class Book:
    def __init__(self, rng):
        self.rng, self.games = rng, []

    def add(self, game):
        self.games.append(game)
        print("%3d %-60s %3d plies  %s" % (len(self.games), game.title, len(game.rows), game.state), flush=True)
        return game

    def turned(self, fen, moves=()):
        """Half of the games are played with the colours exchanged."""
        if self.rng.random() < 0.5:
            return flip(fen), [flip_move(m) for m in moves]
        return fen, list(moves)


def bared_start(rng, strong, want):
    """White to move can take Black's last piece with a piece (not exposing it); limit must be as wanted."""
    while True:
        fen = scatter(rng, "Kk" + strong + rng.choice("nmsr"), "w")
        board = read_board(fen)
        for move in legal(fen):
            if square_of(move[2:4]) in board:
                after = fen_after(fen, [move])
                if legal(after) and fields(after)[0] == want and not any(
                        square_of(m[2:4]) in read_board(after) for m in legal(after)):
                    return fen, move


def counting_games(rng):
    book = Book(rng)

    # 1. Every limit: bared by a capture, then quiet moves until the limit is passed.
    for limit, sets in STRONG.items():
        for strong in sets:
            fen, move = bared_start(rng, strong, 2 * limit)
            fen, moves = book.turned(fen, [move])
            title = "limit %d: %s bares, quiet moves to the end" % (limit, strong)
            book.add(wander(rng, Game(title, fen).line(moves)))

    # 2. Every limit: the last Bia promotes against a bare Khun, or falls to it.
    for limit, strong in ((8, "RR"), (16, "RM"), (22, "SS"), (32, "NNS"), (44, "SN"), (64, "N")):
        while True:
            fen = scatter(rng, "KkP" + strong, "w")
            board = read_board(fen)
            promote = [m for m in legal(fen) if m.endswith("m")]
            if promote and fields(fen_after(fen, promote[:1]))[0] == 2 * limit:
                break
        fen, moves = book.turned(fen, promote[:1])
        game = Game("limit %d: the last Bia promotes, %s" % (limit, strong), fen).line(moves)
        book.add(wander(rng, game, rng.choice([12, 400]) if limit < 32 else 12))
        while True:
            fen = scatter(rng, "KkP" + strong, "b")
            board = read_board(fen)
            takes = [m for m in legal(fen) if board.get(square_of(m[2:4])) == "P"]
            if takes and legal(fen, takes[:1]):
                break
        fen, moves = book.turned(fen, takes[:1])
        game = Game("limit %d: a bare Khun takes the last Bia, %s" % (limit, strong), fen).line(moves)
        book.add(wander(rng, game, 400 if limit in (16, 22) else 12))

    # 3. Every limit: a FEN without a count, both sides to move, and FEN with a count close to the end.
    for limit, strong in ((8, "RR"), (16, "R"), (22, "SS"), (32, "NN"), (44, "S"), (64, "MN")):
        for turn in "wb":
            fen, _ = book.turned(scatter(rng, "Kk" + strong, turn))
            book.add(wander(rng, Game("limit %d: %s, FEN without a count" % (limit, strong), fen), 7))
        pieces = 2 + len(strong)
        for count in (2 * limit - 4, 2 * limit - 1, 2 * limit):
            turn = "b" if count % 2 == 0 else "w"
            if count < 2 * pieces:
                continue
            while True:
                fen = with_fields(scatter(rng, "Kk" + strong, turn), 2 * limit, count, 70)
                game = wander(rng, Game("limit %d: %s, FEN with the count at %d" % (limit, strong, count), fen))
                if game.rows and game.state == "draw-count":
                    break
            book.add(game)

    # 4. Mates at every limit: soon after baring, and on the last counted ply.
    for limit, strong in ((8, "RR"), (16, "R"), (22, "SSM"), (32, "NNM"), (44, "SNM"), (64, "NMM")):
        pieces = 2 + len(strong)
        for last in (False, True):
            plies = 2 * limit - 2 * pieces + 1 if last else 2 * rng.randrange(2, 4) + 1
            while True:
                found = retro(rng, ending(rng, strong, True), plies, "m")
                if found is None:
                    continue
                start, moves = book.turned(*found)
                title = "limit %d: %s bares and mates%s" % (limit, strong, " on the last counted ply" if last else "")
                try:
                    game = Game(title, start).line(moves)
                except Unplayable:
                    continue
                if game.state == "mate" and (not last or fields(game.fen)[1] == 2 * limit):
                    break
            book.add(game)

    # 5. Stalemates of a bare Khun.
    for limit, strong in ((8, "RR"), (16, "R"), (22, "SS"), (32, "NNM"), (44, "S"), (64, "NM")):
        while True:
            found = retro(rng, ending(rng, strong, False), 5, "n")
            if found is None:
                continue
            start, moves = book.turned(*found)
            try:
                game = Game("limit %d: %s stalemates" % (limit, strong), start).line(moves)
            except Unplayable:
                continue
            if game.state == "stalemate":
                break
        book.add(game)

    # 6. So many pieces that baring starts the count beyond, at, or next to the limit.
    for strong, state in (("RRNNSSMM", "draw-count"), ("RRNNSMM", "draw-count"), ("RRNNSM", None), ("RRNNS", None)):
        while True:
            fen, move = bared_start(rng, strong, 16)
            game = Game("limit 8: %s bares with %d pieces left" % (strong, 2 + len(strong)), fen).push(move)
            if state is None or game.state == state:
                break
        book.add(wander(rng, game))
    for mate in (True, False):
        while True:
            fen = ending(rng, "RRNNSSMM", mate)
            step = unplay(rng, fen, "n")
            if step is None:
                continue
            game = Game("limit 8: baring with 10 pieces left is %s" % ("mate" if mate else "stalemate"),
                        step[0]).push(step[1])
            if game.state.startswith("mate" if mate else "stalemate"):
                break
        book.add(game)

    # 7. Freeze: a bare Khun takes pieces and the limit stays.
    for limit, strong in ((8, "RR"), (16, "RN"), (22, "SS"), (32, "NN"), (44, "SM"), (64, "NM")):
        while True:
            fen = scatter(rng, "Kk" + strong, "b")
            takes = [m for m in legal(fen) if square_of(m[2:4]) in read_board(fen)]
            if not takes:
                continue
            back = unplay(rng, fen, "m")
            if back is None:
                continue
            start, moves = book.turned(back[0], [back[1], takes[0]])
            game = Game("limit %d: %s bares, a piece falls, the limit stays" % (limit, strong), start)
            game.push(moves[0])
            if not game.over:
                game.push(moves[1])
            if not game.over and fields(game.fen)[0] == 2 * limit:
                break
        book.add(wander(rng, game, 400 if limit in (8, 16, 22, 32) else 20))
    book.add(wander(rng, Game("limit 16: the last piece falls, the count runs on with two Khun",
                              "8/8/4k3/4R3/8/8/8/K7 b - 32 10 30").push("e6e5")))

    # 8. Board's honour: how it starts.
    for title, pieces, kind in (
            ("the last Bia is taken by the stronger side", "KRNkmp", "w"),
            ("the last Bia is taken by the weaker side", "KRPkm", "b"),
            ("the stronger side's last Bia promotes", "KRPkmn", "wm"),
            ("the weaker side's last Bia promotes", "KRkmp", "bm"),
            ("a lone Bia promotes beside its Khun: the other side counts", "KRkp", "bm")):
        while True:
            turn = kind[0]
            fen = scatter(rng, pieces, turn)
            board = read_board(fen)
            if kind.endswith("m"):
                starts = [m for m in legal(fen) if m.endswith("m")]
            else:
                starts = [m for m in legal(fen) if board.get(square_of(m[2:4]), "")[:1] in ("P", "p")]
            if starts and legal(fen, starts[:1]):
                break
        fen, moves = book.turned(fen, starts[:1])
        book.add(wander(rng, Game("board's honour: " + title, fen).line(moves), 16))
    for turn in "wb":
        fen = scatter(rng, "KRMkns", turn)
        book.add(wander(rng, Game("board's honour: FEN without a count, %s to move" % turn, fen), 12))

    # 9. Board's honour to its end, from its start and from FEN with a count.
    while True:
        fen = scatter(rng, "KNMPksm", "b")
        takes = [m for m in legal(fen) if read_board(fen).get(square_of(m[2:4])) == "P"]
        if takes and legal(fen, takes[:1]):
            game = wander(rng, Game("board's honour: from the last Bia to the draw", fen).push(takes[0]))
            if game.state == "draw-count":
                break
    book.add(game)
    for count in (120, 127, 128):
        while True:
            fen = with_fields(scatter(rng, "KNMksm", "w" if count % 2 else "b"), 128, count, 90)
            game = wander(rng, Game("board's honour: FEN with the count at %d" % count, fen))
            if game.rows and game.state == "draw-count":
                break
        book.add(game)

    # 10. Board's honour becomes pieces' honour when a side is bared.
    for limit, strong in ((8, "RR"), (16, "RS"), (22, "SSM"), (32, "NNS"), (44, "SN"), (64, "NM~")):
        while True:
            fen, move = bared_start(rng, strong, 2 * limit)
            back = unplay(rng, fen)
            if back is None:
                continue
            twice = unplay(rng, back[0])
            if twice is None:
                continue
            start, moves = book.turned(twice[0], [twice[1], back[1], move])
            game = Game("board's honour turns into limit %d: %s" % (limit, strong), start)
            try:
                game.line(moves)
            except Unplayable:
                continue
            if not game.over and fields(game.fen)[0] == 2 * limit:
                break
        book.add(wander(rng, game, 400 if limit in (8, 16, 22) else 10))

    # 11. Board's honour: mates and stalemates on the last plies. White mates; the parity says who counts.
    for count, who in ((128, "the other side mates on ply 128"), (129, "the counting side mates on ply 129"),
                       (40, "a mate ends it early")):
        while True:
            found = retro(rng, ending(rng, "RNM", True, "m"), 7)
            if found is None:
                continue
            start, moves = book.turned(with_fields(found[0], 128, count - 7, 80), found[1])
            try:
                game = Game("board's honour: " + who, start).line(moves)
            except Unplayable:
                continue
            if game.state == "mate" and fields(game.fen) == (128, count):
                break
        book.add(game)
    for count in (128, 129):
        start, move = book.turned(*hemmed_stalemate(rng, count))
        book.add(Game("board's honour: stalemate on ply %d" % count, start).line(move))

    # 12. While a Bia stands no count runs, whoever is bare; then the clock is the plies since a capture or Bia move.
    book.add(wander(rng, Game("no count while a Bia stands, bare Khun", "8/8/3k4/8/1p6/1P6/8/R3K2N w - - 0 1"), 14))
    book.add(wander(rng, Game("no count while a Bia stands, clock read from the FEN",
                              "8/8/2mk4/1p6/1P6/8/8/R3K2N b - - 37 61"), 10))
    book.add(wander(rng, Game("two Khun alone: no count", "8/8/8/8/8/3P4/2k5/5K2 b - - 3 61").push("c2d3"), 12))
    book.add(wander(rng, Game("the last Bia is the last piece too: one capture bares and starts the count",
                              "8/8/8/3k4/3p4/4K3/3R4/8 w - - 0 1").push("d2d4"), 6))

    # 13. Threefold repetition, also of a Met and a promoted Bia that have changed places.
    shuttle = "a1b1 e8d8 b1a1 d8e8 "
    book.add(Game("repetition: pieces' honour, the start position counts",
                  "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").line(shuttle * 2))
    book.add(Game("repetition: before any count", "4k3/8/p7/8/8/7P/8/R3K3 w - - 0 1").line(shuttle * 2))
    book.add(Game("repetition: board's honour", "m3k3/8/8/8/8/8/8/R3K3 w - 128 10 40").line(shuttle * 2))
    swap = "b2c3 a8b8 d2c1 b8a8 c3d2 a8b8 c1b2 b8a8 "
    book.add(Game("repetition: Met and promoted Bia change places",
                  "k7/8/8/8/8/8/1M1M~4/7K w - - 0 1").line(swap * 2))
    book.add(Game("repetition: two Met change places", "k7/8/8/8/8/8/1M1M4/7K w - - 0 1").line(swap * 2))
    book.add(Game("repetition: a Bia move begins anew",
                  "4k3/8/p7/8/8/7P/8/R3K3 w - - 0 1").line(shuttle + "h3h4 " + 2 * "e8d8 a1b1 d8e8 b1a1 "))
    return book.games


def hemmed_stalemate(rng, count):
    """(start, moves): one White move stalemates Black, whose Met is shut in behind its own Khun."""
    while True:
        board = {(0, 7): "m", (1, 6): "k"}
        for piece in "KRRNS":
            free = [(c, r) for c in range(8) for r in range(8) if (c, r) not in board]
            board[rng.choice(free)] = piece
        fen = make_fen(board, "b")
        if legal(fen) or in_check(fen) or not sound(fen):
            continue
        step = unplay(rng, fen)
        if step is not None:
            return with_fields(step[0], 128, count - 1, 80), [step[1]]


def counting_part(folder):
    rng = random.Random("%d counting" % SEED)
    games = counting_games(rng)
    with open(os.path.join(folder, "makruk_counting.txt"), "w", encoding="utf-8") as file:
        origin(file, "counting", COUNTING_HEADER + ["%d games, %d plies."
                                                    % (len(games), sum(len(g.rows) for g in games))])
        for game in games:
            file.write("game\t%s\t%s\n" % (game.start, game.title))
            for row in game.rows:
                file.write("\t".join(row) + "\n")
    return len(games)


COUNTING_HEADER = [
    "Counted endgames. A line `game<TAB>start FEN<TAB>title` opens a game; each line after it is one ply:",
    "    uci<TAB>FEN after the move<TAB>state",
    "The state is `-` or a comma-separated list, in this order:",
    "    check            the side to move is in check and has a move           (gives_check, legal_moves)",
    "    mate, stalemate  the side to move has no move                          (legal_moves, game_result)",
    "    draw-count       the count has passed its limit                        (is_optional_game_end of the FEN alone)",
    "    draw-repetition  third appearance in this game, start position included (is_optional_game_end with all moves)",
    "A game stops at the first state other than `-` and `check`, or earlier, at will. Counting draws are reported",
    "by is_optional_game_end only; is_immediate_game_end is false on every ply here, and legal_moves goes on listing",
    "moves after a draw. draw-count needs field 5 > field 4 and is not reported when the side to move is mated.",
    "FEN: M~ is a promoted Bia; field 4 the limit in plies or -, field 5 the count in plies or, where no count",
    "runs, the plies since the last capture or Bia move; field 6 the move number.",
    "The program counts board's honour by itself, for the side to move when the last Bia has gone, and never stops.",
]


# ----------------------------------------------------------------- part: san

AMBIGUOUS = re.compile(r"^[NRMSK]([a-h][1-8]|[a-h]|[1-8])x?[a-h][1-8]")


def kinds(text):
    found = set()
    if "x" in text:
        found.add("capture")
    if "=" in text:
        found.add("promotion")
    if text.endswith("+"):
        found.add("check")
    if text.endswith("#"):
        found.add("mate")
    match = AMBIGUOUS.match(text)
    if match:
        found.add("square" if len(match.group(1)) == 2 else "rank" if match.group(1).isdigit() else "file")
    return found or {"plain"}


def crowd(rng, kind):
    """White to move; alike pieces share a target so that one needs its rank ("rank") or its square ("square")."""
    while True:
        cells = [(c, r) for c in range(8) for r in range(8)]
        target = rng.choice(cells)
        piece = "M" if kind == "square" else rng.choice("MMSNR")
        near = origins({target: piece}, target)
        corner = [(a, b, c) for a in near for b in near for c in near
                  if a[0] == b[0] and a[1] != b[1] and (kind == "rank" or a[1] == c[1] and a[0] != c[0])]
        if not corner:
            continue
        board = {square: piece for square in rng.choice(corner)[:2 if kind == "rank" else 3]}
        if piece == "M":
            board = {square: rng.choice(["M", "M~"]) for square in board}
        free = [s for s in cells if s not in board and s != target]
        for other_piece, square in zip("Kknr", rng.sample(free, 4)):
            board[square] = other_piece
        if rng.random() < 0.4:
            board[target] = rng.choice("smn")
        fen = make_fen(board, "w")
        if sound(fen) and legal(fen):
            return fen


def san_part(folder):
    rng = random.Random("%d san" % SEED)
    wanted = {"mate": 36, "square": 30, "rank": 50, "promotion": 70, "check": 70, "file": 64, "capture": 50, "plain": 30}
    rows, seen = {key: [] for key in wanted}, set()

    def take(fen):
        texts = {m: san(fen, m) for m in legal(fen)}
        by_kind = {}
        for move, text in texts.items():
            for kind in kinds(text):
                by_kind.setdefault(kind, []).append(move)
        for kind in wanted:
            if kind in by_kind and len(rows[kind]) < wanted[kind] and fen not in seen:
                move = rng.choice(by_kind[kind])
                seen.add(fen)
                rows[kind].append((fen, move, texts[move], san(fen, move, pyffish.NOTATION_THAI_SAN)))
                return

    def full():
        return all(len(rows[key]) >= wanted[key] for key in wanted)

    for _ in range(14):
        line = list(play(rng, 160, rng.choice([0.0, 0.2, 0.5, 0.8])))
        for fen in rng.sample(line, min(16, len(line))):
            take(fen)
    while not full():
        kind = next(key for key in wanted if len(rows[key]) < wanted[key])
        if kind == "mate":
            step = unplay(rng, ending(rng, rng.choice(["RR", "RM", "SSM", "NNS", "NMM~"]), True))
            if step is None:
                continue
            fen = step[0]
        elif kind in ("rank", "square"):
            fen = crowd(rng, kind)
        else:
            fen = scatter(rng, rng.choice(["KRRNNSSMk", "KNNRRksm", "KNNSSM~PPkmr", "KRRPPPknm", "KMM~M~SSkp"]), "w")
        take(flip(fen) if rng.random() < 0.5 else fen)

    with open(os.path.join(folder, "makruk_san.txt"), "w", encoding="utf-8") as file:
        origin(file, "san", [
            "Moves as the program writes them: FEN<TAB>uci<TAB>SAN<TAB>Thai SAN (NOTATION_SAN, NOTATION_THAI_SAN).",
            "One legal move of each position, chosen so that captures, promotions, checks, mates and moves that need",
            "a file, a rank or a whole square to tell them apart are common.",
        ])
        for key in wanted:
            for row in rows[key]:
                file.write("\t".join(row) + "\n")
    return sum(len(r) for r in rows.values())


PARTS = {"random": random_part, "counting": counting_part, "san": san_part}


def main(arguments):
    if not arguments or any(part not in PARTS for part in arguments[1:]):
        sys.exit(__doc__)
    folder = arguments[0]
    os.makedirs(folder, exist_ok=True)
    for part in arguments[1:] or list(PARTS):
        print(part, PARTS[part](folder))


if __name__ == "__main__":
    main(sys.argv[1:])
