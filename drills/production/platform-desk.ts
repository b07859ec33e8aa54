// What only a platform itself can say, for whoever plays its player: who it is that plays, and that something was paid. On a host of
// its own beside the vendors', whose records these are.
import type { FastifyInstance } from 'fastify';
import { postWebhook } from '#kit/simulator-webhooks.server.ts';
import type { SimulatedPurchase } from '#platforms/simulator-port.server.ts';
import type { SimulatedPlayer } from '#platforms/scenario.ts';
import type { PlacedVendor } from './load-vendor.ts';

export interface LoginOrder {
  readonly folder: string;
  readonly player: SimulatedPlayer;
}

export interface SignedLogin {
  readonly login: object;
  /** The block of the manifest in a request for a payment, where it has one. */
  readonly paymentRequest?: object;
}

export interface SaleOrder {
  readonly folder: string;
  readonly purchase: SimulatedPurchase;
}

export function mountPlatformDesk(app: FastifyInstance, vendors: readonly PlacedVendor[]): void {
  const find = (folder: string): PlacedVendor & { platform: NonNullable<PlacedVendor['platform']> } => {
    const found = vendors.find(({ vendor }) => vendor === `platforms/${folder}`);
    if (!found?.platform) throw new Error(`The drill has no platform ${folder}.`);
    return { ...found, platform: found.platform };
  };
  app.post<{ Body: LoginOrder }>('/login', async ({ body: { folder, player } }): Promise<SignedLogin> => {
    const { platform, place } = find(folder);
    const login = await platform.login('good', player, place);
    if (!login) throw new Error(`${folder} signs no login.`);
    const paymentRequest = await platform.paymentRequest?.(player, place);
    return { login, ...(paymentRequest && { paymentRequest }) };
  });
  app.post<{ Body: SaleOrder }>('/pay', async ({ body: { folder, purchase } }) => {
    const { platform, place } = find(folder);
    const webhook = await platform.webhooks?.paid(purchase, place);
    if (!webhook) throw new Error(`${folder} sends no webhooks.`);
    return postWebhook(place.hookUrl, webhook);
  });
}
