import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { locales } from '#model/locale.ts';
import { hostileAddresses } from '#model/testing/hostile-addresses.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  const own = { FrameOrigins: ['https://*.wiki.example'], Links: { DiscordUrl: 'https://discord.example/miners' } };
  await sql`update games set config = config || ${JSON.stringify(own)}::jsonb where game = 'gem-miner'`.execute(
    server.database.kysely,
  );
});
afterAll(() => server[Symbol.asyncDispose]());

const ask = (query: Record<string, string>, language = 'en') =>
  server.app.inject({
    method: 'GET',
    url: `/api/v1/go?${new URLSearchParams(query).toString()}`,
    headers: { 'accept-language': language },
  });

/** The parts of the page that matter to a reader and a browser. */
const readPage = (html: string) => ({
  heading: /<h1>(.*?)<\/h1>/.exec(html)?.[1],
  host: /<strong>(.*?)<\/strong>/.exec(html)?.[1],
  links: [...html.matchAll(/href="(http[^"]*)"/g)].map(([, href]) => href),
  onward: /http-equiv="refresh" content="0;url=([^"]*)"/.exec(html)?.[1],
  elements: new Set([...html.matchAll(/<(\w+)/g)].map(([, name]) => name)),
});
const ownElements = 'html head meta link title style body main h1 p div strong a'.split(' ');

test('for an unlisted page it shows the full host and asks', async () => {
  const answer = await ask({
    url: `https://xn--80ak6aa92e.example:8443/a?b="><script>alert(1)</script>`,
    type: 'news',
  });
  expect(answer.statusCode).toBe(200);
  const page = readPage(answer.body);
  expect(page).toMatchObject({ heading: "You're leaving FxId", host: 'xn--80ak6aa92e.example:8443' });
  expect(page.links).toEqual([
    'https://xn--80ak6aa92e.example:8443/a?b=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
    'http://localhost:8080/',
  ]);
  expect([...page.elements].filter((name) => !ownElements.includes(name ?? ''))).toEqual([]);
  expect(page.onward).toBeUndefined();
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script-src');
  expect(answer.headers['referrer-policy']).toBe('no-referrer');
});

test.each([
  [{ url: '/Games/gem-miner' }, 'http://localhost:8080/Games/gem-miner'],
  [{ url: 'http://localhost:8080/Store/x' }, 'http://localhost:8080/Store/x'],
  [{ url: 'https://en.wiki.example/page', fxref: 'gem-miner' }, 'https://en.wiki.example/page'],
  [{ url: 'https://discord.example/miners', fxref: 'gem-miner' }, 'https://discord.example/miners'],
])('redirects at once to a listed page: %o', async (query, address) => {
  expect(readPage((await ask(query)).body)).toMatchObject({ onward: address, links: [address] });
  expect(await server.client().go.followByPost(query)).toEqual({ Url: address, Trusted: true });
});

test.each([
  [{ url: 'https://en.wiki.example/page' }],
  [{ url: 'https://en.wiki.example/page', fxref: 'sky-courier' }],
  [{ url: 'https://en.wiki.example/page', fxref: 'no-such-game' }],
  [{ url: 'https://discord.example/others', fxref: 'gem-miner' }],
  [{ url: 'https://wiki.example.evil.example/', fxref: 'gem-miner' }],
])('asks before a page that only another game lists, or none: %o', async (query) => {
  expect(readPage((await ask(query)).body).onward).toBeUndefined();
  expect(await server.client().go.followByPost(query)).toEqual({ Url: query.url, Trusted: false });
});

test('records the target, type and place of links', async () => {
  const { kysely } = server.database;
  await kysely.deleteFrom('analytics_events').execute();
  await ask({ url: 'https://discord.example/miners', fxref: 'gem-miner', type: 'community' });
  await ask({ url: 'https://elsewhere.example/a', type: 'news' });
  await server.client().go.followByPost({ url: 'https://elsewhere.example:8443/', fxref: 'campaign-7' });
  expect((await ask({ url: 'javascript:alert(1)', type: 'news' })).statusCode).toBe(400);
  const rows = await kysely.selectFrom('analytics_events').select(['event_id', 'fields']).orderBy('row_id').execute();
  expect(rows).toEqual(
    [
      { S1: 'discord.example', S2: 'community', S3: 'gem-miner', I1: 1 },
      { S1: 'elsewhere.example', S2: 'news', I1: 0 },
      { S1: 'elsewhere.example:8443', S3: 'campaign-7', I1: 0 },
    ].map((fields) => ({ event_id: analyticsEventIds.OutboundLinkFollowed, fields })),
  );
});

test('redirects at once to the page that an article links, and to no other page of that site', async () => {
  await server.database.kysely
    .insertInto('news')
    .values({ news_id: randomUUID(), priority: 'News', messages: '[]', link: 'https://press.example/launch' })
    .execute();
  expect(readPage((await ask({ url: 'https://press.example/launch' })).body).onward).toBe(
    'https://press.example/launch',
  );
  expect(readPage((await ask({ url: 'https://press.example/other' })).body).onward).toBeUndefined();
});

test("asks in the reader's language", async () => {
  for (const locale of locales) {
    const { body } = await ask({ url: 'https://elsewhere.example/' }, locale);
    expect(body).toContain(`<html lang="${locale}"`);
    expect(readPage(body).heading).toContain('FxId');
    expect(body.slice(body.indexOf('<main>'))).not.toMatch(/[{}]/);
  }
});

test('a hostile address is rejected, or is a web page that needs a confirmation', async () => {
  const addresses = Object.values(hostileAddresses('http://localhost:8080')).flat();
  for (const url of addresses) {
    const { statusCode, body } = await ask({ url });
    if (statusCode === 400) continue;
    expect(statusCode, url).toBe(200);
    const { links, onward } = readPage(body);
    for (const href of links) expect(href, url).toMatch(/^https?:\/\/[^/@]+\//);
    // Invalid characters are replaced on the way; the result is a page of ours.
    if (onward !== undefined) expect(onward, url).toMatch(/^http:\/\/localhost:8080\/(?![/\\])/);
  }
});
