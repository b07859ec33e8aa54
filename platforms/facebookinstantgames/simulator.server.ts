// Simulates Facebook Instant Games. Purchases stay until they are consumed. The catalogue has the portal's products and
// prices.
import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { createSimulatorApi, serveScript } from '#kit/simulator-api.server.ts';
import { memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import { signFacebookRequest, simulatedFacebookApp } from '#kit/simulator-facebook.server.ts';
import { createUnconsumedPurchasesApi, requireRequestShape } from '#kit/simulator-unconsumed-purchases.server.ts';
import type { TestLoginKind, PlatformSimulator, SimulatorEnvironment } from '../simulator-port.server.ts';

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    await serveScript(app, '/fbinstant.js', join(import.meta.dirname, 'simulator-script.js'), {
      pageOrigin: place.pageOrigin,
      isBlocked: ({ headers: { referer = '' } }) =>
        URL.canParse(referer) && new URL(referer).searchParams.has(blockedParameter),
    });
    mountPlayers(app, place);
    mountPayments(app, place);
  },

  settings: ({ at, isLive = false }) => ({
    AppId: simulatedFacebookApp.id,
    AppSecrets: [simulatedFacebookApp.secret],
    IsTest: !isLive,
    RewardedPlacementId: '1110000000000111_1',
    InterstitialPlacementId: '1110000000000111_2',
    SdkUrl: `${at}/fbinstant.js`,
  }),

  // Nothing is added to the URL; this parameter is for the simulated script.
  launch: async (_, { sdk }) => (sdk === 'blocked' ? { query: { [blockedParameter]: 'blocked' } } : {}),

  async login(kind, { id }, place) {
    const at = kind === 'good' ? nextSecond(id, place) : secondsOf(place.now(), shiftMs[kind]);
    const signature = signAsid(id, at, secrets[kind]);
    // Changes one character at the start of the JSON.
    const Signature = kind === 'changed' ? signature.replace('.eyJhb', '.eyJhc') : signature;
    return { ApplicationScopedId: id, Signature };
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

const secondsOf = (at: Date, moreMs = 0): number => Math.floor((at.getTime() + moreMs) / 1000);
const signAsid = (asid: string, issued_at: number, secret?: string): string =>
  signFacebookRequest({ issued_at, asid }, secret);

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
  api.get('/picture.svg', ({ reply }) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/svg+xml')
      .send(
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><circle cx="100" cy="100" r="100" fill="#0866ff"/></svg>',
      ),
  );
}

interface SoldProduct {
  readonly productID: string;
  readonly title: string;
  readonly price: string;
  readonly priceAmount: string;
  readonly priceCurrencyCode: string;
}

function createPurchase(
  { productID, priceAmount: amount, priceCurrencyCode: currency }: SoldProduct,
  developerPayload: string | undefined,
  at: Date,
) {
  // Beyond the range of numbers, as real ids may be.
  const paymentID = `9${Array.from({ length: 18 }, () => randomInt(10)).join('')}`;
  const purchaseToken = randomUUID();
  const purchaseTime = secondsOf(at);
  return {
    paymentID,
    productID,
    purchaseToken,
    purchaseTime: String(purchaseTime),
    isConsumed: false,
    paymentActionType: 'charge',
    ...(developerPayload !== undefined && { developerPayload }),
    signedRequest: signFacebookRequest({
      app_id: simulatedFacebookApp.id,
      is_consumed: false,
      // Real times sometimes have a fraction.
      issued_at: purchaseTime + 0.5,
      payment_action_type: 'charge',
      payment_id: paymentID,
      product_id: productID,
      purchase_price: { amount, currency },
      purchase_time: purchaseTime,
      purchase_token: purchaseToken,
      ...(developerPayload !== undefined && { developer_payload: developerPayload }),
    }),
  };
}

const mountPayments = createUnconsumedPurchasesApi<SoldProduct>({
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
  sell: (product, developerPayload, at) => {
    const purchase = createPurchase(product, developerPayload, at);
    return { token: purchase.purchaseToken, purchase };
  },
});
