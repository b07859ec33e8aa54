// The simulated vendors of the lab, one for each way to sign in and each payment provider that has a simulator, mounted under
// /lab/vendors/{folder}.
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import * as identities from '#identities/registry.ts';
import type { Simulator } from '#identities/simulator-port.server.ts';
import * as payments from '#payments/registry.ts';
import type { PaymentSimulator } from '#payments/simulator-port.server.ts';
import type { FixedSettings } from '#server/features/settings/adapter-settings.ts';

export interface Vendors {
  /** With these the production halves talk to the simulators. */
  readonly settings: FixedSettings;
  mount(app: FastifyInstance): Promise<void>;
}

/** @param portalUrl where the lab listens */
export async function loadVendors(portalUrl: string, now: () => Date): Promise<Vendors> {
  const placeOf = (folder: string) => ({
    at: `${portalUrl}/lab/vendors/${folder}`,
    hookUrl: `${portalUrl}/api/v1/hooks/${folder}`,
    now,
  });
  const ways = await loadAll('identities', Object.keys(identities), async (folder) => {
    const { simulator } = (await import(`#identities/${folder}/simulator.server.ts`)) as { simulator: Simulator };
    return simulator;
  });
  const providers = await loadAll('payments', Object.keys(payments), async (folder) => {
    const { simulator } = (await import(`#payments/${folder}/simulator.server.ts`)) as { simulator: PaymentSimulator };
    return simulator;
  });
  const loaded = [...ways, ...providers].map((found) => ({ ...found, place: placeOf(found.folder) }));
  const settingsOf = (family: Family) =>
    Object.fromEntries(
      loaded
        .filter((found) => found.family === family)
        .map(({ folder, simulator, place }) => [folder, simulator.settings(place)]),
    );
  return {
    settings: { identities: settingsOf('identities'), payments: settingsOf('payments') },
    mount: async (app) => {
      for (const { folder, simulator, place } of loaded) {
        await app.register((scope) => simulator.mount(scope, place), { prefix: `/lab/vendors/${folder}` });
      }
    },
  };
}

type Family = 'identities' | 'payments';

function loadAll<S>(family: Family, folders: readonly string[], load: (folder: string) => Promise<S>) {
  const simulated = folders.filter((folder) =>
    existsSync(new URL(`../../${family}/${folder}/simulator.server.ts`, import.meta.url)),
  );
  return Promise.all(simulated.map(async (folder) => ({ family, folder, simulator: await load(folder) })));
}
