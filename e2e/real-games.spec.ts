// Adds typical games from the web (e2e/real-games/, our own imitations) unchanged by the command and plays them on a
// desktop and on a phone. An incompletely uploaded game reports that to its player and in the lab's log.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { devices, type BrowserContext, type Page } from '@playwright/test';
import { addGames } from './add-games.ts';
import { expect, separateLabSettings, test, type LabServer } from './lab-server.ts';

test.use({ labEnv: separateLabSettings });
test.describe.configure({ mode: 'serial' });

const games = ['text-as-code', 'tilt', 'workshop', 'unity-page', 'half-uploaded'];
const folder = join(import.meta.dirname, 'real-games');

/** The actions of each game without a click, and after a click on `#play`. */
const expected: Readonly<Record<string, { alone: string[]; pressed: string[] }>> = {
  'text-as-code': {
    alone: ['a function from text', 'eval', 'a dialog', 'a timer from text', 'a handler of the body'],
    pressed: ['a handler of a button'],
  },
  tilt: {
    alone: ['the accelerometer', 'the gyroscope', 'a save'],
    pressed: ['a question', 'a screen that stays on'],
  },
  workshop: {
    alone: ['a worker of a file', 'a worker of a blob', 'a save in a database', 'ready'],
    pressed: ['sound', 'a gamepad', 'pointer lock'],
  },
  'unity-page': { alone: ['the build runs'], pressed: [] },
};

test('they are added unchanged, and the command lists the files that one of them lacks', async ({ lab }) => {
  const sources = games.map((game) => [game, join(folder, game)] as const);
  const said = await addGames(lab, [...sources, ['unity-build', await copyBuildWithoutPage()]]);
  expect(said.get('half-uploaded')).toContain('js/game.js  (in index.html)');
  for (const [game, text] of said)
    if (game !== 'half-uploaded') expect(text, game).not.toMatch(/does not have|not allowed|will not work/);
  const config = (await (await fetch(`${lab.url}/api/v1/public_game_config/tilt`)).json()) as object;
  expect(config).toMatchObject({
    GameOrientation: 'Vertical',
    StorePage: { Title: { en: 'Tilt and Fall' }, SquareArt: expect.stringContaining('/icon.svg') },
    Store: { StripeEnabled: true },
  });
});

// Installing the portal's service worker takes seconds, so only one of the two allows it.
const screens = {
  desktop: { viewport: { width: 1280, height: 720 }, serviceWorkers: 'allow' },
  phone: { ...devices['Pixel 7'], serviceWorkers: 'block' },
} as const;

for (const [name, screen] of Object.entries(screens))
  test(`they play on a ${name}`, { tag: name === 'phone' ? '@drill' : [] }, async ({ lab, browser }) => {
    const context = await browser.newContext(screen);
    const page = await context.newPage();
    const noise = listen(page);
    page.on('dialog', (dialog) => void dialog.accept());
    for (const [game, { alone, pressed }] of Object.entries(expected))
      await play(lab, context, page, game, alone, pressed);
    expect(noise).toEqual([]);
    if (name === 'desktop') {
      await page.goto(`${lab.url}/play/workshop?lang=en`);
      await expect(page.frameLocator('.player iframe').locator('#done')).toContainText('a service worker');
    }
    await context.close();
  });

async function play(
  lab: LabServer,
  context: BrowserContext,
  page: Page,
  game: string,
  alone: readonly string[],
  pressed: readonly string[],
): Promise<void> {
  await page.goto(`${lab.url}/play/${game}?lang=en`);
  const frame = page.frameLocator('.player iframe');
  const done = frame.locator('#done');
  for (const line of alone) await expect(done, game).toContainText(line);
  await expect(page.locator('.player-loading')).toHaveCount(0);
  const helped = game === 'workshop' ? context.waitForEvent('page') : undefined;
  if (pressed.length > 0) await frame.locator('#play').click();
  for (const line of pressed) await expect(done, game).toContainText(line);
  if (game === 'text-as-code') {
    await frame.locator('#link').click();
    await expect(done).toContainText('a link that is a script');
  }
  if (!helped) return;
  const help = await helped;
  await expect(help.locator('#help')).toHaveText('A page like any other, at home');
  await help.close();
}

test('a Unity build without a page loads its files from addresses with its hash', async ({ lab, page }) => {
  const isPart = /\/builds\/[0-9a-f]{64}-[0-9a-f]{16}\/Build\/cave\.(loader\.js|data|framework\.js|wasm)$/;
  const parts = new Map<string, string | undefined>();
  page.on('response', (response) => {
    const part = isPart.exec(response.url())?.[1];
    if (part !== undefined) parts.set(part, response.headers()['cache-control']);
  });
  await page.goto(`${lab.url}/play/unity-build?lang=en`);
  await expect(page.frameLocator('.player iframe').locator('#unity-canvas')).toHaveAttribute('data-bytes', '4');
  await expect(page.locator('.player-loading')).toHaveCount(0);
  const kept = 'public, max-age=31536000, immutable';
  expect(Object.fromEntries(parts)).toEqual({ 'loader.js': kept, data: kept, 'framework.js': kept, wasm: kept });
});

test("an incompletely uploaded game reports it in the requested language and in the lab's log", async ({
  lab,
  page,
}) => {
  await page.goto(`${lab.url.replace('localhost', 'lab.localhost')}/lab/telegram/half-uploaded?lang=ru`);
  const player = page.frameLocator('.screen iframe');
  await expect(player.getByRole('alert')).toContainText('Не хватает некоторых файлов игры');
  await expect(player.locator('.detail')).toContainText('/js/game.js');
  const lines = page.locator('#lines li', { has: page.locator('.kind.page') });
  await expect(lines.filter({ hasText: 'A file could not be loaded' }).first()).toContainText('/js/game.js');
  await page.goto(`http://half-uploaded.localhost:${lab.gamesPort}/levels/`);
  await expect(page.locator('body')).toHaveText('There is no such page in this game: /levels/');
});

/** Collects console warnings and errors, except those that the games or the test browser cause. */
function listen(page: Page): string[] {
  const noise: string[] = [];
  page.on('console', (message) => {
    if (
      ['warning', 'error'].includes(message.type()) &&
      !/Service Worker registration blocked|AudioContext|WebGL/.test(message.text())
    )
      noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(error.message));
  return noise;
}

async function copyBuildWithoutPage(): Promise<string> {
  const place = test.info().outputPath('unity-build');
  await cp(join(folder, 'unity-page', 'Build'), join(place, 'Build'), { recursive: true });
  return place;
}
