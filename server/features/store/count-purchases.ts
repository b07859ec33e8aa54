// Counts an account's paid and delivered purchases. All such counts use this.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface PurchaseCounts {
  readonly completed: number;
}

export async function countPurchases(db: Kysely<Tables>, accountId: string): Promise<PurchaseCounts> {
  return db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('completed'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'Completed')
    .executeTakeFirstOrThrow();
}
