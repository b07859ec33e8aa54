// The rows of orders and of attempts to pay them, and their columns by name for statements that are planned once.
import type { Selectable } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export type OrderRow = Selectable<Tables['orders']>;
export type AttemptRow = Selectable<Tables['payment_attempts']>;

// A column that is added to the table is missed by the compiler here.
export const orderColumns = listColumns<OrderRow>({
  order_id: 1,
  account_id: 1,
  game: 1,
  game_uid: 1,
  platform: 1,
  product: 1,
  sku: 1,
  quantity: 1,
  price_minor: 1,
  currency: 1,
  usd_minor: 1,
  country: 1,
  status: 1,
  developer_payload: 1,
  success_url: 1,
  failure_url: 1,
  sealed_personal_info: 1,
  client_hint: 1,
  client_hint_at: 1,
  idempotency_hash: 1,
  continues_until: 1,
  created_at: 1,
  expires_at: 1,
  expired_at: 1,
  paid_at: 1,
  completed_at: 1,
});

export const attemptColumns = listColumns<AttemptRow>({
  attempt_id: 1,
  order_id: 1,
  number: 1,
  provider: 1,
  account: 1,
  settings_hash: 1,
  state: 1,
  provider_payment_id: 1,
  amount_minor: 1,
  currency: 1,
  sealed_request: 1,
  sealed_reply: 1,
  sealed_receipt: 1,
  created_at: 1,
  expires_at: 1,
  checks: 1,
  checked_at: 1,
});

function listColumns<Row>(columns: Readonly<Record<keyof Row, 1>>): string {
  return Object.keys(columns).join(', ');
}
