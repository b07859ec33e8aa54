import { expect, test } from 'vitest';
import { createSealer } from './sealer.ts';

test('opens what it has sealed, for the same purpose only', () => {
  const sealer = createSealer('one secret');
  const sealed = sealer.seal('mail', 'سلام');
  expect(sealer.unseal('mail', sealed)).toBe('سلام');
  expect(() => sealer.unseal('settings', sealed)).toThrow('PREVIOUS_SECRET');
});

test('opens what was sealed with the secret before', () => {
  const sealed = createSealer('old').seal('mail', 'text');
  expect(createSealer('new', 'old').unseal('mail', sealed)).toBe('text');
  expect(() => createSealer('new').unseal('mail', sealed)).toThrow('cannot be opened');
});

test('refuses what was changed or is too short', () => {
  const sealer = createSealer('one secret');
  const sealed = sealer.seal('mail', 'text');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => sealer.unseal('mail', changed)).toThrow('cannot be opened');
  }
  expect(() => sealer.unseal('mail', Buffer.alloc(5))).toThrow('cannot be opened');
});
