// The engine in its own thread. It gets requests for a move, and reports its progress.

import { Module } from '../js/wasm.js';
import bytes from '../target/engine.wasm';

let asked;
const caller = {
  now: () => performance.now(),
  found: (at, length) => postMessage({ asked, found: read(engine.text(at, length)) }),
};
const engine = new Module(bytes, { caller });

function read(text) {
  const [depth, nodes, unit, score, ...line] = text.split(' ').filter((word) => word);
  return { depth: Number(depth), nodes: Number(nodes), unit, score: Number(score), line };
}

self.onmessage = ({ data }) => {
  asked = data.asked;
  const { variant, start, moves } = data.record;
  const { depth = 0, nodes = 0, millis = 0, elo = 0, seed = 0 } = data.limits;
  try {
    const text = [start, moves.join(' '), data.passedOver.join(' ')].join(';');
    const answer = engine.call('search', text, Number(variant === 'makruk'), depth, nodes, millis, elo, seed);
    postMessage({ asked, done: read(answer) });
  } catch (error) {
    postMessage({ asked, error: error.message });
  }
};
postMessage({ ready: true });
