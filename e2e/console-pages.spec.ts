// Every page of the console: accessible in both colour schemes, no wider than the screen, used by keyboard alone. The tabs
// and dialogs of each page are in `npm run drills -- journeys`.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { consoleUrlOf } from './console-people.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { expect, test } from './lab-server.ts';
import { consoleScreens, type ConsoleScreen } from './screens/list-console-screens.ts';
import { enterConsole, openConsoleScreen, openConsoleTab } from './screens/open-console-screen.ts';

/** The first screen of each route is the page itself. */
const listPages = (routes: readonly string[]): readonly ConsoleScreen[] =>
  routes.map((route) => {
    const shape = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
    const found = consoleScreens.find(({ path, act }) => !act && shape.test(path.split('?', 1)[0] ?? ''));
    if (!found) throw new Error(`e2e/screens/list-console-screens.ts has no screen of ${route}.`);
    return found;
  });

async function listRoutes(): Promise<readonly string[]> {
  const source = await readFile(new URL('../console/routes.tsx', import.meta.url), 'utf8');
  const routes = [...source.matchAll(/^ {4}path: '([^']+)',$/gm)].map(([, path = '']) => path);
  if (routes.length < 20) throw new Error('console/routes.tsx is written in another way: change this test.');
  // Otherwise `/news/edit` would be a page of `/news/:id`.
  return routes.toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')));
}

const variants = [
  { language: 'en', colorScheme: 'light', width: 1440 },
  { language: 'ru', colorScheme: 'dark', width: 375 },
  { language: 'en', colorScheme: 'dark', width: 1440 },
  { language: 'ru', colorScheme: 'light', width: 375 },
] as const;

// Dozens of pages in each test.
test.describe.configure({ timeout: 900_000 });

for (const [index, variant] of variants.entries()) {
  const name = `${variant.language}, ${variant.colorScheme}, ${variant.width} px`;
  const check = async (page: Page, url: string, screens: readonly ConsoleScreen[]): Promise<void> => {
    const refused = collectRefusals(page);
    await page.goto(url);
    await expect(page.locator('.sign-in-lab-roles button').first()).toBeVisible();
    expect(await findAccessibilityProblems(page), 'sign-in').toEqual([]);
    await enterConsole(page, url);
    for (const screen of screens) {
      await openConsoleScreen(page, url, screen, variant.language);
      expect.soft(await findAccessibilityProblems(page), screen.name).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, `${screen.name} is as wide as the screen`).toBeLessThanOrEqual(variant.width);
    }
    expect(refused).toEqual([]);
  };

  if (index < 2)
    test(`every page is accessible and fits: ${name}`, async ({ browser, lab }) => {
      const page = await openConsoleTab(browser, variant);
      await check(page, consoleUrlOf(lab), [...listPages(await listRoutes()), notFound]);
      await page.context().close();
    });

  test(`every tab and dialog is accessible and fits: ${name}`, { tag: '@drill' }, async ({ browser, lab }) => {
    const page = await openConsoleTab(browser, variant);
    await check(page, consoleUrlOf(lab), consoleScreens);
    await page.context().close();
  });
}

test('every page is used by keyboard alone, and shows where the focus is', async ({ lab, page }) => {
  await enterConsole(page, consoleUrlOf(lab));
  for (const screen of listPages(await listRoutes())) {
    await openConsoleScreen(page, consoleUrlOf(lab), screen, 'en');
    // Past the menu, as the skip link does.
    await page.locator('main').focus();
    const wanted = await countControls(page);
    const reached = new Set<string>();
    // Each stop once, and those of the first table row.
    for (let stop = 0; stop < 60; stop += 1) {
      await page.keyboard.press('Tab');
      const focus = await readFocus(page);
      if (focus === undefined || reached.has(focus.place)) break;
      reached.add(focus.place);
      expect.soft(focus.isShown, `${screen.name}: focus on ${focus.name}`).toBe(true);
    }
    expect.soft(reached.size, `${screen.name}: controls reached`).toBeGreaterThanOrEqual(Math.min(wanted, 1));
    const action = page.locator('.page-header-actions').locator('button:enabled, a').last();
    if ((await action.count()) === 0) continue;
    const place = await action.evaluate((element) => [...document.querySelectorAll('*')].indexOf(element));
    expect.soft([...reached], `${screen.name}: main action`).toContain(String(place));
  }
});

test('dialogs keep the focus and give it back', async ({ lab, page }) => {
  await enterConsole(page, consoleUrlOf(lab));
  const screens = consoleScreens.filter(({ name }) =>
    [
      'player-block',
      'player-erase',
      'order-refund',
      'game-add',
      'game-build',
      'support-saved',
      'jobs-discard',
    ].includes(name),
  );
  expect(screens).toHaveLength(7);
  for (const screen of screens) {
    await openConsoleScreen(page, consoleUrlOf(lab), screen, 'en');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement)), screen.name).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null), `${screen.name}: focus`)
      .toBe(true);
    expect(await page.evaluate(() => document.activeElement?.tagName), screen.name).not.toBe('MAIN');
  }
});

const notFound: ConsoleScreen = { name: 'not-found', path: '/none' };

const countControls = (page: Page): Promise<number> =>
  page.locator('main').locator('button:enabled, a[href], input:enabled, textarea, tr[tabindex="0"]').count();

/** Undefined outside of the main region. An outline, a shadow or a coloured border shows the focus. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element.closest('main') === null || element.tagName === 'MAIN') return undefined;
    // A colour in transition would still be the one without focus.
    const still = (each: Element): void => (each as HTMLElement).style.setProperty('transition', 'none', 'important');
    const look = (): string => {
      // The control of a hidden input is next to it or around it; a field with tags has its input inside.
      const field = element.closest('.mantine-Input-input');
      const drawn = [element, element.parentElement, element.nextElementSibling, field].filter((each) => each !== null);
      return drawn
        .map((each) => {
          still(each);
          const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(each);
          return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor].join(' ');
        })
        .join('|');
    };
    const focused = look();
    (element as HTMLElement).blur();
    const blurred = look();
    (element as HTMLElement).focus({ preventScroll: true });
    return {
      place: String([...document.querySelectorAll('*')].indexOf(element)),
      name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(0, 160),
      isShown: focused !== blurred,
    };
  });

/** What the content policy refused, and errors of scripts. */
function collectRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
      refused.push(message.text());
  });
  page.on('pageerror', ({ message }) => refused.push(message));
  return refused;
}
