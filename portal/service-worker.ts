// The service worker. Build files come from the cache first, pages always from the server; if it can't be reached, the
// cached home page is shown. It must not cache anything private or single-use, nor change responses while online.
import { handlePushEvents, type LastingEvent, type PushWorkerScope } from './push/handle-push-events.ts';

declare const buildId: string;
declare const firstPageFiles: readonly string[];
/** Without these, only the home page could show that the portal is offline. */
declare const screenFiles: readonly string[];

interface WorkerScope extends PushWorkerScope {
  readonly clients: PushWorkerScope['clients'] & { claim(): Promise<void> };
  addEventListener: PushWorkerScope['addEventListener'] & {
    (type: 'activate', listener: (event: LastingEvent) => void): void;
    (type: 'fetch', listener: (event: FetchEvent) => void): void;
    (type: 'message', listener: (event: LastingEvent & { readonly data: unknown }) => void): void;
  };
}

interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = globalThis as unknown as WorkerScope;
const root = worker.registration.scope;
// Portals under different paths of one origin share its caches.
const family = `fxid ${root} `;
const cacheName = family + buildId;
/** After this time without a response, the portal counts as offline. */
const patienceMs = 8000;
/** Held by pages in which a game runs. Repeated from game-lock.ts, which would add a file to the worker. */
const gameLock = 'fxid-game';
/** Tells the waiting worker to activate. */
const takeOver = 'take-over';

worker.addEventListener('install', (event) => event.waitUntil(keepFirstPage()));
worker.addEventListener('activate', (event) => event.waitUntil(begin()));
worker.addEventListener('message', (event) => {
  if (event.data === takeOver) event.waitUntil(worker.skipWaiting());
  else if (Array.isArray(event.data)) event.waitUntil(keepFiles(event.data));
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(root)) return;
  const path = `/${new URL(request.url).pathname.slice(new URL(root).pathname.length)}`;
  if (path.startsWith('/assets/')) event.respondWith(answerWithFile(event));
  else if (request.mode === 'navigate' && hasFallback(path)) event.respondWith(answerWithPage(event));
});

handlePushEvents(worker, root);

async function keepFirstPage(): Promise<void> {
  const cache = await caches.open(cacheName);
  // The files come from the browser's HTTP cache.
  await cache.addAll([...firstPageFiles, ...screenFiles].map((file) => root + file));
  const page = await ask(new Request(root, { cache: 'reload', headers: { accept: 'text/html' } }));
  if (!(await keepPage(page)))
    throw new Error(`${root} is not the page of build ${buildId}; the browser tries again later.`);
}

/**
 * Caches the home page with its headers, whose nonce belongs to the page. Its embedded data is removed, so that the app
 * renders in the browser and shows that it is offline.
 */
async function keepPage(page: Response): Promise<boolean> {
  if (page.status !== 200 || page.redirected) return false;
  const text = await page.text();
  if (!firstPageFiles.every((file) => text.includes(file))) return false;
  const headers = new Headers(page.headers);
  // These headers describe the sent bytes, not the cached text.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const kept = text.replace(/<script type="application\/json" id="state">[^]*?<\/script>/, '');
  await (await caches.open(cacheName)).put(root, new Response(kept, { headers }));
  return true;
}

async function begin(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(family) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Files that the page loaded before the worker existed: texts, fonts, the current screen. */
async function keepFiles(addresses: readonly unknown[]): Promise<void> {
  const files = addresses.filter((address) => typeof address === 'string' && address.startsWith(`${root}assets/`));
  const cache = await caches.open(cacheName);
  for (const file of files as string[]) {
    if (!(await cache.match(file))) await cache.add(file);
  }
}

async function answerWithFile(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await ask(event.request);
  if (answer.status === 200) event.waitUntil(cache.put(event.request, answer.clone()));
  return answer;
}

// Pages with a token and pages in a platform's frame have their own headers, so the cached home page can't replace
// them.
function hasFallback(path: string): boolean {
  return !/^\/(login|signinreturn|store|api|lab|\.well-known)|\/iframe\//i.test(path);
}

async function answerWithPage(event: FetchEvent): Promise<Response> {
  event.waitUntil(makeWayForNewer());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
  });
  const asked = ask(event.request);
  try {
    const answer = await Promise.race([asked, silence]);
    // The portal's name and colours may have changed.
    if (answer && event.request.url === root) event.waitUntil(keepPage(answer.clone()));
    if (answer) return answer;
  } catch (error) {
    return (await keptPage()) ?? Promise.reject(error);
  } finally {
    clearTimeout(timer);
  }
  return (await keptPage()) ?? asked;
}

async function keptPage(): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return cache.match(root, { ignoreVary: true });
}

// A newer worker may activate once no other page needs this one's files and no game runs.
async function makeWayForNewer(): Promise<void> {
  const { waiting } = worker.registration;
  if (!waiting) return;
  const pages = await worker.clients.matchAll({ type: 'window' });
  const { held = [] } = 'locks' in navigator ? await navigator.locks.query() : {};
  if (held.some(({ name }) => name === gameLock)) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker takes none: it has our origin.
  if (pages.length <= 1) waiting.postMessage(takeOver);
}

// oxlint-disable-next-line eslint/no-restricted-globals -- It passes the browser's own requests on and makes no calls.
const ask = (request: Request): Promise<Response> => fetch(request);
