// Starts a game: the data of the player page, the page that frames a game, and the list of builds.
import { apiBase } from '#contract/api-base.ts';
import type { PortalConfig, PublicGameConfig } from '#contract/config.ts';
import { fallbackLocale, chooseLocalizedText } from '#model/locale.ts';
import { isInMaintenance } from '#model/maintenance.ts';
import { Problem } from '#model/problem.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as platforms from '#platforms/registry.ts';
import { isDatabaseUnavailable, type Database } from '#server/db/database.ts';
import type { Log } from '#server/db/log.ts';
import { hasUnacceptedDocuments } from '#server/features/documents/read-unaccepted.ts';
import type { ReadPlatformData } from '#server/features/games/platform-data.ts';
import { buildPublicGameConfig, resolveGameUrl } from '#server/features/games/public-game-config.ts';
import { createPreviewReader } from '#server/features/games/read-preview.ts';
import { createGamesReader, type ReadViewer, type StoredGame } from '#server/features/games/read-games.ts';
import { buildPreviewPath, type Preview } from '#server/games/preview-paths.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { CheckGamePage } from './check-game-page.ts';
import { renderGameFramePage } from './game-frame-page.ts';
import { findBuild, listBuilds, type FindNewestBuild } from './read-builds.ts';
import { recordPlay, connectGameAndRecordPlay } from './record-play.ts';

export interface PlayDeps {
  readonly database: Database;
  readonly gamesUrl: string;
  readonly basePath: string;
  readonly policy: HeaderPolicy;
  readonly now: () => Date;
  readonly readPortal: () => Promise<PortalConfig>;
  readonly readPlatformData: ReadPlatformData;
  readonly checkPage: CheckGamePage;
  readonly findNewestBuild: FindNewestBuild;
  readonly log: Log;
}

interface ChosenGame {
  readonly game: StoredGame;
  readonly preview?: (Preview & { readonly token: string }) | undefined;
}

export function createPlayRoutes(deps: PlayDeps): AreaHandlers<'play'> {
  const { database, gamesUrl, policy } = deps;
  const { requireGame, requireVisibleGame, readGameOrHidden } = createGamesReader(database);
  const readPreview = createPreviewReader(database);
  const launchUrlOf = async (game: StoredGame, platform: string): Promise<string> => {
    const newest = await deps.findNewestBuild(game, gamesUrl, platform);
    if (!newest) throw new Problem('NotFound', `${game.game} has no build for ${platform}.`);
    return withFlags(newest.url, game.config.LaunchFlags);
  };
  const previewUrlOf = ({ game, config }: StoredGame, token: string): string =>
    withFlags(resolveGameUrl(game, gamesUrl, buildPreviewPath(token)), config.LaunchFlags);
  const findChosen = async (name: string, token: string | undefined, viewer: ReadViewer): Promise<ChosenGame> => {
    if (token === undefined) return { game: await requireVisibleGame(name, viewer) };
    const [game, preview] = await Promise.all([readGameOrHidden(name), readPreview(name, token)]);
    if (!game || !preview) throw new Problem('UnknownPreview');
    return { game, preview: { ...preview, token } };
  };
  return {
    chooseGame: async ({ body, session }) => {
      const { WebPublishingPlatform: platform } = body;
      const [{ game, preview }, player] = await Promise.all([
        findChosen(body.GameSystemName, body.PreviewToken, viewerOf(session)),
        session(),
      ]);
      const [PortalConfig, LaunchUrl] = await Promise.all([
        deps.readPortal(),
        preview ? previewUrlOf(game, preview.token) : launchUrlOf(game, platform),
      ]);
      const mustAccept = player !== undefined && (await startPlay(deps, player, { game, preview }, platform));
      const set = await deps.readPlatformData(game.game, platform);
      const PublicGameData = buildPublicGameConfig(game, deps, platform, set);
      return {
        GameSystemName: game.game,
        PortalConfig,
        PublicGameData: preview ? describePreviewed(PublicGameData, preview) : PublicGameData,
        LaunchUrl,
        ...(preview && { PreviewedBuild: preview.buildNumber }),
        ...(mustAccept && { MustAcceptDocuments: true }),
      };
    },
    checkPage: async ({ body, session }) => {
      const game = await requireVisibleGame(body.GameSystemName, viewerOf(session));
      const address = await launchUrlOf(game, body.WebPublishingPlatform);
      if (new URL(address).origin === new URL(gamesUrl.replace('{game}', game.game)).origin) return { State: 'Ok' };
      const result = await deps.checkPage(address);
      if (result.state === 'ok') return { State: 'Ok' };
      const State = result.state === 'unknown' ? 'Unknown' : result.fault;
      return { State, Detail: result.detail.slice(0, 500) };
    },
    indexHtml: async ({ query }) => {
      const platform = query.WebPublishingPlatform ?? ownPlatform;
      const game = await requireGame(query.Game);
      return renderGameFramePage({
        policy,
        title: chooseLocalizedText(game.config.StorePage.Title, fallbackLocale),
        launchUrl: await launchUrlOf(game, platform),
        manifestUrl: `${deps.basePath.replace(/\/$/, '')}${apiBase}/manifest/${game.game}`,
        frameAncestors: policy.ancestorsOf(findManifest(platform)),
      });
    },
    build: async ({ params, query }) => {
      const game = await requireGame(params.Game);
      const { OtaVersion, BuildNumber, WebPublishingPlatform } = query;
      const wanted = { otaVersion: OtaVersion, buildNumber: BuildNumber, platform: WebPublishingPlatform };
      const found = await findBuild(database.kysely, game, gamesUrl, wanted);
      if (!found)
        throw new Problem(
          'NotFound',
          `${game.game} has no build ${BuildNumber} of version ${OtaVersion} for ${WebPublishingPlatform}.`,
        );
      return { Build: found.build, Url: found.url };
    },
    builds: async ({ params, query }) => {
      const found = await listBuilds(database.kysely, await requireGame(params.Game), gamesUrl, query.OtaVersion);
      return { Builds: found.map(({ build }) => build) };
    },
  };
}

/** A session bound to a game sees that game only if it is published. */
const viewerOf =
  (session: () => Promise<Session | undefined>): ReadViewer =>
  async () => {
    const player = await session();
    return player?.game === undefined ? player : undefined;
  };

/** A draft can be tested while the live build is in maintenance. */
function describePreviewed(config: PublicGameConfig, { buildType }: Preview): PublicGameConfig {
  const { Maintenance: _, ...rest } = config;
  return { ...rest, PlayGameType: buildType };
}

const ownPlatform = 'FxId';

/**
 * Records the start of play, unless the player has to accept documents first. While the database is down the game starts
 * all the same: nothing is recorded, and documents are checked at the next start.
 * @returns whether there are documents to accept
 */
async function startPlay(deps: PlayDeps, session: Session, chosen: ChosenGame, platform: string): Promise<boolean> {
  try {
    const mustAccept = await hasToAccept(deps, session, chosen.game);
    if (!mustAccept) await rememberPlay(deps, session, chosen, platform);
    return mustAccept;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    deps.log.warn({ err: error, game: chosen.game.game }, 'A game started without a record: the database is down.');
    return false;
  }
}

/** A game session only has to accept documents for its own game. */
async function hasToAccept({ database }: PlayDeps, session: Session, { game }: StoredGame): Promise<boolean> {
  const isBoundElsewhere = session.game !== undefined && session.game !== game;
  return !isBoundElsewhere && (await hasUnacceptedDocuments(database.kysely, game, session.accountId));
}

/** A game session only starts its own game. Games in maintenance are not recorded. */
async function rememberPlay(
  { database, now }: PlayDeps,
  session: Session,
  { game, preview }: ChosenGame,
  platform: string,
): Promise<void> {
  if (session.game !== undefined && session.game !== game.game) return;
  if (!preview && isInMaintenance(game.config.Maintenance, now())) return;
  if (hasOwnPlayers(platform)) await connectGameAndRecordPlay(database, session.accountId, game.game);
  else await recordPlay(database, session.accountId, game.game);
}

/** Platforms without identities of their own: starting a game connects it, as on the portal. */
const hasOwnPlayers = (platform: string): boolean => findManifest(platform)?.identityTypes.length === 0;

const findManifest = (platform: string): PlatformManifest | undefined =>
  Object.values<PlatformManifest>(platforms).find(({ id }) => id === platform);

function withFlags(url: string, flags: PublicGameConfig['LaunchFlags'] = {}): string {
  if (Object.keys(flags).length === 0) return url;
  const address = new URL(url);
  for (const [name, value] of Object.entries(flags)) address.searchParams.set(name, value);
  return address.href;
}
