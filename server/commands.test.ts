// Tests the operators' commands: their shared behaviour, and that they accept the lines in the operators' guide.
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { demoGames } from '#lab/demo/demo-games.ts';
import { readCheckArguments } from './checking/check-portal.ts';
import { readBackupArguments, readRestoreArguments } from './db/backup-arguments.ts';
import { HelpRequestedError } from './db/read-command.ts';
import { readAnalyticsArguments } from './features/analytics/run-analytics-command.ts';
import { readHooksArguments } from './features/deliveries/hooks-arguments.ts';
import { readContentArguments } from './features/content/run-content-command.ts';
import { readDocumentsArguments, runDocumentsCommand } from './features/documents/run-documents-command.ts';
import { readBranchesArguments } from './features/release-channels/run-branches-command.ts';
import { readGameKeyArguments } from './features/game-keys/run-game-key-command.ts';
import { readOperatorKeyArguments } from './features/operator-keys/run-operator-key-command.ts';
import { readOperatorsArguments } from './features/operators/run-operators-command.ts';
import { readKeysArguments } from './features/game-tokens/run-keys-command.ts';
import { readNewsArguments, runNewsCommand } from './features/news/run-news-command.ts';
import { readOrdersArguments } from './features/order-admin/run-orders-command.ts';
import { readPlayersArguments, runPlayersCommand } from './features/players/run-players-command.ts';
import { readPushArguments } from './features/push/run-push-command.ts';
import { readGamesArguments } from './features/publishing/read-games-arguments.ts';
import { readSettingsArguments } from './features/settings/run-settings-command.ts';
import { readSupportArguments } from './features/support/run-support-command.ts';
import { readProductsArguments } from './features/store/run-products-command.ts';
import { defineJob } from './jobs/define-job.ts';
import { startJobs } from './jobs/jobs.ts';
import { readJobAdminArguments, runJobAdminCommand } from './jobs/run-job-admin-command.ts';
import { readResealArguments } from './secrets/run-reseal-command.ts';
import { buildAccount } from './testing/build-accounts.ts';
import { createTestApp } from './testing/create-test-app.ts';
import { createTestDatabase } from './testing/create-test-database.ts';
import { eventually } from './testing/eventually.ts';
import { programEnvironment } from './testing/program-environment.ts';
import { createTemporaryFolder } from './testing/create-temporary-folder.ts';

const readers: Readonly<Record<string, (given: readonly string[]) => unknown>> = {
  analytics: readAnalyticsArguments,
  backup: readBackupArguments,
  restore: readRestoreArguments,
  settings: readSettingsArguments,
  keys: readKeysArguments,
  hooks: readHooksArguments,
  orders: readOrdersArguments,
  products: readProductsArguments,
  games: readGamesArguments,
  jobs: readJobAdminArguments,
  check: readCheckArguments,
  reseal: readResealArguments,
  players: readPlayersArguments,
  content: readContentArguments,
  documents: readDocumentsArguments,
  news: readNewsArguments,
  'game-key': readGameKeyArguments,
  branches: readBranchesArguments,
  'operator-key': readOperatorKeyArguments,
  operators: readOperatorsArguments,
  push: readPushArguments,
  support: readSupportArguments,
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
    // This database doesn't exist: help and errors need none.
    env: { ...programEnvironment, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
  });

test('every command of the server uses the shared argument parser', () => {
  expect(commandFiles.map(([name]) => name).sort()).toEqual(Object.keys(readers).sort());
});

test.each(Object.entries(readers))('npm run %s shows its help', (name, read) => {
  expect(() => read(['--help'])).toThrow(`Usage: npm run ${name} -- …`);
});

test.each(Object.entries(scripts).filter(([name]) => !Object.hasOwn(readers, name)))(
  'npm run %s also shows its help at once, without doing anything',
  async (name, script) => {
    const [, ...words] = script.split(' ');
    const { stdout } = await promisify(execFile)(process.execPath, [...words, '--help'], { cwd: root });
    expect(stdout).toMatch(new RegExp(`^\`?npm (run )?${name.replace(/:.*/, '')}`));
  },
);

// Two of them, because all would take a minute.
test.each(commandFiles.slice(0, 2))('npm run %s shows its help as a program', async (name, file) => {
  const { stdout, stderr } = await run(file, '--help');
  expect(stdout).toContain(`Usage: npm run ${name} -- …`);
  expect(stderr).toBe('');
});

test.each(Object.entries(readers))('npm run %s rejects unknown arguments', (name, read) => {
  expect(() => read(['--no-such-option'])).toThrow(`Usage: npm run ${name} -- …`);
  expect(() => read(['no', 'such', 'words', 'at', 'all'])).toThrow(`Usage: npm run ${name} -- …`);
  expect(() => read(['-h'])).toThrow(HelpRequestedError);
});

test('a command whose output is no longer read ends silently', async () => {
  const child = spawn(process.execPath, [join(root, 'server/jobs/jobs-command.ts'), '--help'], {
    cwd: root,
    env: programEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // As `| head -1` does once it has its line.
  child.stdout.destroy();
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect([code, complaints]).toEqual([0, '']);
});

test("an operator's mistake is reported in a few lines, without a stack trace", async () => {
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
const blocks = [...guide.matchAll(/```(sh|json)\n(.*?)```/gs)].map(([, language, text = '']) => ({ language, text }));
const shellLines = blocks.flatMap(({ language, text }) => (language === 'sh' ? text.split('\n') : []));
/** Text between backticks, where a command may be named without all its arguments. */
const spansOf = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
const spans = [
  ...spansOf(guide.replaceAll(/```.*?```/gs, '')),
  ...spansOf(readFileSync(join(root, 'ops/alerts.yml'), 'utf8')),
];

interface GuideLine {
  readonly line: string;
  readonly name: string;
  readonly words: string[];
}

/** Parses a line that runs a command, with samples for its placeholders. */
function toGuideLine(line: string, id: string): GuideLine[] {
  const [, npmName, npmWords] = /^npm run (?:-s )?([\w-]+)(?: -- ([^#]*))?/.exec(line) ?? [];
  // After the options of systems around it: `… /opt/fxid/current/fxid --env-file <file> backup`, or by the alias.
  const [, ownName, ownWords] =
    /(?:^|\/opt\/fxid\/(?:current\/)?)fxid (?:--env-file \S+ ?)?([a-z-]+)? ?([^#]*)/.exec(line) ?? [];
  const name = npmName ?? ownName;
  if (name === undefined) return [];
  const filled = (npmName === undefined ? ownWords : (npmWords ?? ''))
    ?.replaceAll(/<(?:order|delivery|account|job|news) id>/g, id)
    .replaceAll(/<(\w[\w ]*)>/g, (_, what: string) => what.replaceAll(' ', '-'))
    .replace(/ [<>] \S+/, '');
  return [{ line, name, words: (filled?.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')) }];
}

const guideLines = (id: string): GuideLine[] => shellLines.flatMap((line) => toGuideLine(line, id));

/** Developers' scripts that the guide names, and what the release's `fxid` accepts besides the commands. */
const otherCommands: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  build: (words) => words.length === 0,
  drills: ([drill = '', ...more]) => existsSync(join(root, 'drills', drill)) && more.length === 0,
  start: (words) => words.length === 0,
  help: (words) => words.length === 0,
  version: (words) => words.length === 0,
};

test("every command of the operators' guide is valid", () => {
  const inText = spans
    // With arguments it is a line to run, without it is only a name.
    .filter((span) => /^npm run \S+ -- |fxid --env-file \S+ \S|^fxid \S/.test(span))
    .flatMap((span) => toGuideLine(span, randomUUID()));
  expect(inText.length).toBeGreaterThan(15);
  const lines = [...guideLines(randomUUID()), ...inText];
  for (const { line, name, words } of lines) {
    const read = readers[name];
    if (read) expect(() => asksForHelp(read, words) || read(words), line).not.toThrow();
    else expect(otherCommands[name]?.(words), line).toBe(true);
  }
  const named = new Set(lines.map(({ name }) => name));
  expect(Object.keys(readers).filter((name) => !named.has(name))).toEqual([]);
});

test('every script is listed in CONTRIBUTING.md', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (`npm .*?) \|/gm)].map(([, names]) => names).join(' ');
  const missing = Object.keys(scripts).filter((name) => !new RegExp(`npm (?:run )?${name}(?![\\w:-])`).test(rows));
  expect(missing).toEqual([]);
});

test('every script that the guide names exists', () => {
  const named = spans.flatMap((span) => /^npm run (?:-s )?([\w-]+)/.exec(span)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("the guide's table of commands has each of them once", () => {
  const [, table = ''] = /^\| command \|.*\n\|---\|---\|\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  const names = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)]);
  expect(names.map(([, name = '']) => name).sort()).toEqual(Object.keys(readers).sort());
});

test("the guide's links have targets", () => {
  const slug = (title: string): string =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-');
  const anchorsOf = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title));
  const leads = (link: string): boolean => {
    const [path = '', anchor] = link.split('#');
    const place = join(root, 'docs/guides', path);
    if (path !== '' && !existsSync(place)) return false;
    return anchor === undefined || anchorsOf(path === '' ? guide : readFileSync(place, 'utf8')).includes(anchor);
  };
  const links = [...guide.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(20);
  for (const link of links.filter((each) => !each.startsWith('https:'))) expect(leads(link), link).toBe(true);
});

function asksForHelp(read: (given: readonly string[]) => unknown, words: readonly string[]): boolean {
  if (!words.includes('--help')) return false;
  expect(() => read(words)).toThrow(HelpRequestedError);
  return true;
}

test("the guide's commands for documents and news work", async () => {
  await using server = await createTestApp();
  const { database } = server;
  await database.kysely
    .insertInto('games')
    .values({ game: 'gem-miner', position: 0, config: JSON.stringify(demoGames[0]?.config) })
    .execute();
  const from = createTemporaryFolder();
  writeFileSync(join(from, 'terms.md'), '# Terms\n');
  mkdirSync(join(from, 'terms'));
  for (const locale of ['en', 'de']) writeFileSync(join(from, 'terms', `${locale}.md`), `# ${locale}\n`);
  const example = blocks.find(({ language, text }) => language === 'json' && text.includes('"Messages"'));
  writeFileSync(join(from, 'news.json'), example?.text ?? '');
  const said: string[] = [];
  const parts = { database, from, report: (text: string) => void said.push(text) };
  let seen: unknown;
  for (const { name, words } of guideLines('')) {
    if (name === 'documents') await runDocumentsCommand(readDocumentsArguments(words), parts);
    if (name !== 'news') continue;
    const { News } = await server.client().info.news({ GameSystemName: 'gem-miner', Locale: 'de' });
    seen ??= News[0];
    const given = words[0] === 'remove' ? ['remove', News[0]?.Id ?? ''] : words;
    await runNewsCommand(readNewsArguments(given), parts);
  }
  expect(seen).toMatchObject({ Priority: 'Update', Messages: [{ Header: 'Die Tiefe ist offen' }] });
  for (const word of ['version 1 added; players must accept it', '# Terms', 'no longer active', 'removed'])
    expect(said.join('\n')).toContain(word);
  const { Documents } = await server.client().documents.listWithVersions({ GameSystemName: 'gem-miner' });
  expect(Documents.map(({ DocumentType }) => DocumentType.Value)).toEqual(['TOS', 'PP']);
});

test("the guide's commands for players work", async () => {
  await using testing = await createTestDatabase();
  const { database } = testing;
  const accountId = await buildAccount(database, { email: 'ada@example.com' });
  await database.kysely
    .updateTable('accounts')
    .set({ delete_after: new Date(Date.now() + 86_400_000) })
    .execute();
  const said: string[] = [];
  for (const { words } of guideLines(accountId).filter(({ name }) => name === 'players'))
    await runPlayersCommand(readPlayersArguments(words), {
      database,
      report: (text) => void said.push(text),
      operator: 'an operator',
    });
  for (const word of ['to be erased after', 'sessions', 'is blocked', 'no longer blocked', 'is cancelled', 'is erased'])
    expect(said.join('\n')).toContain(word);
});

const idInGuide = randomUUID();

test("the guide's commands for jobs work", async () => {
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
    for (let n = 0; n < 4; n += 1) await jobs.send(trx, mail, {});
  });
  await jobs.work();
  const dead = await eventually(async () => {
    const found = await jobs.listDead('mail');
    return found.length === 4 && found;
  });
  await jobs.stop();
  const said: string[] = [];
  const unused = dead.map(({ id }) => id);
  for (const { words } of guideLines(idInGuide).filter(({ name }) => name === 'jobs')) {
    const given = words.map((word) => (word === idInGuide ? (unused.pop() ?? '') : word));
    await runJobAdminCommand(readJobAdminArguments(given), { database, log, report: (text) => void said.push(text) });
  }
  for (const word of ['mail  dead  4', 'no mail server', '1 dead jobs of mail', '2 dead jobs of mail'])
    expect(said.join('\n')).toContain(word);
});
