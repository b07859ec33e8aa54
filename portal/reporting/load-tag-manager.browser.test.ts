import { expect, test } from 'vitest';
import type { ConsentStatus } from './consent.ts';
import { runTagManager, type TagManagerPage } from './load-tag-manager.ts';

const config = {
  routerType: 'browser',
  basePath: '/',
  tagManager: { url: 'https://tags.example/gtm.js?id=GTM-AB12CD3' },
} as const;

function open(path: string, status: ConsentStatus, isBlocked = false) {
  const done: string[] = [];
  let current = { pathname: path, hash: '' };
  let consent = status;
  const onPage: (() => void)[] = [];
  const onConsent: ((status: ConsentStatus) => void)[] = [];
  const loaded = Promise.withResolvers<void>();
  const page: TagManagerPage = {
    address: () => current,
    dataLayer: () => ({
      startTags: (nowMs) => void done.push(`start ${nowMs}`),
      endUnread: () => {
        done.push('read');
        loaded.resolve();
      },
    }),
    loadScript: async (url) => {
      done.push(url);
      return !isBlocked;
    },
    onPage: (listener) => void onPage.push(listener),
    consent: () => consent,
    onConsent: (listener) => void onConsent.push(listener),
    reload: () => void done.push('reload'),
    nowMs: () => 7,
  };
  runTagManager(config, page);
  return {
    done,
    loaded: loaded.promise,
    goTo: (pathname: string) => {
      current = { pathname, hash: '' };
      for (const listener of onPage) listener();
    },
    choose: (next: ConsentStatus) => {
      consent = next;
      for (const listener of onConsent) listener(next);
    },
  };
}

const whole = ['start 7', config.tagManager.url, 'read'];

test('loads the container once, with the player’s consent', async () => {
  const { done, loaded, choose, goTo } = open('/', 'unknown');
  expect(done).toEqual([]);
  choose('granted');
  await loaded;
  goTo('/Games');
  expect(done).toEqual(whole);
});

test('waits on a page with a token or a payment', async () => {
  const { done, loaded, goTo } = open('/LoginWithTempToken', 'granted');
  goTo('/Store/gem-miner');
  expect(done).toEqual([]);
  goTo('/Games');
  await loaded;
  expect(done).toEqual(whole);
});

test('a page with a token or a payment is loaded again without it', async () => {
  const { done, loaded, goTo } = open('/Games', 'granted');
  await loaded;
  goTo('/Store/gem-miner');
  expect(done).toEqual([...whole, 'reload']);
});

test('the page is loaded again without it when the player withdraws, not while they choose', async () => {
  const { done, loaded, choose } = open('/', 'granted');
  await loaded;
  choose('unknown');
  expect(done).toEqual(whole);
  choose('denied');
  expect(done).toEqual([...whole, 'reload']);
});

test('a blocked container leaves no element behind', async () => {
  const { done, loaded } = open('/', 'granted', true);
  await loaded;
  expect(done).toEqual(whole);
});
