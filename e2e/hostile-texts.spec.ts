// Visits a portal whose tables are full of hostile texts in a real browser: once with the content security policy and
// once without, so that only escaping protects the pages. No script runs, no third party is contacted, and the policy
// reports no violations. portal/hostile-texts.test.tsx tests each component.
import type { BrowserContext, Page } from '@playwright/test';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import { fillWithHostileTexts, playerWithHostileTexts } from './fill-with-hostile-texts.ts';
import { createApiClient, expect, test } from './lab-people.ts';

test.use({ labEnv: { SERVER_RENDERING: 'on' } });

test.beforeAll(async ({ lab }) => fillWithHostileTexts(lab));

/** Visits the page of every tenth text; the lists contain all of them. */
const some = hostileTexts.map((_, at) => at + 1).filter((number) => number % 10 === 1);

const open = [
  '/',
  ...Array.from({ length: Math.ceil(hostileTexts.length / 24) }, (_, at) => `/Games?page=${at + 1}`),
  ...some.map((number) => `/Games/hostile-${number}`),
  ...some.map((number) => `/Games?tag=${encodeURIComponent(hostileTexts[number - 1]?.slice(0, 40) ?? '')}`),
  '/Games/gem-miner',
  '/Games/gem-miner/News',
  '/Store/gem-miner',
  '/News',
  '/Docs/tos',
  '/Docs/pp',
  '/play/hostile-1',
  '/nowhere"><script>hostile()</script>',
  `/api/v1/go?url=${encodeURIComponent('https://evil.example/"><script>hostile()</script>')}`,
];

for (const bypassCSP of [false, true]) {
  const how = bypassCSP ? 'without a content policy' : 'with the content policy';

  test(`no script runs ${how}, on public pages`, { tag: '@drill' }, async ({ browser, lab }) => {
    test.setTimeout(600_000);
    const context = await browser.newContext({ bypassCSP });
    const seen = await watch(context);
    const page = await context.newPage();
    const { News } = await createApiClient(lab).info.news({ Locale: 'en' });
    const news = News.filter((_, at) => at % 10 === 0).map(({ Id }) => `/News/${Id}`);
    for (const path of [...open, ...news]) await visit(page, lab.url + path, seen);
    for (const path of ['/Games?page=2', '/Store/gem-miner', '/News', '/Docs/tos', '/Docs/pp']) {
      await page.goto(lab.url + path);
      await expect(page.getByRole('main')).toContainText('hostile()');
    }
    await context.close();
  });

  test(`no script runs ${how}, for the player whom the texts concern`, { tag: '@drill' }, async ({ browser, lab }) => {
    test.setTimeout(600_000);
    const token = lab.tokens[playerWithHostileTexts] ?? '';
    const localStorage = [{ name: 'AuthToken', value: token }];
    const storageState = { cookies: [], origins: [{ origin: lab.url, localStorage }] };
    const context = await browser.newContext({ bypassCSP, storageState });
    const seen = await watch(context);
    const page = await context.newPage();
    for (const path of ['/', '/Support', '/Games/gem-miner', '/play/gem-miner'])
      await visit(page, lab.url + path, seen);
    await visit(page, `${lab.url}/Profile`, seen);
    await expect(page.locator('bdi', { hasText: 'onerror=hostile()' }).first()).toBeVisible();

    await page
      .getByRole('button', { name: /^Friends/ })
      .first()
      .click();
    const friends = page.getByRole('dialog');
    await expect(friends.locator('bdi').first()).toBeVisible();
    await friends.getByRole('button', { name: 'Add friends' }).click();
    await expect(friends.getByText('Blocked')).toBeVisible();
    await look(page, seen);

    const { Url } = await createApiClient(lab, token).friends.createLink({});
    const stranger = await browser.newContext({ bypassCSP });
    const seenByStranger = await watch(stranger);
    const invitation = await stranger.newPage();
    await visit(invitation, Url, seenByStranger);
    await expect(invitation.getByText('onerror=hostile()').first()).toBeVisible();

    await createApiClient(lab, token).support.sendMessage({
      Message: hostileTexts.join('\n').slice(0, 5000),
      Email: 'a@b.example',
    });
    await visit(invitation, `${lab.url}/lab/mail`, seenByStranger);
    await stranger.close();
    await context.close();
  });
}

/** Collects events that must not happen. */
async function watch(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  // The hostile texts call a function of this name.
  await context.exposeBinding('hostile', ({ page }) => void seen.push(`ran on ${page.url()}`));
  context.on('dialog', (dialog) => {
    seen.push(`a dialog on ${dialog.page()?.url()}`);
    void dialog.dismiss();
  });
  context.on('console', (message) => {
    if (/content security policy|trusted type/i.test(message.text()))
      seen.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !/(^|\.)localhost$/.test(hostname)) seen.push(`asked ${request.url()}`);
  });
  return seen;
}

async function visit(page: Page, address: string, seen: readonly string[]): Promise<void> {
  await page.goto(address, { waitUntil: 'load' });
  // The portal has hydrated, or the page is not part of the portal.
  await expect(page.locator('.starting')).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('h1, p').first()).toBeVisible();
  await look(page, seen);
}

async function look(page: Page, seen: readonly string[]): Promise<void> {
  // Finds event handler attributes, which would wait for a mouse or key event.
  const waiting = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap(({ localName, attributes }) =>
      [...attributes]
        .filter(
          ({ name, value }) =>
            /^on/i.test(name) || (/^(href|action|src)$/.test(name) && /^\W*javascript:/i.test(value)),
        )
        .map(({ name, value }) => `${localName} ${name}=${value}`),
    ),
  );
  expect(waiting, page.url()).toEqual([]);
  expect(seen, page.url()).toEqual([]);
}
