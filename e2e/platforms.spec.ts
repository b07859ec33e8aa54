// The same game, unchanged, on every platform that the lab simulates: the production adapter runs in a real third-party frame, over
// the platform's own protocol. In each the player is who the platform says, buys with its money, sees its ads, and leaves; an order
// is paid when the server has its evidence, whatever the platform's dialog says.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Frame, FrameLocator, Page } from '@playwright/test';
import { withoutSimulator } from '#platforms/exceptions.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';
import { drillSize } from '#server/testing/drill-size.ts';
import { askServer } from './lab-people.ts';
import { expect, test, type LabServer } from './lab-server.ts';

/** As much of the SDK as is tried here. */
declare const FxId: {
  readonly ads: { showRewarded(): Promise<{ outcome: string }>; showBanner(): Promise<{ shown: boolean }> };
  readonly friends: {
    list(): Promise<{ displayName: string }[]>;
    invite(options: { message: string }): Promise<{ outcome: string }>;
  };
  readonly player: { readonly info: { social: { social: string; userId: string; capabilities: string[] } } };
};

// Whoever is simulated by a page around the game that proves who plays, by the registry: the next one is tried as well.
const platforms: readonly [string, PlatformManifest][] = Object.entries(registry).filter(
  ([folder]) =>
    !(folder in withoutSimulator) &&
    existsSync(join(import.meta.dirname, '../platforms', folder, 'simulator.browser.ts')),
);

/** Payments that do not end as their dialog says. Each is tried on one platform, and in a drill on all. */
const oddPayments = [
  { what: 'a payment that was reported as cancelled', query: 'payment=paid-but-cancelled' },
  { what: 'a payment that was told twice', query: 'player=abroad&payment=webhook-twice' },
];

// Wide enough that the device is not made smaller.
test.use({ viewport: { width: 2000, height: 1000 } });

// One of them in Chromium; others begin in other browsers (e2e/browsers), and in a drill all go all the way.
for (const [at, [folder, manifest]] of platforms.slice(0, drillSize(1, platforms.length)).entries()) {
  test(`${manifest.id}: who plays, what was bought, an ad, people, and leaving`, async ({ page, lab, browser }) => {
    const { capabilities, purchases } = manifest;
    const game = await openGame(page, lab, `${folder}/gem-miner?player=friends&payment=cancelled&ad=finished&lang=en`);
    const { social: player } = await game.evaluate(() => FxId.player.info);
    expect(player.social).toBe(manifest.id);
    expect(player.userId).not.toBe('');
    await expect(game.locator('#hello')).toContainText('Felix');

    const before = await delivered(lab);
    const takesMoney = purchases !== 'portal';
    if (takesMoney) {
      await game.locator('#buy').click();
      // It is held while the server is asked whether the platform has taken money all the same.
      await expect(game.locator('#buy')).toBeDisabled();
      await expect(game.locator('#buy')).toBeEnabled();
    }
    if (capabilities.includes('video'))
      expect(await game.evaluate(() => FxId.ads.showRewarded())).toMatchObject({ outcome: 'finished' });
    if (capabilities.includes('banner'))
      expect(await game.evaluate(() => FxId.ads.showBanner())).toMatchObject({ shown: true });
    await meetPeople(page, game, manifest);
    expect(await delivered(lab), 'a payment that was cancelled').toBe(before);

    const tried = oddPayments.filter((_, number) => takesMoney && (number + at) % drillSize(platforms.length, 1) === 0);
    for (const [done, { what, query }] of tried.entries()) {
      await buys(browser, lab, `${folder}/gem-miner?${query}&lang=en`);
      expect(await delivered(lab), what).toBe(before + done + 1);
    }

    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Every platform, on this machine' })).toBeVisible();
  });
}

async function meetPeople(opened: Page, game: Frame, { capabilities, forbids = [] }: PlatformManifest): Promise<void> {
  const { social } = await game.evaluate(() => FxId.player.info);
  expect(social.capabilities.includes('FriendsInvite')).toBe(capabilities.includes('invites'));
  expect(social.capabilities.includes('OutgoingLinksForbidden')).toBe(forbids.includes('links'));
  if (capabilities.includes('friends')) {
    const friends = await game.evaluate(() => FxId.friends.list());
    expect(friends.map(({ displayName }) => displayName)).toEqual(
      expect.arrayContaining([expect.stringMatching(/Chiyo/)]),
    );
  }
  if (capabilities.includes('invites')) {
    const invited = game.evaluate(() => FxId.friends.invite({ message: 'Dig with me!' }));
    // Some ask in a dialog of their own, and its second answer is yes; some leave it to ours, with a link to copy; others are content.
    const agree = async (page: Page | FrameLocator): Promise<void> => {
      const dialog = page.getByRole('dialog').getByRole('button');
      await dialog.nth(1).click();
      if (page !== opened) await dialog.first().click();
    };
    const answers = [agree(opened), agree(opened.frameLocator('.screen iframe'))];
    expect(await Promise.race([invited, Promise.any(answers).then(() => invited)])).toMatchObject({
      outcome: 'invited',
    });
    // Whoever was not asked waits for nothing.
    void Promise.allSettled(answers);
  }
}

test('a platform that does not answer, or does not vouch, is told with a way on', async ({ page, lab }) => {
  await page.goto(labAt(lab, 'telegram/gem-miner?proof=expired&lang=en'));
  const player = page.frameLocator('.screen iframe');
  await expect(player.getByRole('alert')).toContainText("Telegram couldn't confirm who you are");
  await expect(player.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test(
  'where the portal is to leave the frame, it offers the way, and the proof comes along',
  { tag: '@drill' },
  async ({ page, lab }) => {
    // As an operator sets it in the portal's configuration.
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

/** The game in its frame in the player in the platform's frame. */
async function openGame(page: Page, lab: LabServer, path: string): Promise<Frame> {
  // What a platform asks first is allowed.
  const allow = page.getByRole('dialog').getByRole('button', { name: 'Allow', exact: true });
  await page.addLocatorHandler(allow, () => allow.click());
  await page.goto(labAt(lab, path));
  const frame = page.frameLocator('.screen iframe').frameLocator('.player iframe');
  // Three pages, one in the other.
  await expect(frame.locator('#buy')).toBeVisible();
  const game = page.frames().find((each) => each.url().includes('//gem-miner.localhost'));
  if (!game) throw new Error('The game has no frame.');
  await expect(game.locator('#hello')).toBeVisible();
  // With the price the game has asked for all that it wants to know at first.
  await expect(game.locator('#buy')).toContainText('·');
  return game;
}

/** Somebody in a browser of his own buys the lamp and has it. */
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
  const { Deliveries } = await askServer(lab, lab.gameKeys['gem-miner']).deliveries.pending({ Limit: 100 });
  return Deliveries.filter(({ Type }) => Type === 'order.paid').length;
}
