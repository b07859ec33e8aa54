// From a search result to a purchase: a new visitor arrives from a search engine, plays, signs in, accepts the
// documents and buys.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { expect as playwrightExpect, type FrameLocator, type Page } from '@playwright/test';
import { sendRequest } from './send-request.ts';
import { enterMailedCode, payInBrowser, browserTimeoutMs } from './browser-journey.ts';
import { computeFingerprint } from './certificates.ts';
import { exampleGame } from './fill-portal.ts';
import { portalUrl } from './internet.ts';
import { openBrowser } from './open-browser.ts';
import { waitForDelivery } from './player-journey.ts';
import type { Step } from './steps.ts';

const expect = playwrightExpect.configure({ timeout: browserTimeoutMs });
const address = `${portalUrl}/Games/${exampleGame.game}`;

export async function runSearchJourney(step: Step): Promise<void> {
  const found = await step('a search engine finds the game and its description', findBySearch);
  const folder = process.env['DRILL_FOLDER'] ?? '';
  const browser = await openBrowser(computeFingerprint(join(folder, 'authority.pem')));
  try {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en' });
    const page = await context.newPage();
    page.setDefaultTimeout(browserTimeoutMs);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    const inBrowser = (name: string, act: () => Promise<void>): Promise<void> =>
      step(`in a browser: ${name}`, () =>
        act().catch(async (error: unknown) => {
          await page.screenshot({ path: join(folder, 'browser.png') });
          throw error;
        }),
      );
    await inBrowser('a stranger follows the result to the page that it showed', () => follow(page, found));
    await inBrowser('plays at once', () => play(page));
    await inBrowser('signs in, accepts the terms, buys with Stripe, and the game and its server have it', () =>
      buy(page),
    );
    await inBrowser('no script has failed', async () => expect(faults).toEqual([]));
  } finally {
    await browser.close();
  }
}

interface Result {
  readonly address: string;
  readonly title: string;
}

/** Like a crawler: follows the sitemap in robots.txt and sends no Accept header for HTML. */
async function findBySearch(): Promise<Result> {
  const robots = await read(`${portalUrl}/robots.txt`);
  const [, sitemap = ''] = /^Sitemap: (\S+)$/m.exec(robots) ?? [];
  const listed = await read(sitemap);
  assert.ok(listed.includes(`<loc>${address}</loc>`), listed.slice(0, 2000));
  const html = await read(address);
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  assert.match(title, /Sky Hop/);
  const [head = ''] = html.split('</head>');
  for (const said of [
    /<meta name="description" content="[^"]*cloud[^"]*">/,
    /<link rel="canonical" href="https:\/\/play\.example\/Games\/sky-hop">/,
    /"@type":\["VideoGame"/,
  ])
    assert.ok(said.test(head), `${String(said)} is not in the head of ${address}`);
  return { address, title };
}

async function read(from: string): Promise<string> {
  const { status, body } = await sendRequest(from, { headers: { accept: '*/*' } });
  assert.equal(status, 200, from);
  return body.toString();
}

async function follow(page: Page, { address: to, title }: Result): Promise<void> {
  await page.goto(to);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sky Hop');
  await expect(page).toHaveTitle(title);
}

async function play(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: /^Play/ }).click();
  const game = gameIn(page);
  await expect(game.locator('#hello')).toHaveText('Hello stranger');
  await game.getByRole('button', { name: 'Hop' }).click();
  await expect(game.locator('#clouds')).toHaveText('1');
}

async function buy(page: Page): Promise<void> {
  const game = gameIn(page);
  const order = await payInBrowser(page, 'Stripe', async () => {
    await game.getByRole('button', { name: /^100 stars for \$1\.99/ }).click();
    await enterMailedCode(page, 'stranger@people.example');
    const asked = page.getByRole('dialog', { name: 'Please read and accept following document' });
    await expect(asked).toContainText('Be kind to other players.');
    await asked.getByRole('button', { name: 'Accept' }).click();
  });
  await expect(game.locator('#stars')).toHaveText('100');
  await waitForDelivery(order);
}

const gameIn = (page: Page): FrameLocator => page.frameLocator('.player iframe');
