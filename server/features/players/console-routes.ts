import { auditedLists } from '#model/audit-log.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { exportAccount } from '#server/features/account-deletion/export-account.ts';
import type { EventStore } from '#server/features/analytics/event-store.ts';
import { undoMerge } from '#server/features/merging/undo-merge.ts';
import type { ReadFilter } from '#server/features/profanity-filter/profanity-filter-reader.ts';
import { removeIdentityIn } from '#server/features/profile/remove-identity.ts';
import type { NotifyIdentityChange } from '#server/features/sign-in/notify-identity-change.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { blockAccount, signOutAccount, unblockAccount } from './block-account.ts';
import { renamePlayer, restoreAccount, setAccountFeatures } from './change-account.ts';
import { changePlayer, noPlayer } from './change-player.ts';
import { erasePlayer, requireReasonWithoutName } from './erase-player.ts';
import { findPlayers } from './find-players.ts';
import { describePlayer, listPlayers } from './list-players.ts';
import { readPlayerStory } from './read-player-story.ts';
import { readTimeline } from './read-timeline.ts';

export interface PlayerRoutesDeps {
  readonly database: Database;
  readonly readFilter: ReadFilter;
  readonly notifyIdentityChange: NotifyIdentityChange;
  readonly readAccountEvents: EventStore['readAccountEvents'];
}

type ReadCall = 'list' | 'story' | 'timeline' | 'export';
type LargeChange = 'removeIdentity' | 'undoMerge' | 'erase';

export const createPlayerRoutes = (deps: PlayerRoutesDeps): AreaHandlers<'operatorPlayers'> => ({
  ...createReadRoutes(deps),
  ...createChangeRoutes(deps),
  ...createLargeChangeRoutes(deps),
});

function createReadRoutes({
  database,
  readAccountEvents,
}: PlayerRoutesDeps): Pick<AreaHandlers<'operatorPlayers'>, ReadCall> {
  return {
    list: async ({
      audit,
      query: { Text, IsGuest, IsBlocked, Country, CreatedSince, BeforeAccountId, Limit = 50 },
    }) => {
      audit.read(auditedLists.players);
      const filter = {
        isGuest: IsGuest,
        isBlocked: IsBlocked,
        country: Country,
        createdSince: CreatedSince,
        beforeAccountId: BeforeAccountId,
      };
      const players =
        Text === undefined ? await listPlayers(database, filter, Limit) : await findPlayers(database, Text, Limit);
      return { Players: players.map((player) => describePlayer(player)) };
    },
    story: ({ audit, params: { AccountId } }) => {
      audit.read({ kind: 'player', id: AccountId });
      return readPlayerStory(database, AccountId);
    },
    timeline: async ({ audit, params: { AccountId }, query: { Before, Limit = 50 } }) => {
      audit.read({ kind: 'player', id: AccountId });
      const { entries, nextBefore } = await readTimeline(database, AccountId, { before: Before, limit: Limit });
      return { Entries: entries, ...(nextBefore !== undefined && { NextBefore: nextBefore }) };
    },
    export: async ({ audit, params: { AccountId }, body: { Reason } }) => {
      await changePlayer(database, AccountId, (trx) =>
        audit.change(trx, { object: { kind: 'player', id: AccountId }, after: { Exported: true }, reason: Reason }),
      );
      const { exportedAt, data } = await exportAccount(database, AccountId, readAccountEvents);
      return { ExportedAt: exportedAt.toISOString(), Data: data };
    },
  };
}

function createChangeRoutes({
  database,
  readFilter,
}: PlayerRoutesDeps): Omit<AreaHandlers<'operatorPlayers'>, ReadCall | LargeChange> {
  return {
    block: async ({ audit, params: { AccountId }, body: { Until, Reason } }) => {
      const until = Until === undefined ? undefined : new Date(Until);
      if (until && Number.isNaN(until.getTime())) {
        const message = 'must be a real date';
        throw new Problem('InvalidRequest', `Until ${message}`, { fields: { Until: message } });
      }
      const change = { accountId: AccountId, reason: Reason, record: audit.change };
      return { EndedSessions: await blockAccount(database, { ...change, until }) };
    },
    unblock: async ({ audit, params: { AccountId }, body: { Reason } }) => {
      const change = { accountId: AccountId, reason: Reason, record: audit.change };
      const isUnblocked = await unblockAccount(database, change);
      if (!isUnblocked) audit.noChange();
      return { Success: isUnblocked };
    },
    endSessions: async ({ audit, params: { AccountId }, body: { SessionId, Reason } }) => {
      const change = { accountId: AccountId, reason: Reason, record: audit.change };
      return { EndedSessions: await signOutAccount(database, { ...change, sessionId: SessionId }) };
    },
    rename: async ({ audit, caller, params: { AccountId }, body: { Name, Reason } }) => {
      const filter = await readFilter(undefined, caller().locale);
      const change = { accountId: AccountId, reason: Reason, record: audit.change };
      return { Name: await renamePlayer(database, { ...change, name: Name, filter }) };
    },
    setFeature: async ({ audit, params: { AccountId }, body: { Feature, Reason } }) => {
      const change = { accountId: AccountId, reason: Reason, record: audit.change };
      await setAccountFeatures(database, { ...change, feature: Feature });
      return { Success: true };
    },
    restore: async ({ audit, params: { AccountId }, body: { Reason } }) => {
      const change = { accountId: AccountId, reason: Reason, record: audit.change };
      const isRestored = await restoreAccount(database, change);
      if (!isRestored) audit.noChange();
      return { Success: isRestored };
    },
  };
}

function createLargeChangeRoutes({
  database,
  notifyIdentityChange,
}: PlayerRoutesDeps): Pick<AreaHandlers<'operatorPlayers'>, LargeChange> {
  return {
    removeIdentity: async ({ audit, params: { AccountId }, body: { IdentityId, EvenIfLast = false, Reason } }) => {
      await changePlayer(database, AccountId, async (trx) => {
        const identity = await trx
          .selectFrom('social_identities')
          .select(['type', 'external_id', 'game'])
          .where('identity_id', '=', IdentityId)
          .where('account_id', '=', AccountId)
          .executeTakeFirst();
        if (!identity) throw new Problem('UnknownIdentity');
        const { type, external_id: externalId, game } = identity;
        await removeIdentityIn(trx, notifyIdentityChange, {
          accountId: AccountId,
          identity: { type, externalId, scope: game ?? undefined },
          evenIfLast: EvenIfLast,
        });
        await audit.change(trx, {
          object: { kind: 'player', id: AccountId },
          // Without the id at the provider, which often is an address.
          before: { IdentityId, Type: type, ...(game !== null && { Scope: game }) },
          after: { Removed: 'identity' },
          reason: Reason,
        });
      });
      return { Success: true };
    },
    undoMerge: async ({ audit, params: { AccountId }, body: { MergeId, Reason } }) => {
      await undoMerge(database, {
        mergeId: MergeId,
        accountId: AccountId,
        finish: (trx, fromAccountId) =>
          audit.change(trx, {
            object: { kind: 'player', id: AccountId },
            before: { Merged: fromAccountId },
            after: { MergeUndone: MergeId },
            reason: Reason,
          }),
      });
      return { Success: true };
    },
    erase: async ({ audit, approval, params: { AccountId }, body: { Reason } }) => {
      const account = await database.kysely
        .selectFrom('accounts')
        .select(['name', 'email', 'guest', 'merged_into'])
        .where('account_id', '=', AccountId)
        .executeTakeFirst();
      if (!account) throw noPlayer(AccountId);
      if (account.merged_into !== null)
        throw new Problem(
          'Conflict',
          `${AccountId} was merged into ${account.merged_into}: name that account instead.`,
        );
      requireReasonWithoutName(Reason, account);
      await approval.require({ object: { kind: 'player', id: AccountId }, state: account, reason: Reason });
      if (!(await erasePlayer(database, { accountId: AccountId, reason: Reason, record: audit.change })))
        throw new Problem('Conflict');
      return { Success: true };
    },
  };
}
