// Grants a purchase that a platform proves by a webhook, whether or not the player's device reported it: to the buyer
// of the order that it names, or of the order that waits for it. Without any it waits until the device reports it.
import type { ProvedPurchase, WebhookResult } from '#model/payment-operations.server.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { findProviderAccount, type ProviderAccount } from '../providers/provider-account.ts';
import { claimProvedPurchase, findReferencedOrder, findPendingOrder, findWaitingOrder } from './claim-purchase.ts';

export async function claimFromWebhook(
  deps: OrdersDeps,
  account: ProviderAccount,
  purchase: ProvedPurchase,
): Promise<WebhookResult> {
  const { payerId } = purchase;
  const order =
    (await findPendingOrder(deps, account, purchase)) ??
    (await findReferencedOrder(deps, purchase)) ??
    (payerId === undefined ? undefined : await findWaitingOrder(deps, account, purchase, { payerId }));
  if (!order?.account_id) return 'done';
  const payee = await findPayee(deps, account, order);
  if (!payee) return 'done';
  const claimant = { accountId: order.account_id, game: order.game };
  const end = await claimProvedPurchase(deps, payee, claimant, purchase);
  return end.outcome === 'refused' ? 'mismatch' : 'done';
}

async function findPayee(
  deps: OrdersDeps,
  account: ProviderAccount,
  { order_id: orderId, game }: OrderRow,
): Promise<ProviderAccount | undefined> {
  if (await account.isOf(game)) return findProviderAccount(deps, account.provider, game);
  const attempts = await deps.database.kysely
    .selectFrom('payment_attempts')
    .select(['account', 'settings_hash'])
    .where('order_id', '=', orderId)
    .where('provider', '=', account.provider.folder)
    .execute();
  for (const attempt of attempts) if (await account.owns({ ...attempt, game })) return account;
  return undefined;
}
