import { expect, test } from 'vitest';
import type { AccountOverview } from '#model/account.ts';
import { accountToProve } from './account-to-prove.ts';

const types = { email: 'Email', google: 'Google', vk: 'Vkontakte' };

type Identity = AccountOverview['Identities'][number];
const method = (Type: string, Id: string, rest: Partial<Identity> = {}): Identity => ({
  Type,
  Id,
  Confirmed: true,
  AddedAt: '2026-01-01T00:00:00Z',
  Removable: true,
  ...rest,
});

function overview(
  Identities: Identity[],
  device: Partial<AccountOverview['Devices'][number]> = {},
  account: Partial<AccountOverview['Account']> = {},
) {
  const Devices = [
    { Current: false, Handed: true, Game: 'other' },
    { Current: true, Handed: false, ...device },
  ];
  return {
    Account: { AccountId: 'ada', Name: 'Ada', Guest: false, ...account },
    Identities,
    Devices,
  } as AccountOverview;
}

test('offers the ways of this account alone, and none that is not confirmed, one game’s or not set up', () => {
  const identities = [
    method('Email', 'ada@players.example'),
    method('Email', 'old@players.example', { Confirmed: false }),
    method('Google', '1', { Game: 'gem-miner' }),
    method('Vkontakte', '2'),
    method('Telegram', '3'),
  ];
  expect(accountToProve(overview(identities), types)).toEqual({
    accountId: 'ada',
    name: 'Ada',
    why: 'stale',
    providers: ['email', 'vk'],
    emails: ['ada@players.example'],
  });
});

test('a device that another one has signed in offers the same, and says why', () => {
  expect(accountToProve(overview([method('Google', '1')], { Handed: true }), types)).toMatchObject({
    why: 'handed',
    providers: ['google'],
  });
});

test('the session of a game is not told the ways, so all are offered', () => {
  const account = accountToProve(overview([], { Game: 'gem-miner' }), types);
  expect(account).toMatchObject({ why: 'game', providers: undefined });
});

test('a guest registers with any way, but not where another device has handed the guest on', () => {
  const guest = { Guest: true };
  expect(accountToProve(overview([method('Yandex', '1')], {}, guest), types)).toMatchObject({
    why: 'guest',
    providers: undefined,
  });
  for (const device of [{ Handed: true }, { Handed: true, Game: 'gem-miner' }])
    expect(accountToProve(overview([], device, guest), types)).toMatchObject({ why: 'handed', providers: [] });
});
