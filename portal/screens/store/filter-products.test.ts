import { expect, test } from 'vitest';
import { listProductCategories, filterProducts, findProductLabel, salePercent } from './filter-products.ts';

const products = [
  { ProductName: '80 gems', ProductDescription: 'A handful', Category: 'Supplies' },
  { ProductName: 'Everburning lamp', ProductDescription: 'Never goes out', Category: 'Gear' },
  { ProductName: '550 gems', ProductDescription: 'A sack', Category: 'Supplies' },
  { ProductName: 'Thank you', ProductDescription: '' },
];

const namesFor = (wanted: string, category?: string, locale = 'en') =>
  filterProducts(products, wanted, category, locale).map(({ ProductName }) => ProductName);

test('each category is listed once, in the order of the products', () => {
  expect(listProductCategories(products)).toEqual(['Supplies', 'Gear']);
});

test('a product is found by all the words of its name, its description or its category', () => {
  expect(namesFor('')).toHaveLength(4);
  expect(namesFor('  GEMS ')).toEqual(['80 gems', '550 gems']);
  expect(namesFor('sack gems')).toEqual(['550 gems']);
  expect(namesFor('gear')).toEqual(['Everburning lamp']);
  expect(namesFor('gems lamp')).toEqual([]);
});

test('a category shows its own products that match the search', () => {
  expect(namesFor('', 'Supplies')).toEqual(['80 gems', '550 gems']);
  expect(namesFor('80', 'Supplies')).toEqual(['80 gems']);
  expect(namesFor('lamp', 'Supplies')).toEqual([]);
});

test("letters are lowercased by the language's rules", () => {
  const [found] = filterProducts([{ ProductName: 'IŞIK', ProductDescription: '' }], 'ışık', undefined, 'tr');
  expect(found?.ProductName).toBe('IŞIK');
});

test.each([
  [2, 3, 33],
  [2.99, 2.99, undefined],
  [3, 2, undefined],
  [999, 1000, undefined],
  [5, undefined, undefined],
])('%s instead of %s is %s per cent less', (price, was, percent) => {
  expect(salePercent(price, was)).toBe(percent);
});

test('one label is shown, and unknown ones are not', () => {
  expect(findProductLabel(['best-value', 'popular'])).toBe('popular');
  expect(findProductLabel(['season-7', 'sale'])).toBeUndefined();
});
