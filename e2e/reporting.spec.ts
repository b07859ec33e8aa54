// Error reports through the portal's tunnel, and the debugging flags, under the real content security policy.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test as base } from './lab-server.ts';

interface Collector {
  readonly dsn: string;
  readonly items: { type: string; payload: string }[];
}

const remoteDebugUrl = 'https://debug.example/agent.js';

const test = base.extend<object, { collector: Collector }>({
  collector: [
    async ({}, use) => {
      const items: Collector['items'] = [];
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          items.push(...readItems(Buffer.concat(chunks)));
          response.end('{}');
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await use({ dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/42`, items });
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  labEnv: [
    async ({ collector }, use) => use({ ERROR_DSN: collector.dsn, REMOTE_DEBUG_URL: remoteDebugUrl }),
    { scope: 'worker' },
  ],
});

test('reports an error to the collector through our own origin, without tokens and email addresses', async ({
  lab,
  page,
  collector,
}) => {
  const complaints = listen(page);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== 'localhost' && !hostname.endsWith('.localhost')) elsewhere.push(request.url());
  });
  const loaded = page.waitForResponse(/\/assets\/load-reporter-/);
  await page.goto(`${lab.url}/?token=inthequery`);
  await loaded;
  await throwInPage(page, 'boom one fxs_6TiCKjbAHBJDvB3asP9A of ada@players.example');
  await expect.poll(() => find(collector, 'event', 'boom one')).toBeDefined();
  const report = find(collector, 'event', 'boom one') ?? '';
  expect(JSON.parse(report)).toMatchObject({ environment: 'prod', request: { url: `${lab.url}/` } });
  expect(report).toContain('boom one fxs_[token] of [email]');
  expect(report).not.toContain('inthequery');
  expect(elsewhere).toEqual([]);
  expect(complaints.filter((text) => !text.includes('boom one'))).toEqual([]);
});

test('keeps an error thrown before the reporter loads', { tag: '@drill' }, async ({ lab, page, collector }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/load-reporter-/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/load-reporter-/);
  await page.goto(lab.url);
  await asked;
  await throwInPage(page, 'boom early');
  release();
  await expect.poll(() => find(collector, 'event', 'boom early')).toBeDefined();
});

test(
  'records the screen around an error, masked, and not on payment pages',
  { tag: '@drill' },
  async ({ lab, page, collector }) => {
    const loaded = page.waitForResponse(/\/assets\/load-reporter-/);
    await page.goto(lab.url);
    await expect(page.getByRole('heading', { name: 'Gem Miner' }).first()).toBeVisible();
    await loaded;
    // The reporter discards recordings shorter than its minimum.
    await page.waitForTimeout(1000);
    await throwInPage(page, 'boom recorded');
    await expect
      .poll(() => collector.items.filter(({ type }) => type === 'replay_recording').length)
      .toBeGreaterThan(0);
    const recordings = collector.items.filter(({ type }) => type === 'replay_recording').map(({ payload }) => payload);
    expect(recordings.join()).not.toContain('Gem Miner');

    // The store is not recorded, whether the player navigates there or the visit starts there.
    await page.evaluate(() => history.pushState({}, '', '/Store/gem-miner'));
    await page.waitForTimeout(1000);
    collector.items.length = 0;
    const second = await page.context().newPage();
    const loadedAgain = second.waitForResponse(/\/assets\/load-reporter-/);
    await second.goto(`${lab.url}/Store/gem-miner`);
    await loadedAgain;
    for (const [place, text] of [
      [page, 'boom on the way to the store'],
      [second, 'boom in the store'],
    ] as const) {
      await throwInPage(place, text);
      await expect.poll(() => find(collector, 'event', text)).toBeDefined();
    }
    await page.waitForTimeout(6000);
    expect(collector.items.map(({ type }) => type)).not.toContain('replay_recording');
  },
);

test('shows a console on the page on request, and never on payment pages', { tag: '@drill' }, async ({ lab, page }) => {
  const complaints = listen(page);
  await page.goto(`${lab.url}/?eruda`);
  await expect(page.locator('#eruda')).toBeAttached();
  await page.locator('.eruda-entry-btn').click();
  await expect(page.locator('.eruda-console').first()).toBeVisible();
  expect(complaints).toEqual([]);
  const response = await page.goto(`${lab.url}/Store/gem-miner?eruda`);
  expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
  await expect(page.locator('#portal')).not.toBeEmpty();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#eruda')).toHaveCount(0);
});

test("loads the operator's remote-debug script on request, which receives log messages", async ({ lab, page }) => {
  const complaints = listen(page);
  const agent = `window.heard = []; addEventListener('fxid:log', ({ detail }) => heard.push(detail));`;
  await page.route(remoteDebugUrl, (route) => route.fulfill({ contentType: 'text/javascript', body: agent }));
  await page.goto(`${lab.url}/?remotejs`);
  await page.waitForFunction(() => 'heard' in window);
  await page.evaluate(() => console.info('hello', { number: 1 }));
  expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toContainEqual({
    level: 'info',
    text: 'hello {"number":1}',
  });
  expect(complaints).toEqual([]);
});

test('loads no other script', async ({ lab, page }) => {
  await page.goto(lab.url);
  const refusal = await page.evaluate(() => {
    try {
      document.createElement('script').src = 'https://evil.example/a.js';
      return 'taken';
    } catch (error) {
      return String(error);
    }
  });
  expect(refusal).toContain('TrustedScriptURL');
});

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

function throwInPage(page: Page, message: string): Promise<void> {
  return page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
}

function find({ items }: Collector, type: string, text: string): string | undefined {
  return items.find((item) => item.type === type && item.payload.includes(text))?.payload;
}

function readItems(envelope: Buffer): Collector['items'] {
  const items: Collector['items'] = [];
  let at = envelope.indexOf('\n') + 1;
  while (at < envelope.length) {
    const lineEnd = envelope.indexOf('\n', at);
    if (lineEnd < 0) break;
    const header = JSON.parse(envelope.toString('utf8', at, lineEnd)) as { type: string; length?: number };
    const next = envelope.indexOf('\n', lineEnd + 1);
    const end = header.length === undefined ? (next < 0 ? envelope.length : next) : lineEnd + 1 + header.length;
    items.push({ type: header.type, payload: envelope.toString('utf8', lineEnd + 1, end) });
    at = end + 1;
  }
  return items;
}
