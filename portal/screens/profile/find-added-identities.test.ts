import { expect, test } from 'vitest';
import type { AccountOverview } from '#model/account.ts';
import { findAddedIdentities } from './find-added-identities.ts';

const overview = (AccountId: string, ...names: string[]) => ({
  Account: { AccountId },
  Identities: names.map((name): AccountOverview['Identities'][number] => {
    const [Type = '', Id = ''] = name.split(' ');
    return { Type, Id, AddedAt: '2026-05-01T10:00:00Z', Confirmed: true, Removable: true };
  }),
});

test('finds the new sign-in methods', () => {
  const before = overview('a', 'Email ada', 'Google 1');
  const added = findAddedIdentities(before, overview('a', 'Google 1', 'Google 2', 'Email ada'));
  expect(added).toMatchObject([{ Type: 'Google', Id: '2' }]);
  expect(findAddedIdentities(before, before)).toEqual([]);
});

test('another account, or an unknown one, has no new sign-in methods', () => {
  expect(findAddedIdentities(overview('a'), overview('b', 'Google 1'))).toEqual([]);
  expect(findAddedIdentities(overview('a'), undefined)).toEqual([]);
});
