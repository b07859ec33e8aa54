import { expect, test, vi } from 'vitest';
import { isSignedWithAnySecret } from './is-signed-with-any-secret.server.ts';

test('the old and the new secret are accepted, no other is, and all are tried', () => {
  const sign = vi.fn((secret: string) => `signed with ${secret}`);
  for (const [signature, isSigned] of [
    ['signed with old', true],
    ['signed with new', true],
    ['signed with another', false],
    ['', false],
  ] as const)
    expect(isSignedWithAnySecret(signature, ['old', 'new'], sign)).toBe(isSigned);
  expect(sign).toHaveBeenCalledTimes(8);
  expect(isSignedWithAnySecret('', [], sign)).toBe(false);
});
