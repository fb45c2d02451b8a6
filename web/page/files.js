// A file of games: its games one by one, and a title for each.

import { Chess } from '../js/chess0x88.js';
import { Makruk } from '../js/makruk.js';

/** In bytes. */
export const LARGEST_FILE = 10_000_000;
export const MOST_GAMES = 10_000;
/** In characters; moves of all lines; plies of one line. A larger game would hold the page up while it is read and drawn. */
export const LONGEST_GAME = 200_000;
export const MOST_MOVES = 6_000;
export const LONGEST_LINE = 1_200;

const TAG = /^\[\s*([\w+-]+)\s*"((?:[^"\\]|\\.)*)"/;

/** `true` if a line of moves ends in a comment in braces. Those behind a semicolon do not count. */
function endsInComment(line, isComment) {
  let rest = -1;
  for (let at = 0; ; at++) {
    if (!isComment && rest < at) rest = (line.indexOf(';', at) + 1 || Infinity) - 1;
    at = line.indexOf(isComment ? '}' : '{', at);
    if (at < 0 || (!isComment && at > rest)) return isComment;
    isComment = !isComment;
  }
}

/**
 * The games in a file, `MOST_GAMES` at most, with their tags and titles. A tag behind moves begins another game, unless it stands in a
 * comment.
 */
export function gamesOf(file) {
  const games = [];
  let [start, tags, hasMoves, isComment] = [0, {}, false, false];
  const end = (at) => games.push({ pgn: file.slice(start, at), tags, title: title(tags) });
  for (let at = 0, next; at < file.length; at = next) {
    next = file.indexOf('\n', at) + 1 || file.length;
    const line = file.slice(at, next);
    const words = line.trim();
    if (words === '') continue;
    const tag = isComment ? null : TAG.exec(words);
    if (tag && hasMoves) {
      end(at);
      if (games.length === MOST_GAMES) return games;
      [start, tags, hasMoves] = [at, {}, false];
    }
    if (tag) tags[tag[1]] = tag[2];
    if (tag || line.startsWith('%')) continue;
    hasMoves = true;
    isComment = endsInComment(words, isComment);
  }
  end(file.length);
  return games;
}

/** Throws if a game is too large, and leaves it anywhere. */
function measure(game) {
  game.goTo([]);
  let moves = 0;
  // For each move on the way: which of its variations comes next.
  for (const next = [0]; next.length; ) {
    if (game.forward(next.at(-1))) {
      next[next.length - 1]++;
      next.push(0);
      if (++moves > MOST_MOVES) throw tooLong(MOST_MOVES, 'moves');
      if (next.length > LONGEST_LINE + 1) throw tooLong(LONGEST_LINE / 2, 'moves in one line');
    } else {
      game.back();
      next.pop();
    }
  }
}

const tooLong = (most, what) => new Error(`the game is too long for this page: it has more than ${most.toLocaleString('en')} ${what}`);

/** The game of a PGN, at the end of its main line. */
export function gameOfPgn(pgn) {
  if (pgn.length > LONGEST_GAME) throw tooLong(LONGEST_GAME, 'characters');
  const [{ tags }] = gamesOf(pgn);
  const game = tags.Variant?.toLowerCase() === 'makruk' ? new Makruk() : new Chess();
  game.loadPgn(pgn);
  measure(game);
  game.goTo([]);
  try {
    game.pgn();
  } catch (cause) {
    // One move with a hundred thousand comments.
    throw new Error('the game is too long for this page: it cannot be written again', { cause });
  }
  while (game.forward());
  return game;
}

/** `Ada – Bob, 1-0, Club match, 2024.05.01`: what is known of it. */
export function title({ White, Black, Result, Event, Date }) {
  const known = (text) => (text && !/^[?.*]+$/.test(text) ? text : null);
  const names = known(White) || known(Black) ? `${known(White) ?? 'White'} – ${known(Black) ?? 'Black'}` : null;
  return [names, known(Result), known(Event), known(Date)].filter(Boolean).join(', ');
}
