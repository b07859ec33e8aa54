import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '#model/problem.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import type { Fetch } from '#model/fetch.server.ts';
import type { VerifiedProof } from '#model/proof.ts';
import type { IdentityHost, IdentityTools } from '../port.server.ts';
import type { SimulatorEnvironment } from '../simulator-port.server.ts';
import { adapter } from './adapter.server.ts';
import { simulator } from './simulator.server.ts';

interface Settings {
  ClientId: string;
  ClientSecret: string;
  RedirectUrl: string;
  AuthUrl?: string;
}

const Game = 'blocks';
const person = { id: '1080001', name: 'Grace Hopper', email: 'grace@vendors.example' };
const exchanged = { access_token: 'the-access-token', token_type: 'Bearer' };
const profile = { uid: 77_000_001, nick: 'Grace' };
const proof: VerifiedProof = { identity: { type: 'MyGames', externalId: '77000001' }, name: 'Grace' };

describe('MY.GAMES, verifying', () => {
  it('exchanges the code with the secret and reads the profile', async () => {
    const { host, sent } = hostAnswering([200, exchanged], [200, profile]);
    expect(await verify('a-code', host)).toEqual({ outcome: 'proved', proof });
    expect(sent).toEqual([
      {
        call: 'POST https://account.my.games/oauth2/token',
        authorization: undefined,
        form: {
          grant_type: 'authorization_code',
          code: 'a-code',
          client_id: 'ours',
          client_secret: 'secret',
          redirect_uri: 'https://portal.example/connect/mygames',
        },
      },
      {
        call: 'GET https://account.my.games/oauth2/userinfo',
        authorization: 'Bearer the-access-token',
        form: {},
      },
    ]);
  });

  it('works without a name', async () => {
    const { host } = hostAnswering([200, exchanged], [200, { uid: '77000001', nick: ' ' }]);
    expect(await verify('c', host)).toEqual({ outcome: 'proved', proof: { identity: proof.identity } });
  });

  const refusals: [what: string, ...answers: Answer[]][] = [
    ['a bad code', [400, { error: 'invalid_grant' }]],
    ['an error with status 200', [200, { ...exchanged, error: 'invalid_grant' }]],
    ["an error in the vendor's other format", [200, { ...exchanged, status: 'error', errcode: 1500 }]],
    ['no access token', [200, {}]],
    ['an access token with a line break', [200, { access_token: 'a\r\nb: c' }]],
    ['no user', [200, exchanged], [200, {}]],
    ['a user id of another kind', [200, exchanged], [200, { uid: '77x', nick: 'n' }]],
    ['a user id that JSON rounded', [200, exchanged], [200, { uid: 2 ** 60, nick: 'n' }]],
    ['a profile error', [200, exchanged], [401, { error: 'invalid_token' }]],
    ['status 500', [500, exchanged]],
    ['HTML', [200, '<html>']],
    ['a list', [200, [exchanged]]],
    ['no answer', new Error('ECONNREFUSED')],
    ['no answer about the user', [200, exchanged], new Error('timeout')],
  ];
  it.each(refusals)('refuses %s', async (_, ...answers) => {
    // A profile response is available in case the adapter wrongly continues.
    const { host, logged } = hostAnswering(...answers, [200, profile]);
    expect(await verify('a-code', host)).toMatchObject({ outcome: 'refused' });
    for (const secret of ['a-code', 'the-access-token', '"secret"'])
      expect(JSON.stringify(logged)).not.toContain(secret);
  });

  it('refuses an empty code without a call', async () => {
    const { host, sent } = hostAnswering();
    expect(await verify('', host)).toMatchObject({ outcome: 'refused' });
    expect(sent).toEqual([]);
  });
});

describe('MY.GAMES, transferring', () => {
  it('returns the account, and a token if progress can be transferred', async () => {
    const { tools, kept } = toolsWith({ canTransfer: true });
    const { host } = hostAnswering([200, exchanged], [200, profile]);
    expect(await adapter.calls.info({ Game, Code: 'c' }, host, tools)).toEqual({
      Id: '77000001',
      Name: 'Grace',
      TransferToken: 'transfer-1',
    });
    expect(kept).toEqual(new Map([['transfer-1', { proof, game: Game }]]));
  });

  it('returns no token if nothing can be transferred', async () => {
    const { tools, kept } = toolsWith({ canTransfer: false });
    const { host } = hostAnswering([200, exchanged], [200, profile]);
    expect(await adapter.calls.info({ Game, Code: 'c' }, host, tools)).toEqual({ Id: '77000001', Name: 'Grace' });
    expect(kept.size).toBe(0);
  });

  it('returns nothing for an invalid code', async () => {
    const { tools } = toolsWith({ canTransfer: true });
    const { host } = hostAnswering([400, { error: 'invalid_grant' }]);
    await expect(adapter.calls.info({ Game, Code: 'c' }, host, tools)).rejects.toMatchObject({ code: 'ProofRefused' });
  });

  it('transfers the progress of a token once', async () => {
    const { tools, transferred } = toolsWith({ canTransfer: true });
    const { host } = hostAnswering([200, exchanged], [200, profile]);
    const { TransferToken = '' } = await adapter.calls.info({ Game, Code: 'c' }, host, tools);
    expect(await adapter.calls.transfer({ Game, TransferToken }, host, tools)).toEqual({ Success: true });
    expect(transferred).toEqual([{ proof, game: Game }]);
    await expect(adapter.calls.transfer({ Game, TransferToken }, host, tools)).rejects.toMatchObject({
      code: 'TokenExpiredOrUsed',
    });
    expect(transferred).toHaveLength(1);
  });
});

describe('MY.GAMES, on its simulation', () => {
  let app: FastifyInstance;
  let place: SimulatorEnvironment;
  beforeAll(async () => {
    const [port] = await findFreePorts();
    place = { at: `http://127.0.0.1:${port}/mygames`, now: () => new Date() };
    app = fastify();
    await app.register((child) => simulator.mount(child, place), { prefix: '/mygames' });
    await app.listen({ port, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  it('proves a good login once', async () => {
    const code = await codeOf('good');
    expect(await verify(code, loopbackHost())).toEqual({
      outcome: 'proved',
      proof: { identity: { type: 'MyGames', externalId: person.id }, name: person.name },
    });
    expect(await verify(code, loopbackHost())).toMatchObject({ outcome: 'refused' });
  });

  it.each(['changed', 'foreign', 'stale', 'used'] as const)('refuses a %s login', async (kind) => {
    expect(await verify(await codeOf(kind), loopbackHost())).toMatchObject({ outcome: 'refused' });
  });

  it('refuses a wrong secret and another address', async () => {
    for (const other of [{ ClientSecret: 'wrong' }, { RedirectUrl: 'https://elsewhere.example/' }])
      expect(await verify(await codeOf('good'), loopbackHost(other))).toMatchObject({ outcome: 'refused' });
  });

  it('leads through the page, and returns with a code or an error', async () => {
    const { ClientId, RedirectUrl } = settings();
    const asked = { client_id: ClientId, redirect_uri: RedirectUrl, response_type: 'code', state: 'the-state' };
    const page = await app.inject(`/mygames/oauth2/?${new URLSearchParams(asked).toString()}`);
    expect(page.body).toContain('MY.GAMES');
    const choose = async (chosen: string) => {
      const payload = new URLSearchParams({ ...asked, person: chosen }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await app.inject({ method: 'POST', url: '/mygames/oauth2/', headers, payload });
      return new URL(String(answer.headers.location)).searchParams;
    };
    const agreed = await choose('1080002');
    expect(agreed.get('state')).toBe('the-state');
    expect(await verify(agreed.get('code') ?? '', loopbackHost())).toMatchObject({
      proof: { identity: { externalId: '1080002' } },
    });
    expect((await choose('none')).get('error')).toBe('access_denied');
    const unknown = new URLSearchParams({ ...asked, client_id: 'another' });
    expect((await app.inject(`/mygames/oauth2/?${unknown.toString()}`)).statusCode).toBe(400);
  });

  const settings = () => simulator.settings(place) as Settings;
  const codeOf = async (kind: Parameters<typeof simulator.login>[0]) =>
    ((await simulator.login(kind, person, place)) as { Code: string }).Code;

  function loopbackHost(other: Partial<Settings> = {}): IdentityHost<Settings> {
    // A generous timeout for busy machines; this test is not about time.
    const fetch: Fetch = (address, options) =>
      safeFetch(address, { ...options, timeoutMs: 60_000, allowLoopback: true });
    return { ...hostAnswering().host, fetch, settings: { ...settings(), ...other } };
  }
});

const verify = (Code: string, host: IdentityHost<Settings>) => {
  if (!adapter.verify) throw new Error('The adapter verifies nothing.');
  return adapter.verify({ Code }, host);
};

type Answer = [status: number, body: unknown] | Error;

/** A host with scripted vendor responses: an error, raw text, or a value sent as JSON. */
function hostAnswering(...answers: Answer[]) {
  const sent: object[] = [];
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
    now: () => new Date(),
    log: { warn: (data, text) => void logged.push({ ...data, text }) },
    portalUrl: 'https://portal.example',
    settings: { ClientId: 'ours', ClientSecret: 'secret', RedirectUrl: 'https://portal.example/connect/mygames' },
  };
  return { host, sent, logged };
}

/** Only the core's storage of proofs; the adapter uses nothing else. */
function toolsWith({ canTransfer }: { canTransfer: boolean }) {
  const kept = new Map<string, { proof: VerifiedProof; game: string }>();
  const transferred: { proof: VerifiedProof; game: string }[] = [];
  const notForThis = () => Promise.reject(new Error('This adapter does not need it.'));
  const tools: IdentityTools = {
    signIn: notForThis,
    changeConnection: notForThis,
    findPlayerConnection: notForThis,
    changePlayerConnection: notForThis,
    canTransfer: async () => canTransfer,
    storeProof: async (proved, game) => {
      const token = `transfer-${kept.size + 1}`;
      kept.set(token, { proof: proved, game });
      return token;
    },
    redeemProof: async (token, game) => {
      const found = kept.get(token);
      kept.delete(token);
      if (found?.game !== game) throw new Problem('TokenExpiredOrUsed');
      return found.proof;
    },
    transfer: async (proved, game) => void transferred.push({ proof: proved, game }),
  };
  return { tools, kept, transferred };
}
