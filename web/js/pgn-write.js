// A game as PGN, written as chess.js writes it, and with its variations.

const escaped = (value) => String(value).replace(/[\\"]/g, '\\$&');
const braced = (comments) => comments.map((comment) => `{${comment}}`);

/** The moves of a game, an element for each pair of moves; `ply` is the number of the first move's ply. */
function movetext(root, firstPly) {
  const elements = [];
  let words = braced(root.comments);
  const number = (ply) => `${Math.floor(ply / 2) + 1}.`;

  /** The words of a variation: its moves, in parentheses, with numbers where one must be. */
  const variation = (first, firstPly) => {
    const said = ['('];
    let [node, ply, wantsNumber] = [first, firstPly, true];
    said.push(...braced(first.startingComments));
    for (; node; node = node.children[0], ply++) {
      if (ply % 2 === 0) said.push(number(ply));
      else if (wantsNumber) said.push(`${number(ply)}..`);
      said.push(node.move.san, ...node.nags.map((nag) => `$${nag}`), ...braced(node.comments));
      wantsNumber = node.comments.length > 0;
      if (node === first) continue;
      for (const other of node.parent.children.slice(1)) {
        said.push(variation(other, ply));
        wantsNumber = true;
      }
    }
    return `${said.join(' ')})`.replace('( ', '(');
  };

  let wantsNumber = false;
  for (let node = root.children[0], ply = firstPly; node; node = node.children[0], ply++) {
    if (ply % 2 === 0) {
      if (words.length) elements.push(words.join(' '));
      words = [number(ply)];
    } else if (ply === firstPly) words.push(`${number(ply)} ...`);
    else if (wantsNumber) words.push(`${number(ply)}..`);
    words.push(node.move.san, ...node.nags.map((nag) => `$${nag}`), ...braced(node.comments));
    const others = node.parent.children.slice(1);
    words.push(...others.map((other) => variation(other, ply)));
    wantsNumber = others.length > 0;
  }
  if (words.length || !elements.length) elements.push(words.join(' '));
  return elements;
}

/**
 * Lines of at most so many characters. A pair of moves is parted only if a comment or a variation makes it long. As in chess.js, the
 * space between two pairs does not count.
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
