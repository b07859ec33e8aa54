// One search for anything. Each kind is found only by those who may read it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions, type Permission } from '#model/operator.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { fillAccount } from '#server/testing/fill-account.ts';

let server: TestApp;
let accountId: string;
let orderId: string;
let attemptId: string;
let ticketId: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
  ({ accountId } = await fillAccount(server.database, 'wanted', 'chess'));
  const { kysely } = server.database;
  const order = await kysely
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  orderId = order.order_id;
  attemptId = randomUUID();
  await kysely
    .insertInto('payment_attempts')
    .values({
      attempt_id: attemptId,
      order_id: orderId,
      number: 7,
      provider: 'stripe',
      account: '',
      state: 'open',
      provider_payment_id: 'pi_3Nx-Wanted',
      amount_minor: order.price_minor,
      currency: order.currency,
    })
    .execute();
  await kysely
    .insertInto('ledger')
    .values({
      provider: 'stripe',
      account: '',
      transaction_id: 'ch_3Nx-Wanted',
      kind: 'charged',
      order_id: orderId,
      attempt_id: attemptId,
      amount_minor: order.price_minor,
      currency: order.currency,
    })
    .execute();
  const ticket = await kysely
    .selectFrom('support_messages')
    .select('ticket_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  ticketId = ticket.ticket_id;
});
afterAll(() => server[Symbol.asyncDispose]());

async function find(text: string, permissions: readonly Permission[] = allPermissions): Promise<string[]> {
  await server.database.kysely.deleteFrom('operator_keys').execute();
  const operator = server.client(
    await createOperatorKeys(server.database).create('ann', ['search.use', ...permissions]),
  );
  const { Found } = await operator.operatorSearch.find({ Text: text });
  return Found.map(({ Kind, Id, MatchedBy }) => `${Kind} ${Id} ${MatchedBy}`);
}

test('finds a player by everything that is known about them', async () => {
  for (const [text, by] of [
    [accountId, 'AccountId'],
    [accountId.toUpperCase(), 'AccountId'],
    ['name WANTED', 'Name'],
    ['twitch-wanted', 'Identity'],
    ['Twitch:TWITCH-wanted', 'Identity'],
    ['uid-wanted', 'GameUid'],
    ['wanted@example.org', 'Identity'],
  ] as const)
    expect(await find(text), text).toContain(`Player ${accountId} ${by}`);
  expect(await find('  Wanted@Example.com ')).toContain(`Player ${accountId} Email`);
});

test('finds orders by the numbers of providers, with and without dashes, and deliveries and tickets', async () => {
  expect(await find(orderId)).toEqual([`Order ${orderId} OrderId`]);
  expect(await find('pi_3Nx-Wanted')).toEqual([`Order ${orderId} ProviderPayment`]);
  expect(await find('PI_3NXWANTED')).toEqual([`Order ${orderId} ProviderPayment`]);
  expect(await find('ch_3nx-wanted')).toEqual([`Order ${orderId} Transaction`]);
  expect(await find(ticketId)).toEqual([`Ticket ${ticketId} TicketId`]);
  expect(await find('chess')).toContain('Game chess GameName');
  const { kysely } = server.database;
  const deliveryId = randomUUID();
  await kysely
    .insertInto('deliveries')
    .values({
      delivery_id: deliveryId,
      order_id: orderId,
      game: 'chess',
      type: 'order.revoked',
      payload: JSON.stringify({ type: 'order.revoked' }),
    })
    .execute();
  expect(await find(deliveryId)).toEqual([`Delivery ${deliveryId} DeliveryId`]);
});

test('finds ids in the form of UUIDs, of provider numbers and of tickets', async () => {
  const { kysely } = server.database;
  const [payment, gameUid] = [randomUUID(), randomUUID()];
  const attempt = kysely.updateTable('payment_attempts').where('attempt_id', '=', attemptId);
  await attempt.set({ provider_payment_id: payment }).execute();
  expect(await find(payment)).toEqual([`Order ${orderId} ProviderPayment`]);
  expect(await find(payment.replaceAll('-', ''))).toEqual([`Order ${orderId} ProviderPayment`]);
  await attempt.set({ provider_payment_id: 'pi_3NxWantedWanted' }).execute();
  expect(await find('PI_3nxwantedwanted')).toEqual([`Order ${orderId} ProviderPayment`]);
  expect(await find('pi_3NxWantedWanted', ['players.read'])).toEqual([]);
  await kysely.updateTable('connected_games').set({ game_uid: gameUid }).where('account_id', '=', accountId).execute();
  expect(await find(gameUid.toUpperCase())).toEqual([`Player ${accountId} GameUid`]);
  await kysely.updateTable('accounts').set({ name: 'pi_WantedAsName00' }).where('account_id', '=', accountId).execute();
  expect(await find('pi_wantedasname00')).toEqual([`Player ${accountId} Name`]);
  await kysely
    .insertInto('support_messages')
    .values({ ticket_id: 'K7QF-2M9X-TR4B', email: 'a@example.com', message: 'Help', locale: 'en' })
    .execute();
  expect(await find('k7qf-2m9x-tr4b')).toEqual(['Ticket K7QF-2M9X-TR4B TicketId']);
});

test('finds the request of an entry of the audit log, and what was read is recorded', async () => {
  await find(accountId);
  const entry = await server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'request_id'])
    .where('object_kind', '=', 'player')
    .where('object_id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(entry.action).toBe('operatorSearch.find');
  expect(await find(entry.request_id ?? '')).toEqual([`Request ${entry.request_id ?? ''} RequestId`]);
});

test('finds only what the operator may read', async () => {
  await buildAccount(server.database, { name: 'chess' });
  expect(await find('chess', ['games.read'])).toEqual(['Game chess GameName']);
  for (const text of [accountId, orderId, 'pi_3Nx-Wanted', ticketId, 'wanted@example.com', 'uid-wanted'])
    expect(await find(text, ['games.read']), text).toEqual([]);
  expect(await find(orderId, ['orders.read'])).toEqual([`Order ${orderId} OrderId`]);
});

test('finds nothing by parts, patterns or quotes', async () => {
  for (const text of ['%', 'wanted%', "' or true --", ':', 'Twitch:', '@', '00000000-0000-4000-8000-000000000000'])
    expect(await find(text), text).toEqual([]);
});

test('is for those who may search', async () => {
  const operator = server.client(await createOperatorKeys(server.database).create('ben', ['players.read']));
  await expect(operator.operatorSearch.find({ Text: 'x' })).rejects.toMatchObject({ code: 'Forbidden' });
});
