import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildDocument } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { readOrdersArguments, runOrdersCommand } from './run-orders-command.ts';

let provider: TestProvider;
let server: MoneyTestApp;
/** Where files are written. */
let folder = '.';

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());

async function run(...given: string[]): Promise<string[]> {
  const lines: string[] = [];
  const report = (line: string): void => void lines.push(line);
  await runOrdersCommand(readOrdersArguments(given), { orders: server.money.deps, report, from: folder });
  return lines;
}

test('tells the story of an order, gives its money back and tells the game once more', async () => {
  const { TransactionId: orderId } = await server
    .client(server.token)
    .store.createPayment({ Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId' });
  const [attemptId = ''] = [...provider.books.keys()];
  await expect(run('refund', orderId)).rejects.toThrow('Nothing is left to return');
  await server.sendWebhook(provider, [provider.pay(attemptId)]);
  const { delivery_id: deliveryId } = await server.database.kysely
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(await run('replay', deliveryId)).toEqual(['It is sent once more, with the same id.']);
  expect(await run('refund', orderId, '--part', '99')).toEqual([expect.stringMatching(/^\$0\.99 go back as /)]);
  await server.jobs.runDue('refund');
  const shown = (await run('show', orderId)).join('\n');
  expect(shown).toContain('PayedWaitingForSending');
  expect(shown).toContain('charged  $1.99');
  expect(shown).toContain('refunded  $0.99');
  expect(shown).toMatch(/refund [0-9a-f-]{36}  \$0\.99  operator  done/);
  expect(shown.match(/payment opened|paid|refund requested/g)?.length).toBeGreaterThanOrEqual(3);
});

test('names what is wrong', async () => {
  expect(() => readOrdersArguments([])).toThrow('Usage: npm run orders');
  expect(() => readOrdersArguments(['show', 'x'])).toThrow('x is no id');
  expect(() => readOrdersArguments(['refund', randomUUID(), '--part', '1.5'])).toThrow('Usage');
  expect(() => readOrdersArguments(['show', randomUUID(), '--part', '1'])).toThrow('Usage');
  expect(() => readOrdersArguments(['differences', '--days', '0'])).toThrow('Usage');
  expect(() => readOrdersArguments(['differences', '--weeks', '1'])).toThrow('Usage');
  for (const action of ['show', 'refund', 'replay'])
    await expect(run(action, randomUUID())).rejects.toThrow('There is no');
});

/** Somebody buys and pays, and plays. */
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

test('gathers what shows who bought an order and got it into one page, once', async () => {
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
  await run('refund', orderId, '--part', '50');
  const lines = await run('evidence', orderId, 'evidence.html');
  const path = join(folder, 'evidence.html');
  expect(lines[0]).toContain(path);
  expect(lines[1]).toContain('About the buyer are: The buyer, Sign-ins, Play after the payment');
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
  await expect(run('evidence', orderId, 'evidence.html')).rejects.toThrow('is there already');
  await expect(run('evidence', orderId, 'no/such/folder.html')).rejects.toThrow('There is no folder');
  await expect(run('evidence', randomUUID(), 'other.html')).rejects.toThrow('There is no order');
});

test('of an account that was erased the books are shown, and that the rest is gone', async () => {
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
