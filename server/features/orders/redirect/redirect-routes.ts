// A purchase started by a link, such as from a game outside the portal. The link shows a page and changes nothing; the
// page's form submits the one-time token and redirects to the provider's page. If a receipt needs an email address
// first, the portal asks for it.
import { apiBase } from '#contract/api-base.ts';
import { Problem } from '#model/problem.ts';
import { safeWebAddress } from '#model/safe-destination.ts';
import { acceptDocumentVersions } from '#server/features/documents/accept-document.ts';
import { readUnacceptedDocuments } from '#server/features/documents/read-unaccepted.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { readTempToken, consumeTempToken } from '#server/features/game-tokens/consume-temp-token.ts';
import { formatPrice } from '#server/features/store/format-price.ts';
import { chooseBuyerCountry } from '#server/features/store/buyer-country.ts';
import { priceProduct } from '#server/features/store/price-product.ts';
import type { Caller } from '#server/http/caller.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import type { AreaHandlers, HtmlReply } from '#server/http/implement-api.ts';
import { createOrder } from '../ordering/create-order.ts';
import { portalPlatformName } from '../ordering/order-request.ts';
import { openPayment } from '../attempts/open-payment.ts';
import { createOrderPageToken } from './order-page-token.ts';
import type { OrderRow } from '../order-rows.ts';
import type { OpenedPayment, OrdersDeps } from '../orders-deps.ts';
import { savePersonalInfo } from '../ordering/personal-info.ts';
import { renderConfirmPage, renderRedirectPage, type ConfirmPageContent } from './redirect-pages.ts';
import { readProductHints, readPersonalInfo } from '../routes.ts';

export interface RedirectRoutesDeps {
  readonly orders: OrdersDeps;
  readonly policy: HeaderPolicy;
  readonly basePath: string;
}

type RedirectCalls = 'createPaymentWithRedirect' | 'confirmPaymentWithRedirect' | 'continueRedirectWithPi';
type RedirectCall<Name extends RedirectCalls> = Parameters<AreaHandlers<'store'>[Name]>[0];

export function createRedirectRoutes(deps: RedirectRoutesDeps): Pick<AreaHandlers<'store'>, RedirectCalls> {
  const { orders, policy } = deps;
  const { requireGame } = createGamesReader(orders.database);
  const open = async (order: OrderRow, { ip, locale }: Caller): Promise<OpenedPayment> =>
    openPayment(orders, order, {
      game: await requireGame(order.game),
      callerAddress: ip,
      locale,
      wantsRedirect: true,
      returnUrl: orders.pageAddress(
        `Store/MerchantPaymentCompleted/${createOrderPageToken(orders.sealer, order.order_id)}`,
      ),
    });
  return {
    createPaymentWithRedirect: async (call) => {
      await requireGame(call.params.Game);
      return askToConfirm(deps, call);
    },
    confirmPaymentWithRedirect: async (call) => {
      await requireGame(call.body.Game);
      const from = call.caller();
      const order = await createConfirmedOrder(orders, call.body, from);
      return renderRedirectPage(policy, from.locale, chooseAddress(orders, order, await open(order, from)));
    },
    continueRedirectWithPi: async ({ body, caller }) => {
      const order = await requireContinuing(orders, body.PublicOrderId);
      await savePersonalInfo(orders, order.order_id, readPersonalInfo(body.OrderPersonalInfo));
      const fresh = { ...order, ...(await readInfo(orders, order.order_id)) };
      return { RedirectUrl: chooseAddress(orders, order, await open(fresh, caller())) };
    },
  };
}

async function askToConfirm(
  deps: RedirectRoutesDeps,
  { params, query, caller }: RedirectCall<'createPaymentWithRedirect'>,
): Promise<HtmlReply> {
  const { policy, basePath } = deps;
  const from = caller();
  const { locale } = from;
  const country = chooseBuyerCountry(from, query.Country ?? query.CountryHint);
  const { Currency: currency, WebPublishingPlatform: platform } = query;
  const asked = { game: params.Game, sku: params.Sku, currency, country, locale, platform };
  const priced = await priceProduct(deps.orders.database.kysely, asked);
  if (priced.outcome !== 'priced') throw new Problem('NotFound', `${params.Sku} of ${params.Game} is not for sale.`);
  return renderConfirmPage(policy, {
    locale,
    productName: priced.productName || (query.ProductNameHint ?? ''),
    productDescription: priced.productDescription || (query.ProductDescriptionHint ?? ''),
    price: formatPrice({ minor: priced.priceMinor, currency: priced.currency }, locale),
    documents: await readDocumentsToAccept(deps, params.Game, query.Token),
    action: `${basePath.replace(/\/$/, '')}${apiBase}/store/confirm_payment_with_redirect`,
    fields: {
      Game: params.Game,
      Sku: params.Sku,
      Token: query.Token,
      Currency: priced.currency,
      Country: country,
      WebPublishingPlatform: query.WebPublishingPlatform,
      DeveloperPayload: query.DeveloperPayload,
      ProductNameHint: query.ProductNameHint,
      ProductDescriptionHint: query.ProductDescriptionHint,
    },
  });
}

async function readDocumentsToAccept(
  { orders }: RedirectRoutesDeps,
  game: string,
  token: string,
): Promise<ConfirmPageContent['documents']> {
  const accountId = await readTempToken(orders.database.kysely, token);
  if (accountId === undefined) return [];
  const documents = await readUnacceptedDocuments(orders.database.kysely, game, accountId);
  return documents.flatMap(({ DocumentType: { Value: type }, GameSystemName: of, Versions: [version] }) =>
    version
      ? [
          {
            type,
            versionId: version.Id,
            address: orders.pageAddress(`Docs/${of === undefined ? '' : `${of}/`}${type.toLowerCase()}`),
          },
        ]
      : [],
  );
}

async function createConfirmedOrder(
  orders: OrdersDeps,
  body: RedirectCall<'confirmPaymentWithRedirect'>['body'],
  from: Caller,
): Promise<OrderRow> {
  const buyer = await consumeTempToken(orders.database.kysely, body.Token);
  if (!buyer) throw new Problem('TokenExpiredOrUsed');
  if (buyer.game !== undefined && buyer.game !== body.Game) throw new Problem('SignInAgain');
  const accepted = body.AcceptedVersions?.split(' ') ?? [];
  await acceptDocumentVersions(orders.database.kysely, buyer.accountId, body.Game, accepted);
  return createOrder(orders, {
    accountId: buyer.accountId,
    game: body.Game,
    sku: body.Sku,
    currency: body.Currency,
    country: chooseBuyerCountry(from, body.Country),
    locale: from.locale,
    platform: body.WebPublishingPlatform ?? portalPlatformName,
    developerPayload: body.DeveloperPayload,
    hints: readProductHints(body),
    continuesUntil: new Date(orders.now().getTime() + continuesMs),
  });
}

async function requireContinuing({ database, now }: OrdersDeps, orderId: string): Promise<OrderRow> {
  const order = await database.kysely
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('continues_until', '>', now())
    .executeTakeFirst();
  if (!order) throw new Problem('NotFound', 'There is no such purchase to go on with.');
  return order;
}

const continuesMs = 3_600_000;

function chooseAddress({ pageAddress, sealer }: OrdersDeps, order: OrderRow, opened: OpenedPayment): string {
  if (opened.outcome === 'needs-email') {
    const query = {
      PublicOrderId: order.order_id,
      Token: createOrderPageToken(sealer, order.order_id),
      ...(opened.acceptsPhone && { Phone: 'accepted' }),
    };
    return `${pageAddress('Store/ContinueWithPI')}?${new URLSearchParams(query).toString()}`;
  }
  // openPayment was called for a provider with a redirect page.
  const address = safeWebAddress(opened.redirectUrl);
  if (address === undefined) throw new Problem('PaymentRefused');
  return address;
}

const readInfo = ({ database }: OrdersDeps, orderId: string) =>
  database.kysely
    .selectFrom('orders')
    .select('sealed_personal_info')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
