import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ConnectedService } from '#model/account.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { flushEffects, renderInPortal } from '#portal/testing/render.tsx';
import { ServicesModal } from './ServicesModal.tsx';

beforeEach(() => endSession());

const entry = (more: Partial<ConnectedService> = {}): ConnectedService => ({
  Game: 'miner',
  Service: 'twitch',
  Title: 'Twitch',
  Options: { ClientId: 'ours' },
  ...more,
});

async function open(replies: Parameters<typeof mockApi>[0]) {
  beginSession('t1');
  const calls = mockApi(replies);
  const view = await renderInPortal(<ServicesModal game="miner" title="Miner" close={() => undefined} />);
  return { ...view, calls };
}

/** A window that comes back from Twitch with a code at once. */
function stubPopup(fields: Record<string, string>): void {
  vi.stubGlobal('open', () => {
    const popup = {
      closed: false,
      close: () => undefined,
      location: {
        set href(address: string) {
          const state = new URL(address).searchParams.get('state') ?? '';
          const url = `${window.location.origin}/SignInReturn?${new URLSearchParams({ ...fields, state }).toString()}`;
          const event = new MessageEvent('message', {
            data: { type: 'fxid-sign-in-return', url },
            origin: window.location.origin,
          });
          Object.defineProperty(event, 'source', { value: popup });
          window.dispatchEvent(event);
        },
      },
    };
    return popup;
  });
}

test('connects a service and shows the connected account', async () => {
  stubPopup({ code: 'a-code' });
  let isConnected = false;
  const view = await open({
    'profile.services': () => ({ Services: [entry(isConnected ? { ConnectedAs: 'grace' } : {})] }),
    'twitch.connect': () => {
      isConnected = true;
      return { Success: true };
    },
  });
  await waitFor(() => expect(view.button('Connect Twitch: Miner').getAttribute('aria-busy')).not.toBe('true'));
  expect(view.text()).toContain("It doesn't get your password.");
  await flushEffects(() => view.button('Connect Twitch: Miner').click());
  await waitFor(() => expect(view.text()).toContain('Twitch: connected as grace'));
  expect(view.calls.find(({ name }) => name === 'twitch.connect')?.body).toMatchObject({
    Game: 'miner',
    Code: 'a-code',
  });
});

test('disconnects it after a question', async () => {
  let isConnected = true;
  const view = await open({
    'profile.services': () => ({ Services: [entry(isConnected ? { ConnectedAs: 'grace' } : {})] }),
    'profile.disconnectService': () => {
      isConnected = false;
      return { Success: true };
    },
  });
  await waitFor(() => view.button('Disconnect: Twitch, Miner'));
  await flushEffects(() => view.button('Disconnect: Twitch, Miner').click());
  await waitFor(() => expect(document.body.textContent).toContain('Miner loses access to your Twitch account.'));
  expect(view.calls.some(({ name }) => name === 'profile.disconnectService')).toBe(false);
  const confirm = await waitFor(() => {
    const [last] = [...document.querySelectorAll<HTMLButtonElement>('dialog button')]
      .filter(({ textContent }) => textContent === 'Disconnect')
      .toReversed();
    if (!last) throw new Error('There is no such button.');
    return last;
  });
  await flushEffects(() => confirm.click());
  await waitFor(() => expect(view.text()).toContain('Twitch: not connected'));
  expect(view.calls.find(({ name }) => name === 'profile.disconnectService')?.body).toEqual({
    Game: 'miner',
    Service: 'twitch',
  });
});

test.each([
  ['IdentityTaken', 409, 'already connected to another player'],
  ['ProviderUnavailable', 503, "Twitch isn't responding"],
  ['ProofRefused', 401, "Couldn't connect Twitch"],
])('%s is explained', async (code, status, text) => {
  stubPopup({ code: 'a-code' });
  const view = await open({
    'profile.services': { Services: [entry()] },
    'twitch.connect': () => problemResponse(status, code),
  });
  await waitFor(() => expect(view.button('Connect Twitch: Miner').getAttribute('aria-busy')).not.toBe('true'));
  await flushEffects(() => view.button('Connect Twitch: Miner').click());
  await waitFor(() => expect(view.text()).toContain(text));
});

test('a blocked window is explained', async () => {
  vi.stubGlobal('open', () => null);
  const view = await open({ 'profile.services': { Services: [entry()] } });
  await waitFor(() => expect(view.button('Connect Twitch: Miner').getAttribute('aria-busy')).not.toBe('true'));
  await flushEffects(() => view.button('Connect Twitch: Miner').click());
  await waitFor(() => expect(view.text()).toContain('blocked the popup'));
});

test('a game without services shows a notice', async () => {
  const view = await open({ 'profile.services': { Services: [] } });
  await waitFor(() => expect(view.text()).toContain('This game connects no other accounts.'));
});

test('a list that could not be loaded can be loaded again', async () => {
  const view = await open({ 'profile.services': () => problemResponse(500, 'Unexpected') });
  await waitFor(() => expect(view.text()).toContain("Couldn't load your connected accounts"));
  view.button('Try again');
});
