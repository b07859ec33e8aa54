// Finance in the console: finds an order by the provider's number, refunds a part of it at the simulated provider, and the
// audit log has it. A delivery that failed is sent again.
import type { Page } from '@playwright/test';
import { startGameServer } from '#server/testing/start-game-server.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { buyInLab } from './buy-in-lab.ts';
import { expect, test } from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

const findConsole = (lab: LabServer): string => `http://console.localhost:${new URL(lab.url).port}`;

async function signIn(page: Page, lab: LabServer, role: string): Promise<void> {
  await page.goto(findConsole(lab));
  await page.getByRole('button', { name: role, exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeAttached();
}

test('finance refunds a part of an order, which it finds by the number of the provider', async ({ lab, page }) => {
  const orderId = await buyInLab(lab);
  await signIn(page, lab, 'Finance');
  await page.goto(`${findConsole(lab)}/orders/${orderId}`);
  const money = page.getByRole('table', { name: 'Money' });
  await expect(money.getByRole('row')).toHaveCount(1);
  const number = (await money.getByRole('cell').nth(1).textContent()) ?? '';

  await page.goto(`${findConsole(lab)}/orders`);
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Find an order' }).fill(number);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByText(orderId).first()).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Amount in/ }).fill('0.5');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The lamp did not shine');
  await dialog.getByRole('button', { name: /^Refund .*0.50/ }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => {
      await page.reload();
      await expect(money.getByRole('row').first()).toBeVisible();
      return money.getByRole('row').count();
    })
    .toBe(2);
  await expect(money.getByRole('row').nth(1)).toContainText('Refunded');
  await expect(page.getByRole('table', { name: 'Refunds' })).toContainText('Done');
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('The lamp did not shine');

  await page.context().clearCookies();
  await signIn(page, lab, 'Owner');
  await page.goto(`${findConsole(lab)}/audit-log?ObjectId=${orderId}&Action=operatorOrders.refund`);
  const entry = page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1);
  await expect(entry).toContainText('Fatima Finance');
  await expect(entry).toContainText('The lamp did not shine');
});

test('a delivery that failed is sent again, and an address is disabled', async ({ lab, page }) => {
  const game = await startGameServer();
  game.answer = { status: 500, body: 'The inventory is full.' };
  await signIn(page, lab, 'Admin');
  await page.goto(`${findConsole(lab)}/webhooks?Game=gem-miner`);
  await page.getByRole('button', { name: /^(Set|Change) address$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(game.url);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const done = page.getByRole('button', { name: 'Done' });
  await expect(page.getByText(game.url)).toBeVisible();
  // A new endpoint shows its secret once.
  if (await done.isVisible()) await done.click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByText('The inventory is full.')).toBeVisible();

  const orderId = await buyInLab(lab);
  await page.goto(`${findConsole(lab)}/orders/${orderId}`);
  await expect
    .poll(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
      return page.getByText('HTTP 500').count();
    })
    .toBeGreaterThan(0);
  await expect(page.getByText('The inventory is full.').first()).toBeVisible();
  game.answer = { status: 204 };
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
      return page.getByText('Confirmed', { exact: true }).count();
    })
    .toBeGreaterThan(0);

  // Other tests on the same lab expect that the game polls for its deliveries.
  await page.goto(`${findConsole(lab)}/webhooks?Game=gem-miner`);
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText('Disabled since')).toBeVisible();
  await game[Symbol.asyncDispose]();
});
