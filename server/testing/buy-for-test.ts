// Purchases for payment tests: through the store's API, or built from parts.
import { findOrCreateAttempt } from '#server/features/orders/attempts/find-or-create-attempt.ts';
import { openAttempt } from '#server/features/orders/attempts/open-attempt.ts';
import { createOrder } from '#server/features/orders/ordering/create-order.ts';
import type { OrderRequest } from '#server/features/orders/ordering/order-request.ts';
import type { OrderRow } from '#server/features/orders/order-rows.ts';
import { buildAccount } from './build-accounts.ts';
import { soldGame, soldSku, type MoneyTestApp } from './create-money-test-app.ts';
import type { TestProvider } from './test-provider.ts';
import { requireProviderAccount } from '#server/features/orders/providers/provider-account.ts';

export interface TestPurchase {
  readonly orderId: string;
  readonly attemptId: string;
  readonly accountId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

export async function buyForTest(server: MoneyTestApp, token?: string, game = soldGame): Promise<TestPurchase> {
  const buyer = token ?? (await server.sessions.begin(await buildAccount(server.database))).token;
  const { TransactionId: orderId } = await server
    .client(buyer)
    .store.createPayment({ Game: game, Sku: soldSku, WebPublishingPlatform: 'FxId' });
  const attempt = await server.database.kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .select(['attempt_id as attemptId', 'account_id as accountId'])
    .select(['payment_attempts.amount_minor as amountMinor', 'payment_attempts.currency'])
    .where('orders.order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { orderId, ...attempt, accountId: attempt.accountId ?? '' };
}

export async function buildOrderRequest(server: MoneyTestApp): Promise<OrderRequest> {
  const accountId = await buildAccount(server.database);
  return { accountId, game: soldGame, sku: soldSku, locale: 'en', platform: 'FxId' };
}

export async function openPaymentForTest(
  server: MoneyTestApp,
  provider: TestProvider,
  request: OrderRequest,
  attempts = 1,
): Promise<{ readonly order: OrderRow; readonly ids: readonly string[] }> {
  const { deps } = server.money;
  const order = await createOrder(deps, request);
  const wish = {
    orderId: order.order_id,
    buyerName: 'B',
    callerAddress: '203.0.113.7',
    locale: 'en',
    wantsRedirect: false,
    returnUrl: '/',
  } as const;
  const ids: string[] = [];
  for (let number = 1; number <= attempts; number += 1) {
    const attempt = await findOrCreateAttempt(
      deps,
      await requireProviderAccount(deps, provider.loaded.folder, order.game),
      wish,
    );
    await openAttempt(deps, attempt);
    ids.push(attempt.attempt_id);
    // So that the next one becomes a new attempt.
    if (number < attempts)
      await server.database.kysely
        .updateTable('payment_attempts')
        .set({ expires_at: new Date(0) })
        .where('attempt_id', '=', attempt.attempt_id)
        .execute();
  }
  return { order, ids };
}

export async function readOrderStatus(server: MoneyTestApp, orderId: string): Promise<OrderRow['status']> {
  const { status } = await server.database.kysely
    .selectFrom('orders')
    .select('status')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return status;
}
