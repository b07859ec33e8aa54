import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { findPostgresSystemUser } from './find-postgres-system-user.ts';
import {
  findPostgresPackage,
  findPostgresPrograms,
  postgresReachableFolder,
  type PostgresPrograms,
} from './postgres-programs.ts';

const log = pino({ level: 'silent' });
const account = findPostgresSystemUser();

// The package as left by a package manager that creates no links.
function packageWithoutLinks(options: { closed: boolean }): { folder: string; links: string[] } {
  const folder = join(createTemporaryFolder(options), 'package');
  cpSync(findPostgresPackage(), folder, { recursive: true, verbatimSymlinks: true });
  const list = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of list) rmSync(join(folder, target), { force: true });
  return { folder, links: list.map(({ target }) => target.replace('native/', '')) };
}

const versionOf = (programs: PostgresPrograms): string =>
  execFileSync(programs.postgres, ['--version'], {
    encoding: 'utf8',
    ...(programs.env && { env: programs.env }),
    cwd: '/',
    ...account,
  });

test('creates the links that the package manager omitted', async () => {
  const { folder, links } = packageWithoutLinks({ closed: false });
  const programs = await findPostgresPrograms(account, log, folder);
  expect(dirname(dirname(programs.postgres))).toBe(join(folder, 'native'));
  expect(versionOf(programs)).toContain('(PostgreSQL) 18');
  for (const link of links) expect(statSync(join(folder, 'native', link)).isFile()).toBe(true);
});

test.runIf(account !== undefined)('copies the programs once to where their account can reach them', async () => {
  const { folder, links } = packageWithoutLinks({ closed: true });
  const version = `0.0.0-test-${process.pid}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
  const place = join(postgresReachableFolder, `postgres-${version}`);
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const [programs, again] = await Promise.all([
    findPostgresPrograms(account, log, folder),
    findPostgresPrograms(account, log, folder),
  ]);
  expect(programs.postgres).toBe(join(place, 'bin/postgres'));
  expect(again).toEqual(programs);
  expect(versionOf(programs)).toContain('(PostgreSQL) 18');
  for (const link of links) expect(statSync(join(place, link)).isFile()).toBe(true);
  expect(readdirSync(postgresReachableFolder).filter((name) => name.startsWith('.draft'))).toEqual([]);
});
