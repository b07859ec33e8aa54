import { expect, test } from 'vitest';
import { hostileAddresses } from '#model/testing/hostile-addresses.ts';
import { readRequestedPage } from './requested-page.ts';

const origin = 'https://play.example';
const wanted = (from: unknown) => readRequestedPage({ flash: 'flash.logInFirst', from }, origin);

test('is a page of the portal', () => {
  expect(wanted('/Profile?tab=games')).toBe('/Profile?tab=games');
});

test.each(Object.entries(hostileAddresses(origin)))('is not a page of another site: %s', (_, addresses) => {
  expect(addresses.filter((address) => wanted(address) !== undefined)).toEqual([]);
});

test.each([undefined, null, 'text', {}, { from: '/Profile' }, { flash: 'flash.logInFirst', from: 7 }])(
  'ignores %o',
  (state) => {
    expect(readRequestedPage(state, origin)).toBeUndefined();
  },
);
