// Every payment provider that has a simulator, in this very process and on a port of its own: their records outlive every server that is
// killed. They speak their protocols to the production adapters; now and then an answer is lost although it was done as asked.
import { existsSync } from 'node:fs';
import type { ProviderManifest } from '#payments/port.ts';
import * as registry from '#payments/registry.ts';
import type {
  MoneyMoved,
  PaymentSimulator,
  SimulatedAct,
  SimulatedTarget,
  SimulatedWebhook,
} from '#payments/simulator-port.server.ts';
import { startVendorsApp } from '../start-vendor.ts';

export interface SimulatedShop {
  readonly folder: string;
  /** The provider's name on the wire. */
  readonly id: string;
  /** One that it takes. */
  readonly currency: string;
  /** Where it is offered. */
  readonly platform: string;
  /** What an operator sets so that payments go there. */
  readonly settings: object;
  /** Does something at the provider and gives its notices, unsent. */
  act(act: SimulatedAct['name'], target: SimulatedTarget): Promise<readonly SimulatedWebhook[]>;
  /** Its payments begin in the buyer's browser, and only its notices tell of them. */
  readonly beginsInBrowser: boolean;
  /** What the provider's own records say about an attempt. */
  sum(attemptId: string): MoneyMoved;
}

export interface SimulatedShops extends AsyncDisposable {
  readonly all: readonly SimulatedShop[];
}

/**
 * @param hookUrl where the server takes notices of a provider at the moment
 * @param lostAnswers how many of a hundred answers the server does not hear
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
