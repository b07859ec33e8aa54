import type { Page } from '@playwright/test';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { expect, test } from './lab-server.ts';

test('a game runs in a sandboxed frame on its own origin and receives the keys', async ({ lab, page }) => {
  const told = page.waitForEvent('console', (line) => /^Time to play gem-miner: \d+ ms$/.test(line.text()));
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  const frame = page.locator('.player iframe');
  await expect(frame).toHaveAttribute('src', `http://gem-miner.localhost:${lab.gamesPort}/?lang=en`);
  await expect(frame).toHaveAttribute(
    'sandbox',
    /^allow-scripts allow-same-origin allow-forms( allow-(downloads|modals|orientation-lock|pointer-lock|popups|popups-to-escape-sandbox))+$/,
  );
  await expect(frame).toHaveAttribute('allow', /accelerometer/);
  await expect(frame).toHaveAttribute('referrerpolicy', 'origin');
  await expect(page.locator('.player-loading')).toHaveCount(0);
  await told;
  await expect(frame).toBeFocused();
});

test('every spelling of the address leads to the same game', { tag: '@drill' }, async ({ lab, page }) => {
  for (const path of [
    '/player/gem-miner',
    '/Play/gem-miner/iframe/fxid',
    '/player/gem-miner/iframe/fxid',
    '/gem-miner/iframe/fxid',
    '/iframe/fxid?game=gem-miner',
  ]) {
    await page.goto(lab.url + path);
    await expect(page.locator('.player iframe'), path).toHaveAttribute('src', /^http:\/\/gem-miner\.localhost:/);
  }
});

test('shows an error for an unknown game, an unknown platform and a game in maintenance', async ({ lab, page }) => {
  await page.goto(`${lab.url}/play/no-such-game?lang=en`);
  await expect(page.getByText('Game not found')).toBeVisible();
  await page.goto(`${lab.url}/play/gem-miner/iframe/nowhere?lang=en`);
  await expect(page.getByText('Unsupported adapter for nowhere')).toBeVisible();
  await page.goto(`${lab.url}/play/paper-fleet?lang=en`);
  await expect(page.getByText('Paper Fleet is under maintenance')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('two round trips happen between the click on Play and the first request of the frame', async ({ lab, page }) => {
  await page.goto(`${lab.url}/Games/gem-miner?lang=en`);
  const play = page.getByRole('link', { name: 'Play', exact: true });
  await play.waitFor();
  await page.waitForLoadState('networkidle');
  await untilHydrated(page);
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() !== 'image' && asked.push(request.url()));
  await play.click();
  await expect
    .poll(() => asked.some((url) => url.startsWith(`http://gem-miner.localhost:${lab.gamesPort}/?`)))
    .toBe(true);
  const before = asked.slice(
    0,
    asked.findIndex((url) => url.startsWith(`http://gem-miner.localhost:${lab.gamesPort}/?`)),
  );
  // Before the game starts, the browser loads the player's scripts in parallel and makes one API call.
  // The game page's leaderboard may still be loading; the game doesn't wait for it.
  expect(before.filter((url) => /\/api\/(?!v1\/leaderboards\/)/.test(url))).toEqual([
    `${lab.url}/api/v1/play/choose_game`,
  ]);
  expect(before.filter((url) => !url.includes('/api/')).every((url) => url.startsWith(`${lab.url}/assets/`))).toBe(
    true,
  );
});

test(
  'leaving removes the frame, and successive games leave nothing behind',
  { tag: '@drill' },
  async ({ lab, page }) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const count = async (): Promise<Record<string, number>> => {
      await cdp.send('HeapProfiler.collectGarbage');
      const { metrics } = await cdp.send('Performance.getMetrics');
      const wanted = new Set(['Documents', 'Frames', 'JSEventListeners']);
      return Object.fromEntries(metrics.filter(({ name }) => wanted.has(name)).map(({ name, value }) => [name, value]));
    };
    await page.goto(`${lab.url}/Games/gem-miner?lang=en`);
    const playAndLeave = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Play', exact: true }).click();
      await expect(page.locator('.player-loading')).toHaveCount(0);
      await page.locator('.player-bar a').first().click();
      await expect(page.locator('iframe')).toHaveCount(0);
    };
    for (let i = 0; i < 2; i += 1) await playAndLeave();
    const first = await count();
    for (let i = 0; i < chooseDrillSize(2, 10); i += 1) await playAndLeave();
    // The garbage collector may still hold one of them.
    await expect
      .poll(async () => {
        const last = await count();
        return Object.keys(first).every((name) => (last[name] ?? 0) <= (first[name] ?? 0) * 1.2);
      })
      .toBe(true);
  },
);

test('a game is notified before its frame is removed', async ({ lab, page }) => {
  await listen(page);
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  await expect(page.locator('.player iframe')).toBeFocused();
  const game = page.frames().find((frame) => frame.url().startsWith('http://gem-miner.'));
  await game?.waitForFunction(() => 'FxId' in globalThis);
  await game?.evaluate(async () => {
    const sdk = (
      globalThis as unknown as { FxId: { init(): Promise<unknown>; on(event: string, act: () => void): void } }
    ).FxId;
    await sdk.init();
    sdk.on('leaving', () => window.parent.postMessage('The game was told.', '*'));
  });
  await page.locator('.player-bar a').first().click();
  await expect(page.locator('.game-page')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await heard(page)).toContain('The game was told.');
});

test(
  'a Unity build left with the back button quits before its frame is removed',
  { tag: '@drill' },
  async ({ lab, page }) => {
    await listen(page);
    await page.addInitScript(() => {
      type Create = (...given: unknown[]) => Promise<{ Quit(): Promise<void> }>;
      let create: Create;
      Object.defineProperty(window, 'createUnityInstance', {
        set: (own: Create) => {
          create = own;
        },
        get:
          (): Create =>
          async (...given) => {
            const instance = await create(...given);
            const quit = instance.Quit.bind(instance);
            // Like Unity's Quit, the engine stops a few frames later.
            instance.Quit = () =>
              new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(quit())))).then(
                () => window.parent.postMessage('The build has ended.', '*'),
              );
            return instance;
          },
      });
    });
    await page.goto(`${lab.url}/Games/sky-courier?lang=en`);
    await untilHydrated(page);
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await expect(page.locator('.player iframe')).toBeFocused();
    await page.goBack();
    await expect(page.locator('.game-page')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(await heard(page)).toContain('The build has ended.');
  },
);

test('without a full screen API, the game fills the page instead', { tag: '@drill' }, async ({ lab, page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { get: () => false }));
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  await page.getByRole('button', { name: 'Full screen' }).click();
  const size = page.viewportSize();
  await expect
    .poll(() => page.locator('.player iframe').evaluate((frame) => [frame.clientWidth, frame.clientHeight]))
    .toEqual([size?.width, size?.height]);
  // The exit button is centred, because the corners belong to the game. The game keeps the keyboard focus.
  const leave = page.getByRole('button', { name: 'Exit full screen' });
  const { x = 0, width = 0 } = (await leave.boundingBox()) ?? {};
  expect(Math.abs(x + width / 2 - (size?.width ?? 0) / 2)).toBeLessThan(2);
  await expect(page.locator('.player iframe')).toBeFocused();
  await leave.click();
  await expect(page.locator('.player-bar h1')).toBeVisible();
});

/** Before hydration a link loads a new page instead of navigating within this one. */
const untilHydrated = (page: Page) => page.waitForFunction(() => !('fxidHydrated' in window));

async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    addEventListener('message', ({ data }) => told.push(data));
  });
}

const heard = (page: Page): Promise<unknown> => page.evaluate(() => (globalThis as { told?: unknown }).told);
