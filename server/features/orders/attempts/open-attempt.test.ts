// Locking an order and changing its attempt in one statement relies on how PostgreSQL rereads rows that changed
// concurrently.
import { randomUUID } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Tables } from '#server/db/tables.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { lockOrderStatement } from '../payment-events/recompute-order.ts';
import { storeAttemptReplyStatement } from './create-provider-payment.ts';

const tested = await createTestDatabase();
const { database } = tested;
const { kysely } = database;
afterAll(() => tested.drop());

await kysely.insertInto('games').values({ game: 'gem-miner', position: 1, config: '{}' }).execute();

test("a webhook's state stays if it arrives while the reply waits for the lock", async () => {
  const { opened, attempt } = await openWhile({ state: 'failed', provider_payment_id: 'first' });
  expect(opened).toMatchObject([{ provider_payment_id: 'first', status: 'Created' }]);
  expect(attempt).toMatchObject({ state: 'failed', provider_payment_id: 'first', sealed_reply: Buffer.from('reply') });
});

test('a reply that another call has stored stays', async () => {
  const { opened, attempt } = await openWhile({ state: 'open', sealed_reply: Buffer.from('theirs') });
  expect(opened).toEqual([]);
  expect(attempt).toMatchObject({ provider_payment_id: null, sealed_reply: Buffer.from('theirs') });
});

/** Stores a reply while a transaction that holds the order's lock makes this change. */
async function openWhile(change: Updateable<Tables['payment_attempts']>) {
  const id = randomUUID();
  await sql`
    insert into orders (order_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor, expires_at)
    values (${id}, 'gem-miner', 'g-7', 'FxId', '{}', 'gems', 1, 199, 'USD', 199, now())`.execute(kysely);
  await kysely
    .insertInto('payment_attempts')
    .values({ attempt_id: id, order_id: id, number: 1, provider: 'any', amount_minor: 199, currency: 'USD' })
    .execute();
  let opening: ReturnType<typeof storeAttemptReplyStatement> | undefined;
  await database.transaction(async (trx) => {
    await lockOrderStatement(trx, { orderId: id });
    await trx.updateTable('payment_attempts').set(change).where('attempt_id', '=', id).execute();
    opening = database.transaction(async (own) => {
      // On a busy machine it takes longer than a buyer would wait.
      await sql`set local lock_timeout = '5s'`.execute(own);
      return storeAttemptReplyStatement(own, {
        orderId: id,
        attemptId: id,
        providerPaymentId: 'second',
        sealedReply: Buffer.from('reply'),
        expiresAt: null,
        awaitsReturn: null,
      });
    });
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%sealed_reply%'`.execute(
        kysely,
      );
      return rows.length > 0;
    });
  });
  const attempt = kysely.selectFrom('payment_attempts').selectAll().where('attempt_id', '=', id);
  return { opened: await opening, attempt: await attempt.executeTakeFirst() };
}
