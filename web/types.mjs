// Compiles the strict programs of js/test/types in a project that has installed the package: `node types.mjs`.
//
// The program for chess.js must compile with the types of chess.js and with those of this package.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

const here = new URL('.', import.meta.url).pathname;
const project = `${here}target/types`;
rmSync(project, { recursive: true, force: true });
mkdirSync(`${project}/node_modules`, { recursive: true });
symlinkSync(`${here}js`, `${project}/node_modules/chess0x88`);
symlinkSync(`${here}js/node_modules/chess.js`, `${project}/node_modules/chess.js`);
cpSync(`${here}js/test/types`, project, { recursive: true });
writeFileSync(`${project}/ours.ts`, readFileSync(`${project}/program.ts`, 'utf8').replace("from 'chess.js'", "from 'chess0x88'"));
writeFileSync(`${project}/required.cts`, "import { Chess, Move } from 'chess0x88';\nexport const move: Move = new Chess().move('e4');\n");

const resolutions = [['nodenext', 'nodenext'], ['node16', 'node16'], ['esnext', 'bundler']];
for (const [module, moduleResolution] of resolutions) {
  const files = ['program.ts', 'ours.ts', 'own.ts', ...(module === 'esnext' ? [] : ['required.cts'])];
  const config = {
    compilerOptions: { strict: true, noEmit: true, target: 'es2022', lib: ['es2022'], skipLibCheck: false, types: [], module, moduleResolution },
    files,
  };
  writeFileSync(`${project}/package.json`, '{ "type": "module" }');
  writeFileSync(`${project}/tsconfig.json`, JSON.stringify(config));
  execFileSync(process.execPath, [`${here}js/node_modules/typescript/bin/tsc`, '-p', project], { stdio: 'inherit' });
}
console.log(`types: strict programs compile in ${resolutions.length} ways of resolving`);
