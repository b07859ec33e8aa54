// Support in the console, by the keyboard: finds a player, answers their ticket, and the audit log has it.
import type { Page } from '@playwright/test';
import { buyInLab } from './buy-in-lab.ts';
import { readAuditLog, signInDemoOperator } from './console-people.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { createApiClient, expect, queryLabDatabase, registerPlayer, test } from './lab-people.ts';
import type { LabServer } from './lab-server.ts';

const findConsole = (lab: LabServer): string => `http://console.localhost:${new URL(lab.url).port}`;

async function signIn(page: Page, lab: LabServer): Promise<void> {
  await page.goto(findConsole(lab));
  await page.locator('[data-role="support"]').click();
  await expect(page.getByRole('navigation').first()).toBeAttached();
}

async function readAsOwner(lab: LabServer, page: Page, filter: Readonly<Record<string, string>>) {
  await signInDemoOperator(page, findConsole(lab), 'owner');
  return readAuditLog(page, findConsole(lab), filter);
}

test('support finds a ticket by its number and answers it without a mouse', async ({ lab, page, anotherBrowser }) => {
  const { token, email } = await registerPlayer(lab);
  const player = createApiClient(lab, token);
  const { TicketId = '' } = await player.support.sendMessage({ Email: email, Message: 'My lamp does not shine' });
  await signIn(page, lab);
  await page.keyboard.press('/');
  await page.keyboard.type(TicketId.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('My lamp does not shine').first()).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('r');
  await page.keyboard.type('Turn it on.');
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.ticket-message[data-kind="support"]')).toContainText('Turn it on.');
  await expect.poll(async () => (await player.support.tickets({})).Tickets[0]?.Status).toBe('Answered');
  const ofTicket = await readAsOwner(lab, await anotherBrowser(), { ObjectKind: 'ticket', ObjectId: TicketId });
  expect(ofTicket).toContainEqual(['Sara Support', 'Read a ticket']);
  expect(ofTicket).toContainEqual(['Sara Support', 'Answer a ticket']);
});

test('support finds a player by their email and blocks them with a reason', async ({ lab, page, anotherBrowser }) => {
  const { accountId, token, email } = await registerPlayer(lab);
  await signIn(page, lab);
  await page.goto(`${findConsole(lab)}/search?q=${encodeURIComponent(email)}`);
  await expect(page).toHaveURL(/\/players\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Insults in the chat');
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('Insults in the chat').first()).toBeVisible();
  await expect
    .poll(() =>
      createApiClient(lab, token)
        .profile.get({})
        .then(
          () => 'ok',
          ({ code }: { code: string }) => code,
        ),
    )
    .toBe('Unauthenticated');
  const ofPlayer = await readAsOwner(lab, await anotherBrowser(), { ObjectKind: 'player', ObjectId: accountId });
  expect(ofPlayer).toContainEqual(['Sara Support', 'Read a player']);
  expect(ofPlayer).toContainEqual(['Sara Support', 'Block a player']);
});

test("support finds a purchase by the provider's number and refunds it", async ({ lab, page, anotherBrowser }) => {
  const orderId = await buyInLab(lab);
  const { rows } = await queryLabDatabase<{ number: string }>(
    lab,
    'select provider_payment_id as number from payment_attempts where order_id = $1',
    [orderId],
  );
  await signIn(page, lab);
  await page.getByRole('searchbox', { name: 'Search for anything' }).fill(rows[0]?.number ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/orders/${orderId}$`));
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bought by mistake');
  await dialog.getByRole('button', { name: /^Refund / }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => {
      await page.reload();
      await expect(page.getByRole('table', { name: 'Refunds' })).toBeVisible();
      return page.getByRole('table', { name: 'Refunds' }).textContent();
    })
    .toContain('Done');
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Bought by mistake');
  expect(
    await readAsOwner(lab, await anotherBrowser(), { ObjectId: orderId, Action: 'operatorOrders.refund' }),
  ).toEqual([['Sara Support', 'Refund a payment']]);
});
