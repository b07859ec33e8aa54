import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { createReadCache, type ReadCacheDeps } from '#server/db/read-cache.ts';
import { exportAccount } from '#server/features/account-deletion/export-account.ts';
import {
  cancelDeletion,
  requestDeletion,
  type ScheduleErasure,
} from '#server/features/account-deletion/request-deletion.ts';
import type { EventStore } from '#server/features/analytics/event-store.ts';
import type { GameCatalogue } from '#server/features/games/game-catalogue.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { confirmMerge } from '#server/features/merging/confirm-merge.ts';
import { previewMerge } from '#server/features/merging/preview-merge.ts';
import { undoMerge } from '#server/features/merging/undo-merge.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import type { FindOpenStores } from '#server/features/store/open-stores.ts';
import type { NotifyIdentityChange } from '#server/features/sign-in/notify-identity-change.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import {
  describeAccount,
  describeAccountOverview,
  describeMergePreview,
  type AccountContext,
} from './describe-account.ts';
import { limitAccountToGame, limitOverviewToGame, limitProfileToGame } from './limit-to-game.ts';
import { normalizePlayerName } from './normalize-player-name.ts';
import { disconnectGame } from './disconnect-game.ts';
import { endDeviceSession } from './end-device.ts';
import { findGameConnection, type SignGameJwt } from './find-connection.ts';
import { createPurchaseCounter } from '#server/features/store/count-purchases.ts';
import { createOverviewReader } from './read-account.ts';
import { createProfileReader, type ProfileRow } from './read-profile.ts';
import { removeIdentity } from './remove-identity.ts';
import { saveEmailSharing } from './save-email-sharing.ts';
import { undoIdentityChange } from './undo-identity-change.ts';
import { saveLanguage } from './save-language.ts';
import { saveAccountSettings } from './save-account-settings.ts';

export interface ProfileDeps {
  readonly database: Database;
  readonly memory: ReadCacheDeps;
  readonly catalogue: Pick<GameCatalogue, 'read'>;
  readonly sessions: Pick<Sessions, 'end'>;
  readonly signGameJwt: SignGameJwt;
  readonly findStores: FindOpenStores;
  readonly queueMail: QueueMail;
  readonly scheduleErasure: ScheduleErasure;
  readonly profileLink: string;
  readonly notifyIdentityChange: NotifyIdentityChange;
  readonly readAccountEvents: EventStore['readAccountEvents'];
}

/** The feature `identities` implements the calls about services. */
export function createProfileRoutes(
  deps: ProfileDeps,
): Omit<AreaHandlers<'profile'>, 'services' | 'disconnectService'> {
  const { database, memory, catalogue, sessions, signGameJwt, findStores } = deps;
  const readProfile = createProfileReader(database, memory);
  const readOverview = createOverviewReader(database);
  // Orders send no signal when they are completed: that would make them wait for each other.
  const readPurchases = createReadCache({ name: 'purchases', topics: [] }, memory, createPurchaseCounter(database));
  const readContext = async (
    { account_id, games }: Pick<ProfileRow, 'account_id' | 'games'>,
    { country }: Caller,
  ): Promise<AccountContext> => {
    const [purchases, stores, { byName }] = await Promise.all([
      readPurchases(account_id),
      findStores(
        games.map(({ game }) => game),
        country,
      ),
      catalogue.read(),
    ]);
    return {
      purchases: purchases ?? { completed: 0 },
      stores,
      findGameSettings: (game) => byName.get(game)?.for_players,
    };
  };
  return {
    get: async ({ session, body }) => {
      const profile = toWire(present(await readProfile(session.accountId)), body.Game);
      return session.game === undefined ? profile : limitProfileToGame(profile, session.game);
    },
    update: async ({ session, body }) => {
      await saveLanguage(database.kysely, session.accountId, body.Language);
      return { Success: true };
    },
    marketing: async ({ session, body }) => {
      await saveAccountSettings(database.kysely, session.accountId, { marketingEnabled: body.MarketingEnabled });
      return { Success: true };
    },
    settings: async ({ session, body, caller }) => {
      await saveAccountSettings(database.kysely, session.accountId, {
        name: body.Name === undefined ? undefined : normalizePlayerName(body.Name),
        locale: body.Language,
        marketingEnabled: body.MarketingEnabled,
      });
      const account = present(await readProfile(session.accountId));
      return describeAccount(account, await readContext(account, caller()));
    },
    gameConnection: async ({ session, body, caller }) => {
      const account = present(await readProfile(session.accountId));
      const connected = await findGameConnection(await catalogue.read(), account, body.Game, signGameJwt);
      const shown = describeAccount(account, await readContext(account, caller()));
      const listed = shown.ConnectedGames.find(({ Game }) => Game === connected?.game);
      return {
        Account: session.game === undefined ? shown : limitAccountToGame(shown, session.game),
        ...(connected && listed && { ConnectedGame: { ...listed, GameJwt: connected.gameJwt } }),
      };
    },
    overview: async ({ session, caller }) => {
      const row = present(await readOverview(session.accountId));
      const shown = describeAccountOverview(row, await readContext(row, caller()), session.sessionId);
      return session.game === undefined ? shown : limitOverviewToGame(shown, session.game);
    },
    removeIdentity: async ({ session, body }) => {
      await removeIdentity(deps, session, { type: body.Type, externalId: body.Id, scope: body.Game });
      return { Success: true };
    },
    undoIdentityChange: async ({ body }) => {
      const { change, type } = await undoIdentityChange(database, body.Token);
      return { Change: change, Type: type };
    },
    shareEmail: async ({ session, body }) => ({
      EmailShared: await saveEmailSharing(database.kysely, session.accountId, body.Game, body.Share),
    }),
    endDevice: async ({ session, body }) => {
      await endDeviceSession(database.kysely, sessions, session.accountId, body.SessionId);
      return { Success: true };
    },
    disconnectGame: async ({ session, body }) => ({
      Result: await disconnectGame(database, session.accountId, body.Game),
    }),
    ...createMergeRoutes(deps),
    ...createLeavingRoutes(deps),
  };
}

type MergeCalls = 'previewMerge' | 'confirmMerge' | 'undoMerge';

function createMergeRoutes(deps: ProfileDeps): Pick<AreaHandlers<'profile'>, MergeCalls> {
  const { database } = deps;
  return {
    previewMerge: async ({ session, body }) =>
      describeMergePreview(await previewMerge(database.kysely, body.MergeToken, session.accountId)),
    confirmMerge: async ({ session, body, caller }) => {
      const { mergeId, accountId, undoUntil, token } = await confirmMerge(deps, {
        session,
        caller: caller(),
        mergeToken: body.MergeToken,
        keep: body.Keep,
        games: new Map((body.Games ?? []).map(({ Game, Keep }) => [Game, Keep])),
      });
      return { MergeId: mergeId, AccountId: accountId, UndoUntil: undoUntil.toISOString(), Token: token };
    },
    undoMerge: async ({ session, body }) => {
      await undoMerge(database, { ...session, mergeId: body.MergeId });
      return { Success: true };
    },
  };
}

type LeavingCalls = 'exportData' | 'requestDeletion' | 'cancelDeletion';

function createLeavingRoutes(deps: ProfileDeps): Pick<AreaHandlers<'profile'>, LeavingCalls> {
  const { database } = deps;
  return {
    exportData: async ({ session }) => {
      const { exportedAt, data } = await exportAccount(database, session.accountId, deps.readAccountEvents);
      return { ExportedAt: exportedAt.toISOString(), AccountId: session.accountId, Data: data };
    },
    requestDeletion: async ({ session }) => {
      const deleteAfter = await requestDeletion(deps, session.accountId);
      return { DeleteAfter: deleteAfter.toISOString() };
    },
    cancelDeletion: async ({ session }) => {
      await cancelDeletion(database.kysely, session.accountId);
      return { Success: true };
    },
  };
}

function present<Row>(row: Row | undefined): Row {
  if (!row) throw new Problem('Unauthenticated');
  return row;
}

function toWire(row: ProfileRow, firstGame: string | undefined) {
  const games = firstGame === undefined ? row.games : row.games.toSorted((a, b) => rank(a.game) - rank(b.game));
  function rank(game: string): number {
    return game === firstGame ? 0 : 1;
  }
  return {
    AccountId: row.account_id,
    Name: row.name,
    ...(row.email !== null && { Email: row.email }),
    Locale: toLocale(row.locale),
    ConnectedGames: games.map((game) => ({ Game: game.game, GameUid: game.game_uid })),
    SocialIdentifiers: row.identities.map((identity) => ({ Type: identity.type, Id: identity.external_id })),
  };
}
