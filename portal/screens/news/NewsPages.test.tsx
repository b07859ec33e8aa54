import { waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { mockApi, problemResponse } from '#portal/testing/mock-api.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { News } from './News.tsx';
import { NewsItemPage } from './NewsItemPage.tsx';

const id = '00000000-0000-4000-8000-000000000001';
const item = {
  Id: id,
  CreatedAt: '2026-01-01T12:00:00Z',
  Messages: [{ Locale: 'en', Header: 'Spring', Message: 'Dig **deeper**. <b>x</b> ![p](https://x.example/p.png)' }],
  Priority: 'Critical',
  Link: 'https://spring.example/now',
  IconUrl: '/icon.png',
  ImageUrl: 'https://cdn.example/spring.png',
  Tags: ['level up'],
};
const another = {
  ...item,
  Id: id.replace(/1$/, '2'),
  Messages: [{ Locale: 'en', Header: 'Winter', Message: 'Snow.' }],
};

const pages = (
  <Routes>
    <Route path="/News" element={<News />} />
    <Route path="/News/:id" element={<NewsItemPage />} />
    <Route path="/Games/:game/News" element={<News />} />
  </Routes>
);

test('lists news page by page, and those of a tag alone', async () => {
  const calls = mockApi({
    'info.news': ({ body }) => (body['Before'] === undefined ? { News: [item], Next: id } : { News: [another] }),
  });
  const { container, press, text } = await renderInPortal(pages, { path: '/News?tag=level+up' });
  await waitFor(() => expect(text()).toContain('Spring'));
  expect(text()).toContain('#level up');
  expect(text()).toContain('Dig deeper.');
  expect(text()).toContain('Urgent');
  expect([...container.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual([
    'https://cdn.example/spring.png',
    '/icon.png',
  ]);
  await press('Show older news');
  await waitFor(() => expect(text()).toContain('Winter'));
  expect(container.querySelectorAll('.news-card')).toHaveLength(2);
  expect(text()).not.toContain('Show older news');
  expect(calls.map(({ body }) => body)).toEqual([
    { Locale: 'en', Limit: 20, Tag: 'level up' },
    { Locale: 'en', Limit: 20, Tag: 'level up', Before: id },
  ]);
});

test('shows when there are no news and when loading failed, and can retry', async () => {
  let isBroken = true;
  mockApi({ 'info.news': () => (isBroken ? problemResponse(500, 'Unexpected') : { News: [] }) });
  const { press, text } = await renderInPortal(pages, { path: '/News' });
  await waitFor(() => expect(text()).toContain("Couldn't load the news"));
  isBroken = false;
  await press('Try again');
  await waitFor(() => expect(text()).toContain('No news yet'));
});

test('an article shows its full text and its link', async () => {
  mockApi({ 'info.newsItem': { Item: item, GameSystemName: 'miner' } });
  const { container, text, button } = await renderInPortal(pages, { path: `/News/${id}` });
  await waitFor(() => expect(container.querySelector('strong')?.textContent).toBe('deeper'));
  // Raw HTML stays text, and pictures in the text are left out.
  expect(text()).toContain('<b>x</b>');
  expect(container.querySelector('.message img')).toBeNull();
  const link = button(/spring\.example/) as unknown as HTMLAnchorElement;
  const { pathname, searchParams } = new URL(link.href);
  expect([pathname, searchParams.get('url')]).toEqual(['/api/v1/go', 'https://spring.example/now']);
  expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
  expect(container.querySelector('.news-tags a')?.getAttribute('href')).toBe('/Games/miner/News?tag=level+up');
});

test.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x'])('has no link to %s', async (hostile) => {
  const hostileItem = { ...item, Link: hostile, ImageUrl: hostile, IconUrl: hostile, Tags: [] };
  mockApi({ 'info.newsItem': { Item: hostileItem } });
  const { container, text } = await renderInPortal(pages, { path: `/News/${id}` });
  await waitFor(() => expect(text()).toContain('Spring'));
  expect(container.querySelector('img')).toBeNull();
  expect([...container.querySelectorAll('a')].map((each) => each.getAttribute('href'))).toEqual(['/News']);
});

test('a missing article and a missing game show an error', async () => {
  mockApi({
    'info.newsItem': () => problemResponse(404, 'NotFound'),
    'games.publicConfig': () => problemResponse(404, 'UnknownGame'),
    'info.news': { News: [] },
  });
  const gone = await renderInPortal(pages, { path: `/News/${id}` });
  await waitFor(() => expect(gone.text()).toContain('This article no longer exists'));
  const odd = await renderInPortal(pages, { path: '/News/none' });
  expect(odd.text()).toContain('This article no longer exists');
  const unknown = await renderInPortal(pages, { path: '/Games/none/News' });
  await waitFor(() => expect(unknown.text()).toContain('Game not found'));
});
