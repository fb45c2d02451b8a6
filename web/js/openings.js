// The entry that contains the module as text, so it loads wherever JavaScript does.

import { init } from './openings-core.js';
import { bytesOf } from './inline.js';
import inlined from './openings.inline.js';

init(bytesOf(inlined));

export * from './openings-core.js';
