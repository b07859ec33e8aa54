// Compares what was acknowledged to players with the rows of the database.
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import type { Acknowledged } from './cluster-players.ts';

/** Returns everything acknowledged that is missing. */
export function findLosses(url: string, acknowledged: Acknowledged): Promise<string[]> {
  const accounts = [...acknowledged.accounts];
  const saves = [...acknowledged.saves];
  return withSingleConnection({ connectionString: url }, async (client) => {
    const list = async (text: string, ...values: readonly (readonly unknown[])[]): Promise<string[]> => {
      const { rows } = await client.query<{ what: string }>(text, [...values]);
      return rows.map(({ what }) => what);
    };
    return [
      ...(await list(
        `SELECT 'account ' || id AS what FROM unnest($1::uuid[]) AS id
         WHERE NOT EXISTS (SELECT FROM accounts WHERE account_id = id)`,
        accounts,
      )),
      ...(await list(
        `SELECT format('revision %s of the save of %s', revision, id) AS what
         FROM unnest($1::uuid[], $2::bigint[]) AS told (id, revision)
         WHERE NOT EXISTS (SELECT FROM saves WHERE account_id = id AND saves.revision >= told.revision)`,
        saves.map(([account]) => account),
        saves.map(([, revision]) => revision),
      )),
      ...(await list(
        `SELECT 'order ' || id AS what FROM unnest($1::uuid[]) AS id
         WHERE NOT EXISTS (SELECT FROM orders WHERE order_id = id)`,
        [...acknowledged.orders],
      )),
      ...(await list(
        `SELECT format('payment of order %s (%s)', id, status) AS what FROM unnest($1::uuid[]) AS id
         LEFT JOIN orders ON order_id = id
         WHERE status IS NULL OR status NOT IN ('PayedWaitingForSending', 'Completed')`,
        [...acknowledged.payments],
      )),
      ...(await list(
        `SELECT 'completion of order ' || id AS what FROM unnest($1::uuid[]) AS id
         WHERE NOT EXISTS (SELECT FROM orders WHERE order_id = id AND status = 'Completed')`,
        [...acknowledged.granted.keys()],
      )),
    ];
  });
}

/** Those of the orders that are paid, but not granted, or that one purchase created twice. */
export function listUnfinishedOrders(url: string, orders: readonly string[]): Promise<string[]> {
  return withSingleConnection({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ what: string }>(
      `SELECT format('order %s is %s', order_id, status) AS what FROM orders
       WHERE order_id = ANY($1) AND status <> 'Completed'
       UNION ALL
       SELECT format('account %s has %s orders', account_id, count(*)) FROM orders GROUP BY account_id HAVING count(*) > 1`,
      [orders],
    );
    return rows.map(({ what }) => what);
  });
}
