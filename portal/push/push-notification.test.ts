import { expect, test, vi } from 'vitest';
import { hostileAddresses } from '#model/testing/hostile-addresses.ts';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import { resolvePortalUrl, readPushMessage, focusOrOpenPage, type OpenedTab } from './push-notification.ts';

const root = 'https://play.example/portal/';
const read = (message: unknown) => readPushMessage(JSON.stringify(message), root);

test('shows the message, with addresses of the portal', () => {
  expect(read({ title: 'Gem Miner', body: 'Your lamp is full.', url: 'Games/gem-miner', tag: 'abc' })).toEqual({
    title: 'Gem Miner',
    body: 'Your lamp is full.',
    url: 'https://play.example/portal/Games/gem-miner',
    tag: 'abc',
  });
  expect(read({ title: 'Gem Miner', tag: 'no tag' })).toEqual({ title: 'Gem Miner', body: '', url: root });
});

test.each<[string, string | undefined]>([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['a text', '"Hello"'],
  ['null', 'null'],
  ['no title', '{"body":"Hello"}'],
  ['a title that is not a string', '{"title":{"toString":1}}'],
  ['a title of nothing to be seen', JSON.stringify({ title: ' \n\u202E ' })],
  ['more than a push service takes', JSON.stringify({ title: 'Hello', more: 'x'.repeat(4096) })],
])('shows nothing for %s', (_, text) => {
  expect(readPushMessage(text, root)).toBeUndefined();
});

test('limits texts, and keeps their direction', () => {
  const message = read({ title: `a\u0000b\u202Ec${'x'.repeat(300)}`, body: 'y'.repeat(3000) });
  expect(message?.title).toMatch(/^a b cx+…$/);
  expect(message?.title).toHaveLength(100);
  expect(message?.body).toHaveLength(400);
});

test.each([
  'https://evil.example/',
  '//evil.example/portal/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://play.example/',
  'https://play.example/portal',
  '../elsewhere',
  'https://play.example@evil.example/portal/',
  7,
])('opens no other site: %s', (address) => {
  expect(resolvePortalUrl(address, root)).toBeUndefined();
  expect(read({ title: 'Hello', url: address })).toMatchObject({ url: root });
});

test.each(Object.entries(hostileAddresses(new URL(root).origin)))('a click opens no other site: %s', (_, addresses) => {
  const found = addresses.flatMap((address) => resolvePortalUrl(address, root) ?? []);
  expect(found.filter((address) => !new URL(address).href.startsWith(root))).toEqual([]);
});

test('the length of an address is limited', () => {
  const longest = 'y'.repeat(2048 - root.length);
  expect(resolvePortalUrl(longest, root)).toBe(root + longest);
  expect(resolvePortalUrl(`${longest}y`, root)).toBeUndefined();
});

test('a click focuses the open page, or opens one', async () => {
  const page = (path: string) => ({ url: root + path, focus: vi.fn<OpenedTab['focus']>() });
  const [playing, miner] = [page('play/sky-courier'), page('Games/gem-miner')];
  const open = vi.fn<(address: string) => Promise<unknown>>();
  await focusOrOpenPage([playing, miner], miner.url, open, root);
  expect(miner.focus).toHaveBeenCalledOnce();
  await focusOrOpenPage([playing], root, open, root);
  expect(playing.focus).toHaveBeenCalledOnce();
  expect(open).not.toHaveBeenCalled();
  await focusOrOpenPage([playing], miner.url, open, root);
  expect(open).toHaveBeenCalledExactlyOnceWith(miner.url);
  expect(playing.focus).toHaveBeenCalledOnce();
});

test('any message is shown as plain text, and a click stays in the portal', () => {
  for (const text of hostileTexts) {
    const message = read({ title: text, body: text, url: text, tag: text });
    if (!message) continue;
    expect(`${message.title}${message.body}`, text).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
    expect(message.url.startsWith(root), text).toBe(true);
    expect(new URL(message.url).origin, text).toBe(new URL(root).origin);
  }
});
