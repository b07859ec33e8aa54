import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '#model/problem.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import type { Fetch } from '#model/fetch.server.ts';
import type { StoredConnection, IdentityHost, IdentityTools } from '../port.server.ts';
import type { SimulatorEnvironment } from '../simulator-port.server.ts';
import { adapter } from './adapter.server.ts';
import { simulator } from './simulator.server.ts';

interface Settings {
  ClientId: string;
  ClientSecret: string;
  RedirectUrl?: string;
  AuthUrl?: string;
}

const Game = 'blocks';
const at = new Date('2026-05-01T12:00:00Z');
const tokens = { access_token: 'acc', refresh_token: 'ref', expires_in: 14_400, scope: ['user:read:email'] };
const owner = { client_id: 'ours', user_id: '123450001', login: 'grace', scopes: [], expires_in: 14_000 };
const kept: StoredConnection = { externalId: '123450001', secrets: { AccessToken: 'old', RefreshToken: 'old+ref/=' } };

describe('Twitch, connecting', () => {
  it('exchanges, validates and stores the tokens, and returns none', async () => {
    const { host, sent } = hostAnswering([200, tokens], [200, owner]);
    const { tools, connection } = toolsKeeping(undefined);
    expect(await adapter.calls.connect({ Game, Code: 'a-code' }, host, tools)).toEqual({
      Success: true,
      UserId: '123450001',
    });
    expect(connection()).toEqual({
      externalId: '123450001',
      name: 'grace',
      secrets: {
        AccessToken: 'acc',
        RefreshToken: 'ref',
        Scopes: ['user:read:email'],
        ValidatedAt: '2026-05-01T12:00:00.000Z',
        ExpiresAt: '2026-05-01T16:00:00.000Z',
      },
    });
    expect(sent).toEqual([
      {
        call: 'POST https://id.twitch.tv/oauth2/token',
        authorization: undefined,
        form: {
          client_id: 'ours',
          client_secret: 'secret',
          code: 'a-code',
          grant_type: 'authorization_code',
          redirect_uri: 'https://portal.example/connect/twitch',
        },
      },
      { call: 'GET https://id.twitch.tv/oauth2/validate', authorization: 'OAuth acc', form: {} },
    ]);
  });

  it.each([[0], [undefined], ['soon']])('stores no expiry for a token whose expires_in is %j', async (expires_in) => {
    const { tools, connection } = toolsKeeping(undefined);
    await adapter.calls.connect(
      { Game, Code: 'c' },
      hostAnswering([200, { ...tokens, expires_in }], [200, owner]).host,
      tools,
    );
    expect(connection()?.secrets).not.toHaveProperty('ExpiresAt');
  });

  const refusals: [what: string, answers: Answer[], code: string][] = [
    ['a bad code', [[400, { status: 400, message: 'Invalid authorization code' }]], 'ProofRefused'],
    ['a bad secret', [[403, { status: 403, message: 'invalid client secret' }]], 'NotConfigured'],
    ['no refresh token', [[200, { ...tokens, refresh_token: '' }]], 'ProofRefused'],
    ['no access token', [[200, { ...tokens, access_token: undefined }]], 'ProofRefused'],
    [
      "another client's token",
      [
        [200, tokens],
        [200, { ...owner, client_id: 'theirs' }],
      ],
      'ProofRefused',
    ],
    [
      'a token that is not valid',
      [
        [200, tokens],
        [401, { status: 401 }],
      ],
      'ProofRefused',
    ],
    [
      'no user id',
      [
        [200, tokens],
        [200, { ...owner, user_id: undefined }],
      ],
      'ProofRefused',
    ],
    [
      'an invalid user id',
      [
        [200, tokens],
        [200, { ...owner, user_id: '../1' }],
      ],
      'ProofRefused',
    ],
    ['HTML', [[200, '<html>']], 'ProofRefused'],
    ['status 500', [[500, 'oops']], 'ProviderUnavailable'],
    ['no answer', [new Error('ECONNREFUSED')], 'ProviderUnavailable'],
    ['no answer to the validation', [[200, tokens], new Error('timeout')], 'ProviderUnavailable'],
  ];
  it.each(refusals)('refuses %s and keeps the previous connection', async (_, answers, code) => {
    const { tools, connection } = toolsKeeping(kept);
    // An owner response is available in case the adapter wrongly continues.
    const { host, logged } = hostAnswering(...answers, [200, owner]);
    expect(await problemOf(adapter.calls.connect({ Game, Code: 'a-code' }, host, tools))).toBe(code);
    expect(connection()).toBe(kept);
    for (const secret of ['a-code', '"acc"', '"ref"', '"secret"']) expect(JSON.stringify(logged)).not.toContain(secret);
  });

  it("passes on the core's errors, such as a taken account", async () => {
    const { tools } = toolsKeeping(undefined);
    const taken: IdentityTools = {
      ...tools,
      changeConnection: async (_, change) => {
        await change(undefined);
        throw new Problem('IdentityTaken');
      },
    };
    const { host } = hostAnswering([200, tokens], [200, owner]);
    expect(await problemOf(adapter.calls.connect({ Game, Code: 'c' }, host, taken))).toBe('IdentityTaken');
  });
});

describe('Twitch, renewing', () => {
  it('saves the new tokens and returns none', async () => {
    const { host, sent } = hostAnswering([200, { ...tokens, refresh_token: 'ref2' }]);
    const { tools, connection } = toolsKeeping(kept);
    expect(await adapter.calls.refreshToken({ Game }, host, tools)).toEqual({ Success: true });
    expect(connection()).toMatchObject({
      externalId: '123450001',
      secrets: { AccessToken: 'acc', RefreshToken: 'ref2' },
    });
    const { client_id, client_secret } = { client_id: 'ours', client_secret: 'secret' };
    expect(sent[0]?.form).toEqual({
      client_id,
      client_secret,
      grant_type: 'refresh_token',
      refresh_token: 'old+ref/=',
    });
  });

  it('keeps the refresh token if Twitch sends no new one', async () => {
    const { tools, connection } = toolsKeeping(kept);
    const { host } = hostAnswering([200, { ...tokens, refresh_token: undefined }]);
    await adapter.calls.refreshToken({ Game }, host, tools);
    expect(connection()?.secrets).toMatchObject({ AccessToken: 'acc', RefreshToken: 'old+ref/=' });
  });

  it.each([400, 401])('drops the connection at status %i', async (status) => {
    const { tools, connection } = toolsKeeping(kept);
    const { host } = hostAnswering([status, { status, message: 'Invalid refresh token' }]);
    expect(await adapter.calls.refreshToken({ Game }, host, tools)).toEqual({ Success: false });
    expect(connection()).toBeUndefined();
  });

  it('sends no request if nothing is connected', async () => {
    const { host, sent } = hostAnswering();
    expect(await adapter.calls.refreshToken({ Game }, host, toolsKeeping(undefined).tools)).toEqual({ Success: false });
    expect(sent).toEqual([]);
  });

  const outages: [what: string, answer: Answer, code: string][] = [
    ['an outage', new Error('ECONNREFUSED'), 'ProviderUnavailable'],
    ['status 503', [503, 'busy'], 'ProviderUnavailable'],
    ['HTML', [200, '<html>'], 'ProviderUnavailable'],
    ['our wrong secret', [403, { message: 'invalid client secret' }], 'NotConfigured'],
  ];
  it.each(outages)('keeps the connection after %s', async (_, answer, code) => {
    const { tools, connection } = toolsKeeping(kept);
    expect(await problemOf(adapter.calls.refreshToken({ Game }, hostAnswering(answer).host, tools))).toBe(code);
    expect(connection()).toBe(kept);
  });
});

describe("Twitch, the token for the game's server", () => {
  const secrets = { AccessToken: 'acc', RefreshToken: 'ref', Scopes: ['a:b'], ValidatedAt: at.toISOString() };
  const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000).toISOString();
  const ask = (host: IdentityHost<Settings>, tools: IdentityTools) =>
    adapter.calls.token({ GameUid: 'u' }, host, tools);

  it('returns a token validated within the hour without calling Twitch', async () => {
    const { host, sent } = hostAnswering();
    const { tools } = toolsKeeping({ ...kept, name: 'grace', secrets });
    expect(await ask(host, tools)).toEqual({
      Connected: true,
      UserId: '123450001',
      Login: 'grace',
      AccessToken: 'acc',
      Scopes: ['a:b'],
    });
    expect(sent).toEqual([]);
  });

  it('validates an older token, and renews one that Twitch rejects', async () => {
    const old = { ...kept, secrets: { ...secrets, ValidatedAt: minutesAgo(61) } };
    const valid = toolsKeeping(old);
    expect(await ask(hostAnswering([200, owner]).host, valid.tools)).toMatchObject({ AccessToken: 'acc' });
    expect(valid.connection()?.secrets).toMatchObject({ ValidatedAt: at.toISOString(), RefreshToken: 'ref' });
    const ended = toolsKeeping(old);
    const { host, sent } = hostAnswering([401, {}], [200, { ...tokens, access_token: 'acc2', scope: 'a:b' }]);
    expect(await ask(host, ended.tools)).toMatchObject({ AccessToken: 'acc2', Scopes: ['a:b'] });
    expect(sent.map(({ call }) => call)).toEqual([
      'GET https://id.twitch.tv/oauth2/validate',
      'POST https://id.twitch.tv/oauth2/token',
    ]);
  });

  it('renews a token immediately if it is about to expire', async () => {
    const { tools } = toolsKeeping({ ...kept, secrets: { ...secrets, ExpiresAt: minutesAgo(-0.5) } });
    const { host, sent } = hostAnswering([200, { ...tokens, access_token: 'acc2' }]);
    expect(await ask(host, tools)).toMatchObject({ AccessToken: 'acc2' });
    expect(sent).toHaveLength(1);
  });

  it('removes a connection whose token now belongs to another user', async () => {
    const { tools, connection } = toolsKeeping({ ...kept, secrets: { ...secrets, ValidatedAt: minutesAgo(61) } });
    expect(await ask(hostAnswering([200, { ...owner, user_id: '7' }]).host, tools)).toEqual({ Connected: false });
    expect(connection()).toBeUndefined();
  });

  it('revokes: an expired token counts as revoked, and an outage is retried', async () => {
    for (const status of [200, 400, 404]) {
      const { host, sent } = hostAnswering([status, {}]);
      await adapter.revokeConnection?.(secrets, host);
      expect(sent).toEqual([
        {
          call: 'POST https://id.twitch.tv/oauth2/revoke',
          authorization: undefined,
          form: { client_id: 'ours', token: 'acc' },
        },
      ]);
    }
    const { host } = hostAnswering([503, '']);
    expect(await problemOf(adapter.revokeConnection?.(secrets, host) ?? Promise.resolve())).toBe('ProviderUnavailable');
  });
});

describe('Twitch, on its simulation', () => {
  let app: FastifyInstance;
  let place: SimulatorEnvironment;
  let now = new Date();
  beforeAll(async () => {
    const [port] = await findFreePorts();
    place = { at: `http://127.0.0.1:${port}/twitch`, now: () => now };
    app = fastify();
    await app.register((child) => simulator.mount(child, place), { prefix: '/twitch' });
    await app.listen({ port, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  it('connects, renews with a single-use token, and ends when the person removes it', async () => {
    const { tools, connection } = toolsKeeping(undefined);
    const host = loopbackHost();
    expect(await adapter.calls.connect({ Game, Code: await codeOf('1080001') }, host, tools)).toEqual({
      Success: true,
      UserId: '1080001',
    });
    expect(connection()?.secrets).toMatchObject({ Scopes: ['user:read:email', 'openid'] });
    const first = connection();
    expect(await adapter.calls.refreshToken({ Game }, host, tools)).toEqual({ Success: true });
    expect(connection()?.secrets['RefreshToken']).not.toBe(first?.secrets['RefreshToken']);

    const former = toolsKeeping(first);
    expect(await adapter.calls.refreshToken({ Game }, host, former.tools)).toEqual({ Success: false });
    expect(former.connection()).toBeUndefined();

    const second = connection();
    await form('/twitch/settings/connections', { person: '1080001' });
    expect(await adapter.calls.refreshToken({ Game }, host, tools)).toEqual({ Success: false });
    expect(connection()).toBeUndefined();
    const validation = await app.inject({
      url: '/twitch/oauth2/validate',
      headers: { authorization: `OAuth ${String(second?.secrets['AccessToken'])}` },
    });
    expect(validation.statusCode).toBe(401);
    expect(await adapter.calls.connect({ Game, Code: await codeOf('1080001') }, host, tools)).toMatchObject({
      Success: true,
    });
  });

  it('accepts a code once, before it expires', async () => {
    const { tools } = toolsKeeping(undefined);
    const Code = await codeOf('1080002');
    await adapter.calls.connect({ Game, Code }, loopbackHost(), tools);
    expect(await problemOf(adapter.calls.connect({ Game, Code }, loopbackHost(), tools))).toBe('ProofRefused');
    const late = await codeOf('1080002');
    now = new Date(now.getTime() + 601_000);
    expect(await problemOf(adapter.calls.connect({ Game, Code: late }, loopbackHost(), tools))).toBe('ProofRefused');
  });

  it('refuses a wrong secret, an unknown client and another address', async () => {
    const { tools } = toolsKeeping(undefined);
    const connectWith = async (other: Partial<Settings>) =>
      problemOf(adapter.calls.connect({ Game, Code: await codeOf('1080001') }, loopbackHost(other), tools));
    expect(await connectWith({ ClientSecret: 'wrong' })).toBe('NotConfigured');
    expect(await connectWith({ ClientId: 'wrong' })).toBe('ProofRefused');
    expect(await connectWith({ RedirectUrl: 'https://elsewhere.example/' })).toBe('ProofRefused');
    const absent = form('/twitch/oauth2/revoke', { client_id: 'wrong', token: 'x' });
    expect((await absent).statusCode).toBe(404);
  });

  it('revokes a token, once', async () => {
    const { tools, connection } = toolsKeeping(undefined);
    await adapter.calls.connect({ Game, Code: await codeOf('1080003') }, loopbackHost(), tools);
    const token = String(connection()?.secrets['AccessToken']);
    const { ClientId } = settings();
    expect((await form('/twitch/oauth2/revoke', { client_id: ClientId, token })).statusCode).toBe(200);
    expect((await form('/twitch/oauth2/revoke', { client_id: ClientId, token })).statusCode).toBe(400);
  });

  it('returns with the state, whether the person agrees or not', async () => {
    const declined = await form('/twitch/oauth2/authorize', { ...asked(), person: 'none' });
    const back = new URL(String(declined.headers.location));
    expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual(['access_denied', 'the-state']);
    const unknown = new URLSearchParams({ ...asked(), redirect_uri: 'https://elsewhere.example/' });
    expect((await app.inject(`/twitch/oauth2/authorize?${unknown.toString()}`)).statusCode).toBe(400);
  });

  const redirectUrl = () => `${new URL(place.at).origin}/SignInReturn`;
  const settings = (): Settings => ({ ...(simulator.settings(place) as Settings), RedirectUrl: redirectUrl() });
  const asked = () => ({
    client_id: settings().ClientId,
    redirect_uri: redirectUrl(),
    response_type: 'code',
    scope: 'user:read:email openid',
    state: 'the-state',
  });
  const form = (url: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });

  /** Gets a code through the page, as a person would. */
  async function codeOf(person: string): Promise<string> {
    const page = await app.inject(`/twitch/oauth2/authorize?${new URLSearchParams(asked()).toString()}`);
    expect(page.statusCode).toBe(200);
    const answer = await form('/twitch/oauth2/authorize', { ...asked(), person });
    const back = new URL(String(answer.headers.location));
    expect(back.searchParams.get('state')).toBe('the-state');
    return back.searchParams.get('code') ?? '';
  }

  function loopbackHost(other: Partial<Settings> = {}): IdentityHost<Settings> {
    const fetch: Fetch = (address, options) => safeFetch(address, { ...options, allowLoopback: true });
    return { ...hostAnswering().host, fetch, now: () => now, settings: { ...settings(), ...other } };
  }
});

type Answer = [status: number, body: unknown] | Error;

/** A host with scripted vendor responses: an error, raw text, or a value sent as JSON. */
function hostAnswering(...answers: Answer[]) {
  const sent: { call: string; authorization: string | undefined; form: object }[] = [];
  const logged: object[] = [];
  const fetch: Fetch = async (address, options) => {
    const form = Object.fromEntries(new URLSearchParams(options?.body));
    const call = `${options?.method ?? 'GET'} ${address}`;
    sent.push({ call, authorization: options?.headers?.['authorization'], form });
    const answer = answers.shift();
    if (!answer || answer instanceof Error) throw answer ?? new Error('One call too many.');
    const [status, body] = answer;
    return { status, headers: {}, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) };
  };
  const host: IdentityHost<Settings> = {
    fetch,
    now: () => at,
    log: { warn: (data, text) => void logged.push({ ...data, text }) },
    portalUrl: 'https://portal.example',
    settings: { ClientId: 'ours', ClientSecret: 'secret', RedirectUrl: 'https://portal.example/connect/twitch' },
  };
  return { host, sent, logged };
}

/** Only the core's storage of one connection; the adapter uses nothing else. */
function toolsKeeping(first: StoredConnection | undefined) {
  let connection = first;
  const notForThis = () => Promise.reject(new Error('This adapter does not need it.'));
  const tools: IdentityTools = {
    signIn: notForThis,
    storeProof: notForThis,
    redeemProof: notForThis,
    canTransfer: notForThis,
    transfer: notForThis,
    changeConnection: async (_, change) => {
      connection = await change(connection);
    },
    findPlayerConnection: async () => connection,
    changePlayerConnection: async (_, change) => {
      connection = await change(connection);
    },
  };
  return { tools, connection: () => connection };
}

async function problemOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => 'nothing was thrown',
    (thrown: unknown) => thrown,
  );
  return error instanceof Problem ? error.code : String(error);
}
