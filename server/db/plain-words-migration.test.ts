// Rows that were stored before migration 0055 renamed columns, tables and values.
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { orderEventKinds } from '#model/order-history.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { migrate } from './migrate.ts';
import { defaultMigrationFolder } from './migration-files.ts';

const log = pino({ level: 'silent' });
const id = '00000000-0000-4000-8000-000000000001';
const oldDiscrepancies = {
  'heard late': 'applied-late',
  'no order': 'unknown-order',
  'does not fit': 'mismatch',
  'other amount': 'amount-mismatch',
  'not there': 'missing-at-provider',
  'other price': 'price-mismatch',
  'not sold': 'not-sold',
  'dispute turned': 'dispute-reversed',
  'other order': 'transaction-conflict',
};
const oldEvents =
  'created,provider passed over,payment not opened,payment opened,payment refused,payment ended,paid,status,delivery,sent,' +
  'acknowledged,delivery failed,delivery given up,delivery asked for again,delivery dropped,refund requested,refunded,' +
  'refund refused,refund failed,disputed,dispute lost,dispute won,anomaly,buyer said';

test('rows keep their meaning under the new names', async () => {
  const { database, drop } = await createTestDatabase({ empty: true });
  onTestFinished(drop);
  const folder = createTemporaryFolder();
  for (const name of readdirSync(defaultMigrationFolder))
    if (name < '0055') copyFileSync(join(defaultMigrationFolder, name), join(folder, name));
  await migrate(database, { folder, log });
  const run = async (statement: string) => (await sql.raw(statement).execute(database.kysely)).rows;
  await run(`insert into games (game, position, config)
    values ('gem-miner', 1, '{"StorePage": {"Title": {"en": "Gem Miner"}, "Genre": "Puzzle", "Tags": ["gems"]}}')`);
  await run(`insert into accounts (account_id, name) values ('${id}', 'Ada')`);
  await run(`insert into orders (order_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor, expires_at)
    values ('${id}', 'gem-miner', 'u', 'FxId', '{}', 's', 1, 100, 'USD', 100, now())`);
  await run(`insert into payment_attempts (attempt_id, order_id, number, provider, amount_minor, currency)
    values ('${id}', '${id}', 1, 'stripe', 100, 'USD')`);
  await run(`insert into ledger (provider, transaction_id, kind, order_id, attempt_id, amount_minor, currency, of_extra)
    values ('stripe', 't', 'refunded', '${id}', '${id}', 100, 'USD', true)`);
  await run(`insert into refunds (refund_id, order_id, attempt_id, transaction_id, amount_minor, currency, reason)
    values ('${id}', '${id}', '${id}', 't', 100, 'USD', 'extra')`);
  await run(`insert into payment_events (provider, account, dedup_key, outcome, event)
    values ('stripe', '', 'k', 'no change', '{}')`);
  for (const kind of Object.keys(oldDiscrepancies))
    await run(`insert into payment_differences (provider, transaction_id, kind, fact)
      values ('stripe', 't', '${kind}', 'paid')`);
  for (const kind of oldEvents.split(','))
    await run(`insert into order_events (order_id, kind, detail)
      values ('${id}', '${kind}', '{"reason": "extra", "attempt": 1}')`);
  await run(`insert into friend_links (link_id, token_hash, account_id, way, most_uses, expires_at)
    values ('${id}', 'h', '${id}', 'link', 20, now())`);
  await run(`insert into mail_limit_events (kind, source_hash) values ('wrong digits', 'h')`);
  await run(`insert into push_messages (message_id, account_id, topic, is_marketing, title, body, url, expires_at, outcome)
    values ('${id}', '${id}', 'news', false, 't', 'b', '/', now(), 'no browser')`);

  expect(await migrate(database, { log })).toContain('0055-plain-words');

  expect(await run('select is_overpayment from ledger')).toEqual([{ is_overpayment: true }]);
  expect(await run('select reason from refunds')).toEqual([{ reason: 'overpayment' }]);
  expect(await run('select outcome from payment_events')).toEqual([{ outcome: 'no-change' }]);
  expect(await run('select kind, event_kind from payment_discrepancies order by kind')).toEqual(
    Object.values(oldDiscrepancies)
      .toSorted()
      .map((kind) => ({ kind, event_kind: 'paid' })),
  );
  expect(await run('select kind from order_events order by position')).toEqual(
    orderEventKinds.map((kind) => ({ kind })),
  );
  expect(await run(`select detail from order_events where detail ->> 'reason' <> 'extra'`)).toEqual([
    { detail: { reason: 'overpayment', attempt: 1 } },
  ]);
  expect(await run('select max_uses from friend_links')).toEqual([{ max_uses: 20 }]);
  expect(await run('select kind from mail_limit_events')).toEqual([{ kind: 'wrong-code' }]);
  expect(await run('select outcome from push_messages')).toEqual([{ outcome: 'no-browser' }]);
  expect(await run('select genre, tags from game_categories')).toEqual([{ genre: 'Puzzle', tags: ['gems'] }]);

  await run(`update games set config = '{"StorePage": {"Genre": "Racing"}}'`);
  expect(await run('select genre, tags from game_categories')).toEqual([{ genre: 'Racing', tags: [] }]);
});

test('no stored name or constraint keeps an old word', async () => {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  // PostgreSQL 18 also names NOT NULL constraints; older versions don't, so they can't be renamed in one migration.
  const { rows } = await sql<{ name: string }>`
    select name from (
      select relname::text as name from pg_class
      union all select attname::text from pg_attribute
      union all select conname::text from pg_constraint where contype <> 'n'
      union all select tgname::text from pg_trigger
      union all select proname::text from pg_proc
    ) as names
    where name ~ 'of_extra|most_uses|payment_differences|payment_inbox|game_kinds|tell_pages'`.execute(database.kysely);
  expect(rows).toEqual([]);
});
