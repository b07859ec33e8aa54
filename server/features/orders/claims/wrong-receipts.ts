// Limits how many invalid receipts an account may report per day, against guessing. The same receipt counts once,
// because a device reports its receipts at every start.
import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';

export const maxWrongReceiptsPerDay = 10;

export async function checkWrongReceiptLimit(db: Kysely<Tables>, accountId: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wrong_receipts
    where account_id = ${accountId} and day = current_date`.execute(db);
  if ((rows[0]?.count ?? 0) >= maxWrongReceiptsPerDay)
    throw new Problem(
      'TooManyRequests',
      'Too many receipts of this account could not be verified today. Bring the purchase again tomorrow, or write to support.',
    );
}

export async function countWrongReceipt(db: Kysely<Tables>, accountId: string, receipt: string): Promise<void> {
  const hash = createHash('sha256').update(receipt).digest();
  await sql`
    insert into wrong_receipts (account_id, day, receipt_hash) values (${accountId}, current_date, ${hash})
    on conflict do nothing`.execute(db);
}
