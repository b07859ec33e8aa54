import { expect, test, vi } from 'vitest';
import { isSignedWithAnySecret } from './is-signed-with-any-secret.server.ts';

test('accepts the old and the new secret and no other, and tries all of them', () => {
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
