// Lets the players' process obtain what only a platform can issue: signed logins and payment confirmations. It has its
// own host next to the vendors, whose simulators it uses.
import type { FastifyInstance } from 'fastify';
import { sendWebhookOnce } from '#kit/simulator-webhooks.server.ts';
import type { SimulatedPurchase } from '#platforms/simulator-port.server.ts';
import type { SimulatedPlayer } from '#platforms/scenario.ts';
import type { SimulatedVendor } from './load-vendor.ts';

export interface LoginRequest {
  readonly folder: string;
  readonly player: SimulatedPlayer;
}

export interface SignedLogin {
  readonly login: object;
  readonly paymentRequest?: object;
}

export interface SaleRequest {
  readonly folder: string;
  readonly purchase: SimulatedPurchase;
}

export function mountPlatformDesk(app: FastifyInstance, vendors: readonly SimulatedVendor[]): void {
  const find = (folder: string): SimulatedVendor & { platform: NonNullable<SimulatedVendor['platform']> } => {
    const found = vendors.find(({ vendor }) => vendor === `platforms/${folder}`);
    if (!found?.platform) throw new Error(`The drill has no platform ${folder}.`);
    return { ...found, platform: found.platform };
  };
  app.post<{ Body: LoginRequest }>('/login', async ({ body: { folder, player } }): Promise<SignedLogin> => {
    const { platform, place } = find(folder);
    const login = await platform.login('good', player, place);
    if (!login) throw new Error(`${folder} signs no login.`);
    const paymentRequest = await platform.paymentRequest?.(player, place);
    return { login, ...(paymentRequest && { paymentRequest }) };
  });
  app.post<{ Body: SaleRequest }>('/pay', async ({ body: { folder, purchase } }) => {
    const { platform, place } = find(folder);
    const webhook = await platform.webhooks?.paid(purchase, place);
    if (!webhook) throw new Error(`${folder} sends no webhooks.`);
    return sendWebhookOnce(place.hookUrl, webhook);
  });
}
