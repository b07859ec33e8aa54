// Six simulated app stores. `POST /{store}/buy` makes a purchase on a phone and returns what the app would send to the
// portal; `POST /{store}/change` pays a pending purchase or refunds one.
import type { FastifyInstance } from 'fastify';
import { createSimulatorApi, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { createSimulatorRecords, memoizeBySimulatorUrl, type SimulatorRecords } from '#kit/simulator-records.server.ts';
import { isSuccessStatus, sendWebhookWithRetries } from '#kit/simulator-webhooks.server.ts';
import type { PlatformSimulator, SimulatorEnvironment } from '../simulator-port.server.ts';
import { simulatedAmazon } from './simulator-amazon.server.ts';
import { simulatedAppStore } from './simulator-app-store.server.ts';
import { simulatedGooglePlay } from './simulator-google-play.server.ts';
import { simulatedHuawei } from './simulator-huawei.server.ts';
import { simulatedRuStore } from './simulator-rustore.server.ts';
import { simulatedSamsung } from './simulator-samsung.server.ts';
import type {
  SimulatedPurchase,
  SimulatedReceipt,
  SimulatedStore,
  SimulatedStoreEnvironment,
} from './simulator-store.server.ts';

export const simulatedStores = {
  AppStore: simulatedAppStore,
  GooglePlay: simulatedGooglePlay,
  Huawei: simulatedHuawei,
  Samsung: simulatedSamsung,
  Amazon: simulatedAmazon,
  RuStore: simulatedRuStore,
} as const;

export type SimulatedStoreName = keyof typeof simulatedStores;

export const simulator: PlatformSimulator = {
  async mount(app, place) {
    const api = createSimulatorApi(app);
    for (const [name, store] of stores) {
      const at = openStoreEnvironment(name, place);
      store.mount(api, at);
      mountBuyers(app, name, place);
    }
  },
  settings: ({ pageOrigin, ...place }) => ({
    ...(pageOrigin !== undefined && { FrameOrigin: pageOrigin }),
    ...Object.fromEntries(stores.map(([name, store]) => [name, store.settings({ at: `${place.at}/${store.path}` })])),
    WebPayments: { AppStore: ['USA'], GooglePlay: ['USA', 'DEU'], Elsewhere: ['*'] },
  }),
  // Players have a login code of ours or sign in on the page.
  launch: async () => ({}),
  login: async () => undefined,
  paymentRequest: async () => ({ Store: 'GooglePlay' }),
};

const stores = Object.entries(simulatedStores) as [SimulatedStoreName, SimulatedStore][];

const findRecords = memoizeBySimulatorUrl<SimulatorEnvironment, Record<string, SimulatorRecords<SimulatedPurchase>>>(
  () => Object.fromEntries(stores.map(([name]) => [name, createSimulatorRecords<SimulatedPurchase>()])),
);

export function openStoreEnvironment(name: SimulatedStoreName, place: SimulatorEnvironment): SimulatedStoreEnvironment {
  const records = findRecords(place)[name];
  if (!records) throw new Error(`${name} has no records.`);
  return { at: `${place.at}/${simulatedStores[name].path}`, isLive: place.isLive ?? false, now: place.now, records };
}

export interface SimulatedPurchaseRequest {
  readonly productId: string;
  readonly orderId?: string | undefined;
  readonly state?: SimulatedPurchase['state'];
  readonly isTest?: boolean;
  readonly priceMinor?: number;
}

export function buyOnPhone(
  name: SimulatedStoreName,
  wish: SimulatedPurchaseRequest,
  place: SimulatorEnvironment,
): SimulatedPurchase & SimulatedReceipt {
  const at = openStoreEnvironment(name, place);
  const { productId, orderId, state = 'paid', isTest = !at.isLive } = wish;
  const purchase = at.records.add(
    ...keyed({
      id: simulatedStores[name].makeId(),
      productId,
      ...(orderId !== undefined && { orderId }),
      ...(wish.priceMinor !== undefined && { priceMinor: wish.priceMinor }),
      isTest,
      state,
      boughtAt: at.now(),
      changedAt: at.now(),
      isConsumed: false,
      isAcknowledged: false,
    }),
  );
  return Object.assign(purchase, simulatedStores[name].receipt(purchase, at));
}

const keyed = (purchase: SimulatedPurchase): [string, SimulatedPurchase] => [purchase.id, purchase];

/** Undefined: the store sends no webhooks. */
export const createStoreWebhook = (
  name: SimulatedStoreName,
  purchase: SimulatedPurchase,
  place: SimulatorEnvironment,
) => {
  const store: SimulatedStore = simulatedStores[name];
  return store.webhook?.(purchase, openStoreEnvironment(name, place));
};

export function changePurchaseState(
  purchase: SimulatedPurchase,
  state: SimulatedPurchase['state'],
  { now }: SimulatorEnvironment,
): void {
  purchase.state = state;
  purchase.changedAt = now();
}

function mountBuyers(app: FastifyInstance, name: SimulatedStoreName, place: SimulatorEnvironment): void {
  const { path } = simulatedStores[name];
  const api = createSimulatorApi(app);
  const send = async (purchase: SimulatedPurchase) => {
    const webhook = await createStoreWebhook(name, purchase, place);
    if (webhook)
      void sendWebhookWithRetries(place.hookUrl, webhook, { pausesMs: [1000, 5000, 30_000], isOver: isSuccessStatus });
  };
  api.post(`/${path}/buy`, async ({ texts }) => {
    const { productId, orderId, state = 'paid', price } = texts;
    if (productId === undefined || !isState(state))
      throw new SimulatedVendorError(400, { error: 'productId, and a state' });
    const priceMinor = price !== undefined && /^\d{1,9}$/.test(price) ? { priceMinor: Number(price) } : {};
    const purchase = buyOnPhone(name, { productId, orderId, state, ...priceMinor }, place);
    if (purchase.state === 'paid') await send(purchase);
    const { id, Receipt, Signature, StoreUserId } = purchase;
    return { id, Store: name, Receipt, Signature, StoreUserId };
  });
  api.post(`/${path}/change`, async ({ texts }) => {
    const { id = '', state = '' } = texts;
    const purchase = openStoreEnvironment(name, place).records.get(id);
    if (!purchase || !isState(state)) throw new SimulatedVendorError(404, { error: 'no such purchase, or state' });
    changePurchaseState(purchase, state, place);
    await send(purchase);
    return { id, state };
  });
}

const isState = (state: string | undefined): state is SimulatedPurchase['state'] =>
  state === 'paid' || state === 'pending' || state === 'refunded';
