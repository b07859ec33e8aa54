// Replies to a platform that queries an order before it charges the player: what the order is, or whether this player
// may pay it now. It is the last chance to refuse a payment at no cost. The query changes nothing.
import { chooseLocalizedText, toLocale } from '#model/locale.ts';
import type { OrderQueryReply, OrderQuery } from '#model/payment-operations.server.ts';
import { resolveGameUrl } from '#server/features/games/public-game-config.ts';
import { isBuyerIdentity } from '../providers/buyer-identity.ts';
import { isAttemptPayable } from '../providers/is-attempt-payable.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import type { ProviderAccount } from '../providers/provider-account.ts';

export async function replyToOrderQuery(
  deps: OrdersDeps & { readonly gamesUrl: string },
  account: ProviderAccount,
  question: OrderQuery,
): Promise<OrderQueryReply | undefined> {
  const { provider } = account;
  const order = await findOpen(deps, account, question);
  if (!order || !isMeant(order, question)) return undefined;
  if (!(await isBuyerIdentity(deps.database.kysely, provider, order.account_id, question.payerId))) return undefined;
  const { names, descriptions, imageUrl } = order.product;
  const locale = toLocale(question.locale);
  return {
    orderId: order.order_id,
    sku: order.sku,
    name: chooseLocalizedText(names, locale),
    description: chooseLocalizedText(descriptions, locale),
    ...(imageUrl !== undefined && { imageUrl: resolveGameUrl(order.game, deps.gamesUrl, imageUrl) }),
    amountMinor: order.price_minor,
    currency: order.currency,
  };
}

async function findOpen(
  { database: { kysely }, now }: OrdersDeps,
  { provider: { folder }, owns }: ProviderAccount,
  { attemptId, orderId }: OrderQuery,
): Promise<OrderRow | undefined> {
  const id = attemptId ?? orderId;
  if (id === undefined || !uuidShape.test(id)) return undefined;
  const attempts = await kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', folder)
    .where(attemptId === undefined ? 'order_id' : 'attempt_id', '=', id)
    .execute();
  const [first] = attempts;
  const order =
    first && (await kysely.selectFrom('orders').selectAll().where('order_id', '=', first.order_id).executeTakeFirst());
  if (!order) return undefined;
  for (const attempt of attempts)
    if (isAttemptPayable(order, attempt, now()) && (await owns({ ...attempt, game: order.game }))) return order;
  return undefined;
}

const isMeant = (order: OrderRow, { amountMinor, currency, sku }: OrderQuery): boolean =>
  (amountMinor ?? order.price_minor) === order.price_minor &&
  (currency ?? order.currency) === order.currency &&
  (sku ?? order.sku) === order.sku;

// Third parties repeat this value, so it may be anything.
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
