// Test data for purchases over HTTP: buyers with a session each, so that they do not block each other, and open
// payments that wait for their webhook.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { Database } from '#server/db/database.ts';
import { createSessions } from '#server/features/sessions/sessions.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import type { Log } from '#server/http/log.ts';
import { createTestProvider, testSecret } from '#server/testing/test-provider.ts';

// Enough buyers that the purchase history of each stays short.
const buyers = 560;
const game = 'gem-miner';
const { loaded } = createTestProvider(0);

export const webhookPath = `/api/v1/hooks/${loaded.folder}`;
export const webhookHeaders = { 'x-secret': testSecret };

/**
 * Creates buyers and returns their session tokens. From then on the game sells through the provider of
 * `purchase-server.ts`.
 */
export async function createBuyers(database: Database, log: Log): Promise<string[]> {
  const { kysely } = database;
  const { config } = await kysely
    .selectFrom('games')
    .select('config')
    .where('game', '=', game)
    .executeTakeFirstOrThrow();
  const sold: PublicGameConfig = { ...config, Store: { ...config.Store, [loaded.manifest.storeFlag]: true } };
  await kysely
    .updateTable('games')
    .set({ config: JSON.stringify(sold) })
    .where('game', '=', game)
    .execute();
  const accounts = Array.from({ length: buyers }, () => ({ account_id: randomUUID(), name: 'Buyer' }));
  await kysely.insertInto('accounts').values(accounts).execute();
  const signals = await listenForNodeSignals(database.connection, log);
  const sessions = createSessions({ database, signals, now: () => new Date() });
  const tokens: string[] = [];
  for (const { account_id: accountId } of accounts) tokens.push((await sessions.begin(accountId)).token);
  await signals.close();
  return tokens;
}

export async function createOrderBodies(count: number): Promise<string[]> {
  return Array.from({ length: count }, () =>
    JSON.stringify({
      Game: game,
      Sku: 'gems-100',
      WebPublishingPlatform: 'FxId',
      Provider: loaded.manifest.id,
      IdempotencyKey: randomUUID(),
    }),
  );
}

/**
 * Webhook bodies, each confirming one open payment. An attempt has the id of its order, because the baseline needs
 * that.
 */
export async function createWebhookBodies({ kysely }: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await sql`
    with made as (select unnest(${ids}::uuid[]) as id), ordered as (
      insert into orders (order_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor, status, expires_at)
      select id, ${game}, 'g-7', 'FxId', '{"names":{}}', 'gems-100', 100, 199, 'USD', 199, 'WaitingForPayment', now() + interval '1 day'
      from made
    )
    insert into payment_attempts (attempt_id, order_id, number, provider, state, provider_payment_id, amount_minor, currency)
    select id, id, 1, ${loaded.folder}, 'open', id::text, 199, 'USD' from made`.execute(kysely);
  return ids.map((id) => {
    const event: PaymentEvent = {
      kind: 'paid',
      dedupKey: `paid ${id}`,
      attemptId: id,
      providerPaymentId: id,
      transactionId: id,
      amountMinor: 199,
      currency: 'USD',
      isTest: false,
    };
    return JSON.stringify([event]);
  });
}
