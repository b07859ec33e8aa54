// Writes the rows of a purchase with bare statements, without validation, pricing or provider calls: the baseline for
// our own cost.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

export interface BareOrder {
  readonly orderId: string;
  readonly attemptId: string;
}

export function createBareOrderWriter(pool: pg.Pool) {
  const inTransaction = async (run: (client: pg.PoolClient) => Promise<void>): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await run(client);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  const event = (client: pg.PoolClient, orderId: string, kind: string) =>
    client.query(`insert into order_events (order_id, kind, detail) values ($1, $2, '{}')`, [orderId, kind]);
  return {
    open: async (accountId: string): Promise<BareOrder> => {
      const [orderId, attemptId] = [randomUUID(), randomUUID()];
      await inTransaction(async (client) => {
        await client.query(
          `insert into orders (order_id, account_id, game, game_uid, platform, product, sku, quantity, price_minor, currency,
             usd_minor, expires_at)
           values ($1, $2, 'gem-miner', 'bare', 'FxId', '{}', 'gems-100', 100, 199, 'USD', 199, now() + interval '1 day')`,
          [orderId, accountId],
        );
        await event(client, orderId, 'created');
        await client.query(
          `insert into payment_attempts (attempt_id, order_id, number, provider, amount_minor, currency, sealed_request)
           values ($1, $2, 1, 'bare', 199, 'USD', $3)`,
          [attemptId, orderId, Buffer.alloc(600)],
        );
      });
      await inTransaction(async (client) => {
        await client.query(
          `update payment_attempts set state = 'open', provider_payment_id = $2, sealed_reply = $3 where attempt_id = $1`,
          [attemptId, attemptId, Buffer.alloc(200)],
        );
        await client.query(`update orders set status = 'WaitingForPayment' where order_id = $1`, [orderId]);
        await event(client, orderId, 'payment-opened');
      });
      return { orderId, attemptId };
    },
    settle: async (order: BareOrder | undefined): Promise<void> => {
      const { orderId, attemptId } = order ?? { orderId: '', attemptId: '' };
      await inTransaction(async (client) => {
        await client.query('select from orders where order_id = $1 for update', [orderId]);
        await client.query(
          `insert into payment_events (provider, account, dedup_key, order_id, outcome, event)
           values ('bare', '', $1, $2, 'applied', '{}')`,
          [attemptId, orderId],
        );
        await client.query(
          `insert into ledger (provider, account, transaction_id, kind, order_id, attempt_id, amount_minor, currency)
           values ('bare', '', $1, 'charged', $2, $3, 199, 'USD')`,
          [attemptId, orderId, attemptId],
        );
        await client.query(`update orders set status = 'PayedWaitingForSending', paid_at = now() where order_id = $1`, [
          orderId,
        ]);
        await client.query(
          `insert into deliveries (delivery_id, order_id, game, type, payload) values ($1, $2, 'gem-miner', 'order.paid', '{}')`,
          [randomUUID(), orderId],
        );
        for (const kind of ['paid', 'status', 'delivery']) await event(client, orderId, kind);
      });
    },
  };
}
