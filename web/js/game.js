// A game: one class over the rules in WebAssembly, in the shape of chess.js.
//
// The tree of moves is here, and each move in it knows the FEN behind it. The module has a game of its own, of which this is a
// copy: it is asked for moves, and follows when it is asked. So what needs no rules (the board, the turn, the history) is answered
// without it, as fast as JavaScript can.
//
// Names that begin with an underscore are not for users. They are no private fields, since a method that is called through a
// Proxy, as with Vue, cannot read those.

import {
  BLACK, KING, PIECES, SQUARES, WHITE, colorOf, indexOf, keptRights, letterOf, numberOf, pieceOf, readLetters, sideOf, squareColor, squaresOf, words,
  writeLetters,
} from './board.js';
import { SIGNS, SUFFIX_LIST } from './glyphs.js';
import { SEVEN_TAG_ROSTER, newHeaders } from './headers.js';
import { Move, Node } from './move.js';
import { writePgn } from './pgn-write.js';
import { RULES } from './rules.js';
import { isSetupCheck, setupMoves } from './setup.js';
import { lines, refusing } from './wasm.js';

const NULL_MOVE = '--';
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

export class Game {
  static last = 0;

  /** @param {import('./rules.js').Rules} rules */
  constructor(rules, fen, options) {
    this._variant = rules.variant;
    /** The number by which the module's game is found. The object itself has another identity behind a proxy. */
    this._id = ++Game.last;
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
    rulesOf(this).pool?.drop(this._id);
  }

  // Starts and set-ups.

  /**
   * Starts from a FEN. Castling rights that the board contradicts are removed, and `repairs` lists them. An illegal position is
   * an error with the reason, or becomes a set-up with `skipValidation`.
   */
  load(fen, { skipValidation = false, preserveHeaders = false } = {}) {
    // Adds the fields that are often missing.
    const fields = fen.split(/\s+/);
    if (fields.length >= 2 && fields.length < 6) fen = [...fields, ...EMPTY.split(' ').slice(fields.length)].join(' ');
    const { start, repairs } = refusing('FEN', () => this._read(fen, skipValidation));
    if (!preserveHeaders || !this._headers) this._headers = newHeaders();
    this._repairs = repairs;
    this._plant(start);
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

  /** Starts a new tree at a FEN. */
  _plant(fen) {
    this._root = this._node = new Node(null, null, fen, fen);
    this._changed();
  }

  _updateSetup(fen) {
    if (this._node.parent) return;
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
    this._plant(EMPTY);
    if (!preserveHeaders) this._headers = newHeaders();
    this._headers.SetUp = this._headers.FEN = null;
  }

  /**
   * Changes the board and keeps the moves that led to it. If the board is a legal position, the game goes on from it; else it is
   * a set-up.
   */
  _edit(change) {
    const letters = this._letters();
    const fields = this._node.fen.split(' ').slice(1);
    change(letters, fields);
    fields[1] = keptRights(letters, fields[1]);
    fields[2] = '-';
    this._node.base = this._node.fen = `${writeLetters(letters)} ${fields.join(' ')}`;
    this._node.said = [];
    this._node.children = [];
    this.free();
    this._changed();
    this._parsed = letters;
    this._updateSetup(this._node.fen);
  }

  /** Puts a piece on a square. Returns `false` if it cannot: for a second king, or for no square. */
  put(piece, square) {
    const type = piece.type?.toLowerCase();
    const index = indexOf(square);
    const roles = this.variant === 'makruk' ? 'pnrksm' : 'pnbrqk';
    if (index === undefined || type?.length !== 1 || !roles.includes(type) || !'wb'.includes(piece.color)) return false;
    const letter = letterOf(piece);
    if (type === KING && ![-1, index].includes(this._letters().indexOf(letter))) return false;
    this._edit((letters) => (letters[index] = letter));
    return true;
  }

  remove(square) {
    const piece = this.get(square);
    if (piece) this._edit((letters) => (letters[indexOf(square)] = null));
    return piece;
  }

  /** Passes the turn to a side by a null move. Returns `true` if the turn has changed. */
  setTurn(color) {
    if (this.turn() === color) return false;
    if (this._game() === null) this._edit((_, fields) => (fields[0] = color));
    else this.move(NULL_MOVE);
    return true;
  }

  /** Sets castling rights: `{ k: true, q: false }`. Returns `true` if all of them could be set. */
  setCastlingRights(color, rights) {
    const letter = (side) => (color === WHITE ? side.toUpperCase() : side);
    const named = ['k', 'q'].filter((side) => rights[side] !== undefined);
    const rank = color === WHITE ? 1 : 8;
    const isHome = (square, type) => {
      const piece = this.get(square + rank);
      return piece?.type === type && piece.color === color;
    };
    // In Chess960 any king between its rooks may castle, otherwise only a king on its start square.
    const may = (side) => this._isChess960() || (isHome('e', KING) && isHome(side === 'k' ? 'h' : 'a', 'r'));
    this._edit((letters, fields) => {
      const kept = [...fields[1]].filter((one) => one !== '-' && (colorOf(one) !== color || !named.includes(sideOf(one, letters))));
      fields[1] = [...kept, ...named.filter((side) => rights[side] && may(side)).map(letter)].sort().join('') || '-';
    });
    const now = this.getCastlingRights(color);
    return named.every((side) => rights[side] === now[side]);
  }

  getCastlingRights(color) {
    const known = this._fields();
    known.rights ??= { w: this._rights('w'), b: this._rights('b') };
    const { k, q } = known.rights[color];
    return { k, q };
  }

  _rights(color) {
    const own = [...this._fields().castling].filter((letter) => letter !== '-' && colorOf(letter) === color);
    const sides = own.map((letter) => sideOf(letter, this._letters()));
    return { k: sides.includes('k'), q: sides.includes('q') };
  }

  /** The violations of the board; none if it is a legal position. */
  violations() {
    return this._game() === null ? rulesOf(this).violations(this._node.fen) : [];
  }

  // The module's game.

  /** The handle of the module's game, at the same position as this game; `null` for a set-up. */
  _game() {
    return (this._kept() ?? this._follow()).handle;
  }

  /** The module's record of this game, if both are at the same position. */
  _kept() {
    const kept = rulesOf(this).pool?.get(this._id);
    return kept?.at === this._node.id ? kept : undefined;
  }

  /** Starts the module's game again, and plays the moves and declarations up to here. */
  _follow() {
    // From the last move to the first.
    const words = this._ending ? [...this._ending] : [];
    let node = this._node;
    for (; node.base === null; node = node.parent) words.push(...[...node.said].reverse(), node.move.lan);
    words.push(...[...node.said].reverse());
    let handle = null;
    try {
      handle = Number(moduleOf(this).call('new_game', `${node.base}\n${words.reverse().join(' ')}`));
    } catch {
      // An illegal position: a set-up.
    }
    return rulesOf(this).pool.keep(this._id, handle, this._node.id);
  }

  _ask(name, text = '', ...numbers) {
    return moduleOf(this).call(name, text, this._game(), ...numbers);
  }

  /** Drops the cached answers about the position before. */
  _changed() {
    this._parsed = this._known = this._facts = this._check = this._status = this._ending = null;
  }

  // The board.

  /** The FEN. With `forceEnpassantSquare` it has the en passant square even if the capture is illegal. */
  fen({ forceEnpassantSquare = false } = {}) {
    if (!forceEnpassantSquare || this._game() === null) return this._node.fen;
    return this._ask('forced_fen');
  }

  /** The letters on the board, read once for each position; only `_edit` changes them. */
  _letters() {
    return (this._parsed ??= readLetters(this._node.fen));
  }

  get(square) {
    const letter = this._letters()[indexOf(square)];
    return letter ? pieceOf(letter) : undefined;
  }

  findPiece(piece) {
    const letters = this._letters();
    const letter = piece.color === WHITE ? piece.type.toUpperCase() : piece.type.toLowerCase();
    const found = [];
    // An unknown letter is on no square.
    const known = PIECES[letter];
    if (known?.type !== piece.type || known.color !== piece.color) return found;
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
    if (this._known === null) {
      const [, turn, castling, ...rest] = this._node.fen.split(' ');
      this._known = { turn, castling, clock: Number(rest.at(-2)), number: Number(rest.at(-1)), rights: null, hash: null };
    }
    return this._known;
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
    for (const char of this._node.fen) key = BigInt.asUintN(64, (key ^ BigInt(char.charCodeAt(0))) * 0x100000001b3n);
    return key;
  }

  _attackers(square, color) {
    const target = numberOf(square);
    if (target === undefined) return 0n;
    const handle = this._game();
    const by = color === BLACK ? 1 : 0;
    const module = moduleOf(this);
    return handle === null
      ? module.numberOf('setup_attackers', this._node.fen, target, by)
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
    const from = square ? numberOf(square.toLowerCase()) : 64;
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

  _moveOf(line) {
    const move = new Move(line, this._node.fen);
    // Programs expect one spelling of castling in a game.
    if (move.rook && this._isChess960()) move.lan = move.from + move.rook;
    return move;
  }

  /** `true` if castling is written as king takes rook. This holds for all moves of a tree. */
  _isChess960() {
    const isNamed = () => /960|random|freestyle/i.test(this._headers.Variant);
    return (this._root.isChess960 ??= isNamed() || moduleOf(this).numberOf('is_chess960', this._root.base) === 1);
  }

  /** The moves of the pieces on an illegal board. Only chess has such boards. */
  _setupMoves() {
    return this.variant === 'chess' ? setupMoves(this._node.fen).map((line) => this._moveOf(line)) : [];
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
    const { from, to, promotion } = move;
    for (const square of [from, to]) {
      if (indexOf(square) === undefined) throw new Error(`a square is a letter a-h and a digit 1-8, such as e4: ${square}`);
    }
    // Board libraries always name a promotion. It counts only if there is one to choose.
    const name = plays ? 'play_squares' : 'find_squares';
    return this._moveOf(this._ask(name, promotion ?? '', numberOf(from), numberOf(to)));
  }

  /** Returns the legal move without playing it; throws the reason if it is illegal. */
  find(move, { strict = false } = {}) {
    return refusing('move', () => {
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
   * Plays a move: SAN, another common spelling, or squares; `null` and `--` pass the turn. Throws the reason if the move is
   * illegal. In a game with variations it follows the line with this move, or begins a new one.
   */
  move(move, { strict = false } = {}) {
    if (move === null || move === NULL_MOVE) return this._pass();
    if (strict) move = this.find(move, { strict }).lan;
    const found = refusing('move', () => this._call(move, true));
    const kept = this._kept();
    this._advance(found, kept?.handle === null ? found.after : null);
    // On an existing line, the module's game can start later.
    if (!kept || kept.handle === null) return found;
    if (this._node.base === null && !this._node.said.length) kept.at = this._node.id;
    else this.free();
    return found;
  }

  /** Follows a move, and adds it if it is new. */
  _advance(move, base) {
    let next = this._node.child(move.lan);
    if (!next) this._node.children.push((next = new Node(move, this._node, move.after, base)));
    this._node = next;
    this._changed();
  }

  /** `true` if a legal move between two squares promotes a pawn: the player must choose a piece. */
  isPromotion({ from, to }) {
    return this.moves({ verbose: true, square: from }).some((move) => move.to === to && move.isPromotion());
  }

  _pass() {
    if (this.isCheck()) throw new Error('Null move not allowed when in check');
    const [placement, turn, castling, , clock, number] = this._node.fen.split(' ');
    const other = turn === WHITE ? BLACK : WHITE;
    const after = [placement, other, castling, '-', Number(clock) + 1, Number(number) + (turn === BLACK ? 1 : 0)].join(' ');
    const move = this._moveOf(`a8 a8 a8a8 ${NULL_MOVE} k - - - a8\t${after}`);
    this._advance(move, after);
    return move;
  }

  /** Takes the last move back and removes it with all moves after it. */
  undo() {
    const { move, parent } = this._node;
    if (!parent) return null;
    const index = this._node.index();
    this.back();
    parent.children.splice(index, 1);
    return move;
  }

  /** The moves from the start to the board. */
  history({ verbose = false } = {}) {
    return this._node.path().map((node) => (verbose ? node.move : node.move.san));
  }

  /** The number of move sequences of a length. */
  perft(depth) {
    return Number(moduleOf(this).call('perft', this._node.fen, depth));
  }

  // Variations.

  /** Goes one move back and keeps the move. */
  back() {
    const { move, parent, base, said } = this._node;
    if (!parent) return null;
    const kept = this._kept();
    // A declaration cannot be taken back. It is left out when the module's game is played again.
    if (kept && kept.handle !== null && base === null && !said.length) {
      moduleOf(this).call('undo', '', kept.handle);
      kept.at = parent.id;
    }
    this._node = parent;
    this._changed();
    return move;
  }

  /** Goes one move forward, along the line or into a variation by its number. */
  forward(variation = 0) {
    const next = this._node.children[variation];
    if (!next) return null;
    const kept = this._kept();
    if (kept && kept.handle !== null && next.base === null && !next.said.length && !this._ending) {
      moduleOf(this).call('play', next.move.lan, kept.handle);
      kept.at = next.id;
    }
    this._node = next;
    this._changed();
    return next.move;
  }

  /** The moves that follow, in their order. The first continues the line. */
  variations() {
    return this._node.children.map((child) => child.move);
  }

  /**
   * The whole tree: moves with their comments and glyphs, the moves after them, and the path to each. A path is computed when it
   * is read: the paths of all moves of a long line together would take quadratic memory.
   */
  tree() {
    const copy = ({ move, startingComments, comments, nags }, before, variation) => ({
      move,
      get path() {
        const path = [];
        for (let at = { before, variation }; at.before; at = at.before) path.push(at.variation);
        return path.reverse();
      },
      startingComments: [...startingComments],
      comments: [...comments],
      nags: [...nags],
      children: [],
    });
    const root = copy(this._root, null);
    const todo = [{ node: this._root, made: root, before: null }];
    for (const place of todo) {
      place.node.children.forEach((child, variation) => {
        const made = copy(child, place, variation);
        place.made.children.push(made);
        todo.push({ node: child, made, before: place, variation });
      });
    }
    return root;
  }

  /** The path to the current move: the number of the variation at each move from the start. */
  path() {
    return this._node.path().map((node) => node.index());
  }

  /** Goes to the move at `path`. */
  goTo(path) {
    let node = this._root;
    for (const variation of path) {
      const next = node.children[variation];
      if (!next) break;
      node = next;
    }
    this._node = node;
    this._changed();
    return node.path().length === path.length;
  }

  /** Makes the variation of the current move the first among its siblings. */
  promote() {
    const index = this._node.index();
    if (index === 0) return false;
    const siblings = this._node.parent.children;
    siblings.unshift(...siblings.splice(index, 1));
    return true;
  }

  /** Removes the variation of the current move and goes to its beginning. Returns `false` on the main line, which stays. */
  deleteVariation() {
    let node = this._node;
    while (node.parent && node.index() === 0) node = node.parent;
    if (!node.parent) return false;
    while (this._node.id !== node.id) this.back();
    this.undo();
    return true;
  }

  /** The numeric annotation glyphs of the last move. */
  get nags() {
    return this._node.nags;
  }

  // The state of the game and its end.

  /** All facts of the library about the position. */
  get status() {
    if (this._game() === null) {
      return { fen: this._node.fen, moves: '0', checkers: '', repetitions: '0', insufficient: '0', clock: '0' };
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
    const handle = this._game();
    return (this._check ??= handle === null ? this.variant === 'chess' && isSetupCheck(this._node.fen) : moduleOf(this).number('is_check', handle) === 1);
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
    const nodes = this._node.path();
    if (nodes.some((node) => node.base !== null)) {
      // The module's game started later, after a null move or an edit.
      const position = (fen) => fen.split(' ').slice(0, 4).join(' ');
      const now = position(this._node.fen);
      return [this._root, ...nodes].filter((node) => position(node.fen) === now).length >= 3;
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
    return handle !== null && moduleOf(this).number('cannot_mate', handle, color === BLACK ? 1 : 0) === 1;
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

  _declare(text) {
    const outcome = this._ask('declare', text);
    this._changed();
    // The module's game may be played again, so the word is stored with a colon for the space.
    const word = text.replace(' ', ':');
    if (outcome) {
      this._ending = [word];
    } else {
      // Makruk's count is part of the position.
      this._node.said.push(word);
      this._node.fen = this.status.fen;
      this._changed();
    }
    return this.outcome();
  }

  /** Claims a draw, now or with an announced move; throws the reason if there is none. */
  claim(move) {
    return this._declare(move === undefined ? 'claim' : `claim ${this.find(move).lan}`);
  }

  resign(color = this.turn()) {
    return this._declare(`resign ${color}`);
  }

  agreeDraw() {
    return this._declare('agree');
  }

  /** Ends the game: the time of a side is up. */
  flagFall(color = this.turn()) {
    return this._declare(`flag ${color}`);
  }

  /** In Makruk: starts or stops board's honour count of a side. */
  startCounting(color = this.turn()) {
    this._declare(`count ${color}`);
  }

  stopCounting(color = this.turn()) {
    this._declare(`stop ${color}`);
  }

  // Tags, comments and glyphs.

  /** The result of the tag, or else of the end of the game. The end of a variation is not the end of the game. */
  _result() {
    const said = this._headers.Result || '*';
    const isOver = said === '*' && this._fact(IS_OVER) && this.path().every((variation) => variation === 0);
    return isOver ? this.status.result : said;
  }

  getHeaders() {
    const headers = {};
    for (const name in this._headers) if (this._headers[name] !== null) headers[name] = this._headers[name];
    headers.Result = this._result();
    return headers;
  }

  setHeader(name, value) {
    this._headers[name] = value ?? SEVEN_TAG_ROSTER[name] ?? null;
    return this.getHeaders();
  }

  removeHeader(name) {
    if (!(name in this._headers)) return false;
    this._headers[name] = SEVEN_TAG_ROSTER[name] ?? null;
    return true;
  }

  /** The headers as in chess.js, with `null` for known tags without a value: use `setHeader` and `getHeaders`. */
  header(...pairs) {
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      if (typeof pairs[i] === 'string' && typeof pairs[i + 1] === 'string') this._headers[pairs[i]] = pairs[i + 1];
    }
    return this._headers;
  }

  getComment() {
    const { comments } = this._node;
    return comments.length ? comments.join(' ') : undefined;
  }

  /** Sets the comment of the last move. Braces become brackets, since the first closing brace ends a comment in PGN. */
  setComment(comment) {
    this._node.comments = [comment.replaceAll('{', '[').replaceAll('}', ']')];
  }

  removeComment() {
    const comment = this.getComment();
    this._node.comments = [];
    return comment;
  }

  deleteComment() {
    return this.removeComment();
  }

  deleteComments() {
    return this.removeComments();
  }

  _said() {
    return [this._root, ...this._node.line()].filter((node) => node.comments.length);
  }

  /** The comments on the current line, by positions. `tree` also has those of variations. */
  getComments() {
    const said = [this._root, ...this._node.line()].filter(({ comments, nags }) => comments.length || nags.length);
    return said.map((node) => ({
      fen: node.fen,
      ...(node.comments.length && { comment: node.comments.join(' ') }),
      ...(node.sign && { suffixAnnotation: SIGNS[node.sign] }),
      nags: node.nags.filter((nag) => nag !== node.sign),
    }));
  }

  /** The node of a position on the current line, by its FEN; by default the current node. */
  _at(fen) {
    const node = fen === undefined ? this._node : [this._root, ...this._node.line()].find((node) => node.fen === fen);
    if (!node) throw new Error(`the game has no such position on this line: ${fen}`);
    return node;
  }

  /** The numbers of the glyphs of a position, without the sign after its move. */
  getNags(fen) {
    const { nags, sign } = this._at(fen);
    return nags.filter((nag) => nag !== sign);
  }

  setNags(nags, fen) {
    const node = this._at(fen);
    node.nags = [...node.nags.filter((nag) => nag === node.sign), ...nags];
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
    return SIGNS[this._at(fen).sign] || undefined;
  }

  setSuffixAnnotation(suffix, fen) {
    if (!SUFFIX_LIST.includes(suffix)) throw new Error(`Invalid suffix: ${suffix}`);
    this._sign(SIGNS.indexOf(suffix), fen);
  }

  removeSuffixAnnotation(fen) {
    const suffix = this.getSuffixAnnotation(fen);
    this._sign(0, fen);
    return suffix;
  }

  _sign(sign, fen) {
    const node = this._at(fen);
    node.nags = [...(sign ? [sign] : []), ...this.getNags(fen)];
    node.sign = sign;
  }

  removeComments() {
    const said = this._said();
    const comments = said.map(({ fen, comments }) => ({ fen, comment: comments.join(' ') }));
    for (const node of said) node.comments = [];
    return comments;
  }

  /** The whole game as PGN, with variations and comments. `maxWidth` limits the characters of a line. */
  pgn(options) {
    return writePgn(this._headers, this._root, this._result(), options);
  }

  /**
   * Reads the first game of a PGN with its variations, and goes to the end of its main line. An illegal move in a variation ends
   * the variation. An error on the main line is thrown, and the game is unchanged.
   */
  loadPgn(text, { strict = false, newlineChar = '\r?\n' } = {}) {
    if (newlineChar !== '\r?\n') text = text.replace(new RegExp(newlineChar, 'g'), '\n');
    const told = lines(refusing('PGN', () => moduleOf(this).call('read_pgn', text, strict ? 1 : 0)));
    this._headers = newHeaders();
    if (this.variant === 'makruk') this._headers.Variant = 'Makruk';
    this._repairs = [];
    const waiting = [];
    let startsWith = null;
    for (const line of told) {
      const text = line.slice(1);
      switch (line[0]) {
        case '[': {
          const tab = text.indexOf('\t');
          this._headers[text.slice(0, tab)] = text.slice(tab + 1);
          break;
        }
        case '=': {
          const [start = rulesOf(this).start, ...repairs] = text ? text.split('\t') : [];
          this._plant(start);
          this._repairs.push(...repairs);
          if (text) this._updateSetup(start);
          break;
        }
        case '?':
          this._node.sign = Number(text);
        // A sign after a move is a glyph, too.
        case '$':
          this._node.nags.push(Number(text));
          break;
        case '{':
          (startsWith ?? this._node.comments).push(text);
          break;
        case '(':
          waiting.push(this._node);
          this._node = this._node.parent ?? this._node;
          startsWith = [];
          break;
        case ')':
          this._node = waiting.pop();
          startsWith = null;
          break;
        case '!':
          this._repairs.push(text);
          break;
        case '*':
          this._headers.Result = text;
          break;
        default: {
          const move = this._moveOf(line);
          this._advance(move, move.isNullMove() ? move.after : null);
          if (startsWith) this._node.startingComments = startsWith;
          startsWith = null;
        }
      }
    }
    // A variation without an end.
    this._node = waiting[0] ?? this._node;
    this._changed();
  }

  /** The FEN of the start, the moves since then in UCI, and whether they are Chess960. */
  record() {
    return { variant: this.variant, chess960: this._isChess960(), start: this._root.base, moves: this._node.path().map((node) => node.move.lan) };
  }
}

// Runtimes without `using` lack this symbol. Compilers then use this name.
Game.prototype[Symbol.dispose ?? Symbol.for('Symbol.dispose')] = Game.prototype.free;
