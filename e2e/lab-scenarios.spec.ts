// The scenario chosen in the lab also applies to the portal's sign-in, store and ads. Simulated platforms do not share
// browser storage.
import type { Frame, Page } from '@playwright/test';
import { expect, test, type LabServer } from './lab-server.ts';

/** The part of the SDK that these tests use. */
declare const FxId: {
  readonly ads: { showRewarded(): Promise<{ outcome: string }>; showInterstitial(): Promise<{ outcome: string }> };
};

test.use({ viewport: { width: 2000, height: 1000 } });

test('our own portal: the chosen player is signed in, an ad is watched, and payments end as chosen', async ({
  page,
  lab,
}) => {
  await page.goto(labAt(lab, 'fxid/gem-miner?ad=finished&payment=cancelled&lang=en'));
  // The portal names the account of a transferred session before it is used.
  await page.getByRole('button', { name: 'Continue' }).click();
  const game = await findGame(page);
  await expect(game.locator('#hello')).toContainText('Ada');
  expect(await game.evaluate(() => FxId.ads.showRewarded())).toEqual({ outcome: 'finished' });
  expect(await game.evaluate(() => FxId.ads.showInterstitial())).toMatchObject({ outcome: 'failed' });
  await game.locator('#buy').click();
  await expect(game.locator('#buy')).toBeEnabled();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(labAt(lab, 'fxid/gem-miner?payment=paid&lang=en'));
  await page.getByRole('button', { name: 'Continue' }).click();
  const sells = await findGame(page);
  await sells.locator('#buy').click();
  // The simulated provider pays without further input.
  await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click();
  await expect(sells.locator('#buy')).toBeHidden();

  await page.goto(labAt(lab, 'fxid/gem-miner?player=guest&lang=en'));
  const asGuest = await findGame(page, '#buy');
  await expect(asGuest.locator('#hello')).toBeHidden();
});

test('the launcher and the application: the chosen player is signed in, ads end as chosen', async ({ page, lab }) => {
  await page.goto(labAt(lab, 'fxlauncher/gem-miner?ad=skipped&lang=en'));
  const inLauncher = await findGame(page);
  await expect(inLauncher.locator('#hello')).toContainText('Ada');
  expect(await inLauncher.evaluate(() => FxId.ads.showRewarded())).toEqual({ outcome: 'skipped' });

  await page.goto(labAt(lab, 'fxnative/gem-miner?player=abroad&ad=no-fill&lang=en'));
  const onPhone = await findGame(page);
  await expect(onPhone.locator('#hello')).toContainText('Chiyo');
  expect(await onPhone.evaluate(() => FxId.ads.showRewarded())).toMatchObject({ outcome: 'failed' });
});

test('a platform has its own host and storage, and the permissions of the real one', async ({ page, lab }) => {
  const portalFrame = async (folder: string): Promise<Frame> => {
    await page.goto(labAt(lab, `${folder}/gem-miner?lang=en`));
    await findGame(page);
    expect(new URL(page.url()).hostname).toBe(`lab-${folder}.localhost`);
    const frame = page.frames().find((each) => each.url().includes(`/iframe/${folder}`));
    if (!frame) throw new Error('The portal has no frame.');
    return frame;
  };
  const telegram = await portalFrame('telegram');
  await telegram.evaluate(() => localStorage.setItem('left-behind', 'telegram'));
  expect(await page.locator('.screen iframe').getAttribute('allow')).toBe(
    'camera; fullscreen; geolocation; microphone',
  );
  const other = await portalFrame('wizq');
  expect(await other.evaluate(() => localStorage.getItem('left-behind'))).toBeNull();
  expect(await page.locator('.screen iframe').getAttribute('allow')).toContain('gamepad');
  const again = await portalFrame('telegram');
  expect(await again.evaluate(() => localStorage.getItem('left-behind'))).toBe('telegram');
});

for (const [folder, event, type] of [
  ['crazygames', 'The player turns the sound off or on', 'game.settingsChange'],
  ['crazygames', 'The player joins the room of a friend', 'game.joinRoom'],
  ['vkontaktecom', 'VKWebAppUpdateConfig', 'VKWebAppUpdateConfig'],
] as const)
  test(`${folder}: the game gets ${type} when a developer sends the event`, async ({ page, lab }) => {
    await page.goto(labAt(lab, `${folder}/gem-miner?lang=en`));
    await findGame(page);
    await page.getByLabel('Event of the platform').selectOption(event);
    await page.getByRole('button', { name: 'Run' }).click();
    const row = page.locator('#lines li', { has: page.locator('.kind.bridge'), hasText: 'PlatformSdkEvent' });
    await row.locator('summary').click();
    await expect(row).toContainText(type);
  });

/** @param shown selector of an element that is visible once the game has started */
async function findGame(page: Page, shown = '#hello'): Promise<Frame> {
  const findFrame = (): Frame | undefined => page.frames().find((each) => each.url().includes('//gem-miner.localhost'));
  await expect.poll(() => findFrame()?.url(), { message: 'the frame of the game' }).toBeDefined();
  const game = findFrame();
  if (!game) throw new Error('The game has no frame.');
  await expect(game.locator(shown)).toBeVisible();
  await expect(game.locator('#buy')).toContainText('·');
  return game;
}

const labAt = ({ url }: LabServer, path: string): string =>
  `${url.replace('//localhost', '//lab.localhost')}/lab/${path}`;
