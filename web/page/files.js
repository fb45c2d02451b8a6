// A file of games, each with a title.

import { splitPgn } from '../js/chess0x88.js';
import { classOf, rulesFor } from './makruk.js';

/** The largest file, in bytes. */
export const LARGEST_FILE = 10_000_000;
export const MOST_GAMES = 10_000;
/** Limits of a game: characters; moves of all lines; plies of one line. The page would take too long to read and draw a larger game. */
export const LONGEST_GAME = 200_000;
export const MOST_MOVES = 6_000;
export const LONGEST_LINE = 1_200;

/** A tag or a comment before the moves. */
const HEAD = /\s*(?:\[\s*([\w+-]+)\s*"((?:[^"\\]|\\.)*)"[^\]\n]*\]?|\{[^}]*\}|[;%].*)/gy;

/** The tags of a game. Of two tags with one name the last counts. */
function tagsOf(pgn) {
  const tags = {};
  for (const [, name, value] of pgn.matchAll(HEAD)) if (name) tags[name] = value;
  return tags;
}

/** The games in a file, at most `MOST_GAMES`, with their titles. */
export function gamesOf(file) {
  const games = [];
  for (const pgn of splitPgn(file)) {
    games.push({ pgn, title: title(tagsOf(pgn)) });
    if (games.length === MOST_GAMES) break;
  }
  return games;
}

/** Throws if a game is too large. Changes the current move of the game. */
function measure(game) {
  game.goTo([]);
  let moves = 0;
  // For each move of the path: the index of its next variation.
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
export async function gameOfPgn(pgn) {
  if (pgn.length > LONGEST_GAME) throw tooLong(LONGEST_GAME, 'characters');
  const variant = tagsOf(pgn).Variant?.toLowerCase();
  await rulesFor(variant);
  const game = new (classOf(variant))();
  game.loadPgn(pgn);
  measure(game);
  game.goTo([]);
  while (game.forward());
  return game;
}

/** Makes `Ada – Bob, 1-0, Club match, 2024.05.01` from the known tags. */
export function title({ White, Black, Result, Event, Date }) {
  const known = (text) => (text && !/^[?.*]+$/.test(text) ? text : null);
  const names = known(White) || known(Black) ? `${known(White) ?? 'White'} – ${known(Black) ?? 'Black'}` : null;
  return [names, known(Result), known(Event), known(Date)].filter(Boolean).join(', ');
}
