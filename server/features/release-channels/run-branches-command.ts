// Runs `npm run branches`: installable builds of a game, and keys that open a branch.
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import type { PublicGameConfig } from '#contract/config.ts';
import { findInstallPathProblem, isInPaths } from '#model/install-path.ts';
import { operatingSystems, type OperatingSystem } from '#model/installable-build.ts';
import { url } from '#model/schema.ts';
import { createS3Bucket, type S3Settings } from '#server/build-store/s3-bucket.ts';
import { findInvocationFolder } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { readCommand, type ParsedCommand, type SubcommandDefinitions } from '#server/db/read-command.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { withGameLock } from '#server/features/publishing/with-game-lock.ts';
import {
  pruneInstallableFiles,
  readInstallableSource,
  type InstallableFiles,
  type StoredFile,
} from './installable-files.ts';
import { openInstallableFiles } from './open-installable-files.ts';
import { createReleaseChannelKey, hashReleaseChannelKey } from './release-channel-key.ts';

const forms = {
  add: {
    words: ['game', 'branch', 'source'],
    options: {
      os: 'system',
      start: 'file',
      arguments: 'words',
      keep: 'paths',
      description: 'text',
      'change-set': 'text',
      sha: 'checksum',
      type: 'word',
    },
    does: 'adds a build to a branch: an installer (a file, or an https:// address), or a folder for the launcher',
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
  { database, report, config }: BranchesCommandDeps,
): Promise<void> {
  if (asked.action !== 'revoke') await requireGame(database.kysely, asked.words[0]);
  const { dataDir, gamesStore } = config;
  const files = openInstallableFiles(dataDir, gamesStore && { bucket: createS3Bucket(gamesStore) });
  for (const line of await work(asked, database, files)) report(line);
}

interface BranchesCommandDeps extends Pick<DatabaseCommandDeps, 'database' | 'report'> {
  readonly config: { readonly dataDir: string; readonly gamesStore?: S3Settings | undefined };
}

async function work(
  asked: AskedBranches,
  database: Database,
  installable: InstallableFiles,
): Promise<readonly string[]> {
  const { kysely } = database;
  switch (asked.action) {
    case 'add':
      return add(database, installable, asked.words, asked.options);
    case 'list':
      return list(kysely, asked.words[0]);
    case 'remove':
      return remove(database, installable, asked.words);
    case 'keys':
      return makeKeys(kysely, asked.words, asked.options);
    case 'revoke':
      return revoke(kysely, asked.words[0]);
  }
}

type Db = Database['kysely'];

type AddOptions = Extract<AskedBranches, { action: 'add' }>['options'];

interface NewBuild {
  readonly game: string;
  readonly branch: string;
  readonly build_type: string;
  readonly sha: string;
  readonly description: string;
  readonly change_set: string;
  readonly os: OperatingSystem | null;
}

async function add(
  database: Database,
  installable: InstallableFiles,
  [game, given, source]: readonly [string, string, string],
  options: AddOptions,
): Promise<readonly string[]> {
  const branch = checkBranch(given);
  const { description = '', 'change-set': change_set = '', sha = '', type } = options;
  for (const [what, value, most] of [
    ['description', description, 2000],
    ['change-set', change_set, 200],
    ['sha', sha, 64],
    ['type', type ?? '', 40],
  ] as const)
    if (value.length > most) throw new Error(`--${what} is too long: at most ${most} characters.`);
  const os = readOs(options.os);
  const build = { game, branch, build_type: type ?? 'Installer', sha, description, change_set, os };
  const added = /^https?:/i.test(source)
    ? await addAddress(database.kysely, build, source, options)
    : await addFiles(database, installable, build, source, options, type);
  return [
    `Build ${added.number} of ${game}, branch ${branch}, is available${os === null ? '' : ` for ${os}`}.`,
    ...added.notes,
    ...(await warnOf(database.kysely, game, branch)),
  ];
}

interface AddedBuild {
  readonly number: number;
  readonly notes: readonly string[];
}

async function addAddress(db: Db, build: NewBuild, address: string, options: AddOptions): Promise<AddedBuild> {
  const isValid: boolean = Value.Check(url, address);
  if (!isValid) throw new Error(`${address} isn't a valid installer address.`);
  const unused = (['start', 'arguments', 'keep'] as const).find((option) => options[option] !== undefined);
  if (unused !== undefined) throw new Error(`--${unused} is for a folder or file that the portal serves.`);
  const number = await insertBuild(db, { ...build, install_url: address });
  return { number, notes: [] };
}

async function addFiles(
  database: Database,
  installable: InstallableFiles,
  build: NewBuild,
  given: string,
  options: AddOptions,
  type: string | undefined,
): Promise<AddedBuild> {
  if (options.sha !== undefined) throw new Error('--sha is for an address. The portal hashes its own files.');
  const source = await readInstallableSource(resolve(findInvocationFolder(), given));
  const { isInstaller, bytes, hidden } = source;
  const paths = source.files.map(({ path }) => path);
  const start_path = readStart(options.start, paths, isInstaller);
  const start_arguments = options.arguments?.split(/\s+/).filter((word) => word !== '') ?? [];
  if (start_arguments.length > 20 || start_arguments.some((word) => word.length > 200))
    throw new Error('--arguments has at most 20 words of 200 characters.');
  const kept_paths = readKept(options.keep);
  if (start_path !== null && isInPaths(start_path, kept_paths))
    throw new Error(`--keep must not contain ${start_path}: it would never be updated.`);
  return withGameLock(database, build.game, async () => {
    try {
      const files = await installable.store(source, build.game);
      const only = isInstaller ? files[0]?.sha256 : undefined;
      const row = { ...build, build_type: type ?? (isInstaller ? 'Installer' : 'Files'), sha: only ?? '' };
      const number = await database.transaction((trx) =>
        insertBuild(trx, {
          ...row,
          install_url: null,
          is_installer: isInstaller,
          bytes,
          start_path,
          start_arguments,
          kept_paths,
          files: files.map((file) => (file.path === start_path ? { ...file, executable: true } : file)),
        }),
      );
      return {
        number,
        notes: [
          `${files.length} files, ${bytes} bytes.`,
          ...(hidden > 0 ? [`${hidden} hidden files and folders were left out.`] : []),
        ],
      };
    } catch (error) {
      // An object store that failed may fail again. The next prune removes the rest.
      await pruneInstallableFiles(database, installable, build.game).catch(() => undefined);
      throw error;
    }
  });
}

interface BuildToInsert extends NewBuild {
  readonly install_url: string | null;
  readonly is_installer?: boolean;
  readonly bytes?: number;
  readonly start_path?: string | null;
  readonly start_arguments?: string[];
  readonly kept_paths?: string[];
  readonly files?: readonly StoredFile[];
}

async function insertBuild(db: Db, { files = [], ...build }: BuildToInsert): Promise<number> {
  const build_id = randomUUID();
  const row = await db
    .insertInto('branch_builds')
    .values({
      ...build,
      build_id,
      build_number: sql<number>`(
        select coalesce(max(build_number), 0) + 1 from branch_builds
        where game = ${build.game} and branch = ${build.branch})`,
    })
    .returning('build_number')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < files.length; from += insertedAtOnce)
    await db
      .insertInto('branch_build_files')
      .values(files.slice(from, from + insertedAtOnce).map((file) => ({ ...file, build_id })))
      .execute();
  return row.build_number;
}

const insertedAtOnce = 1000;

function readOs(given: string | undefined): OperatingSystem | null {
  if (given === undefined) return null;
  const os = operatingSystems.find((each) => each.toLowerCase() === given.toLowerCase());
  if (os === undefined) throw new Error(`--os is one of ${operatingSystems.join(', ')}.`);
  return os;
}

function readStart(given: string | undefined, paths: readonly string[], isInstaller: boolean): string | null {
  if (given === undefined) return isInstaller ? (paths[0] ?? null) : null;
  if (!paths.includes(given)) throw new Error(`--start must be one of the build's files. There is no ${given}.`);
  return given;
}

function readKept(given: string | undefined): string[] {
  const kept = given?.split(',').filter((path) => path !== '') ?? [];
  for (const path of kept) {
    const problem = findInstallPathProblem(path);
    if (problem !== undefined) throw new Error(`--keep: ${JSON.stringify(path)} ${problem}.`);
  }
  if (kept.length > 50) throw new Error('--keep has at most 50 paths.');
  return kept;
}

async function list(db: Db, game: string): Promise<readonly string[]> {
  const { Branches: named = [], OpenBranches: open = [], DefaultBranch } = (await readOptions(db, game)) ?? {};
  const { rows } = await sql<{ branch: string; builds: string; keys: number; used: number }>`
    with builds as (
      select branch, string_agg(build_number || coalesce(' ' || os, ''), ', ' order by build_number desc) as builds
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

async function remove(
  database: Database,
  installable: InstallableFiles,
  [game, branch, build]: readonly [string, string, string],
): Promise<readonly string[]> {
  return withGameLock(database, game, async () => {
    const { numDeletedRows } = await database.kysely
      .deleteFrom('branch_builds')
      .where('game', '=', game)
      .where('branch', '=', branch)
      .where('build_number', '=', readNumber('build', build))
      .executeTakeFirst();
    if (numDeletedRows === 0n)
      throw new Error(
        `There is no build ${build} of ${game}, branch ${branch}. List them: npm run branches -- list ${game}`,
      );
    await pruneInstallableFiles(database, installable, game);
    return [`Build ${build} of ${game}, branch ${branch}, is withdrawn.`];
  });
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
