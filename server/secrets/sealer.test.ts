import { expect, test } from 'vitest';
import { UnsealError, createSealer, type SealerSecret } from './sealer.ts';

const old: SealerSecret = { id: '2026-05', secret: 'the old secret' };
const fresh: SealerSecret = { id: '2026-11', secret: 'the new secret' };

test('unseals its own values, for the same purpose only', () => {
  const sealer = createSealer('one secret');
  const sealed = sealer.seal('mail', 'سلام');
  expect(sealer.unseal('mail', sealed)).toBe('سلام');
  expect(() => sealer.unseal('push', sealed)).toThrow(UnsealError);
});

test('unseals with any of its secrets what one of them has sealed', () => {
  const sealed = createSealer([old]).seal('mail', 'text');
  const [before, during, after] = [createSealer([old, fresh]), createSealer([fresh, old]), createSealer([fresh])];
  expect(during.tryUnseal('mail', sealed)).toEqual({ text: 'text', keyId: '2026-05' });
  expect(before.tryUnseal('mail', during.seal('mail', 'new'))).toEqual({ text: 'new', keyId: '2026-11' });
  expect(after.tryUnseal('mail', sealed)).toBeUndefined();
  expect(() => after.unseal('mail', sealed)).toThrow('sealed with the key "2026-05". List that key in SECRETS');
});

test('unseals values from before secrets had ids, and older versions unseal new ones while the secret is the same', () => {
  const unnamed = createSealer('the old secret');
  const sealed = unnamed.seal('mail', 'text');
  expect(createSealer([fresh, old]).tryUnseal('mail', sealed)).toEqual({ text: 'text', keyId: '2026-05' });
  expect(unnamed.unseal('mail', createSealer([old]).seal('mail', 'named'))).toBe('named');
  expect(() => createSealer('another').unseal('mail', sealed)).toThrow('PREVIOUS_SECRET');
  // The format of the previous version: nonce, text, tag.
  expect(sealed).toHaveLength(12 + 'text'.length + 16);
});

test('distinguishes secrets without an id', () => {
  const [one, other] = createSealer([{ secret: 'one' }, { secret: 'other' }]).keyIds;
  expect(one).toMatch(/^secret-[0-9a-f]{8}$/);
  expect(other).not.toBe(one);
  expect(createSealer('one').keyIds).toEqual([one]);
});

test.each([['without an id', createSealer('one secret')] as const, ['with one', createSealer([old, fresh])] as const])(
  'rejects changed or short values: %s',
  (_, sealer) => {
    const sealed = sealer.seal('mail', 'text');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealer.unseal('mail', changed)).toThrow('cannot be opened');
      expect(() => sealer.unseal('mail', sealed.subarray(0, at))).toThrow('cannot be opened');
    }
  },
);

test('signs with the first secret, as any of them is accepted', () => {
  const signature = createSealer([old, fresh]).sign('order page', 'an id');
  const [first, ...others] = createSealer([fresh, old]).signatures('order page', 'an id');
  expect(others).toEqual([signature]);
  expect(createSealer([fresh]).sign('order page', 'an id')).toEqual(first);
  expect(createSealer([fresh]).sign('mail nonce', 'an id')).not.toEqual(first);
});
