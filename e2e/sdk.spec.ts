// The SDK as a game loads it in a real browser: from a plain file, framed by a portal on another origin, and in a frame
// whose parent does not respond.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test as base, type Frame, type Page } from '@playwright/test';
import type { PortalPage } from '#bridge/testing/portal-page.ts';
import { servePages, type ServedPages } from '#bridge/testing/serve-pages.server.ts';

declare const FxId: {
  readonly environment: string;
  readonly locale: { readonly current: string };
  readonly capabilities: { has(capability: string): boolean };
  readonly payments: { purchase(sku: string): Promise<{ transactionId: string }> };
  readonly ads: { showRewarded(): Promise<unknown> };
  readonly platform: { urlHash(): Promise<string>; setUrlHash(hash: string): Promise<unknown> };
  readonly stats: { event(name: string): Promise<unknown> };
  init(): Promise<{ social: { displayName: string } }>;
  call(method: string): Promise<unknown>;
  on(event: string, listener: (data: { language: string; reason: string }) => void): () => void;
};
declare const portalPage: PortalPage;

const built = join(import.meta.dirname, '../dist/sdk/v1');
const html = '<!doctype html><title>game</title><script src="sdk.js"></script>';

const test = base.extend<object, { pages: ServedPages; gameOrigin: string }>({
  pages: [
    async ({}, use) => {
      await using pages = await servePages({ portal: join(import.meta.dirname, '../bridge/testing/portal-page.ts') });
      await use(pages);
    },
    { scope: 'worker' },
  ],
  /** Serves the game and the SDK under a content security policy like that of the games' origin. */
  gameOrigin: [
    async ({}, use) => {
      const server = createServer((request, response) => {
        const file = join(built, request.url ?? '');
        const isScript = /^\/\w+\.js$/.test(request.url ?? '') && existsSync(file);
        response.setHeader('content-security-policy', "default-src 'none'; script-src 'self'");
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
        response.end(isScript ? readFileSync(file) : html);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await use(`http://gem-miner.localhost:${(server.address() as AddressInfo).port}`);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    { scope: 'worker' },
  ],
});

test('a game opened as a plain file gets a simulated portal, and its purchases ask for confirmation', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-plain-'));
  try {
    for (const name of ['sdk.js', 'local.js']) copyFileSync(join(built, name), join(folder, name));
    writeFileSync(join(folder, 'game.html'), html);
    await page.goto(pathToFileURL(join(folder, 'game.html')).href);
    expect(await page.evaluate(() => FxId.init().then(({ social }) => social.displayName))).toBe('Local Player');
    expect(await page.evaluate(() => FxId.environment)).toBe('local');
    const answers = ['dismiss', 'accept'] as const;
    for (const answer of answers) {
      page.once('dialog', (dialog) => void dialog[answer]());
      const outcome = page.evaluate(() =>
        FxId.payments.purchase('coins-100').then(
          ({ transactionId }) => transactionId,
          (error: { code: string }) => error.code,
        ),
      );
      expect(await outcome).toBe(answer === 'accept' ? 'local-1' : 'UserCancelled');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a game in a portal communicates with it', async ({ page, pages, gameOrigin }) => {
  await page.goto(`${pages.origin('portal')}/portal.html`);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.evaluate((origin) => portalPage.openGame(`${origin}/game.html`, origin), gameOrigin);
  const game = frameOf(page, 'game');
  expect(await game.evaluate(() => FxId.init().then(({ social }) => social.displayName))).toBe('Ada');
  expect(await game.evaluate(() => FxId.environment)).toBe('portal');
  expect(
    await game.evaluate(() => [FxId.capabilities.has('FriendsList'), FxId.capabilities.has('AdsAvailable')]),
  ).toEqual([true, false]);
  expect(await game.evaluate(() => FxId.platform.setUrlHash('level-3').then(() => FxId.platform.urlHash()))).toBe(
    'level-3',
  );
  const refusals = await game.evaluate(() =>
    Promise.all(
      [FxId.call('JoinCommunity'), FxId.call('NoSuchThing'), FxId.stats.event('cancel')].map((call) =>
        call.catch((error: { name: string; code: string }) => `${error.name} ${error.code}`),
      ),
    ),
  );
  expect(await game.evaluate(() => FxId.ads.showRewarded())).toEqual({ outcome: 'failed', reason: 'NotImplemented' });
  expect(refusals).toEqual(['SdkError NotSupported', 'SdkError UnknownMethod', 'SdkError UserCancelled']);
  const heard = game.evaluate(async () => {
    const language = new Promise((resolve) => FxId.on('languageChanged', (data) => resolve(data.language)));
    const paused = new Promise((resolve) => FxId.on('pause', (data) => resolve(data.reason)));
    await FxId.stats.event('emit');
    return [await language, await paused, FxId.locale.current];
  });
  expect(await heard).toEqual(['fr', 'focus', 'fr']);
  expect(requested, 'a player never loads what is for developers').not.toContain('/local.js');
});

test('a game in a frame without an origin and without a portal starts anyway', async ({ page, pages, gameOrigin }) => {
  await page.goto(`${pages.origin('portal')}/portal.html`);
  await page.evaluate(async (url) => {
    const frame = document.createElement('iframe');
    frame.name = 'silent';
    frame.setAttribute('sandbox', 'allow-scripts');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = url;
    document.body.append(frame);
    await loaded;
  }, `${gameOrigin}/game.html`);
  const game = frameOf(page, 'silent');
  await game.evaluate(() => FxId.init());
  expect(await game.evaluate(() => FxId.environment)).toBe('local');
});

function frameOf(page: Page, name: string): Frame {
  const frame = page.frame({ name });
  if (!frame) throw new Error(`The page has no frame named ${name}.`);
  return frame;
}
