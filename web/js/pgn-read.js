// The words of a PGN: tags, moves, comments, glyphs, variations. What the moves mean is asked of the rules.

const TAG = /\s*\[\s*([\w+-]+)\s*"((?:[^"\\]|\\[^])*)"\s*\]/y;
/** What may stand in the movetext, each kind in a group of its own. */
const WORD =
  /(\s+|^%.*|e\.p\.)|\{([^}]*)\}|;(.*)|([()])|\$(\d+)|(1-0|0-1|1\/2-1\/2|\*)(?=$|[\s{;)[])|(\d*\.[.\s]*|\d+(?=\s|$))|([!?]{1,2})(?=$|[\s{;()$])|([^\s{}()[\];$!?]+)/my;
const GLYPHS = { '!': 1, '?': 2, '!!': 3, '??': 4, '!?': 5, '?!': 6 };

/** @typedef {{ kind: 'move' | 'comment' | 'nag' | 'open' | 'close', text: string }} Word */

/**
 * The first game of a file.
 * @returns {{ tags: [string, string][], words: Word[], result: string | null }}
 */
export function readPgn(text) {
  const tags = [];
  let at = 0;
  TAG.lastIndex = 0;
  for (let tag; (tag = TAG.exec(text)); at = TAG.lastIndex) tags.push([tag[1], tag[2].replace(/\\(["\\])/g, '$1')]);

  const words = [];
  let result = null;
  const add = (kind, word) => words.push({ kind, text: word });
  while (at < text.length) {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (!found) {
      // The tags of the next game end this one.
      if (text[at] === '[' && words.length) break;
      throw new Error(`the text is no PGN from here: ${text.slice(at, at + 20)}`);
    }
    const [whole, , comment, rest, parenthesis, nag, marker, , glyph, move] = found;
    at = WORD.lastIndex;
    if (comment !== undefined) add('comment', comment.replace(/[\r\n]+/g, ' '));
    else if (rest !== undefined) add('comment', rest.trim());
    else if (parenthesis) add(parenthesis === '(' ? 'open' : 'close', whole);
    else if (nag) add('nag', Math.min(Number(nag), 255));
    else if (glyph) add('nag', GLYPHS[glyph]);
    else if (move) add('move', move);
    else if (marker && result === null) result = marker;
    if (result !== null && !marker && comment === undefined && rest === undefined && whole.trim()) {
      // Words behind the result are of another game.
      words.pop();
      break;
    }
  }
  return { tags, words, result };
}
