// Stores the page's files in the browser, so that it works offline. Online, the server's files come first, so the page is never
// outdated.

/** The files of the page. */
const FILES = ['./', 'main.js', 'style.css', 'worker.js', 'names.js', 'makruk-rules.js'];
const CACHE = 'chess0x88';

addEventListener('install', (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES))));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
