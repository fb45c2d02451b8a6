// The entry that contains the module as text, so it loads wherever JavaScript does.

import { init } from './referee-core.js';
import { bytesOf } from './inline.js';
import inlined from './referee.inline.js';

init(bytesOf(inlined));

export * from './referee-core.js';
