// The game of the guide is put into a portal that runs, and plays.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from './lab-people.ts';
import { expect, labApart, type LabServer } from './lab-server.ts';

// What is added here would stand in the lists that other files look at.
test.use({ labEnv: labApart });

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'docs/guides/games.md'), 'utf8');
const html = /```html\n(.*?)```/s.exec(guide)?.[1] ?? '';

/** Runs `npm run games` on the data folder of the lab, while it runs. */
async function games(lab: LabServer, ...words: string[]): Promise<string> {
  const program = join(root, 'server/features/publishing/games-command.ts');
  const env = { ...process.env, DATA_DIR: lab.dataDir, PORT: new URL(lab.url).port, GAMES_PORT: String(lab.gamesPort) };
  return (await promisify(execFile)(process.execPath, [program, ...words], { env, timeout: 120_000 })).stdout;
}

test('a folder that is added while the portal runs plays, and the bridge answers', async ({ lab, anotherBrowser }) => {
  const page = await anotherBrowser(lab.tokens['Ada']);
  const folder = mkdtempSync(join(tmpdir(), 'fxid-my-game-'));
  try {
    writeFileSync(join(folder, 'index.html'), html);
    const said = await games(lab, 'add', 'my-game', folder, '--name', 'My game');
    expect(said).toContain(`It plays at ${lab.url}/play/my-game`);
    await page.goto(`${lab.url}/Games/my-game?lang=en`);
    await expect(page.getByRole('heading', { name: 'My game' })).toBeVisible();
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    const game = page.frameLocator('.player iframe');
    await expect(game.locator('#hello')).toHaveText('Hello Ada');
    await expect(page.locator('.player-loading')).toHaveCount(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a game at an address elsewhere plays through the bridge, with the SDK of the portal', async ({
  lab,
  anotherBrowser,
}) => {
  const page = await anotherBrowser(lab.tokens['Ada']);
  const elsewhere = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(html.replace('/sdk/', `${lab.url}/sdk/`));
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = elsewhere.address() as AddressInfo;
    await games(lab, 'add', 'my-far-game', `http://127.0.0.1:${port}/far/`);
    // A page that comes too early does not know the address yet, which is a matter of seconds.
    const playing = `${lab.url}/play/my-far-game?lang=en`;
    await expect
      .poll(async () => (await fetch(playing)).headers.get('content-security-policy'))
      .toContain(`http://127.0.0.1:${port}`);
    await page.goto(playing);
    await expect(page.frameLocator('.player iframe').locator('#hello')).toHaveText('Hello Ada');
  } finally {
    elsewhere.closeAllConnections();
    await new Promise((resolve) => elsewhere.close(resolve));
  }
});
