// Adds a game, or the next build of an existing one. The files are copied and verified; then one transaction makes the
// build live. After any failure players keep the previous build.
import type { PublicGameConfig } from '#contract/config.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { checkGameAddress, type AddressFault } from '#server/games/check-game-address.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import type { Log } from '#server/http/log.ts';
import { safeFetch, type SafeFetch } from '#server/http/safe-fetch.ts';
import { createPortalConfigReader } from '#server/features/portal/read-portal-config.ts';
import { checkGameName } from './check-game-name.ts';
import { addDraft, describeDraft } from './add-draft.ts';
import type { NewDraft } from './store-draft.ts';
import { gameObject } from './build-object.ts';
import { buildFirstConfig } from './build-first-config.ts';
import { buildPlayAddress } from './game-paths.ts';
import { hasGameServer } from './has-game-server.ts';
import { inspectGame, rejectAllowOption } from './inspect-game.ts';
import { listGameFiles, type GameFile } from './list-game-files.ts';
import { withGameLock } from './with-game-lock.ts';
import { storeBuild } from './store-build.ts';
import type { AddGameOptions } from './read-games-arguments.ts';
import { readPageMetadata } from './read-page-metadata.ts';
import { quoteIfNeeded, formatBuildFindings } from './format-build-findings.ts';
import { readGameSource, type GameSource } from './read-game-source.ts';
import { openBuildFiles } from './open-build-files.ts';
import { saveGame, readStoredGameConfig } from './save-game.ts';
import { PublishingError } from './publishing-error.ts';

export interface AddGameDeps {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
  readonly report: (text: string) => void;
  readonly from: string;
  readonly fetch?: SafeFetch;
  readonly record: RecordChange;
  /** Written in the transaction that stores a draft. */
  readonly alsoWrite?: NewDraft['alsoWrite'];
}

export async function addGame(
  { game, source: given, ...options }: { game: string; source: string } & AddGameOptions,
  parts: AddGameDeps,
): Promise<void> {
  const { config, database, report, from } = parts;
  checkGameName(game, config);
  const source = await readGameSource(given, {
    from,
    portalOrigin: config.publicUrl.origin,
    dataDir: config.dataDir,
  });
  if (source.kind === 'address') await requireShowablePage(source.url, options, parts);
  await withGameLock(database, game, async () => {
    if (source.kind === 'folder') await addFolder({ game, given }, source, options, parts);
    else await addAddress(game, source.url, options, parts);
  });
  if (options.isDraft !== true) report(`It plays at ${buildPlayAddress(config, game)}`);
}

type FolderSource = Extract<GameSource, { kind: 'folder' }>;

async function addFolder(
  { game, given }: { game: string; given: string },
  { folder, playGameType }: FolderSource,
  options: AddGameOptions,
  parts: AddGameDeps,
): Promise<void> {
  const { report, database, config, now } = parts;
  const listed = await listGameFiles(folder);
  const { Url: _, ...rest } = await configFor(game, options, parts, listed.files);
  const hasServer = await hasGameServer(database.kysely, game);
  const inspected = await inspectGame(listed.files, rest, hasServer, options.allow, config);
  const { findings, allowed, foreignSdk, purchasesIn } = inspected;
  const build = {
    database,
    buildFiles: openBuildFiles(config, database),
    game,
    source: listed,
    buildType: playGameType,
    version: options.version,
    description: options.description,
    now,
    record: parts.record,
  };
  const nextConfig = {
    ...rest,
    PlayGameType: playGameType,
    ...(allowed.length > 0 && { ConnectOrigins: [...allowed] }),
    ...(foreignSdk !== undefined && { ForeignSdk: foreignSdk }),
    ...(purchasesIn !== undefined && { PurchasesIn: purchasesIn }),
  };
  const placed =
    options.isDraft === true
      ? await addDraft({ ...build, findings, alsoWrite: parts.alsoWrite }, { config: nextConfig, options }, parts)
      : await storeBuild({ ...build, config: nextConfig });
  const what = playGameType === 'Unity' ? 'a Unity build' : 'a page';
  const hidden = listed.hidden > 0 ? `; ${listed.hidden} whose names begin with a dot were left out` : '';
  const size = `${what} of ${listed.files.length} files, ${listed.bytes} bytes${hidden}`;
  if (placed.outcome === 'draft') for (const line of describeDraft(config, { ...placed, game, size })) report(line);
  else if (placed.outcome === 'same')
    report(
      `Build ${placed.number} of ${game} has exactly these ${listed.files.length} files already. Nothing was copied.`,
    );
  else report(`${game} is ${size}. It is build ${placed.number}.`);
  const writeRemedy = (origins: readonly string[]): string =>
    placed.outcome === 'draft'
      ? `To allow them, for the live build as well, add them to Config.ConnectOrigins: npm run -s games -- show ${game} > game.json, then npm run games -- set ${game} < game.json`
      : `To allow them: npm run games -- add ${game} ${quoteIfNeeded(given)} --allow ${origins.join(',')}`;
  for (const line of formatBuildFindings(findings, { game, allowed, foreignSdk, purchasesIn, writeRemedy }))
    report(line);
}

/** Players would see the browser's error page, which the portal can't tell from the game. */
async function requireShowablePage(url: string, { force }: AddGameOptions, parts: AddGameDeps): Promise<void> {
  const { config, report } = parts;
  if (config.production && !url.startsWith('https:'))
    throw new PublishingError(`${url} is not encrypted, and browsers refuse such a frame. Give an address with https.`);
  const fetch: SafeFetch =
    parts.fetch ?? ((address, given) => safeFetch(address, { ...given, allowLoopback: !config.production }));
  const result = await checkGameAddress(url, { fetch, portalOrigin: config.publicUrl.origin });
  if (result.state === 'ok') return;
  const detail = result.detail.replace(/\.$/, '');
  const what = result.state === 'unknown' ? `The page could not be checked: ${detail}` : detail;
  if (force !== true)
    throw new PublishingError(`${what}. ${remedies[result.state === 'unknown' ? 'Unknown' : result.fault]}`);
  report(`${what}. It is added all the same.`);
}

const forceHint = 'To add it all the same, add --force.';
const remedies: Readonly<Record<AddressFault | 'Unknown', string>> = {
  NotAnswering: `Give the address at which the game answers with status 200. ${forceHint}`,
  NotAPage: `Give the address of the game's HTML page. ${forceHint}`,
  Blank: `Give the address of the page that contains the game. ${forceHint}`,
  RefusesFraming: `Let its server name the portal's origin in frame-ancestors, and send no X-Frame-Options. ${forceHint}`,
  Redirects: 'Give the address that it leads to.',
  Unknown: `Let this machine reach the address. ${forceHint}`,
};

async function addAddress(game: string, url: string, options: AddGameOptions, parts: AddGameDeps): Promise<void> {
  if (options.isDraft === true)
    throw new PublishingError(`${url} is a page elsewhere: the portal has no builds of it. Leave --draft out.`);
  rejectAllowOption(url, options.allow);
  const config = await configFor(game, options, parts, []);
  const { numDeletedRows } = await parts.database.transaction(async (trx) => {
    await saveGame(trx, game, { ...config, PlayGameType: 'Iframe', Url: url });
    await parts.record(trx, { object: gameObject(game), after: { Url: url } });
    // Their paths were on the host that the game has left.
    return trx.deleteFrom('builds').where('game', '=', game).executeTakeFirst();
  });
  parts.report(`${game} is the page at ${url}. Pages of the portal that are loaded from now on may show it.`);
  if (numDeletedRows > 0n)
    parts.report(`Its ${numDeletedRows} builds are no longer played: npm run games -- prune ${game}`);
}

const pathsOf = (files: readonly GameFile[]): string[] => files.map(({ path }) => path);

/** Keeps the existing configuration except for the given options. A new game gets the minimum. */
async function configFor(
  game: string,
  { title, orientation, isIsolated, foreignSdk }: AddGameOptions,
  { config, database, log }: AddGameDeps,
  files: readonly GameFile[],
): Promise<PublicGameConfig> {
  const stored = await readStoredGameConfig(database.kysely, game);
  const chosen = {
    ...(isIsolated === true && { Isolated: true }),
    ...(foreignSdk !== undefined && { ForeignSdk: foreignSdk }),
  };
  if (!stored) {
    const portal = await createPortalConfigReader(database, log)();
    const first = buildFirstConfig({
      game,
      title,
      orientation,
      portal,
      paths: pathsOf(files),
      sells: !config.production,
      words: await readPageMetadata(files),
    });
    return { ...first, ...chosen };
  }
  const { StorePage } = stored;
  return {
    ...stored,
    ...chosen,
    GameOrientation: orientation ?? stored.GameOrientation,
    StorePage: title === undefined ? StorePage : { ...StorePage, Title: { ...StorePage.Title, en: title } },
  };
}
