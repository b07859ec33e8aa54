import { expect, test } from 'vitest';
import { toProviderLocale, formatProductName, buildPaymentMetadata } from './describe-payment.server.ts';

test('the metadata contains both ids', () => {
  expect(buildPaymentMetadata({ attemptId: 'a', orderId: 'o' })).toEqual({ attempt_id: 'a', order_id: 'o' });
});

test.each([
  ['Gems', 1, 'Gems'],
  ['Gems', 2, 'Gems × 2'],
  ['x'.repeat(200), 2, `${'x'.repeat(124)} × 2`],
  [`${'x'.repeat(123)}🎮`, 2, `${'x'.repeat(123)} × 2`],
  ['  ', 1, 'gems_100'],
])('%s, %i times, is named %s', (name, quantity, expected) => {
  expect(formatProductName({ product: { sku: 'gems_100', name, description: '' }, quantity }, 128)).toBe(expected);
});

test.each([
  ['de', 'de'],
  ['pt-br', 'pt-BR'],
  ['zh', 'cn'],
  ['fa', undefined],
])('the language %s becomes %s', (locale, expected) => {
  expect(toProviderLocale<string>(locale, ['de', 'pt-BR'], { zh: 'cn' })).toBe(expected);
});
