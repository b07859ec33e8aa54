// Takes screenshots in four languages and two widths, into screens/<language>/<width>/.
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { LabServer } from '../lab-server.ts';
import type { Screen } from './list-screens.ts';
import { createScreenPlayers, screensWithData } from './screens-with-data.ts';

const languages = ['en', 'ru', 'ja', 'fa'];
const sizes = [
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
];
const settleMs = 15_000;
/** The maximum wait for a page whose API call never completes. */
const heldMs = 4000;

export interface ScreenshotVariant {
  readonly language: string;
  readonly size: { width: number; height: number };
}

export const screenshotVariants: readonly ScreenshotVariant[] = languages.flatMap((language) =>
  sizes.map((size) => ({ language, size })),
);

export async function captureScreen(
  browser: Browser,
  lab: LabServer,
  kind: ScreenshotVariant,
  screen: Screen,
): Promise<void> {
  await withPage(browser, kind, async (page) => {
    if (screen.signedIn)
      await page.addInitScript((token) => localStorage.setItem('AuthToken', token), lab.tokens['Ada']);
    await screen.prepare?.(page);
    // A signed-in player's profile language takes precedence over the browser's, but not over the address.
    const address = new URL(screen.path, lab.url);
    address.searchParams.set('lang', kind.language);
    await page.goto(address.href, { waitUntil: 'commit' });
    await settle(page);
    await screen.act?.(page);
    await picture(page, kind, screen.name);
  });
}

export async function captureScreensWithData(browser: Browser, lab: LabServer, kind: ScreenshotVariant): Promise<void> {
  const people = await createScreenPlayers(lab);
  for (const screen of screensWithData.filter(({ isWide }) => !isWide || kind.size.width > 640))
    await withPage(browser, kind, async (page) => {
      const { token } = screen.who ? people[screen.who] : {};
      if (token !== undefined) await page.addInitScript((it) => localStorage.setItem('AuthToken', it), token);
      await screen.open(page, { ...people, language: kind.language });
      const isModal = (await page.getByRole('dialog').count()) > 0;
      await picture(page, kind, `lived-in-${screen.name}`, !isModal);
    });
}

export async function captureModals(browser: Browser, lab: LabServer, kind: ScreenshotVariant): Promise<void> {
  await withPage(browser, kind, async (page) => {
    await page.goto(`${lab.url}/lab/ui`);
    const openers = page.locator('#Dialog .openers button');
    await openers.first().waitFor();
    for (const name of await openers.allTextContents()) {
      await page.goto(`${lab.url}/lab/ui`);
      await openers.filter({ hasText: new RegExp(`^${name}$`) }).click();
      await page.getByRole('dialog').waitFor();
      await settle(page);
      // The viewport only: the dialog covers the page.
      await picture(page, kind, `modal-${name.replaceAll(' ', '-')}`, false);
    }
  });
}

async function withPage(
  browser: Browser,
  { language, size }: ScreenshotVariant,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    locale: language,
    viewport: size,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Waits until the network is idle and pictures and fonts have loaded, or `heldMs` for a call that never completes. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded', { timeout: settleMs });
  const quiet = page.waitForLoadState('networkidle', { timeout: settleMs }).then(() => true);
  const held = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), heldMs);
  });
  await Promise.race([quiet.catch(() => false), held]);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    const pictures = [...document.images].filter((image) => !image.complete);
    const there = pictures.map((image) => new Promise((resolve) => image.addEventListener('load', resolve)));
    await Promise.race([Promise.all(there), new Promise((resolve) => setTimeout(resolve, 3000))]);
  });
}

async function picture(
  page: Page,
  { language, size }: ScreenshotVariant,
  name: string,
  fullPage = true,
): Promise<void> {
  const path = join(import.meta.dirname, '../../screens', language, String(size.width), `${name}.png`);
  await page.screenshot({ path, fullPage, animations: 'disabled', timeout: 60_000 });
}
