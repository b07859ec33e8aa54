// Deleting an account starts a waiting period in which the account works as before and its owner can cancel.
import { sql, type Kysely, type Transaction } from 'kysely';
import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';

export type ScheduleErasure = (trx: Transaction<Tables>, accountId: string, deleteAfter: Date) => Promise<void>;

export interface DeletionDeps {
  readonly database: Database;
  readonly queueMail: QueueMail;
  readonly scheduleErasure: ScheduleErasure;
  readonly profileLink: string;
}

export const deletionWaitingDays = 14;

/** Returns when the account will be deleted. Repeating the request changes nothing. */
export function requestDeletion(deps: DeletionDeps, accountId: string): Promise<Date> {
  return deps.database.transaction(async (trx) => {
    const asked = await trx
      .updateTable('accounts')
      .set({
        delete_after: sql<Date>`date_trunc('milliseconds', now()) + make_interval(days => ${deletionWaitingDays})`,
      })
      .where('account_id', '=', accountId)
      .where('merged_into', 'is', null)
      .where('delete_after', 'is', null)
      .returning(['delete_after', 'email', 'email_validated', 'locale'])
      .executeTakeFirst();
    if (!asked?.delete_after) return dateOf(trx, accountId);
    const { delete_after: deleteAfter, email, email_validated, locale } = asked;
    await deps.scheduleErasure(trx, accountId, deleteAfter);
    if (email !== null && email_validated) {
      await deps.queueMail(trx, {
        to: email,
        locale: toLocale(locale),
        template: 'deletion-requested',
        data: { link: deps.profileLink, on: deleteAfter.toISOString() },
        notAfter: deleteAfter,
      });
    }
    return deleteAfter;
  });
}

export async function cancelDeletion(db: Kysely<Tables>, accountId: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ delete_after: null })
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Problem('Unauthenticated');
}

async function dateOf(trx: Transaction<Tables>, accountId: string): Promise<Date> {
  const account = await trx
    .selectFrom('accounts')
    .select('delete_after')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account?.delete_after) throw new Problem('Unauthenticated');
  return account.delete_after;
}
