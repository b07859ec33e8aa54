import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi, problemResponse, type RecordedCall } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { AddFriends } from './AddFriends.tsx';
import { SocialModal } from './SocialModal.tsx';

beforeEach(() => {
  endSession();
  beginSession('fxs_test');
});

const bodiesOf = (calls: readonly RecordedCall[], name: string) =>
  calls.filter((call) => call.name === name).map(({ body }) => body);

const at = '2026-01-01T00:00:00.000Z';
const nothing = {
  'friends.requests': { Received: [], Sent: [], Links: [] },
  'friends.blocks': { Blocks: [] },
  'friends.suggestions': { Players: [] },
  'friends.invites': { Invites: [] },
};

test('finds a player by name and sends one request', async () => {
  const calls = mockApi({
    ...nothing,
    'friends.find': { Players: [{ PlayerId: 'p1', Name: 'Benita' }] },
    'friends.sendRequest': { Outcome: 'Sent' },
  });
  const { type, press, button, text } = await renderInPortal(<AddFriends game={undefined} />);
  await type('Player name', 'Be');
  expect(button('Search').disabled).toBe(true);
  await type('Player name', 'Beni');
  await press('Search');
  await waitFor(() => button('Add: Benita'));
  await press('Add: Benita');
  await waitFor(() => expect(text()).toContain('Request sent'));
  expect(bodiesOf(calls, 'friends.sendRequest')).toEqual([{ PlayerId: 'p1', Name: 'Beni' }]);
});

test('lists pending requests and blocked players, each with an undo button', async () => {
  const calls = mockApi({
    ...nothing,
    'friends.requests': {
      Received: [{ RequestId: 'r1', Name: 'Cleo', CreatedAt: at }],
      Sent: [{ RequestId: 'r2', Name: 'Dan', CreatedAt: at }],
      Links: [{ LinkId: 'l1', Method: 'Link', Uses: 2, MaxUses: 20, CreatedAt: at, ExpiresAt: at }],
    },
    'friends.blocks': { Blocks: [{ BlockId: 'b1', Name: 'Foe', CreatedAt: at }] },
    'friends.suggestions': { Players: [{ PlayerId: 'p2', Name: 'Eli', KnownFrom: 'Steam' }] },
    'friends.answerRequest': { Success: true },
    'friends.withdrawRequest': { Success: true },
    'friends.revokeLink': { Success: true },
    'friends.unblock': () => problemResponse(429, 'TooManyRequests'),
  });
  const { press, button, text } = await renderInPortal(<AddFriends game="miner" />);
  await waitFor(() => button('Accept: Cleo'));
  expect(text()).toContain('Known from Steam');
  expect(text()).toContain('Used: 2 of 20');
  await press('Accept: Cleo');
  await press('Cancel request: Dan');
  await press('Turn off: Invitation link');
  await press('Unblock: Foe');
  await waitFor(() => expect(text()).toContain("You've reached the limit"));
  expect(bodiesOf(calls, 'friends.answerRequest')).toEqual([{ RequestId: 'r1', Accept: true }]);
  expect(bodiesOf(calls, 'friends.withdrawRequest')).toEqual([{ RequestId: 'r2' }]);
  expect(bodiesOf(calls, 'friends.revokeLink')).toEqual([{ LinkId: 'l1' }]);
});

test('a game’s session sees friends, but can’t add any', async () => {
  mockApi({
    ...nothing,
    'friends.requests': () => problemResponse(403, 'SignInAgain'),
    'friends.status': {
      Friends: [{ Game: 'miner', FriendAccountId: 'f1', Name: 'Ben', Status: 'digging', LastUpdatedAt: at }],
    },
  });
  const { text, container } = await renderInPortal(<SocialModal game="miner" close={() => undefined} />);
  await waitFor(() => expect(text()).toContain('digging'));
  await waitFor(() => expect(text()).not.toContain('Add friends'));
  expect(container.querySelector('[aria-label="More about Ben"]')).toBeNull();
});

test('the title counts each friend once', async () => {
  const line = (FriendAccountId: string, Status: string) => ({
    FriendAccountId,
    Name: 'Ada',
    Status,
    LastUpdatedAt: at,
  });
  mockApi({
    ...nothing,
    'friends.status': { Friends: [line('a', 'Digs.'), line('b', 'Rests.'), line('a', 'Dug.')] },
  });
  const { text } = await renderInPortal(<SocialModal game="miner" close={() => undefined} />);
  await waitFor(() => expect(text()).toContain('Friends: 2'));
});
