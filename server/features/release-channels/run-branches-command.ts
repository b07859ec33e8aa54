// Runs `npm run branches`: installable builds of a game, and keys that open a branch.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import type { PublicGameConfig } from '#contract/config.ts';
import { url } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';
import { readCommand, type ParsedCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { createReleaseChannelKey, hashReleaseChannelKey } from './release-channel-key.ts';

const forms = {
  add: {
    words: ['game', 'branch', 'installer'],
    options: { description: 'text', 'change-set': 'text', sha: 'checksum', type: 'word' },
    does: 'adds a build to a branch, with the address of its installer',
  },
  list: { words: ['game'], does: "lists the game's branches with access, builds and keys" },
  remove: { words: ['game', 'branch', 'build'], does: 'withdraws a build' },
  keys: {
    words: ['game', 'branch?'],
    options: { count: 'number', days: 'number' },
    does: 'creates keys for a branch or the whole game and prints each once',
  },
  revoke: { words: ['key'], does: 'revokes a key, even if it was used' },
} as const satisfies SubcommandDefinitions;

type AskedBranches = ParsedCommand<typeof forms>;

export const readBranchesArguments = (given: readonly string[]): AskedBranches => readCommand('branches', forms, given);

export async function runBranchesCommand(
  asked: AskedBranches,
  { database, report }: Pick<DatabaseCommandDeps, 'database' | 'report'>,
): Promise<void> {
  if (asked.action !== 'revoke') await requireGame(database.kysely, asked.words[0]);
  for (const line of await work(asked, database)) report(line);
}

async function work(asked: AskedBranches, { kysely }: Database): Promise<readonly string[]> {
  switch (asked.action) {
    case 'add':
      return add(kysely, asked.words, asked.options);
    case 'list':
      return list(kysely, asked.words[0]);
    case 'remove':
      return remove(kysely, asked.words);
    case 'keys':
      return makeKeys(kysely, asked.words, asked.options);
    case 'revoke':
      return revoke(kysely, asked.words[0]);
  }
}

type Db = Database['kysely'];

async function add(
  db: Db,
  [game, given, installer]: readonly [string, string, string],
  options: {
    readonly description?: string;
    readonly 'change-set'?: string;
    readonly sha?: string;
    readonly type?: string;
  },
): Promise<readonly string[]> {
  const branch = checkBranch(given);
  if (!Value.Check(url, installer) || !/^https?:/.test(installer))
    throw new Error(`${installer} isn't a valid installer address. It must start with https://`);
  const { description = '', 'change-set': change_set = '', sha = '', type: build_type = 'Installer' } = options;
  for (const [what, value, most] of [
    ['description', description, 2000],
    ['change-set', change_set, 200],
    ['sha', sha, 64],
    ['type', build_type, 40],
  ] as const)
    if (value.length > most) throw new Error(`--${what} is too long: at most ${most} characters.`);
  const { rows } = await sql<{ build_number: number }>`
    insert into branch_builds (build_id, game, branch, build_number, build_type, sha, description, change_set, install_url)
    select ${randomUUID()}, ${game}, ${branch}, coalesce(max(build_number), 0) + 1, ${build_type}, ${sha}, ${description},
      ${change_set}, ${installer}
    from branch_builds where game = ${game} and branch = ${branch}
    returning build_number`.execute(db);
  return [
    `Build ${rows[0]?.build_number} of ${game}, branch ${branch}, is available.`,
    ...(await warnOf(db, game, branch)),
  ];
}

async function list(db: Db, game: string): Promise<readonly string[]> {
  const { Branches: named = [], OpenBranches: open = [], DefaultBranch } = (await readOptions(db, game)) ?? {};
  const { rows } = await sql<{ branch: string; builds: string; keys: number; used: number }>`
    with builds as (
      select branch, string_agg(build_number::text, ', ' order by build_number desc) as builds
      from branch_builds where game = ${game} group by branch
    ), keys as (
      select coalesce(branch, '*') as branch, count(*)::int as keys, count(used_at)::int as used
      from branch_keys where game = ${game} group by 1
    )
    select branch, coalesce(builds, 'none') as builds, coalesce(keys, 0) as keys, coalesce(used, 0) as used
    from builds full join keys using (branch) order by branch`.execute(db);
  const known = new Map(rows.map((row) => [row.branch, row]));
  const names = [...new Set([...named, ...known.keys()])].filter((name) => name !== '*');
  if (names.length === 0)
    return [`${game} has no branches. Add them to its configuration (Launcher): npm run games -- set`];
  const whole = known.get('*');
  return [
    ...names.map((name) => {
      const { builds = 'none', keys = 0, used = 0 } = known.get(name) ?? {};
      const whose = !named.includes(name) ? 'not in the configuration' : open.includes(name) ? 'everybody’s' : 'by key';
      const usual = name === DefaultBranch ? ' (default)' : '';
      return `${name}${usual}  ${whose}  builds: ${builds}  keys: ${keys}, ${used} used`;
    }),
    ...(whole ? [`the whole game  keys: ${whole.keys}, ${whole.used} used`] : []),
  ];
}

async function remove(db: Db, [game, branch, build]: readonly [string, string, string]): Promise<readonly string[]> {
  const { numDeletedRows } = await db
    .deleteFrom('branch_builds')
    .where('game', '=', game)
    .where('branch', '=', branch)
    .where('build_number', '=', readNumber('build', build))
    .executeTakeFirst();
  if (numDeletedRows === 0n)
    throw new Error(
      `There is no build ${build} of ${game}, branch ${branch}. List them: npm run branches -- list ${game}`,
    );
  return [`Build ${build} of ${game}, branch ${branch}, is withdrawn.`];
}

async function makeKeys(
  db: Db,
  [game, given]: readonly [string, string | undefined],
  { count = '1', days }: { readonly count?: string; readonly days?: string },
): Promise<readonly string[]> {
  const branch = given === undefined ? null : checkBranch(given);
  const keys = Array.from({ length: readNumber('--count', count, 1000) }, createReleaseChannelKey);
  const expires_at =
    days === undefined ? null : sql<Date>`now() + make_interval(days => ${readNumber('--days', days, 3650)})`;
  const rows = keys.map(({ keyHash: key_hash }) => ({ key_hash, game, branch, expires_at }));
  await db.insertInto('branch_keys').values(rows).execute();
  return [
    ...keys.map(({ key }) => key),
    'Each key is shown only once. It works for the first account that activates it.',
    ...(branch === null ? [] : await warnOf(db, game, branch)),
  ];
}

async function revoke(db: Db, key: string): Promise<readonly string[]> {
  const key_hash = hashReleaseChannelKey(key);
  if (!key_hash) throw new Error("That isn't a key. A key has 25 letters and digits in five groups.");
  const { numDeletedRows } = await db.deleteFrom('branch_keys').where('key_hash', '=', key_hash).executeTakeFirst();
  if (numDeletedRows === 0n) throw new Error('There is no such key.');
  return ['The key is revoked.'];
}

function checkBranch(name: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name;
  throw new Error(`${JSON.stringify(name)} isn't a valid branch name. Use up to 64 letters, digits, dots and hyphens.`);
}

function readNumber(what: string, text: string, most = 2_147_483_647): number {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new Error(`${what} must be a whole number from 1 to ${most}.`);
}

const readOptions = async (db: Db, game: string): Promise<PublicGameConfig['Launcher']> =>
  (await db.selectFrom('games').select('config').where('game', '=', game).executeTakeFirst())?.config.Launcher;

/** A branch that the document doesn't list is invisible, even with a key. */
async function warnOf(db: Db, game: string, branch: string): Promise<readonly string[]> {
  const options = await readOptions(db, game);
  return options?.Branches.includes(branch)
    ? []
    : [`The configuration of ${game} doesn't list ${branch} in Launcher.Branches. Players can't get it until it does.`];
}
