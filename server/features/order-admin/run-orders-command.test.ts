import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AskConfirmation } from '#server/db/confirm.ts';
import { buildAccount, buildDocument } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { readOrdersArguments, runOrdersCommand } from './run-orders-command.ts';

let provider: TestProvider;
let server: MoneyTestApp;
let folder = '.';
let questions: string[] = [];
let answer: Awaited<ReturnType<AskConfirmation>> = 'no terminal';

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  questions = [];
  answer = 'no terminal';
});

async function run(...given: string[]): Promise<string[]> {
  const lines: string[] = [];
  const report = (line: string): void => void lines.push(line);
  const confirm: AskConfirmation = async (question) => {
    questions.push(question);
    return answer;
  };
  await runOrdersCommand(readOrdersArguments(given), { orders: server.money.deps, report, confirm, from: folder });
  return lines;
}

test("shows an order's history, refunds it and sends its delivery again", async () => {
  const { TransactionId: orderId } = await server
    .client(server.token)
    .store.createPayment({ Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId' });
  const [attemptId = ''] = [...provider.records.keys()];
  await expect(run('refund', orderId)).rejects.toThrow('Nothing left to refund');
  await server.sendWebhook(provider, [provider.pay(attemptId)]);
  const { delivery_id: deliveryId } = await server.database.kysely
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(await run('replay', deliveryId)).toEqual(['Sending it again, with the same id.']);
  expect(await run('refund', orderId, '--part', '99', '--yes')).toEqual([
    expect.stringMatching(/^\$0\.99 go back as /),
  ]);
  await server.jobs.runDue('refund');
  const shown = (await run('show', orderId)).join('\n');
  expect(shown).toContain('PayedWaitingForSending');
  expect(shown).toContain('charged  $1.99');
  expect(shown).toContain('refunded  $0.99');
  expect(shown).toMatch(/refund [0-9a-f-]{36}  \$0\.99  operator  done/);
  expect(shown.match(/payment-opened|paid|refund-requested/g)?.length).toBeGreaterThanOrEqual(3);
});

test('reports errors', async () => {
  expect(() => readOrdersArguments([])).toThrow('Usage: npm run orders');
  expect(() => readOrdersArguments(['replay', 'x'])).toThrow("x isn't an id");
  await expect(run('show', 'x')).rejects.toThrow('There is no order x');
  expect(() => readOrdersArguments(['refund', randomUUID(), '--part', '1.5'])).toThrow('Usage');
  expect(() => readOrdersArguments(['show', randomUUID(), '--part', '1'])).toThrow('Usage');
  expect(() => readOrdersArguments(['differences', '--days', '0'])).toThrow('Usage');
  expect(() => readOrdersArguments(['differences', '--weeks', '1'])).toThrow('Usage');
  for (const action of ['show', 'refund', 'replay'])
    await expect(run(action, randomUUID())).rejects.toThrow('There is no');
});

async function buyPaid(account: Parameters<typeof buildAccount>[1]) {
  const accountId = await buildAccount(server.database, account);
  const { token } = await server.sessions.begin(accountId, { network: '203.0.113.0/24', userAgent: 'Netscape 4' });
  const { store } = server.client(token);
  const { PublicOrderId } = await store.createOrder({ Game: soldGame, Sku: soldSku });
  const OrderPersonalInfo = { Email: 'receipt@example.com', PhoneNumber: '+4915112345678', IsAutoConfirm: false };
  await store.updateOrderPi({ PublicOrderId, OrderPersonalInfo });
  await store.createPayment({ Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId', PublicOrderId });
  const { attempt_id: attemptId } = await server.database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('order_id', '=', PublicOrderId)
    .executeTakeFirstOrThrow();
  const paid = provider.pay(attemptId);
  await server.sendWebhook(provider, [paid]);
  return { accountId, orderId: PublicOrderId, attemptId, chargeId: paid.transactionId ?? '' };
}

test('writes the evidence of a purchase and its delivery into one page, once', async () => {
  folder = createTemporaryFolder();
  const uid = randomUUID();
  const games = [{ game: soldGame, uid }];
  const { accountId, orderId, attemptId, chargeId } = await buyPaid({
    name: '<b>Ada</b>',
    email: 'ada@example.com',
    games,
  });
  const { kysely } = server.database;
  await server.sendWebhook(provider, [provider.add(attemptId, 'disputed')]);
  await kysely
    .updateTable('deliveries')
    .set({ state: 'acknowledged', acknowledged_by: 'webhook', ended_at: new Date('2026-02-03T04:05:06Z') })
    .where('order_id', '=', orderId)
    .execute();
  const later = new Date(server.clock.now.getTime() + 3_600_000);
  await kysely
    .insertInto('in_game_events')
    .values({ account_id: accountId, event_id: randomUUID(), game: soldGame, code: 'dug_deep', created_at: later })
    .execute();
  await kysely
    .insertInto('support_messages')
    .values({
      ticket_id: randomUUID(),
      account_id: accountId,
      game: soldGame,
      email: 'ada@example.com',
      message: 'Lovely gems!',
      locale: 'en',
      created_at: later,
    })
    .execute();
  const [version_id = ''] = await buildDocument(server.database, 1);
  await kysely.updateTable('documents').set({ need_user_acceptance: false }).execute();
  await kysely
    .insertInto('document_acceptances')
    .values({ acceptance_id: randomUUID(), account_id: accountId, version_id, accepted_at: new Date(0) })
    .execute();
  await run('refund', orderId, '--part', '50', '--yes');
  const lines = await run('evidence', orderId, 'evidence.html');
  const path = join(folder, 'evidence.html');
  expect(lines[0]).toContain(path);
  expect(lines[1]).toContain('It contains personal data: The buyer, Sign-ins, Play after the payment');
  const page = readFileSync(path, 'utf8');
  for (const shown of [
    orderId,
    '$1.99 (USD)',
    chargeId,
    '2026-02-03 04:05:06',
    uid,
    'dug_deep',
    'Lovely gems!',
    version_id,
  ])
    expect(page).toContain(shown);
  for (const personal of ['ada@example.com', 'receipt@example.com', '+4915112345678', '203.0.113.0/24', 'Netscape 4'])
    expect(page).toContain(personal);
  expect(page).toContain('disputed');
  expect(page).toContain('&lt;b&gt;Ada');
  expect(page).not.toMatch(/<script|<b>Ada|https?:/);
  expect(page.match(/<h2>[^<]*<small>personal data/g)).toHaveLength(6);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await expect(run('evidence', orderId, 'evidence.html')).rejects.toThrow('already exists');
  await expect(run('evidence', orderId, 'no/such/folder.html')).rejects.toThrow('There is no folder');
  await expect(run('evidence', randomUUID(), 'other.html')).rejects.toThrow('There is no order');
});

test('for an erased account the records are shown, with a note that the rest was deleted', async () => {
  folder = createTemporaryFolder();
  const { orderId } = await buyPaid({ name: 'Gone' });
  const gone = { account_id: null, sealed_personal_info: null };
  await server.database.kysely.updateTable('orders').set(gone).where('order_id', '=', orderId).execute();
  await run('evidence', orderId, 'erased.html');
  const page = readFileSync(join(folder, 'erased.html'), 'utf8');
  expect(page).toContain('The account was erased');
  expect(page).toContain('charged');
  expect(page).not.toContain('receipt@example.com');
});

const shout = (id: string): string => id.toUpperCase();
const undashed = (id: string): string => id.replaceAll('-', '');

test("finds an order by any of our and the provider's numbers, in any case and without dashes", async () => {
  const { orderId, attemptId, chargeId } = await buyPaid({ name: 'Found by number' });
  const { kysely } = server.database;
  const { provider_payment_id: paymentId } = await kysely
    .selectFrom('payment_attempts')
    .select('provider_payment_id')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
  const { delivery_id: deliveryId } = await kysely
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  for (const number of [orderId, attemptId, chargeId, paymentId ?? '', deliveryId])
    for (const copied of [number, shout(number), undashed(number), ` ${number}`]) {
      const [line = '', ...more] = await run('find', copied);
      expect(line, copied).toContain(orderId);
      expect(line, copied).toContain(paymentId);
      expect(more, copied).toEqual(['USD (test money): 1 order, 1 paid with $1.99, $0.00 refunded, $1.99 left']);
    }
  expect((await run('show', shout(paymentId ?? '')))[0]).toBe(`${orderId}  PayedWaitingForSending`);
  expect(await run('find', 'pay_unknown')).toEqual(['No orders found.']);
});

test('shows what a provider reported under a number without an order', async () => {
  const strange = { kind: 'paid', dedupKey: 'x', transactionId: 'CH-404', isTest: false } as const;
  await server.database.kysely
    .insertInto('payment_events')
    .values({
      provider: provider.loaded.folder,
      account: '',
      dedup_key: 'strange',
      order_id: null,
      outcome: 'quarantined',
      event: JSON.stringify(strange),
    })
    .execute();
  const [line = ''] = await run('find', 'ch404');
  expect(line).toContain(`${provider.loaded.folder} reported "paid" for this number without an order of ours`);
});

test('finds the orders of a player by account, address, name and id in a game', async () => {
  const uid = `Uid-${randomUUID()}`;
  const { accountId, orderId } = await buyPaid({
    name: 'Grace Hopper',
    email: 'grace@players.example',
    games: [{ game: soldGame, uid }],
  });
  for (const player of [accountId, shout(accountId), 'GRACE@players.example', 'grace hopper', uid.toLowerCase()]) {
    const lines = await run('find', '--player', player);
    expect(lines, player).toHaveLength(2);
    expect(lines[0], player).toContain(`${orderId}  PayedWaitingForSending  $1.99`);
    expect(lines[0], player).toContain(`Grace Hopper ${accountId}`);
  }
  await sql`update orders set account_id = null where order_id = ${orderId}`.execute(server.database.kysely);
  expect((await run('find', '--player', uid))[0]).toContain(`(erased) ${uid}`);
  expect(await run('find', '--player', 'nobody at all')).toEqual(['No player or order matches nobody at all.']);
});

test('lists the players that match a name', async () => {
  const one = await buyPaid({ name: 'Twin' });
  const other = await buyPaid({ name: 'twin' });
  const lines = (await run('find', '--player', 'Twin')).join('\n');
  for (const { accountId, orderId } of [one, other]) {
    expect(lines).toContain(`player ${accountId}`);
    expect(lines).toContain(orderId);
  }
});

async function insertOrders(
  orders: readonly {
    at: string;
    minor: number;
    currency: string;
    status?: string;
    charged?: number;
    refunded?: number;
  }[],
): Promise<string[]> {
  const { kysely } = server.database;
  return Promise.all(
    orders.map(async ({ at, minor, currency, status = 'Created', charged = 0, refunded = 0 }) => {
      const orderId = randomUUID();
      const attemptId = randomUUID();
      await sql`
        insert into orders (order_id, account_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor,
          status, created_at, expires_at)
        values (${orderId}, ${server.accountId}, ${soldGame}, 'ada', 'FxId', '{}', ${soldSku}, 1, ${minor}, ${currency}, 0,
          ${status}, ${at}, ${at})`.execute(kysely);
      await sql`
        insert into payment_attempts (attempt_id, order_id, number, provider, amount_minor, currency)
        values (${attemptId}, ${orderId}, 1, 'stripe', ${minor}, ${currency})`.execute(kysely);
      for (const [kind, amount] of [
        ['charged', charged],
        ['refunded', refunded],
      ] as const)
        if (amount > 0)
          await kysely
            .insertInto('ledger')
            .values({
              provider: 'stripe',
              transaction_id: randomUUID(),
              kind,
              order_id: orderId,
              attempt_id: attemptId,
              amount_minor: amount,
              currency,
            })
            .execute();
      return orderId;
    }),
  );
}

test('lists orders by days, state and amount, with sums for each currency', async () => {
  const [bought, returned, yen, nextDay] = await insertOrders([
    { at: '2020-03-01T00:00:00Z', minor: 500, currency: 'EUR', status: 'Completed', charged: 500 },
    { at: '2020-03-01T23:59:59Z', minor: 500, currency: 'EUR', status: 'CancelledPaid', charged: 500, refunded: 500 },
    { at: '2020-03-01T12:00:00Z', minor: 500, currency: 'JPY', status: 'Completed', charged: 500 },
    { at: '2020-03-02T00:00:00Z', minor: 199, currency: 'EUR' },
  ]);
  const idsOf = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => /^\S+T\S+ {2}([0-9a-f-]{36}) /.exec(line)?.[1] ?? []);
  const day = await run('find', '--day', '2020-03-01');
  expect(idsOf(day)).toEqual([returned, yen, bought]);
  expect(day.slice(3)).toEqual([
    'EUR: 2 orders, 2 paid with €10.00, €5.00 refunded, €5.00 left',
    'JPY: 1 order, 1 paid with ¥500, ¥0 refunded, ¥500 left',
  ]);
  expect(day[0]).toContain('refunded €5.00');
  const range = ['--from', '2020-03-01', '--to', '2020-03-02'];
  expect(idsOf(await run('find', ...range))).toEqual([nextDay, returned, yen, bought]);
  expect(idsOf(await run('find', ...range, '--state', 'refunded'))).toEqual([returned]);
  expect(idsOf(await run('find', ...range, '--state', 'PAID'))).toEqual([yen, bought]);
  expect(idsOf(await run('find', ...range, '--state', 'completed'))).toEqual([yen, bought]);
  expect(idsOf(await run('find', ...range, '--amount', '5.00'))).toEqual([returned, bought]);
  expect(idsOf(await run('find', ...range, '--amount', '500'))).toEqual([yen]);
  expect(idsOf(await run('find', ...range, '--amount', '1,99 eur'))).toEqual([nextDay]);
  expect(idsOf(await run('find', ...range, '--currency', 'jpy'))).toEqual([yen]);
  expect(idsOf(await run('find', ...range, '--provider', 'Stripe', '--game', soldGame))).toHaveLength(4);
  const limited = await run('find', ...range, '--limit', '1');
  expect(idsOf(limited)).toEqual([nextDay]);
  expect(limited).toContain('The newest 1 of 4 orders are shown.');
  expect(limited).toContain('EUR: 3 orders, 2 paid with €10.00, €5.00 refunded, €5.00 left');
});

test.each([
  [['find'], 'What should be found?'],
  [['find', '--day', '2026-02-31'], '2026-02-31 is not a day'],
  [['find', '--day', '2026-02-01', '--to', '2026-02-03'], 'Give --day, or --from and --to'],
  [['find', '--from', '2026-02-02', '--to', '2026-02-01'], '--from is after --to'],
  [['find', '--state', 'lost'], 'lost is not a state. States are: open, paid, refunded, Created'],
  [['find', '--amount', 'five'], 'five is not an amount'],
  [['find', '--amount', '5 EUR', '--currency', 'USD'], 'two currencies'],
  [['find', '--currency', 'euro'], 'euro is not a currency'],
  [['find', 'x', '--limit', '0'], '--limit takes a number'],
])('%j is rejected with the reason', (words, reason) => {
  expect(() => readOrdersArguments(words)).toThrow(reason);
});

test('every lookup has an index', async () => {
  await using own = await createTestDatabase();
  const { kysely } = own.database;
  const plan = async (condition: RawBuilder<unknown>): Promise<string> =>
    kysely.connection().execute(async (connection) => {
      // PostgreSQL scans small tables whatever indexes they have.
      await sql`set enable_seqscan = off`.execute(connection);
      const { rows } = await sql<Record<string, string>>`explain ${condition}`.execute(connection);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  const lookups: Record<string, RawBuilder<unknown>> = {
    orders_by_time: sql`select from orders where created_at >= now() and created_at < now()`,
    orders_by_game_uid: sql`select from orders where lower(game_uid) = lower('x')`,
    orders_by_amount: sql`select from orders where price_minor = 1`,
    orders_by_rare_status: sql`select from orders where status = 'CancelledPaid'`,
    payment_attempts_by_number: sql`select from payment_attempts where lower(replace(provider_payment_id, '-', '')) = 'x'`,
    ledger_by_number: sql`select from ledger where lower(replace(transaction_id, '-', '')) = 'x'`,
    refunds_by_number: sql`select from refunds where lower(replace(provider_refund_id, '-', '')) = 'x'`,
    payment_events_without_order: sql`select from payment_events where order_id is null`,
    accounts_by_name: sql`select from accounts where lower(name) = lower('x')`,
    accounts_by_email: sql`select from accounts where lower(email) = lower('x')`,
    social_identities_by_external_id: sql`select from social_identities where lower(external_id) = lower('x')`,
    connected_games_by_uid: sql`select from connected_games where lower(game_uid) = lower('x')`,
  };
  for (const [index, condition] of Object.entries(lookups)) expect(await plan(condition)).toContain(index);
});

test('a refund shows amount, currency, player and provider and waits for a confirmation', async () => {
  const { accountId, orderId } = await buyPaid({ name: 'Refunded' });
  const refunds = () =>
    server.database.kysely.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute();
  await expect(run('refund', orderId)).rejects.toThrow(/there is no terminal to confirm in\..* --yes/);
  const [question = ''] = questions;
  for (const named of ['$1.99', 'USD', 'Refunded', accountId, provider.loaded.manifest.title, orderId])
    expect(question).toContain(named);
  answer = 'no';
  await expect(run('refund', orderId)).rejects.toThrow('Nothing was refunded.');
  expect(await refunds()).toEqual([]);
  answer = 'yes';
  expect(await run('refund', shout(orderId))).toEqual([expect.stringMatching(/^\$1\.99 go back as /)]);
  expect(await refunds()).toHaveLength(1);
  expect(questions).toHaveLength(3);
});

test('what was refunded during the confirmation is not refunded twice', async () => {
  const { orderId } = await buyPaid({ name: 'Slow operator' });
  const confirm: AskConfirmation = async () => {
    await run('refund', orderId, '--yes');
    return 'yes';
  };
  const parts = { orders: server.money.deps, report: () => undefined, confirm, from: folder };
  const slow = runOrdersCommand(readOrdersArguments(['refund', orderId]), parts);
  await expect(slow).rejects.toThrow('Nothing left to refund');
});
