// All payment providers with a simulator, in the test process on their own port, so that their records survive killed
// servers. The production adapters call them by their real protocols; sometimes a response is lost after the request
// succeeded.
import { existsSync } from 'node:fs';
import type { ProviderManifest } from '#payments/port.ts';
import * as registry from '#payments/registry.ts';
import type {
  ChargedAndReturned,
  PaymentSimulator,
  SimulatorAction,
  SimulatedPaymentReference,
  SimulatedWebhook,
} from '#payments/simulator-port.server.ts';
import { startVendorsApp } from '../start-vendor.ts';

export interface SimulatedShop {
  readonly folder: string;
  readonly id: string;
  readonly currency: string;
  readonly platform: string;
  readonly settings: object;
  act(act: SimulatorAction['name'], target: SimulatedPaymentReference): Promise<readonly SimulatedWebhook[]>;
  /** Payments start in the buyer's browser, and only webhooks report them. */
  readonly beginsInBrowser: boolean;
  sum(attemptId: string): ChargedAndReturned;
}

export interface SimulatedShops extends AsyncDisposable {
  readonly all: readonly SimulatedShop[];
}

/**
 * @param hookUrl the server's present webhook address for a provider
 * @param lostAnswers the percentage of responses that the server never receives
 * @param readPage reads a public page of the server
 */
export async function startSimulatedShops(
  hookUrl: (folder: string) => string,
  lostAnswers: number,
  readPage: (address: string) => Promise<string>,
): Promise<SimulatedShops> {
  const { app, origin, listen } = await startVendorsApp();
  app.addHook('onSend', async ({ method, raw }) => {
    if (method === 'POST' && Math.random() * 100 < lostAnswers) raw.socket.destroy();
  });
  const all: SimulatedShop[] = [];
  for (const [folder, manifest] of Object.entries<ProviderManifest>(registry)) {
    if (!hasSimulator(folder)) continue;
    const { simulator } = (await import(`#payments/${folder}/simulator.server.ts`)) as { simulator: PaymentSimulator };
    const place = {
      at: `${origin}/${folder}`,
      get hookUrl() {
        return hookUrl(folder);
      },
      readPage,
      now: () => new Date(),
    };
    await app.register((scope) => simulator.mount(scope, place), { prefix: `/${folder}` });
    all.push({
      folder,
      id: manifest.id,
      currency: manifest.currencies?.[0] ?? 'USD',
      platform: manifest.platforms?.[0] ?? 'FxId',
      settings: simulator.settings(place),
      act: (act, target) => simulator.act(act, target, place),
      beginsInBrowser: simulator.beginsInBrowser ?? false,
      sum: (attemptId) => simulator.sum({ attemptId }, place),
    });
  }
  await listen();
  return { all, [Symbol.asyncDispose]: () => app.close() };
}

const hasSimulator = (folder: string): boolean =>
  existsSync(new URL(`../../../payments/${folder}/simulator.server.ts`, import.meta.url));
