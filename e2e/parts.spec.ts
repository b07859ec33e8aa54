// Behaviour of the UI components, tested in the lab's component gallery.
import type { Locator, Page } from '@playwright/test';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { expect, test } from './lab-server.ts';

const gallery = '/lab/ui?lang=en';
/** The gallery's dialogs only: rendering the full gallery takes longer than most of these tests. */
const dialogs = '/lab/ui?lang=en&part=Dialog';

// All tests share one page, because its cached scripts load faster than in a new browser.
let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ serviceWorkers: 'block' });
});
test.beforeEach(async () => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: null });
});
test.afterAll(() => page.close());

// The gallery shows each component in both colour schemes and directions, but the page and its dialogs in one. One
// combination is tested, and all of them in a drill.
const galleryLooks = [
  [375, 'fa', 'light'],
  [1440, 'en', 'dark'],
] as const;
for (const [width, language, scheme] of galleryLooks.slice(0, chooseDrillSize(1, galleryLooks.length))) {
  test(`the gallery has no accessibility violations at ${width} pixels`, async ({ lab }) => {
    await openGallery(page, { url: lab.url, width, language, scheme });
    for (const each of [1440, 375]) {
      await page.setViewportSize({ width: each, height: 800 });
      expect(await overflowOf(page), `${each} pixels wide`).toBe(0);
    }
    await page.setViewportSize({ width, height: 800 });
    expect(await findAccessibilityProblems(page)).toEqual([]);
  });
}

/**
 * A required dialog stays open until the page is left, so it comes last. Every second dialog is tested, and all of them
 * in a drill.
 */
const dialogNames = ['share', 'normal', 'page', 'support', 'social', 'push', 'document', 'documents'];
const dialogLooks = [
  [375, 'fa', 'light'],
  [1440, 'en', 'dark'],
  [375, 'en', 'dark'],
  [1440, 'fa', 'light'],
] as const;
for (const [width, language, scheme] of dialogLooks.slice(0, chooseDrillSize(1, dialogLooks.length))) {
  test(`dialogs have no accessibility violations at ${width} pixels, ${language}, ${scheme}`, async ({ lab }) => {
    // axe checks every element of the page, so the page contains the dialogs only.
    await openGallery(page, { url: lab.url, width, language, scheme, part: 'Dialog' });
    for (const name of dialogNames.filter((_, at) => at % chooseDrillSize(2, 1) === chooseDrillSize(1, 0))) {
      await opener(page, name).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await stillness(dialog);
      expect(await findAccessibilityProblems(page, { within: 'dialog' })).toEqual([]);
      if (name === 'documents') return;
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });
}

test('every colour has enough contrast, in both schemes', async ({ lab }) => {
  await page.goto(lab.url + gallery);
  await expect(page.locator('.swatch[data-passes=true]').first()).toBeVisible();
  await expect(page.locator('.swatch[data-passes=false]')).toHaveCount(0);
  const schemes = page.locator('#Colours .ground');
  await expect(schemes).toHaveCount(2);
  for (const scheme of await schemes.all()) await expect(scheme.locator('.swatch[data-passes=true]')).toHaveCount(27);
});

test('a dialog takes the focus, traps it and restores it', async ({ lab }) => {
  await page.goto(lab.url + dialogs);
  const dialog = page.getByRole('dialog');
  for (const name of ['info', 'share', 'normal']) {
    const button = opener(page, name);
    const openByKey = async (): Promise<void> => {
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(dialog, name).toBeVisible();
      await expect.poll(() => hasFocus(dialog), name).toBe(true);
    };
    const expectClosed = async (): Promise<void> => {
      await expect(dialog, name).toHaveCount(0);
      await expect(button).toBeFocused();
    };

    await openByKey();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press(key);
        expect(await hasFocus(dialog), `${name}: after ${key}, pressed ${presses + 1} times`).toBe(true);
      }
    }
    await page.keyboard.press('Escape');
    await expectClosed();

    await openByKey();
    await page.mouse.click(5, 400);
    await expectClosed();

    await openByKey();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expectClosed();
  }
});

test('the back button closes a modal and stays on the page', async ({ lab }) => {
  await page.goto(lab.url + dialogs);
  await opener(page, 'info').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(lab.url + dialogs);
  await expect(opener(page, 'info')).toBeFocused();
});

test('stacked modals close one by one', async ({ lab }) => {
  await page.addInitScript(() => {
    navigator.permissions.query = () => Promise.resolve({ state: 'granted' } as PermissionStatus);
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused.', 'NotAllowedError'));
  });
  await page.goto(lab.url + dialogs);
  await opener(page, 'share').click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('dialog', { name: 'Copy text' })).toBeVisible();
  await expect(page.getByRole('dialog').getByLabel('Text', { exact: true })).toBeFocused();
  await expect(page.locator('dialog')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(opener(page, 'share')).toBeFocused();
});

test('selecting text from inside a dialog outwards does not close it', { tag: '@drill' }, async ({ lab }) => {
  await page.goto(lab.url + dialogs);
  await opener(page, 'normal').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading').hover();
  await page.mouse.down();
  await page.mouse.move(5, 400);
  await page.mouse.up();
  await expect(dialog).toBeVisible();
});

test('a dialog that cannot be closed ignores Escape and the backdrop', async ({ lab }) => {
  await page.goto(lab.url + dialogs);
  await opener(page, 'not closable').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // Browsers close a dialog on the second Escape even if the page prevents the first.
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a required dialog ignores the back button too, and closes when it is answered', async ({ lab }) => {
  await page.route('**/api/v1/games/documents/accept', (route) => route.fulfill({ json: { Success: true } }));
  await page.goto(`${lab.url}/Games`);
  await page.goto(lab.url + dialogs);
  await opener(page, 'documents').click();
  const dialog = page.getByRole('dialog');
  const accept = dialog.getByRole('button', { name: 'Accept' });
  await accept.click();
  await expect(dialog).toContainText('2 of 2');
  for (let presses = 0; presses < 3; presses += 1) {
    await page.goBack();
    await page.keyboard.press('Escape');
    await expect(dialog).toContainText('2 of 2');
    await expect(page).toHaveURL(lab.url + dialogs);
  }
  await accept.click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(lab.url + dialogs);
  await page.goBack();
  await expect(page).toHaveURL(`${lab.url}/Games`);
});

test('a document is 60vh high as a page and at most 70vh as a text, and appears within 300 ms', async ({ lab }) => {
  await page.setViewportSize({ width: 1000, height: 1000 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(lab.url + dialogs);
  await opener(page, 'document').click();
  await expect(page.getByRole('dialog').locator('.body')).toHaveCSS('max-height', '700px');
  const frame = page.getByTitle('A page of somebody else');
  await page.locator('.document-modal').evaluate((modal) => {
    const framed = Object.assign(document.createElement('iframe'), { title: 'A page of somebody else' });
    framed.className = 'appeared';
    modal.append(framed);
  });
  await expect(frame).toHaveCSS('height', '600px');
  await expect(frame).toHaveCSS('transition-duration', '0.3s');
});

test('a dialog taller than the window scrolls to its end', { tag: '@drill' }, async ({ lab }) => {
  await page.setViewportSize({ width: 375, height: 500 });
  await page.goto(lab.url + dialogs);
  await opener(page, 'full').click();
  await page.getByRole('dialog').locator('.content').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a URL opens a modal, and closing the modal removes it from the URL', async ({ lab }) => {
  await page.goto(`${lab.url}/Games/gem-miner?lang=en&modal=share`);
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toContainText(`${lab.url}/Games/gem-miner`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${lab.url}/Games/gem-miner?lang=en`);
  await expect(page.getByRole('heading', { name: 'Gem Miner' })).toBeVisible();
  await page.goto(`${lab.url}/Games/gem-miner?modal=no-such-modal`);
  await expect(page.getByRole('heading', { name: 'Gem Miner' })).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('a menu is opened, closed and used with the keyboard alone', { tag: '@drill' }, async ({ lab }) => {
  await page.goto(lab.url + gallery);
  const frame = page.locator('#Menu .ground').first();
  const button = frame.getByRole('button', { name: 'Language: English' }).first();
  const list = frame.getByRole('list').first();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(list).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(frame.getByRole('button', { name: 'English', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  const renamed = frame.getByRole('button', { name: 'Language: Deutsch' }).first();
  await expect(renamed).toBeFocused();
});

test('a menu stays within the window, wherever its button is', { tag: '@drill' }, async ({ lab }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(lab.url + gallery);
  for (const button of await page.locator('#Menu .frames').first().locator('.menu > button').all()) {
    await button.click();
    const box = await page.locator('[popover]:popover-open').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
    await page.keyboard.press('Escape');
  }
});

test('nothing moves if the user prefers reduced motion', { tag: '@drill' }, async ({ lab }) => {
  const running = (): Promise<number> =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(lab.url + gallery);
  await expect(page.locator('.skeleton').first()).toBeAttached();
  await expect.poll(running).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(running).toBe(0);
  await opener(page, 'info').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(running).toBe(0);
});

const opener = (page: Page, name: string): Locator =>
  page.locator('.openers').getByRole('button', { name, exact: true });

const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((it) => it.contains(document.activeElement));

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Waits for animations: during one, contrast is measured wrongly. */
const stillness = (element: Locator): Promise<unknown> =>
  element.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)));

async function openGallery(
  page: Page,
  {
    url,
    width,
    language,
    scheme,
    part,
  }: { url: string; width: number; language: 'en' | 'fa'; scheme: 'dark' | 'light'; part?: 'Dialog' },
): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${url}/lab/ui?lang=${language}${part === undefined ? '' : `&part=${part}`}`);
  if (scheme === 'light') await page.getByRole('button', { name: 'light', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', scheme);
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'fa' ? 'rtl' : 'ltr');
  await expect(page.locator(part === undefined ? '#GameTile img' : '.openers').first()).toBeVisible();
}
