// Runs a simulated platform's server and the production server adapter in memory. No port is opened, so tests with fake
// timers can wait for every response.
import fastify, { type FastifyInstance } from 'fastify';
import type { Fetch } from '#model/fetch.server.ts';
import { samplePlayer } from './kit/testing/people.ts';
import { createSamplePayment } from './kit/testing/sample-payment.server.ts';
import { createTestTools } from './kit/testing/tools.server.ts';
import type { PlatformManifest } from './port.ts';
import type { AnyServerAdapter, PlatformHost } from './port.server.ts';
import type { PlatformSimulator, SimulatorEnvironment } from './simulator-port.server.ts';
import { testRequestContext } from './test-request-context.server.ts';
import type { SimulatedVendor } from './simulator-vendor.ts';

export async function openSimulatedVendor(
  folder: string,
  manifest: PlatformManifest,
  pageOrigin: string,
): Promise<SimulatedVendor> {
  const { adapter } = (await import(`./${folder}/adapter.server.ts`)) as { adapter: AnyServerAdapter };
  const { simulator } = (await import(`./${folder}/simulator.server.ts`)) as { simulator: PlatformSimulator };
  const prefix = `/lab/vendors/${folder}`;
  const place: SimulatorEnvironment = {
    at: `http://127.0.0.1:9${prefix}`,
    hookUrl: `http://127.0.0.1:9/api/v1/hooks/${folder}`,
    pageOrigin,
    now: () => new Date(),
  };
  const app = fastify();
  await app.register((scope) => simulator.mount(scope, place), { prefix });
  await app.ready();
  const settings = simulator.settings(place);
  const host: PlatformHost = {
    fetch: fetchIn(app),
    now: place.now,
    log: { warn: (data, text) => app.log.warn(data, text) },
    game: 'gem-miner',
    portalUrl: 'https://play.example',
    ...testRequestContext,
    settings,
  };
  const open = new Set(Object.keys(manifest.publicData?.properties ?? {}));
  return {
    at: place.at,
    data: Object.fromEntries(Object.entries(settings).filter(([name]) => open.has(name))),
    async launch(starter, scenario) {
      const { query = {}, post, bundle, ...launch } = await simulator.launch(starter, scenario, place);
      const asked = post && { ...post.fields, Game: host.game };
      const posted = post && asked && (await adapter.calls[post.call]?.(asked, host, createTestTools()));
      const fragment = typeof posted === 'string' ? posted : (launch.fragment ?? '');
      const address = new URL(`https://play.example/play/gem-miner/iframe/${folder}`);
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      address.hash = fragment;
      if (!bundle || !adapter.buildBundle) return { address };
      const about = { game: host.game, title: 'Gem Miner', orientation: undefined, webhookUrl: place.hookUrl };
      const { files } = await adapter.buildBundle({ ...about, playerUrl: address.href }, settings);
      const page = new URL(`${pageOrigin}/lab/bundles/${folder}/${host.game}/index.html`);
      for (const [name, value] of Object.entries(bundle.query)) page.searchParams.set(name, value);
      return { address, bundle: { address: page, files } };
    },
    async request(path, { body, referer }) {
      const { statusCode, payload } = await app.inject({
        method: body ? 'POST' : 'GET',
        url: prefix + path,
        ...(body && { payload: body }),
        ...(referer !== undefined && { headers: { referer } }),
      });
      return { status: statusCode, text: payload };
    },
    async verify(login) {
      if (!adapter.verify) throw new Error(`${folder} verifies nobody.`);
      return adapter.verify(login, host);
    },
    async call(name, input) {
      const call = adapter.calls[name];
      if (!call) throw new Error(`${folder} has no call ${name}.`);
      return call(input, host, createTestTools());
    },
    async openOrder() {
      const request = await simulator.paymentRequest?.(samplePlayer, place);
      const payment = createSamplePayment({ currency: manifest.storeCurrency ?? 'USD', ...(request && { request }) });
      const opening = await adapter.payments?.create(payment, { ...host, settings: settings as never });
      if (opening?.outcome !== 'created') throw new Error(`${folder} opens no order: ${JSON.stringify(opening)}`);
      return opening.reply;
    },
    close: () => app.close(),
  };
}

function fetchIn(app: FastifyInstance): Fetch {
  return async (address, { method = 'GET', headers = {}, body } = {}) => {
    const { pathname, search } = new URL(address);
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    return { status: answer.statusCode, headers: {}, body: answer.rawPayload };
  };
}
