import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { openOnlyAttempt } from './open-only-attempt.ts';
import { lockOrderStatement, recomputeOrder } from './recompute-order.ts';

const tested = await createTestDatabase({ timeoutFactor: 20 });
const { database } = tested;
const { kysely } = database;
afterAll(() => tested.drop());

const now = new Date('2026-11-18T12:00:00Z');
const deps = { database, now: () => now, sendRefund: async () => undefined };
const reply = { providerPaymentId: 'pay_1', sealedReply: Buffer.from('reply'), expiresAt: now, awaitsReturn: true };

await kysely.insertInto('games').values({ game: 'gem-miner', position: 1, config: '{}' }).execute();

test('writes the same as storing the reply and recomputing the order', async () => {
  const [quick, usual] = [await createNewOrder(), await createNewOrder()];
  expect(await openOnlyAttempt(deps, quick, reply)).toBe(true);
  await database.transaction(async (trx) => {
    const [order] = await lockOrderStatement(trx, { orderId: usual.order_id });
    if (!order) throw new Error('The order is missing.');
    const { providerPaymentId, sealedReply, expiresAt, awaitsReturn } = reply;
    await trx
      .updateTable('payment_attempts')
      .set({
        state: 'open',
        provider_payment_id: `other ${providerPaymentId}`,
        sealed_request: null,
        sealed_reply: sealedReply,
        expires_at: expiresAt,
        awaits_return: awaitsReturn,
      })
      .where('attempt_id', '=', usual.attempt_id)
      .execute();
    await recomputeOrder(trx, order, deps);
  });
  const [one, other] = [await readAll(quick.order_id), await readAll(usual.order_id)];
  expect(one.order).toEqual(other.order);
  expect(one.order).toMatchObject({ status: 'WaitingForPayment' });
  expect({ ...one.attempt, provider_payment_id: `other ${one.attempt?.provider_payment_id}` }).toEqual(other.attempt);
  expect(one.events.map(({ kind }) => kind)).toEqual(['payment-opened', 'status']);
  expect(one.events[0]?.detail).toEqual({ provider: 'any', attempt: 1 });
  expect(one.events[1]).toEqual(other.events.at(-1));
  expect(one.counted).toHaveLength(1);
  expect(one.counted).toEqual(other.counted);
});

test('writes nothing a second time', async () => {
  const attempt = await createNewOrder();
  expect(await openOnlyAttempt(deps, attempt, reply)).toBe(true);
  const before = await readAll(attempt.order_id);
  expect(await openOnlyAttempt(deps, attempt, { ...reply, providerPaymentId: 'pay_2' })).toBe(false);
  expect(await readAll(attempt.order_id)).toEqual(before);
});

/** What may be known about an order before the provider's reply is stored. */
const changes: Readonly<Record<string, (id: string) => string>> = {
  'the attempt failed': (id) => `update payment_attempts set state = 'failed' where attempt_id = '${id}'`,
  'a webhook named the payment': (id) =>
    `update payment_attempts set provider_payment_id = 'first' where attempt_id = '${id}'`,
  'another node stored its reply': (id) =>
    `update payment_attempts set state = 'open', sealed_reply = 'theirs' where attempt_id = '${id}'`,
  'there is another attempt': (id) =>
    `insert into payment_attempts (attempt_id, order_id, number, provider, amount_minor, currency)
     values (gen_random_uuid(), '${id}', 2, 'any', 199, 'USD')`,
  'money was refunded': (id) =>
    `insert into ledger (provider, account, transaction_id, kind, order_id, attempt_id, amount_minor, currency)
     values ('any', '', '${id}', 'refunded', '${id}', '${id}', 199, 'USD')`,
  'the order has another status': (id) =>
    `update orders set status = 'PayedWaitingForSending' where order_id = '${id}'`,
  'the order expired': (id) => `update orders set expired_at = now() where order_id = '${id}'`,
};

test.each(Object.entries(changes))('writes nothing if %s while it waited for the lock', async (_, change) => {
  const attempt = await createNewOrder();
  const { order_id: id } = attempt;
  let opening: Promise<boolean> | undefined;
  await database.transaction(async (trx) => {
    await lockOrderStatement(trx, { orderId: id });
    opening = openOnlyAttempt(deps, attempt, reply);
    await eventually(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
      return rows.length > 0;
    });
    await sql.raw(change(id)).execute(trx);
  });
  expect(await opening).toBe(false);
  const { events, counted } = await readAll(id);
  expect({ events, counted }).toEqual({ events: [], counted: [] });
});

async function createNewOrder() {
  const id = randomUUID();
  await sql`
    insert into orders (order_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor, created_at, expires_at)
    values (${id}, 'gem-miner', 'g-7', 'FxId', '{}', ${`sku-${id}`}, 1, 199, 'USD', 199, ${now}, ${now})`.execute(
    kysely,
  );
  return kysely
    .insertInto('payment_attempts')
    .values({
      attempt_id: id,
      order_id: id,
      number: 1,
      provider: 'any',
      amount_minor: 199,
      currency: 'USD',
      sealed_request: Buffer.from('request'),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Without the ids, which differ. */
async function readAll(id: string) {
  const {
    order_id: _,
    sku,
    ...order
  } = await kysely.selectFrom('orders').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow();
  const [attempt] = await kysely.selectFrom('payment_attempts').selectAll().where('attempt_id', '=', id).execute();
  const events = await kysely
    .selectFrom('order_events')
    .select(['kind', 'detail'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute();
  const { rows: counted } = await sql`
    select account_id, session_id, platform, build_id, event_id, fields - 'S2' as fields, created_at, server_created_at
    from analytics_events where fields ->> 'S2' = ${sku}`.execute(kysely);
  return { order, attempt: attempt && { ...attempt, attempt_id: '', order_id: '' }, events, counted };
}
