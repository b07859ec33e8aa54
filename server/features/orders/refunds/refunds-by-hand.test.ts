// Refunds by our rules, by an operator's command and manually in a provider's dashboard, reported in any sequence. An
// order always ends in the same state, the buyer never gets back more than was paid, and nothing stays open.
import { assert, asyncProperty, constantFrom, record, shuffledSubarray } from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PaymentEvent } from '#model/payment-event.ts';
import { buildOrderRequest, openPaymentForTest, readOrderStatus } from '#server/testing/buy-for-test.ts';
import { createMoneyTestApp, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { applyPaymentEventWithChecks } from '../checks/check-attempt.ts';
import { portalEventSender } from '../providers/provider-account.ts';
import { requestRefund } from './request-refund.ts';

let provider: TestProvider;
let server: MoneyTestApp;

beforeAll(async () => {
  provider = createTestProvider(0);
  server = await createMoneyTestApp([provider]);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  provider.trouble = {};
});

async function openTwice() {
  const { order, ids } = await openPaymentForTest(server, provider, await buildOrderRequest(server), 2);
  const [first = '', second = ''] = ids;
  return { orderId: order.order_id, first, second };
}

const settle = (event: PaymentEvent) =>
  applyPaymentEventWithChecks(server.money.deps, provider.loaded.folder, event, portalEventSender);

async function finish(): Promise<void> {
  // A refusal triggers a check, and a check may find more to refund.
  while ((await server.jobs.runDue('refund')) + (await server.jobs.runDue('payment-check')) > 0);
}

async function endOf(orderId: string) {
  const { kysely } = server.database;
  const refunds = await kysely.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute();
  const ledger = await kysely.selectFrom('ledger').selectAll().where('order_id', '=', orderId).execute();
  const sum = (wanted: (entry: (typeof ledger)[number]) => boolean): number =>
    ledger.filter(wanted).reduce((total, { amount_minor }) => total + amount_minor, 0);
  return {
    status: await readOrderStatus(server, orderId),
    charged: sum(({ kind }) => kind === 'charged'),
    returned: sum(({ kind }) => kind === 'refunded' || kind === 'dispute-lost'),
    open: refunds.filter(({ state }) => state === 'requested' || state === 'sent').length,
    refunds,
  };
}

const price = 199;

test('a manual refund of a double payment ends the same, whichever comes first: its webhook, the payments or our request', async () => {
  const steps = ['paid first', 'paid second', 'by hand', 'by hand again', 'our requests'] as const;
  const story = record({
    order: shuffledSubarray([...steps], { minLength: steps.length }),
    parts: constantFrom([price], [100, 99]),
  });
  await assert(
    asyncProperty(story, async ({ order, parts }) => {
      const { orderId, first, second } = await openTwice();
      const paid = [provider.pay(first), provider.pay(second)];
      const byHand = parts.map((amountMinor) =>
        provider.add(second, 'refunded', { amountMinor, chargeId: paid[1]?.transactionId ?? '' }),
      );
      const told: Readonly<Record<(typeof steps)[number], () => Promise<unknown>>> = {
        'paid first': async () => paid[0] && settle(paid[0]),
        'paid second': async () => paid[1] && settle(paid[1]),
        'by hand': async () => byHand[0] && settle(byHand[0]),
        'by hand again': async () => byHand.at(-1) && settle(byHand.at(-1) ?? never()),
        'our requests': () => server.jobs.runDue('refund'),
      };
      for (const step of order) await told[step]();
      await finish();
      const { refunds, ...end } = await endOf(orderId);
      expect(end).toEqual({ status: 'PayedWaitingForSending', charged: 2 * price, returned: price, open: 0 });
      // A request refused because the money was already refunded counts as done.
      if (parts.length === 1) expect(refunds.filter(({ state }) => state !== 'done')).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

test("an operator's refund and that of an undone order never exceed the payment, whichever comes first", async () => {
  const steps = ['paid first', 'paid second', 'lost dispute', 'operator', 'our requests', 'requests again'] as const;
  const story = record({
    order: shuffledSubarray([...steps], { minLength: steps.length }),
    partMinor: constantFrom(1, 99, price),
  });
  await assert(
    asyncProperty(story, async ({ order, partMinor }) => {
      const { orderId, first, second } = await openTwice();
      const paid = [provider.pay(first), provider.pay(second)] as const;
      const lost = provider.add(second, 'dispute-lost');
      let refused = 0;
      provider.trouble.refund = async ({ attemptId, refundMinor }) => {
        const events = provider.records.get(attemptId)?.events ?? [];
        const left = events.reduce(
          (sum, { kind, amountMinor = 0 }) => sum + (kind === 'paid' ? 1 : -1) * amountMinor,
          0,
        );
        // The bank has already taken the money of the second payment.
        if (attemptId === first && refundMinor > left) refused += 1;
        return undefined;
      };
      const told: Readonly<Record<(typeof steps)[number], () => Promise<unknown>>> = {
        'paid first': () => settle(paid[0]),
        'paid second': () => settle(paid[1]),
        'lost dispute': () => settle(lost),
        operator: () => requestRefund(server.money.deps, orderId, { reason: 'operator', amountMinor: partMinor }),
        'our requests': () => server.jobs.runDue('refund'),
        'requests again': () => server.jobs.runDue('refund'),
      };
      for (const step of order) await told[step]();
      await finish();
      const { refunds: _, ...end } = await endOf(orderId);
      expect(end).toEqual({ status: 'CancelledPaid', charged: 2 * price, returned: 2 * price, open: 0 });
      expect(refused).toBe(0);
    }),
    { numRuns: 12 },
  );
});

test("an operator's pending refund is not requested a second time", async () => {
  const { orderId, first, second } = await openTwice();
  await settle(provider.pay(first));
  await requestRefund(server.money.deps, orderId, { reason: 'operator', amountMinor: 99 });
  provider.trouble.refund = async () => ({ outcome: 'pending', providerRefundId: `slow ${first}` });
  await server.jobs.runDue('refund');
  await settle(provider.pay(second));
  await settle(provider.add(second, 'dispute-lost'));
  const { refunds } = await endOf(orderId);
  const ofFirst = refunds.filter(({ attempt_id }) => attempt_id === first);
  expect(ofFirst.map(({ reason, amount_minor, state }) => `${reason} ${amount_minor} ${state}`).toSorted()).toEqual([
    'operator 99 sent',
    'undone 100 requested',
  ]);
});

test("if an operator's refund is rejected, the refund of an undone order is still requested", async () => {
  const { orderId, first, second } = await openTwice();
  await settle(provider.pay(first));
  await requestRefund(server.money.deps, orderId, { reason: 'operator' });
  await settle(provider.pay(second));
  await settle(provider.add(second, 'dispute-lost'));
  let times = 0;
  provider.trouble.refund = async ({ attemptId }) => {
    if (attemptId === first) times += 1;
    return attemptId === first && times === 1 ? { outcome: 'refused', reason: 'the card is gone' } : undefined;
  };
  await finish();
  const { refunds, ...end } = await endOf(orderId);
  expect(end).toMatchObject({ status: 'CancelledPaid', returned: 2 * price, open: 0 });
  expect(refunds.map(({ reason, state }) => `${reason} ${state}`)).toContain('undone done');
});

function never(): never {
  throw new Error('Nothing was sent back by hand.');
}
