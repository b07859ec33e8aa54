// Payments stored before their rows had a provider account.
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { migrate } from './migrate.ts';
import { defaultMigrationFolder } from './migration-files.ts';

const log = pino({ level: 'silent' });
const orders = {
  portal: '00000000-0000-4000-8000-000000000001',
  own: '00000000-0000-4000-8000-000000000002',
};

test("rows of the previous release get their game's account, and rows that it still adds get none", async () => {
  const { database, drop } = await createTestDatabase({ empty: true });
  onTestFinished(drop);
  const folder = createTemporaryFolder();
  const migrateBelow = async (number: string) => {
    for (const name of readdirSync(defaultMigrationFolder))
      if (name < number) copyFileSync(join(defaultMigrationFolder, name), join(folder, name));
    await migrate(database, { folder, log });
  };
  await migrateBelow('0041');
  const { kysely } = database;
  const run = (statement: string) => sql.raw(statement).execute(kysely);
  const add = async (game: string, orderId: string, number: string) => {
    await run(`insert into games (game, position, config) values ('${game}', 1, '{}')`);
    await run(`insert into orders (order_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor, expires_at)
      values ('${orderId}', '${game}', 'u', 'FxId', '{}', 's', 1, 100, 'USD', 100, now())`);
    await run(`insert into payment_attempts (attempt_id, order_id, number, provider, provider_payment_id, amount_minor, currency)
      values ('${orderId}', '${orderId}', 1, 'stripe', 'p${number}', 100, 'USD')`);
    await run(`insert into ledger (provider, transaction_id, kind, order_id, attempt_id, amount_minor, currency)
      values ('stripe', 't${number}', 'charged', '${orderId}', '${orderId}', 100, 'USD')`);
    await run(`insert into payment_inbox (provider, dedup_key, order_id, outcome, event)
      values ('stripe', 'paid ${number}', '${orderId}', 'applied', '{}')`);
    await run(`insert into payment_differences (provider, transaction_id, kind, fact, order_id)
      values ('stripe', 't${number}', 'heard late', 'paid', '${orderId}')`);
  };
  await add('on-portal', orders.portal, '1');
  await add('with-own', orders.own, '2');
  await run(
    `insert into adapter_settings (family, adapter, game, sealed, trust) values ('payments', 'stripe', 'with-own', 'x', 'game')`,
  );
  // 0055 removes the table that the release before writes to.
  await migrateBelow('0055');

  const read = async (table: string) => {
    const { rows } = await sql<{ account: string | null }>`
      select account from ${sql.table(table)} order by order_id, account nulls last`.execute(kysely);
    return rows.map(({ account }) => account);
  };
  for (const table of ['payment_attempts', 'ledger', 'payment_events', 'payment_differences'])
    expect([table, await read(table)]).toEqual([table, ['', 'with-own']]);

  // What a node of the previous release would write.
  await run(`insert into payment_attempts (attempt_id, order_id, number, provider, provider_payment_id, amount_minor, currency)
    values (gen_random_uuid(), '${orders.own}', 2, 'stripe', 'p3', 100, 'USD')`);
  await run(`insert into payment_inbox (provider, dedup_key, order_id, outcome, event)
    values ('stripe', 'paid 2', '${orders.own}', 'applied', '{}')
    on conflict (provider, dedup_key) do update set order_id = excluded.order_id where payment_inbox.outcome = 'quarantined'`);
  await run(`insert into ledger (provider, transaction_id, kind, order_id, attempt_id, amount_minor, currency)
    values ('stripe', 't2', 'charged', '${orders.own}', '${orders.own}', 100, 'USD') on conflict do nothing`);
  expect(await read('payment_attempts')).toEqual(['', 'with-own', null]);
  expect(await read('ledger')).toEqual(['', 'with-own']);
});
