import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { problems } from '#model/problem.ts';
import type { Route } from '#model/route.ts';
import { listRouteProblems } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { ApiError, RequiredParameterError } from './api-error.ts';
import { api, type Api } from './api.ts';
import { createClient, type SendRequest } from './client.ts';
import { buildCallTable } from './describe.ts';
import { buildOpenApi } from './openapi.ts';
import { createSchemaComponents } from './schema-components.ts';
import { schemaKey, listSchemaNames } from './schema-names.ts';
import { formatSchema } from './format-schema.ts';

const calls = Object.entries(api).flatMap(([area, routes]) =>
  Object.entries(routes).map(([name, declared]) => [`${area}.${name}`, declared] as [string, Route]),
);

describe('the declared calls', () => {
  test('include all calls of the specification', async () => {
    const declared = new Set(calls.map(([, { method, path }]) => `${method} ${path}`));
    expect(specified.filter((call) => !declared.has(call))).toEqual([]);
    expect(declared.size).toBe(calls.length);
  });

  test.each(calls)('%s has complete and limited schemas', (name, declared) => {
    const inPath = [...declared.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(Object.keys(declared.params?.properties ?? {}), 'path parameters').toEqual(inPath);
    expect(declared.summary).toMatch(/\.$/);
    const names = [declared.params, declared.query, declared.body].flatMap((part) =>
      Object.keys(part?.properties ?? {}),
    );
    expect(new Set(names).size, 'names are distinct').toBe(names.length);
    if (declared.method === 'GET') expect(declared.body).toBeUndefined();
    for (const part of [declared.params, declared.query, declared.body]) expect(openPlaces(part, name)).toEqual([]);
    expect(listRouteProblems(declared).every((code) => code in problems)).toBe(true);
  });

  test('declare AccountBlocked only if they begin or need a session', () => {
    const says = (name: string): boolean | undefined => {
      const [, declared] = calls.find(([each]) => each === name) ?? [];
      return declared && listRouteProblems(declared).includes('AccountBlocked');
    };
    for (const name of ['auth.authenticateToFxid', 'auth.authenticateFromImport', 'profile.confirmMerge'])
      expect(says(name), name).toBe(true);
    for (const name of ['games.list', 'analytics.track']) expect(says(name), name).not.toBe(true);
  });
});

describe('docs/openapi.json', () => {
  test('is up to date: `npm run openapi` updates it', async () => {
    const file = await readFile(new URL('../docs/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(buildOpenApi(api))));
  });

  const document = JSON.parse(JSON.stringify(buildOpenApi(api))) as {
    paths: object;
    components: { schemas: Record<string, object> };
  };
  const { schemas } = document.components;

  test('names every object schema, and contains no unused names', () => {
    const inline = [document.paths, ...Object.values(schemas).map((schema) => Object.values(schema))];
    expect(inline.flatMap((part) => [...partsOf(part)]).filter((part) => schemaKey(part) && !('enum' in part))).toEqual(
      [],
    );
    const referred = [...partsOf(document)].flatMap((part) => ('$ref' in part ? [String(part.$ref)] : []));
    const names = Object.keys(schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(referred)].toSorted()).toEqual(names.toSorted());
  });

  test('names schemas by their export or their place, without numbers', () => {
    for (const name of ['Account', 'Order', 'TelegramLogin', 'StripePaymentReply', 'StoreCreateOrderRequest'])
      expect(schemas).toHaveProperty(name);
    // Bank131 is a provider's name.
    const numbered = Object.keys(schemas).filter((name) => /\d/.test(name.replace(/^Bank131/, '')));
    expect(numbered).toEqual([]);
  });

  test('contains every schema that the model and the contract export', async () => {
    const names = listSchemaNames();
    const unnamed: string[] = [];
    for (const folder of ['model', 'contract', 'contract/console']) {
      const files = await readdir(new URL(`../${folder}/`, import.meta.url));
      for (const file of files.filter((each) => /^[a-z-]+\.ts$/.test(each))) {
        const module = (await import(/* @vite-ignore */ `#${folder}/${file}`)) as Record<string, unknown>;
        for (const [name, value] of Object.entries(module)) {
          const key = schemaKey(value);
          if (key && names.get(key) === undefined) unnamed.push(`${folder}/${file}: ${name}`);
        }
      }
    }
    expect(unnamed).toEqual([]);
  });

  test('rejects an unnamed schema used in two places, and two schemas with one name', () => {
    const twice = object({ A: text() });
    const components = createSchemaComponents();
    components.place(twice, 'FirstRequest');
    expect(() => components.place(twice, 'SecondRequest')).toThrow('Export it under a name');
    expect(() => components.place(object({ B: text() }), 'FirstRequest')).toThrow(
      'Two schemas are called FirstRequest',
    );
  });
});

function* partsOf(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const part of Object.values(value)) yield* partsOf(part);
}

test('a schema is printed in TypeScript notation', () => {
  expect(formatSchema(api.games.list.body)).toContain('Locale?: "en" | "de"');
  expect(formatSchema(api.documents.accept.body)).toBe('{\n  DocumentId: string;\n  DocumentVersionId: string;\n}');
});

describe('the client', () => {
  test('sends parameters in path, query and body, and sends the token', async () => {
    const { client, sent } = fakeClient({ body: '{}', token: 'fxs_x' });
    await client.games.publicConfig({ Game: 'a b', WebPublishingPlatform: 'FxId' });
    expect(sent[0]).toMatchObject({
      url: 'https://x/api/v1/public_game_config/a%20b?WebPublishingPlatform=FxId',
      method: 'GET',
    });
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer fxs_x' });
    expect(sent[0]).not.toHaveProperty('body');
    await client.profile.get({ Game: 'gem-miner' });
    expect(sent[1]).toMatchObject({
      method: 'POST',
      body: '{"Game":"gem-miner"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  test('sends form bodies', async () => {
    const { client, sent } = fakeClient({ body: '{}' });
    await client.wizq.proxyRequest({ Game: 'g', JsonData: '{"a":1}' });
    expect(sent[0]).toMatchObject({
      body: 'JsonData=%7B%22a%22%3A1%7D',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  });

  test('throws before sending if a required parameter is missing, for every call', async () => {
    const { client, sent } = fakeClient({ body: '{}' });
    const anyClient = client as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
    const table = buildCallTable(api);
    for (const [area, routes] of Object.entries(table)) {
      for (const [name, { required }] of Object.entries(routes)) {
        if (!required) continue;
        await expect(anyClient[area]?.[name]?.({}), `${area}.${name}`).rejects.toBeInstanceOf(RequiredParameterError);
      }
    }
    await expect(client.games.publicConfig({} as never)).rejects.toThrow(
      'Required parameter "Game" was null or undefined when calling games.publicConfig.',
    );
    expect(sent).toEqual([]);
  });

  test('returns undefined for an empty reply', async () => {
    const { client } = fakeClient({ status: 204, body: '' });
    await expect(client.auth.logout({})).resolves.toBeUndefined();
  });

  test.each<[string, Parameters<typeof fakeClient>[0], Partial<ApiError>]>([
    [
      'keeps the title and detail of a problem',
      {
        status: 404,
        type: 'application/problem+json; charset=utf-8',
        body: '{"title":"T","detail":"D","type":"urn:x","instance":"/i","Code":"UnknownGame","RequestId":"r1"}',
      },
      { title: 'T', detail: 'D', status: 404, type: 'urn:x', instance: '/i', code: 'UnknownGame', requestId: 'r1' },
    ],
    [
      'uses the status as title if there is none',
      { status: 418, type: 'application/json', body: '{}' },
      { title: 'HTTP Error 418', status: 418, detail: '' },
    ],
    [
      'reports that the request failed if the body is not JSON',
      { status: 502, type: 'text/html', body: '<h1>Bad</h1>' },
      { title: 'HTTP Error 502', detail: 'Request failed' },
    ],
    [
      'reports that an empty body could not be parsed',
      { status: 500, type: 'application/json', body: '' },
      { detail: 'Response body could not be parsed as JSON or was empty' },
    ],
    [
      'shows the beginning of a body that could not be parsed',
      { status: 500, type: 'application/json', body: 'x'.repeat(900) },
      { detail: `Response body could not be parsed as JSON or was empty: ${'x'.repeat(500)}` },
    ],
    [
      'truncates a long detail',
      { status: 400, type: 'application/json', body: JSON.stringify({ detail: 'y'.repeat(900) }) },
      { detail: 'y'.repeat(500) },
    ],
    [
      'reports a failed connection as a network error',
      { thrown: new TypeError('fetch failed') },
      { title: 'Network Error', status: 0, detail: 'fetch failed' },
    ],
    [
      'reports a timeout as a network error',
      { thrown: new DOMException('The operation timed out.', 'TimeoutError') },
      { title: 'Network Error', status: 0 },
    ],
    [
      'reports any other error as unexpected',
      { thrown: new RangeError('odd') },
      { title: 'An Unexpected Error Occurred', status: 500, detail: 'odd' },
    ],
    [
      'reports a thrown value that is not an error',
      { thrown: 'a string' },
      { title: 'An Unexpected Non-Error Was Thrown', status: 500, detail: 'a string' },
    ],
    [
      'reports a successful status with an invalid body as unexpected',
      { status: 200, body: 'not json' },
      { title: 'An Unexpected Error Occurred', status: 500 },
    ],
  ])('%s', async (_, answer, expected) => {
    const { client } = fakeClient(answer);
    const error: unknown = await client.games.list({}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject(expected);
  });

  test('is typed by the contract', () => {
    const { client } = fakeClient({ body: '{}' });
    const neverRun = async () => {
      // @ts-expect-error a parameter of another type
      await client.games.list({ Locale: 5 });
      // @ts-expect-error an unknown platform
      await client.games.publicConfig({ Game: 'x', WebPublishingPlatform: 'Nowhere' });
      // @ts-expect-error a missing mandatory parameter
      await client.games.publicConfig({});
      // @ts-expect-error a field of a platform's block that is not there
      await client.auth.authenticateFromSocial({ Social: 'Telegram', Game: 'x', Telegram: { Wrong: '' } });
      // @ts-expect-error an unknown call
      await client.games.nothing({});
      const { Games } = await client.games.list({});
      // @ts-expect-error an unknown field of the reply
      expect(Games[0]?.Nothing).toBeUndefined();
    };
    expect(neverRun).toBeTypeOf('function');
  });
});

function fakeClient(answer: { status?: number; type?: string; body?: string; thrown?: unknown; token?: string }) {
  const sent: ({ url: string } & Parameters<SendRequest>[1])[] = [];
  const send: SendRequest = async (url, init) => {
    sent.push({ url, ...init });
    if ('thrown' in answer) throw answer.thrown;
    return {
      status: answer.status ?? 200,
      headers: { get: () => answer.type ?? 'application/json' },
      text: async () => answer.body ?? '',
    };
  };
  return {
    sent,
    client: createClient<Api>(buildCallTable(api), { base: 'https://x/api/v1', send, token: () => answer.token }),
  };
}

/** Parts of a schema that accept any value or an unlimited size. */
function openPlaces(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    type,
    properties,
    items,
    maxLength,
    enum: names,
    additionalProperties,
    patternProperties,
    anyOf,
  } = schema as Record<string, unknown>;
  if (names) return [];
  const open: string[] = [];
  if (type === 'string' && maxLength === undefined) open.push(`${path}: text without a bound`);
  if (type === 'object' && !patternProperties && additionalProperties !== false) open.push(`${path}: open object`);
  if (type === undefined && !anyOf) open.push(`${path}: anything`);
  for (const [name, property] of Object.entries({ ...(properties as object), ...(patternProperties as object) })) {
    open.push(...openPlaces(property, `${path}.${name}`));
  }
  if (items) open.push(...openPlaces(items, `${path}[]`));
  for (const option of (anyOf as unknown[] | undefined) ?? []) open.push(...openPlaces(option, path));
  return open;
}

// The calls that the specification and our decisions list.
const specified = `
POST /analytics/track
POST /auth/authenticate_from_email_invite
POST /auth/authenticate_from_facebook_games/{Game}
POST /auth/authenticate_from_firebase
POST /auth/authenticate_from_game
POST /auth/authenticate_from_import
POST /auth/authenticate_from_social
POST /auth/authenticate_from_temp_token
POST /auth/authenticate_from_vkontaktecom_openapi
POST /auth/authenticate_to_fxid_adapter_for_external_id
POST /auth/authenticate_to_fxid
POST /auth/authenticate_with_external_id/{Game}
POST /auth/create_temp_token
GET /auth/logout
POST /auth/oauth/mygames/info
POST /auth/oauth/mygames/transfer
POST /auth/twitch/connect
POST /auth/twitch/refresh_token
POST /auth/validate-external-id-auth-game-access-token
GET /auth/oauth/userinfo/{Game}
POST /auth/oauth/userinfo/{Game}
GET /bank131/payment_info
POST /bank131/tokenize
POST /bank131/pay_with_card
POST /bank131/pay_with_sbp
GET /cross-play/events/rules
GET /cross-play/quests/my
POST /cross-play/events/send
POST /data-connections/get
POST /friends/get
POST /friends/send_invite_notification
POST /friends/status
POST /ftl_integration/{Game}/launcher/activate_key
GET /ftl_integration/{Game}/launcher/available_branches
GET /ftl_integration/{Game}/launcher/download_direct
GET /ftl_integration/{Game}/launcher/download/{SessionId}
POST /ftl_integration/{Game}/launcher/request_download
GET /ftl_integration/{Game}/launcher/manifest/{Branch}
POST /games/documents/accept
POST /games/documents/accepted
POST /games/documents/list-with-versions
POST /games/documents/list-latest-unaccepted-documents
POST /games/list
POST /games/list_with_configs
GET /go
POST /go
GET /info/check_account_exists_by_social_identifier/{Game}/{SocialIdentifierType}/{SocialIdentifier}
POST /info/news
POST /invite/connect_from_game
POST /invite/email_invite
POST /invite/status
POST /invite/update_connect_game_invite
GET /manifest/{Game}
POST /support/send-message
POST /push_tokens/save
POST /fbinstant/purchase
POST /native/inapp/validate/{Game}
GET /native/status
POST /wizq/proxyRequestHandler/{Game}
POST /yandexgames/purchase/{Game}
POST /yandexgames/redeem-bonus
POST /play/choose_game
GET /play/index_html
GET /play/{Game}
GET /play/{Game}/list
GET /public_game_config/{Game}
POST /profile
POST /profile/fetch_fxid_game_connection
POST /profile/marketing
POST /profile/update
POST /profile/settings
GET /store/aghanim/payment/status
POST /store/check-buy-products
POST /store/continue_redirect_with_pi
POST /store/create_payment
POST /store/get_payment_status
POST /store/merchant_payment_completed
POST /store/set-optimistic-order-status
POST /store/store_availability
POST /store/store_data
POST /store/update-order-pi
POST /store/create_order
GET /store/create_payment_with_redirect/{Game}/{Sku}
GET /deliveries/pending
POST /deliveries/acknowledge
`
  .trim()
  .split('\n');
