// A file of games: its games one by one, and a title for each.

import { Chess } from '../js/chess0x88.js';
import { Makruk } from '../js/makruk.js';

const TAG = /^\s*\[\s*([\w+-]+)\s*"((?:[^"\\]|\\.)*)"/;

/** The games in a file, with their titles. A tag behind moves begins another game, unless it stands in a comment. */
export function gamesOf(file) {
  const games = [];
  let [lines, tags, hasMoves, isComment] = [[], {}, false, false];
  const end = () => games.push({ pgn: lines.join('\n'), title: title(tags) });
  for (const line of file.split(/\r?\n/)) {
    const tag = isComment ? null : TAG.exec(line);
    if (tag && hasMoves) {
      end();
      [lines, tags, hasMoves] = [[], {}, false];
    }
    lines.push(line);
    if (tag) tags[tag[1]] = tag[2];
    if (tag || line.startsWith('%')) continue;
    hasMoves ||= line.trim() !== '';
    for (const sign of line) {
      if (sign === ';' && !isComment) break;
      if (sign === (isComment ? '}' : '{')) isComment = !isComment;
    }
  }
  end();
  return games;
}

/** The game of a PGN. */
export function gameOfPgn(pgn) {
  const game = /^\s*\[Variant\s+"Makruk"/im.test(pgn) ? new Makruk() : new Chess();
  game.loadPgn(pgn);
  return game;
}

/** `Ada – Bob, 1-0, Club match, 2024.05.01`: what is known of it. */
export function title({ White, Black, Result, Event, Date }) {
  const known = (text) => (text && !/^[?.*]+$/.test(text) ? text : null);
  const names = known(White) || known(Black) ? `${known(White) ?? 'White'} – ${known(Black) ?? 'Black'}` : null;
  return [names, known(Result), known(Event), known(Date)].filter(Boolean).join(', ');
}
