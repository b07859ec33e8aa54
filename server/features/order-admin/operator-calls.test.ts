import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Permission } from '#model/operator.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';

let provider: TestProvider;
let server: MoneyTestApp;
let finance: ReturnType<MoneyTestApp['client']>;
let folder: string;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
  folder = provider.loaded.folder;
  finance = await signIn('finance', ['orders.read', 'orders.refund', 'orders.redeliver', 'orders.dispute']);
});
afterAll(() => server[Symbol.asyncDispose]());

async function signIn(name: string, permissions: Permission[]) {
  return server.client(await createOperatorKeys(server.database).create(name, permissions));
}

interface Bought {
  readonly orderId: string;
  readonly attemptId: string;
  readonly transactionId: string;
}

async function buy({ token = server.token, isPaid = true } = {}): Promise<Bought> {
  // Orders of one moment would be listed in any order.
  server.clock.now = new Date(server.clock.now.getTime() + 1000);
  const { TransactionId: orderId } = await server
    .client(token)
    .store.createPayment({ Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId' });
  const { attempt_id: attemptId } = await server.database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  if (!isPaid) return { orderId, attemptId, transactionId: '' };
  const paid = provider.pay(attemptId);
  await server.sendWebhook(provider, [paid]);
  return { orderId, attemptId, transactionId: paid.transactionId ?? '' };
}

const auditOf = (kind: string, id: string) =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'reason', 'before', 'after', 'game'])
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .orderBy('entry_id')
    .execute();

test('lists orders, newest first, page by page', async () => {
  const bought = [await buy(), await buy(), await buy()].map(({ orderId }) => orderId).toReversed();
  const first = await finance.operatorOrders.list({ Limit: 2 });
  expect(first.Orders.map(({ OrderId }) => OrderId)).toEqual(bought.slice(0, 2));
  const second = await finance.operatorOrders.list({ Limit: 1, BeforeOrderId: bought[1] ?? '' });
  expect(second.Orders.map(({ OrderId }) => OrderId)).toEqual(bought.slice(2));
  expect(first.Orders[0]).toMatchObject({
    Game: soldGame,
    GameUid: 'ada',
    AccountId: server.accountId,
    Sku: soldSku,
    AmountMinor: 199,
    PaidMinor: 199,
    RefundedMinor: 0,
    Currency: 'USD',
    Status: 'PayedWaitingForSending',
    Payments: [{ Provider: folder }],
  });
  expect(JSON.stringify(first)).not.toContain('ada@players.example');
});

test('filters orders', async () => {
  const eve = await buildAccount(server.database, { name: 'Eve', games: [{ game: soldGame, uid: 'Eve-uid' }] });
  const { token } = await server.sessions.begin(eve);
  const { orderId } = await buy({ token, isPaid: false });
  const find = async (query: Parameters<typeof finance.operatorOrders.list>[0]) =>
    (await finance.operatorOrders.list(query)).Orders.map(({ OrderId }) => OrderId);
  const { created_at: at } = await server.database.kysely
    .selectFrom('orders')
    .select('created_at')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const later = new Date(at.getTime() + 1).toISOString();
  for (const query of [
    { Player: eve },
    { Player: 'eve' },
    { Player: 'eve-UID' },
    { Status: 'WaitingForPayment' as const, Game: soldGame, Platform: 'FxId', Provider: folder, Player: eve },
    { Currency: 'USD', Amount: '1.99', Player: eve },
    { Amount: '1.99', Since: at.toISOString(), Until: later, Player: eve },
  ])
    expect(await find(query), JSON.stringify(query)).toEqual([orderId]);
  for (const query of [
    { Player: eve, Status: 'Completed' as const },
    { Player: eve, Game: 'sky-courier' },
    { Player: eve, Platform: 'Steam' },
    { Player: eve, Provider: 'nobody' },
    { Player: eve, Currency: 'EUR' },
    { Player: eve, Amount: '1.98' },
    { Player: eve, Amount: '1.999' },
    { Player: eve, Since: later },
    { Player: 'nobody at all' },
  ])
    expect(await find(query), JSON.stringify(query)).toEqual([]);
});

test.each([
  { Since: '2026-99-99T99:99:99Z' },
  { Until: '2026-02-03T24:61:00Z' },
  { Amount: '1,99' },
  { Limit: 201 },
  { BeforeOrderId: 'x' },
])('refuses a wrong filter: %j', async (query) => {
  await expect(finance.operatorOrders.list(query as object)).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test('finds an order by any of its numbers', async () => {
  const { orderId, attemptId, transactionId } = await buy();
  const { delivery_id: deliveryId } = await server.database.kysely
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const paymentId = provider.records.get(attemptId)?.providerPaymentId ?? '';
  for (const number of [orderId, orderId.toUpperCase(), attemptId, transactionId, paymentId, deliveryId]) {
    const { Orders } = await finance.operatorOrders.find({ Number: number });
    expect(
      Orders.map(({ OrderId }) => OrderId),
      number,
    ).toEqual([orderId]);
  }
  expect(await finance.operatorOrders.find({ Number: 'unknown' })).toEqual({ Orders: [], Unmatched: [] });
});

test('refunds a part of a payment once, records who did it and why, and shows it in the story', async () => {
  const { orderId, attemptId, transactionId } = await buy();
  const plan = await finance.operatorOrders.planRefund({ OrderId: orderId, AmountMinor: 50 });
  expect(plan).toMatchObject({ AttemptId: attemptId, TransactionId: transactionId, AmountMinor: 50, Currency: 'USD' });
  const request = {
    OrderId: orderId,
    RefundId: randomUUID(),
    AttemptId: attemptId,
    TransactionId: transactionId,
    AmountMinor: 50,
    Reason: 'It did not work on her phone',
  };
  const { RefundId } = await finance.operatorOrders.refund(request);
  // The same click twice.
  expect(await finance.operatorOrders.refund(request)).toEqual({ RefundId, AmountMinor: 50, Currency: 'USD' });
  await server.jobs.runDue('refund');
  expect(provider.calls.refund).toBe(1);
  const story = await finance.operatorOrders.story({ OrderId: orderId });
  expect(story).toMatchObject({
    Order: { OrderId: orderId, PaidMinor: 199, RefundedMinor: 50 },
    PlayerName: 'Ada',
    RefundableMinor: 149,
    Attempts: [{ AttemptId: attemptId, Provider: folder }],
    Refunds: [{ RefundId, AmountMinor: 50, Reason: 'operator', State: 'done' }],
    Deliveries: [{ Type: 'order.paid', State: 'pending' }],
  });
  expect(story.Ledger.map(({ Kind, AmountMinor }) => [Kind, AmountMinor])).toEqual([
    ['charged', 199],
    ['refunded', 50],
  ]);
  expect(story.PaymentEvents).toMatchObject([{ Kind: 'paid', Outcome: 'applied' }, { Kind: 'refunded' }]);
  expect(story.Timeline).toContainEqual(
    expect.objectContaining({
      Source: 'Operator',
      Kind: 'operatorOrders.refund',
      Detail: expect.objectContaining({ Operator: 'finance', Reason: request.Reason, Refund: '$0.50' }) as object,
    }),
  );
  const at = story.Timeline.map((entry) => entry.At);
  expect(at).toEqual(at.toSorted());
  const entries = await auditOf('order', orderId);
  expect(entries.filter(({ action }) => action === 'operatorOrders.refund')).toMatchObject([
    { actor_name: 'finance', reason: request.Reason, game: soldGame, after: { RefundId, Refund: '$0.50' } },
  ]);
  expect(entries.map(({ action }) => action)).toContain('operatorOrders.story');
});

test('refunds nothing else than what was planned', async () => {
  const { orderId, attemptId, transactionId } = await buy();
  const request = {
    OrderId: orderId,
    RefundId: randomUUID(),
    AttemptId: attemptId,
    TransactionId: transactionId,
    AmountMinor: 200,
    Reason: 'too much',
  };
  await expect(finance.operatorOrders.refund(request)).rejects.toMatchObject({
    code: 'Conflict',
    message: 'Only $1.99 of this payment can be refunded.',
  });
  await expect(
    finance.operatorOrders.refund({ ...request, AmountMinor: 100, TransactionId: 'another' }),
  ).rejects.toMatchObject({ code: 'Conflict' });
  await expect(finance.operatorOrders.refund({ ...request, OrderId: randomUUID() })).rejects.toMatchObject({
    code: 'NotFound',
  });
  await expect(finance.operatorOrders.refund({ ...request, Reason: '' })).rejects.toMatchObject({
    code: 'InvalidRequest',
  });
  await finance.operatorOrders.refund({ ...request, AmountMinor: 100 });
  const other = await buy();
  await expect(
    finance.operatorOrders.refund({
      ...request,
      OrderId: other.orderId,
      AttemptId: other.attemptId,
      TransactionId: other.transactionId,
      AmountMinor: 100,
    }),
  ).rejects.toMatchObject({ code: 'Conflict', message: 'This id belongs to another refund.' });
  expect((await auditOf('order', orderId)).map(({ action }) => action)).toEqual(['operatorOrders.refund']);
  expect(await auditOf('order', other.orderId)).toEqual([]);
  const unpaid = await buy({ isPaid: false });
  await expect(finance.operatorOrders.planRefund({ OrderId: unpaid.orderId })).rejects.toMatchObject({
    code: 'Conflict',
  });
});

test('a large refund waits for a second person', async () => {
  const strict = await createMoneyTestApp([provider], { env: { SECOND_PERSON: 'refunds:1' } });
  onTestFinished(() => strict[Symbol.asyncDispose]());
  const { TransactionId: orderId } = await strict
    .client(strict.token)
    .store.createPayment({ Game: soldGame, Sku: soldSku, WebPublishingPlatform: 'FxId' });
  const { attempt_id: attemptId } = await strict.database.kysely
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .executeTakeFirstOrThrow();
  await strict.sendWebhook(provider, [provider.pay(attemptId)]);
  const [asking, approving] = [await strict.operatorClient('finance'), await strict.operatorClient('finance')];
  const plan = await asking.operatorOrders.planRefund({ OrderId: orderId });
  const request = {
    OrderId: orderId,
    RefundId: randomUUID(),
    AttemptId: plan.AttemptId,
    TransactionId: plan.TransactionId,
    Reason: 'He bought it twice',
  };
  await asking.operatorOrders.refund({ ...request, RefundId: randomUUID(), AmountMinor: 50 });
  const refundsOf = async () => (await asking.operatorOrders.story({ OrderId: orderId })).Refunds.length;
  await expect(asking.operatorOrders.refund({ ...request, AmountMinor: 149 })).rejects.toMatchObject({
    code: 'ApprovalRequired',
  });
  expect(await refundsOf()).toBe(1);
  const { Approvals } = await approving.operatorApprovals.list({});
  await approving.operatorApprovals.approve({ ApprovalId: Approvals[0]?.ApprovalId ?? '' });
  expect(await refundsOf()).toBe(2);
});

test('sends a delivery again', async () => {
  const { orderId } = await buy();
  const { Deliveries } = await finance.operatorOrders.story({ OrderId: orderId });
  const [{ DeliveryId } = { DeliveryId: '' }] = Deliveries;
  expect(await finance.operatorOrders.redeliver({ DeliveryId, Reason: 'The player asked' })).toEqual({
    OrderId: orderId,
  });
  expect(await auditOf('delivery', DeliveryId)).toMatchObject([
    { action: 'operatorOrders.redeliver', reason: 'The player asked', game: soldGame },
  ]);
  const { Timeline } = await finance.operatorOrders.story({ OrderId: orderId });
  expect(Timeline.map(({ Kind }) => Kind)).toEqual(
    expect.arrayContaining(['delivery-resend-requested', 'operatorOrders.redeliver']),
  );
  await expect(finance.operatorOrders.redeliver({ DeliveryId: randomUUID() })).rejects.toMatchObject({
    code: 'NotFound',
  });
});

test('returns the evidence as a page, and records that it was read', async () => {
  const { orderId } = await buy();
  const { FileName, Html } = await finance.operatorOrders.evidence({ OrderId: orderId });
  expect(FileName).toBe(`evidence-${orderId}.html`);
  expect(Html).toContain('<!doctype html>');
  expect(Html).toContain('ada@players.example');
  expect(await auditOf('order', orderId)).toMatchObject([{ action: 'operatorOrders.evidence', game: soldGame }]);
  const unknown = randomUUID();
  await expect(finance.operatorOrders.evidence({ OrderId: unknown })).rejects.toMatchObject({ code: 'NotFound' });
  expect(await auditOf('order', unknown)).toEqual([]);
});

test('lists disputes with deadline, state and evidence', async () => {
  const [open, lost] = [await buy(), await buy()];
  const evidenceDueAt = '2026-12-01T00:00:00.000Z';
  const dispute = (attemptId: string, kind: 'disputed' | 'dispute-lost', id: string, more = {}) =>
    server.sendWebhook(provider, [provider.add(attemptId, kind, { transactionId: id, ...more })]);
  await dispute(lost.attemptId, 'disputed', 'dp_lost');
  await dispute(lost.attemptId, 'dispute-lost', 'dp_lost');
  await dispute(open.attemptId, 'disputed', 'dp_open', { evidenceDueAt });
  await finance.operatorOrders.evidence({ OrderId: open.orderId });
  const all = await finance.operatorPayments.disputes({});
  expect(all.Disputes).toMatchObject([
    {
      OrderId: open.orderId,
      TransactionId: 'dp_open',
      State: 'Open',
      EvidenceDueAt: evidenceDueAt,
      EvidenceMadeAt: expect.any(String) as string,
    },
    { OrderId: lost.orderId, TransactionId: 'dp_lost', State: 'Lost', ClosedAt: expect.any(String) as string },
  ]);
  const idsOf = async (State: 'Open' | 'Lost' | 'Won') =>
    (await finance.operatorPayments.disputes({ State })).Disputes.map(({ TransactionId }) => TransactionId);
  expect([await idsOf('Open'), await idsOf('Lost'), await idsOf('Won')]).toEqual([['dp_open'], ['dp_lost'], []]);
  const first = await finance.operatorPayments.disputes({ Limit: 1 });
  const second = await finance.operatorPayments.disputes({ Limit: 1, Before: first.Next ?? '' });
  expect([...first.Disputes, ...second.Disputes]).toEqual(all.Disputes);
  expect(second.Next).toBeUndefined();
  await expect(finance.operatorPayments.disputes({ Before: 'nonsense' })).rejects.toMatchObject({
    code: 'InvalidRequest',
  });
});

test('shows discrepancies by day and provider, page by page', async () => {
  const row = (id: string, found_at: Date) => ({
    provider: folder,
    account: '',
    transaction_id: id,
    kind: 'amount-mismatch' as const,
    event_kind: 'paid' as const,
    order_id: null,
    amount_minor: 100,
    currency: 'USD',
    detail: 'See the provider.',
    found_at,
  });
  const day = new Date(server.clock.now.getTime() - 3 * 24 * 3_600_000);
  await server.database.kysely
    .insertInto('payment_discrepancies')
    .values([row('t1', day), row('t2', day), { ...row('t3', server.clock.now), kind: 'applied-late' }])
    .execute();
  const Day = day.toISOString().slice(0, 10);
  const { Days } = await finance.operatorPayments.discrepancyDays({});
  expect(Days).toContainEqual({ Day, Provider: folder, Found: 2, AppliedLate: 0 });
  expect(Days).toContainEqual({
    Day: server.clock.now.toISOString().slice(0, 10),
    Provider: folder,
    Found: 1,
    AppliedLate: 1,
  });
  const first = await finance.operatorPayments.discrepancies({ Provider: folder, Limit: 2 });
  expect(first.Discrepancies.map(({ TransactionId }) => TransactionId)).toEqual(['t3', 't2']);
  const second = await finance.operatorPayments.discrepancies({ Provider: folder, Limit: 2, Before: first.Next ?? '' });
  expect(second).toMatchObject({ Discrepancies: [{ TransactionId: 't1', Detail: 'See the provider.' }] });
  expect((await finance.operatorPayments.discrepancies({ Day })).Discrepancies).toHaveLength(2);
});

test('applies an unmatched event again once its order is known', async () => {
  const { orderId, attemptId } = await buy({ isPaid: false });
  const paid = provider.pay(attemptId);
  const stray = { ...paid, attemptId: randomUUID(), dedupKey: 'stray-1' };
  await server.sendWebhook(provider, [stray]);
  const { Unmatched } = await finance.operatorOrders.find({ Number: stray.transactionId ?? '' });
  expect(Unmatched).toMatchObject([{ Provider: folder, EventId: 'stray-1', Kind: 'paid', AmountMinor: 199 }]);
  const retry = () =>
    finance.operatorPayments.retryUnmatched({ Provider: folder, EventId: 'stray-1', Reason: 'It is ours' });
  await retry();
  await server.jobs.runDue('unmatched-payment-event');
  expect((await finance.operatorPayments.unmatchedEvents({})).Events).toMatchObject([{ EventId: 'stray-1' }]);
  // As after our create call was committed.
  await server.database.kysely
    .updateTable('payment_events')
    .set({ event: JSON.stringify({ ...stray, attemptId }) })
    .where('dedup_key', '=', 'stray-1')
    .execute();
  await retry();
  await server.jobs.runDue('unmatched-payment-event');
  expect((await finance.operatorPayments.unmatchedEvents({})).Events).toEqual([]);
  const { Order } = await finance.operatorOrders.story({ OrderId: orderId });
  expect(Order.Status).toBe('PayedWaitingForSending');
  expect(await auditOf('payment-event', 'stray-1')).toHaveLength(2);
  await expect(retry()).rejects.toMatchObject({ code: 'NotFound' });
});

test('needs the permission of each call', async () => {
  const { orderId, attemptId, transactionId } = await buy();
  const reader = await signIn('reader', ['orders.read']);
  await reader.operatorOrders.story({ OrderId: orderId });
  const refund = { OrderId: orderId, RefundId: randomUUID(), AttemptId: attemptId, TransactionId: transactionId };
  for (const call of [
    () => reader.operatorOrders.refund({ ...refund, AmountMinor: 1, Reason: 'x' }),
    () => reader.operatorOrders.evidence({ OrderId: orderId }),
    () => reader.operatorOrders.redeliver({ DeliveryId: randomUUID() }),
    () => reader.operatorPayments.retryUnmatched({ Provider: folder, EventId: 'x' }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'Forbidden' });
});
