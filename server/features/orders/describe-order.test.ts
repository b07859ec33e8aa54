import { expect, test } from 'vitest';
import type { OrderRow } from './order-rows.ts';
import { describeProduct } from './describe-order.ts';

// As much of a row as is read.
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

test('where a platform sells from a price list of its own, an order names what stands for the product there', () => {
  const tiers = [{ sku: 'gems-550', quantity: 2 }];
  expect(describeProduct(order('YandexGames', tiers), 'en', '')).toMatchObject({
    UsedTieredProducts: true,
    TieredProductsSku: ['gems-550'],
  });
  for (const other of [order('FxId', tiers), order('YandexGames', [])])
    expect(describeProduct(other, 'en', '')).not.toHaveProperty('UsedTieredProducts');
});
