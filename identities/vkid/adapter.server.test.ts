import { hash } from 'node:crypto';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import type { Fetch } from '#model/fetch.server.ts';
import type { IdentityHost } from '../port.server.ts';
import type { SimulatorEnvironment } from '../simulator-port.server.ts';
import { adapter } from './adapter.server.ts';
import { simulator } from './simulator.server.ts';

interface Settings {
  AppId: string;
  RedirectUrl: string;
  AuthUrl?: string;
}
interface Login {
  Code: string;
  CodeVerifier: string;
  DeviceId: string;
  State?: string;
}

const person = { id: '1080001', name: 'Grace Hopper', email: 'grace@vendors.example' };
const verifier = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const state = 's'.repeat(43);
const login: Login = { Code: 'a-code', CodeVerifier: verifier, DeviceId: 'a-device', State: state };
const exchanged = { access_token: 'the-access-token', user_id: 1080001, state };
const profile = { user: { user_id: '1080001', first_name: 'Grace', last_name: 'Hopper' } };

describe('VK ID, verifying', () => {
  it("requests the exchange and the profile in VK's format", async () => {
    const { host, sent } = hostAnswering(exchanged, profile);
    expect(await verify(login, host)).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'Vkontakte', externalId: '1080001' }, name: 'Grace Hopper' },
    });
    expect(sent.map(({ address, method }) => [method, address])).toEqual([
      ['POST', 'https://id.vk.ru/oauth2/auth'],
      ['POST', 'https://id.vk.ru/oauth2/user_info'],
    ]);
    expect(sent.map(({ form }) => form)).toEqual([
      {
        grant_type: 'authorization_code',
        code: 'a-code',
        code_verifier: verifier,
        client_id: '51000001',
        device_id: 'a-device',
        redirect_uri: 'https://portal.example/api/v1/auth/authenticate_to_fxid',
        state,
      },
      { client_id: '51000001', access_token: 'the-access-token' },
    ]);
  });

  it('sends no state if it was given none, and then expects none', async () => {
    const { State: _, ...without } = login;
    const { host, sent } = hostAnswering({ ...exchanged, state: undefined }, profile);
    expect(await verify(without, host)).toMatchObject({ outcome: 'proved' });
    expect(sent[0]?.form).not.toHaveProperty('state');
  });

  it('uses the address for the profile, never as verified', async () => {
    const { host } = hostAnswering(exchanged, {
      user: { ...profile.user, email: 'g@vendors.example', verified: true },
    });
    expect(await verify(login, host)).toMatchObject({
      proof: { email: { address: 'g@vendors.example', verified: false } },
    });
  });

  const refusals: [what: string, first: unknown, second: unknown, reason: string][] = [
    ['an error with status 200', { error: 'invalid_grant', error_description: 'x' }, profile, 'invalid_grant'],
    ['an error next to a result', { ...exchanged, error: 'slow_down' }, profile, 'slow_down'],
    ['another state', { ...exchanged, state: 'another' }, profile, 'state'],
    ['no state although one was sent', { ...exchanged, state: undefined }, profile, 'state'],
    ['no user id', { ...exchanged, user_id: undefined }, profile, 'user id'],
    ['a user id that JSON rounded', { ...exchanged, user_id: 2 ** 60 }, profile, 'user id'],
    ['a user id of 0', { ...exchanged, user_id: 0 }, profile, 'user id'],
    ['no access token', { ...exchanged, access_token: '' }, profile, 'access token'],
    ['the profile of another user', exchanged, { user: { ...profile.user, user_id: '1080002' } }, 'another user'],
    ['a profile without a user', exchanged, {}, 'another user'],
    ['a profile error', exchanged, { error: 'invalid_token' }, 'invalid_token'],
    ['HTML', '<html>Sorry</html>', profile, 'status 200'],
    ['a list', [exchanged], profile, 'status 200'],
    ['null', null, profile, 'status 200'],
  ];
  it.each(refusals)('refuses %s', async (_, first, second, reason) => {
    const verdict = await verify(login, hostAnswering(first, second).host);
    expect(verdict).toMatchObject({ outcome: 'refused', reason: expect.stringContaining(reason) });
  });

  it.each([500, 404, 302, 201])('refuses a result with status %i', async (status) => {
    const { host } = hostAnswering(exchanged, profile, status);
    expect(await verify(login, host)).toMatchObject({ outcome: 'refused' });
  });

  it.each(['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(42)}+`, `${'a'.repeat(42)} `, `${'a'.repeat(43)}\n`])(
    'refuses the verifier %j without a call',
    async (CodeVerifier) => {
      const { host, sent } = hostAnswering(exchanged, profile);
      expect(await verify({ ...login, CodeVerifier }, host)).toMatchObject({ outcome: 'refused' });
      expect(sent).toEqual([]);
    },
  );

  it.each(['a'.repeat(43), 'a'.repeat(128), 'a-._~'.repeat(9)])('accepts the verifier %s', async (CodeVerifier) => {
    const { host } = hostAnswering(exchanged, profile);
    expect(await verify({ ...login, CodeVerifier }, host)).toMatchObject({ outcome: 'proved' });
  });

  it('refuses when VK cannot be reached, and logs neither code nor verifier nor token', async () => {
    const { host, logged } = hostAnswering(exchanged, new Error('getaddrinfo ENOTFOUND'));
    expect(await verify(login, host)).toMatchObject({ outcome: 'refused' });
    expect(logged).toHaveLength(1);
    const text = JSON.stringify(logged);
    for (const secret of ['a-code', verifier, 'the-access-token']) expect(text).not.toContain(secret);
  });

  it('has a timeout for each call', async () => {
    const { host, sent } = hostAnswering(exchanged, profile);
    await verify(login, host);
    expect(sent.reduce((sum, { timeoutMs }) => sum + timeoutMs, 0)).toBeLessThan(10_000);
  });
});

describe('VK ID, on its simulation', () => {
  let app: FastifyInstance;
  let place: SimulatorEnvironment;
  beforeAll(async () => {
    const [port] = await findFreePorts();
    place = { at: `http://127.0.0.1:${port}/vkid`, now: () => new Date() };
    app = fastify();
    await app.register((child) => simulator.mount(child, place), { prefix: '/vkid' });
    await app.listen({ port, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  it('proves a good login once', async () => {
    const good = await loginOf('good');
    expect(await verify(good, loopbackHost())).toEqual({
      outcome: 'proved',
      proof: {
        identity: { type: 'Vkontakte', externalId: person.id },
        name: person.name,
        email: { address: person.email, verified: false },
      },
    });
    expect(await verify(good, loopbackHost())).toMatchObject({ outcome: 'refused' });
  });

  it.each(['changed', 'foreign', 'stale', 'used'] as const)('refuses a %s login', async (kind) => {
    expect(await verify(await loginOf(kind), loopbackHost())).toMatchObject({ outcome: 'refused' });
  });

  it('refuses another device and another redirect URL', async () => {
    expect(await verify({ ...(await loginOf('good')), DeviceId: 'another' }, loopbackHost())).toMatchObject({
      outcome: 'refused',
    });
    const elsewhere = loopbackHost({ RedirectUrl: 'https://portal.example/elsewhere' });
    expect(await verify(await loginOf('good'), elsewhere)).toMatchObject({ outcome: 'refused' });
  });

  // The challenge is the hash of the verifier.
  it.each([
    [verifier, '6oZqdX5MOLq_qBJ8vppAnT4fk6AP8UiP9zX8-Rev_9A'],
    ['AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE', 'VtX6czP210fbQsI5QH5dpMMvTHnzXQkrE0_TWkAtnFw'],
  ])('leads through the page with the verifier %s', async (CodeVerifier, challenge) => {
    const page = await app.inject(`/vkid/authorize?${pageQuery({ code_challenge: challenge })}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Grace Hopper');
    const answer = await choose('1080001', challenge);
    const payload = /postMessage\((\{.*?\}\}), "(.*?)"\)/.exec(answer.body);
    expect(payload?.[2]).toBe(new URL(place.at).origin);
    const message = JSON.parse(payload?.[1] ?? '') as { action: string; payload: Record<string, string> };
    expect(message.action).toBe(`oauth2_authorize_response${state}`);
    const { code = '', device_id = '' } = message.payload;
    const proof = await verify({ Code: code, CodeVerifier, DeviceId: device_id, State: state }, loopbackHost());
    expect(proof).toMatchObject({ outcome: 'proved', proof: { identity: { externalId: '1080001' } } });
  });

  it('redirects to the registered URL if the request names no origin', async () => {
    const challenge = hash('sha256', verifier, 'base64url');
    const { statusCode, headers } = await choose('1080001', challenge, {});
    expect(statusCode).toBe(303);
    const address = new URL(String(headers.location));
    expect(address.origin + address.pathname).toBe(settings().RedirectUrl);
    const { code = '', device_id: device = '' } = Object.fromEntries(address.searchParams);
    const login = { Code: code, CodeVerifier: verifier, DeviceId: device, State: state };
    expect(await verify(login, loopbackHost())).toMatchObject({ outcome: 'proved' });
  });

  it('notifies the window when the person declines', async () => {
    const answer = await choose('none', hash('sha256', verifier, 'base64url'));
    expect(answer.body).toContain('access_denied');
    expect(answer.body).not.toContain('"code"');
  });

  it.each([
    ['client_id', '1'],
    ['redirect_uri', 'https://elsewhere.example/'],
    ['code_challenge', 'short'],
    ['code_challenge_method', 'plain'],
    ['state', 'short'],
  ])('refuses to start with a wrong %s', async (name, value) => {
    expect((await app.inject(`/vkid/authorize?${pageQuery({ [name]: value })}`)).statusCode).toBe(400);
  });

  it('lets only the portal frame its button and receive its messages', async () => {
    const { origin } = new URL(place.at);
    const { AppId, RedirectUrl } = settings();
    const query = { app_id: AppId, redirect_uri: RedirectUrl, origin, uuid: 'abc</script>' };
    const frame = await app.inject(`/vkid/button_one_tap_auth?${new URLSearchParams(query).toString()}`);
    expect(frame.headers['content-security-policy']).toContain(`frame-ancestors ${origin}`);
    expect(frame.body).toContain(JSON.stringify(origin));
    expect(frame.body).not.toContain("'*'");
    expect(frame.body.split('</script>')).toHaveLength(2);
    const foreign = new URLSearchParams({ ...query, origin: 'https://elsewhere.example' });
    expect((await app.inject(`/vkid/button_one_tap_auth?${foreign.toString()}`)).statusCode).toBe(400);
  });

  const settings = () => simulator.settings(place) as Settings;
  const loginOf = async (kind: Parameters<typeof simulator.login>[0]) =>
    (await simulator.login(kind, person, place)) as Login;

  function loopbackHost(other: Partial<Settings> = {}): IdentityHost<Settings> {
    // A generous timeout for busy machines; this test is not about time.
    const fetch: Fetch = (address, options) =>
      safeFetch(address, { ...options, timeoutMs: 60_000, allowLoopback: true });
    return { ...hostAnswering().host, fetch, settings: { ...settings(), ...other } };
  }

  const pageFields = (other: Record<string, string>) => ({
    client_id: settings().AppId,
    redirect_uri: settings().RedirectUrl,
    response_type: 'code',
    code_challenge_method: 's256',
    code_challenge: hash('sha256', verifier, 'base64url'),
    state,
    ...other,
  });
  const pageQuery = (other: Record<string, string>) => new URLSearchParams(pageFields(other)).toString();

  const spokenTo = { origin: 'http://127.0.0.1' };
  const choose = (chosen: string, challenge: string, other: Record<string, string> = spokenTo) =>
    app.inject({
      method: 'POST',
      url: '/vkid/authorize',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: pageQuery({ code_challenge: challenge, person: chosen, ...other }),
    });
});

const verify = (block: Login, host: IdentityHost<Settings>) => {
  if (!adapter.verify) throw new Error('The adapter verifies nothing.');
  return adapter.verify(block, host);
};

interface Sent {
  address: string;
  method: string | undefined;
  form: object;
  timeoutMs: number;
}

/** A host with scripted vendor responses: an error, raw text, or a value sent as JSON. */
function hostAnswering(first?: unknown, second?: unknown, status = 200) {
  const answers = [first, second];
  const sent: Sent[] = [];
  const logged: object[] = [];
  const fetch: Fetch = async (address, options) => {
    const form = Object.fromEntries(new URLSearchParams(options?.body));
    sent.push({ address, method: options?.method, form, timeoutMs: options?.timeoutMs ?? Number.POSITIVE_INFINITY });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return { status, headers: {}, body: Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)) };
  };
  const host: IdentityHost<Settings> = {
    fetch,
    now: () => new Date(),
    log: { warn: (data, text) => void logged.push({ ...data, text }) },
    portalUrl: 'https://portal.example',
    settings: { AppId: '51000001', RedirectUrl: 'https://portal.example/api/v1/auth/authenticate_to_fxid' },
  };
  return { host, sent, logged };
}
