// Checks who may make which call: every type of caller, every call of the contract, for the caller's own game and
// another one.
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { apiBase } from '#contract/api-base.ts';
import { Problem } from '#model/problem.ts';
import { allPermissions } from '#model/operator.ts';
import type { RouteAccess, Route } from '#model/route.ts';
import { readConfig } from './config.ts';
import { listenForNodeSignals, type NodeSignals } from './db/node-signals.ts';
import { createGameKeys } from './features/game-keys/game-keys.ts';
import type { OperatorCaller } from './features/operators/operator-caller.ts';
import { createSessions, type Session, type SessionStart } from './features/sessions/sessions.ts';
import { createHttpApp } from './http/create-http-app.ts';
import { createHeaderPolicy } from './http/headers.ts';
import { implementApi, type ApiHandlers, type ApiCall } from './http/implement-api.ts';
import { createLog } from './http/log.ts';
import { createMetrics } from './http/metrics.ts';
import { listGameNameParameters } from './http/game-name-parameters.ts';
import { createSealer } from './secrets/sealer.ts';
import { buildAccount, buildGames } from './testing/build-accounts.ts';
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts';
import { buildSample } from './testing/build-sample.ts';

const own = 'gem-miner';
const foreign = 'sky-courier';

/** The access that each caller has; `session` if it has one. */
const callers = {
  nobody: { needs: [] },
  'a bound session': { needs: ['bound'], session: { game: own } },
  'a handed session': { needs: ['handed'], session: { handed: true } },
  'a bound session that was handed on': { needs: ['bound', 'handed'], session: { game: own, handed: true } },
  'a whole session': { needs: ['whole'], session: { stale: true } },
  'a fresh session': { needs: ['whole or fresh'], session: {} },
  "a game's server": { needs: ['game'] },
  'an operator': { needs: ['operator'] },
} as const satisfies Record<
  string,
  { needs: readonly (RouteAccess | 'whole or fresh')[]; session?: Partial<SessionStart> & { stale?: true } }
>;
type CallerName = keyof typeof callers;

/** Which permission a call needs is tested with the roles: features/operators/permissions.test.ts. */
const operator: OperatorCaller = {
  kind: 'key',
  id: 'all',
  name: 'all',
  permissions: allPermissions,
  hasSteppedUp: true,
};

// The console's own calls are on its host only.
const calls = Object.entries(api)
  .flatMap(([area, routes]) =>
    Object.entries(routes).map(([name, declared]) => [`${area}.${name}`, declared] as [string, Route]),
  )
  .filter(([, { access }]) => !access.includes('console'));

let testing: TestDatabase;
let signals: NodeSignals;
let app: FastifyInstance;
const tokens = new Map<CallerName, string>();
let cameWithSession = false;

beforeAll(async () => {
  testing = await createTestDatabase();
  await buildGames(testing.database, [own, foreign]);
  const player = await buildAccount(testing.database);
  const config = readConfig({ NODE_ENV: 'test' });
  const log = createLog({ level: 'silent' });
  signals = await listenForNodeSignals(testing.connection, log);
  const sessions = createSessions({ database: testing.database, signals, now: () => new Date() });
  const gameKeys = createGameKeys(testing.database, createSealer(config.secrets));
  app = createHttpApp({ config, log, metrics: createMetrics(), headers: createHeaderPolicy(config).of('api') });
  implementApi(app, noters(), {
    sessions,
    gameKeys,
    findOperator: async ({ headers }) => (headers.authorization === 'Bearer fxo_all' ? operator : undefined),
    writeReads: async () => undefined,
    createCallApproval: () => ({ require: async () => undefined }),
    checkReplies: false,
    countries: {},
    limitFactor: 1e6,
  });
  await app.ready();
  for (const [name, caller] of Object.entries(callers)) {
    if (!('session' in caller)) continue;
    const { stale, ...origin } = { stale: undefined, ...caller.session };
    const { token, session } = await sessions.begin(player, { begunBy: 'Email', ...origin });
    tokens.set(name as CallerName, token);
    if (stale)
      await testing.database.kysely
        .updateTable('sessions')
        .set({ proved_at: sql`now() - interval '11 minutes'` })
        .where('session_id', '=', session.sessionId)
        .execute();
  }
  tokens.set("a game's server", await gameKeys.create(own));
  tokens.set('an operator', 'fxo_all');
});
afterAll(async () => {
  await app.close();
  await signals.close();
  await testing.drop();
});

/** Handlers for all calls that record the caller and then fail. */
function noters(): ApiHandlers {
  const areas = Object.entries(api).map(([area, routes]) => {
    const handlers = Object.keys(routes).map((name) => [
      name,
      async ({ session }: ApiCall<Route>) => {
        const given = session as Session | (() => Promise<Session | undefined>);
        cameWithSession = (typeof given === 'function' ? await given() : given) !== undefined;
        throw new Problem('Conflict', 'It came through.');
      },
    ]);
    return [area, Object.fromEntries(handlers)];
  });
  return Object.fromEntries(areas) as ApiHandlers;
}

async function send(declared: Route, caller: CallerName, game: string) {
  const known = { Game: game, GameSystemName: game, game };
  const values = (schema: Route['params']) => (schema ? (buildSample(schema, known) as Record<string, unknown>) : {});
  const params = values(declared.params);
  const path = declared.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams(values(declared.query) as Record<string, string>).toString();
  const token = tokens.get(caller);
  const isForm = declared.bodyType === 'form';
  const body = declared.body && values(declared.body);
  cameWithSession = false;
  const response = await app.inject({
    method: declared.method,
    url: `${apiBase}${path}${query && `?${query}`}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(body && {
      payload: isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
    }),
  });
  return { code: response.json<{ Code: string }>().Code, counted: cameWithSession };
}

const namesGame = (declared: Route): boolean =>
  [declared.params, declared.query, declared.body].some((part) => listGameNameParameters(part).length > 0);

function isDeclared({ access }: Route, caller: CallerName): boolean {
  const has = (need: string): boolean =>
    need === 'whole or fresh'
      ? access.includes('whole') || access.includes('fresh')
      : access.includes(need as RouteAccess);
  return callers[caller].needs.every(has);
}

describe.each(Object.keys(callers) as CallerName[])('%s', (caller) => {
  const isBound = caller.startsWith('a bound');

  test.each(calls)('and %s', async (_, declared) => {
    const isOpen = declared.access.includes('anyone');
    for (const game of [own, foreign]) {
      const isForeign = isBound && game === foreign && namesGame(declared);
      const answer = await send(declared, caller, game);
      if (isOpen) {
        expect(answer.code).toBe('Conflict');
        const counts = 'session' in callers[caller] && isDeclared(declared, caller) && !isForeign;
        expect(answer.counted, 'its session counts').toBe(counts);
        continue;
      }
      const hasSession = 'session' in callers[caller];
      const passes = callers[caller].needs.length > 0 && isDeclared(declared, caller) && !isForeign;
      const isForKeys = declared.access.includes('game') || declared.access.includes('operator');
      const refusal = hasSession && !isForKeys ? 'SignInAgain' : 'Unauthenticated';
      expect(answer.code).toBe(passes ? 'Conflict' : refusal);
    }
  });
});

test('a bound session without a named game uses its own', async () => {
  await send(api.profile.get, 'a bound session', own);
  const response = await app.inject({
    method: 'POST',
    url: `${apiBase}/profile`,
    headers: { authorization: `Bearer ${tokens.get('a bound session')}`, 'content-type': 'application/json' },
    payload: '{}',
  });
  expect(response.json()).toMatchObject({ Code: 'Conflict' });
});

test('games are named at the top level of a request, where they are checked', () => {
  for (const [name, declared] of calls) {
    for (const part of [declared.params, declared.query, declared.body]) {
      const nested = Object.values(part?.properties ?? {}).filter((each) =>
        JSON.stringify(each).includes('a-z0-9-]{0,62}'),
      );
      const direct = listGameNameParameters(part).length;
      const severalGames: Readonly<Record<string, readonly string[]>> = {
        'profile.confirmMerge': ['fresh'],
        'discovery.named': ['anyone', 'handed', 'whole'],
        'operatorAdmin.saveStudio': ['operator'],
      };
      if (name in severalGames) expect(declared.access).toEqual(severalGames[name]);
      else expect(nested.length, name).toBe(direct);
    }
  }
});
