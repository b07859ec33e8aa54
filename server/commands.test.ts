// The commands of operators: all are asked in the same way, and the lines of the operators' guide are what they take.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { readCheckArguments } from './checking/check-portal.ts';
import { readBackupArguments, readRestoreArguments } from './db/backup-arguments.ts';
import { HelpAsked } from './db/read-command.ts';
import { readHooksArguments } from './features/deliveries/hooks-arguments.ts';
import { readGameKeyArguments } from './features/gamekeys/run-game-key-command.ts';
import { readKeysArguments } from './features/gametokens/run-keys-command.ts';
import { readOrdersArguments } from './features/orders/run-orders-command.ts';
import { readPlayersArguments, runPlayersCommand } from './features/players/run-players-command.ts';
import { readGamesArguments } from './features/publishing/read-arguments.ts';
import { readSettingsArguments } from './features/settings/change-settings.ts';
import { readProductsArguments } from './features/store/change-products.ts';
import { defineJob } from './jobs/define-job.ts';
import { startJobs } from './jobs/jobs.ts';
import { readJobsArguments, runJobsCommand } from './jobs/run-jobs-command.ts';
import { readResealArguments } from './secrets/run-reseal.ts';
import { buildAccount } from './testing/build-accounts.ts';
import { createTestDatabase } from './testing/create-test-database.ts';
import { eventually } from './testing/eventually.ts';

const readers: Readonly<Record<string, (given: readonly string[]) => unknown>> = {
  backup: readBackupArguments,
  restore: readRestoreArguments,
  settings: readSettingsArguments,
  keys: readKeysArguments,
  hooks: readHooksArguments,
  orders: readOrdersArguments,
  products: readProductsArguments,
  games: readGamesArguments,
  jobs: readJobsArguments,
  check: readCheckArguments,
  reseal: readResealArguments,
  players: readPlayersArguments,
  'game-key': readGameKeyArguments,
};

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const commandFiles = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /^node scripts\/run\.mjs (server\/\S+)$/.exec(script) ?? [];
  return file === undefined ? [] : [[name, file] as const];
});

const run = (file: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [join(root, file), ...words], {
    cwd: root,
    // A database that is not there: help and refusals need none.
    env: { PATH: process.env['PATH'], DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
  });

test('every command of the server is one of those that are read alike', () => {
  expect(commandFiles.map(([name]) => name).sort()).toEqual(Object.keys(readers).sort());
});

test.each(commandFiles)('npm run %s helps', { timeout: 60_000 }, async (name, file) => {
  const { stdout, stderr } = await run(file, '--help');
  expect(stdout).toContain(`Usage: npm run ${name} -- …`);
  expect(stderr).toBe('');
});

test.each(Object.entries(readers))('npm run %s refuses what it does not know', (name, read) => {
  expect(() => read(['--no-such-option'])).toThrow(`Usage: npm run ${name} -- …`);
  expect(() => read(['no', 'such', 'words', 'at', 'all'])).toThrow(`Usage: npm run ${name} -- …`);
  expect(() => read(['-h'])).toThrow(HelpAsked);
});

test("an operator's mistake is told in a few lines and without a stack trace", { timeout: 60_000 }, async () => {
  const failed = async (...given: [string, ...string[]]): Promise<string> => {
    const { code, stderr } = (await run(...given).catch((error: unknown) => error)) as { code: number; stderr: string };
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/^\s+at /m);
    return stderr;
  };
  expect(await failed('server/features/settings/settings-command.ts', 'a', 'b')).toContain('"b" is one word too many');
  expect(await failed('server/jobs/jobs-command.ts', 'count')).toContain(
    'The database at DATABASE_URL cannot be reached',
  );
});

const guide = readFileSync(join(root, 'docs/guides/operators.md'), 'utf8');
const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);

/** The lines of the guide that run a command: its name, and its words with something in the place of what is to be filled in. */
const guideLines = (id: string): { readonly line: string; readonly name: string; readonly words: string[] }[] =>
  blocks
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => {
      const [, name = '', given = ''] = /^npm run (?:-s )?([\w-]+)(?: -- ([^#]*))?/.exec(line) ?? [];
      if (!Object.hasOwn(readers, name)) return [];
      const filled = given
        .replaceAll(/<(?:order|delivery|account|job) id>/g, id)
        .replaceAll(/<(\w[\w ]*)>/g, (_, what: string) => what.replaceAll(' ', '-'))
        .replace(/ [<>] \S+/, '');
      return [{ line, name, words: (filled.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')) }];
    });

test("the lines of the operators' guide are understood", () => {
  const lines = guideLines(randomUUID());
  for (const { line, name, words } of lines) expect(() => readers[name]?.(words), line).not.toThrow();
  const named = new Set(lines.map(({ name }) => name));
  for (const name of ['backup', 'jobs', 'orders', 'players', 'restore', 'settings']) expect(named).toContain(name);
});

test("the guide's lines about players do what they say", async () => {
  await using testing = await createTestDatabase();
  const { database } = testing;
  const accountId = await buildAccount(database, { email: 'ada@example.com' });
  await database.kysely
    .updateTable('accounts')
    .set({ delete_after: new Date(Date.now() + 86_400_000) })
    .execute();
  const said: string[] = [];
  for (const { words } of guideLines(accountId).filter(({ name }) => name === 'players'))
    await runPlayersCommand(readPlayersArguments(words), { database, report: (text) => void said.push(text) });
  for (const word of ['to be erased after', 'sessions', 'is blocked', 'no longer blocked', 'stays', 'is erased'])
    expect(said.join('\n')).toContain(word);
});

test("the guide's lines about jobs do what they say", { timeout: 60_000 }, async () => {
  await using testing = await createTestDatabase();
  const { database, connection } = testing;
  const log = pino({ level: 'silent' });
  const mail = defineJob({
    name: 'mail',
    schema: Type.Object({}),
    retryLimit: 0,
    run: () => Promise.reject(new Error('no mail server')),
  });
  const jobs = await startJobs(connection, { definitions: [mail], log });
  await database.transaction(async (trx) => {
    for (let n = 0; n < 3; n += 1) await jobs.send(trx, mail, {});
  });
  await jobs.work();
  const dead = await eventually(async () => {
    const found = await jobs.listDead('mail');
    return found.length === 3 && found;
  });
  await jobs.stop();
  const said: string[] = [];
  for (const { words } of guideLines(dead[0]?.id ?? '').filter(({ name }) => name === 'jobs'))
    await runJobsCommand(readJobsArguments(words), { database, log, report: (text) => void said.push(text) });
  for (const word of ['mail  dead  3', 'no mail server', '1 dead jobs of mail', '2 dead jobs of mail'])
    expect(said.join('\n')).toContain(word);
});
