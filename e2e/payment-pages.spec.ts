// Payment pages of a purchase that starts from a link, against the lab's server. Card numbers never reach our server,
// and only the provider's scripts run next to its form.
import type { FrameLocator, Page, Request } from '@playwright/test';
import { chooseCurrency } from './choose-currency.ts';
import { createApiClient, expect, registerPlayer, test, type Player } from './lab-people.ts';
import { separateLabSettings, type LabServer } from './lab-server.ts';
import { pressInForm } from './press-in-form.ts';

test.use({ labEnv: separateLabSettings });

const card = '4000056655665556';

async function addressFor(lab: LabServer, player: Player, sku: string): Promise<string> {
  const { TempToken } = await createApiClient(lab, player.token).auth.createTempToken({});
  return `${lab.url}/api/v1/store/create_payment_with_redirect/gem-miner/${sku}?Token=${TempToken}&Currency=RUB`;
}

test(
  'a purchase started by a link asks for the receipt address, is paid at the provider and returns to the game',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab);
    const page = await anotherBrowser();
    await page.goto(await addressFor(lab, player, 'gems-100'));
    await expect(page.getByRole('main')).toContainText('RUB 149.00');
    await page.getByRole('button', { name: 'Continue to payment' }).click();

    await expect(page).toHaveURL(/\/Store\/ContinueWithPI\?/);
    await expect(page.getByRole('main')).toContainText('100 gems');
    const email = page.getByLabel('Your email address');
    await expect(email).toBeFocused();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('Enter your email address.')).toBeVisible();
    await email.fill('noor@');
    await page.getByLabel('Phone number (optional)').fill('0123');
    // The button that is not the submit button validates the form too.
    await page.getByRole('button', { name: "Continue and don't ask again" }).click();
    await expect(page.getByText('Enter a complete email address.')).toBeVisible();
    await expect(page.getByText("Enter up to 15 digits. Don't start with 0.")).toBeVisible();
    await email.fill(' noor@people.example ');
    await page.getByLabel('Phone number (optional)').fill('+4915112345678');
    const asked = page.waitForRequest('**/store/continue_redirect_with_pi');
    await page.getByRole('button', { name: "Continue and don't ask again" }).click();
    expect((await asked).postDataJSON()).toMatchObject({
      OrderPersonalInfo: { Email: 'noor@people.example', PhoneNumber: '+4915112345678', IsAutoConfirm: true },
    });

    // One pack of a hundred gems, not a hundred packs.
    await expect(page.getByRole('heading', { name: '100 gems', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL(/\/Store\/MerchantPaymentCompleted\/fxo_/);
    await expect(page.getByRole('main')).toContainText("We've received your payment.");
    const ofGame = createApiClient(lab, lab.gameKeys['gem-miner']);
    const { Orders } = await createApiClient(lab, player.token).store.orders({});
    const { Deliveries } = await ofGame.deliveries.pending({});
    const delivery = Deliveries.find(({ PublicOrderId }) => PublicOrderId === Orders[0]?.PublicOrderId);
    await ofGame.deliveries.acknowledge({ DeliveryId: delivery?.DeliveryId ?? '' });
    await page.reload();
    await expect(page.getByRole('main')).toContainText('Your purchase is in the game.');
    const { Orders: done } = await createApiClient(lab, player.token).store.orders({});
    expect(done).toMatchObject([{ Sku: 'gems-100', Status: 'Completed', CheckoutStatus: 'Payed' }]);

    // The email question is skipped after "don't ask again". A player who returns without paying sees that the payment
    // is being confirmed.
    await page.goto(await addressFor(lab, player, 'gems-550'));
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page.getByRole('main')).toContainText("We're confirming your payment.");
  },
);

const form = (page: Page): FrameLocator => page.frameLocator('.checkout-frame iframe').frameLocator('iframe');

async function openForm(page: Page, product: RegExp, method?: RegExp): Promise<void> {
  await page.getByRole('button', { name: product }).click();
  const dialog = page.getByRole('dialog');
  if (method === undefined) {
    // The receipt needs an email address; the account's is filled in.
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  } else {
    await dialog.getByRole('radio', { name: method }).check();
    const pay = dialog.getByRole('button', { name: /^Pay / });
    await pay.and(page.locator(':not([aria-busy="true"])')).click();
  }
  await expect(form(page).getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
}

async function tryOtherScript(page: Page): Promise<string | undefined> {
  const checkout = page.frames().find((each) => each.url().startsWith('http://checkout.'));
  return checkout?.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
        const script = document.createElement('script');
        script.onload = () => resolve('ran');
        script.src = 'https://scripts.example/other.js';
        document.head.append(script);
      }),
  );
}

const providersByMoney = {
  USD: [
    { product: /^Buy 100 gems/, method: /Apple Pay/, script: 'stripe/stripe.js', paying: 'stripe/pay' },
    { product: /^Buy 550 gems/, method: /PayPal/, script: 'xsolla/widget.min.js', paying: 'xsolla/pay' },
  ],
  RUB: [
    {
      product: /^Buy Starter pack for RUB/,
      method: undefined,
      script: 'yookassa/checkout-widget.js',
      paying: 'yookassa/pay',
    },
  ],
};

// bank-card.spec.ts tests the bank's form in every run.
for (const [currency, providers] of Object.entries(providersByMoney)) {
  test(
    `for ${currency}, no card number reaches us, and only the provider’s script runs next to the form`,
    { tag: '@drill' },
    async ({ lab, anotherBrowser }) => {
      const player = await registerPlayer(lab);
      const page = await anotherBrowser(player.token);
      const requests: Request[] = [];
      page.on('request', (request) => requests.push(request));
      // The script exists, so only the policy can block it.
      await page.route('https://scripts.example/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '"use strict";' }),
      );
      await page.goto(`${lab.url}/Store/gem-miner?lang=en`);
      await chooseCurrency(page, currency);
      for (const { product, method, script } of providers) {
        await openForm(page, product, method);
        expect(await tryOtherScript(page), script).toBe('script-src-elem');
        await form(page).getByLabel('Card number').fill(card);
        await pressInForm(form(page), 'Pay');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByRole('region', { name: 'Your purchase' })).toBeVisible();
      }
      const { Orders } = await createApiClient(lab, player.token).store.orders({});
      expect(Orders.map(({ CheckoutStatus }) => CheckoutStatus)).toEqual(providers.map(() => 'Payed'));

      const vendors = `${lab.url}/lab/vendors/`;
      const withCard = requests.filter((request) => `${request.url()} ${request.postData() ?? ''}`.includes(card));
      // The card number went to each provider and to no one else.
      expect(withCard.map((request) => request.url())).toEqual(providers.map(({ paying }) => vendors + paying));
      for (const { paying } of providers) expect(lab.output()).toContain(`"call":"/lab/vendors/${paying}"`);
      expect(lab.output()).not.toContain(card);

      const checkout = `http://checkout.localhost:${lab.gamesPort}`;
      const scripts = requests.filter((request) => request.resourceType() === 'script' && request.failure() === null);
      const ofPortal = scripts.filter((request) => request.frame() === page.mainFrame());
      expect(ofPortal.filter((request) => !request.url().startsWith(`${lab.url}/assets/`))).toEqual([]);
      const besideForms = scripts
        .filter((request) => !ofPortal.includes(request) && !request.url().startsWith(`${checkout}/assets/`))
        .map((request) => request.url());
      expect(besideForms).toEqual(providers.map(({ script }) => vendors + script));
    },
  );
}

test(
  'a provider’s page in a frame takes the payment without a script; messages from another page in its place complete nothing',
  { tag: '@drill' },
  async ({ lab, anotherBrowser }) => {
    const player = await registerPlayer(lab);
    const { store } = createApiClient(lab, player.token);
    const order = await store.createOrder({ Game: 'gem-miner', Sku: 'gems-100', Currency: 'RUB' });
    // With saved data the player is not asked before choosing a payment method.
    const OrderPersonalInfo = { Email: 'noor@people.example', IsAutoConfirm: true };
    await store.updateOrderPi({ PublicOrderId: order.PublicOrderId, OrderPersonalInfo });
    const open = async (): Promise<Page> => {
      const page = await anotherBrowser(player.token);
      await page.goto(`${lab.url}/Store/gem-miner?lang=en`);
      await chooseCurrency(page, 'RUB');
      await openForm(page, /^Buy 550 gems/, /VK Pay/);
      return page;
    };
    const paid = async () => (await store.orders({})).Orders.filter(({ CheckoutStatus }) => CheckoutStatus === 'Payed');

    const first = await open();
    await pressInForm(form(first), 'Say from elsewhere that it is paid');
    await expect(form(first).getByText('A page of another origin')).toBeVisible();
    await expect(first.locator('.checkout-frame iframe')).toBeVisible();

    const second = await open();
    await pressInForm(form(second), 'Say what nobody can read');
    await expect(second.locator('.checkout-frame')).toHaveCount(0);
    await expect(second.getByRole('dialog')).toBeVisible();
    expect(await paid()).toEqual([]);

    const third = await open();
    expect(await tryOtherScript(third)).toBe('script-src-elem');
    await pressInForm(form(third), 'Pay');
    await expect(third.getByRole('dialog')).toHaveCount(0);
    expect(await paid()).toMatchObject([{ Sku: 'gems-550' }]);
  },
);
