// The simulators, placed at the names of their vendors.
import type { FastifyInstance } from 'fastify';
import type { IdentitySimulator } from '#identities/simulator-port.server.ts';
import type { PaymentSimulator } from '#payments/simulator-port.server.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import type { PlatformSimulator, SimulatorEnvironment } from '#platforms/simulator-port.server.ts';
import { gameName, portalUrl, vendorHosts } from './internet.ts';

export interface PlacedVendor {
  /** Its family and folder, such as `payments/stripe`. */
  readonly vendor: string;
  mount(app: FastifyInstance): Promise<void>;
  /** As an operator has them: nothing in them says that the vendor is simulated. */
  settings(): object;
  readonly place: SimulatorEnvironment;
  /** Where it is a platform. */
  readonly platform?: PlatformSimulator;
}

export function listVendors(): string[] {
  return [...new Set(vendorHosts.map(({ vendor }) => vendor).filter((vendor) => vendor.includes('/')))];
}

export async function loadVendor(vendor: string): Promise<PlacedVendor> {
  const [family = '', folder = ''] = vendor.split('/');
  const [simulator, required] = await Promise.all([load(family, folder), listRequired(family, folder)]);
  const at = `https://${vendorHosts.find((each) => each.vendor === vendor)?.host}`;
  const place = {
    at,
    // What a platform's app is set up for is one game; a provider is the portal's.
    hookUrl: `${portalUrl}/api/v1/hooks/${folder}${family === 'platforms' ? `/${gameName}` : ''}`,
    portalUrl,
    // Production takes no test money.
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

// The vendor's own, unless somebody says otherwise.
const simulationOnly: ReadonlySet<string> = new Set(['NotificationNetworks', 'FrameOrigin']);

/** Settings that an operator has to give, wherever they lead. */
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
