// Runs the cases of bridge/bridge.test.ts in a real cross-origin frame, and cases that need a real browser.
import { join } from 'node:path';
import { expect, test as base, type Frame, type Page } from '@playwright/test';
import type { GamePage } from '#bridge/testing/game-page.ts';
import type { PortalPage } from '#bridge/testing/portal-page.ts';
import { protocolCases } from '#bridge/testing/protocol-cases.ts';
import { servePages, type ServedPages } from '#bridge/testing/serve-pages.server.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';

declare const gamePage: GamePage;
declare const portalPage: PortalPage;

const folder = join(import.meta.dirname, '../bridge/testing');

const test = base.extend<{ game: Frame }, { pages: ServedPages }>({
  pages: [
    async ({}, use) => {
      await using pages = await servePages({
        portal: join(folder, 'portal-page.ts'),
        game: join(folder, 'game-page.ts'),
      });
      await use(pages);
    },
    { scope: 'worker' },
  ],
  game: async ({ page, pages }, use) => {
    await page.goto(`${pages.origin('portal')}/portal.html`);
    await use(await openGame(page, pages));
  },
});

test('the protocol cases pass in a cross-origin frame', async ({ page, pages }) => {
  // Each case gets its own frame, all in one page: loading a page takes far longer than a case.
  await page.goto(`${pages.origin('portal')}/portal.html`);
  // Every fifth case runs here, and every case in a drill. Node runs all of them each time.
  for (const [at, { name }] of protocolCases.entries()) {
    if ((at + 1) % chooseDrillSize(5, 1) !== 0) continue;
    await test.step(name, async () => {
      const game = await openGame(page, pages);
      const failure = await game.evaluate((at) => gamePage.runCase(at), at);
      expect.soft(failure, name).toBeUndefined();
    });
  }
});

test("a game gets a port without user action, and reads the portal's origin", async ({ game, page, pages }) => {
  expect(await game.evaluate(() => gamePage.connect())).toBe(pages.origin('portal'));
  expect(await page.evaluate(() => portalPage.state())).toEqual({ connected: true, connections: 1, closings: 0 });
});

test('a reloaded frame gets a new port, and its pending purchase ends', async ({ game, page }) => {
  await game.evaluate(() => gamePage.connect());
  await game.evaluate(() => void gamePage.call('BuyProduct', { sku: 'waits' }));
  const loaded = page.waitForEvent('framenavigated', (frame) => frame === game);
  await game.evaluate(() => location.reload());
  await loaded;
  await expect.poll(() => game.evaluate(() => gamePage.connect()).catch(() => 'loading')).toContain('portal');
  expect(await game.evaluate(() => gamePage.call('GetUrlHash'))).toEqual({ hash: '' });
  // The response is not Busy: the reload ended the first purchase.
  expect(await game.evaluate(() => gamePage.call('BuyProduct', { sku: 'gems' }))).toMatchObject({
    transactionId: 'gems',
  });
});

test('reports a game whose frame was removed', async ({ game, page }) => {
  await game.evaluate(() => gamePage.connect());
  await page.evaluate(() => portalPage.removeGame());
  await expect
    .poll(() => page.evaluate(() => portalPage.state()))
    .toEqual({ connected: false, connections: 1, closings: 1 });
});

test('a purchase needs a click in the game that the browser confirms', async ({ page, pages }) => {
  await page.goto(`${pages.origin('portal')}/portal.html`);
  const game = await openGame(page, pages, { believesBrowser: true });
  await game.evaluate(() => gamePage.connect());
  // After seven seconds the browser has forgotten the last user gesture. From here on the test runs no code in the
  // page, because the browser would count that as a gesture.
  await game.evaluate(() => gamePage.buyLaterAndOnClick(7000));
  await expect.poll(() => game.url()).toContain('#GestureRequired');
  await page.mouse.click(60, 60);
  await expect.poll(() => game.url()).toContain('#Bought');
});

test('a second frame of the same game gets no port', async ({ game, page, pages }) => {
  await page.evaluate((url) => portalPage.addFrame(url), `${pages.origin('gem-miner')}/game.html`);
  expect(await frameOf(page, 'other').evaluate(() => gamePage.getsPort('parent'))).toBe(false);
  expect(await game.evaluate(() => gamePage.getsPort('parent', 60_000))).toBe(true);
});

test('a frame nested in the game gets no port', async ({ game, page }) => {
  await game.evaluate(async () => {
    const nested = document.createElement('iframe');
    nested.name = 'nested';
    nested.src = location.href;
    const loaded = new Promise((resolve) => nested.addEventListener('load', resolve));
    document.body.append(nested);
    await loaded;
  });
  expect(await frameOf(page, 'nested').evaluate(() => gamePage.getsPort('top'))).toBe(false);
  expect(await game.evaluate(() => gamePage.getsPort('parent', 60_000))).toBe(true);
});

test('another origin loaded in the frame gets no port and is not connected', async ({ game, page, pages }) => {
  await game.evaluate(() => gamePage.connect());
  await game.goto(`${pages.origin('sky-courier')}/game.html`);
  expect(await frameOf(page, 'game').evaluate(() => gamePage.getsPort('parent'))).toBe(false);
  expect(await page.evaluate(() => portalPage.state())).toMatchObject({ connected: false, connections: 1 });
});

test("a game cannot access the portal's page except through messages", async ({ game, page, pages }) => {
  await page.evaluate(() => localStorage.setItem('AuthToken', 'secret'));
  await page.evaluate((url) => portalPage.addFrame(url), `${pages.origin('sky-courier')}/game.html`);
  expect(await game.evaluate(() => gamePage.reachIntoPortal())).toEqual({
    storage: 'SecurityError',
    document: 'SecurityError',
    handlers: 'SecurityError',
    frames: 'SecurityError',
  });
});

async function openGame(page: Page, pages: ServedPages, options = {}): Promise<Frame> {
  const origin = pages.origin('gem-miner');
  await page.evaluate(([url, origin, options]) => portalPage.openGame(url, origin, options), [
    `${origin}/game.html`,
    origin,
    options,
  ] as const);
  return frameOf(page, 'game');
}

function frameOf(page: Page, name: string): Frame {
  const frame = page.frame({ name });
  if (!frame) throw new Error(`The page has no frame "${name}"`);
  return frame;
}
