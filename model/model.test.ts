import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseLocalizedText, locales, toLocale } from './locale.ts';
import { formatMoney, currencyDecimals, toMajorUnits } from './money.ts';
import { toCheckoutStatus, orderStatuses, toOrderStatusNumber, toSimpleOrderStatus } from './order.ts';
import { Problem, problems } from './problem.ts';
import { isSameSignature } from './is-same-signature.server.ts';

describe('locale', () => {
  test.each([
    ['ru-RU', 'ru'],
    ['pt-PT', 'pt-br'],
    ['pt_BR', 'pt-br'],
    ['PT-br', 'pt-br'],
    ['zh-Hant-TW', 'zh'],
    ['xx', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('%s becomes %s', (tag, locale) => {
    expect(toLocale(tag)).toBe(locale);
  });
  test('any tag maps to a supported language', () => {
    fc.assert(fc.property(fc.string(), (tag) => locales.includes(toLocale(tag))));
  });
  test('a missing translation falls back to English, then to any language', () => {
    expect(chooseLocalizedText({ en: 'a', de: 'b' }, 'de')).toBe('b');
    expect(chooseLocalizedText({ en: 'a' }, 'ja')).toBe('a');
    expect(chooseLocalizedText({ pl: 'c' }, 'ja')).toBe('c');
    expect(chooseLocalizedText({}, 'ja')).toBe('');
  });
});

describe('money', () => {
  test.each([
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['XTR', 0],
    ['YAN', 0],
    ['VKV', 0],
  ])('%s has %i decimals', (currency, digits) => {
    expect(currencyDecimals(currency)).toBe(digits);
  });
  test('minor units are formatted as a price', () => {
    expect(toMajorUnits({ minor: 499, currency: 'EUR' })).toBe(4.99);
    expect(formatMoney({ minor: 499, currency: 'USD' }, 'en')).toBe('$4.99');
    expect(formatMoney({ minor: 1300, currency: 'JPY' }, 'ja')).toMatch(/1,300$/);
  });
});

describe('order', () => {
  test('the status numbers match the specification', () => {
    expect(orderStatuses).toMatchObject({ CancelledPaid: 898, Cancelled: 899, Completed: 999 });
  });
  test('an unknown status has the number of unknown names', () => {
    expect(toOrderStatusNumber('Completed')).toBe(999);
    for (const name of ['Invented', '', 'toString']) expect(toOrderStatusNumber(name)).toBe(11184809);
  });
  test.each([
    ['Created', 'Created', 'Created'],
    ['WaitingForPayment', 'Created', 'Created'],
    ['PayedWaitingForSending', 'Created', 'Payed'],
    ['Completed', 'Completed', 'Payed'],
    ['Cancelled', 'Cancelled', 'Cancelled'],
    ['CancelledPaid', 'Cancelled', 'Cancelled'],
  ] as const)('%s is %s in the simple view and %s at the checkout', (status, simple, checkout) => {
    expect(toSimpleOrderStatus(status)).toBe(simple);
    expect(toCheckoutStatus(status)).toBe(checkout);
  });
});

describe('signature', () => {
  test('matches only if every byte is equal, and never if empty', () => {
    expect(isSameSignature('abc', 'abc')).toBe(true);
    expect(isSameSignature('abc', 'abd')).toBe(false);
    expect(isSameSignature('abc', 'abcd')).toBe(false);
    expect(isSameSignature('', '')).toBe(false);
    expect(isSameSignature('abc', '')).toBe(false);
    expect(isSameSignature(Buffer.from([1, 2]), Buffer.from([1, 2]))).toBe(true);
  });
});

describe('problem', () => {
  test('every problem has an error status and a detail sentence', () => {
    for (const [code, { status, title, detail }] of Object.entries(problems)) {
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(title.length, code).toBeGreaterThan(0);
      // One text is fixed by the specification.
      expect(detail, code).toMatch(/\.$|^Failed to login\. Try again$/);
    }
  });
  test('has its status, cause and fields', () => {
    const cause = new Error('why');
    const problem = new Problem('Conflict', 'Somebody was faster.', { cause, fields: { Name: 'taken' } });
    expect(problem).toMatchObject({ status: 409, message: 'Somebody was faster.', cause, fields: { Name: 'taken' } });
  });
});
