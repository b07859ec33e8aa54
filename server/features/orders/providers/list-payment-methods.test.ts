import { expect, test } from 'vitest';
import { listPaymentMethodsInCountry } from './list-payment-methods.ts';
import * as registry from '#payments/registry.ts';

const provider = { paymentMethods: [{ method: 'Card' }, { method: 'Sbp', countries: ['RU'] }] } as const;

test('country-specific methods are shown there, and if the country is unknown', () => {
  expect(listPaymentMethodsInCountry(provider, 'RU')).toEqual(['Card', 'Sbp']);
  expect(listPaymentMethodsInCountry(provider, undefined)).toEqual(['Card', 'Sbp']);
  expect(listPaymentMethodsInCountry(provider, 'DE')).toEqual(['Card']);
});

test.each(Object.entries(registry))('%s has payment methods in every country, each once', (_, manifest) => {
  const everywhere = listPaymentMethodsInCountry(manifest, 'AQ');
  expect(everywhere.length).toBeGreaterThan(0);
  const all = listPaymentMethodsInCountry(manifest, undefined);
  expect(new Set(all).size).toBe(all.length);
});
