import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { backUpGames } from './back-up-games.ts';
import { restoreGames } from './restore-games.ts';

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const files = {
  'gem-miner/builds/1/index.html': '<h1>one</h1>',
  'gem-miner/builds/1/deep/er/art.png': 'art',
  'sky-courier/builds/4/index.html': '',
};

async function createBackup(times: readonly string[] = ['2026-01-01T00:00:00Z']) {
  const from = createTemporaryFolder();
  const to = createTemporaryFolder();
  writeFiles(from, files);
  for (const time of times) await backUpGames({ from, to, now: () => new Date(time) });
  return { from, to };
}

const objectsOf = (folder: string): string[] =>
  readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('restores all game files and keeps those that exist', async () => {
  const { to: backup } = await createBackup();
  const games = createTemporaryFolder();
  writeFiles(games, { 'gem-miner/builds/1/index.html': 'spoiled', 'own/builds/1/index.html': 'kept' });
  expect(await restoreGames({ from: backup, to: games })).toMatchObject({ restored: 3, same: 0 });
  for (const [path, text] of Object.entries(files)) expect(readFileSync(join(games, path), 'utf8')).toBe(text);
  expect(readFileSync(join(games, 'own/builds/1/index.html'), 'utf8')).toBe('kept');
  expect(await restoreGames({ from: backup, to: games })).toMatchObject({ restored: 0, same: 3 });
});

test("uses the list that matches the database's time", async () => {
  const { to: backup } = await createBackup(['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z']);
  const choose = async (databaseTime?: string) =>
    (
      await restoreGames({
        from: backup,
        to: createTemporaryFolder(),
        ...(databaseTime !== undefined && { databaseTime: new Date(databaseTime) }),
      })
    )?.manifest;
  expect(await choose()).toContain('games-2026-01-03');
  expect(await choose('2026-01-01T23:00:00Z')).toContain('games-2026-01-02');
  expect(await choose('2026-02-01T00:00:00Z')).toContain('games-2026-01-03');
  expect(await restoreGames({ from: createTemporaryFolder(), to: createTemporaryFolder() })).toBeUndefined();
});

test('never writes damaged content, restores the rest, and names the damaged files', async () => {
  const { to: backup } = await createBackup();
  const games = createTemporaryFolder();
  const art = objectsOf(backup).find((path) => readFileSync(path, 'utf8') === 'art') ?? '';
  writeFileSync(art, 'bad');
  await expect(restoreGames({ from: backup, to: games })).rejects.toThrow(
    /1 files of games are damaged or missing .*gem-miner\/builds\/1\/deep\/er\/art\.png/,
  );
  expect(readdirSync(join(games, 'gem-miner/builds/1/deep/er'))).toEqual([]);
  expect(readFileSync(join(games, 'gem-miner/builds/1/index.html'), 'utf8')).toBe('<h1>one</h1>');
});

test('rejects a list with files outside of the folder, and an invalid list', async () => {
  const { to: backup } = await createBackup();
  const list = join(backup, 'games-2026-05-01.json');
  const sha256 = '0'.repeat(64);
  const hostile = { format: 1, createdAt: '', files: [{ path: '../../etc/passwd', bytes: 1, modifiedMs: 0, sha256 }] };
  for (const text of [JSON.stringify(hostile), '{"format":1', '[]']) {
    writeFileSync(list, text);
    await expect(restoreGames({ from: list, to: createTemporaryFolder() })).rejects.toThrow(list);
  }
});
