import { expect, test } from 'vitest';
import type { MergePreview } from '#model/account.ts';
import {
  listMergeConflicts,
  isMergeConfirmed,
  buildMergeRequest,
  oppositeMergeAccount,
  defaultMergeChoice,
} from './merge-choice.ts';

const account = (id: string, games: MergePreview['This']['Games']): MergePreview['This'] => ({
  AccountId: id,
  Name: id,
  Guest: false,
  CreatedAt: '2025-01-01T00:00:00Z',
  Games: games,
  Purchases: 0,
  Identities: [],
  Friends: 0,
});
const played = (Game: string, LastPlayedAt?: string): MergePreview['This']['Games'][number] => ({
  Game,
  GameUid: '1',
  ConnectedAt: '2025-01-01T00:00:00Z',
  EmailShared: false,
  ...(LastPlayedAt !== undefined && { LastPlayedAt }),
});
const preview: MergePreview = {
  This: account('ada', [played('fleet', '2026-01-05T00:00:00Z'), played('miner')]),
  Other: account('guest', [played('fleet', '2026-02-05T00:00:00Z'), played('courier')]),
  Keep: 'This',
  Conflicts: [{ Game: 'fleet', Keep: 'Other' }],
  UndoDays: 14,
};

test('starts with the server’s proposal, without confirmed ownership', () => {
  const choice = defaultMergeChoice(preview);
  expect(choice).toEqual({ keep: 'This', games: { fleet: 'Other' }, mine: { This: false, Other: false } });
  expect(isMergeConfirmed(choice)).toBe(false);
});

test('is confirmed only for both accounts', () => {
  const choice = defaultMergeChoice(preview);
  expect(isMergeConfirmed({ ...choice, mine: { This: true, Other: false } })).toBe(false);
  expect(isMergeConfirmed({ ...choice, mine: { This: false, Other: true } })).toBe(false);
  expect(isMergeConfirmed({ ...choice, mine: { This: true, Other: true } })).toBe(true);
});

test('shows for every conflict when each side played last', () => {
  expect(listMergeConflicts(preview)).toEqual([
    { game: 'fleet', lastPlayed: { This: '2026-01-05T00:00:00Z', Other: '2026-02-05T00:00:00Z' } },
  ]);
  expect(listMergeConflicts({ ...preview, Conflicts: [{ Game: 'miner', Keep: 'This' }] })).toEqual([
    { game: 'miner', lastPlayed: { This: undefined, Other: undefined } },
  ]);
});

test('sends exactly the player’s choices', () => {
  const choice = {
    ...defaultMergeChoice(preview),
    keep: oppositeMergeAccount('This'),
    games: { fleet: 'This' as const },
  };
  expect(buildMergeRequest('token', choice)).toEqual({
    MergeToken: 'token',
    Keep: 'Other',
    Games: [{ Game: 'fleet', Keep: 'This' }],
  });
});
