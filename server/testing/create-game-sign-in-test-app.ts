// Only the routes of game sign-in, for tests that fake the neighbouring features (emailed codes, logins, settings).
// Other calls return CallNotAvailable. Tests without fakes use `createGameTestApp`.
import type { FastifyInstance } from 'fastify';
import { api, type Api } from '#contract/api.ts';
import { createClient } from '#contract/client.ts';
import { buildCallTable } from '#contract/describe.ts';
import { Problem } from '#model/problem.ts';
import { readConfig } from '#server/config.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createGameSignInRoutes, type GameSignInDeps } from '#server/features/game-sign-in/routes.ts';
import { createGameJwts } from '#server/features/game-tokens/game-jwt.ts';
import { createSigningKeys } from '#server/features/game-tokens/signing-keys.ts';
import { createSessions } from '#server/features/sessions/sessions.ts';
import { createSignIn } from '#server/features/sign-in/sign-in.ts';
import { createOpenStoreFinder } from '#server/features/store/open-stores.ts';
import { createCatalogueReader } from '#server/features/store/read-catalogue.ts';
import { createHttpApp } from '#server/http/create-http-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { implementApi, type ApiHandlers } from '#server/http/implement-api.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { signAssertion, type GameTestApp } from './create-game-test-app.ts';
import { createTestDatabase } from './create-test-database.ts';

export type GameSignInFakes = Partial<
  Pick<GameSignInDeps, 'mailCodes' | 'verifyLogin' | 'platforms' | 'settings' | 'now' | 'notifyIdentityChange'>
>;

export async function createGameSignInTestApp(
  options: GameSignInFakes,
): Promise<Omit<GameTestApp, 'gameJwts' | 'signingKeys'>> {
  const { database, connection, drop } = await createTestDatabase({ poolSize: 10 });
  const config = readConfig({ NODE_ENV: 'test' });
  const log = createLog({ level: 'silent' });
  const now = options.now ?? (() => new Date());
  const signals = await listenForNodeSignals(connection, log);
  const sessions = createSessions({ database, signals, now });
  const sealer = createSealer(config.secrets);
  const gameKeys = createGameKeys(database, sealer);
  const signingKeys = createSigningKeys({ database, sealer, now, log });
  const gameJwts = createGameJwts({ signingKeys, portalUrl: config.publicUrl.origin, now });
  const app = createHttpApp({ config, log, metrics: createMetrics(), headers: createHeaderPolicy(config).of('api') });
  const routes = createGameSignInRoutes({
    database,
    sessions,
    gameKeys,
    gameJwts,
    findStores: createOpenStoreFinder(createCatalogueReader(database)),
    signIn: createSignIn({ database, notifyIdentityChange: options.notifyIdentityChange ?? tellNobody }),
    notifyIdentityChange: tellNobody,
    portalUrl: config.publicUrl,
    now,
    log,
    mailCodes: { send: refuse, consume: refuse },
    verifyLogin: refuse,
    platforms: [],
    settings: { readTrusted: async () => undefined },
    fetch: refuse,
    ...options,
  });
  const handlers = withTheRest(routes);
  implementApi(app, handlers, {
    sessions,
    gameKeys,
    findOperator: async () => undefined,
    writeReads: async () => undefined,
    createCallApproval: () => ({ require: async () => undefined }),
    checkReplies: true,
    countries: {},
    limitFactor: 1000,
  });
  await app.ready();
  return {
    app,
    database,
    sessions,
    gameKeys,
    client: (token) =>
      createClient<Api>(buildCallTable(api), { base: '/api/v1', send: sendTo(app), token: () => token }),
    word: signAssertion,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await signals.close();
      await drop();
    },
  };
}

const tellNobody = async (): Promise<void> => undefined;

const refuse = async (): Promise<never> => {
  throw new Error('This test has not said what comes from outside.');
};

/** Handlers for every call of the contract, so that it can be mounted. */
function withTheRest(given: object): ApiHandlers {
  const own = given as Record<string, object | undefined>;
  const missing = async (): Promise<never> => {
    throw new Problem('CallNotAvailable');
  };
  const areas = Object.entries(api).map(([area, calls]) => [
    area,
    { ...Object.fromEntries(Object.keys(calls).map((name) => [name, missing])), ...own[area] },
  ]);
  return Object.fromEntries(areas) as ApiHandlers;
}

function sendTo(app: FastifyInstance) {
  return async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const response = await app.inject({
      method: init.method as 'GET' | 'POST',
      url,
      headers: init.headers,
      ...(init.body !== undefined && { payload: init.body }),
    });
    return {
      status: response.statusCode,
      headers: { get: (name: string) => (response.headers[name] as string | undefined) ?? null },
      text: async () => response.body,
    };
  };
}
