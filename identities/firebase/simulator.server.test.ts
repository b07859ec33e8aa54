import fastify from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { simulator } from './simulator.server.ts';

const place = { at: 'http://localhost:8080/firebase', now: () => new Date('2026-01-01T12:00:00Z') };
const app = fastify();
beforeAll(() => app.register((scope) => simulator.mount(scope, place), { prefix: '/firebase' }));

const key = '?key=simulated-api-key';
const call = (name: string, payload: object | string, query = key) =>
  app.inject({
    method: 'POST',
    url: `/firebase/v1/accounts:${name}${query}`,
    headers: { 'content-type': 'application/json' },
    payload,
  });

it('publishes its keys with a cache lifetime', async () => {
  const { KeysUrl } = simulator.settings(place) as { KeysUrl: string };
  const answer = await app.inject({ url: new URL(KeysUrl).pathname });
  expect(answer.headers['cache-control']).toContain('max-age=3600');
  expect(answer.json()).toMatchObject({ keys: [{ kty: 'RSA', alg: 'RS256', use: 'sig' }] });
  expect(answer.body).not.toContain('"d"');
});

const continueUri = 'http://localhost:8080/return';
it.each<[name: string, payload: object | string, query: string, status: number, message: string]>([
  ['createAuthUri', { providerId: 'google.com', continueUri }, '', 403, 'missing a valid API key'],
  ['createAuthUri', { providerId: 'google.com', continueUri }, '?key=wrong', 400, 'API key not valid'],
  ['createAuthUri', { providerId: 'github.com', continueUri }, key, 400, 'INVALID_PROVIDER_ID'],
  ['createAuthUri', { providerId: ['google.com'], continueUri }, key, 400, 'INVALID_PROVIDER_ID'],
  ['createAuthUri', { providerId: 'google.com' }, key, 400, 'MISSING_CONTINUE_URI'],
  ['createAuthUri', { providerId: 'google.com', continueUri: 'nowhere' }, key, 400, 'INVALID_CONTINUE_URI'],
  ['createAuthUri', { providerId: 'google.com', continueUri: 'javascript:1' }, key, 400, 'INVALID_CONTINUE_URI'],
  ['createAuthUri', { providerId: 'google.com', continueUri: `${continueUri}#x` }, key, 400, 'INVALID_CONTINUE_URI'],
  [
    'createAuthUri',
    { providerId: 'google.com', continueUri: `${continueUri}?state=1` },
    key,
    400,
    'INVALID_CONTINUE_URI',
  ],
  ['createAuthUri', '{', key, 400, 'Invalid JSON'],
  ['createAuthUri', 'null', key, 400, 'INVALID_PROVIDER_ID'],
  ['signInWithIdp', {}, key, 400, 'INVALID_REQUEST_URI'],
  ['signInWithIdp', [], key, 400, 'INVALID_REQUEST_URI'],
  ['signInWithIdp', { requestUri: 'nowhere' }, key, 400, 'INVALID_REQUEST_URI'],
  ['signInWithIdp', { requestUri: `${continueUri}?code=none`, sessionId: 's' }, key, 400, 'INVALID_IDP_RESPONSE'],
  ['signInWithIdp', { requestUri: continueUri, postBody: 7, sessionId: 7 }, key, 400, 'INVALID_IDP_RESPONSE'],
  ['signInWithIdp', { requestUri: `${continueUri}?error=access_denied` }, key, 400, 'USER_CANCELLED'],
])("answers %s of %j%s with %d in Google's format", async (name, payload, query, status, message) => {
  const answer = await call(name, payload, query);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({
    error: { code: status, message: expect.stringContaining(message), errors: [{ domain: 'global' }] },
  });
});

it('has no page for an unknown sign-in, or for one of another provider', async () => {
  const begun = await call('createAuthUri', { providerId: 'google.com', continueUri });
  const { authUri } = begun.json<{ authUri: string }>();
  const { pathname, search } = new URL(authUri);
  expect((await app.inject({ url: pathname + search })).statusCode).toBe(200);
  for (const url of [pathname, `${pathname}?state=x`, pathname.replace('google', 'apple') + search]) {
    expect((await app.inject({ url })).statusCode).toBe(400);
  }
  expect((await app.inject({ url: `/firebase/github.com/authorize${search}` })).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: pathname })).statusCode).toBe(400);
});
