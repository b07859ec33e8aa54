import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { recordLogMessages } from '#portal/testing/record-log-messages.ts';
import { stubGameRegistrations } from '#portal/testing/stub-game-registrations.ts';
import { syncGameSubscriptions, type SaveGameSubscription } from './sync-game-subscriptions.ts';

const key = 'BFfpd_bbfjPD_nrPKELtmHAJyvVtRYaC_KRHt9PXYqs0xas3cLpXO9_1QUBlZA_7WzRt-oTexNtNaOX1nMRxwuw';
const newKey = key.replace('BFf', 'BAA');

beforeEach(() => {
  Object.assign(runtimeConfig, { basePath: '/portal/' });
});
afterEach(() => {
  Object.assign(runtimeConfig, { basePath: '/', game: undefined });
  vi.unstubAllGlobals();
});

const sync = async (topics: Parameters<typeof syncGameSubscriptions>[0]) => {
  const save = vi.fn<SaveGameSubscription>(async () => undefined);
  await syncGameSubscriptions(topics, save);
  return save.mock.calls.map(([{ Game, GameOnly, PublicKey, Token }]) => ({ Game, GameOnly, PublicKey, Token }));
};

test('each game that is on and has a key gets its own registration and subscription', async () => {
  const browser = stubGameRegistrations();
  const saved = await sync([
    { Topic: '@news', On: true },
    { Topic: 'chess', On: true },
    { Topic: 'courier', On: false, PublicKey: key },
    { Topic: 'miner', On: true, PublicKey: key },
  ]);
  expect(browser.scopes()).toEqual(['http://localhost:3000/portal/', 'http://localhost:3000/portal/push/miner/']);
  expect(saved).toEqual([{ Game: 'miner', GameOnly: true, PublicKey: key, Token: `{"endpoint":"miner ${key}"}` }]);
  expect(browser.scripts()).toEqual(['http://localhost:3000/portal/push-worker.js']);
});

test('a subscription with an old key is renewed, and one with the current key is kept', async () => {
  const browser = stubGameRegistrations();
  const topic = { Topic: 'miner', On: true, PublicKey: key };
  await sync([topic]);
  expect(await sync([topic])).toMatchObject([{ Token: `{"endpoint":"miner ${key}"}` }]);
  expect(browser.ended()).toEqual([]);
  expect(await sync([{ ...topic, PublicKey: newKey }])).toMatchObject([
    { PublicKey: newKey, Token: `{"endpoint":"miner ${newKey}"}` },
  ]);
  expect(browser.ended()).toEqual([`miner ${key}`]);
});

test.each([
  ['that is off', [{ Topic: 'miner', On: false, PublicKey: key }]],
  ['without a key', [{ Topic: 'miner', On: true }]],
  ['that is not among the topics', []],
])('the registration of a game %s is removed, and no other one', async (_, topics) => {
  const browser = stubGameRegistrations();
  await sync([{ Topic: 'miner', On: true, PublicKey: key }]);
  expect(await sync(topics)).toEqual([]);
  expect(browser.scopes()).toEqual(['http://localhost:3000/portal/']);
});

test('the site of a single game registers nothing', async () => {
  const browser = stubGameRegistrations();
  Object.assign(runtimeConfig, { game: 'miner' });
  expect(await sync([{ Topic: 'miner', On: true, PublicKey: key }])).toEqual([]);
  expect(browser.scopes()).toHaveLength(1);
});

test('a game that can’t be subscribed does not stop the others', async () => {
  stubGameRegistrations({ failing: 'chess' });
  const logged = recordLogMessages();
  const saved = await sync([
    { Topic: 'chess', On: true, PublicKey: key },
    { Topic: 'miner', On: true, PublicKey: key },
  ]);
  expect(saved).toMatchObject([{ Game: 'miner' }]);
  expect(logged).toEqual(['This browser could not be subscribed with the push key of chess.']);
});
