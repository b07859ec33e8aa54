// A game's store: the player finds it, buys, receives the product and sees it in the purchase history.
import { chooseCurrency } from './choose-currency.ts';
import { createApiClient, expect, registerPlayer, test } from './lab-people.ts';
import type { LabServer } from './lab-server.ts';
import { payByCard } from './pay-by-card.ts';

async function collect(lab: LabServer, game: string, orderId: string): Promise<void> {
  const ofGame = createApiClient(lab, lab.gameKeys[game]);
  const { Deliveries } = await ofGame.deliveries.pending({});
  const delivery = Deliveries.find(({ PublicOrderId }) => PublicOrderId === orderId);
  if (!delivery) throw new Error(`${orderId} waits for no delivery.`);
  await ofGame.deliveries.acknowledge({ DeliveryId: delivery.DeliveryId });
}

test('a product is found, bought in the chosen currency and delivered, and appears in the purchase history', async ({
  lab,
  anotherBrowser,
}) => {
  const player = await registerPlayer(lab);
  const page = await anotherBrowser(player.token);
  await page.goto(`${lab.url}/Games/gem-miner`);
  await page.getByRole('main').getByRole('link', { name: 'Store' }).click();
  const products = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(products).toHaveCount(5);
  await page.getByRole('button', { name: 'Gear' }).click();
  await expect(products).toHaveText(['Everburning lamp']);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await chooseCurrency(page, 'JPY');
  await page.getByLabel('Search products').fill('LAMP');
  await expect(products).toHaveText(['Everburning lamp']);
  await page.getByRole('button', { name: 'Buy Everburning lamp for ¥750' }).click();
  await payByCard(page);

  const panel = page.getByRole('region', { name: 'Your purchase' });
  await expect(panel).toContainText('on its way to the game');
  const { Orders } = await createApiClient(lab, player.token).store.orders({});
  expect(Orders).toMatchObject([{ Sku: 'lamp', Price: { Price: 750, Currency: 'JPY' }, CheckoutStatus: 'Payed' }]);
  expect(Orders[0]?.ImageUrl).toMatch(/^http:\/\/gem-miner\./);
  const orderId = Orders[0]?.PublicOrderId ?? '';
  await collect(lab, 'gem-miner', orderId);
  await expect(panel).toContainText('Your purchase is in the game.');
  await expect(page.getByText('Owned')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Buy/ })).toHaveCount(0);

  await panel.getByRole('link', { name: 'My purchases' }).click();
  const purchase = page.getByRole('region', { name: 'Purchases' }).getByRole('listitem').first();
  await expect(purchase).toContainText('Everburning lamp');
  await expect(purchase).toContainText('Delivered');
  await purchase.getByRole('button', { name: 'Details: Everburning lamp' }).click();
  await expect(purchase).toContainText('Payment started: Stripe');
  await purchase.getByRole('button', { name: "I didn't get it: Everburning lamp" }).click();
  await expect(purchase).toContainText('The game will pick it up the next time it checks.');
  await expect(purchase).toContainText('Sent to the game again');
  await collect(lab, 'gem-miner', orderId);
  const { History } = await createApiClient(lab, player.token).store.orderHistory({ PublicOrderId: orderId });
  const ids = new Set(History.flatMap(({ Detail }) => Detail['deliveryId'] ?? []));
  expect(ids.size).toBe(1);

  await page.goto(`${lab.url}/Store/Return/${orderId}`);
  await expect(page.getByRole('main')).toContainText('Your purchase is in the game.');
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to the game' })).toHaveAttribute(
    'href',
    '/play/gem-miner',
  );
});

test(
  'the page after a payment shows nothing to other players, and asks visitors to sign in',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const buyer = await registerPlayer(lab);
    const order = await createApiClient(lab, buyer.token).store.createOrder({ Game: 'gem-miner', Sku: 'gems-100' });
    const nobody = await anotherBrowser();
    await nobody.goto(`${lab.url}/Store/Return/${order.PublicOrderId}`);
    await expect(nobody.getByRole('main').getByRole('button', { name: 'Sign in' })).toBeVisible();
    const stranger = await anotherBrowser((await registerPlayer(lab)).token);
    await stranger.goto(`${lab.url}/Store/Return/${order.PublicOrderId}`);
    await expect(stranger.getByRole('alert')).toContainText("We can't find this purchase.");
    await stranger.evaluate((token) => localStorage.setItem('AuthToken', token), buyer.token);
    await stranger.reload();
    await expect(stranger.getByRole('main')).toContainText("We're confirming your payment.");
  },
);

test(
  'a payment in the provider’s tab is detected in the store, and refunded from the purchase history',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab);
    const page = await anotherBrowser(player.token);
    await page.goto(`${lab.url}/Store/sky-courier?lang=en`);
    await chooseCurrency(page, 'USD');
    await page.getByRole('button', { name: /^Buy/ }).first().click();
    const confirm = page.getByRole('dialog', { name: 'Confirm your purchase' });
    const inTab = confirm.getByRole('radio', { name: 'Apple Pay' });
    await inTab.check();
    // The pay button is a link, so no popup blocker stops its tab.
    const opening = page.waitForEvent('popup');
    await confirm.getByRole('link', { name: /^Pay / }).click();
    const tab = await opening;
    const asked = page.waitForRequest('**/store/aghanim/payment/status?*');
    await expect(page.getByRole('dialog')).toContainText('in the other tab');
    await asked;
    await tab.getByLabel('Card number').fill('4211127262112418');
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(tab.getByRole('status')).toContainText('2051');
    await tab.getByLabel('Card number').fill('4242424242424242');
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(tab).toHaveURL(/\/Store\/Return\//);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const panel = page.getByRole('region', { name: 'Your purchase' });
    await panel.getByRole('link', { name: 'My purchases' }).click();

    const purchase = page.getByRole('region', { name: 'Purchases' }).getByRole('listitem').first();
    await purchase.getByRole('button', { name: /^Details/ }).click();
    await purchase.getByRole('button', { name: /^Get a refund/ }).click();
    const question = page.getByRole('dialog', { name: 'Refund this purchase?' });
    await question.getByRole('button', { name: 'Refund' }).click();
    await expect(purchase).toContainText('Your refund is on its way.');
    const { Orders } = await createApiClient(lab, player.token).store.orders({});
    const PublicOrderId = Orders[0]?.PublicOrderId ?? '';
    await expect
      .poll(async () => (await createApiClient(lab, player.token).store.orderHistory({ PublicOrderId })).Order.Status)
      .toBe('CancelledPaid');
  },
);
