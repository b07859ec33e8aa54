// A player on every platform of the registry: the platform identifies the player, by a request to its own host where
// the platform requires that. The player also buys if the platform reports purchases by webhook.
import assert from 'node:assert/strict';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { currencyDecimals } from '#model/money.ts';
import { platformsWithoutLoginSimulator, platformsWithoutWebhooks } from '#platforms/test-exceptions.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';
import { fetchJson, createPortalClient, type ProxyName } from './send-request.ts';
import { deskHost, gameName } from './internet.ts';
import type { LoginRequest, SaleRequest, SignedLogin } from './platform-desk.ts';
import { waitForDelivery } from './player-journey.ts';
import type { Step } from './steps.ts';

/** Platforms without a webhook purchase in this drill, each with the reason. */
const withoutSale: Readonly<Record<string, string>> = {
  ...platformsWithoutWebhooks,
  telegram: 'its webhooks name an attempt, which its client knows: the journey in a browser buys there',
  absolutegames: 'its webhooks name an attempt, which its gateway knows',
  crazygames: 'it sells through Xsolla, whose names belong to the portal’s own Xsolla here',
};

export const platformVendors: readonly string[] = Object.keys(registry)
  .filter((folder) => !(folder in platformsWithoutLoginSimulator))
  .map((folder) => `platforms/${folder}`);

export async function runPlatformJourneys(step: Step, through: ProxyName): Promise<void> {
  const platforms: [string, PlatformManifest][] = Object.entries(registry);
  for (const [folder, manifest] of platforms.filter(([name]) => !(name in platformsWithoutLoginSimulator))) {
    const sells = ['platform', 'per-purchase'].includes(manifest.purchases ?? '') && !(folder in withoutSale);
    await step(`${through}: a player of ${manifest.title} signs in${sells ? ' and buys' : ''}`, async () => {
      const signedIn = await signIn(through, folder, manifest);
      if (sells) await buy(through, folder, manifest, signedIn);
    });
  }
}

interface SignedIn {
  readonly token: string;
  readonly paymentRequest: object | undefined;
}

async function signIn(
  through: ProxyName,
  folder: string,
  { id, login: declared }: PlatformManifest,
): Promise<SignedIn> {
  const order: LoginRequest = { folder, player: buildSimulatedPlayer('registered', folder) };
  const { login, paymentRequest } = await askDesk<SignedLogin>('login', order);
  const body = { Social: id, Game: gameName, Locale: 'en', [declared?.key ?? '']: login };
  const { Token } = await createPortalClient(through).auth.authenticateFromSocial(body as never);
  assert.notEqual(Token, '', 'nobody is signed in');
  return { token: Token, paymentRequest };
}

async function buy(
  through: ProxyName,
  folder: string,
  manifest: PlatformManifest,
  { token, paymentRequest }: SignedIn,
) {
  const currency = manifest.storeCurrency ?? 'USD';
  const asked = { Game: gameName, Sku: 'gems-100', WebPublishingPlatform: manifest.id, Currency: currency };
  const block = paymentRequest && { [manifest.paymentRequest?.key ?? '']: paymentRequest };
  const { TransactionId: orderId, OrderProduct } = await createPortalClient(through, token).store.createPayment({
    ...asked,
    ...block,
  } as never);
  const sale: SaleRequest = {
    folder,
    purchase: {
      orderId,
      attemptId: '',
      sku: 'gems-100',
      amountMinor: Math.round(OrderProduct.Price * 10 ** currencyDecimals(currency)),
      currency,
      payerId: buildSimulatedPlayer('registered', folder).id,
    },
  };
  const answer = await askDesk<{ status: number; text: string }>('pay', sale);
  assert.ok([200, 204].includes(answer.status), `${answer.status} ${answer.text}`);
  await waitForDelivery(orderId).catch((error: unknown) => {
    throw new Error(`The webhook was answered ${answer.text}`, { cause: error });
  });
}

const askDesk = <T>(path: string, body: object): Promise<T> =>
  fetchJson<T>(`https://${deskHost}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
