import { expect, test } from 'vitest';
import { needsStorefrontToken, openStorefront } from './open-storefront.ts';

const addressOf = (page: string): string => `https://play.example${page}`;

test("the tab signs in with a token and continues to the game's store", async () => {
  const opened: string[] = [];
  const asked: object[] = [];
  const isOpen = await openStorefront('gem-miner', {
    createTempToken: async (body) => {
      asked.push(body);
      return { TempToken: 'fxt_a+b' };
    },
    openTab: (address) => opened.push(address) > 0,
    addressOf,
  });
  expect(isOpen).toBe(true);
  expect(asked).toEqual([{ RedirectUri: 'https://play.example/Store/gem-miner' }]);
  expect(opened).toEqual(['https://play.example/LoginWithTempToken?token=fxt_a%2Bb']);
});

test('without a token there is no tab', async () => {
  const createTempToken = () => Promise.reject(new Error('refused'));
  const openTab = () => {
    throw new Error('opened all the same');
  };
  await expect(openStorefront('gem-miner', { createTempToken, openTab, addressOf })).rejects.toThrow('refused');
});

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('signed in %s, in a frame %s: a token %s', (isSignedIn, isFramed, expected) => {
  expect(needsStorefrontToken(isSignedIn, isFramed)).toBe(expected);
});
