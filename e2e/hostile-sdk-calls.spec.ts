// A malicious game in the real player that calls every function of another portal's SDK with hostile values
// (e2e/fixtures/hostile/sdk-calls.js). SDKs that are added later are tested without a change here.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { transformWithOxc } from 'vite';
import type { ForeignSdkManifest } from '#compat/port.ts';
import * as foreignSdks from '#compat/registry.ts';
import { expect, registerPlayer, test } from './lab-people.ts';
import { hostileGame as game, serveHostileGame } from './serve-hostile-game.ts';

const walkMembers = readFileSync(new URL('../compat/testing/walk-members.ts', import.meta.url), 'utf8');

for (const foreignSdk of Object.values<ForeignSdkManifest>(foreignSdks))
  test(`hostile values through ${foreignSdk.title}'s SDK reach nothing of the portal`, async ({
    lab,
    page,
    context,
  }) => {
    const player = await registerPlayer(lab);
    await context.addCookies([{ name: 'secret', value: '1', url: lab.url }]);
    await page.addInitScript((token) => {
      if (window.top === window) localStorage.setItem('AuthToken', token);
    }, player.token);
    const names = JSON.stringify(foreignSdk.calls.map(({ call }) => call)).replaceAll('"', '&quot;');
    await serveHostileGame(lab, page, context, {
      page: 'sdk-calls.html',
      foreignSdk,
      scripts: { '/walk-members.js': (await transformWithOxc(walkMembers, 'walk-members.ts')).code },
      replace: (text) => text.replace('<html ', `<html data-calls="${names}" `),
    });
    const seen = watch(page, foreignSdk.hosts);
    const address = `${lab.url}/play/${game}?lang=en#level`;
    await page.goto(address);
    await expect.poll(() => seen.results.has('ready'), { timeout: 120_000 }).toBe(true);

    // Each global and its functions were found and called.
    expect(seen.results.get('globals')).not.toBe('');
    // GameMonetize's SDK has three.
    expect(Number(seen.results.get('functions'))).toBeGreaterThan(2);
    expect(seen.results.get('prototypes')).toBe('false');
    expect(seen.results.get('markup')).toBe('0');

    // The portal's page, session and storage are untouched. A game may set the part after `#`.
    expect(page.url().split('#')[0]).toBe(address.split('#')[0]);
    expect(await readPortal(page)).toEqual({
      token: player.token,
      isPolluted: false,
      markup: 0,
      scripts: 0,
    });
    // A game may change the language, which the portal keeps in a cookie.
    const cookies = (await context.cookies(lab.url)).map(({ name }) => name);
    expect(cookies.filter((name) => name !== 'i18next')).toEqual(['secret']);
    expect(context.pages()).toHaveLength(1);
    expect(seen).toMatchObject({ dialogs: [], downloads: [], vendor: [], navigations: [expect.any(String)] });

    // The player can leave, once a simulated ad that the game has asked for is closed.
    const ad = page.getByRole('dialog', { name: 'Advertisement' }).frameLocator('iframe').getByRole('button');
    await page.addLocatorHandler(ad, () => ad.click());
    // The game may have asked for several dialogs, and each may open after the one before was closed.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await page.locator('.player-bar a').first().click({ timeout: 1000 });
    }).toPass();
    await expect(page.locator('.game-page')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
  });

const readPortal = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem('AuthToken'),
    isPolluted: 'polluted' in {},
    markup: document.querySelectorAll('img[src=x]').length,
    scripts: [...document.querySelectorAll('a, iframe, img')].filter((each) =>
      /^(javascript|data:text)/i.test(each.getAttribute('href') ?? each.getAttribute('src') ?? ''),
    ).length,
  }));

function watch(page: Page, vendorHosts: readonly string[]) {
  const results = new Map<string, string>();
  const dialogs: string[] = [];
  const downloads: string[] = [];
  const vendor: string[] = [];
  const navigations: string[] = [];
  page.on('console', (message) => {
    if (!message.text().startsWith('["')) return;
    const [name, result] = JSON.parse(message.text()) as [string, string];
    results.set(name, result);
  });
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (vendorHosts.some((host) => `.${hostname}`.endsWith(`.${host}`))) vendor.push(request.url());
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) navigations.push(request.url());
  });
  return { results, dialogs, downloads, vendor, navigations };
}
