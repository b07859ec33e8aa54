// Adds the game of the developers' guide to a running portal and plays it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from './lab-people.ts';
import { expect, separateLabSettings, type LabServer } from './lab-server.ts';

// The games added here would appear in the lists that other test files check.
test.use({ labEnv: separateLabSettings });

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'docs/guides/games.md'), 'utf8');
const html = /```html\n(.*?)```/s.exec(guide)?.[1] ?? '';

async function games(lab: LabServer, ...words: string[]): Promise<string> {
  const program = join(root, 'server/features/publishing/games-command.ts');
  const env = { ...process.env, DATA_DIR: lab.dataDir, PORT: new URL(lab.url).port, GAMES_PORT: String(lab.gamesPort) };
  return (await promisify(execFile)(process.execPath, [program, ...words], { env, timeout: 120_000 })).stdout;
}

test('a folder added while the portal runs is playable, and the bridge answers', async ({ lab, anotherBrowser }) => {
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

test('a draft is playable through its preview link, players keep the live build, and publishing the draft ends the link', async ({
  lab,
  anotherBrowser,
}) => {
  const page = await anotherBrowser(lab.tokens['Ada']);
  const folder = mkdtempSync(join(tmpdir(), 'fxid-drafts-'));
  // The script's path starts with a slash, as many tools write it.
  const write = (text: string): void => {
    writeFileSync(
      join(folder, 'index.html'),
      html.replace('<p id="hello">', '<p id="build"></p><script src="/build.js"></script>$&'),
    );
    writeFileSync(join(folder, 'build.js'), `document.getElementById('build').textContent = '${text}';`);
  };
  const build = page.frameLocator('.player iframe').locator('#build');
  try {
    write('live');
    await games(lab, 'add', 'drafted', folder);
    await page.goto(`${lab.url}/play/drafted?lang=en`);
    await expect(build).toHaveText('live');
    write('draft');
    const said = await games(lab, 'add', 'drafted', folder, '--draft');
    const link = /https?:\S+[?]preview=\S+/.exec(said)?.[0] ?? '';
    await page.goto(`${link}&lang=en`);
    await expect(build).toHaveText('draft');
    await expect(page.frameLocator('.player iframe').locator('#hello')).toHaveText('Hello Ada');
    await expect(page.getByText('Preview of build 2')).toBeVisible();
    await page.goto(`${lab.url}/play/drafted?lang=en`);
    await expect(build).toHaveText('live');
    await expect(page.getByText('Preview of build')).toHaveCount(0);
    await games(lab, 'publish', 'drafted');
    await page.goto(`${link}&lang=en`);
    await expect(page.getByText('This preview link no longer works')).toBeVisible();
    await page.getByRole('link', { name: 'Play the current version' }).click();
    await expect
      .poll(async () => {
        await page.reload();
        return build.textContent();
      })
      .toBe('draft');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a game that starts with a draft is playable through its link while it is hidden', async ({
  lab,
  anotherBrowser,
}) => {
  const page = await anotherBrowser(lab.tokens['Ada']);
  const folder = mkdtempSync(join(tmpdir(), 'fxid-drafts-'));
  try {
    writeFileSync(join(folder, 'index.html'), html);
    const said = await games(lab, 'add', 'unborn', folder, '--draft');
    const link = /https?:\S+[?]preview=\S+/.exec(said)?.[0] ?? '';
    await page.goto(`${link}&lang=en`);
    await expect(page.frameLocator('.player iframe').locator('#hello')).toHaveText('Hello Ada');
    expect((await fetch(`${lab.url}/play/unborn`)).status).toBe(404);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a game hosted elsewhere runs through the bridge, with the portal's SDK", async ({ lab, anotherBrowser }) => {
  const page = await anotherBrowser(lab.tokens['Ada']);
  const elsewhere = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(html.replace('/sdk/', `${lab.url}/sdk/`));
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = elsewhere.address() as AddressInfo;
    await games(lab, 'add', 'my-far-game', `http://127.0.0.1:${port}/far/`);
    // It takes a few seconds until pages allow the new game's address.
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
