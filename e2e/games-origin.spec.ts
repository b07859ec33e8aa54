import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { expect, test } from './lab-server.ts';

/** One game, or all of them in a drill. */
const games = ['sky-courier', 'gem-miner', 'paper-fleet'].slice(0, chooseDrillSize(1, 3));

test('every demo game runs on its own host, and only the portal can frame it', async ({ lab, page }) => {
  for (const game of games) {
    const complaints: string[] = [];
    const listen = (message: { type(): string; text(): string }): void =>
      void (message.type() === 'error' && complaints.push(message.text()));
    page.on('console', listen);
    const response = await page.goto(`http://${game}.localhost:${lab.gamesPort}/?lang=en`);
    expect(response?.status()).toBe(200);
    expect(response?.headers()['content-security-policy']).toContain(`frame-ancestors 'self' ${lab.url}`);
    expect(response?.headers()['set-cookie']).toBeUndefined();
    await expect(page.locator('canvas')).toBeVisible();
    await expect
      .poll(() =>
        page.locator('body').evaluate((body) => body.dataset['now'] ?? body.querySelector('canvas')?.dataset['screen']),
      )
      .toBe('title');
    expect(complaints).toEqual([]);
    page.off('console', listen);
  }
});

test('a game can frame its own pages', async ({ lab, page }) => {
  await page.goto(`http://gem-miner.localhost:${lab.gamesPort}/`);
  const isShown = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = '/?inner';
    document.body.append(frame);
    await loaded;
    // A blocked page is replaced by an error page of another origin.
    return frame.contentDocument?.querySelector('canvas') !== undefined;
  });
  expect(isShown).toBe(true);
});

test('a game cannot read the browser storage of another game or of the portal', async ({ lab, page }) => {
  await page.goto(lab.url);
  await page.evaluate(() => localStorage.setItem('AuthToken', 'secret'));
  await page.goto(`http://gem-miner.localhost:${lab.gamesPort}/`);
  expect(await page.evaluate(() => localStorage.getItem('AuthToken'))).toBeNull();
});

test('the games origin serves only games', async ({ lab, request }) => {
  const at = (host: string, path: string) =>
    request.get(`http://127.0.0.1:${lab.gamesPort}${path}`, { headers: { host } });
  expect((await at('gem-miner.localhost', '/index.html')).status()).toBe(200);
  for (const [host, path] of [
    ['localhost', '/'],
    ['gem-miner.localhost', '/nothing.js'],
    ['gem-miner.localhost', '/../README.md'],
    ['gem-miner.localhost', '/%2e%2e/README.md'],
    ['no-such-game.localhost', '/'],
    ['..localhost', '/README.md'],
    ['gem-miner.localhost', '/api/v1/games/list'],
  ] as const) {
    const response = await at(host, path);
    expect(response.status(), `${host}${path}`).toBeGreaterThanOrEqual(400);
    expect(response.status(), `${host}${path}`).toBeLessThan(500);
  }
});
