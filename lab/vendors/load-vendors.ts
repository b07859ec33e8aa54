// Loads all simulators of sign-in methods, payment providers and platforms, mounted under /lab/vendors/{folder}.
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import * as identities from '#identities/registry.ts';
import type { IdentitySimulator } from '#identities/simulator-port.server.ts';
import { describeVendorStatus, type VendorStatus } from '#model/vendor-evidence.ts';
import * as payments from '#payments/registry.ts';
import type { PaymentSimulator } from '#payments/simulator-port.server.ts';
import type { AnyServerAdapter } from '#platforms/port.server.ts';
import * as platforms from '#platforms/registry.ts';
import type { PlatformSimulator, SimulatorEnvironment } from '#platforms/simulator-port.server.ts';
import type { FixedAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { readAssumptions } from './read-assumptions.ts';

export interface SimulatedPlatform {
  readonly folder: string;
  readonly title: string;
  readonly simulator: PlatformSimulator;
  readonly place: SimulatorEnvironment;
  readonly assumptions: string;
  /** Set if the platform opens a bundle of ours. */
  readonly buildBundle?: NonNullable<AnyServerAdapter['buildBundle']> | undefined;
}

export interface SimulatedProvider {
  readonly folder: string;
  readonly simulator: PaymentSimulator;
  readonly place: SimulatorEnvironment;
}

export interface LabVendors {
  /** Settings that point the production adapters to the simulators. */
  readonly settings: FixedAdapterSettings;
  readonly platforms: readonly SimulatedPlatform[];
  readonly payments: readonly SimulatedProvider[];
  readonly all: readonly { readonly folder: string; readonly title: string }[];
  mount(app: FastifyInstance): Promise<void>;
}

/**
 * @param portalUrl the address the lab listens on
 * @param pageOriginOf the origin of the page on which a simulated platform frames the player; absent if there are none
 */
export async function loadLabVendors(
  portalUrl: string,
  now: () => Date,
  pageOriginOf?: (folder: string) => string,
  /** The address at which browsers reach the lab, if it differs. */
  publicUrl: string = portalUrl,
): Promise<LabVendors> {
  const placeOf = (folder: string) => ({
    at: `${publicUrl}/lab/vendors/${folder}`,
    hookUrl: `${portalUrl}/api/v1/hooks/${folder}`,
    ...(pageOriginOf && { pageOrigin: pageOriginOf(folder) }),
    now,
  });
  const ways = await loadAll('identities', Object.keys(identities), async (folder) => {
    const { simulator } = (await import(`#identities/${folder}/simulator.server.ts`)) as {
      simulator: IdentitySimulator;
    };
    return simulator;
  });
  const providers = await loadAll('payments', Object.keys(payments), async (folder) => {
    const { simulator } = (await import(`#payments/${folder}/simulator.server.ts`)) as { simulator: PaymentSimulator };
    return simulator;
  });
  const places = await loadAll('platforms', Object.keys(platforms), async (folder) => {
    const { simulator } = (await import(`#platforms/${folder}/simulator.server.ts`)) as {
      simulator: PlatformSimulator;
    };
    return simulator;
  });
  const bundles = new Map(
    await Promise.all(
      places.map(async ({ folder }) => {
        const { adapter } = (await import(`#platforms/${folder}/adapter.server.ts`)) as { adapter: AnyServerAdapter };
        return [folder, adapter.buildBundle] as const;
      }),
    ),
  );
  const loaded = [...ways, ...providers, ...places].map((found) => ({ ...found, place: placeOf(found.folder) }));
  const settingsOf = (family: Family) =>
    Object.fromEntries(
      loaded
        .filter((found) => found.family === family)
        .map(({ folder, simulator, place }) => [folder, simulator.settings(place)]),
    );
  return {
    settings: {
      identities: settingsOf('identities'),
      payments: settingsOf('payments'),
      platforms: settingsOf('platforms'),
    },
    platforms: places
      .filter(({ folder }) => isThere('platforms', folder, 'simulator.browser.ts'))
      .map(({ folder, simulator }) => ({
        folder,
        title: titleOf(folder),
        simulator,
        place: placeOf(folder),
        assumptions: `${describeVendorStatus(manifests[folder] ?? {}).join(' ')}\n\n${readAssumptions(folder)}`,
        buildBundle: bundles.get(folder),
      })),
    payments: providers.map(({ folder, simulator }) => ({
      folder,
      simulator,
      place: placeOf(folder),
    })),
    all: loaded.map(({ folder }) => ({ folder, title: titleOf(folder) })),
    mount: async (app) => {
      for (const { folder, simulator, place } of loaded) {
        await app.register((scope) => simulator.mount(scope, place), { prefix: `/lab/vendors/${folder}` });
      }
    },
  };
}

type Family = 'identities' | 'payments' | 'platforms';

const manifests: Readonly<Record<string, Partial<VendorStatus> & { readonly title: string }>> = {
  ...identities,
  ...payments,
  ...platforms,
};
const titleOf = (folder: string): string => manifests[folder]?.title ?? folder;

function loadAll<S>(family: Family, folders: readonly string[], load: (folder: string) => Promise<S>) {
  const simulated = folders.filter((folder) => isThere(family, folder, 'simulator.server.ts'));
  return Promise.all(simulated.map(async (folder) => ({ family, folder, simulator: await load(folder) })));
}

const isThere = (family: Family, folder: string, file: string): boolean =>
  existsSync(new URL(`../../${family}/${folder}/${file}`, import.meta.url));
