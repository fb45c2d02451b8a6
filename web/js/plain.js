// The rules as plain JavaScript, for runtimes without WebAssembly and pages whose policy forbids it.

import { init } from './core.js';
import { rules } from './rules.plain.js';

init(rules);

export * from './core.js';
