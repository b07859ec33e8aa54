import type { Page } from '@playwright/test';
import { locales, type Locale } from '#model/locale.ts';
import type { OrderSummary } from '#model/order-history.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { expect, test } from './lab-server.ts';

const paths = [
  '/',
  '/Games',
  '/Games/gem-miner',
  '/Games/paper-fleet',
  '/Error?inviteErrorCode=3',
  '/play/gem-miner',
  '/Store/gem-miner',
  '/Store/ContinueWithPI?PublicOrderId=0b8f7f0e-9d5c-4c3e-8a54-6f0f0c4b8a11',
  '/Store/Return/0b8f7f0e-9d5c-4c3e-8a54-6f0f0c4b8a11',
  '/Profile',
];

/** Each page in a few languages and each language on a few pages; a drill covers every combination. */
const pathsIn = (locale: Locale): string[] =>
  paths.filter((_, at) => (at + locales.indexOf(locale)) % chooseDrillSize(24, 1) === 0);

test('every text fits a window 320 pixels wide in every language', async ({ lab, page }) => {
  // All languages share one page: opening a page for each would take longer than the checks.
  test.setTimeout(chooseDrillSize(300_000, 600_000));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript((token) => localStorage.setItem('AuthToken', token), lab.tokens['Guest 17'] ?? '');
  await giveOrders(page);
  for (const locale of locales)
    for (const path of pathsIn(locale)) {
      await page.goto(`${lab.url}${path}${path.includes('?') ? '&' : '?'}lang=${locale}`);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      if (path === '/Profile') await expect(page.locator('.purchases > li')).toHaveCount(states.length);
      const cut = await page.evaluate(() => {
        const isCut = (element: Element): boolean =>
          element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
        const texts = [...document.querySelectorAll('h1, h2, h3, p, a, button, label, .badge, .notice')];
        const visible = texts.filter(
          (element) => !element.closest('.unseen, [popover]') && getComputedStyle(element).display !== 'inline',
        );
        return [document.documentElement, ...visible]
          .filter(isCut)
          .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 80)}`);
      });
      expect.soft(cut, `${path} in ${locale}`).toEqual([]);
    }
});

/** Returns an order in every state, so that all status texts are shown. */
async function giveOrders(page: Page): Promise<void> {
  const Orders = states.map(([Status, DeliveryState], place): OrderSummary => ({
    PublicOrderId: `0b8f7f0e-9d5c-4c3e-8a54-6f0f0c4b8a1${place}`,
    Game: 'gem-miner',
    Sku: 'gems-1200',
    Quantity: 1200,
    ProductName: '1,200 gems',
    Price: { Price: 139_900, Currency: 'RUB', LocalizedPrice: '139.900,00\u00a0RUB' },
    Status,
    SimpleStatus: 'Created',
    CheckoutStatus: 'Payed',
    DeliveryState,
    CreatedAt: '2026-11-15T09:30:00.000Z',
  }));
  const [, stuck] = Orders;
  const answers: Readonly<Record<string, object>> = {
    orders: { Orders },
    get_payment_status: { Status: stuck?.Status, SimpleStatus: 'Created', CheckoutStatus: 'Payed' },
    order_history: { Order: stuck, History: [] },
  };
  for (const [call, json] of Object.entries(answers))
    await page.route(`**/api/v1/store/${call}`, (route) => route.fulfill({ json }));
}

const states = [
  ['WaitingForPayment', 'None'],
  ['PayedWaitingForSending', 'GivenUp'],
  ['PayedWaitingForSending', 'Waiting'],
  ['Completed', 'Delivered'],
  ['Cancelled', 'None'],
  ['CancelledPaid', 'Dropped'],
  ['CancelledPaid', 'Revoking'],
  ['CancelledPaid', 'Revoked'],
] as const satisfies readonly (readonly [OrderSummary['Status'], OrderSummary['DeliveryState']])[];
