// What a game learns about its player. Its only token is made for this game: the portal's session token never leaves
// the portal.
import { BridgeError } from '#bridge/bridge-error.ts';
import type { PlayerInfo } from '#bridge/shapes.ts';
import type { Account, ConnectedGame } from '#model/account.ts';
import { reportedSdkVersion } from '#model/player.ts';
import { buildSocialInfo, type ConnectedPlatform } from '#portal/platform/connected-platform.ts';
import type { GameEnvironment } from './read-environment.ts';

export interface PlayerAccountInGame {
  readonly Account: Account;
  readonly ConnectedGame?: ConnectedGame;
}

export interface PlayerInfoDeps {
  readonly game: string;
  readonly played: ConnectedPlatform;
  readonly language: () => string;
  readonly server?: PlayerInfo['server'];
  readonly environment: () => GameEnvironment;
  /** Differs for every session; 0 if the player is not signed in. */
  readonly session: () => number;
  readonly readConnection: () => Promise<PlayerAccountInGame>;
  readonly startPlay: () => Promise<unknown>;
  readonly readSelling: () => Promise<boolean>;
  readonly warn: (text: string, error: unknown) => void;
  readonly nowMs: () => number;
}

/** Cached for a while per session, because games may ask often. */
export function createPlayerInfoReader(deps: PlayerInfoDeps): () => Promise<PlayerInfo> {
  const sells = sellingReader(deps);
  let last: { at: number; session: number; connection: Promise<PlayerAccountInGame | undefined> } | undefined;
  return async () => {
    const session = deps.session();
    if (!last || last.session !== session || deps.nowMs() - last.at > keptMs) {
      const asked = { at: deps.nowMs(), session, connection: readConnected(deps, session) };
      last = asked;
      // Failures are not cached.
      asked.connection.catch(() => {
        if (last === asked) last = undefined;
      });
    }
    const { connection } = last;
    return describe(deps, await connection, await sells());
  };
}

const keptMs = 5000;

/** Cached. After a failure the game is told that nothing is for sale, and the next call tries again. */
function sellingReader({ readSelling, warn }: PlayerInfoDeps): () => Promise<boolean> {
  let selling: Promise<boolean> | undefined;
  return () =>
    (selling ??= readSelling().catch((error: unknown) => {
      selling = undefined;
      warn('The server did not say whether the game sells anything.', error);
      return false;
    }));
}

async function readConnected(deps: PlayerInfoDeps, session: number): Promise<PlayerAccountInGame | undefined> {
  if (session === 0) return undefined;
  const first = await deps.readConnection();
  if (first.ConnectedGame) return first;
  await deps.startPlay();
  const second = await deps.readConnection();
  if (!second.ConnectedGame) throw new BridgeError('Unknown', `Game ${deps.game} is not connected to FxId`);
  return second;
}

function describe(deps: PlayerInfoDeps, connection: PlayerAccountInGame | undefined, sells: boolean): PlayerInfo {
  const { game, played } = deps;
  const { Account, ConnectedGame } = connection ?? {};
  const token = ConnectedGame?.GameJwt;
  return {
    game,
    sdk: {
      version: { major: reportedSdkVersion.major, minor: reportedSdkVersion.minor },
      build: reportedSdkVersion.build,
    },
    environment: deps.environment(),
    fxId: {
      userId: Account?.AccountId ?? '',
      marketingEnabled: Account?.MarketingEnabled ?? false,
      locale: deps.language(),
      ...(Account?.GeoCountry !== undefined && { geoCountry: Account.GeoCountry }),
      ...(token !== undefined && { token, gameToken: token }),
      gameUid: ConnectedGame?.GameUid ?? '',
      // A player who is not signed in is a guest without an account.
      guest: Account?.Guest ?? true,
      hasEmail: Account?.HasEmail ?? false,
      emailValidated: Account?.EmailValidated ?? false,
      hasCompletedOrder: Account?.HasCompletedOrder ?? false,
    },
    social: buildSocialInfo(played, Account, sells),
    ...(deps.server && { server: deps.server }),
  };
}
