import { afterAll, beforeAll, expect, test } from 'vitest';
import { locales } from '#model/locale.ts';
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

test('masks the words of the portal and of the game, and applies a change within seconds', async () => {
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

test('masks without any list of the operator, in the language of the text and in English', async () => {
  const { words } = server.client();
  const mask = async (Text: string, Locale?: (typeof locales)[number]) =>
    (await words.filter({ Game: 'sky-courier', Text, ...(Locale && { Locale }) })).Text;
  const samples = {
    en: 'bullshit',
    de: 'arschloch',
    es: 'gilipollas',
    fa: 'کسکش',
    fr: 'connard',
    it: 'stronzo',
    ja: '変態',
    ko: '병신',
    'pt-br': 'caralho',
    ru: 'говнюк',
    tr: 'orospu',
    zh: '傻逼',
    uk: 'пиздець',
    pl: 'kurwa',
  };
  for (const locale of locales) {
    expect(await mask(`- ${samples[locale]} -`, locale), locale).toMatch(/^- \*+ -$/);
    expect(await mask('What bullshit!', locale), locale).toBe('What ********!');
  }
  expect(await mask('bullshit')).toBe('********');
  for (const [locale, text] of ordinary) expect(await mask(text, locale), text).toBe(text);
});

const ordinary = [
  ['en', 'I am on a hardcore escort mission: domination! Bitte?'],
  ['tr', 'I am here'],
  ['es', 'El caballo negro'],
  ['ru', 'какая разница'],
  ['zh', '性能很好'],
] as const;

test("the portal's list replaces the shipped one, and an empty list turns it off", async () => {
  await saveWordList(server.database, [], undefined);
  clock += 5001;
  expect(await filter('What bullshit!')).toEqual({ Text: 'What bullshit!', Changed: false });
  await saveWordList(server.database, ['pickaxe'], 'gem-miner');
  await removeWordList(server.database, undefined);
  clock += 5001;
  expect(await filter('A bullshit pickaxe')).toEqual({ Text: 'A ******** *******', Changed: true });
  await removeWordList(server.database, 'gem-miner');
});

test('limits the text, and rejects a missing game', async () => {
  await expect(filter('x'.repeat(4001))).rejects.toMatchObject({ status: 400 });
  expect((await filter('x '.repeat(2000))).Changed).toBe(false);
  await expect(filter('x', 'no-such-game')).rejects.toMatchObject({ status: 404, code: 'UnknownGame' });
});
