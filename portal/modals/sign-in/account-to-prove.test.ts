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

test('offers only the account’s own methods that are confirmed, global and configured', () => {
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

test('a handed-over session offers the same methods, with its reason', () => {
  expect(accountToProve(overview([method('Google', '1')], { Handed: true }), types)).toMatchObject({
    why: 'handed',
    providers: ['google'],
  });
});

test('a game’s session can’t read the methods, so all are offered', () => {
  const account = accountToProve(overview([], { Game: 'gem-miner' }), types);
  expect(account).toMatchObject({ why: 'game', providers: undefined });
});

test('a guest can register with any method, unless the session was handed over', () => {
  const guest = { Guest: true };
  expect(accountToProve(overview([method('Yandex', '1')], {}, guest), types)).toMatchObject({
    why: 'guest',
    providers: undefined,
  });
  for (const device of [{ Handed: true }, { Handed: true, Game: 'gem-miner' }])
    expect(accountToProve(overview([], device, guest), types)).toMatchObject({ why: 'handed', providers: [] });
});
