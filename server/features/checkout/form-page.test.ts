import { expect, test } from 'vitest';
import { isPaymentFormPage } from './form-page.ts';

test.each(['/Store/BankCard', '/store/bankcard', '/Store/BankCard/'])('%s is a payment form page', (path) => {
  expect(isPaymentFormPage(path)).toBe(true);
});

test.each(['/', '/Store', '/Store/gem-miner', '/Store/BankCard/x', '/x/Store/BankCard'])(
  '%s is not a payment form page',
  (path) => {
    expect(isPaymentFormPage(path)).toBe(false);
  },
);
