// The simulated vendors of the lab, one for each way to sign in that has a simulator, mounted under /lab/vendors/{folder}.
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import * as identities from '#identities/registry.ts';
import type { Simulator } from '#identities/simulator-port.server.ts';
import type { FixedSettings } from '#server/features/settings/adapter-settings.ts';

export interface Vendors {
  /** With these the production halves talk to the simulators. */
  readonly settings: FixedSettings;
  mount(app: FastifyInstance): Promise<void>;
}

/** @param portalUrl where the lab listens */
export async function loadVendors(portalUrl: string, now: () => Date): Promise<Vendors> {
  const folders = Object.keys(identities).filter((folder) =>
    existsSync(new URL(`../../identities/${folder}/simulator.server.ts`, import.meta.url)),
  );
  const loaded = await Promise.all(
    folders.map(async (folder) => {
      const { simulator } = (await import(`#identities/${folder}/simulator.server.ts`)) as { simulator: Simulator };
      return { folder, simulator, place: { at: `${portalUrl}/lab/vendors/${folder}`, now } };
    }),
  );
  const settings = loaded.map(({ folder, simulator, place }) => [folder, simulator.settings(place)] as const);
  return {
    settings: { identities: Object.fromEntries(settings) },
    mount: async (app) => {
      for (const { folder, simulator, place } of loaded) {
        await app.register((scope) => simulator.mount(scope, place), { prefix: `/lab/vendors/${folder}` });
      }
    },
  };
}
