// A purchase inside a game: the portal's modal over the game, the provider's form in a frame on its own origin, and the
// delivery to the game.
import type { FrameLocator, Page } from '@playwright/test';
import { acceptDocuments, createApiClient, registerPlayer } from './lab-people.ts';
import { expect, test, type LabServer } from './lab-server.ts';
import { chooseCard, findCardForm } from './pay-by-card.ts';
import { pressInForm } from './press-in-form.ts';

/** Signs in a new player, who doesn't own the product yet. */
async function enterAsBuyer(page: Page, lab: LabServer): Promise<string> {
  const { token } = await registerPlayer(lab);
  await acceptDocuments(lab, token, 'gem-miner');
  await page.addInitScript((own) => localStorage.setItem('AuthToken', own), token);
  return token;
}

const game = (page: Page): FrameLocator => page.frameLocator('.player iframe');

async function openForm(page: Page, lab: LabServer): Promise<void> {
  await page.goto(`${lab.url}/play/gem-miner?lang=en`);
  await game(page).locator('#buy').click();
  await chooseCard(page);
  await expect(findCardForm(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
}

test('a purchase succeeds after a declined card; the game receives it, and its acknowledgement completes the order', async ({
  page,
  lab,
}) => {
  const token = await enterAsBuyer(page, lab);
  await openForm(page, lab);
  const frame = page.locator('.checkout-frame iframe');
  await expect(frame).toHaveAttribute('src', `http://checkout.localhost:${lab.gamesPort}/?provider=stripe`);
  await pressInForm(findCardForm(page), 'Decline');
  await expect(findCardForm(page).getByRole('status')).toContainText('declined');
  await pressInForm(findCardForm(page), 'Pay');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(game(page).locator('#buy')).toBeHidden();

  const ofGame = createApiClient(lab, lab.gameKeys['gem-miner']);
  const buyer = createApiClient(lab, token);
  const { AccountId: buyerId } = (await buyer.profile.overview({})).Account;
  const { Deliveries } = await ofGame.deliveries.pending({ Limit: 100 });
  const delivery = Deliveries.find(({ AccountId }) => AccountId === buyerId);
  expect(delivery?.Products).toEqual([expect.objectContaining({ Sku: 'lamp' })]);
  await ofGame.deliveries.acknowledge({ DeliveryId: delivery?.DeliveryId ?? '' });
  const { Status } = await buyer.store.getPaymentStatus({ PublicOrderId: delivery?.PublicOrderId ?? '' });
  expect(Status).toBe('Completed');
});

test('a buyer who closes the form has bought nothing and can buy again', { tag: '@drill' }, async ({ page, lab }) => {
  await enterAsBuyer(page, lab);
  await openForm(page, lab);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(game(page).locator('#buy')).toBeEnabled();
});
