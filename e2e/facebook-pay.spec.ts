// A complete purchase on Facebook's canvas: Facebook posts the start into the frame, the player's page signs in and
// loads Facebook's script under its content security policy, the game starts a purchase, Facebook's dialog takes the
// money, and its signed response pays the order.
import type { FrameLocator, Page } from '@playwright/test';
import { expect, test, type LabServer } from './lab-server.ts';

test.use({ viewport: { width: 2000, height: 1000 } });

test(
  'a purchase on the canvas is paid in Facebook’s dialog, or cancelled by closing it',
  { tag: '@drill' },
  async ({ page, lab }) => {
    const player = await openCanvas(page, lab, 'player=friends&lang=en');
    const game = player.frameLocator('.player iframe');
    await expect(game.locator('#hello')).toContainText('Felix');
    await buy(player, game);
    const dialog = page.getByRole('dialog', { name: 'Purchase' });
    await dialog.getByText('Close', { exact: true }).click();
    await expect(game.locator('#buy')).toBeEnabled();
    await leavePurchase(player);

    await buy(player, game);
    await dialog.getByRole('button', { name: /^Pay / }).click();
    await expect(game.locator('#buy')).toBeHidden();
    const address = page.frames().find((frame) => frame.url().includes('/iframe/facebookgames'));
    expect(address?.url(), 'the signed request is not in the address').not.toContain('signed_request');
  },
);

test(
  'the player gets the product when Facebook took the money although its dialog reports a cancellation',
  { tag: '@drill' },
  async ({ page, lab }) => {
    const player = await openCanvas(page, lab, 'player=abroad&payment=paid-but-cancelled&lang=en');
    const game = player.frameLocator('.player iframe');
    await buy(player, game);
    await expect(game.locator('#buy')).toBeHidden();

    // Pages that hold a portal session never load Facebook's script.
    await page.goto(`${lab.url}/Store/gem-miner`);
    const loaded = await page.evaluate(() => {
      try {
        document.createElement('script').src = 'https://connect.facebook.net/en_US/sdk.js';
        return 'taken';
      } catch (error) {
        return String(error);
      }
    });
    expect(loaded).toContain('TrustedScriptURL');
  },
);

async function openCanvas(page: Page, { url }: LabServer, query: string): Promise<FrameLocator> {
  const allow = page.getByRole('dialog').getByRole('button', { name: 'Allow', exact: true });
  await page.addLocatorHandler(allow, () => allow.click());
  await page.goto(`${url.replace('//localhost', '//lab.localhost')}/lab/facebookgames/gem-miner?${query}`);
  const player = page.frameLocator('.screen iframe');
  await expect(player.frameLocator('.player iframe').locator('#buy')).toContainText('·');
  return player;
}

async function buy(player: FrameLocator, game: FrameLocator): Promise<void> {
  await game.locator('#buy').click();
  const confirm = player.getByRole('dialog', { name: 'Confirm your purchase' });
  await confirm.getByRole('button', { name: /^Pay / }).click();
}

async function leavePurchase(player: FrameLocator): Promise<void> {
  await expect(player.getByRole('dialog')).toHaveCount(0);
}
