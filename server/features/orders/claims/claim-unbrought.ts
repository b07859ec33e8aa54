// A purchase that a platform proves by a webhook, whether or not the player's own device has brought it: given to the account whose order
// it names, or whose order waits for it. One that names none waits until it is brought.
import type { ProvedPurchase, WebhookEnd } from '#model/payment-verbs.server.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';
import { claimPurchase, findNamedOrder, findWaiting } from './claim-purchase.ts';

export async function claimUnbrought(
  deps: OrdersDeps,
  { provider: { folder }, isOf }: ProviderAccount,
  purchase: ProvedPurchase,
): Promise<WebhookEnd> {
  const order = (await findWaiting(deps, folder, purchase)) ?? (await findNamedOrder(deps, purchase));
  if (!order?.account_id || !(await isOf(order.game))) return 'done';
  const claimant = { accountId: order.account_id, game: order.game };
  const end = await claimPurchase(deps, folder, claimant, purchase);
  return end.outcome === 'refused' ? 'mismatch' : 'done';
}
