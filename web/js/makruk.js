// The entry that contains the module as text, so it loads wherever JavaScript does.

import { init } from './makruk-core.js';
import { bytesOf } from './inline.js';
import inlined from './makruk.inline.js';

init(bytesOf(inlined));

export * from './makruk-core.js';
