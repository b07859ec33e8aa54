// The sign-in modal and the profile page on a small phone, in languages with long words and in a right-to-left
// language.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import {
  findSignInCode,
  connectGame,
  expect,
  waitForMail,
  inventPerson,
  test,
  readSessionToken,
  createApiClient,
} from './lab-people.ts';

// Most other tests cover English, and languages.spec.ts measures long words.
for (const language of ['fa', 'de', 'en']) {
  test(`every sign-in step and the profile are complete in ${language}`, { tag: '@drill' }, async ({ lab, page }) => {
    const { email } = inventPerson();
    const { signIn, signInModal, profile } = await textsIn(language);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const captcha = await holdCaptcha(page);
    await page.goto(`${lab.url}/?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'fa' ? 'rtl' : 'ltr');

    await page.getByRole('banner').getByRole('button', { name: signIn }).click();
    await expect(page.getByRole('dialog', { name: signIn })).toBeVisible();
    await expect(page.frameLocator('iframe[title="VK ID"]').getByRole('button').first()).toBeVisible();
    await expectWhole(page);

    await page.getByLabel(signInModal.email).fill(email);
    await page.getByRole('button', { name: signInModal.continue }).click();
    await expect(page.getByRole('dialog', { name: signInModal.captcha.title })).toBeVisible();
    await captcha.isAsked;
    await expectWhole(page);

    captcha.pass();
    await expect(page.getByRole('dialog', { name: signInModal.mail.title })).toBeVisible();
    await expectWhole(page);
    const mail = await waitForMail(lab, email);
    expect(mail.html).toContain(`lang="${language}"`);
    await page.getByLabel(signInModal.mail.code).fill(findSignInCode(mail));
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const token = await readSessionToken(page);
    const { AccountId, Name } = (await createApiClient(lab, token).profile.overview({})).Account;
    await connectGame(lab, { name: Name, email, accountId: AccountId, token }, 'gem-miner');
    await page.goto(`${lab.url}/Profile?lang=${language}`);
    await expect(page.getByRole('region', { name: profile.devices })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectWhole(page);
  });
}

interface Texts {
  readonly signIn: string;
  readonly signInModal: {
    readonly email: string;
    readonly continue: string;
    readonly captcha: { readonly title: string };
    readonly mail: { readonly title: string; readonly code: string };
  };
  readonly profile: { readonly devices: string };
}

async function textsIn(language: string): Promise<Texts> {
  const file = join(import.meta.dirname, `../portal/i18n/locales/${language}.json`);
  return JSON.parse(await readFile(file, 'utf8')) as Texts;
}

/** The captcha passes on its own after a moment; this delays it until the test has checked its page. */
async function holdCaptcha(page: Page): Promise<{ isAsked: Promise<void>; pass: () => void }> {
  const asked = Promise.withResolvers<void>();
  const passed = Promise.withResolvers<void>();
  await page.route('**/lab/vendors/captcha/token', async (route) => {
    asked.resolve();
    await passed.promise;
    await route.continue();
  });
  return { isAsked: asked.promise, pass: passed.resolve };
}

async function expectWhole(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter((it) => it.playState === 'running').length))
    .toBe(0);
  const isModal = (await page.getByRole('dialog').count()) > 0;
  expect(await findAccessibilityProblems(page, { withoutFrames: true, ...(isModal && { within: 'dialog' }) })).toEqual(
    [],
  );
  const { keys, wide } = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [document.title];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
      texts.push(...[...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''));
    }
    const places = [document.documentElement, ...document.querySelectorAll('dialog, dialog .content, main')];
    return {
      keys: texts.map((text) => text.trim()).filter((text) => /^[a-z]\w*(\.\w+)+$/.test(text)),
      wide: places
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} > ${element.clientWidth}`),
    };
  });
  expect(keys).toEqual([]);
  expect(wide).toEqual([]);
}
