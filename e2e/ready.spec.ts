// A game counts as ready only when it works: not if it throws at start, its engine shows an error, it renders nothing,
// its address does not respond, or its page refuses to be framed.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, separateLabSettings, test, type LabServer } from './lab-server.ts';

test.use({ labEnv: separateLabSettings });

const playing = '<canvas></canvas><script>(function draw() { requestAnimationFrame(draw); })();</script>';

const notReady: readonly (readonly [name: string, html: string, title: string, detail: string])[] = [
  [
    'throws at its start',
    '<h1>My game</h1><canvas></canvas><script>throw new Error("no level to load")</script>',
    'The game crashed',
    'no level to load',
  ],
  [
    'rejects at its start',
    '<h1>My game</h1><script>(async () => { throw new TypeError("no such texture"); })();</script>',
    'The game crashed',
    'no such texture',
  ],
  [
    "shows Unity's error",
    '<canvas></canvas><div id="unity-warning"><div style="background: red; padding: 10px;">Unable to parse Build/x.framework.js.br!</div></div>',
    'The game crashed',
    'Unable to parse Build/x.framework.js.br!',
  ],
  [
    "shows Godot's error",
    '<canvas></canvas><div id="status"><div id="status-notice">The following features required to run Godot projects on the Web are missing</div></div>',
    'The game crashed',
    'The following features required',
  ],
  [
    "shows Construct's error",
    '<div id="notSupportedWrap"><h2 id="notSupportedTitle">Software update needed</h2></div>',
    'The game crashed',
    'Software update needed',
  ],
  ['shows nothing', '<body></body>', "The game isn't showing anything", 'The page is empty'],
];

for (const [name, html, title, detail] of notReady)
  test(`a game that ${name} is not ready, and Try again restarts it`, async ({ lab, page }) => {
    const served = await serveGame(lab, page, html);
    const lines = collectConsole(page);
    await page.goto(`${lab.url}/play/gem-miner?lang=en`);
    await expect(page.getByRole('alert')).toContainText(title);
    expect(lines.join('\n')).toContain(detail);
    expect(await wasAnnounced(page)).toBe(false);
    served.html = playing;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('.player-loading')).toHaveCount(0);
    await expect.poll(() => wasAnnounced(page)).toBe(true);
  });

test('a game that throws and continues is ready, and one that seems to have failed can be shown anyway', async ({
  lab,
  page,
}) => {
  const served = await serveGame(
    lab,
    page,
    `<script>setTimeout(() => { throw new Error("harmless") })</script>${playing}`,
  );
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  await expect.poll(() => wasAnnounced(page)).toBe(true);
  served.html = '<h1>My game</h1><script>throw new Error("not so harmless")</script>';
  await page.reload();
  await page.getByRole('button', { name: 'Show anyway' }).click();
  await expect(page.locator('.player-loading')).toHaveCount(0);
  await expect(page.frameLocator('.player iframe').getByRole('heading', { name: 'My game' })).toBeVisible();
  expect(await wasAnnounced(page)).toBe(false);
});

test('a game on a host that does not answer is not ready', async ({ lab, page }) => {
  await page.route(`http://gem-miner.localhost:${lab.gamesPort}/**`, (route) => route.abort('connectionrefused'));
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  await expect(page.getByRole('alert')).toContainText("The game isn't responding");
  expect(await wasAnnounced(page)).toBe(false);
});

test('a URL that cannot be framed or does not answer is not ready; the command rejects it unless forced', async ({
  lab,
  page,
}) => {
  const elsewhere = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url?.startsWith('/refusing')) response.setHeader('x-frame-options', 'DENY');
    response.end('<h1>A game elsewhere</h1><script></script>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const lines = collectConsole(page);
  try {
    await expect(addGame(lab, 'refusing', `${origin}/refusing`)).rejects.toThrow('X-Frame-Options: DENY');
    for (const game of ['refusing', 'fine']) await addGame(lab, game, `${origin}/${game}`, '--force');
    await expectAllowed(lab, 'fine', origin);
    await page.goto(`${lab.url}/play/fine?lang=en`);
    await expect.poll(() => wasAnnounced(page)).toBe(true);
    await expectAllowed(lab, 'refusing', origin);
    await page.goto(`${lab.url}/play/refusing?lang=en`);
    await expect(page.getByRole('alert')).toContainText("This game can't be shown here");
    expect(lines.join('\n')).toContain('X-Frame-Options: DENY');
    expect(await wasAnnounced(page)).toBe(false);
  } finally {
    elsewhere.closeAllConnections();
    await new Promise((resolve) => elsewhere.close(resolve));
  }
  await addGame(lab, 'gone', `${origin}/gone`, '--force');
  await expectAllowed(lab, 'gone', origin);
  await page.goto(`${lab.url}/play/gone?lang=en`);
  await expect(page.getByRole('alert')).toContainText("The game isn't responding");
  expect(lines.join('\n')).toContain('ECONNREFUSED');
  expect(await wasAnnounced(page)).toBe(false);
});

/** Serves a demo game's page together with the script that monitors it. Set `html` to change the next load. */
async function serveGame(lab: LabServer, page: Page, html: string): Promise<{ html: string }> {
  const served = { html };
  const watch = `<!doctype html><script src="/.fxid/watch.js" data-portal="${lab.url}"></script>`;
  const isPage = (url: URL): boolean => url.host === `gem-miner.localhost:${lab.gamesPort}` && url.pathname === '/';
  await page.route(isPage, (route) => route.fulfill({ contentType: 'text/html', body: watch + served.html }));
  return served;
}

function collectConsole(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => void lines.push(message.text()));
  return lines;
}

const wasAnnounced = (page: Page): Promise<boolean> =>
  page.evaluate(() => performance.getEntriesByType('measure').some(({ name }) => name.startsWith('Time to play')));

async function addGame(lab: LabServer, ...words: string[]): Promise<void> {
  const program = join(import.meta.dirname, '../server/features/publishing/games-command.ts');
  const env = { ...process.env, DATA_DIR: lab.dataDir, PORT: new URL(lab.url).port, GAMES_PORT: String(lab.gamesPort) };
  await promisify(execFile)(process.execPath, [program, 'add', ...words], { env, timeout: 120_000 });
}

async function expectAllowed(lab: LabServer, game: string, origin: string): Promise<void> {
  const readPolicy = async (): Promise<string | null> =>
    (await fetch(`${lab.url}/play/${game}?lang=en`)).headers.get('content-security-policy');
  await expect.poll(readPolicy).toContain(origin);
}
