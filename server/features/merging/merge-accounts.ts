// Merges two accounts: account-columns.ts defines which rows move, merge-account-fields.ts the account's own fields.
// The merged account stays as an empty row that points to the surviving one, so that the merge can be undone.
//
// Identities move before sessions end: a concurrent sign-in either has started a session that is then ended, or finds
// the identity in the surviving account.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import { markSaveCopies } from '#server/features/saves/merge-saves.ts';
import { endSessionsOfAccount } from '#server/features/sessions/sessions.ts';
import { accountReferenceColumns, type MergeChoice } from './account-columns.ts';
import { mergeAccountFields, type AccountFields } from './merge-account-fields.ts';
import { moveAccountRows, type MergePair, type RowChanges } from './move-rows.ts';

export const mergeUndoDays = 14;

export interface MergeAccountsResult {
  readonly mergeId: string;
  readonly undoUntil: Date;
}

export interface MergeChanges extends RowChanges {
  readonly survivor: { readonly before: AccountFields; readonly after: AccountFields; readonly hadIdentity: boolean };
  readonly suspended?: readonly string[];
}

export interface LockedAccount extends AccountFields {
  readonly account_id: string;
  readonly locale: string;
  readonly merged_into: string | null;
}

/** Always locks in the same order, so that concurrent merges wait instead of deadlocking. */
export async function lockAccounts(
  trx: Transaction<Tables>,
  accountIds: readonly [string, string],
): Promise<Map<string, LockedAccount>> {
  const { rows } = await sql<{ account: LockedAccount }>`
    select to_jsonb(accounts) as account from accounts where account_id = any(${[...accountIds]}::uuid[])
    order by account_id for no key update`.execute(trx);
  return new Map(rows.map(({ account }) => [account.account_id, account]));
}

export interface MergeAccountsParams {
  readonly pair: MergePair;
  readonly accounts: Map<string, LockedAccount>;
  readonly choice: MergeChoice;
  readonly suspended?: readonly string[];
}

/** Both accounts must be locked. */
export async function mergeAccounts(
  trx: Transaction<Tables>,
  { pair, accounts, choice, suspended = [] }: MergeAccountsParams,
): Promise<MergeAccountsResult> {
  const { into, from } = pair;
  const [survivor, going] = [accounts.get(into), accounts.get(from)];
  if (!survivor || !going || survivor.merged_into !== null || going.merged_into !== null || into === from) {
    throw new Problem('Conflict');
  }
  const hadIdentity = await hasPortalIdentity(trx, into);
  await markSaveCopies(trx, pair, choice.gamesFromMerged);
  const rows = await moveAccountRows(trx, pair, choice);
  await deleteSuspendedDuplicates(trx, into);
  const after = mergeAccountFields(survivor, going);
  await saveAccountFields(trx, into, after);
  await sql`update accounts set merged_into = ${into}, delete_after = null where account_id = ${from}`.execute(trx);
  for (const { table, column, rule } of accountReferenceColumns) {
    if (rule !== 'delete') continue;
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${from}`.execute(trx);
  }
  await revokeRefreshTokens(trx, from);
  await endSessionsOfAccount(trx, from);
  const changes: MergeChanges = { ...rows, suspended, survivor: { before: fieldsOf(survivor), after, hadIdentity } };
  return insertMerge(trx, pair, changes);
}

/** Deletes suspended identities that the merge moved over as confirmed ones. */
async function deleteSuspendedDuplicates(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await sql`
    delete from social_identities waiting using social_identities proved
    where waiting.account_id = ${accountId} and not waiting.confirmed
      and proved.account_id = ${accountId} and proved.confirmed and proved.type = waiting.type
      and proved.external_id = waiting.external_id and proved.game is not distinct from waiting.game`.execute(trx);
}

export async function saveAccountFields(
  trx: Transaction<Tables>,
  accountId: string,
  fields: AccountFields,
): Promise<void> {
  await sql`
    update accounts set
      email = ${fields.email}, email_validated = ${fields.email_validated}, guest = ${fields.guest},
      marketing_enabled = ${fields.marketing_enabled}, created_at = ${fields.created_at},
      features = ${[...fields.features]}
    where account_id = ${accountId}`.execute(trx);
}

export async function revokeRefreshTokens(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx
    .updateTable('refresh_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function hasPortalIdentity(trx: Transaction<Tables>, accountId: string): Promise<boolean> {
  const identity = await trx
    .selectFrom('social_identities')
    .select('type')
    .where('account_id', '=', accountId)
    .where('game', 'is', null)
    .where('confirmed', 'is', true)
    .limit(1)
    .executeTakeFirst();
  return identity !== undefined;
}

/** The time is read after locking, so that merges of one account are ordered by it. */
async function insertMerge(
  trx: Transaction<Tables>,
  { into, from }: MergePair,
  changes: MergeChanges,
): Promise<MergeAccountsResult> {
  const { merge_id, undo_until } = await trx
    .insertInto('merges')
    .values({
      merge_id: randomUUID(),
      into_account_id: into,
      from_account_id: from,
      merged_at: sql<Date>`clock_timestamp()`,
      undo_until: sql<Date>`clock_timestamp() + make_interval(days => ${mergeUndoDays})`,
      changes: JSON.stringify(changes),
    })
    .returning(['merge_id', 'undo_until'])
    .executeTakeFirstOrThrow();
  return { mergeId: merge_id, undoUntil: undo_until };
}

function fieldsOf(account: AccountFields): AccountFields {
  const { email, email_validated, guest, marketing_enabled, created_at, features } = account;
  return { email, email_validated, guest, marketing_enabled, created_at, features };
}
