// Types of both chess and Makruk. `Role` is the type of the piece letters.

export type Color = 'w' | 'b';
type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';
type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8';
export type Square = `${File}${Rank}`;
export type Variant = 'chess' | 'makruk';
/** The bytes of a module, or the compiled module. */
export type ModuleSource = ArrayBuffer | ArrayBufferView | object;

export interface PieceOf<Role extends string> {
  color: Color;
  type: Role;
  /** In Makruk: a Met that was a Bia. */
  promoted?: true;
}

export interface MoveOf<Role extends string> {
  color: Color;
  from: Square;
  /** The square where the piece lands; for castling the square of the king. */
  to: Square;
  piece: Role;
  captured?: Role;
  promotion?: Role;
  /** For castling, the square that the rook leaves. In Chess960 the king is dragged there. */
  readonly rook?: Square;
  flags: string;
  san: string;
  /** The move as engines write it: e2e4, e7e8q; castling e1g1, and in Chess960 e1h1. */
  lan: string;
  /** The FEN before the move, and the FEN after it. */
  before: string;
  after: string;
  /** `true` if a piece on the target square is captured. A capture en passant gives `false`, as in chess.js. */
  isCapture(): boolean;
  isPromotion(): boolean;
  isEnPassant(): boolean;
  isKingsideCastle(): boolean;
  isQueensideCastle(): boolean;
  isBigPawn(): boolean;
  isNullMove(): boolean;
}

/** A text, or two squares; `null` passes the turn. A promotion is ignored if the move does not promote, so every move may name one. */
export type MoveInput = string | { from: string; to: string; promotion?: string | null } | null;

/** The end of a game. */
export interface Outcome {
  /** `White wins by checkmate` */
  text: string;
  result: '1-0' | '0-1' | '1/2-1/2';
  /** `checkmate` */
  by: string;
  /** The move announced with the claim, in SAN. */
  announced?: string;
}

/** A draw that a player may claim. */
export interface Claim {
  name: 'fifty moves' | 'threefold repetition';
  /** `true` if the draw can be claimed without a move. */
  occurred: boolean;
  /** The moves, in SAN, that can be announced to claim the draw. */
  moves: string[];
}

/** What was declared in a game: `game[name](argument)` at `path`. */
export interface Declaration {
  name: 'claim' | 'resign' | 'agreeDraw' | 'flagFall' | 'startCounting' | 'stopCounting';
  argument?: string;
  path: number[];
}

export interface Violation {
  message: string;
  squares: Square[];
}

/** A move in the tree of a game, and what follows. */
export interface TreeNode<M> {
  /** `null` at the start. */
  move: M | null;
  /** The path for `goTo`, computed when it is read. */
  readonly path: number[];
  /** The comments before the move, about a variation that it begins. */
  startingComments: string[];
  /** The comments on the move. */
  comments: string[];
  /** The comments behind the variation that it begins. */
  closingComments: string[];
  nags: number[];
  children: TreeNode<M>[];
}

export interface LoadOptions {
  /** Makes a set-up of an illegal position: `violations` says what is wrong with it. */
  skipValidation?: boolean;
  preserveHeaders?: boolean;
}

export interface FenOptions {
  forceEnpassantSquare?: boolean;
}

export interface PgnOptions {
  newline?: string;
  maxWidth?: number;
}

/** The result of `repairFen`. */
export interface Repaired {
  fen: string;
  /** A sentence for each repair. */
  repairs: string[];
}

declare global {
  // Libraries before ESNext lack this symbol.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/**
 * A value of another kind than its parameter's, such as a number for a side, is an error that says what was found. A text may be an
 * object of `String`. A text that is no square is no error: it has no piece. Errors and repairs tell a place as a byte of the text in UTF-8,
 * counted from 0: `Buffer.from(text).subarray(byte)`.
 */
export declare class Game<Role extends string, M extends MoveOf<Role>, P extends PieceOf<Role> = PieceOf<Role>> {
  readonly variant: Variant;

  /**
   * Frees the memory that the module keeps for the game. The game can still be used. You need not call it: the module keeps only
   * some games.
   */
  free(): void;
  [Symbol.dispose](): void;

  load(fen: string, options?: LoadOptions): void;
  /** A sentence for each repair of the FEN or PGN that was loaded. */
  repairs(): string[];
  reset(): void;
  clear(options?: { preserveHeaders?: boolean }): void;
  put(piece: { type: Role; color: Color; promoted?: true }, square: Square): boolean;
  remove(square: Square): P | undefined;
  setTurn(color: Color): boolean;
  setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean;
  getCastlingRights(color: Color): { k: boolean; q: boolean };
  /** The violations because of which the board is no legal position. */
  violations(): Violation[];

  fen(options?: FenOptions): string;
  get(square: Square): P | undefined;
  findPiece(piece: { type: Role; color: Color }): Square[];
  board(): (({ square: Square } & P) | null)[][];
  ascii(): string;
  squareColor(square: Square): 'light' | 'dark' | null;
  turn(): Color;
  moveNumber(): number;
  hash(): string;
  attackers(square: Square, attackedBy?: Color): Square[];
  isAttacked(square: Square, attackedBy: Color): boolean;
  /** The squares that the piece may go to when its side is to move next. */
  premoves(square: Square): Square[];

  /** For boards: where each piece of the waiting side may go when that side is to move next. */
  premoveDests(): Map<Square, Square[]>;

  /** For boards: where each piece may go. For castling, the king's target and the rook's square; in Chess960 only the rook's square. */
  dests(): Map<Square, Square[]>;
  moves(): string[];
  moves(options: { verbose: true; square?: Square; piece?: Role }): M[];
  moves(options: { verbose?: false; square?: Square; piece?: Role }): string[];
  moves(options: { verbose?: boolean; square?: Square; piece?: Role }): string[] | M[];
  /** Returns the move without playing it. Throws the reason if it is illegal. */
  find(move: Exclude<MoveInput, null>, options?: { strict?: boolean }): M;
  /** Returns the reason why a move is illegal; `null` if it is legal. */
  why(move: Exclude<MoveInput, null>): string | null;
  /** Plays a move. Throws the reason if it is illegal. */
  move(move: MoveInput, options?: { strict?: boolean }): M;
  /** `true` if a move between these squares promotes, so that the player must choose a piece. */
  isPromotion(move: { from: Square; to: Square }): boolean;
  /** Takes the last move back and removes it. */
  undo(): M | null;
  history(): string[];
  history(options: { verbose: true }): M[];
  history(options: { verbose?: false }): string[];
  history(options: { verbose?: boolean }): string[] | M[];
  perft(depth: number): number;

  back(): M | null;
  forward(variation?: number): M | null;
  variations(): M[];
  tree(): TreeNode<M>;
  path(): number[];
  goTo(path: number[]): boolean;
  promote(): boolean;
  /** Removes the variation of the current move, and goes to its beginning. Returns `false` on the main line. */
  deleteVariation(): boolean;
  readonly nags: number[];

  checkers(): Square[];
  isCheck(): boolean;
  inCheck(): boolean;
  isCheckmate(): boolean;
  isStalemate(): boolean;
  isInsufficientMaterial(): boolean;
  isThreefoldRepetition(): boolean;
  isDrawByFiftyMoves(): boolean;
  isDraw(): boolean;
  isGameOver(): boolean;
  /** The end of the game by the laws. Draws that must be claimed do not count. */
  outcome(): Outcome | null;
  /** `true` if a side cannot mate by any series of legal moves. Then the other side does not lose on time. */
  cannotMate(color: Color): boolean;
  claims(): Claim[];
  /** What was declared on all lines; in one position the first comes first. A PGN has the result alone. */
  declarations(): Declaration[];
  /** Claims a draw. Throws the reason if there is none. */
  claim(move?: Exclude<MoveInput, null>): Outcome;
  /** Declares the end of the game, as the two methods after it. Throws if the game is over, or on a board that is no legal position. */
  resign(color?: Color): Outcome;
  agreeDraw(): Outcome;
  flagFall(color?: Color): Outcome;

  getHeaders(): Record<string, string>;
  setHeader(key: string, value: string): Record<string, string>;
  removeHeader(key: string): boolean;
  /** @deprecated It returns `null` for missing tags: use `setHeader` and `getHeaders`. */
  header(...pairs: string[]): Record<string, string | null>;
  /** The comment on the last move, `undefined` without one. (The type is that of chess.js.) */
  getComment(): string;
  setComment(comment: string): void;
  removeComment(): string;
  /** @deprecated `removeComment` */
  deleteComment(): string;
  /** The comments on the current line, by positions. A comment may be missing. (The type is that of chess.js.) */
  getComments(): { fen: string; comment: string; suffixAnnotation?: string; nags?: number[] }[];
  /** The numbers of the glyphs of a position on the current line, by default of the last move, without the sign after the move. */
  getNags(fen?: string): number[];
  setNags(nags: number[], fen?: string): void;
  addNag(nag: number, fen?: string): void;
  removeNags(fen?: string): number[];
  removeNag(nag: number, fen?: string): boolean;
  /** The sign after the move: `!`, `?`, `!!`, `!?`, `?!` or `??`. */
  getSuffixAnnotation(fen?: string): string | undefined;
  setSuffixAnnotation(suffix: string, fen?: string): void;
  removeSuffixAnnotation(fen?: string): string | undefined;
  removeComments(): { fen: string; comment: string }[];
  /** @deprecated `removeComments` */
  deleteComments(): { fen: string; comment: string }[];
  pgn(options?: PgnOptions): string;
  /** Reads the first game of a file. If its main line has an error, throws it and leaves the game unchanged. */
  loadPgn(pgn: string, options?: { strict?: boolean; newlineChar?: string }): void;
  /** The data to set up the game elsewhere, such as in an engine. If `chess960` is true, its option `UCI_Chess960` must be on. */
  record(): { variant: Variant; chess960: boolean; start: string; moves: string[] };
}
