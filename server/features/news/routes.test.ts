import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoContent } from '#lab/demo/load-demo-content.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await loadDemoContent(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());

test('tells the news of a game in the language, and in English where there is no other', async () => {
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

test('tells the news of the portal when no game is given, and nothing for a game that has none', async () => {
  const client = server.client();
  expect((await client.info.news({ Locale: 'ru' })).News.map(({ Messages }) => Messages[0]?.Locale)).toEqual(['ru']);
  expect((await client.info.news({ GameSystemName: 'no-such-game', Locale: 'en' })).News).toEqual([]);
});
