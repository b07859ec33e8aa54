// The API calls for buying. The token in a body is ignored: the header identifies the buyer.
import { buildGameOrigin } from '#model/build-game-origin.ts';
import { fallbackLocale } from '#model/locale.ts';
import { toCheckoutStatus, toSimpleOrderStatus } from '#model/order.ts';
import { Problem } from '#model/problem.ts';
import { safeDestination } from '#model/safe-destination.ts';
import { createGamesReader, type StoredGame } from '#server/features/games/read-games.ts';
import { chooseBuyerCountry } from '#server/features/store/buyer-country.ts';
import { findPlatformPaymentParameters } from '#server/features/store/platform-payment-parameters.ts';
import type { Caller } from '#server/http/caller.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { enqueueAttemptCheck } from './checks/enqueue-checks.ts';
import { createOrder, createOrderToPay } from './ordering/create-order.ts';
import type { CreatedOrder } from './ordering/insert-order.ts';
import { portalPlatformName } from './ordering/order-request.ts';
import { findOwnOrder } from './ordering/find-own-order.ts';
import { openPayment } from './attempts/open-payment.ts';
import { verifyOrderPageToken } from './redirect/order-page-token.ts';
import { describeProduct, describeOrder, describePayment, describePrice } from './describe-order.ts';
import type { OrderRow } from './order-rows.ts';
import type { OrdersDeps } from './orders-deps.ts';
import { savePersonalInfo } from './ordering/personal-info.ts';
import { saveBrowserPaymentHint } from './ordering/save-hint.ts';

export interface OrderRoutesDeps {
  readonly orders: OrdersDeps;
  readonly portalOrigin: string;
  readonly gamesUrl: string;
}

type OrderCalls =
  | 'createOrder'
  | 'createPayment'
  | 'getPaymentStatus'
  | 'merchantPaymentCompleted'
  | 'setOptimisticOrderStatus'
  | 'updateOrderPi';

export function createOrderRoutes(deps: OrderRoutesDeps): Pick<AreaHandlers<'store'>, OrderCalls> {
  const { orders } = deps;
  const { database } = orders;
  const { requireGame } = createGamesReader(database);
  return {
    createOrder: async ({ session, body, caller }) => {
      await requireGame(body.Game);
      const request = readRequest(deps, body, session.accountId, caller());
      const context = await orders.readOrderContext(request);
      const locale = context.buyer?.locale ?? fallbackLocale;
      const order = await createOrder(orders, { ...request, context, locale, platform: portalPlatformName });
      return describeOrder(order, locale, deps.gamesUrl);
    },
    createPayment: async (call) => createPayment(deps, await requireGame(call.body.Game), call),
    getPaymentStatus: async ({ session, body }) => {
      const order = await findOwnOrder(database, session, body.PublicOrderId);
      await enqueueAttemptCheck(orders, order);
      return {
        Status: order.status,
        SimpleStatus: toSimpleOrderStatus(order.status),
        CheckoutStatus: toCheckoutStatus(order.status),
      };
    },
    merchantPaymentCompleted: async ({ body, caller }) => {
      const order = await requireOrderOfPage(orders, body.Token);
      await enqueueAttemptCheck(orders, order);
      const locale = body.Locale ?? caller().locale;
      return {
        PublicOrderId: order.order_id,
        Status: toSimpleOrderStatus(order.status),
        CheckoutStatus: toCheckoutStatus(order.status),
        OrderPrice: describePrice(order, locale),
        OrderProduct: describeProduct(order, locale, deps.gamesUrl),
      };
    },
    setOptimisticOrderStatus: async ({ session, body }) => {
      const order = await findOwnOrder(database, session, body.PublicOrderId);
      return { Status: (await saveBrowserPaymentHint(orders, order, body.Status)).status };
    },
    updateOrderPi: async ({ session, body }) => {
      const order = await findOwnOrder(database, session, body.PublicOrderId);
      return { Success: await savePersonalInfo(orders, order.order_id, readPersonalInfo(body.OrderPersonalInfo)) };
    },
  };
}

async function createPayment(
  deps: OrderRoutesDeps,
  game: StoredGame,
  { session, body, caller }: Parameters<AreaHandlers<'store'>['createPayment']>[0],
) {
  const { orders } = deps;
  const { database } = orders;
  const from = caller();
  const request = readRequest(deps, body, session.accountId, from);
  const context = await orders.readOrderContext(request);
  const locale = body.Locale ?? context.buyer?.locale ?? fallbackLocale;
  const paymentRequest = {
    game,
    preferred: body.Provider,
    callerAddress: from.ip,
    locale,
    wantsRedirect: body.EmbeddingType === 'Redirect',
    request: findPlatformPaymentParameters(body.WebPublishingPlatform, body),
  };
  const ordered = { ...request, hints: readProductHints(body), context, locale, platform: body.WebPublishingPlatform };
  const { order, planned }: CreatedOrder =
    body.PublicOrderId === undefined
      ? await createOrderToPay(orders, ordered, paymentRequest)
      : { order: requireSameProduct(await findOwnOrder(database, session, body.PublicOrderId), body) };
  const returnUrl = orders.returnAddress + order.order_id;
  const opened = await openPayment(orders, order, { ...paymentRequest, returnUrl }, planned);
  return describePayment(order, opened, locale, deps.gamesUrl);
}

async function requireOrderOfPage({ database, sealer }: OrdersDeps, token: string): Promise<OrderRow> {
  const orderId = verifyOrderPageToken(sealer, token);
  const order =
    orderId === undefined
      ? undefined
      : await database.kysely.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!order) throw new Problem('NotFound', 'There is no such order.');
  return order;
}

const readRequest = (deps: OrderRoutesDeps, body: OrderBody, accountId: string, from: Caller) => ({
  accountId,
  game: body.Game,
  sku: body.Sku,
  currency: body.Currency,
  country: chooseBuyerCountry(from, body.Country),
  idempotencyKey: body.IdempotencyKey,
  developerPayload: body.DeveloperPayload?.MerchantDeveloperPayload,
  successUrl: checkDestination(deps, body.Game, 'SuccessRedirectUrl', body.SuccessRedirectUrl),
  failureUrl: checkDestination(deps, body.Game, 'FailureRedirectUrl', body.FailureRedirectUrl),
});

interface OrderBody {
  readonly Game: string;
  readonly Sku: string;
  readonly Currency?: string;
  readonly Country?: string;
  readonly IdempotencyKey?: string;
  readonly DeveloperPayload?: { readonly MerchantDeveloperPayload: string };
  readonly SuccessRedirectUrl?: string;
  readonly FailureRedirectUrl?: string;
}

export const readProductHints = (body: { ProductNameHint?: string; ProductDescriptionHint?: string }) => ({
  ...(body.ProductNameHint !== undefined && { name: body.ProductNameHint }),
  ...(body.ProductDescriptionHint !== undefined && { description: body.ProductDescriptionHint }),
});

export function readPersonalInfo(body: { Email?: string; PhoneNumber?: string; IsAutoConfirm: boolean }) {
  const { Email, PhoneNumber, IsAutoConfirm: isAutoConfirm } = body;
  return {
    ...(Email !== undefined && { email: Email.trim() }),
    ...(PhoneNumber !== undefined && { phone: PhoneNumber }),
    isAutoConfirm,
  };
}

function requireSameProduct(order: OrderRow, { Game, Sku }: OrderBody): OrderRow {
  if (order.game !== Game || order.sku !== Sku)
    throw new Problem('Conflict', `This order is for ${order.sku} of ${order.game}.`);
  return order;
}

/** After a payment, redirects lead only to the portal and the game. */
function checkDestination(
  { portalOrigin, gamesUrl }: OrderRoutesDeps,
  game: string,
  field: string,
  address: string | undefined,
): string | undefined {
  if (address === undefined) return undefined;
  const destination = safeDestination(address, [portalOrigin, new URL(buildGameOrigin(gamesUrl, game)).origin]);
  if (destination !== undefined) return destination;
  throw new Problem('InvalidRequest', `${field} leads away from the portal and the game.`, {
    fields: { [field]: 'must be an address of the portal or of the game' },
  });
}
