// What operators change in an account, besides blocks: its name, its features, and a deletion that the player requested.
import { Problem } from '#model/problem.ts';
import type { Static } from 'typebox';
import type { AccountFeature } from '#model/account.ts';
import type { Database } from '#server/db/database.ts';
import { cancelDeletion } from '#server/features/account-deletion/request-deletion.ts';
import type { ProfanityFilter } from '#server/features/profanity-filter/create-profanity-filter.ts';
import {
  describeResolvedReports,
  resolvePlayerReports,
} from '#server/features/player-reports/resolve-player-reports.ts';
import { normalizePlayerName } from '#server/features/profile/normalize-player-name.ts';
import { changePlayer, type PlayerChange } from './change-player.ts';

/** Returns the name as it is stored. Reports of cheating and harassment stay open. */
export function renamePlayer(
  database: Database,
  {
    accountId,
    reason,
    name,
    filter,
    record,
  }: PlayerChange & { readonly name: string; readonly filter: ProfanityFilter },
): Promise<string> {
  const normalized = normalizePlayerName(name);
  if (filter(normalized).changed) {
    const message = 'contains a word of the word list';
    throw new Problem('InvalidRequest', `Name ${message}`, { fields: { Name: message } });
  }
  return changePlayer(database, accountId, async (trx, before) => {
    await trx.updateTable('accounts').set({ name: normalized }).where('account_id', '=', accountId).execute();
    const resolved = await resolvePlayerReports(trx, {
      accountId,
      resolution: 'renamed',
      reasons: ['OffensiveName', 'Impersonation', 'Other'],
    });
    await record(trx, {
      object: { kind: 'player', id: accountId },
      before: { Name: before.name },
      after: { Name: normalized, ...describeResolvedReports(resolved) },
      reason,
    });
    return normalized;
  });
}

/** Replaces the features of an account. `None` takes all of them away. */
export function setAccountFeatures(
  database: Database,
  { accountId, reason, feature, record }: PlayerChange & { readonly feature: Static<typeof AccountFeature> },
): Promise<void> {
  return changePlayer(database, accountId, async (trx, before) => {
    const features = feature === 'None' ? [] : [feature];
    await trx.updateTable('accounts').set({ features }).where('account_id', '=', accountId).execute();
    await record(trx, {
      object: { kind: 'player', id: accountId },
      before: { Features: before.features },
      after: { Features: features },
      reason,
    });
  });
}

/** False: no deletion was requested. */
export function restoreAccount(database: Database, { accountId, reason, record }: PlayerChange): Promise<boolean> {
  return changePlayer(database, accountId, async (trx, before) => {
    if (before.delete_after === null) return false;
    await cancelDeletion(trx, accountId);
    await record(trx, {
      object: { kind: 'player', id: accountId },
      before: { DeleteAfter: before.delete_after.toISOString() },
      after: {},
      reason,
    });
    return true;
  });
}
