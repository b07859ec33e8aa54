// The console's pages as the demo owner sees them, in both languages and colour schemes. Pages come from the menu, so a new
// page needs no line here.
import type { Browser, Page } from '@playwright/test';
import { consoleUrlOf, signInDemoOperator } from '../console-people.ts';
import { expect, test } from '../lab-server.ts';

const folder = new URL('../../screens/console/', import.meta.url).pathname;

for (const language of ['en', 'ru'])
  for (const width of [375, 1440])
    for (const colorScheme of ['light', 'dark'] as const)
      test(`console, ${language}, ${width} px, ${colorScheme}`, async ({ browser, lab }) => {
        const place = `${folder}${language}/${width}-${colorScheme}`;
        const page = await openPage(browser, { language, width, colorScheme });
        await page.goto(consoleUrlOf(lab));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await picture(page, `${place}/sign-in.png`);
        await signInDemoOperator(page, consoleUrlOf(lab), 'owner');
        const paths = await page
          .locator('.main-menu a')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '/'));
        for (const path of [...paths, '/account']) {
          await page.goto(consoleUrlOf(lab) + path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await picture(page, `${place}/${path.slice(1).replaceAll('/', '-')}.png`);
        }
        await page.context().close();
      });

async function openPage(
  browser: Browser,
  { language, width, colorScheme }: { language: string; width: number; colorScheme: 'light' | 'dark' },
): Promise<Page> {
  const viewport = { width, height: width < 500 ? 812 : 900 };
  const context = await browser.newContext({ locale: language, colorScheme, viewport, reducedMotion: 'reduce' });
  return context.newPage();
}

async function picture(page: Page, path: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
  await page.screenshot({ path, fullPage: true });
}
