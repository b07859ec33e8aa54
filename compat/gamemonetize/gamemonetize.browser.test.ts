import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdEvent } from '../kit/ad-event-types.ts';
import { createTestLink } from '../testing/create-test-link.ts';
import { testMembers } from '../testing/test-members.ts';
import { manifest } from './compat.ts';
import { createGameMonetize } from './core.browser.ts';

beforeEach(() => vi.stubGlobal('confirm', () => true));

const open = (...given: Parameters<typeof createTestLink>) => {
  const testing = createTestLink(...given);
  const events: AdEvent[] = [];
  const sdk = createGameMonetize(testing.link, { gameId: '1', onEvent: (event) => events.push(event) });
  return { ...testing, sdk, names: () => events.map(({ name }) => name) };
};

const opening = [
  'AD_SDK_MANAGER_READY',
  'LOADED',
  'CONTENT_PAUSE_REQUESTED',
  'SDK_GAME_PAUSE',
  'STARTED',
  'IMPRESSION',
];
const closing = ['SDK_GAME_START', 'CONTENT_RESUME_REQUESTED', 'ALL_ADS_COMPLETED'];

describe('members', () =>
  testMembers({
    create: (link) => createGameMonetize(link, undefined),
    connect: (sdk) => sdk.showBanner(),
    described: manifest.calls.map(({ call }) => call),
    codes: [],
  }));

it('is ready by itself', async () => {
  const { names } = open();
  await vi.waitFor(() => expect(names()).toEqual(['SDK_READY']));
});

it.each([
  ['finished', [...opening, 'COMPLETE', ...closing]],
  ['skipped', [...opening, 'SKIPPED', ...closing]],
  ['failed', [...opening, 'AD_ERROR', 'SDK_GAME_START']],
] as const)('an ad that %s stops the game and lets it continue, without a reward', async (ads, expected) => {
  const { sdk, names } = open({ ads });
  await sdk.showBanner();
  expect(names()).toEqual(['SDK_READY', ...expected]);
});

it('no ad lets the game continue that waits for one', async () => {
  const { sdk, names } = open({}, true);
  await sdk.showBanner();
  expect(names()).toEqual(['SDK_READY', 'AD_ERROR', 'SDK_GAME_START']);
});

it('a second request while an ad is open does not let the game continue', async () => {
  const { sdk, names } = open();
  await Promise.all([sdk.showBanner(), sdk.showBanner()]);
  expect(names()).toContain('AD_IS_ALREADY_RUNNING');
  expect(names().filter((name) => name === 'SDK_GAME_START')).toHaveLength(1);
});

it('stops the game while the portal covers it', async () => {
  const { names, emit } = open();
  await vi.waitFor(() => expect(names()).toEqual(['SDK_READY']));
  emit('FocusChanged', { focused: false, reason: 'hint' });
  emit('FocusChanged', { focused: false, reason: 'hint' });
  emit('FocusChanged', { focused: false, reason: 'other' });
  expect(names()).toEqual(['SDK_READY', 'SDK_GAME_PAUSE', 'SDK_GAME_START']);
});

it('without our SDK there are no ads, and the game continues', async () => {
  const events: AdEvent[] = [];
  const options = { onEvent: (event: AdEvent) => events.push(event) };
  const sdk = createGameMonetize({ openSdk: () => Promise.reject(new Error('offline')) }, options);
  await sdk.showBanner();
  expect(events.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'SDK_ERROR error',
    'SDK_GAME_START warning',
    'AD_ERROR warning',
    'SDK_GAME_START warning',
  ]);
});
