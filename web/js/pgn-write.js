// Writes a game as PGN in the form of chess.js, with its variations.

const escaped = (value) => String(value).replace(/[\\"]/g, '\\$&');

/**
 * The moves of a game, an element for each pair of moves. `firstPly` is the ply of the first move. A loop with a stack, since
 * lines may be long and variations deeply nested.
 */
function movetext(root, firstPly) {
  const elements = [];
  let words = [];
  let opening = '';
  const say = (word) => {
    words.push(opening + word);
    opening = '';
  };
  const sayAll = (comments) => {
    for (const comment of comments) say(`{${comment}}`);
  };
  const end = () => {
    elements.push(words.join(' '));
    words = [];
  };

  sayAll(root.comments);
  // The moves to write, the next one last. A variation without further moves ends with a parenthesis.
  const todo = [];
  if (root.children.length) todo.push({ node: root.children[0], ply: firstPly, isMain: true });
  for (let next; (next = todo.pop()); ) {
    const { node, ply, isMain, opens, wantsNumber } = next;
    if (!node) {
      words[words.length - 1] += ')';
      continue;
    }
    if (opens) {
      opening = '(';
      sayAll(node.startingComments);
    }
    const number = `${Math.floor(ply / 2) + 1}.`;
    if (ply % 2 === 0) {
      if (isMain && words.length) end();
      say(number);
    } else if (isMain && ply === firstPly) say(`${number} ...`);
    else if (wantsNumber) say(`${number}..`);
    say(node.move.san);
    for (const nag of node.nags) say(`$${nag}`);
    sayAll(node.comments);
    const others = opens ? [] : node.parent.children.slice(1);
    const [follows] = node.children;
    const isParted = others.length > 0 || (!isMain && node.comments.length > 0);
    if (follows || !isMain) todo.push({ node: follows, ply: ply + 1, isMain, wantsNumber: isParted });
    for (const other of others.reverse()) todo.push({ node: other, ply, opens: true, wantsNumber: true });
  }
  if (words.length || !elements.length) end();
  return elements;
}

/**
 * Breaks lines at a number of characters. A pair of moves is split only if a comment or a variation makes it long. As in
 * chess.js, the space between two pairs does not count.
 */
function wrap(elements, maxWidth, newline) {
  let [text, width, isFirst] = ['', 0, true];
  const add = (word, space = 0) => {
    if (!isFirst && width + space + word.length > maxWidth) {
      text += newline;
      width = 0;
    } else if (!isFirst) {
      text += ' ';
      width++;
    }
    isFirst = false;
    text += word;
    width += word.length;
  };
  for (const element of elements) {
    if (width + element.length > maxWidth && /[{(]/.test(element)) element.split(' ').filter(Boolean).forEach((word) => add(word, 1));
    else add(element);
  }
  return text;
}

/**
 * @param {Record<string, string | null>} headers
 * @param {import('./move.js').Node} root
 */
export function writePgn(headers, root, result, { newline = '\n', maxWidth = 0 } = {}) {
  const tags = Object.entries(headers).filter(([, value]) => value);
  const head = tags.map(([name, value]) => `[${name} "${escaped(name === 'Result' ? result : value)}"]${newline}`).join('');
  const [, turn, ...rest] = root.fen.split(' ');
  const firstPly = 2 * (Number(rest.at(-1)) - 1) + (turn === 'b' ? 1 : 0);
  const elements = [...movetext(root, firstPly), result];
  const moves = maxWidth > 0 ? wrap(elements, maxWidth, newline) : elements.join(' ');
  return head + (root.children.length ? newline : '') + moves;
}
