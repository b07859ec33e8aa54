// One unchanged game on every platform that the lab simulates: the production adapter runs in a real third-party frame
// over the platform's protocol. On each, the platform identifies the player, who buys with its currency, sees its ads
// and leaves. An order is paid once the server has proof, whatever the platform's dialog reports.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Frame, FrameLocator, Page } from '@playwright/test';
import {
  platformsWithBundle,
  platformsWithoutLoginSimulator,
  platformsWithoutNames,
} from '#platforms/test-exceptions.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { createApiClient } from './lab-people.ts';
import { expect, test, type LabServer } from './lab-server.ts';

declare const FxId: {
  readonly ads: { showRewarded(): Promise<{ outcome: string }>; showBanner(): Promise<{ shown: boolean }> };
  readonly friends: {
    list(): Promise<{ displayName: string }[]>;
    invite(options: { message: string }): Promise<{ outcome: string }>;
  };
  readonly player: { readonly info: { social: { social: string; userId: string; capabilities: string[] } } };
};

// All platforms of the registry that are simulated by a page around the game and prove who plays. A new platform is
// included automatically.
const platforms: readonly [string, PlatformManifest][] = Object.entries(registry).filter(
  ([folder]) =>
    !(folder in platformsWithoutLoginSimulator) &&
    existsSync(join(import.meta.dirname, '../platforms', folder, 'simulator.browser.ts')),
);

/** Payments whose result differs from what the dialog reports. Each runs on one platform, and in a drill on all. */
const oddPayments = [
  { what: 'a payment that was reported as cancelled', query: 'payment=paid-but-cancelled' },
  { what: 'a payment that was told twice', query: 'player=abroad&payment=webhook-twice' },
];

test.use({ viewport: { width: 2000, height: 1000 } });

// One platform runs in Chromium. The smoke tests in e2e/browsers start others, and a drill runs all of them completely.
for (const [at, [folder, manifest]] of platforms.slice(0, chooseDrillSize(1, platforms.length)).entries()) {
  test(`${manifest.id}: identifies the player, buys, shows an ad, lists friends, and leaves`, async ({
    page,
    lab,
    browser,
  }) => {
    const { capabilities, purchases } = manifest;
    const game = await openGame(page, lab, `${folder}/gem-miner?player=friends&payment=cancelled&ad=finished&lang=en`);
    const { social: player } = await game.evaluate(() => FxId.player.info);
    expect(player.social).toBe(manifest.id);
    expect(player.userId).not.toBe('');
    if (!(folder in platformsWithoutNames)) await expect(game.locator('#hello')).toContainText('Felix');

    const before = await delivered(lab);
    const takesMoney = purchases !== 'portal';
    if (takesMoney) {
      await game.locator('#buy').click();
      // The button is disabled while the server checks whether the platform took the money anyway.
      await expect(game.locator('#buy')).toBeDisabled();
      await expect(game.locator('#buy')).toBeEnabled();
    }
    if (capabilities.includes('video'))
      expect(await game.evaluate(() => FxId.ads.showRewarded())).toMatchObject({ outcome: 'finished' });
    if (capabilities.includes('banner'))
      expect(await game.evaluate(() => FxId.ads.showBanner())).toMatchObject({ shown: true });
    await meetPeople(page, game, folder, manifest);
    expect(await delivered(lab), 'a payment that was cancelled').toBe(before);

    const tried = oddPayments.filter(
      (_, number) => takesMoney && (number + at) % chooseDrillSize(platforms.length, 1) === 0,
    );
    for (const [done, { what, query }] of tried.entries()) {
      await buys(browser, lab, `${folder}/gem-miner?${query}&lang=en`);
      expect(await delivered(lab), what).toBe(before + done + 1);
    }

    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Try a game on any platform' })).toBeVisible();
  });
}

async function meetPeople(
  opened: Page,
  game: Frame,
  folder: string,
  { capabilities, forbids = [] }: PlatformManifest,
): Promise<void> {
  const { social } = await game.evaluate(() => FxId.player.info);
  expect(social.capabilities.includes('FriendsInvite')).toBe(capabilities.includes('invites'));
  expect(social.capabilities.includes('OutgoingLinksForbidden')).toBe(forbids.includes('links'));
  if (capabilities.includes('friends')) {
    const friends = await game.evaluate(() => FxId.friends.list());
    expect(friends.map(({ displayName }) => displayName)).toEqual(
      expect.arrayContaining([folder in platformsWithoutNames ? '' : expect.stringMatching(/Chiyo/)]),
    );
  }
  if (capabilities.includes('invites')) {
    const invited = game.evaluate(() => FxId.friends.invite({ message: 'Dig with me!' }));
    // Some platforms show their own dialog, whose second button confirms. Some use the portal's dialog with a link to
    // copy. Others show none.
    const agree = async (page: Page | FrameLocator): Promise<void> => {
      const dialog = page.getByRole('dialog').getByRole('button');
      await dialog.nth(1).click();
      if (page !== opened) await dialog.first().click();
    };
    const answers = [agree(opened), agree(opened.frameLocator('.screen iframe'))];
    expect(await Promise.race([invited, Promise.any(answers).then(() => invited)])).toMatchObject({
      outcome: 'invited',
    });
    void Promise.allSettled(answers);
  }
}

test('a platform that does not confirm the player leads to an error with a retry button', async ({ page, lab }) => {
  await page.goto(labAt(lab, 'telegram/gem-miner?proof=expired&lang=en'));
  const player = page.frameLocator('.screen iframe');
  await expect(player.getByRole('alert')).toContainText("Telegram couldn't confirm who you are");
  await expect(player.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test(
  'a platform set to leave the frame shows a link to the game, which stays signed in',
  { tag: '@drill' },
  async ({ page, lab }) => {
    await page.context().addInitScript(() => {
      let config: unknown;
      Object.defineProperty(window, 'fxidConfig', {
        get: () => config,
        set: (given: { portal: { CompanyBranding: object } }) => {
          Object.assign(given.portal.CompanyBranding, {
            Adapters: { Telegram: { IframeType: 'Redirect', DisableHeaderUi: true } },
          });
          config = given;
        },
      });
    });
    await page.goto(labAt(lab, 'telegram/gem-miner?lang=en'));
    const link = page.frameLocator('.screen iframe').getByRole('link', { name: 'Open the game' });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await expect(tab.frameLocator('.player iframe').locator('#hello')).toContainText('Ada');
  },
);

/** Returns the game's frame, inside the player, inside the platform's frame. */
async function openGame(page: Page, lab: LabServer, path: string): Promise<Frame> {
  const allow = page.getByRole('dialog').getByRole('button', { name: 'Allow', exact: true });
  await page.addLocatorHandler(allow, () => allow.click());
  await page.goto(labAt(lab, path));
  const screen = page.frameLocator('.screen iframe');
  const player = (path.split('/', 1)[0] ?? '') in platformsWithBundle ? screen.frameLocator('iframe') : screen;
  const frame = player.frameLocator('.player iframe');
  await expect(frame.locator('#buy')).toBeVisible();
  const game = page.frames().find((each) => each.url().includes('//gem-miner.localhost'));
  if (!game) throw new Error('The game has no frame.');
  await expect(game.locator('#hello')).toBeVisible();
  // Once the price is shown, the game has made all its initial calls.
  await expect(game.locator('#buy')).toContainText('·');
  return game;
}

async function buys(browser: Browser, lab: LabServer, path: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 2000, height: 1000 }, reducedMotion: 'reduce' });
  try {
    const game = await openGame(await context.newPage(), lab, path);
    await game.locator('#buy').click();
    await expect(game.locator('#buy')).toBeHidden();
  } finally {
    await context.close();
  }
}

const labAt = ({ url }: LabServer, path: string): string =>
  `${url.replace('//localhost', '//lab.localhost')}/lab/${path}`;

async function delivered(lab: LabServer): Promise<number> {
  const { Deliveries } = await createApiClient(lab, lab.gameKeys['gem-miner']).deliveries.pending({ Limit: 100 });
  return Deliveries.filter(({ Type }) => Type === 'order.paid').length;
}
