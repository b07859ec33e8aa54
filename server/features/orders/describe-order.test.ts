import { expect, test } from 'vitest';
import type { OrderRow } from './order-rows.ts';
import type { ProviderOffer } from './orders-deps.ts';
import { describeProduct, listPaymentMethods } from './describe-order.ts';

const order = (platform: string, tiers: { sku: string; quantity: number }[]): OrderRow =>
  ({
    game: 'gem-miner',
    platform,
    sku: 'gems-1200',
    price_minor: 100,
    currency: 'YAN',
    usd_minor: 100,
    product: { names: { en: 'Gems' }, descriptions: {}, type: 'Consumable', labels: [], tiers },
  }) as unknown as OrderRow;

test("on a platform with its own price list, an order names the platform's products", () => {
  const tiers = [{ sku: 'gems-550', quantity: 2 }];
  expect(describeProduct(order('YandexGames', tiers), 'en', '')).toMatchObject({
    UsedTieredProducts: true,
    TieredProductsSku: ['gems-550'],
  });
  for (const other of [order('FxId', tiers), order('YandexGames', [])])
    expect(describeProduct(other, 'en', '')).not.toHaveProperty('UsedTieredProducts');
});

test('a payment method is listed once: with the provider that opened the payment, else the best working one', () => {
  const offer = (id: string, paymentMethods: ProviderOffer['paymentMethods'], isFailing = false): ProviderOffer =>
    ({ provider: { family: 'payments', manifest: { id } }, paymentMethods, isFailing }) as unknown as ProviderOffer;
  const best = offer('Best', ['Card', 'PayPal']);
  const other = offer('Other', ['Card', 'ApplePay']);
  const troubled = offer('Troubled', ['Card', 'Sbp'], true);
  const list = (offered: readonly ProviderOffer[], opened?: ProviderOffer) =>
    listPaymentMethods(offered, opened?.provider).map(({ Method, Provider, ...rest }) => [
      `${Method} ${Provider}`,
      ...Object.keys(rest),
    ]);
  expect(list([best, other, troubled])).toEqual([
    ['Card Best'],
    ['PayPal Best'],
    ['ApplePay Other'],
    ['Sbp Troubled', 'IsDegraded'],
  ]);
  expect(list([troubled, best])).toEqual([['Card Best'], ['Sbp Troubled', 'IsDegraded'], ['PayPal Best']]);
  expect(list([best, other], other)).toEqual([['Card Other'], ['PayPal Best'], ['ApplePay Other']]);
  expect(list([troubled, best], troubled)).toEqual([['Card Troubled'], ['Sbp Troubled'], ['PayPal Best']]);
});
