// The entry that contains the module as text, so it loads wherever JavaScript does.

import { init } from './core.js';
import { bytesOf } from './inline.js';
import inlined from './rules.inline.js';

init(bytesOf(inlined));

export * from './core.js';
