// API down, no network, a restarting server, a new version, and a browser without storage: the portal shows the problem
// and recovers as soon as it can.
import { rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { copyLabFolder } from './lab-folder.ts';
import { expect, runLab, test } from './lab-server.ts';
import { openFullChromium } from './open-full-chromium.ts';

test.use({ serviceWorkers: 'allow' });

test('shows an error when the API is down and retries on request', { tag: '@drill' }, async ({ lab, page }) => {
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 503, body: 'down for a moment' }));
  await page.goto(`${lab.url}/Error`);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page.getByRole('alert')).toContainText("Couldn't load");
  await page.unroute('**/api/v1/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(gameHeading(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('opens every kind of page offline after one visit, and recovers automatically', async ({ lab, browser }) => {
  const context = await browser.newContext({ locale: 'ru-RU' });
  const page = await context.newPage();
  await visitAndKeep(page, lab.url);
  await expect.poll(() => keptAddresses(page)).toContainEqual(expect.stringMatching(/\/assets\/ru-[\w-]+\.js$/));

  await context.setOffline(true);
  for (const path of ['/Games', '/Games/gem-miner', '/?utm_source=somewhere', '/']) {
    await page.goto(lab.url + path);
    await expect(page.getByRole('alert'), path).toContainText('Вы не в сети');
  }
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Добытчик самоцветов' }).first()).toBeVisible();
  await context.close();
});

test(
  'passes responses through while the server is reachable, and caches only the first page and build files, nothing private',
  { tag: '@drill' },
  async ({ lab, browser }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await visitAndKeep(page, lab.url);
    const nonces = new Set<string>();
    for (let visit = 0; visit < 3; visit += 1) {
      const response = await page.goto(lab.url);
      expect(response?.fromServiceWorker()).toBe(true);
      nonces.add(/'nonce-([^']+)'/.exec(response?.headers()['content-security-policy'] ?? '')?.[1] ?? 'none');
    }
    expect(nonces.size).toBe(3);

    for (const path of ['/LoginWithTempToken?token=once', '/Store/MerchantPaymentCompleted/once', '/Games', '/Profile'])
      await page.goto(lab.url + path);
    await page.goto(lab.url);
    await expect(gameHeading(page)).toBeVisible();
    const kept = await keptAddresses(page);
    expect(kept).toContain(`${lab.url}/`);
    expect(kept.filter((address) => address !== `${lab.url}/` && !address.startsWith(`${lab.url}/assets/`))).toEqual(
      [],
    );

    // The service worker has no offline page for an address with a token: the browser shows its own error.
    await context.setOffline(true);
    await expect(page.goto(`${lab.url}/LoginWithTempToken?token=once`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    await context.close();
  },
);

test(
  'shows every push message, and an empty one with the name of the portal',
  { tag: '@drill' },
  async ({ lab, launchOptions }) => {
    await using browser = await openFullChromium(launchOptions);
    const context = await browser.newContext({ permissions: ['notifications'] });
    const page = await context.newPage();
    await visitAndKeep(page, lab.url);
    const devTools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      });
    });
    await devTools.send('ServiceWorker.enable');
    const registrationId = await registered;
    const deliver = (data: string) =>
      devTools.send('ServiceWorker.deliverPushMessage', { origin: lab.url, registrationId, data });
    const shown = () =>
      page.evaluate(async () => {
        const all = await (await navigator.serviceWorker.ready).getNotifications();
        return all.map(({ title, body, data }) => ({ title, body, data: data as unknown }));
      });
    const first = { title: 'Gem Miner', body: 'Your lamp is full.', data: `${lab.url}/Games/gem-miner` };
    await deliver(JSON.stringify({ title: first.title, body: first.body, url: '/Games/gem-miner' }));
    await expect.poll(shown).toEqual([first]);
    await deliver('no message of ours');
    await expect.poll(shown).toEqual(expect.arrayContaining([first, { title: 'FxId', body: '', data: `${lab.url}/` }]));
    await context.close();
  },
);

test('shows the cached page while the server restarts', { tag: '@drill' }, async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const dataDir = await copyLabFolder();
  const first = await runLab(dataDir);
  try {
    await visitAndKeep(page, first.url);
  } finally {
    await first.stop();
  }
  await page.reload();
  await expect(page.getByRole('alert')).toContainText("Couldn't load");
  await page.getByRole('link', { name: 'All games' }).first().click();
  await expect(page).toHaveURL(/\/Games$/);
  await expect(page.getByRole('alert')).toContainText("Couldn't load");
  const again = await runLab(dataDir, { PORT: new URL(first.url).port, GAMES_PORT: String(first.gamesPort) });
  try {
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(gameHeading(page)).toBeVisible();
  } finally {
    await again.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  await context.close();
});

test('activates a new version with the next page load, once no other page uses the old one', async ({
  lab,
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await using release = await openRelease(lab.url);
  await visitAndKeep(page, release.url);
  const [before] = await cacheNames(page);
  const second = await context.newPage();
  await second.goto(release.url);
  await expect(gameHeading(second)).toBeVisible();

  release.renameBuild();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await expect.poll(() => waitingWorker(page)).toBe('installed');
  expect(await cacheNames(page)).toHaveLength(2);
  // While two pages are open, the old version stays active even after navigation.
  await page.reload();
  await expect(gameHeading(page)).toBeVisible();
  expect(await cacheNames(page)).toContain(before);
  await second.close();
  // The worker notices the closed page a moment later.
  await expect(async () => {
    await page.reload();
    expect(await cacheNames(page)).not.toContain(before);
  }).toPass();
  await expect.poll(() => cacheNames(page)).toHaveLength(1);
  await expect(gameHeading(page)).toBeVisible();
  await context.close();
});

test('works in a browser that blocks all storage', { tag: '@drill' }, async ({ lab, page }) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse, configurable: true });
    Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse, configurable: true });
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse, configurable: true });
  });
  await page.goto(lab.url);
  await expect(gameHeading(page)).toBeVisible();
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('button', { name: 'Polski', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Górnik klejnotów' }).first()).toBeVisible();
  await page.getByRole('heading', { name: 'Górnik klejnotów' }).last().click();
  await expect(page).toHaveURL(/\/Games\/gem-miner$/);
  await expect(page.getByRole('heading', { name: 'Górnik klejnotów' }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

const gameHeading = (page: Page) => page.getByRole('heading', { name: 'Gem Miner' }).first();

async function visitAndKeep(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('listitem').getByRole('heading').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}

async function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await Promise.all((await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url);
  });
}

async function cacheNames(page: Page): Promise<string[]> {
  return page.evaluate(() => globalThis.caches.keys());
}

/** A new version's cache exists as soon as it begins to fill. The worker is waiting only once everything is cached. */
async function waitingWorker(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state);
}

/**
 * A proxy in front of the lab that can make its service worker look like another build. Playwright cannot intercept
 * that request.
 */
async function openRelease(labUrl: string): Promise<{ url: string; renameBuild(): void } & AsyncDisposable> {
  let isRenamed = false;
  const server = createServer((incoming, answer) => {
    const { method, url = '/', headers } = incoming;
    const isWorker = url === '/service-worker.js';
    // The proxy edits the worker's source, so the response must not be compressed.
    const asked = { ...headers, host: new URL(labUrl).host, 'accept-encoding': 'identity' };
    const outgoing = request(labUrl + url, { method, headers: asked }, (reply) => {
      const { 'content-length': length, ...rest } = reply.headers;
      answer.writeHead(reply.statusCode ?? 502, isWorker || length === undefined ? rest : reply.headers);
      if (isWorker && isRenamed) void text(reply).then((code) => answer.end(rename(code)));
      else reply.pipe(answer);
    });
    outgoing.once('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    renameBuild: () => {
      isRenamed = true;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function rename(worker: string): string {
  const renamed = worker.replace(/`[0-9a-f]{12}`/, '`0123456789ab`');
  if (renamed === worker) throw new Error('The worker holds no build id to change.');
  return renamed;
}
