// Who may make which of the operators' calls: every call with every role, with none, and with keys; and operators of a
// studio for their own games and others.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import {
  allPermissions,
  isPermitted,
  operatorRoles,
  permissionsOfKeys,
  rolePermissions,
  type Permission,
} from '#model/operator.ts';
import type { Route } from '#model/route.ts';
import { parseContentPath } from '#server/features/content/content-place.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { listGameNameParameters } from '#server/http/game-name-parameters.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { buildSample } from '#server/testing/build-sample.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { signInOperator } from '#server/testing/sign-in-operator.ts';

const own = 'gem-miner';
const foreign = 'sky-courier';

const calls = Object.entries(api)
  .flatMap(([area, routes]) =>
    Object.entries(routes).map(([name, declared]) => [`${area}.${name}`, declared] as [string, Route]),
  )
  .filter(([, { access }]) => access.includes('operator'));

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, [own, foreign]);
});
afterAll(() => server[Symbol.asyncDispose]());

interface CallResult {
  readonly status: number;
  readonly code: string | undefined;
}

/** With sample values. Allowed calls do their work; what they answer then is not the matter here. */
async function send(
  declared: Route,
  { token, key, game = own }: { token?: string; key?: string; game?: string | null },
): Promise<CallResult> {
  const names = game === null ? {} : { Game: game, GameSystemName: game, game };
  const values = (schema: Route['params']): Record<string, unknown> => {
    if (!schema) return {};
    const sample = buildSample(schema, names) as Record<string, unknown>;
    if (game === null) for (const name of listGameNameParameters(schema)) delete sample[name];
    return sample;
  };
  const params = values(declared.params);
  const path = declared.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams(values(declared.query) as Record<string, string>).toString();
  const app = key === undefined ? server.consoleApp : server.app;
  const response = await app.inject({
    method: declared.method,
    url: `${apiBase}${path}${query && `?${query}`}`,
    headers: {
      host: 'console.localhost:8080',
      origin: 'http://console.localhost:8080',
      ...(token !== undefined && { cookie: `fxid-console=${token}` }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(declared.body && { 'content-type': 'application/json' }),
    },
    ...(declared.body && { payload: JSON.stringify(values(declared.body)) }),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  const code = response.statusCode >= 400 && isJson ? response.json<{ Code: string }>().Code : undefined;
  return { status: response.statusCode, code };
}

const refusals = ['Unauthenticated', 'Forbidden', 'StepUpRequired'];

function expectAllowed({ status, code }: CallResult, by: string): void {
  expect(refusals, by).not.toContain(code);
  expect(status, `${by}: ${code}`).toBeLessThan(500);
}

const mayCall = (permissions: readonly Permission[], { permission }: Route): boolean =>
  permission !== undefined && isPermitted(permissions, permission);

describe.each(calls)('%s', (_, declared) => {
  const { permission } = declared;

  test('by every role of the whole portal', async () => {
    for (const role of operatorRoles.filter((each) => each !== 'studio')) {
      const { token } = await signInOperator(server.database, role);
      const answer = await send(declared, { token });
      if (mayCall(rolePermissions[role], declared)) expectAllowed(answer, role);
      else expect(answer, role).toEqual({ status: 403, code: 'Forbidden' });
    }
  });

  test('by nobody', async () => {
    expect(await send(declared, {})).toEqual({ status: 401, code: 'Unauthenticated' });
    expect(await send(declared, { token: `fxa_${'A'.repeat(43)}` })).toEqual({ status: 401, code: 'Unauthenticated' });
  });

  test('by an operator whose second factor is too old', async () => {
    const { token } = await signInOperator(server.database, 'owner', { isStale: true });
    const answer = await send(declared, { token });
    if (declared.stepUp) expect(answer).toEqual({ status: 403, code: 'StepUpRequired' });
    else expectAllowed(answer, 'a stale owner');
  });

  test('by a studio', async () => {
    const { token, studio } = await signInOperator(server.database, 'studio', { isTrusted: true });
    await server.database.kysely.deleteFrom('studio_games').execute();
    await server.database.kysely
      .insertInto('studio_games')
      .values({ game: own, studio: studio ?? '' })
      .execute();
    const namesGame = [declared.params, declared.query, declared.body].some(
      (part) => listGameNameParameters(part).length > 0,
    );
    const ofOwn = await send(declared, { token });
    const ofForeign = await send(declared, { token, game: foreign });
    const ofNone = declared.params === undefined ? await send(declared, { token, game: null }) : undefined;
    if (!mayCall(rolePermissions.studio, declared)) {
      for (const answer of [ofOwn, ofForeign, ...(ofNone ? [ofNone] : [])])
        expect(answer).toEqual({ status: 403, code: 'Forbidden' });
      return;
    }
    if (namesGame) {
      expectAllowed(ofOwn, 'its own game');
      expect(ofForeign).toEqual({ status: 404, code: 'UnknownGame' });
    }
    if (!ofNone) return;
    if (declared.limitsToGames) expectAllowed(ofNone, 'no game');
    // A call that must name a game is refused by its schema.
    else expect(['Forbidden', 'InvalidRequest']).toContain(ofNone.code);
  });

  test('by keys', async () => {
    const keys = createOperatorKeys(server.database);
    const name = (): string => `key ${Math.random()}`;
    const others = permissionsOfKeys.filter(
      (each) => permission === undefined || permission === 'any' || !isPermitted([each], permission),
    );
    const without = await send(declared, { key: await keys.create(name(), others) });
    if (permission === 'any') expectAllowed(without, 'any key');
    else expect(without).toEqual({ status: 403, code: 'Forbidden' });
    const everything = await send(declared, { key: await keys.create(name(), allPermissions) });
    if (mayCall(permissionsOfKeys, declared)) expectAllowed(everything, 'a key with all permissions');
    else expect(everything).toEqual({ status: 403, code: 'Forbidden' });
  });
});

test('every permission is one of the owner and belongs to a call, or is granted for calls to come', () => {
  expect([...rolePermissions.owner].toSorted()).toEqual([...allPermissions].toSorted());
  for (const [name, { permission }] of calls)
    expect(permission !== undefined && isPermitted(allPermissions, permission), name).toBe(true);
});

describe('drafts of', () => {
  const neededBy = {
    'documents/tos': ['content.change', 'documents.change'],
    'news/0f8fad5b-d9cb-469f-a165-70867728950e': ['content.change', 'news.change'],
    'portal.json': ['content.change'],
    'words.json': ['content.change', 'moderation.change'],
    'rates.json': ['products.change'],
    [`games/${own}/game.json`]: ['content.change', 'games.configure'],
    [`games/${own}/products.json`]: ['products.change'],
  } as const satisfies Readonly<Record<string, readonly Permission[]>>;

  test.each(Object.entries(neededBy))('%s', async (object, needed) => {
    const path = object.replace('documents/tos', 'documents/tos/document.json').replace(/^news\/.*/, 'news.json');
    const type = parseContentPath(path)?.type ?? '';
    const insert = (state: 'open' | 'applied') =>
      server.database.kysely
        .insertInto('content_drafts')
        .values({ object, type, base: null, value: '{}', state, author: 'a test' })
        .returning('draft_id')
        .executeTakeFirstOrThrow();
    for (const role of operatorRoles) {
      const { token } = await signInOperator(server.database, role, { isTrusted: true });
      const client = server.consoleClient(token).operatorDrafts;
      const { draft_id: DraftId } = await insert('open');
      const { draft_id: applied } = await insert('applied');
      const has = rolePermissions[role];
      const mayChange = role !== 'studio' && needed.every((each) => has.includes(each));
      const mayRead = role !== 'studio' && (has.includes('content.read') || mayChange);
      const isForbidden = async (call: () => Promise<unknown>): Promise<boolean> =>
        call().then(
          () => false,
          ({ code }: { code: string }) => code === 'Forbidden',
        );
      const reads = {
        read: () => client.read({ DraftId }),
        object: () => client.object({ Object: object }),
      };
      for (const [name, call] of Object.entries(reads))
        expect(await isForbidden(call), `${role} ${name}`).toBe(!mayRead);
      const changes = {
        save: () => client.save({ Object: object, Version: 'none', Json: '{}' }),
        schedule: () => client.schedule({ DraftId }),
        apply: () => client.apply({ DraftIds: [DraftId] }),
        revert: () => client.revert({ DraftId: applied }),
        discard: () => client.discard({ DraftId }),
      };
      for (const [name, call] of Object.entries(changes))
        expect(await isForbidden(call), `${role} ${name}`).toBe(!mayChange);
    }
  });
});
