#!/usr/bin/env node
// Serves the built page, on this machine only: web/serve [port]

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { extname, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('./dist/', import.meta.url));
const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
};

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, 'http://localhost').pathname);
  try {
    const body = await readFile(root + (path.endsWith('/') ? `${path}index.html` : path));
    const type = types[extname(path)] ?? types['.html'];
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': 'no-cache' });
    response.end(gzipSync(body));
  } catch {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not here\n');
  }
});
server.listen(Number(process.argv[2] ?? 8088), '127.0.0.1', () => {
  console.log(`http://localhost:${server.address().port}/`);
});
