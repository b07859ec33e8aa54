// A complete sign-in without a browser: the browser adapter calls the simulator, the test acts as the person, and the
// server adapter verifies the result.
import fastify from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseForm } from '#server/http/read-body.ts';
import type { IdentityHost } from '../port.server.ts';
import { adapter as defineServerAdapter } from './adapter.server.ts';
import { simulator } from './simulator.server.ts';

const place = { at: 'http://localhost:8080/lab/vendors/firebase', now: () => new Date('2026-01-01T12:00:00Z') };
const returnUrl = 'http://localhost:8080/sign-in/return';

type Settings = Parameters<NonNullable<typeof defineServerAdapter.verify>>[1]['settings'];
const settings = simulator.settings(place) as Settings;

const app = fastify();
const pathOf = (address: string) => address.slice('http://localhost:8080'.length);

// The compiler keeps browser and server files apart. This test runs both, so it loads the adapter by name.
const browserFile = './adapter.browser.ts';
interface Outcome {
  readonly outcome: string;
  readonly message?: string;
  readonly login?: { readonly Token: string };
}
let signIn: (provider: string, options: object | undefined, host: object) => Promise<Outcome>;

beforeAll(async () => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, parseForm(body as Buffer)),
  );
  await app.register((scope) => simulator.mount(scope, place), { prefix: pathOf(place.at) });
  const loaded = (await import(/* @vite-ignore */ browserFile)) as { adapter: { signIn: typeof signIn } };
  signIn = loaded.adapter.signIn;
});

interface Message {
  readonly data: object;
  readonly origin: string;
}

/**
 * Acts as the person in the popup: opens the page and presses a button. Returns the message that our return page sends.
 */
async function choose(address: string, person: string): Promise<Message> {
  const page = await app.inject({ url: pathOf(address) });
  expect(page.statusCode).toBe(200);
  const fields = { state: valueIn(page.body, 'state'), person, name: 'Ada', email: 'ada@people.example' };
  const answer = await app.inject({
    method: 'POST',
    url: pathOf(/ action="([^"]+)"/.exec(page.body)?.[1] ?? ''),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  const origin = 'http://localhost:8080';
  if (answer.statusCode === 303) {
    return { origin, data: { type: 'fxid-sign-in-return', url: answer.headers.location } };
  }
  const names = [...answer.body.matchAll(/name="([^"]+)"/g)].map(([, name = '']) => name);
  const form = new URLSearchParams(names.map((name) => [name, valueIn(answer.body, name)])).toString();
  const url = / action="([^"]+)"/.exec(answer.body)?.[1];
  return { origin, data: { type: 'fxid-sign-in-return', url, form } };
}

const valueIn = (html: string, name: string) =>
  html
    .match(/name="[^"]+" value="[^"]+"/g)
    ?.find((input) => input.startsWith(`name="${name}"`))
    ?.split('"')[3] ?? '';

const seen = { opened: 0, closed: 0, warnings: [] as unknown[][], posts: [] as { address: string; body: object }[] };
beforeEach(() => Object.assign(seen, { opened: 0, closed: 0, warnings: [], posts: [] }));

type Picker = (data: unknown, origin: string) => unknown;

/** The portal as the adapter sees it. `visit` acts as the person and returns the messages that reach the window. */
function hostWith(visit: (address: string) => Promise<Message[] | 'closed'>, changed: object = {}) {
  return {
    returnUrl,
    apiReturnUrl: returnUrl,
    locale: 'en-gb',
    log: { warn: (...given: unknown[]) => void seen.warnings.push(given) },
    openPopup: () => {
      let address = '';
      seen.opened += 1;
      return {
        go: (to: string) => void (address = to),
        close: () => void (seen.closed += 1),
        async message(pick: Picker) {
          const messages = await visit(address);
          if (messages === 'closed') return 'closed';
          return (
            messages.map(({ data, origin }) => pick(data, origin)).find((picked) => picked !== undefined) ?? 'closed'
          );
        },
      };
    },
    async post(address: string, body: object) {
      seen.posts.push({ address, body });
      const answer = await app.inject({ method: 'POST', url: pathOf(address), payload: body });
      return { status: answer.statusCode, body: answer.json<unknown>() };
    },
    ...changed,
  };
}

const asPerson = (person: string) => hostWith(async (address) => [await choose(address, person)]);

async function verify(Token: string) {
  const host: IdentityHost<Settings> = {
    now: place.now,
    portalUrl: 'http://localhost:8080',
    settings,
    log: { warn: () => {} },
    fetch: async (address) => {
      const answer = await app.inject({ url: pathOf(address) });
      return { status: answer.statusCode, headers: {}, body: answer.rawPayload };
    },
  };
  return defineServerAdapter.verify?.({ Token }, host);
}

const tryAgain = { outcome: 'failed', message: 'Failed to login. Try again' };

describe('a person signs in', () => {
  it.each([
    ['google', 'Google', '1080001', 'grace@vendors.example', true],
    ['apple', 'Apple', '1080002', 'anya@vendors.example', true],
    ['facebook', 'Facebook', '1080003', 'sara@vendors.example', false],
  ])('by %s, and the server accepts it', async (provider, type, person, address, verified) => {
    const { outcome, login } = await signIn(provider, settings, asPerson(person));
    expect({ outcome, warnings: seen.warnings }).toEqual({ outcome: 'proved', warnings: [] });
    expect(await verify(login?.Token ?? '')).toMatchObject({
      outcome: 'proved',
      proof: { identity: { type }, email: { address, verified } },
    });
    expect(seen).toMatchObject({ opened: 1, closed: 1 });
  });

  it('as a simulated person', async () => {
    const { login } = await signIn('google', settings, asPerson('invented'));
    expect(await verify(login?.Token ?? '')).toMatchObject({ outcome: 'proved', proof: { name: 'Ada' } });
  });

  it('requesting a code from Google, so that the reply is in the URL that reaches us', async () => {
    await signIn('google', settings, asPerson('1080001'));
    expect(seen.posts[0]).toEqual({
      address: `${place.at}/v1/accounts:createAuthUri?key=simulated-api-key`,
      body: {
        providerId: 'google.com',
        authFlowType: 'CODE_FLOW',
        continueUri: returnUrl,
        customParameter: { hl: 'en-gb', prompt: 'select_account' },
      },
    });
  });
});

describe('a person does not sign in', () => {
  it.each(['google', 'apple', 'facebook'])('after pressing "cancel" at %s', async (provider) => {
    expect(await signIn(provider, settings, asPerson('none'))).toEqual({
      outcome: 'cancelled',
      message: 'Popup was closed',
    });
    expect(seen.closed).toBe(1);
  });

  it('after closing the window', async () => {
    const host = hostWith(async () => 'closed');
    expect(await signIn('google', settings, host)).toEqual({ outcome: 'cancelled', message: 'Popup was closed' });
    expect(seen.closed).toBe(1);
  });

  it('if the browser opens no window', async () => {
    const host = hostWith(async () => 'closed', { openPopup: () => undefined });
    expect(await signIn('google', settings, host)).toEqual({ outcome: 'failed', message: 'Popup was blocked' });
    expect(seen.posts).toEqual([]);
  });

  it('without configuration', async () => {
    expect(await signIn('google', undefined, asPerson('1080001'))).toEqual({
      outcome: 'failed',
      message: 'Firebase Auth не был инициализирован, вызовите setFirebaseAuth',
    });
    expect(seen.opened).toBe(0);
  });

  it('with a provider if another one already has the address', async () => {
    expect(await signIn('google', settings, asPerson('1080001'))).toMatchObject({ outcome: 'proved' });
    expect(await signIn('facebook', settings, asPerson('1080001'))).toEqual({
      outcome: 'failed',
      message: 'Account exists with google',
    });
    expect(seen.closed).toBe(2);
  });

  it.each(['github', 'toString', ''])('with the provider %j, which does not exist', async (provider) => {
    expect(await signIn(provider, settings, asPerson('1080001'))).toEqual(tryAgain);
    expect(seen.opened).toBe(0);
  });

  it('with a wrong key', async () => {
    expect(await signIn('google', { ...settings, ApiKey: 'wrong' }, asPerson('1080001'))).toEqual(tryAgain);
    expect(seen).toMatchObject({ closed: 1, warnings: [['Firebase gave no page to sign in at', { code: 400 }]] });
  });

  it('without a network', async () => {
    const host = { ...asPerson('1080001'), post: () => Promise.reject(new Error('no network')) };
    expect(await signIn('google', settings, host)).toEqual(tryAgain);
    expect(seen.closed).toBe(1);
  });

  it.each([
    ['a script for a page', { authUri: 'javascript:alert(1)', sessionId: 's' }],
    ['no session', { authUri: 'https://accounts.example/?state=s' }],
    ['a page without a state', { authUri: 'https://accounts.example', sessionId: 's' }],
    ['a text', 'text'],
    ['nothing', null],
  ])('when the service answers with %s', async (_, body) => {
    const went: string[] = [];
    const host = hostWith(
      async (address) => {
        went.push(address);
        return 'closed';
      },
      { post: async () => ({ status: 200, body }) },
    );
    expect(await signIn('google', settings, host)).toEqual(tryAgain);
    expect(went).toEqual([]);
    expect(seen.closed).toBe(1);
  });

  it('over plain http with the real service', async () => {
    const { ToolkitUrl: _, ...real } = settings;
    const host = hostWith(async () => 'closed', {
      post: async () => ({ status: 200, body: { authUri: 'http://accounts.example/?state=s', sessionId: 's' } }),
    });
    expect(await signIn('google', real, host)).toEqual(tryAgain);
  });
});

describe('the reply of the provider is ignored', () => {
  const received = (change: (message: Message) => Message) =>
    hostWith(async (address) => [change(await choose(address, '1080001'))]);

  it.each<[from: string, change: (message: Message) => Message]>([
    ['from another origin', ({ data }) => ({ data, origin: 'https://evil.example' })],
    ['with another type', ({ data, origin }) => ({ data: { ...data, type: 'something' }, origin })],
    [
      'for a URL that only starts like ours',
      ({ origin }) => ({
        data: { type: 'fxid-sign-in-return', url: `${returnUrl}.evil?code=1&state=2` },
        origin,
      }),
    ],
    ['without a URL', ({ origin }) => ({ data: { type: 'fxid-sign-in-return' }, origin })],
  ])('%s', async (_, change) => {
    expect(await signIn('google', settings, received(change))).toMatchObject({ outcome: 'cancelled' });
    expect(seen.posts).toHaveLength(1);
  });

  it("when the reply is from another sign-in: a link with another person's reply signs no one in", async () => {
    let stolen: Message | undefined;
    await signIn(
      'google',
      settings,
      hostWith(async (address) => {
        stolen = await choose(address, '1080002');
        return 'closed';
      }),
    );
    const host = hostWith(async () => (stolen ? [stolen] : 'closed'));
    expect(await signIn('google', settings, host)).toMatchObject({ outcome: 'cancelled' });
    expect(seen.posts.at(-1)?.address).toContain('createAuthUri');
  });

  it('without blocking the right one: another tab may be signing in too', async () => {
    const other = { data: { type: 'fxid-sign-in-return', url: `${returnUrl}?error=x&state=of-another-tab` } };
    const host = hostWith(async (address) => [
      { ...other, origin: 'http://localhost:8080' },
      await choose(address, '1080001'),
    ]);
    expect(await signIn('google', settings, host)).toMatchObject({ outcome: 'proved' });
  });

  it('twice', async () => {
    let kept: Message | undefined;
    const first = await signIn(
      'google',
      settings,
      hostWith(async (address) => {
        kept = await choose(address, '1080001');
        return [kept];
      }),
    );
    expect(first.outcome).toBe('proved');
    const [begun, ended] = seen.posts;
    const again = await app.inject({ method: 'POST', url: pathOf(ended?.address ?? ''), payload: ended?.body ?? {} });
    expect(begun?.address).toContain('createAuthUri');
    expect(again.statusCode).toBe(400);
    expect(again.json()).toMatchObject({
      error: { code: 400, message: expect.stringContaining('INVALID_IDP_RESPONSE') },
    });
  });
});
