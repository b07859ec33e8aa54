import { expect, test } from 'vitest';
import { createCommandTest } from '#server/testing/create-command-test.ts';
import { readNewsArguments, runNewsCommand } from './run-news-command.ts';

const { server, write, run } = createCommandTest({
  games: ['gem-miner', 'sky-courier'],
  tables: ['news'],
  work: (words, parts) => runNewsCommand(readNewsArguments(words), parts),
});

const english = { Locale: 'en', Header: 'A new level', Message: 'Deeper, **darker**.' };
const german = { Locale: 'de', Header: 'Ein neues Level', Message: 'Tiefer.' };
const news = {
  Messages: [english, german],
  Priority: 'Update',
  Link: '/Games/gem-miner',
  IconUrl: 'https://cdn.example/icon.png',
  ImageUrl: 'https://cdn.example/level.png',
  Tags: ['level'],
};

test('adds news that players read in their language, each once, and removes them', async () => {
  write('news.json', news);
  const answers = await Promise.all(Array.from({ length: 5 }, () => run('add news.json --game gem-miner')));
  expect(answers.filter((said) => said.startsWith('This article already exists'))).toHaveLength(4);
  const { Messages: _, ...rest } = news;
  const read = async (Locale: 'de' | 'fr') =>
    (await server().client().info.news({ GameSystemName: 'gem-miner', Locale })).News;
  expect(await read('de')).toMatchObject([{ ...rest, Messages: [german] }]);
  const [shown] = await read('fr');
  expect(shown?.Messages).toEqual([english]);
  expect(await run('list')).toMatch(new RegExp(`^${shown?.Id}  2\\S+Z  gem-miner  Update  en,de  A new level$`));
  expect(await run('list --game sky-courier')).toBe('No news.');
  expect(await run(`remove ${shown?.Id}`)).toBe(`Article ${shown?.Id} removed.`);
  expect(await read('fr')).toEqual([]);
  await expect(run(`remove ${shown?.Id}`)).rejects.toThrow('There is no article');
});

test("the portal's news need only a message", async () => {
  write('news.json', { Messages: [german] });
  expect(await run('add news.json')).toContain('Without an English message, only readers of de see it.');
  expect((await server().client().info.news({ Locale: 'de' })).News).toMatchObject([{ Priority: 'News', Tags: [] }]);
  expect((await server().client().info.news({ Locale: 'fr' })).News).toEqual([]);
  write('news.json', { Messages: [{ ...german, Message: 'Noch tiefer.' }] });
  await run('add news.json');
  expect((await server().client().info.news({ Locale: 'de' })).News).toHaveLength(2);
});

test.each([
  ['no JSON', '{', "news.json isn't valid JSON"],
  ['no message', { Messages: [] }, '/Messages'],
  ['a language that the portal does not have', { Messages: [{ ...english, Locale: 'xx' }] }, '/Messages/0/Locale'],
  ['a language twice', { Messages: [english, english] }, 'two messages in en'],
  ['an unknown field', { Messages: [english], Title: 'x' }, 'The news are invalid'],
  ['an invalid priority', { Messages: [english], Priority: 'Loud' }, '/Priority'],
  ['a link to a script', { Messages: [english], Link: 'javascript:alert(1)' }, '/Link'],
  ['a path to another host', { Messages: [english], Link: '//elsewhere.example' }, 'Link must be'],
  ['a picture without TLS', { Messages: [english], ImageUrl: 'http://cdn.example/a.png' }, 'ImageUrl must be'],
  ['a NUL', { Messages: [{ ...english, Header: 'a\0b' }] }, 'a NUL'],
])('rejects %s', async (_, value, message) => {
  write('news.json', value);
  await expect(run('add news.json')).rejects.toThrow(message);
  expect(await run('list')).toBe('No news.');
});

test('rejects missing files, games and ids', async () => {
  write('news.json', news);
  await expect(run('add missing.json')).rejects.toThrow('missing.json cannot be read.');
  for (const line of ['add news.json --game no-such-game', 'list --game no-such-game'])
    await expect(run(line)).rejects.toThrow('No game is named no-such-game.');
  await expect(run('remove 7')).rejects.toThrow("7 isn't an id.");
  await expect(run('edit 7')).rejects.toThrow('There is no command "edit"');
});
