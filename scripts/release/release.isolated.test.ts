// Tests the release folder on a machine without other software: copied, read-only, run by an unprivileged user, with no
// npm on the path.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  type Stats,
} from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { paymentOptions } from '#server/features/checkout/payment-options.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { startRelease } from '#server/testing/release-process.ts';
import { requestBuiltFolder } from '#server/testing/test-services.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { readSources } from '../architecture/read-sources.ts';
import { isDevelopmentFile, findReachedFiles } from '../architecture/reached-from.ts';
import { readOperatorCommands } from './operator-commands.ts';

const root = join(import.meta.dirname, '../..');
const release = await requestBuiltFolder('release');
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

test('contains the files that production uses, and no lab files, tests or developer tools', () => {
  const shipped = readSources(release).map(({ path }) => path);
  const all = new Map(readSources(root).map((source) => [source.path, source]));
  const needed = findReachedFiles(['server/main.ts', ...readOperatorCommands(root).map(({ program }) => program)], all);
  expect(needed.length).toBeGreaterThan(300);
  expect(shipped.toSorted()).toEqual(
    [...needed, 'server/games/unity-runner.js'].filter((path) => /\.tsx?$/.test(path)).toSorted(),
  );
  const files = readdirSync(release, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('node_modules/'),
  );
  expect(files.filter((path) => isDevelopmentFile(path) || /\.test\.tsx?$|\.browser\.tsx?$/.test(path))).toEqual([]);
  for (const name of ['vite', 'react', 'typescript', 'vitest', '@playwright'])
    expect(existsSync(join(release, 'node_modules', name)), name).toBe(false);
});

test("has the size given in the operators' guide", () => {
  const guide = readFileSync(join(root, 'docs/guides/operators.md'), 'utf8');
  const [, said = ''] = /about (\d+) MB on disk/.exec(guide) ?? [];
  const blocks = readdirSync(release, { recursive: true, encoding: 'utf8' }).map((path) => {
    const { blocks: own, nlink, isDirectory } = toPlain(lstatSync(join(release, path)));
    return isDirectory ? own : own / nlink;
  });
  const megabytes = (blocks.reduce((sum, each) => sum + each, 0) * 512) / 1024 ** 2;
  expect(Math.abs(Number(said) / megabytes - 1), `${Math.round(megabytes)} MB`).toBeLessThan(0.1);
});

const toPlain = (stats: Stats) => ({ blocks: stats.blocks, nlink: stats.nlink, isDirectory: stats.isDirectory() });

test("prints its version, and has every operators' command", async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const { stdout } = await promisify(execFile)(join(release, 'fxid'), ['version']);
  expect(stdout).toMatch(new RegExp(`^${RegExp.escape(version)} ([0-9a-f]{40}(\\+changes)?|unknown)\n$`));
  const help = await promisify(execFile)(join(release, 'fxid'), ['help']);
  const names = readOperatorCommands(root).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['backup', 'restore', 'settings', 'games', 'orders']));
  for (const name of names) expect(help.stdout.split(/\s/)).toContain(name);
  await expect(promisify(execFile)(join(release, 'fxid'), ['nonsense'])).rejects.toMatchObject({ code: 2 });
});

test('starts and works in another folder, read-only, without privileges and without npm, and writes only to DATA_DIR', async () => {
  const folder = createTemporaryFolder();
  const place = join(folder, 'opt');
  cpSync(release, place, { recursive: true, verbatimSymlinks: true });
  makeReadOnly(place);
  onTestFinished(() => makeWritable(place));
  const made = ['data', 'home', 'tmp', 'path'].map((name) => join(folder, name));
  const [dataDir = '', home = '', tmp = '', path = ''] = made;
  for (const each of made) {
    mkdirSync(each, { mode: 0o700 });
    if (nobody !== undefined) await chown(each, nobody, nobody);
  }
  chmodSync(path, 0o755);
  for (const name of ['dirname', 'readlink', 'cat']) symlinkSync(whereIs(name), join(path, name));
  const before = snapshot(place);

  const settings = { DATA_DIR: dataDir, HOME: home, TMPDIR: tmp, PATH: path };
  const server = await startRelease({ folder: place, settings, ...(nobody !== undefined && { uid: nobody }) });
  onTestFinished(async () => {
    server.signal('SIGKILL');
    await server.exited;
  });
  await server.untilReady();
  const page = await fetch(`${server.address}/`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(200);
  const html = await page.text();
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1] ?? '';
  expect((await fetch(new URL(script, server.address))).status).toBe(200);
  expect((await fetch(`${server.address}/sdk/v1/sdk.js`)).status).toBe(200);
  const sdkPackage = await fetch(`${server.address}/sdk/fxid-sdk.tgz`);
  expect([sdkPackage.status, sdkPackage.headers.get('content-type')]).toEqual([200, 'application/gzip']);
  // The server offers every payment option, although the release contains only the adapters' server parts.
  const { paymentOptions: ways } = JSON.parse(/fxidConfig = (\{.*\});/.exec(html)?.[1] ?? '{}') as RuntimeConfig;
  expect(ways).toEqual(paymentOptions);
  expect(Object.keys(ways ?? {}).length).toBeGreaterThan(2);

  const command = (...args: string[]) =>
    promisify(execFile)(join(place, 'fxid'), args, {
      cwd: '/',
      env: { ...productionSettings, ...settings },
      ...(nobody !== undefined && { uid: nobody, gid: nobody }),
    });
  expect((await command('games', 'list')).stdout).toContain('Add one: fxid games add <game> <folder>');
  expect((await command('orders', '--help')).stdout).toContain('Usage: fxid orders …');
  const { stdout } = await command('backup', join(dataDir, 'by-hand.sql.zst'));
  expect(stdout).toContain('by-hand.sql.zst');

  server.signal('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(snapshot(place)).toEqual(before);
  expect([...readdirSync(home), ...readdirSync(tmp)]).toEqual([]);
});

const whereIs = (name: string): string =>
  ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync) ?? '';

function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => {
    const { size, mtimeMs, mode } = lstatSync(join(folder, path));
    return `${path} ${size} ${mtimeMs} ${mode}`;
  });
}

function makeReadOnly(folder: string): void {
  changeModes(folder, (mode) => mode & ~0o222);
}

/** Otherwise only root could delete the folder. */
function makeWritable(folder: string): void {
  changeModes(folder, (mode) => mode | 0o200);
}

function changeModes(folder: string, change: (mode: number) => number): void {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  for (const path of [folder, ...paths]) {
    const stat = lstatSync(path);
    if (!stat.isSymbolicLink()) chmodSync(path, change(stat.mode) & 0o7777);
  }
}
