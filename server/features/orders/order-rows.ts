import type { Selectable } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export type OrderRow = Selectable<Tables['orders']>;
export type AttemptRow = Selectable<Tables['payment_attempts']>;

export const orderColumnsSql = `order_id, account_id, game, game_uid, platform, product, sku, quantity, price_minor, currency,
  usd_minor, country, status, developer_payload, success_url, failure_url, sealed_personal_info, client_hint, client_hint_at,
  idempotency_hash, continues_until, created_at, expires_at, expired_at, paid_at, completed_at`;

export const attemptColumnsSql = `attempt_id, order_id, number, provider, account, settings_hash, state, provider_payment_id,
  amount_minor, currency, sealed_request, sealed_reply, sealed_receipt, created_at, expires_at, checks, checked_at,
  awaits_return`;
