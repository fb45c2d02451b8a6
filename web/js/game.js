// A game: one class over the rules in WebAssembly, in the shape of chess.js.
//
// The tree of moves is in the module. What needs no rules (the board, the turn, the moves to the current position) is kept here, as
// the module would answer it, so that it is as fast as JavaScript can.
//
// Names that begin with an underscore are not for users. They are no private fields, since a method that is called through a
// Proxy, as with Vue, cannot read those.

import {
  BLACK, KING, PIECES, SQUARES, WHITE, colorOf, indexOf, keptRights, letterOf, numberOf, pieceOf, readLetters, sideOf, squareColor, squaresOf, words,
  writeRank,
} from './board.js';
import { givenColor, givenFields, givenList, givenMove, givenSquare, givenText, givenWhole } from './given.js';
import { SIGNS, SUFFIX_LIST } from './glyphs.js';
import { SEVEN_TAG_ROSTER, newHeaders } from './headers.js';
import { Move } from './move.js';
import { writePgn } from './pgn-write.js';
import { RULES } from './rules.js';
import { isCheckOn, setupMoves } from './setup.js';
import { Tree, readNotes, treeOf, writeNotes } from './tree.js';
import { lines, refusing } from './wasm.js';

/** The spellings of a null move: in SAN, and in UCI. */
const NULL_MOVES = ['--', '0000'];
const isNull = (move) => move === null || NULL_MOVES.includes(move) || move?.flags === '-';
const SIDES = { [WHITE]: BLACK, [BLACK]: WHITE };
const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';
const HAS_MOVES = 1;
const IS_INSUFFICIENT = 2;
const IS_OVER = 4;
const OCCURRED = 3;

/** The rules of a game. A property of the game would be behind the game's proxy, and the module with it. */
const rulesOf = ({ _variant }) => RULES.get(_variant);
const moduleOf = ({ _variant }) => RULES.get(_variant).module;

/** SAN without the signs that add nothing; `undefined` if there are signs before its end. */
const plain = (san) => /^([^+#!?]*)[+#]?[!?]*$/.exec(san.replace('=', ''))?.[1];

/** What the fields of a FEN behind the board say. */
const knownOf = ([turn, castling, ...rest]) =>
  ({ turn, castling, clock: Number(rest.at(-2)), number: Number(rest.at(-1)), rights: null, hash: null });

export class Game {
  /** The number of changes. Who has read an answer of the module has read this, too. */
  _version = 0;

  /** @param {import('./rules.js').Rules} rules */
  constructor(rules, fen, options) {
    this._variant = rules.variant;
    this.load(fen ?? rules.start, options);
  }

  /** `chess` or `makruk`. */
  get variant() {
    return this._variant;
  }

  /**
   * Frees the memory that the module keeps for the game. You need not call it, since the module keeps a limited number of games.
   * You can still use the game: the module then plays it again.
   */
  free() {
    for (const tree of [this._tree, ...this._earlier]) rulesOf(this).pool?.drop(tree.id);
  }

  // Starts and set-ups.

  /**
   * Starts from a FEN. Castling rights that the board contradicts are removed, and `repairs` lists them. An illegal position is
   * an error with the reason, or becomes a set-up with `skipValidation`.
   */
  load(fen, { skipValidation = false, preserveHeaders = false } = {}) {
    const { start, repairs } = refusing('FEN', () => this._read(fen, skipValidation));
    if (!preserveHeaders || !this._headers) this._headers = newHeaders();
    this._repairs = repairs;
    this._plant(new Tree(start));
    this._updateSetup(start);
    if (this._variant === 'makruk') this._headers.Variant = 'Makruk';
  }

  /** Returns the FEN of the position that a text loads, and its repairs. */
  _read(fen, mayBeSetup) {
    if (fen === rulesOf(this).start) return { start: fen, repairs: [] };
    try {
      const [start, ...repairs] = lines(moduleOf(this).call('load', fen));
      return { start, repairs };
    } catch (error) {
      if (!mayBeSetup) throw error;
      rulesOf(this).violations(fen);
      return { start: fen, repairs: [] };
    }
  }

  /** Takes a new tree for the game. */
  _plant(tree) {
    if (this._tree) for (const old of [this._tree, ...this._earlier]) rulesOf(this).pool?.forget(old.id);
    this._tree = tree;
    /** The trees before the board was changed, each at the position that was changed. Only `undo` and `history` know them. */
    this._earlier = [];
    this._changed();
  }

  _updateSetup(fen) {
    if (this._earlier.length) return;
    const isSetup = fen !== rulesOf(this).start;
    this._headers.SetUp = isSetup ? '1' : null;
    this._headers.FEN = isSetup ? fen : null;
  }

  /** A sentence for each repair of the FEN that was loaded. */
  repairs() {
    return [...this._repairs];
  }

  reset() {
    this.load(rulesOf(this).start);
  }

  /** Empties the board, for `put`. */
  clear({ preserveHeaders = false } = {}) {
    this._repairs = [];
    this._plant(new Tree(EMPTY));
    if (!preserveHeaders) this._headers = newHeaders();
    this._headers.SetUp = this._headers.FEN = null;
  }

  /**
   * Changes the board: a new tree begins, as a set-up if the board is no legal position. The moves before are kept for `undo` and
   * `history`.
   */
  _edit(change) {
    const letters = this._letters();
    const [placement, ...fields] = this._tree.fen.split(' ');
    const ranks = placement.split('/');
    change(fields, letters, ranks);
    if (fields[1] !== '-') fields[1] = keptRights(letters, fields[1]);
    fields[2] = '-';
    if (this._line().length) this._earlier.push(this._tree);
    else rulesOf(this).pool?.forget(this._tree.id);
    this._tree = new Tree(`${ranks.join('/')} ${fields.join(' ')}`);
    this._changed();
    this._parsed = letters;
    this._known = knownOf(fields);
    this._updateSetup(this._tree.fen);
  }

  /** Changes a square, which changes one rank of the FEN. */
  _set(index, letter) {
    this._edit((_, letters, ranks) => {
      letters[index] = letter;
      ranks[index >> 3] = writeRank(letters, index & 56);
    });
  }

  /** Puts a piece on a square. Returns `false` if it cannot: for a second king, or for no square. */
  put(piece, square) {
    const type = typeof piece?.type === 'string' ? piece.type.toLowerCase() : '';
    const index = indexOf(square);
    const roles = this.variant === 'makruk' ? 'pnrksm' : 'pnbrqk';
    if (index === undefined || type.length !== 1 || !roles.includes(type) || !(piece.color in SIDES)) return false;
    const letter = letterOf(piece);
    if (type === KING && ![-1, index].includes(this._letters().indexOf(letter))) return false;
    this._set(index, letter);
    return true;
  }

  remove(square) {
    const piece = this.get(square);
    if (piece) this._set(indexOf(square), null);
    return piece;
  }

  /** Passes the turn to a side by a null move. Returns `true` if the turn has changed. */
  setTurn(color) {
    if (this.turn() === givenColor(color)) return false;
    if (this._game() === null) this._edit((fields) => (fields[0] = color));
    else this.move(null);
    return true;
  }

  /** Sets castling rights: `{ k: true, q: false }`. Returns `true` if all of them could be set. */
  setCastlingRights(color, rights) {
    givenColor(color);
    givenFields(rights, 'rights { k, q }');
    const letter = (side) => (color === WHITE ? side.toUpperCase() : side);
    const named = ['k', 'q'].filter((side) => rights[side] !== undefined);
    const rank = color === WHITE ? 1 : 8;
    const isHome = (square, type) => {
      const piece = this.get(square + rank);
      return piece?.type === type && piece.color === color;
    };
    // In Chess960 any king between its rooks may castle, otherwise only a king on its start square.
    const may = (side) => this._isChess960() || (isHome('e', KING) && isHome(side === 'k' ? 'h' : 'a', 'r'));
    this._edit((fields, letters) => {
      const kept = [...fields[1]].filter((one) => one !== '-' && (colorOf(one) !== color || !named.includes(sideOf(one, letters))));
      fields[1] = [...kept, ...named.filter((side) => rights[side] && may(side)).map(letter)].sort().join('') || '-';
    });
    const now = this.getCastlingRights(color);
    return named.every((side) => rights[side] === now[side]);
  }

  getCastlingRights(color) {
    const known = this._fields();
    known.rights ??= { w: this._rights('w'), b: this._rights('b') };
    const { k, q } = known.rights[givenColor(color)];
    return { k, q };
  }

  _rights(color) {
    const own = [...this._fields().castling].filter((letter) => letter !== '-' && colorOf(letter) === color);
    const sides = own.map((letter) => sideOf(letter, this._letters()));
    return { k: sides.includes('k'), q: sides.includes('q') };
  }

  /** The violations of the board; none if it is a legal position. */
  violations() {
    return this._game() === null ? rulesOf(this).violations(this._tree.fen) : [];
  }

  // The module's game.

  /** The handle of the module's game; `null` for a set-up. */
  _game() {
    // Who reads this sees each change.
    this._version;
    const tree = this._tree;
    if (tree.isSetup) return null;
    const { pool, module } = rulesOf(this);
    const handle = pool.get(tree.id);
    if (handle !== undefined) return handle;
    try {
      return pool.keep(tree, Number(module.call('new_game', `${tree.start}\n${tree.saved}`)));
    } catch {
      // An illegal position.
      tree.isSetup = true;
      return null;
    }
  }

  /** Asks the module for something of the tree, or to do something with it. */
  _of(name, text, number) {
    return moduleOf(this).tree(this._game(), name, text, number);
  }

  /** The same; `null` if it cannot be done. */
  _try(name, text, number) {
    try {
      return this._of(name, text, number);
    } catch {
      return null;
    }
  }

  _ask(name, text = '', ...numbers) {
    return moduleOf(this).call(name, text, this._game(), ...numbers);
  }

  /** Drops the cached answers about the position before. */
  _changed() {
    this._version++;
    this._parsed = this._known = this._facts = this._check = this._status = this._noted = this._written = this._ended = null;
  }

  // The board.

  /** The FEN. With `forceEnpassantSquare` it has the en passant square even if the capture is illegal. */
  fen({ forceEnpassantSquare = false } = {}) {
    if (!forceEnpassantSquare || this._game() === null) return this._tree.fen;
    return this._ask('forced_fen');
  }

  /** The letters on the board, read once for each position; only `_edit` changes them. */
  _letters() {
    return (this._parsed ??= readLetters(this._tree.fen));
  }

  get(square) {
    const letter = this._letters()[indexOf(square)];
    return letter ? pieceOf(letter) : undefined;
  }

  findPiece(piece) {
    const type = givenText(givenFields(piece, 'a piece { type, color }').type, 'a piece letter');
    const letters = this._letters();
    const letter = piece.color === WHITE ? type.toUpperCase() : type.toLowerCase();
    const found = [];
    // An unknown letter is on no square.
    const known = PIECES[letter];
    if (known?.type !== type || known.color !== piece.color) return found;
    for (let i = 0; i < 64; i++) if (letters[i] !== null && letters[i][0] === letter) found.push(SQUARES[i]);
    return found;
  }

  /** The eight ranks from the eighth to the first, of eight squares each. */
  board() {
    const letters = this._letters();
    const ranks = [];
    for (let first = 0; first < 64; first += 8) {
      const rank = [];
      for (let i = first; i < first + 8; i++) {
        const letter = letters[i];
        if (!letter) {
          rank.push(null);
          continue;
        }
        const { type, color } = PIECES[letter];
        rank.push(letter.length > 1 ? { square: SQUARES[i], type, color, promoted: true } : { square: SQUARES[i], type, color });
      }
      ranks.push(rank);
    }
    return ranks;
  }

  ascii() {
    const letters = this._letters();
    const border = '   +------------------------+\n';
    let text = border;
    for (let first = 0; first < 64; first += 8) {
      text += ` ${8 - first / 8} |`;
      for (let i = first; i < first + 8; i++) text += letters[i] ? ` ${letters[i][0]} ` : ' . ';
      text += '|\n';
    }
    return `${text}${border}     a  b  c  d  e  f  g  h`;
  }

  squareColor(square) {
    return squareColor(square);
  }

  /** The other fields of the FEN, read once for each position. */
  _fields() {
    return (this._known ??= knownOf(this._tree.fen.split(' ').slice(1)));
  }

  turn() {
    return (this._known ?? this._fields()).turn;
  }

  moveNumber() {
    return (this._known ?? this._fields()).number;
  }

  /** Sixteen hexadecimal digits, equal for equal positions. */
  hash() {
    const known = this._fields();
    known.hash ??= this._key().toString(16).padStart(16, '0');
    return known.hash;
  }

  _key() {
    const handle = this._game();
    if (handle !== null) return BigInt.asUintN(64, moduleOf(this).number('key', handle));
    // The library has keys for legal positions only. For a set-up this is FNV-1a of the FEN.
    let key = 0xcbf29ce484222325n;
    for (const char of this._tree.fen) key = BigInt.asUintN(64, (key ^ BigInt(char.charCodeAt(0))) * 0x100000001b3n);
    return key;
  }

  _attackers(square, color) {
    const target = numberOf(square);
    if (target === undefined) return 0n;
    const handle = this._game();
    const by = givenColor(color) === BLACK ? 1 : 0;
    const module = moduleOf(this);
    return handle === null
      ? module.numberOf('setup_attackers', this._tree.fen, target, by)
      : module.number('attackers', handle, target, by);
  }

  /** The squares of the pieces that attack a square, of `color` or else of the side to move. */
  attackers(square, color = this.turn()) {
    return squaresOf(this._attackers(square, color));
  }

  isAttacked(square, color) {
    return this._attackers(square, color) !== 0n;
  }

  /** The squares that a piece may go to when its side is to move next, after any move of the other side. */
  premoves(square) {
    const from = numberOf(square);
    return from === undefined || this._game() === null ? [] : words(this._ask('premoves', '', from));
  }

  /** For boards: where each piece of the waiting side may go when that side is to move next. */
  premoveDests() {
    const found = new Map();
    for (const { square, color } of this.board().flat().filter(Boolean)) {
      const targets = color === this.turn() ? [] : this.premoves(square);
      if (targets.length) found.set(square, targets);
    }
    return found;
  }

  // Moves.

  /**
   * For boards: where each piece may go. A king castles by a drag to its target or onto the rook; in Chess960 only onto the rook,
   * since the king may also step to its target.
   */
  dests() {
    const found = new Map();
    for (const { from, to, rook } of this.moves({ verbose: true })) {
      const targets = found.get(from) ?? [];
      // A promotion is four moves to one square.
      for (const target of !rook ? [to] : this._isChess960() ? [rook] : [to, rook]) if (!targets.includes(target)) targets.push(target);
      found.set(from, targets);
    }
    return found;
  }

  /** The legal moves in the order of chess.js: all, or those from a square or of a kind of piece. */
  moves({ verbose = false, square, piece } = {}) {
    const from = square ? numberOf((square = givenText(square, 'a square')).toLowerCase()) : 64;
    if (piece !== undefined) piece = givenText(piece, 'a piece letter');
    if (from === undefined) return [];
    if (this._game() === null) {
      const wanted = ({ from, piece: moved }) => (!square || from === square.toLowerCase()) && (!piece || moved === piece.toLowerCase());
      const found = this._setupMoves().filter(wanted);
      return verbose ? found : found.map((move) => move.san);
    }
    if (!verbose && piece === undefined) return lines(this._ask('sans', '', from));
    const found = lines(this._ask('moves', '', from)).map((line) => this._moveOf(line));
    const wanted = piece === undefined ? found : found.filter((move) => move.piece === piece.toLowerCase());
    return verbose ? wanted : wanted.map((move) => move.san);
  }

  _moveOf(line, before = this._tree.fen) {
    const move = new Move(line, before);
    // Programs expect one spelling of castling in a game.
    if (move.rook && this._isChess960()) move.lan = move.from + move.rook;
    return move;
  }

  /** `true` if castling is written as king takes rook. This holds for all moves of a tree. */
  _isChess960() {
    if (/960|random|freestyle/i.test(this._headers.Variant)) return true;
    return (this._tree.isChess960 ??= moduleOf(this).numberOf('is_chess960', this._tree.start) === 1);
  }

  /** The moves of the pieces on an illegal board. Only chess has such boards. */
  _setupMoves() {
    return this.variant === 'chess' ? setupMoves(this._tree.fen).map((line) => this._moveOf(line)) : [];
  }

  /** The move for a text or squares on an illegal board. */
  _setupMove(move) {
    const isMeant =
      typeof move === 'string'
        ? ({ san, lan }) => lan === move || plain(san) === plain(move)
        : ({ from, to, promotion }) => from === move.from && to === move.to && (!promotion || promotion === move.promotion?.toLowerCase());
    const found = this._setupMoves().find(isMeant);
    if (found) return found;
    const text = typeof move === 'string' ? move : `${move.from}${move.to}`;
    throw new Error(`the pieces on the board have no move ${text}; ${this.violations().map((one) => one.message).join('; ')}`);
  }

  /** Passes a move to the module, to find or to play it. The move is SAN, another common spelling, or squares. */
  _call(move, plays) {
    if (this._game() === null) return this._setupMove(move);
    if (typeof move === 'string') return this._moveOf(this._ask(plays ? 'play' : 'find', move));
    const { from, to, promotion, flags, lan } = move;
    // A castling of Chess960 may have the squares of another move, but not its name in UCI.
    if (['k', 'q'].includes(flags) && /^[a-h][1-8][a-h][1-8]$/.test(lan)) {
      const castling = this._moveOf(this._ask('find', lan));
      if (castling.from === from && castling.to === to) return plays ? this._moveOf(this._ask('play', lan)) : castling;
    }
    // Board libraries always name a promotion. It counts only if there is one to choose.
    const name = plays ? 'play_squares' : 'find_squares';
    return this._moveOf(this._ask(name, promotion ?? '', givenSquare(from), givenSquare(to)));
  }

  /** Returns the legal move without playing it; throws the reason if it is illegal. */
  find(given, { strict = false } = {}) {
    return refusing('move', () => {
      const move = givenMove(given);
      if (isNull(move)) return this._nullMove();
      const found = this._call(move, false);
      if (strict && typeof move === 'string' && plain(found.san) !== plain(move)) throw new Error(`the move is written ${found.san}`);
      return found;
    });
  }

  /** Returns the reason why a move is illegal; `null` for a legal move. */
  why(move) {
    try {
      this.find(move);
      return null;
    } catch (error) {
      return error.reason;
    }
  }

  /**
   * Plays a move: SAN, another common spelling, squares, or a move that `moves` or `history` has returned; `null` and `--` pass the
   * turn. Throws the reason if the move is illegal. In a game with variations it follows the first line with this move, or begins
   * a new one.
   */
  move(given, { strict = false } = {}) {
    let move = refusing('move', () => givenMove(given));
    if (isNull(move)) return this._pass();
    if (strict) move = this.find(move, { strict }).lan;
    return this._arrive(refusing('move', () => this._call(move, true)));
  }

  /** Follows the module, which has played a move. */
  _arrive(move) {
    const tree = this._tree;
    if (tree.isSetup && tree.ahead.pop()?.lan !== move.lan) {
      tree.ahead = [];
      tree.notes.length = tree.moves.length + 1;
    }
    tree.moves?.push(move);
    this._stand(move.after);
    return move;
  }

  /** Stands at a position of the tree. In Makruk a declared count changes its FEN. */
  _stand(fen) {
    this._tree.fen = fen;
    this._changed();
    if (this._variant === 'chess') return;
    this._tree.fen = this.status.fen;
    this._changed();
  }

  /** `true` if a legal move between two squares promotes a pawn: the player must choose a piece. */
  isPromotion(move) {
    const { from, to } = givenFields(move, 'a move { from, to }');
    return this.moves({ verbose: true, square: from }).some((one) => one.to === to && one.isPromotion());
  }

  /** The null move; throws if the side to move is in check. */
  _nullMove() {
    if (this.isCheck()) throw new Error('Null move not allowed when in check');
    const [placement, turn, castling, , clock, number] = this._tree.fen.split(' ');
    const after = [placement, SIDES[turn], castling, '-', Number(clock) + 1, Number(number) + (turn === BLACK ? 1 : 0)].join(' ');
    return this._moveOf(`a8 a8 a8a8 ${NULL_MOVES[0]} k - - - a8\t${after}`);
  }

  _pass() {
    return this._arrive(this._game() === null ? this._nullMove() : this._moveOf(this._of('pass')));
  }

  /** The moves of the tree from its start to the board. */
  _line() {
    const tree = this._tree;
    if (!tree.moves) {
      let before = tree.start;
      tree.moves = lines(this._of('line')).map((line) => {
        const move = this._moveOf(line, before);
        before = move.after;
        return move;
      });
    }
    return tree.moves;
  }

  /** Takes the last move back and removes it with all moves after it. */
  undo() {
    if (this._line().length) return this._step('undo');
    if (!this._earlier.length) return null;
    // The board was changed after the last move.
    rulesOf(this).pool.forget(this._tree.id);
    this._tree = this._earlier.pop();
    return this._step('undo');
  }

  _step(name) {
    const tree = this._tree;
    const move = this._line().at(-1);
    if (this._game() === null) {
      tree.ahead = name === 'undo' ? [] : [...tree.ahead, move];
      if (name === 'undo') tree.notes.length = tree.moves.length;
    } else this._of(name);
    tree.moves.pop();
    this._stand(move.before);
    return move;
  }

  /** The moves from the start to the board. */
  history({ verbose = false } = {}) {
    const moves = this._earlier.length ? [...this._earlier.flatMap((tree) => tree.moves), ...this._line()] : this._line();
    return verbose ? [...moves] : moves.map((move) => move.san);
  }

  /** The number of move sequences of a length. */
  perft(depth) {
    return Number(moduleOf(this).call('perft', this._tree.fen, givenWhole(depth, 'a depth')));
  }

  // Variations.

  /** Goes one move back and keeps the move. */
  back() {
    return this._line().length ? this._step('back') : null;
  }

  /** Goes one move forward, along the line or into a variation by its number. */
  forward(variation = 0) {
    const isSetup = this._game() === null;
    const line = isSetup || !Number.isInteger(variation) ? null : this._try('forward', '', variation);
    const move = isSetup ? variation === 0 && this._tree.ahead.at(-1) : line && this._moveOf(line);
    return move ? this._arrive(move) : null;
  }

  /** The moves that follow, in their order. The first continues the line. */
  variations() {
    return this._game() === null ? this._tree.ahead.slice(-1) : lines(this._of('variations')).map((line) => this._moveOf(line));
  }

  /** The tree as lines, with moves in SAN. */
  _lines() {
    return this._game() === null ? this._tree.line() : (this._written ??= lines(this._of('tree')));
  }

  /** The whole tree: moves with their comments and glyphs, the moves after them, and the path to each. */
  tree() {
    const told = this._game() === null ? this._tree.line() : lines(this._of('tree', '', 1));
    return treeOf(this._tree.start, told, (line, before) => this._moveOf(line, before));
  }

  /** The path to the current move: the number of the variation at each move from the start. */
  path() {
    return this._game() === null ? this._line().map(() => 0) : words(this._of('path')).map(Number);
  }

  /** Goes to the move at `path`. */
  goTo(given) {
    const path = givenList(given, givenWhole, 'a path, a list of whole numbers,');
    if (this._game() === null) {
      while (this.back());
      return path.every((variation) => this.forward(variation));
    }
    const answer = this._of('go', path.join(' '));
    this._tree.moves = path.length ? null : [];
    this._stand(answer.slice(1));
    return answer[0] === '1';
  }

  /** Makes the variation of the current move the first among its siblings. */
  promote() {
    return this._change('promote') !== null;
  }

  /** Asks for a change of the tree; `null` if it is not possible. */
  _change(name) {
    const answer = this._game() === null ? null : this._try(name);
    if (answer !== null) this._changed();
    return answer;
  }

  /** Removes the variation of the current move and goes to its beginning. Returns `false` on the main line, which stays. */
  deleteVariation() {
    const fen = this._change('deleteVariation');
    if (fen === null) return false;
    this._tree.moves = null;
    this._stand(fen);
    return true;
  }

  /** The numeric annotation glyphs of the last move. */
  get nags() {
    return [...this._notes().nags];
  }

  // The state of the game and its end.

  /** All facts of the library about the position. */
  get status() {
    if (this._game() === null) {
      return { fen: this._tree.fen, moves: '0', checkers: '', repetitions: '0', insufficient: '0', clock: '0' };
    }
    this._status ??= Object.fromEntries(
      lines(this._ask('status')).map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
    );
    return this._status;
  }

  /** The facts that decide whether the game is over, as bits. A set-up has none. */
  _fact(bit) {
    const handle = this._game();
    if (handle === null) return bit === HAS_MOVES && this._setupMoves().length > 0;
    this._facts ??= moduleOf(this).number('facts', handle);
    return (this._facts & bit) !== 0;
  }

  /** The pieces that give check. */
  checkers() {
    return words(this.status.checkers);
  }

  isCheck() {
    // A board that was just changed may be no legal position, and a king is found sooner than that is known.
    const isNew = this._variant === 'chess' && this._parsed !== null && rulesOf(this).pool.get(this._tree.id) === undefined;
    if (isNew) return (this._check ??= isCheckOn(this._parsed, this.turn()));
    const handle = this._game();
    return (this._check ??= handle !== null ? moduleOf(this).number('is_check', handle) === 1 : this._variant === 'chess' && isCheckOn(this._letters(), this.turn()));
  }

  inCheck() {
    return this.isCheck();
  }

  isCheckmate() {
    return this.isCheck() && !this._fact(HAS_MOVES);
  }

  isStalemate() {
    return !this.isCheck() && !this._fact(HAS_MOVES);
  }

  isInsufficientMaterial() {
    return this.variant === 'chess' && this._fact(IS_INSUFFICIENT);
  }

  isThreefoldRepetition() {
    const moves = this.history({ verbose: true });
    if (this._earlier.length || moves.some((move) => move.isNullMove())) {
      // The module's game started later.
      const position = (fen) => fen.split(' ').slice(0, 4).join(' ');
      const now = position(this._tree.fen);
      return [...moves.map((move) => move.before), this._tree.fen].filter((fen) => position(fen) === now).length >= 3;
    }
    this._fact(HAS_MOVES);
    return this._facts >> OCCURRED >= 3;
  }

  isDrawByFiftyMoves() {
    return this._variant === 'chess' && this._fields().clock >= 100;
  }

  /** `true` if the game is drawn, or if a draw by repetition or fifty moves can be claimed, as in chess.js. */
  isDraw() {
    if (this._fact(IS_OVER)) return this.status.result === '1/2-1/2';
    return this.isStalemate() || this.isInsufficientMaterial() || this.isThreefoldRepetition() || this.isDrawByFiftyMoves();
  }

  isGameOver() {
    return this._fact(IS_OVER) || this.isCheckmate() || this.isDraw();
  }

  /** The end of the game by the laws, without draws that must be claimed; `null` if it is not over. */
  outcome() {
    if (!this._fact(IS_OVER)) return null;
    const { outcome, result, by, announced } = this.status;
    return { text: outcome, result, by, ...(announced && { announced }) };
  }

  /** `true` if a side cannot mate by any series of legal moves: then the other side does not lose on time. */
  cannotMate(color) {
    const handle = this._game();
    return handle !== null && moduleOf(this).number('cannot_mate', handle, givenColor(color) === BLACK ? 1 : 0) === 1;
  }

  /** Makruk's count in words, if there is one. */
  count() {
    return this.status.count ?? null;
  }

  /** The draws that the side to move can claim, now or by announcing a move. */
  claims() {
    if (this._game() === null) return [];
    return lines(this._ask('claims')).map((line) => {
      const [name, occurred, moves] = line.split('\t');
      return { name, occurred: occurred === '1', moves: words(moves) };
    });
  }

  /** Throws on an illegal board, of which the module has no game. */
  _needPosition() {
    const [wrong] = this.violations();
    if (wrong) throw new Error(`the board is no position: ${wrong.message}`);
  }

  _declare(text) {
    this._needPosition();
    this._ask('declare', text);
    this._stand(this._tree.fen);
    return this.outcome();
  }

  /** Claims a draw, now or with an announced move; throws the reason if there is none. */
  claim(move) {
    return this._declare(move === undefined ? 'claim' : `claim ${this.find(move).lan}`);
  }

  resign(color = this.turn()) {
    return this._declare(`resign ${givenColor(color)}`);
  }

  agreeDraw() {
    return this._declare('agreeDraw');
  }

  /** Ends the game: the time of a side is up. */
  flagFall(color = this.turn()) {
    return this._declare(`flagFall ${givenColor(color)}`);
  }

  /** In Makruk: starts or stops board's honour count of a side. */
  startCounting(color = this.turn()) {
    this._declare(`startCounting ${givenColor(color)}`);
  }

  stopCounting(color = this.turn()) {
    this._declare(`stopCounting ${givenColor(color)}`);
  }

  /** What was declared on all lines: the method, its argument, and the path to the position. In one position the first comes first. */
  declarations() {
    if (this._game() === null) return [];
    return lines(this._of('declared')).map((line) => {
      const [said, path] = line.split('\t');
      const [name, argument] = said.split(' ');
      return { name, argument, path: words(path).map(Number) };
    });
  }

  // Tags, comments and glyphs.

  /** The result of the tag, or else of the end of the main line, wherever the game stands. */
  _result() {
    const said = this._headers.Result || '*';
    if (said !== '*' || this._game() === null) return said;
    this._ended ??= this._of('result');
    return this._ended || said;
  }

  getHeaders() {
    const headers = {};
    for (const name in this._headers) if (this._headers[name] !== null) headers[name] = this._headers[name];
    headers.Result = this._result();
    return headers;
  }

  _tag(name, value) {
    this._headers[name] = value;
    // By the variant the moves are spelt.
    if (name === 'Variant' && this._game() !== null) this._tree.moves = null;
  }

  setHeader(name, value) {
    // A number, such as a rating, is written as a text.
    const text = typeof value === 'number' && !Number.isNaN(value) ? String(value) : value == null ? null : givenText(value, 'a value of a tag');
    this._tag(givenText(name, 'a name of a tag'), text ?? SEVEN_TAG_ROSTER[name] ?? null);
    return this.getHeaders();
  }

  removeHeader(name) {
    if (!(name in this._headers)) return false;
    this._tag(name, SEVEN_TAG_ROSTER[name] ?? null);
    return true;
  }

  /** The headers as in chess.js, with `null` for known tags without a value: use `setHeader` and `getHeaders`. */
  header(...pairs) {
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      if (typeof pairs[i] === 'string' && typeof pairs[i + 1] === 'string') this._tag(pairs[i], pairs[i + 1]);
    }
    return this._headers;
  }

  /** The comments and glyphs of a position on the current line, by its FEN; by default of the current position. */
  _notes(fen) {
    if (this._game() === null) return this._tree.notes[this._place(fen)] ?? readNotes([]);
    if (fen !== undefined) return readNotes(lines(this._of('notes', fen)));
    return (this._noted ??= readNotes(lines(this._of('notes'))));
  }

  _annotate(notes, fen) {
    const noted = writeNotes(notes);
    if (this._game() === null) this._tree.notes[this._place(fen)] = readNotes(noted);
    else this._of('annotate', `${fen ?? ''}\n${noted.join('\n')}`);
    this._version++;
    this._written = this._noted = null;
    if (fen === undefined) this._noted = readNotes(noted);
  }

  /** The place of a position on the line of a set-up. */
  _place(fen) {
    if (fen === undefined) return this._tree.moves.length;
    const place = this._tree.fens().indexOf(fen);
    if (place < 0) throw new Error(`the game has no such position on this line: ${fen}`);
    return place;
  }

  getComment() {
    const { comments } = this._notes();
    return comments.length ? comments.join(' ') : undefined;
  }

  /** Sets the comment of the last move. Braces become brackets, since the first closing brace ends a comment in PGN. */
  setComment(comment) {
    this._annotate({ ...this._notes(), comments: [givenText(comment, 'a comment').replaceAll('{', '[').replaceAll('}', ']')] });
  }

  removeComment() {
    const comment = this.getComment();
    if (comment !== undefined) this._annotate({ ...this._notes(), comments: [] });
    return comment;
  }

  deleteComment() {
    return this.removeComment();
  }

  deleteComments() {
    return this.removeComments();
  }

  /** The positions of the current line with comments or glyphs: [FEN, notes]. */
  _allNotes() {
    if (this._game() === null) {
      const { notes } = this._tree;
      return this._tree.fens().map((fen, i) => [fen, notes[i] ?? readNotes([])]).filter(([, { comments, nags }]) => comments.length || nags.length);
    }
    return this._of('allNotes')
      .split(/^=/m)
      .slice(1)
      .map((text) => lines(text))
      .map(([fen, ...notes]) => [fen, readNotes(notes)]);
  }

  /** The comments on the current line, by positions. `tree` also has those of variations. */
  getComments() {
    return this._allNotes().map(([fen, { comments, nags, sign }]) => ({
      fen,
      ...(comments.length && { comment: comments.join(' ') }),
      ...(sign && { suffixAnnotation: SIGNS[sign] }),
      nags: nags.filter((nag) => nag !== sign),
    }));
  }

  /** The numbers of the glyphs of a position, without the sign after its move. */
  getNags(fen) {
    const { nags, sign } = this._notes(fen);
    return nags.filter((nag) => nag !== sign);
  }

  setNags(nags, fen) {
    const notes = this._notes(fen);
    this._annotate({ ...notes, nags: givenList(nags, givenWhole, 'a list of the numbers of glyphs') }, fen);
  }

  addNag(nag, fen) {
    const nags = this.getNags(fen);
    if (!nags.includes(nag)) this.setNags([...nags, nag], fen);
  }

  removeNags(fen) {
    const nags = this.getNags(fen);
    this.setNags([], fen);
    return nags;
  }

  removeNag(nag, fen) {
    const nags = this.getNags(fen);
    this.setNags(nags.filter((one) => one !== nag), fen);
    return nags.includes(nag);
  }

  /** The sign after a move, such as `!` or `?!`. */
  getSuffixAnnotation(fen) {
    return SIGNS[this._notes(fen).sign] || undefined;
  }

  setSuffixAnnotation(suffix, fen) {
    if (!SUFFIX_LIST.includes(suffix)) throw new Error(`Invalid suffix: ${String(suffix)}`);
    this._sign(SIGNS.indexOf(suffix), fen);
  }

  removeSuffixAnnotation(fen) {
    const suffix = this.getSuffixAnnotation(fen);
    this._sign(0, fen);
    return suffix;
  }

  _sign(sign, fen) {
    this._annotate({ ...this._notes(fen), nags: this.getNags(fen), sign }, fen);
  }

  removeComments() {
    const said = this._allNotes().filter(([, { comments }]) => comments.length);
    for (const [fen, notes] of said) this._annotate({ ...notes, comments: [] }, fen);
    return said.map(([fen, { comments }]) => ({ fen, comment: comments.join(' ') }));
  }

  /** The whole game as PGN, with variations and comments. `maxWidth` limits the characters of a line. */
  pgn(options) {
    const start = this._tree.start;
    const headers = this._earlier.length ? { ...this._headers, SetUp: '1', FEN: start } : this._headers;
    return writePgn(headers, start, this._lines(), this._result(), options);
  }

  /**
   * Reads the first game of a PGN with its variations, and goes to the end of its main line. An illegal move in a variation ends
   * the variation. An error on the main line is thrown, and the game is unchanged.
   */
  loadPgn(text, { strict = false, newlineChar = '\r?\n' } = {}) {
    if (newlineChar !== '\r?\n') text = givenText(text).replace(new RegExp(givenText(newlineChar), 'g'), '\n');
    const rules = rulesOf(this);
    const told = lines(refusing('PGN', () => rules.module.call('read_pgn', text, strict ? 1 : 0)));
    const handle = Number(told.pop());
    const fen = told.pop().slice(1);
    const headers = newHeaders();
    if (this._variant === 'makruk') headers.Variant = 'Makruk';
    this._headers = headers;
    this._repairs = [];
    let start = rules.start;
    for (const line of told) {
      const rest = line.slice(1);
      if (line[0] === '[') {
        const tab = rest.indexOf('\t');
        headers[rest.slice(0, tab)] = rest.slice(tab + 1);
      } else if (line[0] === '*') headers.Result = rest;
      else if (line[0] === '!') this._repairs.push(rest);
      else if (rest) {
        const [fen, ...repairs] = rest.split('\t');
        start = fen;
        this._repairs.push(...repairs);
        headers.SetUp = fen === rules.start ? null : '1';
        headers.FEN = fen === rules.start ? null : fen;
      }
    }
    const tree = new Tree(start, null);
    rules.pool.keep(tree, handle);
    this._plant(tree);
    this._stand(fen);
  }

  /**
   * The FEN of the start, or of the board after its last change, the moves since then in UCI (a null move is `0000`), and whether they
   * are Chess960.
   */
  record() {
    const moves = this._line().map((move) => (move.isNullMove() ? NULL_MOVES[1] : move.lan));
    return { variant: this.variant, chess960: this._isChess960(), start: this._tree.start, moves };
  }
}

// Runtimes without `using` lack this symbol. Compilers then use this name.
Game.prototype[Symbol.dispose ?? Symbol.for('Symbol.dispose')] = Game.prototype.free;
