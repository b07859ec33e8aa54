import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { removeWordList, saveWordList } from './save-word-list.ts';

let server: TestApp;
let clock = Date.now();

beforeAll(async () => {
  server = await createTestApp({ now: () => new Date(clock) });
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
});
afterAll(() => server[Symbol.asyncDispose]());

const filter = (Text: string, Game = 'gem-miner') => server.client().words.filter({ Game, Text });

test('masks the words of the portal and of the game, and sees a change within seconds', async () => {
  await saveWordList(server.database, ['fudge'], undefined);
  await saveWordList(server.database, ['pickaxe'], 'gem-miner');
  const text = 'Fudge, my píckaxe';
  expect(await filter(text)).toEqual({ Text: '*****, my *******', Changed: true });
  expect(await filter(text, 'sky-courier')).toEqual({ Text: '*****, my píckaxe', Changed: true });
  await removeWordList(server.database, undefined);
  await removeWordList(server.database, 'gem-miner');
  expect((await filter(text)).Changed).toBe(true);
  clock += 5001;
  expect(await filter(text)).toEqual({ Text: text, Changed: false });
});

test('has a bound, and refuses a game that is not there', async () => {
  await expect(filter('x'.repeat(4001))).rejects.toMatchObject({ status: 400 });
  expect((await filter('x '.repeat(2000))).Changed).toBe(false);
  await expect(filter('x', 'no-such-game')).rejects.toMatchObject({ status: 404, code: 'UnknownGame' });
});
