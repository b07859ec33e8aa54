import { expect, it } from 'vitest';
import { admitCall, type CallAdmissionOptions, type PendingCallState } from './admit-call.browser.ts';
import { createMessageBudgets, defaultBridgeLimits } from './limits.browser.ts';

const none: PendingCallState = { size: 0, waitsForPlayer: () => false };

function admit(
  method: string,
  params: unknown,
  over: Partial<CallAdmissionOptions> = {},
  open: PendingCallState = none,
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

it('lets a call through to its handler, with its parameters', () => {
  const admitted = admit(
    'CopyText',
    { text: 'x' },
    { handlers: { CopyText: ({ text }) => ({ copied: text === 'x' }) } },
  );
  expect(admitted).toMatchObject({ method: 'CopyText' });
  expect('run' in admitted && admitted.run({ signal: new AbortController().signal })).toEqual({ copied: true });
});

it.each([
  ['a method that is not of the protocol', admit('toString', {}), 'UnknownMethod'],
  ['a method that nobody answers here', admit('WordsFilter', { text: 'x' }), 'NotSupported'],
  ['what the platform cannot do', admit('GetFriends', {}), 'NotSupported'],
  ['parameters of another method', admit('CopyText', { hash: 'x' }), 'InvalidRequest'],
  ['a purchase without a press', admit('BuyProduct', { sku: 'x' }, { hasGesture: () => false }), 'GestureRequired'],
  [
    'a second question to a player who has not answered the first',
    admit('BuyProduct', { sku: 'x' }, {}, { size: 1, waitsForPlayer: (method) => method === 'BuyProduct' }),
    'Busy',
  ],
])('refuses %s, which is not counted', (_, refused, code) => {
  expect(refused).toMatchObject({ code });
  expect(refused).not.toHaveProperty('isExcessive');
});

const empty = { take: () => false, allows: () => false };

it.each([
  ['more than plain data', admit('CopyText', { text: () => 1 }), 'TooLarge'],
  [
    'more calls than may wait',
    admit('GetUrlHash', {}, {}, { size: defaultBridgeLimits.maxWaiting, waitsForPlayer: () => false }),
    'TooManyRequests',
  ],
  [
    'a call for a server when the budget for servers is used up',
    admit('GetFriends', {}, { capabilities: () => ['FriendsList'], budgets: { server: empty, page: empty } }),
    'TooManyRequests',
  ],
])('refuses %s, and counts it', (_, refused, code) => {
  expect(refused).toMatchObject({ code, isExcessive: true });
});

it('takes nothing from a budget for a call that it refuses', () => {
  const taken: string[] = [];
  const counting = (name: string) => ({ take: () => taken.push(name) > 0, allows: () => true });
  const budgets = { server: counting('server'), page: counting('page') };
  admit('GetFriends', {}, { budgets });
  expect(taken).toEqual([]);
  admit('GetFriends', {}, { budgets, capabilities: () => ['FriendsList'] });
  expect(taken).toEqual(['server']);
});
