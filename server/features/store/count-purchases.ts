// Counts an account's paid and delivered purchases. All such counts use this.
import type { Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';

export interface PurchaseCounts {
  readonly completed: number;
}

export const countPurchases = (db: Kysely<Tables>, accountId: string): Promise<PurchaseCounts> =>
  buildStatement(db, accountId).executeTakeFirstOrThrow();

export function createPurchaseCounter(database: Database): (accountId: string) => Promise<PurchaseCounts | undefined> {
  const count = database.prepareRead(
    compileStatement(({ accountId }: { accountId: string }) => buildStatement(database.kysely, accountId)),
  );
  return async (accountId) => (await count({ accountId }))[0];
}

const buildStatement = (db: Kysely<Tables>, accountId: string) =>
  db
    .selectFrom('orders')
    .select((orders) => orders.fn.countAll<number>().as('completed'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'Completed');
