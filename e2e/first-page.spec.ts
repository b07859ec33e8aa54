import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { expect, test } from './lab-server.ts';

test('lists the demo games in the language of the browser', async ({ lab, browser }) => {
  const known = [
    ['tlh', 'Gem Miner', 'ltr'],
    ['fa-IR', 'معدنچی گوهر', 'rtl'],
    ['ru-RU', 'Добытчик самоцветов', 'ltr'],
    ['en-GB', 'Gem Miner', 'ltr'],
  ] as const;
  for (const [locale, title, direction] of known.slice(0, chooseDrillSize(2, known.length))) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(lab.url);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
    await context.close();
  }
});

test('shows the art of every game and which one is in maintenance, without requests to third parties', async ({
  lab,
  page,
}) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== 'localhost' && !hostname.endsWith('.localhost')) elsewhere.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(lab.url);
  await expect(page.getByText('Under maintenance')).toHaveCount(1);
  const art = page.locator('main img');
  await expect(art).toHaveCount(5);
  for (const image of await art.all()) {
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
      .toBe(true);
  }
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});

test('changes the language immediately and remembers it', async ({ lab, page }) => {
  await page.goto(lab.url);
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('button', { name: '日本語' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '宝石マイナー' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '宝石マイナー' })).toBeVisible();
  await page.goto(`${lab.url}/?lang=pl`);
  await expect(page.getByRole('heading', { level: 1, name: 'Górnik klejnotów' })).toBeVisible();
});

test('shows an error when the games cannot be loaded and retries on request', async ({ lab, page }) => {
  await page.route('**/api/v1/games/shelves', (route) => route.abort());
  await page.goto(`${lab.url}/Error`);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page.getByRole('alert')).toContainText("Couldn't load");
  await page.unroute('**/api/v1/games/shelves');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gem Miner' })).toBeVisible();
});

test('fits every window in both writing directions, without accessibility violations', async ({ lab, page }) => {
  const widths = [320, 1440, 375];
  for (const [at, language] of ['fa', 'en', 'de', 'ja'].slice(0, chooseDrillSize(2, 4)).entries()) {
    await page.goto(`${lab.url}/?lang=${language}`);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
    await expect(page.locator('main h3').first()).not.toBeEmpty();
    for (const [number, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${language}, ${width} pixels wide`).toBe(0);
      // Checks each language at one width, and in a drill at every width.
      if ((number + at) % chooseDrillSize(widths.length, 1) === 0)
        expect(await findAccessibilityProblems(page), `${language}, ${width} pixels wide`).toEqual([]);
    }
  }
});

test('a game page shows Play without scrolling, and its buttons in columns', async ({ lab, page }) => {
  const windows = [
    [1280, 720],
    [1440, 900],
    [375, 667],
    [320, 568],
  ] as const;
  for (const language of ['ru', 'fa', 'de', 'en'].slice(0, chooseDrillSize(1, 4))) {
    await page.goto(`${lab.url}/Games/gem-miner?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      const where = `${language}, ${width} × ${height}`;
      // On a phone the bottom bar must not cover the button: the element at its lower edge has to be the button itself.
      const isSeen = () =>
        page.locator('.game-page a[href*="/play/"]').evaluate((button) => {
          const { left, right, top, bottom } = button.getBoundingClientRect();
          return top >= 0 && button.contains(document.elementFromPoint((left + right) / 2, bottom - 2));
        });
      await expect.poll(isSeen, where).toBe(true);
      const widths = () =>
        page
          .locator('.game-page .opinions .button')
          .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().width)));
      await expect.poll(async () => (await widths()).length, where).toBeGreaterThan(1);
      // The last item may fill a row alone.
      await expect.poll(async () => new Set((await widths()).slice(0, -1)).size, where).toBe(1);
    }
  }
});

test('is usable with the keyboard alone', async ({ lab, page }) => {
  await page.goto(lab.url);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(4);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Play' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${lab.url}/Games/gem-miner`);
});

test(
  'the API page is readable on a phone, without accessibility violations and without scripts',
  { tag: '@drill' },
  async ({ lab, browser }) => {
    const context = await browser.newContext({ viewport: { width: 375, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${lab.url}/api/docs`);
    await page.getByText('/games/list', { exact: true }).click();
    await expect(page.locator('[id="games.list"] pre').first()).toContainText('Locale?: "en"');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
    expect(await page.locator('script').count()).toBe(0);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await context.close();
  },
);
