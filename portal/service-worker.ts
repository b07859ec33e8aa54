// The portal without a network. Files of the build have their hash in their name and are taken from the cache first; pages
// are always asked of the server, and only when it cannot be reached is the kept first page shown, which then says so.
//
// It must not keep what is private or used once (the API, pages whose address carries a token), must not answer online with
// anything but the server's own answer, and leaves other origins alone.
//
// It also shows push messages, each of them, because browsers take the right away from whoever does not.
import { ownAddress, readPushMessage, showPage, type OpenPage } from './push/push-notification.ts';

declare const buildId: string;
declare const firstPageFiles: readonly string[];
/** Screens and modals: without them the portal could not even say that it is offline on any page but the first. */
declare const screenFiles: readonly string[];

/** The browser's types for workers cannot stand beside those for pages; these are the few that are used here. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly OpenPage[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: LastingEvent & { readonly data: unknown }) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void;
}

interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushEvent extends LastingEvent {
  readonly data: { text(): string } | null;
}

interface ClickEvent extends LastingEvent {
  readonly notification: Notification;
}

interface SubscriptionEvent extends LastingEvent {
  readonly newSubscription?: PushSubscription | null;
}

interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = globalThis as unknown as WorkerScope;
const root = worker.registration.scope;
// Portals under different paths of one origin share the origin's caches.
const family = `fxid ${root} `;
const cacheName = family + buildId;
/** A network that is silent for so long counts as none. */
const patienceMs = 8000;
/** Held by pages in which a game runs: see game-lock.ts, which a worker cannot import without the rest of it. */
const gameLock = 'fxid-game';
/** Said by the worker in use, or by a page whose player agrees, to the one that waits. */
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

worker.addEventListener('push', (event) => event.waitUntil(showMessage(event.data?.text())));
worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(goTo(ownAddress(notification.data, root) ?? root));
});
// Nobody is signed in here who could tell the server: the new one is given up, and the next page of the portal subscribes anew and
// tells it. Messages to the old one come back to the server, which forgets it.
worker.addEventListener('pushsubscriptionchange', (event) => {
  if (event.newSubscription) event.waitUntil(event.newSubscription.unsubscribe());
});

/** What cannot be shown as it came is shown in the portal's name alone. */
async function showMessage(text: string | undefined): Promise<void> {
  const message = readPushMessage(text, root);
  const portal = await readManifest();
  await worker.registration.showNotification(message?.title ?? portal.name ?? new URL(root).host, {
    body: message?.body ?? '',
    icon: portal.icon ?? '',
    data: message?.url ?? root,
    // One that comes again takes the place of the first.
    ...(message?.tag !== undefined && { tag: message.tag }),
  });
}

async function readManifest(): Promise<{ readonly name?: string; readonly icon?: string }> {
  try {
    const answer = await ask(new Request(`${root}manifest.webmanifest`, { signal: AbortSignal.timeout(patienceMs) }));
    const { name, icons } = (await answer.json()) as { name?: unknown; icons?: readonly { src?: unknown }[] };
    const icon = ownAddress(icons?.[0]?.src, root);
    return { ...(typeof name === 'string' && name !== '' && { name }), ...(icon !== undefined && { icon }) };
  } catch {
    // No network, or no JSON: the message is shown all the same, without a name or an icon of the portal's.
    return {};
  }
}

async function goTo(address: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await showPage(pages, address, (wanted) => worker.clients.openWindow(wanted), root);
}

async function keepFirstPage(): Promise<void> {
  const cache = await caches.open(cacheName);
  // The files come from the browser's own cache.
  await cache.addAll([...firstPageFiles, ...screenFiles].map((file) => root + file));
  const page = await ask(new Request(root, { cache: 'reload', headers: { accept: 'text/html' } }));
  if (!(await keepPage(page)))
    throw new Error(`${root} is not the page of build ${buildId}; the browser tries again later.`);
}

/**
 * Keeps a first page with its headers, whose nonce is the page's own. A page of another build would miss its files. What it was rendered
 * with is left out: where it stands in for a page that cannot be reached, the program renders, and says so.
 */
async function keepPage(page: Response): Promise<boolean> {
  if (page.status !== 200 || page.redirected) return false;
  const text = await page.text();
  if (!firstPageFiles.every((file) => text.includes(file))) return false;
  const headers = new Headers(page.headers);
  // Of the text as it was sent, which is not the one that is kept.
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

/** What the page had loaded before there was a worker: texts in its language, fonts, the screen it is on. */
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

// Pages that carry a token have headers of their own, and pages in a platform's frame as well: the first page cannot stand in
// for them. The API has its own pages.
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
    // The names and colours of the portal may have changed.
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

// A newer worker may begin once no other page needs the files of this one, and no game runs: the page that navigates is about to go.
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
