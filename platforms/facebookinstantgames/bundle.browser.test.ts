// The page of the uploaded bundle: which windows and calls it answers.
/// <reference types="facebook-instant-games" />
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSimulatedBundle, type SimulatedBundle } from '../simulator-bundle.browser.ts';
import { defaultScenario } from '../scenario.ts';
import { openVendorInNode, samplePlayer } from '../kit/testing/adapter-harness.browser.ts';
import { facebookinstantgames } from './platform.ts';

const mark = 'fxid-instant-games';
let close: (() => void)[] = [];
let answers: object[];
let sdk: Record<string, unknown>;
let bundle: SimulatedBundle;

beforeEach(async () => {
  const vendor = await openVendorInNode('facebookinstantgames', facebookinstantgames);
  const launch = await vendor.launch(samplePlayer, defaultScenario);
  if (!launch.bundle) throw new Error('There is no bundle.');
  answers = [];
  sdk = {
    initializeAsync: vi.fn(async () => undefined),
    startGameAsync: vi.fn(async () => undefined),
    logEvent: vi.fn(() => null),
    quit: vi.fn(),
    player: { getID: () => '7', getConnectedPlayersAsync: async () => [{ getID: () => '8', getName: () => 'Ada' }] },
    payments: { onReady: (ready: () => void) => ready() },
    context: { getType: () => 'SOLO' },
    ...Object.fromEntries(
      ['getLocale', 'getPlatform', 'getEntryPointData', 'getSupportedAPIs'].map((name) => [name, () => null]),
    ),
  };
  bundle = await openSimulatedBundle(launch.bundle, {
    fetchScript: async () => ({ status: 200, text: '' }),
    postToPage: () => undefined,
    postToPlayer: (message) => void answers.push(message as object),
    alter: (window) => Object.assign(window, { FBInstant: sdk }),
  });
  close = [() => bundle.close(), () => void vendor.close()];
});
afterEach(() => close.forEach((end) => end()));

const send = (method: string, args: unknown = [], id = 1): void => bundle.receiveFromPlayer({ mark, id, method, args });
const answered = (expected: object) =>
  vi.waitFor(() => expect(answers).toContainEqual(expect.objectContaining(expected)));

it('answers the player’s calls, starts once however often it is called, and reports that payments are ready', async () => {
  for (const id of [1, 2]) {
    send('initializeAsync', [], id);
    send('startGameAsync', [], id + 2);
    await answered({ mark, id: id + 2, result: null });
  }
  await answered({ id: 2, result: expect.objectContaining({ playerId: '7' }) as object });
  expect(sdk['initializeAsync']).toHaveBeenCalledTimes(1);
  expect(sdk['startGameAsync']).toHaveBeenCalledTimes(1);
  await answered({ mark, event: 'paymentsReady' });
});

it('passes on ids without names', async () => {
  send('player.getConnectedPlayersAsync');
  await answered({ result: ['8'] });
});

it.each(['quit', 'constructor', 'player.getID', '__proto__', 'toString', ''])('does not pass on %j', async (method) => {
  send(method);
  await answered({ error: expect.objectContaining({ code: 'CLIENT_UNSUPPORTED_OPERATION' }) as object });
  expect(sdk['quit']).not.toHaveBeenCalled();
});

it('answers no other window, no other origin and no other message', async () => {
  const message = { mark, id: 1, method: 'logEvent', args: ['a'] };
  bundle.receiveFromPlayer(message, { source: {} });
  bundle.receiveFromPlayer(message, { source: null });
  bundle.receiveFromPlayer(message, { origin: 'https://evil.example' });
  bundle.receiveFromPlayer(message, { origin: 'null' });
  for (const other of [{ ...message, mark: 'another' }, 'logEvent', null, undefined, 7])
    bundle.receiveFromPlayer(other);
  bundle.receiveFromPage(message);
  send('logEvent', ['b'], 2);
  await answered({ id: 2 });
  expect(answers).toHaveLength(1);
  expect(sdk['logEvent']).toHaveBeenCalledTimes(1);
});

it('answers with the script’s own error', async () => {
  sdk['logEvent'] = () => Promise.reject({ code: 'INVALID_PARAM', message: 'too long' });
  send('logEvent');
  await answered({ id: 1, error: { code: 'INVALID_PARAM', message: 'too long' } });
});

// Compiles only if Facebook's published types (6.3) have these methods. Later ones are named in the README.
const published: readonly (keyof typeof FBInstant)[] = [
  'initializeAsync',
  'startGameAsync',
  'setLoadingProgress',
  'getLocale',
  'getPlatform',
  'getEntryPointData',
  'getSupportedAPIs',
  'shareAsync',
  'canCreateShortcutAsync',
  'createShortcutAsync',
  'getRewardedVideoAsync',
  'getInterstitialAdAsync',
  'logEvent',
  'player',
  'payments',
  'context',
];
const paymentMethods: readonly (keyof typeof FBInstant.payments)[] = [
  'onReady',
  'getCatalogAsync',
  'purchaseAsync',
  'getPurchasesAsync',
  'consumePurchaseAsync',
];

it('calls only methods in the published types of the script', async () => {
  const vendor = await openVendorInNode('facebookinstantgames', facebookinstantgames);
  const relay = (await vendor.launch(samplePlayer, defaultScenario)).bundle?.files['relay.js'] ?? '';
  for (const name of [...published, ...paymentMethods]) expect(relay).toContain(name);
  await vendor.close();
});
