import { sql } from 'kysely';

/** A condition on `orders`: not a test payment. */
export const isRealMoney = sql`not exists (
  select from ledger test where test.order_id = orders.order_id and test.kind = 'charged' and test.is_test)`;
