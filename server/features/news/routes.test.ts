import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  const news = [
    { game: null, priority: 'News' as const, locales: ['en', 'ru'], created_at: new Date('2026-10-01T09:00:00Z') },
    {
      game: 'gem-miner',
      priority: 'Update' as const,
      locales: ['en', 'fr'],
      created_at: new Date('2026-10-12T12:00:00Z'),
    },
    { game: 'sky-courier', priority: 'Info' as const, locales: ['en'], created_at: new Date('2026-10-20T07:30:00Z') },
  ].map(({ locales, ...item }) => ({
    ...item,
    news_id: randomUUID(),
    messages: JSON.stringify(locales.map((Locale) => ({ Locale, Header: `In ${Locale}`, Message: '…' }))),
  }));
  await server.database.kysely.insertInto('news').values(news).execute();
});
afterAll(() => server[Symbol.asyncDispose]());

test("returns a game's news in the requested language, else in English", async () => {
  const client = server.client();
  const french = await client.info.news({ GameSystemName: 'gem-miner', Locale: 'fr' });
  expect(french.News).toHaveLength(1);
  expect(french.News[0]).toMatchObject({
    Priority: 'Update',
    Messages: [{ Locale: 'fr' }],
    CreatedAt: '2026-10-12T12:00:00.000Z',
  });
  const japanese = await client.info.news({ GameSystemName: 'gem-miner', Locale: 'ja' });
  expect(japanese.News[0]?.Messages[0]?.Locale).toBe('en');
});

test("returns the portal's news without a game, and none for a game without news", async () => {
  const client = server.client();
  expect((await client.info.news({ Locale: 'ru' })).News.map(({ Messages }) => Messages[0]?.Locale)).toEqual(['ru']);
  expect((await client.info.news({ GameSystemName: 'no-such-game', Locale: 'en' })).News).toEqual([]);
});

async function addNews(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const rows = ids.map((news_id, number) => ({
    news_id,
    game: 'sky-courier',
    priority: 'Info' as const,
    messages: JSON.stringify([{ Locale: number === 1 ? 'de' : 'en', Header: `News ${number}`, Message: '…' }]),
    tags: [number % 2 === 0 ? 'even' : 'odd'],
    // Two share a time, as in one push of content.
    created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(number / 2))),
  }));
  await server.database.kysely.deleteFrom('news').where('game', '=', 'sky-courier').execute();
  await server.database.kysely.insertInto('news').values(rows).execute();
  return ids;
}

test('returns news page by page, each once, and can filter by tag', async () => {
  await addNews(7);
  const { info } = server.client();
  const of = { GameSystemName: 'sky-courier', Locale: 'en' } as const;
  const told: string[] = [];
  let before: string | undefined;
  do {
    const { News, Next } = await info.news({ ...of, Limit: 2, ...(before !== undefined && { Before: before }) });
    expect(News.length).toBeGreaterThan(0);
    told.push(...News.map(({ Messages }) => Messages[0]?.Header ?? ''));
    before = Next;
  } while (before !== undefined);
  // An article in German only is not shown to English readers.
  expect(told.toSorted()).toEqual([0, 2, 3, 4, 5, 6].map((number) => `News ${number}`));
  const odd = await info.news({ ...of, Tag: 'odd' });
  expect(odd.News.map(({ Messages }) => Messages[0]?.Header)).toEqual(['News 5', 'News 3']);
  expect(await info.news({ ...of, Before: randomUUID() })).toEqual({ News: [] });
  await expect(info.news({ ...of, Limit: 51 })).rejects.toMatchObject({ status: 400 });
});

test('returns an article by its id, with its game', async () => {
  const [english = '', german = ''] = await addNews(2);
  const { info } = server.client();
  expect(await info.newsItem({ Id: english, Locale: 'ja' })).toMatchObject({
    GameSystemName: 'sky-courier',
    Item: { Id: english, Messages: [{ Locale: 'en', Header: 'News 0' }] },
  });
  const notFound = { status: 404, code: 'NotFound' };
  await expect(info.newsItem({ Id: german, Locale: 'en' })).rejects.toMatchObject(notFound);
  await expect(info.newsItem({ Id: randomUUID(), Locale: 'en' })).rejects.toMatchObject(notFound);
  await expect(info.newsItem({ Id: 'x', Locale: 'en' })).rejects.toMatchObject({ status: 400 });
});
