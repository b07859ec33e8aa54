// Tests for every sign-in method, including future ones. The production adapter runs against its simulator over a real
// connection, and against vendors that fail.
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '#model/problem.ts';
import { parseForm, parseJson } from '#server/http/read-body.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import type { IdentityManifest } from './port.ts';
import type { IdentityHost, ServerAdapter } from './port.server.ts';
import * as registry from './registry.ts';
import { simulatedPeople } from './simulator-person-page.server.ts';
import type {
  TestLoginKind,
  SimulatedPerson,
  IdentitySimulator,
  SimulatorEnvironment,
} from './simulator-port.server.ts';

const withoutAdapter: Readonly<Record<string, string>> = {
  email: 'the core itself proves it, by its own links',
  steam: 'its proof comes with the platform of that name; it has no adapter yet',
};

const withoutLogin: Readonly<Record<string, string>> = {
  twitch: 'it is connected to an account that is signed in already, by calls of its own',
};

/** The settings that each service is asked about. */
const checkedSettings: Readonly<Record<string, readonly string[]>> = {
  egs: ['ClientId', 'ClientSecret'],
  firebase: ['ApiKey'],
  mygames: ['ClientId', 'ClientSecret'],
  twitch: ['ClientId', 'ClientSecret'],
};

const withoutCheck: Readonly<Record<string, string>> = {
  vkid: 'it has no secret, and VK ID reads the code before the app',
};

const withoutKind: Readonly<Record<string, Partial<Record<TestLoginKind, string>>>> = {
  firebase: { used: 'an ID token may be shown again for as long as it lives' },
};

const portalUrl = 'http://localhost:8080';

const manifests = new Map<string, IdentityManifest>(Object.entries(registry));
const tested = [...manifests].filter(([name]) => !(name in withoutAdapter));

it('every folder is in the registry, and every exception names an existing adapter', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...manifests.keys()].sort());
  for (const name of Object.keys(withoutAdapter)) {
    expect(existsSync(join(import.meta.dirname, name, 'adapter.server.ts')), `${name} has an adapter now`).toBe(false);
  }
  for (const name of Object.keys({ ...withoutLogin, ...withoutKind, ...withoutCheck, ...checkedSettings })) {
    expect(tested.map(([other]) => other)).toContain(name);
  }
});

describe.each(tested)('%s', (name, manifest) => {
  let adapter: ServerAdapter;
  let simulator: IdentitySimulator;
  let vendor: FastifyInstance;
  let place: SimulatorEnvironment;

  beforeAll(async () => {
    const loaded = (await import(`./${name}/adapter.server.ts`)) as { adapter: ServerAdapter };
    const simulated = (await import(`./${name}/simulator.server.ts`)) as { simulator: IdentitySimulator };
    ({ adapter } = loaded);
    ({ simulator } = simulated);
    vendor = await listening(async (app, found) => {
      place = found;
      await simulator.mount(app, found);
    });
  });
  afterAll(() => vendor.close());

  it('has a README', () => {
    expect(existsSync(join(import.meta.dirname, name, 'README.md'))).toBe(true);
  });

  it('is simulated with valid settings', () => {
    if (!manifest.settings) throw new Error(`${name} has no settings: say in this test how it is simulated.`);
    expect([...Value.Errors(manifest.settings, simulator.settings(place))]).toEqual([]);
  });

  it('implements exactly its declared calls', () => {
    expect(Object.keys(adapter.calls).sort()).toEqual(Object.keys(manifest.routes ?? {}).sort());
  });

  if (name in withoutCheck) {
    it('asks its service about no settings', () => expect(adapter.checkSettings).toBeUndefined());
  } else {
    const check = async (settings: object, timeoutMs = 10_000) => {
      if (!adapter.checkSettings) throw new Error(`${name} can't check its settings, and no exception says why.`);
      return adapter.checkSettings(hostFor(settings, timeoutMs));
    };

    it('asks its service whether it accepts the settings', async () => {
      const settings = simulator.settings(place);
      expect(await check(settings)).toEqual({ outcome: 'accepted' });
      const fields = checkedSettings[name] ?? [];
      expect(fields).not.toEqual([]);
      for (const field of fields) {
        const result = await check({ ...settings, [field]: 'wrong' });
        expect(result, field).toEqual({ outcome: 'rejected', reason: expect.stringMatching(/./) });
        expect(JSON.stringify(result), field).not.toContain('wrong');
      }
    });

    it.each(Object.keys(troubles))('rejects no settings while the vendor %s', async (trouble) => {
      const settings = simulator.settings({ ...place, at: troubleAt(trouble, name) });
      expect(await check(settings, 400)).toMatchObject({ outcome: 'unknown', reason: expect.stringMatching(/./) });
    });
  }

  if (name in withoutLogin) {
    it('has no login', () => {
      expect(manifest.login).toBeUndefined();
      expect(adapter.verify).toBeUndefined();
    });
    return;
  }

  const [first, second] = simulatedPeople as [SimulatedPerson, SimulatedPerson];

  async function loginOf(kind: TestLoginKind, person = first): Promise<object> {
    const login = await simulator.login(kind, person, place);
    if (!login) throw new Error(`The simulator of ${name} makes no "${kind}" login, and no exception says why.`);
    return login;
  }

  /** Any other outcome of a login is a bug of the adapter. */
  async function verify(login: object, at = place, timeoutMs = 10_000) {
    if (!adapter.verify) throw new Error(`${name} declares a login and verifies none.`);
    try {
      // The compiler does not know this adapter's login type; a test below validates it against the schema.
      return await adapter.verify(login as never, hostFor(simulator.settings(at), timeoutMs));
    } catch (error) {
      if (error instanceof Problem) return { outcome: 'problem', code: error.code } as const;
      throw error;
    }
  }

  it('proves a valid login, with identity types that it declares', async () => {
    const login = await loginOf('good');
    expect([...Value.Errors(manifest.login?.block ?? {}, login)]).toEqual([]);
    const verdict = await verify(login);
    if (verdict.outcome !== 'proved') throw new Error(`The good login is refused: ${JSON.stringify(verdict)}`);
    const { type, externalId } = verdict.proof.identity;
    expect(manifest.identityTypes).toContain(type);
    expect(externalId).toMatch(/^[\x21-\x7e]{1,128}$/);
  });

  it('recognises a returning person, and distinguishes two people', async () => {
    const identityOf = async (person: SimulatedPerson) => {
      const verdict = await verify(await loginOf('good', person));
      return verdict.outcome === 'proved' ? verdict.proof.identity : undefined;
    };
    const found = await identityOf(first);
    expect(found).toBeDefined();
    expect(await identityOf(first)).toEqual(found);
    expect(await identityOf(second)).not.toEqual(found);
  });

  it('proves one identity, whatever address or name the vendor returns', async () => {
    const proofOf = async (person: SimulatedPerson) => {
      const verdict = await verify(await loginOf('good', person));
      if (verdict.outcome !== 'proved') throw new Error(`A good login is refused: ${JSON.stringify(verdict)}`);
      return verdict.proof;
    };
    const own = await proofOf(first);
    const strangers = [
      { ...second, email: first.email },
      { ...second, email: first.email.toUpperCase() },
      { ...second, email: first.email, name: first.name },
    ];
    for (const stranger of strangers) expect((await proofOf(stranger)).identity).not.toEqual(own.identity);
    for (const email of [second.email, 'admin@players.example', `${own.identity.externalId}@players.example`])
      expect((await proofOf({ ...first, email })).identity).toEqual(own.identity);
    // Only the identity of a proof can find an account.
    expect(['identity', 'name', 'email']).toEqual(expect.arrayContaining(Object.keys(own)));
    expect(Object.keys(own.identity).sort()).toEqual(['externalId', 'type']);
  });

  const kinds: TestLoginKind[] = ['changed', 'foreign', 'stale', 'used'];
  it.each(kinds)('refuses a login that is %s', async (kind) => {
    if (withoutKind[name]?.[kind] !== undefined) {
      expect(await simulator.login(kind, first, place)).toBeUndefined();
      return;
    }
    expect(await verify(await loginOf(kind))).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/./) });
  });

  if (withoutKind[name]?.used === undefined) {
    it('accepts a login once', async () => {
      const login = await loginOf('good');
      expect(await verify(login)).toMatchObject({ outcome: 'proved' });
      expect(await verify(login)).toMatchObject({ outcome: 'refused' });
    });
  }

  it.each(['', 'x', 'a\r\nb: c', '&client_id=1', '💥'.repeat(40)])(
    'survives %j in any field of a login',
    async (text) => {
      const login = await loginOf('good');
      for (const field of Object.keys(login)) {
        const outcome = (await verify({ ...login, [field]: text })).outcome;
        expect(['proved', 'refused', 'problem']).toContain(outcome);
      }
    },
  );

  it.each(Object.keys(troubles))('refuses while the vendor %s', async (trouble) => {
    const verdict = await verify(await loginOf('good'), { ...place, at: troubleAt(trouble, name) }, 400);
    expect(['refused', 'problem']).toContain(verdict.outcome);
  });
});

/** The production host, optionally with a shorter timeout. */
function hostFor(settings: object, timeoutMs: number): IdentityHost<Static<never>> {
  return {
    fetch: (address, options) =>
      safeFetch(address, {
        ...options,
        timeoutMs: Math.min(options?.timeoutMs ?? timeoutMs, timeoutMs),
        allowLoopback: true,
      }),
    now: () => new Date(),
    log: { warn: () => {} },
    portalUrl,
    settings: settings as never,
  };
}

/** A simulator on its own port, with the server's parsers. */
async function listening(mount: (app: FastifyInstance, place: SimulatorEnvironment) => Promise<void>) {
  const app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) =>
    parseJson(body),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => parseForm(body),
  );
  // The simulator must know its address before it is mounted, so a free port is chosen first.
  const port = await freePort();
  const prefix = '/lab/vendor';
  const place = { at: `http://127.0.0.1:${port}${prefix}`, portalUrl, now: () => new Date() };
  await app.register((scope) => mount(scope, place), { prefix });
  await app.listen({ host: '127.0.0.1', port });
  return app;
}

async function freePort(): Promise<number> {
  const server = await started(() => {});
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function started(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

const json = { 'content-type': 'application/json' };
const troubles: Readonly<Record<string, RequestListener | undefined>> = {
  'is down': undefined,
  'never answers': () => {},
  'answers with a page': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>'),
  'answers 500': (_, response) => response.writeHead(500, json).end('{}'),
  'answers 403 with a page': (_, response) => response.writeHead(403).end('<h1>Forbidden</h1>'),
  'answers with nothing': (_, response) => response.writeHead(200, json).end(),
  'answers with null': (_, response) => response.writeHead(200, json).end('null'),
  'answers with an empty object': (_, response) => response.writeHead(200, json).end('{}'),
  'answers with a list': (_, response) => response.writeHead(200, json).end('[[]]'),
  'sends elsewhere': (_, response) => response.writeHead(302, { location: 'https://example.org' }).end(),
  'stops in the middle': (_, response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"', () => response.destroy());
  },
  'answers without an end': (_, response) => {
    response.writeHead(200, json);
    const timer = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
    response.on('close', () => clearInterval(timer));
  },
};

const servers: Server[] = [];
const ports = new Map<string, number>();

beforeAll(async () => {
  for (const [trouble, listener] of Object.entries(troubles)) {
    if (!listener) {
      ports.set(trouble, await freePort());
      continue;
    }
    const server = await started(listener);
    servers.push(server);
    ports.set(trouble, (server.address() as AddressInfo).port);
  }
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const troubleAt = (trouble: string, name: string) => `http://127.0.0.1:${ports.get(trouble)}/lab/vendor/${name}`;
