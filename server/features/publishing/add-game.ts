// Puts a game into the portal, or the next build of one that is there. The files are copied aside and moved to their place in
// one step; then one transaction makes them the game. Until it has happened players have the build before, and whatever
// fails leaves it so.
import type { PublicGameConfig } from '#contract/config.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Log } from '#server/http/log.ts';
import { createPortalConfigReader } from '#server/features/portal/read-portal-config.ts';
import { checkGameName } from './check-game-name.ts';
import { firstConfig } from './first-config.ts';
import { playAddress } from './game-places.ts';
import { listGameFiles } from './list-game-files.ts';
import { lockGame } from './lock-game.ts';
import { placeBuild } from './place-build.ts';
import type { AddOptions } from './read-arguments.ts';
import { readGameSource, type GameSource } from './read-game-source.ts';
import { saveGame, storedConfig } from './save-game.ts';

export interface AddGameParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
  readonly report: (text: string) => void;
  /** Where a relative path begins. */
  readonly from: string;
}

export async function addGame(
  { game, source: given, ...options }: { game: string; source: string } & AddOptions,
  parts: AddGameParts,
): Promise<void> {
  checkGameName(game);
  const { config, database, report, from } = parts;
  const source = await readGameSource(given, {
    from,
    portalOrigin: config.publicUrl.origin,
    dataDir: config.dataDir,
  });
  await lockGame(database, game, async () => {
    if (source.kind === 'folder') await addFolder(game, source, options, parts);
    else await addAddress(game, source.url, options, parts);
  });
  report(`It plays at ${playAddress(config, game)}`);
}

type FolderSource = Extract<GameSource, { kind: 'folder' }>;

async function addFolder(
  game: string,
  { folder, playGameType }: FolderSource,
  options: AddOptions,
  parts: AddGameParts,
): Promise<void> {
  const { report, database, config, now } = parts;
  const listed = await listGameFiles(folder);
  const paths = listed.files.map(({ path }) => path);
  const { Url: _, ...rest } = await configFor(game, options, parts, paths);
  const placed = await placeBuild({
    database,
    dataDir: config.dataDir,
    game,
    files: listed,
    buildType: playGameType,
    version: options.version,
    description: options.description,
    config: { ...rest, PlayGameType: playGameType },
    now,
  });
  const what = playGameType === 'Unity' ? 'a Unity build' : 'a page';
  const hidden = listed.hidden > 0 ? `; ${listed.hidden} whose names begin with a dot were left out` : '';
  report(
    placed.outcome === 'same'
      ? `Build ${placed.number} of ${game} has exactly these ${paths.length} files already. Nothing was copied.`
      : `${game} is ${what} of ${paths.length} files, ${listed.bytes} bytes${hidden}. It is build ${placed.number}.`,
  );
}

async function addAddress(game: string, url: string, options: AddOptions, parts: AddGameParts): Promise<void> {
  const config = await configFor(game, options, parts, []);
  const { numDeletedRows } = await parts.database.transaction(async (trx) => {
    await saveGame(trx, game, { ...config, PlayGameType: 'Iframe', Url: url });
    // They are paths on a host that the game has left; their files stay until they are pruned.
    return trx.deleteFrom('builds').where('game', '=', game).executeTakeFirst();
  });
  parts.report(`${game} is the page at ${url}. Pages of the portal that are loaded from now on may show it.`);
  if (numDeletedRows > 0n)
    parts.report(`Its ${numDeletedRows} builds are no longer played: npm run games -- prune ${game}`);
}

/** What is there stays but for what was given; what is new begins with the least. */
async function configFor(
  game: string,
  { title, orientation }: AddOptions,
  { database, log, now }: AddGameParts,
  paths: readonly string[],
): Promise<PublicGameConfig> {
  const stored = await storedConfig(database.kysely, game);
  if (!stored) {
    const portal = await createPortalConfigReader(database, log, now)();
    return firstConfig({ game, title, orientation, portal, paths });
  }
  const { StorePage } = stored;
  return {
    ...stored,
    GameOrientation: orientation ?? stored.GameOrientation,
    StorePage: title === undefined ? StorePage : { ...StorePage, Title: { ...StorePage.Title, en: title } },
  };
}
