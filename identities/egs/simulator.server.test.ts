import fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseForm } from '#server/http/read-body.ts';
import type { IdentityHost } from '../port.server.ts';
import { adapter } from './adapter.server.ts';
import { simulator } from './simulator.server.ts';

const origin = 'http://localhost:8080';
const place = { at: `${origin}/egs`, now: () => new Date('2026-01-01T12:00:00Z') };
type Settings = Parameters<NonNullable<typeof adapter.verify>>[1]['settings'];
const settings = simulator.settings(place) as Settings;

const app = fastify();
beforeAll(async () => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, parseForm(body as Buffer)),
  );
  await app.register((scope) => simulator.mount(scope, place), { prefix: '/egs' });
});

const post = (path: string, form: Record<string, string>, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({
    method: 'POST',
    url: `/egs${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });

const host: IdentityHost<Settings> = {
  now: place.now,
  log: { warn: () => {} },
  portalUrl: origin,
  settings,
  fetch: async (address, options = {}) => {
    const { method = 'GET', headers = {}, body = '' } = options;
    const answer = await app.inject({ method, url: address.slice(origin.length), headers, payload: body });
    return { status: answer.statusCode, headers: {}, body: answer.rawPayload };
  },
};

const consent = {
  client_id: settings.ClientId,
  response_type: 'code',
  redirect_uri: settings.RedirectUrl,
  scope: 'basic_profile openid',
  state: 'abc',
};
const authorize = (changed: object = {}) =>
  app.inject({ url: `/egs/id/authorize?${new URLSearchParams({ ...consent, ...changed }).toString()}` });

describe('a browser', () => {
  it.each(['basic_profile openid', 'basic_profile'])('gets a code for the scope %j that works once', async (scope) => {
    expect((await authorize({ scope })).statusCode).toBe(200);
    const answer = await post('/id/authorize', { scope, state: 'abc', person: '1080001' });
    const address = new URL(answer.headers.location ?? '');
    expect(address.searchParams.get('state')).toBe('abc');
    const Code = address.searchParams.get('code') ?? '';
    expect(await adapter.verify?.({ Code }, host)).toMatchObject({
      outcome: 'proved',
      proof: { identity: { type: 'Egs' } },
    });
    expect(await adapter.verify?.({ Code }, host)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('authorization_code_not_found'),
    });
  });

  it('returns with an error after pressing "cancel"', async () => {
    const answer = await post('/id/authorize', { scope: 'openid', state: 'abc', person: 'none' });
    expect(answer.headers.location).toBe(`${settings.RedirectUrl}?error=access_denied&state=abc`);
  });

  it.each([{ client_id: 'another' }, { redirect_uri: 'https://evil.example' }, { response_type: 'token' }])(
    'sees no page for %j',
    async (changed) => {
      expect((await authorize(changed)).statusCode).toBe(400);
    },
  );
});

it('the launcher starts a game with a code that works once', async () => {
  expect((await app.inject({ url: '/egs/launcher' })).statusCode).toBe(200);
  const Code = /-AUTH_PASSWORD=(\S+)/.exec((await post('/launcher', { person: '1080002' })).body)?.[1] ?? '';
  expect(await adapter.verify?.({ Code }, host)).toMatchObject({ outcome: 'refused' });
  expect(await adapter.verify?.({ Code, Kind: 'ExchangeCode' }, host)).toMatchObject({ outcome: 'proved' });
  expect(await adapter.verify?.({ Code, Kind: 'ExchangeCode' }, host)).toMatchObject({ outcome: 'refused' });
});

it('an ID token is accepted by the adapter too', async () => {
  const { Code } = (await simulator.login('good', { id: '1', name: 'A', email: 'a@b.example' }, place)) as {
    Code: string;
  };
  const authorization = `Basic ${Buffer.from(`${settings.ClientId}:${settings.ClientSecret}`).toString('base64')}`;
  const form = { grant_type: 'authorization_code', code: Code, redirect_uri: settings.RedirectUrl };
  const { id_token: token } = (await post('/epic/oauth/v2/token', form, { authorization })).json<{
    id_token: string;
  }>();
  expect(await adapter.verify?.({ Code: token, Kind: 'IdToken' }, host)).toMatchObject({ outcome: 'proved' });
  expect(await adapter.verify?.({ Code: `${token}x`, Kind: 'IdToken' }, host)).toMatchObject({ outcome: 'refused' });
});

describe('the token call', () => {
  const authorization = `Basic ${Buffer.from(`${settings.ClientId}:${settings.ClientSecret}`).toString('base64')}`;
  it.each<[form: Record<string, string>, headers: Record<string, string>, status: number, code: string]>([
    [{}, {}, 401, 'invalid_client'],
    [{}, { authorization: 'Basic x' }, 401, 'invalid_client'],
    [{}, { authorization }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'password' }, { authorization }, 400, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, { authorization }, 400, 'authorization_code_not_found'],
    [{ grant_type: 'exchange_code', exchange_code: 'x' }, { authorization }, 400, 'exchange_code_not_found'],
  ])('answers %j with the headers %j with status %d', async (form, headers, status, code) => {
    const answer = await post('/epic/oauth/v2/token', form, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ errorCode: expect.stringContaining(code) });
  });

  it('rejects a code with another redirect URL than it was issued for', async () => {
    const login = (await simulator.login('good', { id: '1', name: 'A', email: 'a@b.example' }, place)) as {
      Code: string;
    };
    const moved = { ...host, settings: { ...settings, RedirectUrl: 'https://play.example/another' } };
    expect(await adapter.verify?.(login, moved)).toMatchObject({ outcome: 'refused' });
  });
});
