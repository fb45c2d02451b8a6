// Trees beside a naive model: the same moves several times, comments and glyphs everywhere, results, walks; and files, read and
// written twice.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

import { Chess, splitPgn } from '../chess0x88.js';
import { Makruk } from '../makruk.js';
import { numbers } from './random.js';

/** A node of the model. */
const node = (san, parent) => ({ san, parent, startingComments: [], comments: [], closingComments: [], nags: [], children: [] });
const pathOf = (at) => (at.parent ? [...pathOf(at.parent), at.parent.children.indexOf(at)] : []);
const lineOf = (at) => (at.parent ? [...lineOf(at.parent), at.san] : []);
/** A tree as plain data: of the model, or of the package. */
const plain = ({ san, move, startingComments, comments, closingComments, nags, children }) => [
  san ?? move?.san, startingComments, comments, closingComments, nags, children.map(plain),
];

/** The tree as PGN, by recursion. A variation comes where it may, and moves always have their numbers. */
function write(root, first = 0) {
  const words = [];
  const notes = ({ comments, nags }) => {
    for (const nag of nags) words.push(`$${nag}`);
    for (const comment of comments) words.push(comment.includes('}') ? `; ${comment}\n` : `{${comment}}`);
  };
  const move = (at, ply) => {
    words.push(`${Math.floor(ply / 2) + 1}${ply % 2 ? '...' : '.'}`, at.san);
    notes(at);
  };
  const line = (parent, ply) => {
    const [first, ...others] = parent.children;
    if (!first) return;
    move(first, ply);
    for (const other of others) {
      words.push('(', ...other.startingComments.map((comment) => `{${comment}}`));
      move(other, ply);
      line(other, ply + 1);
      words.push(')', ...other.closingComments.map((comment) => `{${comment}}`));
    }
    line(first, ply + 1);
  };
  notes(root);
  line(root, first);
  return `${words.join(' ')} *`;
}

const inPgn = (comment) => (comment.includes('}') ? `;${comment}\n` : `{${comment}}`);

/** The words of a tree as the package writes them, in elements: each of White's moves of the main line begins one. */
function elements(root, first) {
  const found = [[]];
  const notes = ({ nags, comments }) => [...nags.map((nag) => `$${nag}`), ...comments.map(inPgn)];
  const number = (ply, isNeeded) => (ply % 2 === 0 ? [`${ply / 2 + 1}.`] : isNeeded ? [`${(ply + 1) / 2}...`] : []);
  const variations = (others, ply) =>
    others.flatMap((other) => {
      const words = [...other.startingComments.map(inPgn), ...number(ply, true), other.san, ...notes(other), ...line(other, ply + 1, other.comments.length > 0)];
      words[0] = `(${words[0]}`;
      words[words.length - 1] += ')';
      return [...words, ...other.closingComments.map(inPgn)];
    });
  const line = ({ children: [next, ...others] }, ply, isNeeded) =>
    next ? [...number(ply, isNeeded), next.san, ...notes(next), ...variations(others, ply), ...line(next, ply + 1, others.length > 0 || next.comments.length > 0)] : [];
  found[0].push(...notes(root));
  // On the main line Black's number follows a variation, and no comment, as in chess.js.
  let isNeeded = false;
  for (let [at, ply] = [root, first]; at.children.length; [at] = at.children, ply++) {
    const [next, ...others] = at.children;
    if (ply % 2 === 0 && found.at(-1).length) found.push([]);
    const begins = ply === first && ply % 2 ? [`${(ply + 1) / 2}. ...`] : number(ply, isNeeded);
    found.at(-1).push(...begins, next.san, ...notes(next), ...variations(others, ply));
    isNeeded = others.length > 0;
  }
  return [...found.filter((words, i) => words.length || i === 0), ['*']];
}

/** The places where a comment may be broken: at blanks that no command has, and that are before no command. */
const parts = (word) => {
  if (/^\(?;/.test(word)) return [word];
  const closed = word.replace(/\[%[^\]]*/g, (command) => command.replace(/ +/g, '\0'));
  return closed.split(/ +(?![[%]|$)/).filter(Boolean).map((part) => part.trim().replace(/ +/g, ' ').replaceAll('\0', ' '));
};

/** Puts as much as fits on each line. A pair of moves is broken only if it has a comment or a variation. */
function broken(all, maxWidth) {
  const lines = [[]];
  const width = () => lines.at(-1).join(' ').length;
  const put = (word, space) => {
    // A comment to the end of its line ends that, and a bracket may follow.
    const [first, ...rest] = word.split('\n');
    if (lines.at(-1).length && width() + space + first.length > maxWidth) lines.push([]);
    lines.at(-1).push(first);
    for (const line of rest) lines.push(line ? [line] : []);
  };
  for (const words of all) {
    const element = words.join(' ');
    const isLong = element.includes('\n') || width() + element.length > maxWidth;
    if (isLong && words.some((word) => /[{(;]/.test(word))) words.flatMap(parts).forEach((word) => put(word, 1));
    else put(element, 0);
  }
  return lines.map((words) => words.join(' ')).join('\n');
}

const COMMENTS = ['good', '', ' two  blanks ', 'é♞', '[%clk 0:01:02]', '[%cal Ga1h8]', '; no', '(none)', '1. e4', '%', '$1', '1-0', 'a [%csl Gd4] b', '50 %of %'];
const said = (random) => Array.from({ length: random(3) ? 0 : 1 + random(2) }, () => COMMENTS[random(COMMENTS.length)]);

/** A tree of random moves, many of them repeated. */
function grown(random, nodes, start) {
  const root = node();
  const all = [root];
  root.comments = said(random);
  while (all.length < nodes) {
    const parent = all[random(all.length)];
    const chess = new Chess(start);
    for (const san of lineOf(parent)) chess.move(san);
    const moves = [...chess.moves(), ...(chess.isCheck() ? [] : ['--'])];
    if (!moves.length || chess.outcome()) continue;
    const twin = parent.children[random(parent.children.length + 1)];
    const child = node(twin && random(2) ? twin.san : moves[random(moves.length)], parent);
    child.comments = said(random);
    child.nags = Array.from({ length: random(3) }, () => 10 + random(90));
    if (parent.children.length) [child.startingComments, child.closingComments] = [said(random), said(random)];
    if (child.comments.length && !random(6)) child.comments = ['a } brace'];
    parent.children.push(child);
    all.push(child);
  }
  return root;
}

test('a game is written as a second writer writes it, to the byte', () => {
  const random = numbers(75);
  for (let i = 0; i < 120; i++) {
    const first = random(2) * 7;
    const start = first ? 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3 4' : undefined;
    const root = grown(random, 1 + random(40), start);
    const chess = new Chess();
    chess.loadPgn(`${first ? `[FEN "${start}"]\n\n` : ''}${write(root, first)}`);
    const value = Array.from({ length: random(5) }, () => ['a', '"', '\\', ']', ' ', 'é♞'][random(6)]).join('');
    chess.setHeader('White', value);
    chess.setHeader('Odd', value);
    const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
    const tags = [['Event', '?'], ['Site', '?'], ['Date', '????.??.??'], ['Round', '?'], ['White', escaped], ['Black', '?'], ['Result', '*'], ...(first ? [['SetUp', '1'], ['FEN', start]] : []), ['Odd', escaped]];
    const head = tags.filter(([, said]) => said).map(([name, said]) => `[${name} "${said}"]\n`).join('') + (root.children.length ? '\n' : '');
    const words = elements(root, first);
    assert.equal(chess.pgn(), head + words.map((element) => element.join(' ')).join(' '));
    for (const maxWidth of [1, 10 + random(80)]) {
      for (const newline of ['\n', '\r\n']) assert.equal(chess.pgn({ maxWidth, newline }), (head + broken(words, maxWidth)).replaceAll('\n', newline), `${maxWidth}`);
    }
  }
});

/** Reads what a game writes into another one, and that once more. */
function readTwice(game, options) {
  const text = game.pgn(options);
  let again = text;
  for (let i = 0; i < 2; i++) {
    const other = new game.constructor();
    other.loadPgn(again, { newlineChar: options?.newline ?? '\n' });
    // A line may end at a blank, and two blanks are one then.
    const blanks = (_, said) => (options?.maxWidth && typeof said === 'string' ? said.split(/ +/).filter(Boolean).join(' ') : said);
    const seen = (tree) => JSON.stringify(plain(tree), blanks);
    assert.equal(seen(other.tree()), seen(game.tree()), text);
    // A board that was changed is the start of what is written.
    const { SetUp, FEN, ...headers } = other.getHeaders();
    assert.deepEqual({ ...headers, ...(game.getHeaders().FEN && { SetUp, FEN }) }, game.getHeaders(), text);
    again = other.pgn(options);
    if (!options?.maxWidth) assert.equal(again, text);
  }
}

test('a tree that is read is the tree that was written, with each move as often as it was there', () => {
  const random = numbers(72);
  for (let i = 0; i < 150; i++) {
    const root = grown(random, 2 + random(40));
    const chess = new Chess();
    chess.loadPgn(write(root));
    assert.deepEqual(plain(chess.tree()), plain(root), write(root));
    readTwice(chess);
    readTwice(chess, { maxWidth: 1 + random(100), newline: random(2) ? '\n' : '\r\n' });
    // It is the same after the module has dropped it.
    const path = chess.path();
    chess.free();
    assert.deepEqual(plain(chess.tree()), plain(root));
    assert.deepEqual(chess.path(), path);
  }
});

/** What can be done with a game, and to the model. Returns the node of the model where the game stands afterwards. */
const STEPS = {
  move(chess, at, random) {
    const moves = chess.moves({ verbose: true });
    if (!moves.length || chess.outcome()) return at;
    const known = at.children.filter(({ san }) => san !== '--');
    const move = known.length && random(2) ? known[random(known.length)].san : moves[random(moves.length)];
    const { san } = chess.move(random(2) || typeof move === 'string' ? move : JSON.parse(JSON.stringify(move)));
    let next = at.children.find((child) => child.san === san);
    if (!next) at.children.push((next = node(san, at)));
    return next;
  },
  pass(chess, at) {
    if (chess.isCheck() || chess.outcome()) return at;
    chess.move(null);
    let next = at.children.find((child) => child.san === '--');
    if (!next) at.children.push((next = node('--', at)));
    return next;
  },
  back: (chess, at) => (assert.equal(chess.back()?.san, at.san), at.parent ?? at),
  forward(chess, at, random) {
    const variation = random(at.children.length + 1);
    const next = at.children[variation];
    assert.equal(chess.forward(variation)?.san, next?.san);
    return next ?? at;
  },
  undo(chess, at) {
    assert.equal(chess.undo()?.san, at.san);
    if (at.parent) removed(at);
    return at.parent ?? at;
  },
  goTo(chess, at, random) {
    let next = at;
    while (next.parent) next = next.parent;
    while (next.children.length && random(5)) next = next.children[random(next.children.length)];
    assert.equal(chess.goTo(pathOf(next)), true);
    return next;
  },
  promote(chess, at) {
    const index = pathOf(at).at(-1) ?? 0;
    assert.equal(chess.promote(), index > 0);
    if (index === 0) return at;
    at.parent.children.splice(index, 1);
    at.parent.children.unshift(at);
    joined(at.parent);
    return at;
  },
  deleteVariation(chess, at) {
    let first = at;
    while (first.parent && pathOf(first).at(-1) === 0) first = first.parent;
    assert.equal(chess.deleteVariation(), Boolean(first.parent));
    if (!first.parent) return at;
    removed(first);
    return first.parent;
  },
  comment(chess, at, random) {
    at.comments = [COMMENTS[random(COMMENTS.length)]];
    chess.setComment(at.comments[0]);
    return at;
  },
  glyphs(chess, at, random) {
    const nags = [10 + random(9), 20 + random(9)].slice(random(3));
    const sign = ['!', '?', '!!', '??', '!?', '?!'];
    const number = random(7);
    chess.setNags(nags);
    if (number) chess.setSuffixAnnotation(sign[number - 1]);
    else chess.removeSuffixAnnotation();
    assert.deepEqual([chess.getNags(), chess.getSuffixAnnotation()], [nags, sign[number - 1]]);
    at.nags = number ? [number, ...nags] : nags;
    return at;
  },
  free: (chess, at) => (chess.free(), at),
  read(chess, at) {
    const path = pathOf(at);
    chess.loadPgn(chess.pgn());
    assert.equal(chess.goTo(path), true);
    return at;
  },
};
/** Comments around a variation whose move begins none any more stand behind the move. */
function joined({ children: [first] }) {
  if (!first) return;
  first.comments.unshift(...first.startingComments.splice(0));
  first.comments.push(...first.closingComments.splice(0));
}

/** What was said behind a variation that is removed stays there. */
function removed({ parent, ...at }) {
  const index = parent.children.findIndex((child) => child.children === at.children);
  if (index > 0) parent.children[index - 1].closingComments.push(...at.closingComments);
  parent.children.splice(index, 1);
  joined(parent);
}

test('walks and edits: the game is its model after each step', () => {
  const names = Object.keys(STEPS);
  for (let seed = 0; seed < 60; seed++) {
    const random = numbers(1000 + seed);
    const root = grown(random, 1 + random(15));
    const chess = new Chess();
    chess.loadPgn(write(root));
    let at = root;
    while (at.children.length) [at] = at.children;
    for (let i = 0; i < 80; i++) {
      const name = random(2) ? 'move' : names[random(names.length)];
      at = STEPS[name](chess, at, random);
      assert.deepEqual([plain(chess.tree()), chess.path(), chess.history()], [plain(root), pathOf(at), lineOf(at)], name);
      assert.deepEqual(chess.variations().map(({ san }) => san), at.children.map(({ san }) => san));
      assert.deepEqual([chess.getComment(), chess.nags], [at.comments.length ? at.comments.join(' ') : undefined, at.nags]);
      const replayed = new Chess();
      for (const san of lineOf(at)) replayed.move(san);
      assert.deepEqual([chess.fen(), chess.moves(), chess.isThreefoldRepetition()], [replayed.fen(), replayed.moves(), replayed.isThreefoldRepetition()], name);
    }
    readTwice(chess);
  }
});

test('the result is that of the game, wherever it stands', () => {
  const places = (game) => {
    const seen = [];
    do {
      seen.push([/\S+$/.exec(game.pgn())[0], game.getHeaders().Result, game.outcome()?.result]);
    } while (game.back());
    while (game.forward()) seen.push([/\S+$/.exec(game.pgn())[0], game.getHeaders().Result, null]);
    return [seen.flatMap(([text, tag]) => [text, tag]), seen[0][2]];
  };
  const moves = (sans, game = new Chess()) => (sans.split(' ').forEach((san) => game.move(san)), game);
  const draw = moves('Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8');
  draw.claim();
  const resigned = moves('e4 e5 Nf3');
  resigned.resign('b');
  const agreed = moves('e4 e5 Nf3');
  agreed.agreeDraw();
  const flag = moves('e4 e5 Nf3');
  flag.flagFall('w');
  const makruk = new Makruk();
  makruk.move('e4');
  makruk.resign('w');
  for (const [game, result] of [[moves('f3 e5 g4 Qh4#'), '0-1'], [draw, '1/2-1/2'], [resigned, '1-0'], [agreed, '1/2-1/2'], [flag, '0-1'], [makruk, '0-1']]) {
    for (let i = 0; i < 3; i++) {
      const [seen, outcome] = places(game);
      assert.deepEqual(new Set(seen), new Set([result]));
      assert.equal(outcome, result);
      assert.equal(game.outcome().result, result);
      game.free();
    }
    const again = new game.constructor();
    again.loadPgn(game.pgn());
    assert.equal(again.pgn(), game.pgn());
    // Another move goes with the end of the line that it is in.
    game.undo();
    assert.equal(game.outcome(), null);
    assert.equal(game.getHeaders().Result, '*');
  }
  const aside = moves('e4 e5');
  aside.back();
  aside.move('c5');
  aside.resign('w');
  assert.equal(aside.getHeaders().Result, '*');
  aside.promote();
  assert.equal(aside.getHeaders().Result, '0-1');
});

test('of two declarations on the main line the later counts, wherever they stand', () => {
  const SAID = [['resign', 'w', '0-1'], ['resign', 'b', '1-0'], ['agreeDraw', undefined, '1/2-1/2'], ['flagFall', 'w', '0-1']];
  const plies = [0, 1, 2, 3];
  for (const [ply, next] of plies.flatMap((ply) => plies.filter((next) => next !== ply).map((next) => [ply, next]))) {
    for (const [first, second] of SAID.flatMap((first) => SAID.map((second) => [first, second]))) {
      const game = new Chess();
      for (const san of ['e4', 'e5', 'Nf3']) game.move(san);
      for (const [at, [name, side]] of [[ply, first], [next, second]]) {
        game.goTo(Array(at).fill(0));
        game[name](side);
      }
      for (const at of plies) {
        game.goTo(Array(at).fill(0));
        assert.deepEqual([game.getHeaders().Result, /\S+$/.exec(game.pgn())[0]], [second[2], second[2]], `${first} at ${ply}, ${second} at ${next}, seen at ${at}`);
      }
    }
  }
});

test('tags and comments of any text are read again', () => {
  const random = numbers(5);
  const PARTS = ['a', ' ', '\n', '\r\n', '"', '\\', ']', '[', '{', '}', ';', '%', '(', ')', '<', '<br>', '</p>', '$1', '1-0', 'é♞😀', '\t', ',', '`', '\u00a0', '[%clk 0:00:01]', '[Event "x"]'];
  const text = () => Array.from({ length: random(8) }, () => PARTS[random(PARTS.length)]).join('');
  for (let i = 0; i < 2000; i++) {
    const chess = new Chess();
    const value = text();
    chess.setHeader('White', value);
    chess.setHeader(`x${text()}`, 'odd');
    chess.move('e4');
    const comment = text();
    chess.setComment(comment);
    chess.move('e5');
    const options = random(2) ? {} : { maxWidth: 1 + random(60) };
    const again = new Chess();
    again.loadPgn(chess.pgn(options));
    const words = (said) => said?.split(/\s+/).join(' ').trim();
    assert.deepEqual(again.history(), ['e4', 'e5'], chess.pgn(options));
    // As in chess.js, a tag without a value is not written.
    assert.equal(words(again.getHeaders().White), words(value || '?'), JSON.stringify(value));
    assert.ok(Object.values(again.getHeaders()).includes('odd'), chess.pgn(options));
    again.back();
    assert.equal(words(again.getComment() ?? ''), words(comment.replaceAll('{', '[').replaceAll('}', ']')), JSON.stringify(comment));
  }
});

test('the trees of the issue', () => {
  const twice = new Chess();
  twice.loadPgn('1. e4 e5 (1... e5 2. f4) 2. Nf3 Nc6 1-0');
  assert.match(twice.pgn(), /1\. e4 e5 \(1\.\.\. e5 2\. f4\) 2\. Nf3 Nc6 1-0$/);
  const words = new Chess();
  for (const aside of ['1... c5 with play', 'best!', '1... c5 best!']) {
    words.loadPgn(`1. e4 e5 (${aside}) 2. Nf3 *`);
    assert.deepEqual(words.history(), ['e4', 'e5', 'Nf3'], aside);
    assert.ok(words.repairs().length > 0);
  }
  const braces = new Chess();
  braces.loadPgn('1. e4 e5 ; a } b {c}\n 2. Nf3 *');
  readTwice(braces);
  const edited = new Chess();
  edited.move('e4');
  edited.put({ type: 'q', color: 'b' }, 'd3');
  edited.move('Qxd2+');
  edited.move('Nxd2');
  edited.move('--');
  const { start, moves } = edited.record();
  const again = new Chess(start);
  for (const lan of moves) again.move(lan);
  assert.equal(again.fen(), edited.fen());
  assert.equal(moves[2], '0000');
  readTwice(edited);
  assert.deepEqual(edited.history(), ['e4', 'Qxd2+', 'Nxd2', '--']);
  edited.undo();
  edited.undo();
  edited.undo();
  assert.equal(edited.undo().san, 'e4');
  assert.equal(edited.fen(), new Chess().fen());
});

test('what was declared stays with its move when variations are promoted or removed', () => {
  const game = new Chess();
  game.loadPgn('1. e4 (1. d4 d5) (1. c4 c5 (1... e5)) *');
  for (const [path, name, argument] of [[[1, 0], 'resign', 'w'], [[2, 1], 'agreeDraw'], [[0], 'flagFall', 'b'], [[2, 0], 'resign', 'b']]) {
    game.goTo(path);
    game[name](argument);
  }
  /** Each declaration with the move before it, in any order. */
  const told = () => {
    const at = game.path();
    const found = game.declarations().map(({ name, argument, path }) => {
      assert.ok(game.goTo(path));
      return [game.history().at(-1), name, argument];
    });
    game.goTo(at);
    return found.sort();
  };
  const all = [['c5', 'resign', 'b'], ['d5', 'resign', 'w'], ['e4', 'flagFall', 'b'], ['e5', 'agreeDraw', undefined]];
  assert.deepEqual(told(), all);
  game.goTo([2]);
  assert.ok(game.promote());
  assert.deepEqual(told(), all);
  game.goTo([0, 1]);
  assert.ok(game.promote());
  assert.deepEqual(told(), all);
  assert.deepEqual(game.declarations().find(({ name }) => name === 'agreeDraw').path, [0, 0]);
  game.goTo([2]);
  assert.ok(game.deleteVariation());
  assert.deepEqual(told(), [all[0], all[2], all[3]]);
  // The module may drop a game that is not used, and make it again.
  game.free();
  assert.deepEqual(told(), [all[0], all[2], all[3]]);
  game.goTo([0, 0]);
  assert.equal(game.outcome().result, '1/2-1/2');
  game.goTo([]);
  game.put({ type: 'q', color: 'w' }, 'e5');
  assert.deepEqual(game.declarations(), []);
  const makruk = new Makruk('8/8/3k4/3r4/8/3K4/3M4/8 w - - 0 1');
  makruk.startCounting('w');
  makruk.move('Kc3');
  assert.deepEqual(makruk.declarations(), [{ name: 'startCounting', argument: 'w', path: [] }]);
});

test('annotated files, read and written twice', () => {
  const folder = new URL('../../../examples/', import.meta.url);
  let games = 0;
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.pgn'))) {
    for (const text of splitPgn(readFileSync(new URL(name, folder), 'utf8'))) {
      const game = /\[Variant "Makruk"\]/i.test(text) ? new Makruk() : new Chess();
      game.loadPgn(text);
      readTwice(game);
      games++;
    }
  }
  assert.ok(games > 10, String(games));
});
