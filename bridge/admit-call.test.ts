import { expect, it } from 'vitest';
import { admitCall, type CallAdmissionOptions, type PendingCallsSummary } from './admit-call.browser.ts';
import { createMessageBudgets, defaultBridgeLimits } from './limits.browser.ts';

const none: PendingCallsSummary = { size: 0, waitsForPlayer: () => false };

function admit(
  method: string,
  params: unknown,
  over: Partial<CallAdmissionOptions> = {},
  open: PendingCallsSummary = none,
) {
  const admission: CallAdmissionOptions = {
    handlers: {
      GetUrlHash: () => ({ hash: 'x' }),
      CopyText: () => ({ copied: true }),
      GetFriends: () => ({ friends: [] }),
      BuyProduct: () => ({ transactionId: 't', stats: { currency: 'EUR', currencyAmount: 1, usdAmount: 1 } }),
    },
    capabilities: () => [],
    hasGesture: () => true,
    limits: defaultBridgeLimits,
    budgets: createMessageBudgets(defaultBridgeLimits),
    ...over,
  };
  return admitCall({ id: 1, method, params }, admission, open);
}

it('passes an admitted call to its handler with the parameters', () => {
  const admitted = admit(
    'CopyText',
    { text: 'x' },
    { handlers: { CopyText: ({ text }) => ({ copied: text === 'x' }) } },
  );
  expect(admitted).toMatchObject({ method: 'CopyText' });
  expect('run' in admitted && admitted.run({ signal: new AbortController().signal })).toEqual({ copied: true });
});

it.each([
  ['an unknown method', admit('toString', {}), 'UnknownMethod'],
  ['a method without a handler', admit('WordsFilter', { text: 'x' }), 'NotSupported'],
  ['a capability that the platform lacks', admit('GetFriends', {}), 'NotSupported'],
  ['parameters of another method', admit('CopyText', { hash: 'x' }), 'InvalidRequest'],
  [
    'a purchase without a user gesture',
    admit('BuyProduct', { sku: 'x' }, { hasGesture: () => false }),
    'GestureRequired',
  ],
  [
    'a second dialog while the first is open',
    admit('BuyProduct', { sku: 'x' }, {}, { size: 1, waitsForPlayer: (method) => method === 'BuyProduct' }),
    'Busy',
  ],
])('refuses %s without counting it as excessive', (_, refused, code) => {
  expect(refused).toMatchObject({ code });
  expect(refused).not.toHaveProperty('isExcessive');
});

it('lets calls to the platform’s own SDK wait in parallel', () => {
  const admitted = admit(
    'SendVkBridge',
    { method: 'VKWebAppStorageGet' },
    { handlers: { SendVkBridge: async () => ({ data: null }) } },
    { size: 1, waitsForPlayer: (method) => method === 'SendVkBridge' },
  );
  expect(admitted).toMatchObject({ method: 'SendVkBridge' });
});

const empty = { take: () => false, allows: () => false };

it.each([
  ['data that is not plain', admit('CopyText', { text: () => 1 }), 'TooLarge'],
  [
    'more waiting calls than allowed',
    admit('GetUrlHash', {}, {}, { size: defaultBridgeLimits.maxWaiting, waitsForPlayer: () => false }),
    'TooManyRequests',
  ],
  [
    'a server call when the server budget is used up',
    admit('GetFriends', {}, { capabilities: () => ['FriendsList'], budgets: { server: empty, page: empty } }),
    'TooManyRequests',
  ],
])('refuses %s and counts it as excessive', (_, refused, code) => {
  expect(refused).toMatchObject({ code, isExcessive: true });
});

it('charges no budget for a refused call', () => {
  const taken: string[] = [];
  const counting = (name: string) => ({ take: () => taken.push(name) > 0, allows: () => true });
  const budgets = { server: counting('server'), page: counting('page') };
  admit('GetFriends', {}, { budgets });
  expect(taken).toEqual([]);
  admit('GetFriends', {}, { budgets, capabilities: () => ['FriendsList'] });
  expect(taken).toEqual(['server']);
});
