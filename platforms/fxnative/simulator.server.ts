// Six simulated app stores under one address: `POST /{store}/buy` is somebody who buys on a phone, and answers what the app would bring to
// the portal; `POST /{store}/change` pays what was pending, or gives the money back. What a real store tells the portal by itself is told.
import type { FastifyInstance } from 'fastify';
import { createApi, VendorFault } from '#kit/simulator-api.server.ts';
import { createRecords, createOnePerPlace, type SimulatorRecords } from '#kit/simulator-records.server.ts';
import { isSuccess, sendWebhook } from '#kit/simulator-webhooks.server.ts';
import type { PlatformSimulator, SimulatorPlace } from '../simulator-port.server.ts';
import { simulatedAmazon } from './simulator-amazon.server.ts';
import { simulatedAppStore } from './simulator-app-store.server.ts';
import { simulatedGooglePlay } from './simulator-google-play.server.ts';
import { simulatedHuawei } from './simulator-huawei.server.ts';
import { simulatedRuStore } from './simulator-rustore.server.ts';
import { simulatedSamsung } from './simulator-samsung.server.ts';
import type { SimulatedPurchase, SimulatedReceipt, SimulatedStore, StorePlace } from './simulator-store.server.ts';

/** By their names on the wire. */
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
    const api = createApi(app);
    for (const [name, store] of stores) {
      const at = openPlace(name, place);
      store.mount(api, at);
      mountBuyers(app, name, place);
    }
  },
  settings: ({ pageOrigin, ...place }) => ({
    ...(pageOrigin !== undefined && { FrameOrigin: pageOrigin }),
    ...Object.fromEntries(stores.map(([name, store]) => [name, store.settings({ at: `${place.at}/${store.path}` })])),
    WebPayments: { AppStore: ['USA'], GooglePlay: ['USA', 'DEU'], Elsewhere: ['*'] },
  }),
  // Who plays has a code of ours, or signs in on the page.
  launch: async () => ({}),
  login: async () => undefined,
  paymentRequest: async () => ({ Store: 'GooglePlay' }),
};

const stores = Object.entries(simulatedStores) as [SimulatedStoreName, SimulatedStore][];

const findRecords = createOnePerPlace<SimulatorPlace, Record<string, SimulatorRecords<SimulatedPurchase>>>(() =>
  Object.fromEntries(stores.map(([name]) => [name, createRecords<SimulatedPurchase>()])),
);

/** A store at its address, with its records. */
export function openPlace(name: SimulatedStoreName, place: SimulatorPlace): StorePlace {
  const records = findRecords(place)[name];
  if (!records) throw new Error(`${name} has no records.`);
  return { at: `${place.at}/${simulatedStores[name].path}`, isLive: place.isLive ?? false, now: place.now, records };
}

export interface Wish {
  readonly productId: string;
  readonly orderId?: string | undefined;
  readonly state?: SimulatedPurchase['state'];
  /** Absent: as everything there is. */
  readonly isTest?: boolean;
}

/** Somebody buys on a phone; the app has what it brings to the portal. */
export function buy(name: SimulatedStoreName, wish: Wish, place: SimulatorPlace): SimulatedPurchase & SimulatedReceipt {
  const at = openPlace(name, place);
  const { productId, orderId, state = 'paid', isTest = !at.isLive } = wish;
  const purchase = at.records.add(
    ...keyed({
      id: simulatedStores[name].makeId(),
      productId,
      ...(orderId !== undefined && { orderId }),
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

/** What the store tells the portal about a purchase as it is now; undefined: it tells nothing. */
export const tell = (name: SimulatedStoreName, purchase: SimulatedPurchase, place: SimulatorPlace) => {
  const store: SimulatedStore = simulatedStores[name];
  return store.webhook?.(purchase, openPlace(name, place));
};

export function change(purchase: SimulatedPurchase, state: SimulatedPurchase['state'], { now }: SimulatorPlace): void {
  purchase.state = state;
  purchase.changedAt = now();
}

/** What a developer does by hand. */
function mountBuyers(app: FastifyInstance, name: SimulatedStoreName, place: SimulatorPlace): void {
  const { path } = simulatedStores[name];
  const api = createApi(app);
  const send = async (purchase: SimulatedPurchase) => {
    const webhook = await tell(name, purchase, place);
    if (webhook) void sendWebhook(place.hookUrl, webhook, { pausesMs: [1000, 5000, 30_000], isOver: isSuccess });
  };
  api.post(`/${path}/buy`, async ({ texts }) => {
    const { productId, orderId, state = 'paid' } = texts;
    if (productId === undefined || !isState(state)) throw new VendorFault(400, { error: 'productId, and a state' });
    const purchase = buy(name, { productId, orderId, state }, place);
    if (purchase.state === 'paid') await send(purchase);
    const { id, Receipt, Signature, StoreUserId } = purchase;
    return { id, Store: name, Receipt, Signature, StoreUserId };
  });
  api.post(`/${path}/change`, async ({ texts }) => {
    const { id = '', state = '' } = texts;
    const purchase = openPlace(name, place).records.get(id);
    if (!purchase || !isState(state)) throw new VendorFault(404, { error: 'no such purchase, or state' });
    change(purchase, state, place);
    await send(purchase);
    return { id, state };
  });
}

const isState = (state: string | undefined): state is SimulatedPurchase['state'] =>
  state === 'paid' || state === 'pending' || state === 'refunded';
