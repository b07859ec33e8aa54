import { expect, it } from 'vitest';
import { maskPath, maskSecrets } from './mask-secrets.ts';

it.each([
  ['a session token', { Token: 'fxs_0123456789abcdefghijklmnopqrstuvwxyz' }],
  ['a login of a platform', { Telegram: { InitData: 'user=1&hash=0f' } }],
  ['a query with a signature under any name', { Anything: 'vk_app_id=1&sign=abc' }],
  ['a long word under any name', { Anything: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc123' }],
  ['a code', [{ LoginCode: '123456' }]],
  ['an email address', { Email: 'ada@players.example' }],
  ['a key', { settings: { ApiKey: 'short1' } }],
])('hides %s', (_, value) => {
  const shown = JSON.stringify(maskSecrets(value));
  expect(shown).toContain('•••');
  for (const secret of ['fxs_', 'hash=', 'sign=', 'eyJ', '123456', 'ada@', 'short1'])
    expect(shown).not.toContain(secret);
});

it('leaves harmless values readable', () => {
  const value = {
    PublicOrderId: '0b0e0a0c-0000-4000-8000-000000000001',
    Sku: 'gems-100',
    Price: 50,
    Title: { en: 'A pouch of gems' },
    isTokenValid: true,
  };
  expect(maskSecrets(value)).toEqual(value);
});

it('keeps lines short', () => {
  expect(String(maskSecrets('a word and '.repeat(200))).length).toBeLessThan(450);
  expect(maskSecrets(Array.from({ length: 100 }, () => 1))).toHaveLength(21);
  expect(JSON.stringify(maskSecrets({ a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } }))).toContain('…');
});

it('masks keys in addresses, but not ids and names', () => {
  expect(maskPath('/lab/vendors/telegram/bot7000000001:AAsimulated-bot-token-01/createInvoiceLink')).toBe(
    '/lab/vendors/telegram/•••/createInvoiceLink',
  );
  const order = '/api/v1/store/create_payment_with_redirect/0b0e0a0c-0000-4000-8000-000000000001';
  expect(maskPath(order)).toBe(order);
});
