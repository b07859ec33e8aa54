// A page whose files no server has any more, because its build is too old.
import type { Page } from '@playwright/test';
import { expect, test } from './lab-server.ts';

test('a page whose script is missing reloads once, and works', async ({ lab, page }) => {
  const loads = countLoads(page);
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) =>
    loads() === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto(lab.url, { waitUntil: 'commit' });
  await expect.poll(loads).toBe(2);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(loads()).toBe(2);
});

test('a screen whose file is missing is retried with a reload', { tag: '@drill' }, async ({ lab, page }) => {
  const loads = countLoads(page);
  await page.route(/\/assets\/Games-[^/]+\.js$/, (route) =>
    loads() === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.goto(lab.url);
  await page.getByRole('link', { name: 'All games' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'All games' })).toBeVisible();
  await expect(page).toHaveURL(`${lab.url}/Games`);
  expect(loads()).toBe(2);
});

test('a screen whose file stays missing is retried once, and then an error is shown', async ({ lab, page }) => {
  const loads = countLoads(page);
  await page.route(/\/assets\/DocumentPage-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto(`${lab.url}/Docs/tos`, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(loads()).toBe(2);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(loads).toBe(3);
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(loads()).toBe(3);
});

test('a page whose texts are missing is shown in English, without a reload', async ({ lab, page }) => {
  const loads = countLoads(page);
  await page.route(/\/assets\/ja-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }));
  const asked = page.waitForResponse(/\/assets\/ja-[^/]+\.js$/);
  await page.goto(`${lab.url}/?lang=ja`);
  await asked;
  // The server rendered Japanese, which the browser replaces.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('listitem').getByRole('heading').first()).toBeVisible();
  // Parts below the fold are rendered as well.
  await page.mouse.wheel(0, 4000);
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  await expect(page.getByRole('listitem').getByRole('heading').last()).toBeVisible();
  expect(loads()).toBe(1);
});

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}
