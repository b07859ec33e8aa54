import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { InterfaceFlags, PublicGameConfig } from '#contract/config.ts';
import type { ConnectedService } from '#model/account.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { renderInPortal, flushEffects } from '#portal/testing/render.tsx';
import { PlayerHeader } from './PlayerHeader.tsx';

beforeEach(() => {
  endSession();
  services = [];
});

/** Changes the operator's platform options for one test. */
const configure = (Adapters: object): void =>
  void Object.assign(runtimeConfig, { portal: { CompanyBranding: { Adapters } } });

let services: ConnectedService[] = [];

async function drawBar(game: Partial<PublicGameConfig> = {}, requestHelp = (): void => undefined, mayLeave = true) {
  mockApi({
    'store.storeAvailability': { Available: false },
    'profile.get': { AccountId: 'a1', Name: 'Ada' },
    'friends.status': { Friends: [] },
    'profile.services': { Services: services },
  });
  // Only the fields read here.
  const config = { Leaderboards: [], ...game } as unknown as PublicGameConfig;
  return renderInPortal(
    <PlayerHeader
      {...{ config, requestHelp }}
      game="miner"
      title="Miner"
      adapter="fxid"
      isFull={false}
      toggle={noop}
      {...{ mayLeave }}
    />,
  );
}

const noop = (): void => undefined;
const says = (flags: InterfaceFlags) => ({ Interface: { FxId: flags } });

test('web play shows no sign-in of ours, unless the operators want it for the platform or for the game on it', async () => {
  expect((await drawBar()).text()).not.toContain('Sign in');
  expect((await drawBar(says({ WebPlayLogin: true }))).text()).toContain('Sign in');
  expect((await drawBar({ Interface: { Telegram: { WebPlayLogin: true } } })).text()).not.toContain('Sign in');
  configure({ FxId: { IframeType: 'Embed', DisableHeaderUi: false, WebPlayLogin: true } });
  expect((await drawBar()).text()).toContain('Sign in');
  expect((await drawBar(says({ WebPlayLogin: false }))).text()).not.toContain('Sign in');
});

test('the header links to the profile, or has a sign-out button if the profile is turned off', async () => {
  beginSession('t1');
  const usual = await drawBar();
  await waitFor(() => expect(usual.container.querySelector('a[href="/Profile"]')).not.toBeNull());
  const without = await drawBar(says({ ProfileSettings: false }));
  expect(without.container.querySelector('a[href="/Profile"]')).toBeNull();
  without.button('Sign out');
});

test('a single-game site links to no missing page, and has a sign-out button in the header', async () => {
  Object.assign(runtimeConfig, { game: 'miner' });
  beginSession('t1');
  const { container, button } = await drawBar();
  button('Sign out');
  expect(container.querySelector('a')).toBeNull();
});

test('a signed-in player can continue on another device, if the platform allows links out', async () => {
  const name = 'Continue on another device';
  expect((await drawBar()).container.querySelector(`[aria-label="${name}"]`)).toBeNull();
  await flushEffects(() => beginSession('t1'));
  (await drawBar()).button(name);
  expect((await drawBar({}, noop, false)).container.querySelector(`[aria-label="${name}"]`)).toBeNull();
});

test("help and the game's documents are in the header", async () => {
  const opened: string[] = [];
  vi.stubGlobal('open', (url: string) => void opened.push(url));
  const ask = vi.fn();
  const bar = await drawBar({ TosUrl: 'https://miner.example/terms' }, ask);
  await bar.press('Report an issue');
  expect(ask).toHaveBeenCalledOnce();
  await bar.press('Terms of Service');
  await bar.press('Privacy Policy');
  expect(opened).toEqual(['https://miner.example/terms', `${window.location.origin}/Docs/miner/pp`]);
  const over = await drawBar({ TosUrl: 'https://miner.example/terms', TosOpenMethod: 'Modal' });
  await over.press('Terms of Service');
  await waitFor(() =>
    expect(over.button('Open Terms of Service').getAttribute('href')).toBe('https://miner.example/terms'),
  );
});

test("the game's services are in its menu, unless the platform allows no popups", async () => {
  services = [{ Game: 'miner', Service: 'twitch', Title: 'Twitch', Options: {} }];
  expect((await drawBar()).text()).not.toContain('Connected accounts');
  await flushEffects(() => beginSession('t1'));
  const view = await drawBar();
  await waitFor(() => expect(view.text()).toContain('Connected accounts'));
  expect((await drawBar({}, noop, false)).text()).not.toContain('Connected accounts');
});

test('the leaderboards of a game are in its menu', async () => {
  expect((await drawBar()).text()).not.toContain('Leaderboards');
  const view = await drawBar({ Leaderboards: [{ Id: 'depth', Name: { en: 'Depth' }, Ascending: false }] });
  await waitFor(() => expect(view.text()).toContain('Leaderboards'));
});
