// Server-rendered pages: they are readable without scripts and hydrate without mismatches, in every language.
import { locales } from '#model/locale.ts';
import { expect, test } from './lab-server.ts';

const pages = ['/', '/Games', '/Games/gem-miner', '/Store/gem-miner', '/Docs/tos', '/Docs/pp', '/nowhere'];

test(
  'a page is visible before its script loads, and the script hydrates it',
  { tag: '@drill' },
  async ({ lab, browser }) => {
    const complaints: string[] = [];
    const calls: string[] = [];
    const context = await browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => request.url().includes('/api/v1/') && calls.push(request.url()));
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${lab.url}/Games/gem-miner`, { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1, name: 'Edelsteinmine' });
    await expect(title).toBeVisible();
    // The page is styled although its script has not loaded.
    await expect.poll(() => page.locator('.hero').evaluate((hero) => getComputedStyle(hero).display)).not.toBe('block');
    await expect(page).toHaveTitle('Edelsteinmine – FxId');
    await title.evaluate((element) => Object.assign(element, { isOfServer: true }));
    letGo();
    await page.getByRole('button', { name: 'Teilen' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await title.evaluate((element) => 'isOfServer' in element)).toBe(true);
    // What the server rendered is not requested again. It renders no leaderboards and achievements.
    expect(calls.filter((url) => !/s_tunnel|analytics|leaderboards|achievements/.test(url))).toEqual([]);
    await page.getByRole('link', { name: 'Alle Spiele' }).first().click();
    await expect(page).toHaveTitle('Alle Spiele – FxId');
    await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
    await page.getByRole('button', { name: 'فارسی' }).click();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const response = await page.goto(`${lab.url}/nowhere`);
    expect([response?.status(), response?.headers()['content-language']]).toEqual([404, 'fa']);
    await expect(page.getByRole('heading', { level: 1, name: 'صفحه پیدا نشد' })).toBeVisible();
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await context.close();
  },
);

test(
  'a search and a sort order entered before the script loads are applied, and search works without the script',
  { tag: '@drill' },
  async ({ lab, browser }) => {
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    const found = page.getByRole('main').getByRole('heading', { level: 3 });
    const search = page.getByLabel('Search games');
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${lab.url}/Games`, { waitUntil: 'commit' });
    await search.fill('sky');
    await page.getByLabel('Sort by').selectOption('Name');
    letGo();
    await expect(page).toHaveURL(`${lab.url}/Games?q=sky&sort=name`);
    await expect(search).toHaveValue('sky');
    await expect(found).toHaveText(['Sky Courier']);
    await context.close();

    const plain = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false });
    const form = await plain.newPage();
    await form.goto(`${lab.url}/Games?lang=de`);
    await form.getByRole('searchbox').fill('edelstein');
    await form.getByRole('search').getByRole('button').click();
    await expect(form.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(['Edelsteinmine']);
    expect(new URL(form.url()).searchParams.get('lang')).toBe('de');
    await plain.close();
  },
);

test('every public page hydrates without changes, in every language', { tag: '@drill' }, async ({ lab, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  for (const locale of locales)
    for (const path of pages) {
      await page.goto(`${lab.url}${path}?lang=${locale}`);
      await expect.poll(() => page.evaluate(isHydrated), `${path} in ${locale}`).toBe(true);
      expect(complaints, `${path} in ${locale}`).toEqual([]);
    }
  await context.close();
});

/** React marks the elements that it has hydrated. */
function isHydrated(): boolean {
  const heading = document.querySelector('main h1');
  return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
}
