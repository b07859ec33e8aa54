// Server-rendered pages hydrate without a re-render and without repeated calls. React's hydration warnings fail the
// test.
import { waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { act } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Locale } from '#model/locale.ts';
import { findPortalPage, portalPages, type PortalPage } from '#model/portal-pages.ts';
import type { PageRenderer } from '#model/rendered-page.ts';
import mark from '#portal/art/mark.svg';
import { createQueryClient } from '#portal/queries/create-query-client.ts';
import { renderInBrowser } from '#portal/render-in-browser.tsx';
import { loadTexts } from '#portal/i18n/load-texts.ts';
import { log } from '#portal/log.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { beginSession, endSession } from '#portal/session-token.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { flushEffects } from '#portal/testing/render.tsx';
import { fakePublicApi } from '#portal/testing/fake-public-api.ts';

// The built server entry, with its own copy of React. The test set-up builds it on request
// (server/testing/global-setup.ts).
// oxlint-disable-next-line no-restricted-globals -- calls the test runner, not our server
const folder = await fetch(`${import.meta.env['TEST_SERVICES_URL']}/built/portal`).then((response) => response.text());
const built = `${folder}/server/entry.js`;
const { renderPage } = (await import(/* @vite-ignore */ built)) as PageRenderer;

const newsId = '0196f0a0-0000-7000-8000-000000000001';
const pages = [
  '/',
  '/Games',
  '/Games/gem-miner',
  '/Store/gem-miner',
  '/Docs/tos',
  '/Docs/gem-miner/pp',
  '/News?tag=update',
  '/Games/gem-miner/News',
  `/News/${newsId}`,
  '/nowhere',
];

const complaints: unknown[][] = [];
beforeEach(() => {
  endSession();
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...said: unknown[]) => {
      // Chunks that load between two checks are not a difference.
      if (!String(said[0]).includes('not wrapped in act')) complaints.push(said);
    });
  vi.spyOn(log, 'error').mockImplementation((...said: unknown[]) => void complaints.push(said));
});
afterEach(async () => {
  vi.restoreAllMocks();
  complaints.length = 0;
  await i18next.changeLanguage('en');
  window.history.replaceState(null, '', '/');
});

test('every public page is tested', () => {
  const tried = new Set(pages.map((page) => findPortalPage(page.replace(/\?.*/, ''), 'portal')?.page.path));
  const isMissing = ({ isPublic, path }: PortalPage) => isPublic && !tried.has(path) && !path.includes(':adapter');
  expect(portalPages.filter(isMissing)).toEqual([]);
});

// All languages in a real browser: e2e/found.spec.ts.
test.each(['en', 'fa', 'pt-br'] as const)('in %s', async (locale) => {
  i18next.addResourceBundle(locale, 'translation', await loadTexts(locale));
  await i18next.changeLanguage(locale);
  const calls = mockApi({});
  for (const path of pages) {
    const { place, first, title } = await open(path, locale);
    await waitFor(() => expect(isHydrated(place.querySelector('h1'))).toBe(true));
    expect(complaints, path).toEqual([]);
    expect(place.querySelector('h1'), `${path} is rendered again`).toBe(first);
    expect(place.querySelector('[aria-busy="true"]'), path).toBeNull();
    expect(document.title, path).toBe(title);
  }
  expect(calls).toEqual([]);
});

test('personal content is added after hydration', async () => {
  const calls = mockApi({
    'profile.get': { AccountId: 'a1', Name: 'Ada', ConnectedGames: [] },
    'favorites.list': { Games: [] },
    'discovery.own': { Games: [], Continue: [], Favorites: [], Friends: [] },
  });
  beginSession('t1');
  const { place } = await open('/', 'en');
  await waitFor(() => expect(place.querySelector('.account-avatar')).not.toBeNull());
  expect(complaints).toEqual([]);
  expect(calls.map(({ name }) => name)).not.toContain('discovery.shelves');
});

test('numbers and days are hydrated as the server formatted them', async () => {
  mockApi({});
  const formats = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'DateTimeFormat')];
  for (const path of ['/', '/Games', '/Games/gem-miner', '/News?tag=update']) {
    const { place } = await open(path, 'en', { begin: () => formats.forEach((format) => format.mockClear()) });
    await waitFor(() => expect(isHydrated(place.querySelector('h1'))).toBe(true));
    for (const format of formats) expect(format, path).not.toHaveBeenCalled();
  }
});

test.each<[string, { history?: object; path?: string; language?: Locale }]>([
  ['for another path', { path: '/Games' }],
  ['in another language', { language: 'de' }],
  ['before a step in the history', { history: { usr: { modals: ['x'] } } }],
])('a page that was rendered %s is rendered again', async (_, { history = null, path = '/', language = 'en' }) => {
  if (language !== 'en') i18next.addResourceBundle(language, 'translation', await loadTexts(language));
  await i18next.changeLanguage(language);
  mockApi({
    'discovery.shelves': { Total: 0, Games: [], Popular: [], New: [], Kinds: [] },
    'discovery.browse': { Games: [], Total: 0, PageSize: 24 },
    'discovery.kinds': { Genres: [], Tags: [] },
  });
  const { place, first } = await open('/', 'en', { path, history });
  await waitFor(() => expect(place.contains(first)).toBe(false));
  expect(place.querySelector('main')).not.toBeNull();
  expect(complaints).toEqual([]);
});

const isHydrated = (element: Element | null): boolean =>
  Object.keys(element ?? {}).some((key) => key.startsWith('__react'));

interface Opening {
  readonly path?: string;
  readonly history?: object | null;
  /** Called when the server has rendered it. */
  readonly begin?: () => void;
}

async function open(path: string, locale: Locale, { path: shown = path, history = null, begin }: Opening = {}) {
  const page = await renderPage(path, {
    locale,
    config: runtimeConfig,
    origin: window.location.origin,
    send: fakePublicApi,
    timeLimitMs: 60_000,
  });
  window.history.replaceState(history, '', shown);
  document.title = page.head.title;
  const place = document.createElement('div');
  // File names in the build differ from those in tests.
  const html = page.html.replaceAll(/\/assets\/mark-[\w-]+\.svg/g, mark);
  // Inside an element, as in the page: alone, the parser would move its first elements into the head.
  const parsed = new DOMParser().parseFromString(`<div>${html}</div>`, 'text/html');
  place.append(...(parsed.body.firstChild?.childNodes ?? []));
  const state = document.createElement('script');
  state.id = 'state';
  state.type = 'application/json';
  state.textContent = JSON.stringify(page.state);
  document.body.append(place, state);
  const first = place.querySelector('h1');
  begin?.();
  const queries = createQueryClient(false);
  const root = await act(() => renderInBrowser({ place, queries, isOnPlatform: false }));
  state.remove();
  onTestFinished(async () => {
    await flushEffects(() => root.unmount());
    queries.clear();
    place.remove();
  });
  return { place, first, title: page.head.title };
}
