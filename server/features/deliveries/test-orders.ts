// Test orders for developer machines and tests: processed like any other order from payment event to delivery, and
// marked as a test.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { portalEventSender } from '#server/features/orders/providers/provider-account.ts';
import {
  applyPaymentEvent,
  type ApplyPaymentEventResult,
  type ApplyPaymentEventDeps,
} from '#server/features/orders/payment-events/apply-payment-event.ts';

export interface TestOrder {
  readonly orderId: string;
  readonly attemptId: string;
  readonly priceMinor: number;
  readonly currency: string;
}

export interface TestBuyer {
  readonly game: string;
  readonly accountId: string | null;
  readonly gameUid: string;
  readonly sku: string;
}

export async function addTestOrder(
  { kysely }: Database,
  { game, accountId, gameUid, sku }: TestBuyer,
): Promise<TestOrder> {
  const order: TestOrder = { orderId: randomUUID(), attemptId: randomUUID(), priceMinor: 100, currency: 'USD' };
  const { orderId, attemptId, priceMinor, currency } = order;
  const product = { names: { en: `Test of ${sku}` }, descriptions: {}, type: 'Consumable', labels: [] };
  await sql`
    insert into orders
      (order_id, account_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor, expires_at)
    values (${orderId}, ${accountId}, ${game}, ${gameUid}, 'FxId', ${JSON.stringify(product)}, ${sku}, 1, ${priceMinor},
      ${currency}, ${priceMinor}, now() + interval '1 day')`.execute(kysely);
  // Its attempt is closed, because there is no provider to check.
  await sql`
    insert into payment_attempts (attempt_id, order_id, number, provider, state, amount_minor, currency)
    values (${attemptId}, ${orderId}, 1, ${testProvider}, 'expired', ${priceMinor}, ${currency})`.execute(kysely);
  return order;
}

export const payTestOrder = (deps: ApplyPaymentEventDeps, order: TestOrder): Promise<ApplyPaymentEventResult> =>
  settle(deps, order, 'paid');

export const refundTestOrder = (deps: ApplyPaymentEventDeps, order: TestOrder): Promise<ApplyPaymentEventResult> =>
  settle(deps, order, 'refunded');

const testProvider = 'test';

function settle(
  deps: ApplyPaymentEventDeps,
  { attemptId, priceMinor, currency }: TestOrder,
  kind: 'paid' | 'refunded',
): Promise<ApplyPaymentEventResult> {
  const event = {
    kind,
    dedupKey: `${attemptId} ${kind}`,
    attemptId,
    transactionId: `${attemptId} ${kind}`,
    amountMinor: priceMinor,
    currency,
    isTest: true,
  };
  return applyPaymentEvent({ ...deps, takesTestMoney: true }, testProvider, event, portalEventSender);
}
