// Payments on the portal's payment page: by card, with the bank's form in the checkout frame, and by an SBP link, which
// may be opened on another device. The simulated bank confirms with the server before it charges; the server replies
// from a job.
import type { FrameLocator, Page } from '@playwright/test';
import { chooseCurrency } from './choose-currency.ts';
import { createApiClient, expect, registerPlayer, test } from './lab-people.ts';
import type { LabServer } from './lab-server.ts';
import { pressInForm } from './press-in-form.ts';

const card = '6011000990139424';

async function buy(lab: LabServer, page: Page, product: RegExp): Promise<Page> {
  await page.goto(`${lab.url}/Store/sky-courier?lang=en`);
  await chooseCurrency(page, 'RUB');
  await page.getByRole('button', { name: product }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('link', { name: /^Pay / }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(/\/Store\/BankCard\?PublicId=/);
  return tab;
}

const formOf = (tab: Page): FrameLocator => tab.frameLocator('.checkout-frame iframe').frameLocator('iframe');

test('a purchase is paid by card in the bank’s form, another by SBP on a second device, and no card number reaches us', async ({
  lab,
  anotherBrowser,
}) => {
  const player = await registerPlayer(lab);
  const store = await anotherBrowser(player.token);
  const tab = await buy(lab, store, /^Buy 50 feathers/);
  await expect(tab.getByRole('main')).toContainText('FxId Games LLC');
  const sent: string[] = [];
  tab.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await tab.getByRole('button', { name: /^Card/ }).click();
  const form = formOf(tab);
  await form.getByLabel('Card number').fill(card);
  await pressInForm(form, 'Pay');
  // The payment page redirects, and the store's modal in the first tab closes.
  await expect(tab.getByRole('main')).toContainText('VISA •••• 9424');
  await expect(tab).toHaveURL(/\/Store\/Return\//);
  await expect(store.getByRole('dialog')).toHaveCount(0);
  expect(sent.filter((each) => each.includes(card)).map((each) => each.split(' ')[0])).toEqual([
    `${lab.url}/lab/vendors/bank131/pay`,
  ]);
  expect(lab.output()).not.toContain(card);

  const here = await buy(lab, store, /^Buy 300 feathers/);
  const phone = await anotherBrowser();
  const answer = await phone.goto(here.url());
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  expect(/frame-src ([^;]*)/.exec(answer?.headers()['content-security-policy'] ?? '')?.[1]).not.toContain(
    '*.localhost',
  );
  await phone.getByRole('button', { name: /^Faster Payments/ }).click();
  await phone.getByRole('button', { name: 'Get the code' }).click();
  await expect(phone.getByRole('img', { name: 'QR code for this link' })).toBeVisible();
  const opened = phone.waitForEvent('popup');
  await phone.getByRole('link', { name: 'Open your banking app' }).click();
  await (await opened).getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(phone.getByRole('main')).toContainText("We've received your payment.");
  await expect(phone.getByRole('main')).toContainText('You can close this page');
  await expect(here).toHaveURL(/\/Store\/Return\//);
  const { Orders } = await createApiClient(lab, player.token).store.orders({});
  expect(Orders.map(({ CheckoutStatus }) => CheckoutStatus)).toEqual(['Payed', 'Payed']);
});

test(
  'waits for a late SBP link, and offers to go back after the bank declines a card',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const toggle = () =>
      fetch(`${lab.url}/lab/vendors/bank131/act`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ toggle: 'late' }),
      });
    const player = await registerPlayer(lab);
    const store = await anotherBrowser(player.token);
    const late = await buy(lab, store, /^Buy 50 feathers/);
    await toggle();
    await late.getByRole('button', { name: /^Faster Payments/ }).click();
    await late.getByRole('button', { name: 'Get the code' }).click();
    await expect(late.getByRole('img', { name: 'QR code for this link' })).toBeVisible();
    await toggle();
    // A new browser has no open purchase; in the first one the store would resume the open purchase.
    const declined = await buy(lab, await anotherBrowser(player.token), /^Buy 300 feathers/);
    await declined.getByRole('button', { name: /^Card/ }).click();
    await formOf(declined).getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(declined.getByRole('main')).toContainText("The payment wasn't completed.");
    await declined.getByRole('link', { name: 'Go back' }).click();
    await expect(declined).toHaveURL(/\/Store\/Return\//);
  },
);
