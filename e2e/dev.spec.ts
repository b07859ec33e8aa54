// `npm run dev` in a copy of the sources: changes to styles, components and the server reach the open page.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { copyLabFolder } from './lab-folder.ts';

const root = dirname(import.meta.dirname);
const sources =
  'bridge compat console contract dist/sdk identities kit lab model payments platforms portal scripts sdk server package.json package-lock.json'.split(
    ' ',
  );

// A busy machine takes minutes for the two starts.
const startTimeoutMs = 240_000;

test('npm run dev shows changes without a build', async ({ page }) => {
  test.setTimeout(3 * startTimeoutMs);
  await using parts = new AsyncDisposableStack();
  const copy = await mkdtemp(join(tmpdir(), 'fxid-dev-'));
  parts.defer(() => rm(copy, { recursive: true, force: true }));
  for (const name of sources) await cp(join(root, name), join(copy, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  const change = async (file: string, edit: (text: string) => string): Promise<void> =>
    writeFile(join(copy, file), edit(await readFile(join(copy, file), 'utf8')));

  const dataDir = await copyLabFolder();
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const [port, gamesPort] = await findFreePorts();
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: copy,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      GAMES_PORT: String(gamesPort),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  parts.defer(() => (child.kill('SIGTERM'), ended));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const countStarts = () => output.split('Portal ready').length - 1;
  await expect.poll(countStarts, { message: output, timeout: startTimeoutMs }).toBe(1);

  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(`http://localhost:${port}/`);
  const footer = page.locator('footer');
  await expect(footer).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));

  // Only React's own properties show that a server-rendered element has hydrated. An update before that would be lost.
  await expect
    .poll(() => footer.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))))
    .toBe(true);

  await change('portal/ui/tokens.css', (text) => `${text}\nfooter { outline: 7px solid; }\n`);
  await expect(footer).toHaveCSS('outline-width', '7px');
  await change('portal/shell/layouts.tsx', (text) => text.replace('<footer ', '<footer title="changed" '));
  await expect(footer).toHaveAttribute('title', 'changed');
  await expect(page.locator('[data-same-page]')).toHaveCount(1);
  expect(problems).toEqual([]);

  await change('lab/main.ts', (text) => `${text}\n// Changed.\n`);
  await expect.poll(countStarts, { message: output, timeout: startTimeoutMs }).toBe(2);
  await expect(page.locator('[data-same-page]')).toHaveCount(0);
  await expect(footer).toHaveAttribute('title', 'changed');
});
