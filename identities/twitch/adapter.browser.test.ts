import { describe, expect, it, vi } from 'vitest';
import type { ConnectionBrowserHost, SignInPopup } from '../port.browser.ts';
import { adapter } from './adapter.browser.ts';

const returnUrl = 'https://portal.example/SignInReturn';
const { origin } = new URL(returnUrl);
const options = { ClientId: 'ours', Scopes: ['channel:read:redemptions', 'user:read:email'] };

describe('Twitch, in the browser', () => {
  it('opens the consent page in the click and posts the code once, with the redirect URL', async () => {
    const { host, popup, connect } = createHost();
    const outcome = adapter.connect('chess', options, host);
    expect(popup.addresses).toHaveLength(1);
    const asked = new URL(popup.addresses[0] ?? '');
    expect(asked.origin + asked.pathname).toBe('https://id.twitch.tv/oauth2/authorize');
    const { state = '', ...fields } = Object.fromEntries(asked.searchParams);
    expect(fields).toEqual({
      response_type: 'code',
      client_id: 'ours',
      redirect_uri: returnUrl,
      scope: 'channel:read:redemptions user:read:email',
      force_verify: 'true',
    });
    // From another site, and for another attempt.
    popup.send({ code: 'theirs', state }, 'https://evil.example');
    popup.send({ code: 'theirs', state: 'another' });
    popup.send({ code: 'a-code', state });
    expect(await outcome).toBe('connected');
    expect(connect.mock.calls).toEqual([[{ Game: 'chess', Code: 'a-code', RedirectUri: returnUrl }]]);
    expect(popup.isClosed()).toBe(true);
  });

  it('asks for no permission unless the operator lists one', async () => {
    const { host, popup } = createHost();
    void adapter.connect('chess', { ClientId: 'ours' }, host);
    expect(new URL(popup.addresses[0] ?? '').searchParams.get('scope')).toBe('openid');
  });

  it.each([
    ['the player refuses', { error: 'access_denied' }],
    ['the window is closed', undefined],
  ])('is cancelled if %s, and posts nothing', async (_, answer) => {
    const { host, popup, connect } = createHost();
    const outcome = adapter.connect('chess', options, host);
    const state = new URL(popup.addresses[0] ?? '').searchParams.get('state') ?? '';
    if (answer) popup.send({ ...answer, state });
    else popup.shut();
    expect(await outcome).toBe('cancelled');
    expect(connect).not.toHaveBeenCalled();
  });

  it('reports that the browser blocked the window, and fails for any other reply', async () => {
    const { host, popup } = createHost();
    expect(await adapter.connect('chess', options, { ...host, openPopup: () => undefined })).toBe('blocked');
    const outcome = adapter.connect('chess', options, host);
    const state = new URL(popup.addresses[0] ?? '').searchParams.get('state') ?? '';
    popup.send({ error: 'redirect_mismatch', state });
    await expect(outcome).rejects.toThrow('redirect_mismatch');
    expect(popup.isClosed()).toBe(true);
  });
});

interface Calls {
  connect(input: { Game: string; Code: string; RedirectUri: string }): Promise<unknown>;
}

function createHost() {
  const connect = vi.fn<Calls['connect']>(async () => ({ Success: true }));
  const addresses: string[] = [];
  const messages: { data: unknown; origin: string }[] = [];
  let isClosed = false;
  let tell = (): void => undefined;
  const window: SignInPopup = {
    go: (address) => void addresses.push(address),
    message: (pick) =>
      new Promise((resolve) => {
        tell = () => {
          for (const { data, origin: from } of messages.splice(0)) {
            const picked = pick(data, from);
            if (picked !== undefined) return resolve(picked);
          }
          if (isClosed) resolve('closed');
        };
        tell();
      }),
    close: () => void (isClosed = true),
  };
  const host: ConnectionBrowserHost<Calls> = {
    openPopup: () => window,
    post: () => Promise.reject(new Error('Nothing is posted to Twitch.')),
    returnUrl,
    apiReturnUrl: 'https://portal.example/api/v1/auth/return',
    locale: 'en',
    log: { warn: () => undefined },
    calls: { connect },
  };
  const popup = {
    addresses,
    isClosed: () => isClosed,
    shut: () => {
      isClosed = true;
      tell();
    },
    send: (fields: Record<string, string>, from = origin) => {
      const url = `${returnUrl}?${new URLSearchParams(fields).toString()}`;
      messages.push({ data: { type: 'fxid-sign-in-return', url }, origin: from });
      tell();
    },
  };
  return { host, popup, connect };
}
