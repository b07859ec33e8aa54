// The six simulated stores in memory with the production adapter. `fault` replaces a response.
import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import type { PlatformHost } from '../../port.server.ts';
import type { SimulatorEnvironment } from '../../simulator-port.server.ts';
import { testRequestContext } from '../../test-request-context.server.ts';
import type { NativeSettings } from '../settings.ts';
import { simulator } from '../simulator.server.ts';

export interface SimulatedStores extends AsyncDisposable {
  readonly place: SimulatorEnvironment;
  readonly clock: { now: Date };
  readonly settings: NativeSettings;
  readonly asked: string[];
  readonly warned: object[];
  fault: { readonly address: RegExp; readonly status: number; readonly body?: string } | undefined;
  host(settings?: Partial<NativeSettings>): PlatformHost<NativeSettings>;
}

export async function openSimulatedStores({
  isLive = true,
}: { readonly isLive?: boolean } = {}): Promise<SimulatedStores> {
  const at = `http://stores.example/${randomUUID()}`;
  const clock = { now: new Date(Date.UTC(2027, 0, 1)) };
  const place: SimulatorEnvironment = { at, hookUrl: 'http://127.0.0.1:9/', isLive, now: () => clock.now };
  const app = fastify({ routerOptions: { maxParamLength: 2000 } });
  await simulator.mount(app, place);
  await app.ready();
  const settings = simulator.settings(place) as NativeSettings;
  const stores: SimulatedStores = {
    place,
    clock,
    settings,
    asked: [],
    warned: [],
    fault: undefined,
    host: (more = {}) => ({
      fetch: async (address, { method = 'GET', headers = {}, body } = {}) => {
        const url = address.slice(at.length);
        stores.asked.push(`${method} ${url}`);
        if (stores.fault?.address.test(url)) {
          const { status, body: text = '' } = stores.fault;
          return { status, headers: {}, body: Buffer.from(text) };
        }
        const answer = await app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) });
        return { status: answer.statusCode, headers: {}, body: answer.rawPayload };
      },
      now: place.now,
      log: { warn: (data) => void stores.warned.push(data) },
      game: 'gem-miner',
      portalUrl: 'https://play.example',
      ...testRequestContext,
      settings: { ...settings, ...more },
    }),
    [Symbol.asyncDispose]: () => app.close(),
  };
  return stores;
}
