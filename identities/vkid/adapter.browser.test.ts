import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdentityBrowserHost, SignInOutcome } from '../port.browser.ts';
import { adapter } from './adapter.browser.ts';
import { createPkceChallenge, createPkceVerifier } from './pkce.browser.ts';

const options = { AppId: '51000001', RedirectUrl: 'https://portal.example/api/v1/auth/authenticate_to_fxid' };
const vendor = 'https://id.vk.ru';

describe('PKCE', () => {
  it.each([
    [Uint8Array.from({ length: 32 }, (_, index) => index), 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
    [new Uint8Array(32).fill(1), 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE'],
    [new Uint8Array(32).fill(255), '__________________________________________8'],
  ])('creates a verifier from %j', (random, verifier) => {
    expect(createPkceVerifier(random)).toBe(verifier);
  });

  it.each([
    ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8', '6oZqdX5MOLq_qBJ8vppAnT4fk6AP8UiP9zX8-Rev_9A'],
    ['AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE', 'VtX6czP210fbQsI5QH5dpMMvTHnzXQkrE0_TWkAtnFw'],
  ])('hashes %s as VK does', async (verifier, challenge) => {
    expect(await createPkceChallenge(verifier)).toBe(challenge);
  });

  it('never creates the same verifier twice', () => {
    expect(createPkceVerifier()).not.toBe(createPkceVerifier());
    expect(createPkceVerifier()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe('Signing in through the window', () => {
  it('opens it in the click, sends it to VK, and returns the code with the hashed verifier', async () => {
    const { host, popup } = createHost();
    const outcome = adapter.signIn('vk', options, host);
    expect(popup.opened).toBe(1);
    const asked = await popup.address();
    expect(asked.origin + asked.pathname).toBe(`${vendor}/authorize`);
    const { state = '', code_challenge: challenge, ...fields } = Object.fromEntries(asked.searchParams);
    expect(fields).toEqual({
      lang_id: '3',
      scheme: 'light',
      code_challenge_method: 's256',
      client_id: '51000001',
      response_type: 'code',
      scope: 'vkid.personal_info',
      prompt: '',
      origin: `${location.protocol}//${location.hostname}`,
      v: '2.6.7',
      sdk_type: 'vkid',
      app_id: '51000001',
      redirect_uri: options.RedirectUrl,
    });
    expect(state.length).toBeGreaterThanOrEqual(32);
    popup.send(answer(state), 'https://login.vk.com');
    const proved = (await outcome) as { login: { CodeVerifier: string } };
    expect(proved).toEqual({
      outcome: 'proved',
      login: { Code: 'a-code', DeviceId: 'a-device', State: state, CodeVerifier: expect.any(String) },
    });
    expect(await createPkceChallenge(proved.login.CodeVerifier)).toBe(challenge);
    expect(popup.closed).toBe(true);
  });

  it.each(['returnUrl', 'apiReturnUrl'] as const)(
    'returns to our own page if that (%s) is the registered URL, without a link between the windows',
    async (name) => {
      const { host, popup } = createHost();
      const outcome = adapter.signIn('vk', { ...options, RedirectUrl: host[name] }, host);
      const asked = await popup.address();
      expect(asked.searchParams.has('origin')).toBe(false);
      const state = asked.searchParams.get('state') ?? '';
      const returnWith = (fields: Record<string, string>) => ({
        type: 'fxid-sign-in-return',
        url: `${host[name]}?${new URLSearchParams(fields).toString()}`,
      });
      const { origin } = new URL(host.returnUrl);
      // Replies from another site and for another tab's attempt.
      popup.send(returnWith({ code: 'theirs', device_id: 'd', state }), 'https://evil.example');
      popup.send(returnWith({ code: 'theirs', device_id: 'd', state: `${state}x` }), origin);
      popup.send(returnWith({ error: 'access_denied', state: 'another' }), origin);
      popup.send(returnWith({ code: 'a-code', device_id: 'a-device', state, type: 'code_v2' }), origin);
      expect(await outcome).toMatchObject({ outcome: 'proved', login: { Code: 'a-code', DeviceId: 'a-device' } });
    },
  );

  it('accepts a declined or incomplete reply on return', async () => {
    for (const [fields, expected] of [
      [{ error: 'access_denied' }, { outcome: 'cancelled', message: 'Popup was closed' }],
      [{ code: 'a-code' }, failed('VK widget error.')],
    ] as const) {
      const { host, popup } = createHost();
      const outcome = adapter.signIn('vk', { ...options, RedirectUrl: host.returnUrl }, host);
      const answered = new URLSearchParams({ ...fields, state: await popup.state() });
      const url = `${host.returnUrl}?${answered.toString()}`;
      popup.send({ type: 'fxid-sign-in-return', url }, new URL(host.returnUrl).origin);
      expect(await outcome).toEqual(expected);
    }
  });

  it.each([
    'https://vk.ru.evil.example',
    'https://evilvk.ru',
    'https://notvk.com',
    'http://id.vk.ru',
    'https://id.vk.ru:8443',
    location.origin,
    'null',
  ])('ignores messages from %s', async (origin) => {
    const { host, popup } = createHost();
    const outcome = adapter.signIn('vk', options, host);
    const state = await popup.state();
    popup.send(answer(state), origin);
    popup.send({ payload: { error: 'access_denied' } }, origin);
    popup.send('closed-by-test', vendor);
    popup.closeByPerson();
    expect(await outcome).toEqual({ outcome: 'cancelled', message: 'Popup was closed' });
  });

  it('accepts messages from the configured origin', async () => {
    const { host, popup } = createHost();
    const outcome = adapter.signIn('vk', { ...options, AuthUrl: 'http://localhost:8080/lab/vendors/vkid' }, host);
    const asked = await popup.address();
    expect(asked.href).toMatch(/^http:\/\/localhost:8080\/lab\/vendors\/vkid\/authorize\?/);
    popup.send(answer(asked.searchParams.get('state') ?? ''), 'http://localhost:8080');
    expect(await outcome).toMatchObject({ outcome: 'proved' });
  });

  const failures: [what: string, message: (state: string) => unknown, outcome: SignInOutcome][] = [
    ['another state in the payload', (state) => answer(state, { state: 'x' }), failed('VK widget error.')],
    ['the reply to another attempt', () => answer('another'), failed('VK widget error.')],
    ['no code', (state) => answer(state, { code: '' }), failed('VK widget error.')],
    ['no device', (state) => answer(state, { device_id: undefined }), failed('VK widget error.')],
    ['an error', () => ({ payload: { error: 'server_error' } }), failed('VK widget error.')],
    ['an error in an object', () => ({ payload: { error: { code: 5 } } }), failed('VK widget error.')],
    [
      'a person who declines',
      () => ({ payload: { error: 'access_denied' } }),
      { outcome: 'cancelled', message: 'Popup was closed' },
    ],
  ];
  it.each(failures)('ends with %s', async (_, message, expected) => {
    const { host, popup } = createHost();
    const outcome = adapter.signIn('vk', options, host);
    popup.send(message(await popup.state()), vendor);
    expect(await outcome).toEqual(expected);
    expect(popup.closed).toBe(true);
  });

  it('reports that the window was blocked', async () => {
    const { host } = createHost();
    const blocked = { ...host, openPopup: () => undefined };
    expect(await adapter.signIn('vk', options, blocked)).toEqual(failed('Popup was blocked'));
  });

  it('fails with a message if hashing is unavailable', async () => {
    vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(new Error('not in a secure context'));
    const { host, popup, logged } = createHost();
    expect(await adapter.signIn('vk', options, host)).toEqual(failed('Unknown error during VK ID init.'));
    expect(popup.closed).toBe(true);
    expect(logged).toHaveLength(1);
  });

  it.each([
    ['ru', '0'],
    ['uk', '1'],
    ['en', '3'],
    ['es', '4'],
    ['de', '6'],
    ['pl', '15'],
    ['fr', '16'],
    ['tr', '82'],
    ['pt-br', '3'],
    ['fa', '3'],
    ['RU-ru', '0'],
  ])('sends %s as language %s', async (locale, id) => {
    const { host, popup } = createHost();
    const outcome = adapter.signIn('vk', options, { ...host, locale });
    expect((await popup.address()).searchParams.get('lang_id')).toBe(id);
    popup.closeByPerson();
    await outcome;
  });
});

describe('The One-Tap button', () => {
  let container: HTMLElement;
  beforeEach(() => {
    vi.useFakeTimers();
    container = document.createElement('div');
    container.append(document.createElement('button'));
    document.body.append(container);
  });
  afterEach(() => {
    container.remove();
    vi.useRealTimers();
  });

  it('reports a missing container', () => {
    const outcomes: SignInOutcome[] = [];
    adapter.renderButton(null, options, createHost().host, (outcome) => outcomes.push(outcome))();
    expect(outcomes).toEqual([failed('VK container not found.')]);
  });

  it("loads VK's frame, hidden until VK reports that it has loaded", async () => {
    const { frame } = await draw();
    const asked = new URL(frame.src);
    expect(asked.origin + asked.pathname).toBe(`${vendor}/button_one_tap_auth`);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      app_id: '51000001',
      redirect_uri: options.RedirectUrl,
      origin: location.origin,
      oauth_version: '2',
      style_height: '44',
      lang_id: '3',
      sdk_type: 'vkid',
      code_challenge_method: 's256',
    });
    expect(frame.title).toBe('VK ID');
    expect(frame.style.visibility).toBe('hidden');
    say(frame, 'common: load');
    expect(frame.style.visibility).toBe('visible');
    expect(ours().hasAttribute('inert')).toBe(true);
  });

  it('proves with the verifier hashed for that frame, and creates a new one for the next attempt', async () => {
    const { frame, outcomes } = await draw();
    const first = new URL(frame.src).searchParams;
    say(frame, 'common: load');
    say(frame, 'onetap: success login', payload(first.get('state') ?? ''));
    expect(outcomes).toMatchObject([{ outcome: 'proved', login: { Code: 'a-code', DeviceId: 'a-device' } }]);
    const { login } = outcomes[0] as { login: { CodeVerifier: string } };
    expect(await createPkceChallenge(login.CodeVerifier)).toBe(first.get('code_challenge'));
    await vi.waitFor(() => expect(frame.src).not.toContain(first.get('code_challenge')));
    expect(frame.style.visibility).toBe('hidden');
  });

  it('reports a missing verifier if VK succeeds twice at once', async () => {
    const { frame, outcomes } = await draw();
    const state = new URL(frame.src).searchParams.get('state') ?? '';
    say(frame, 'onetap: success login', payload(state));
    say(frame, 'onetap: success login', payload(state));
    expect(outcomes[1]).toEqual(failed('VK Auth failed: codeVerifier is missing.'));
  });

  it('refuses a code with another state', async () => {
    const { frame, outcomes } = await draw();
    say(frame, 'onetap: success login', payload('another'));
    expect(outcomes).toEqual([failed('VK widget error.')]);
    expect(frame.isConnected).toBe(false);
  });

  it('ignores other windows, other origins and other messages', async () => {
    const { frame, outcomes } = await draw();
    const login = payload(new URL(frame.src).searchParams.get('state') ?? '');
    say(frame, 'onetap: success login', login, { source: window });
    say(frame, 'onetap: success login', login, { source: null });
    say(frame, 'onetap: success login', login, { origin: 'https://id.vk.com' });
    say(frame, 'onetap: success login', login, { origin: location.origin });
    say(frame, 'onetap: success login', login, { type: 'another' });
    say(frame, 'common: error', {}, { origin: 'https://evil.example' });
    say(frame, 'something: new', {});
    expect(outcomes).toEqual([]);
    expect(frame.isConnected).toBe(true);
  });

  it('opens the window when VK needs its full page', async () => {
    const { frame, outcomes, popup } = await draw();
    say(frame, 'onetap: show full auth', { uuid: 'x' });
    expect(popup.opened).toBe(1);
    const asked = await popup.address();
    expect(asked.searchParams.get('prompt')).toBe('');
    popup.send(answer(asked.searchParams.get('state') ?? ''), vendor);
    await vi.waitFor(() => expect(outcomes).toMatchObject([{ outcome: 'proved', login: { Code: 'a-code' } }]));
    expect(frame.isConnected).toBe(true);
  });

  it('requests another account when VK needs a certain screen', async () => {
    const { frame, popup } = await draw();
    say(frame, 'onetap: show full auth', { screen: 'phone' });
    expect((await popup.address()).searchParams.get('prompt')).toBe('login');
  });

  it("ends with VK's error", async () => {
    const { frame, outcomes, logged } = await draw();
    say(frame, 'common: load');
    say(frame, 'common: error', { text: 'internal' });
    expect(outcomes).toEqual([failed('VK widget error.')]);
    expect(logged).toHaveLength(1);
    expectOnlyOurs();
  });

  it.each(['onetap: not authorized', 'common: close'])('falls back to our button after «%s»', async (handler) => {
    const { frame, outcomes } = await draw();
    say(frame, handler);
    expect(outcomes).toEqual([]);
    expectOnlyOurs();
  });

  it('falls back to our button and logs it when nothing loads for five seconds', async () => {
    const { outcomes, logged } = await draw();
    vi.advanceTimersByTime(4_500);
    expect(container.querySelector('iframe')).not.toBeNull();
    vi.advanceTimersByTime(500);
    expect(outcomes).toEqual([]);
    expect(logged).toHaveLength(1);
    expectOnlyOurs();
  });

  it('remains once it has loaded', async () => {
    const { frame, logged } = await draw();
    say(frame, 'common: load');
    vi.advanceTimersByTime(60_000);
    expect(frame.isConnected).toBe(true);
    expect(logged).toEqual([]);
  });

  it('reports that it cannot start', async () => {
    vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(new Error('not in a secure context'));
    const outcomes: SignInOutcome[] = [];
    adapter.renderButton(container, options, createHost().host, (outcome) => outcomes.push(outcome));
    await vi.waitFor(() => expect(outcomes).toEqual([failed('Unknown error during VK ID init.')]));
    expectOnlyOurs();
  });

  it('removes everything when it is disposed of, and reports nothing', async () => {
    const { frame, outcomes, popup, dispose, logged } = await draw();
    const before = { window: frame.contentWindow, state: new URL(frame.src).searchParams.get('state') ?? '' };
    say(frame, 'common: load');
    say(frame, 'onetap: show full auth', {});
    const state = await popup.state();
    dispose();
    expectOnlyOurs();
    expect(popup.closed).toBe(true);
    popup.send(answer(state), vendor);
    say(frame, 'onetap: success login', payload(before.state), { source: before.window });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(outcomes).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('renders nothing when it is disposed of before it started', async () => {
    const dispose = adapter.renderButton(container, options, createHost().host, () => undefined);
    dispose();
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    await vi.advanceTimersByTimeAsync(100);
    expectOnlyOurs();
  });

  const ours = () => container.querySelector('button') as HTMLButtonElement;
  function expectOnlyOurs(): void {
    expect([...container.children]).toEqual([ours()]);
    expect(ours().hasAttribute('inert')).toBe(false);
    expect(container.style.position).toBe('');
  }

  async function draw() {
    const { host, popup, logged } = createHost();
    const outcomes: SignInOutcome[] = [];
    const dispose = adapter.renderButton(container, options, host, (outcome) => outcomes.push(outcome));
    const frame = await vi.waitFor(() => {
      const found = container.querySelector('iframe');
      if (!found) throw new Error('There is no frame yet.');
      return found;
    });
    return { frame, outcomes, popup, logged, dispose };
  }

  interface From {
    readonly source?: Window | null;
    readonly origin?: string;
    readonly type?: string;
  }
  function say(frame: HTMLIFrameElement, handler: string, params: object = {}, from: From = {}): void {
    const { source = frame.contentWindow, origin = vendor, type = 'vk-sak-sdk' } = from;
    window.dispatchEvent(new MessageEvent('message', { data: { type, handler, params }, origin, source }));
  }
});

function failed(message: string): SignInOutcome {
  return { outcome: 'failed', message };
}

const payload = (state: string, other: object = {}) => ({
  code: 'a-code',
  type: 'code_v2',
  state,
  device_id: 'a-device',
  expires_in: 600,
  ...other,
});

const answer = (state: string, other: object = {}) => ({
  action: `oauth2_authorize_response${state}`,
  payload: payload(state, other),
});

/** A host with one popup, whose messages the test sends. */
function createHost() {
  const logged: unknown[] = [];
  const address = Promise.withResolvers<URL>();
  const ended = Promise.withResolvers<'closed'>();
  let hear: (data: unknown, origin: string) => void = () => undefined;
  const popup = {
    opened: 0,
    closed: false,
    address: () => address.promise,
    state: async () => (await address.promise).searchParams.get('state') ?? '',
    send: (data: unknown, origin: string) => hear(data, origin),
    closeByPerson: () => ended.resolve('closed'),
  };
  const host: IdentityBrowserHost = {
    openPopup() {
      popup.opened += 1;
      return {
        go: (text) => address.resolve(new URL(text)),
        message: <T>(pick: (data: unknown, origin: string) => T | undefined) =>
          Promise.race([
            ended.promise,
            new Promise<T>((resolve) => {
              hear = (data, origin) => {
                const picked = pick(data, origin);
                if (picked !== undefined) resolve(picked);
              };
            }),
          ]),
        close() {
          popup.closed = true;
          ended.resolve('closed');
        },
      };
    },
    post: () => Promise.reject(new Error('This adapter calls nobody.')),
    returnUrl: 'https://portal.example/sign-in-return',
    apiReturnUrl: 'https://portal.example/api-return',
    locale: 'en',
    log: { warn: (text, detail) => void logged.push([text, detail]) },
  };
  return { host, popup, logged };
}
