// A game requests a review, the player writes it by keyboard, and the portal shows it.
import type { Page } from '@playwright/test';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { connectGame, expect, registerPlayer, test } from './lab-people.ts';

declare const FxId: {
  init(): Promise<unknown>;
  readonly capabilities: { has(capability: string): boolean };
  readonly platform: {
    canReview(): Promise<boolean>;
    requestReview(): Promise<boolean>;
    reviewInfo(): Promise<{ available: boolean; rating?: number }>;
    addToFavorites(): Promise<boolean>;
    joinCommunity(): Promise<boolean>;
    filterWords(text: string): Promise<{ text: string; changed: boolean }>;
  };
};

async function acceptTerms(page: Page): Promise<void> {
  const terms = page.getByRole('dialog', { name: 'Please read and accept following document' });
  await expect(terms).toContainText('Be kind.');
  expect(await findAccessibilityProblems(page, { within: 'dialog' })).toEqual([]);
  await terms.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('alert')).toContainText('Accept the documents to play Bridge Explorer');
  await expect(page.locator('.player iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Read and accept' }).click();
  await terms.getByRole('button', { name: 'Accept' }).click();
}

test('a game requests a review and becomes a favourite', async ({ lab, anotherBrowser }) => {
  const player = await registerPlayer(lab);
  // A second connected game, which would come first without favourites.
  await connectGame(lab, player, 'gem-miner');
  const page = await anotherBrowser(player.token);
  await page.goto(`${lab.url}/play/bridge-explorer?lang=en`);
  await acceptTerms(page);
  const game = await (await page.locator('.player iframe').elementHandle())?.contentFrame();
  if (!game) throw new Error('The game has no frame.');
  await game.waitForFunction(() => 'FxId' in globalThis);
  await game.evaluate(() => FxId.init());
  expect(await game.evaluate(() => FxId.capabilities.has('RateApplication'))).toBe(true);
  expect(await game.evaluate(() => FxId.platform.canReview())).toBe(true);

  const shown = game.evaluate(() => FxId.platform.requestReview());
  const dialog = page.getByRole('dialog', { name: 'How do you like Bridge Explorer?' });
  const star = (number: number) => dialog.getByRole('radio', { name: `${number} out of 5` });
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  expect(await findAccessibilityProblems(page, { within: 'dialog' })).toEqual([]);
  await star(1).focus();
  await page.keyboard.press('Space');
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('ArrowRight');
  await expect(star(4)).toBeFocused();
  await expect(star(4)).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Every call at hand.');
  await dialog.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Thanks! Your review is saved.');
  await dialog.locator('p + button').press('Enter');
  expect(await shown).toBe(true);
  expect(await game.evaluate(() => FxId.platform.reviewInfo())).toEqual({ available: true, rating: 4 });
  expect(await game.evaluate(() => FxId.platform.requestReview())).toBe(false);

  expect(await game.evaluate(() => FxId.platform.addToFavorites())).toBe(true);
  expect(await game.evaluate(() => FxId.platform.filterWords('D@rn!'))).toEqual({ text: '****!', changed: true });
  const joined = game.evaluate(() => FxId.platform.joinCommunity());
  const question = page.getByRole('dialog', { name: 'Join the community?' });
  await expect(question).toContainText('community.example');
  await page.context().route('https://community.example/**', (route) => route.fulfill({ body: 'Welcome' }));
  const community = page.context().waitForEvent('page');
  await question.getByRole('button', { name: 'Continue' }).click();
  await (await community).waitForURL('https://community.example/bridge-explorer');
  expect(await joined).toBe(true);

  await page.goto(`${lab.url}/?lang=en`);
  const favourites = page.getByRole('region', { name: 'Your favourites' });
  await expect(favourites.getByRole('heading', { level: 3 })).toHaveText(['Bridge Explorer']);
  await page.goto(`${lab.url}/Games?lang=en`);
  const favourite = page.locator('.game-tile', { hasText: 'Bridge Explorer' });
  await expect(favourite).toContainText('Favourite');
  await expect(page.locator('.game-tile').first()).toContainText('Bridge Explorer');
  await favourite.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Your rating: 4 out of 5' })).toBeVisible();
  const heart = page.getByRole('button', { name: 'Favourite' });
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.route('**/favorites/remove', (route) => route.abort());
  await heart.click();
  await expect(page.getByRole('alert')).toContainText("Couldn't update your favourites");
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.unroute('**/favorites/remove');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('navigation').getByRole('link', { name: 'All games' }).first().click();
  await expect(favourite).toContainText('Connected');
  await expect(favourite).not.toContainText('Favourite');
});
