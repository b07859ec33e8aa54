import { expect, test } from 'vitest';
import type { Product } from '#model/product.ts';
import { OrderLine } from '#portal/purchase/dialog/OrderLine.tsx';
import type { ShownOrder } from '#portal/purchase/purchase.ts';
import { renderInPortal } from '#portal/testing/render.tsx';
import { ProductCard } from './ProductCard.tsx';

const noop = (): void => undefined;
const additional = [
  { Sku: 'gems-100', ProductName: '100 gems', Quantity: 100 },
  { Sku: 'lamp', ProductName: 'Lamp', Quantity: 1 },
];

test('additional products are shown on the card and in the purchase', async () => {
  // Only the fields read here.
  const product = { ProductName: 'Pack', Labels: [] as string[], Price: 3, Currency: 'EUR' } as Product;
  const card = (more: Partial<Product>) =>
    renderInPortal(<ProductCard product={{ ...product, ...more }} isOwned={false} isBuying={false} buy={noop} />);
  expect((await card({})).text()).not.toContain('Comes with');
  const words = /Comes with \u2068?100 gems\u2069? and \u2068?Lamp/;
  expect((await card({ AdditionalProducts: additional })).text()).toMatch(words);
  const order = { name: 'Pack', description: '', price: '3 €', additional } as unknown as ShownOrder;
  expect((await renderInPortal(<OrderLine order={order} />)).text()).toMatch(words);
});
