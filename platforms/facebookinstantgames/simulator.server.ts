// Simulates Facebook Instant Games. Purchases stay until they are consumed. The catalogue has the portal's products, at
// the portal's prices or, in the iOS app, at Apple's. Purchases and refunds are also reported by webhook.
import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { createSimulatorApi, serveScript, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { escapeHtml, sendSimulatorPage } from '#kit/simulator-page.server.ts';
import { memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import { signFacebookRequest, simulatedFacebookApp } from '#kit/simulator-facebook.server.ts';
import { createUnconsumedPurchasesApi, requireRequestShape } from '#kit/simulator-unconsumed-purchases.server.ts';
import { isSuccessStatus, sendWebhookWithRetries, type SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import { mountSimulatedStorage } from '../kit/simulator-storage.server.ts';
import type { TestLoginKind, PlatformSimulator, SimulatorEnvironment } from '../simulator-port.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    await serveScript(app, '/fbinstant.js', join(import.meta.dirname, 'simulator-script.js'), {
      pageOrigin: place.pageOrigin,
      isBlocked: ({ headers: { referer = '' } }) =>
        URL.canParse(referer) && new URL(referer).searchParams.has(blockedParameter),
    });
    mountPlayers(app, place);
    mountSimulatedStorage(app);
    mountPayments(app, place);
    mountWebhooks(app, place);
  },

  settings: ({ at, pageOrigin, isLive = false }) => ({
    ...(pageOrigin !== undefined && { FrameOrigin: pageOrigin }),
    AppId: simulatedFacebookApp.id,
    AppSecrets: [simulatedFacebookApp.secret],
    IsTest: !isLive,
    RewardedPlacementId: '1110000000000111_1',
    InterstitialPlacementId: '1110000000000111_2',
    WebhookVerifyToken: 'simulated-verify-token',
    SdkUrl: `${at}/fbinstant.js`,
  }),

  // `source` is what the real script looks for; the other parameter is for the simulated one.
  launch: async (_, { sdk }) => ({
    bundle: { query: { source: 'simulated', ...(sdk === 'blocked' && { [blockedParameter]: 'blocked' }) } },
  }),

  async login(kind, { id }, place) {
    const issued_at = secondsOf(place.now(), shiftMs[kind]);
    const payload = { issued_at, player_id: playerIdOf(id), request_payload: randomUUID() };
    const signature = signFacebookRequest(payload, secrets[kind]);
    // Changes one character at the start of the JSON.
    return { Signature: kind === 'changed' ? signature.replace('.eyJhb', '.eyJhc') : signature };
  },
};

const blockedParameter = 'simulated-script';
const staleMs = 6 * 60_000;
const shiftMs: Partial<Record<TestLoginKind, number>> = { stale: -staleMs, future: 2 * 60_000 };
// Each game is an app of its own.
const secrets: Partial<Record<TestLoginKind, string>> = {
  foreign: 'nobodys0secret',
  'other game': 'another0app0secret',
};

/** The id in this game only, which differs from the app-scoped id. */
const playerIdOf = (id: string): string => `23${id}`;

const secondsOf = (at: Date, moreMs = 0): number => Math.floor((at.getTime() + moreMs) / 1000);
const signAsid = (asid: string, issued_at: number): string => signFacebookRequest({ issued_at, asid });

const lastSecondsAt = memoizeBySimulatorUrl(() => new Map<string, number>());

/** Times are in whole seconds. Launches within one second get different ones, because a signature works once. */
function nextSecond(id: string, place: SimulatorEnvironment): number {
  const lastSeconds = lastSecondsAt(place);
  const next = Math.max(secondsOf(place.now()), (lastSeconds.get(id) ?? 0) + 1);
  lastSeconds.set(id, next);
  return next;
}

const short = Type.String({ maxLength: 100 });
const PlayerBody = Type.Object({ id: short, playerId: short, isExpired: Type.Boolean() });
const SignedBody = Type.Object({ ...PlayerBody.properties, requestPayload: Type.String({ maxLength: 1000 }) });

function mountPlayers(app: FastifyInstance, place: SimulatorEnvironment): void {
  const { now } = place;
  const api = createSimulatorApi(app);
  const issuedAt = (isExpired: boolean): number => secondsOf(now(), isExpired ? -staleMs : 0);
  api.post('/web/asid', ({ body }) => {
    const { id, isExpired } = requireRequestShape(PlayerBody, body, 'a player');
    const at = isExpired ? issuedAt(true) : nextSecond(id, place);
    return { asid: id, signature: signAsid(id, at) };
  });
  api.post('/web/player', ({ body }) => {
    const { playerId, isExpired, requestPayload } = requireRequestShape(SignedBody, body, 'a player');
    const payload = { issued_at: issuedAt(isExpired), player_id: playerId, request_payload: requestPayload };
    return { playerId, signature: signFacebookRequest(payload) };
  });
}

interface SoldProduct {
  readonly productID: string;
  readonly title: string;
  readonly price: string;
  readonly priceAmount: string;
  readonly priceCurrencyCode: string;
}

type Store = 'APPLE' | 'FB';

/** Apple's price is a fifth higher. */
function priceIn(store: Store, product: SoldProduct): SoldProduct {
  if (store === 'FB') return product;
  const priceAmount = (Number(product.priceAmount) * 1.2).toFixed(2);
  return { ...product, priceAmount, price: `$${priceAmount}` };
}

function createPurchase(
  { productID, priceAmount: amount, priceCurrencyCode: currency }: SoldProduct,
  store: Store,
  at: Date,
) {
  // Beyond the range of numbers, as real ids may be.
  const paymentID = `9${Array.from({ length: 18 }, () => randomInt(10)).join('')}`;
  const purchaseToken = randomUUID();
  const purchaseTime = secondsOf(at);
  const signed = {
    app_id: simulatedFacebookApp.id,
    is_consumed: false,
    payment_id: paymentID,
    product_id: productID,
    purchase_platform: store,
    purchase_price: { amount, currency },
    purchase_time: purchaseTime,
    purchase_token: purchaseToken,
  };
  return {
    paymentID,
    productID,
    purchaseToken,
    purchaseTime: String(purchaseTime),
    isConsumed: false,
    paymentActionType: 'charge',
    // Real times sometimes have a fraction.
    signedRequest: signFacebookRequest({ ...signed, issued_at: purchaseTime + 0.5, payment_action_type: 'charge' }),
    signed,
  };
}

type SoldPurchase = ReturnType<typeof createPurchase>;

const soldAt = memoizeBySimulatorUrl(() => new Map<string, SoldPurchase['signed']>());

const mountPayments = (app: FastifyInstance, place: SimulatorEnvironment): void => {
  const sold = soldAt(place);
  createUnconsumedPurchasesApi<SoldProduct>({
    platform: 'FacebookInstantGames',
    currency: 'USD',
    // oxlint-disable-next-line eslint/no-restricted-globals -- it plays the vendor's dashboard, which has a client of its own
    send: (address, init) => fetch(address, init),
    describe: ({ Sku, ProductName, Price }) => ({
      productID: Sku,
      title: ProductName,
      price: `$${Price.toFixed(2)}`,
      priceAmount: Price.toFixed(2),
      priceCurrencyCode: 'USD',
    }),
    idName: 'productID',
    sell: (product, store, at) => {
      const where = store === 'APPLE' ? 'APPLE' : 'FB';
      const { signed, ...purchase } = createPurchase(priceIn(where, product), where, at);
      sold.set(purchase.purchaseToken, signed);
      return { token: purchase.purchaseToken, purchase };
    },
  })(app, place);
};

const Notice = Type.Object({ playerId: short, token: short, isTwice: Type.Optional(Type.Boolean()) });

function mountWebhooks(app: FastifyInstance, place: SimulatorEnvironment): void {
  const sold = soldAt(place);
  const buyers = new Map<string, string>();
  const api = createSimulatorApi(app);
  const notify = async (body: unknown, action: 'charge' | 'refund'): Promise<object> => {
    const { playerId, token, isTwice = false } = requireRequestShape(Notice, body, 'a purchase');
    const purchase = sold.get(token);
    if (!purchase) throw new SimulatedVendorError(404, { error: 'There is no such purchase.' });
    buyers.set(token, playerId);
    const webhook = createWebhook({ ...purchase, player_id: playerId, payment_action_type: action });
    const rules = { pausesMs: [50, 150, 500], isOver: isSuccessStatus };
    const { status } = await sendWebhookWithRetries(place.hookUrl, webhook, rules);
    if (isTwice) await sendWebhookWithRetries(place.hookUrl, webhook, rules);
    return { status };
  };
  api.post('/web/notify', ({ body }) => notify(body, 'charge'));
  api.post('/web/refund', ({ body }) => notify(body, 'refund'));
  api.post('/refund', async ({ body, reply }) => {
    await notify(body, 'refund');
    return reply.code(303).header('location', `${place.at}/`).send();
  });
  api.get('/', ({ reply }) => {
    const rows = [...sold].toReversed().map(
      ([
        token,
        {
          product_id: product,
          purchase_price: { amount, currency },
        },
      ]) => {
        const fields = Object.entries({ token, playerId: buyers.get(token) ?? '' })
          .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
          .join('');
        const form = `<form method="post" action="${escapeHtml(place.at)}/refund">${fields}<button>Refund</button></form>`;
        return `<tr><td>${escapeHtml(product)}<small>${token}</small></td><td>${amount} ${currency}</td><td>${form}</td></tr>`;
      },
    );
    const list = rows.length === 0 ? '<p>Nothing was bought yet.</p>' : `<table>${rows.join('')}</table>`;
    const body = `<main class="wide"><h1>Purchases in Facebook Instant Games</h1><p class="note">Simulated. A refund is reported to the portal by webhook.</p>${list}</main>`;
    return sendSimulatorPage(reply, {
      title: 'Facebook Instant Games (simulated)',
      accent: '#0866ff',
      frameAncestors: "'none'",
      body,
    });
  });
}

export function createWebhook(value: object, secret: string = simulatedFacebookApp.secret): SimulatedWebhook {
  const body = JSON.stringify({
    object: 'application',
    entry: [{ id: simulatedFacebookApp.id, changes: [{ field: 'instant_games_iap', value }] }],
  });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` } };
}
