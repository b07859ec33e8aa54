// Simulated sign-in vendors in memory, which the production adapters call like the real ones.
import { fastify } from 'fastify';
import type { SimulatedPerson, IdentitySimulator } from '#identities/simulator-port.server.ts';
import { loadLabVendors, type LabVendors } from '#lab/vendors/load-vendors.ts';
import { FetchBlockedError, type SafeFetch } from '#server/http/safe-fetch.ts';
import { parseForm, parseJson } from '#server/http/read-body.ts';

export interface SimulatedVendors extends AsyncDisposable {
  readonly settings: LabVendors['settings'];
  readonly fetch: SafeFetch;
  login(folder: string, person: SimulatedPerson, kind?: Parameters<IdentitySimulator['login']>[0]): Promise<object>;
}

const origin = 'http://vendors.example';

export async function simulateVendors(now: () => Date = () => new Date()): Promise<SimulatedVendors> {
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, parseJson(body as Buffer)),
  );
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, parseForm(body as Buffer)),
  );
  const vendors = await loadLabVendors(origin, now);
  await vendors.mount(app);
  const inMemory: SafeFetch = async (address, { method = 'GET', headers = {}, body } = {}) => {
    if (!address.startsWith(origin)) throw new FetchBlockedError(`${new URL(address).host} is not simulated.`);
    const answer = await app.inject({
      method,
      url: address.slice(origin.length),
      headers,
      ...(body !== undefined && { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers as never, body: answer.rawPayload };
  };
  return {
    settings: vendors.settings,
    fetch: inMemory,
    login: async (folder, person, kind = 'good') => {
      const { simulator } = (await import(`#identities/${folder}/simulator.server.ts`)) as {
        simulator: IdentitySimulator;
      };
      const login = await simulator.login(kind, person, { at: `${origin}/lab/vendors/${folder}`, now });
      if (!login) throw new Error(`${folder} has no ${kind} login.`);
      return login;
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}
