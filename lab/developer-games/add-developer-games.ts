// Games that a developer adds for one run: `npm start -- --game ./my-game`. A folder is served in place, so a reload
// shows changes. Games of earlier runs are removed.
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { createPortalConfigReader } from '#server/features/portal/read-portal-config.ts';
import { checkGameName } from '#server/features/publishing/check-game-name.ts';
import { buildFirstConfig } from '#server/features/publishing/build-first-config.ts';
import { listGameFiles, type GameFile } from '#server/features/publishing/list-game-files.ts';
import { hasGameServer } from '#server/features/publishing/has-game-server.ts';
import { inspectGame, rejectAllowOption } from '#server/features/publishing/inspect-game.ts';
import { quoteIfNeeded, formatBuildFindings } from '#server/features/publishing/format-build-findings.ts';
import { readPageMetadata } from '#server/features/publishing/read-page-metadata.ts';
import { readGameSource } from '#server/features/publishing/read-game-source.ts';
import { createFolderBuildFiles } from '#server/features/publishing/folder-build-files.ts';
import { countRowsToDelete, removeGame } from '#server/features/publishing/remove-game.ts';
import { saveGame, readStoredGameConfig } from '#server/features/publishing/save-game.ts';
import type { Log } from '#server/http/log.ts';
import { rethrowAsConfigError } from './rethrow-as-config-error.ts';
import type { LabArguments, DeveloperGame } from './read-lab-arguments.ts';

export interface DeveloperGamesDeps {
  readonly config: Pick<Config, 'dataDir' | 'publicUrl' | 'gamesUrl' | 'gamePolicy'>;
  readonly database: Database;
  readonly log: Log;
  readonly from: string;
  readonly report: (text: string) => void;
}

export const developerGamesFolder = (dataDir: string): string => join(dataDir, 'lab-games');

/** Returns the games' names in the portal, which differ from the given ones if those are taken. */
export async function addDeveloperGames(options: LabArguments, deps: DeveloperGamesDeps): Promise<readonly string[]> {
  const { dataDir } = deps.config;
  const folder = developerGamesFolder(dataDir);
  const before = await readNames(dataDir);
  const wanted = await Promise.all(options.games.map((game) => freeName(game, before, deps.database)));
  await mkdir(dataDir, { recursive: true });
  await writeFile(
    listFile(dataDir),
    `${JSON.stringify([...new Set([...before, ...wanted.map(({ name }) => name)])])}\n`,
  );
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of before.filter((each) => !wanted.some((game) => game.name === each))) await takeAway(name, deps);
  for (const game of wanted) await place(game, options, folder, deps);
  await writeFile(listFile(dataDir), `${JSON.stringify(wanted.map(({ name }) => name))}\n`);
  return wanted.map(({ name }) => name);
}

async function place(
  { name, source: given }: DeveloperGame,
  { allow, foreignSdk: chosenSdk }: LabArguments,
  folder: string,
  deps: DeveloperGamesDeps,
): Promise<void> {
  const { config, database, from, report } = deps;
  const source = await rethrowAsConfigError(() => {
    checkGameName(name, config);
    return readGameSource(given, { from, portalOrigin: config.publicUrl.origin, dataDir: config.dataDir });
  });
  const files = source.kind === 'folder' ? (await listGameFiles(source.folder)).files : [];
  // On Windows a junction needs no privileges; other systems ignore the type.
  if (source.kind === 'folder') await symlink(source.folder, join(folder, name), 'junction');
  if (source.kind !== 'folder') await rethrowAsConfigError(() => rejectAllowOption(source.url, allow));
  // Detected again at each start, because the folder may contain another build.
  const { Url: _, ForeignSdk: __, ...kept } = await configFor(name, files, deps);
  const stored = { ...kept, ...(chosenSdk !== undefined && { ForeignSdk: chosenSdk }) };
  const hasServer = await hasGameServer(database.kysely, name);
  const inspected = await inspectGame(files, stored, hasServer, allow, config);
  const { findings, allowed, foreignSdk, purchasesIn } = inspected;
  const shown: PublicGameConfig =
    source.kind === 'folder'
      ? {
          ...stored,
          PlayGameType: source.playGameType,
          ...(allowed.length > 0 && { ConnectOrigins: [...allowed] }),
          ...(foreignSdk !== undefined && { ForeignSdk: foreignSdk }),
          ...(purchasesIn !== undefined && { PurchasesIn: purchasesIn }),
        }
      : { ...stored, PlayGameType: 'Iframe', Url: source.url };
  await database.transaction(async (trx) => {
    await saveGame(trx, name, shown);
    await trx.updateTable('games').set({ published: true }).where('game', '=', name).execute();
  });
  const writeRemedy = (origins: readonly string[]): string =>
    `To allow them: npm start -- --game ${quoteIfNeeded(given)} --allow ${origins.join(',')}`;
  const lines = formatBuildFindings(findings, { game: name, allowed, foreignSdk, purchasesIn, writeRemedy });
  if (lines.length > 0) report([`Your game ${name}:`, ...lines].join('\n'));
}

async function configFor(
  name: string,
  files: readonly GameFile[],
  { database, log }: DeveloperGamesDeps,
): Promise<PublicGameConfig> {
  const stored = await readStoredGameConfig(database.kysely, name);
  if (stored) return stored;
  const portal = await createPortalConfigReader(database, log)();
  const paths = files.map(({ path }) => path);
  const words = await readPageMetadata(files);
  return buildFirstConfig({ game: name, title: undefined, orientation: undefined, portal, paths, words, sells: true });
}

/** A game with orders can't be deleted, so it is hidden until it is given again. */
async function takeAway(name: string, { database, config: { dataDir } }: DeveloperGamesDeps): Promise<void> {
  const losses = await countRowsToDelete(database, name);
  if (losses.some(({ mustStay }) => mustStay))
    await database.kysely.updateTable('games').set({ published: false }).where('game', '=', name).execute();
  else
    await removeGame(name, {
      database,
      buildFiles: createFolderBuildFiles(dataDir, database),
      record: recordCommand('games remove', nameCommandOperator()),
    });
}

/** Names of demo games and of games added permanently are taken. */
async function freeName(game: DeveloperGame, own: readonly string[], database: Database): Promise<DeveloperGame> {
  for (const name of [game.name, `own-${game.name}`])
    if (own.includes(name) || !(await readStoredGameConfig(database.kysely, name))) return { ...game, name };
  throw new Error(`Games called ${game.name} and own-${game.name} already exist. Rename your folder.`);
}

const listFile = (dataDir: string): string => join(dataDir, 'lab-games.json');

async function readNames(dataDir: string): Promise<readonly string[]> {
  try {
    const names: unknown = JSON.parse(await readFile(listFile(dataDir), 'utf8'));
    return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(
      `${listFile(dataDir)} can't be read. Delete it, and remove games of earlier runs with npm run games.`,
      {
        cause: error,
      },
    );
  }
}
