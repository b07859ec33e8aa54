// Loads the simulators and serves them under their vendors' names.
import type { FastifyInstance } from 'fastify';
import type { IdentitySimulator } from '#identities/simulator-port.server.ts';
import type { PaymentSimulator } from '#payments/simulator-port.server.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import type { PlatformSimulator, SimulatorEnvironment } from '#platforms/simulator-port.server.ts';
import { gameName, portalUrl, vendorHosts } from './internet.ts';

export interface SimulatedVendor {
  readonly vendor: string;
  mount(app: FastifyInstance): Promise<void>;
  /** An operator's settings; none of them shows that the vendor is simulated. */
  settings(): object;
  readonly place: SimulatorEnvironment;
  readonly platform?: PlatformSimulator;
}

export function listVendors(): string[] {
  return [...new Set(vendorHosts.map(({ vendor }) => vendor).filter((vendor) => vendor.includes('/')))];
}

export async function loadVendor(vendor: string): Promise<SimulatedVendor> {
  const [family = '', folder = ''] = vendor.split('/');
  const [simulator, required] = await Promise.all([load(family, folder), listRequired(family, folder)]);
  const at = `https://${vendorHosts.find((each) => each.vendor === vendor)?.host}`;
  const place = {
    at,
    // A platform's app is configured for one game, a payment provider for the whole portal.
    hookUrl: `${portalUrl}/api/v1/hooks/${folder}${family === 'platforms' ? `/${gameName}` : ''}`,
    portalUrl,
    isLive: true,
    now: () => new Date(),
  };
  return {
    vendor,
    place,
    ...(family === 'platforms' && { platform: simulator as PlatformSimulator }),
    mount: (app) => simulator.mount(app, place),
    settings: () => {
      const entries = Object.entries(simulator.settings(place)).filter(
        ([name, value]) =>
          required.includes(name) ||
          (!(typeof value === 'string' && value.startsWith(at)) && !simulationOnly.has(name)),
      );
      return Object.fromEntries(entries);
    },
  };
}

// Settings that only simulations change; in production the vendor's values apply.
const simulationOnly: ReadonlySet<string> = new Set(['NotificationNetworks', 'FrameOrigin']);

/** Settings that an operator must provide, even if they contain an address. */
async function listRequired(family: string, folder: string): Promise<readonly string[]> {
  if (family !== 'platforms') return [];
  const registry: Readonly<Record<string, PlatformManifest>> = await import('#platforms/registry.ts');
  return registry[folder]?.settings?.required ?? [];
}

async function load(family: string, folder: string): Promise<IdentitySimulator | PaymentSimulator | PlatformSimulator> {
  switch (family) {
    case 'identities':
      return ((await import(`#identities/${folder}/simulator.server.ts`)) as { simulator: IdentitySimulator })
        .simulator;
    case 'payments':
      return ((await import(`#payments/${folder}/simulator.server.ts`)) as { simulator: PaymentSimulator }).simulator;
    default:
      return ((await import(`#platforms/${folder}/simulator.server.ts`)) as { simulator: PlatformSimulator }).simulator;
  }
}
