import { expect, test } from 'vitest';
import { createStorage } from '#portal/storage.ts';
import { createStoredInvitation } from './stored-invitation.ts';

test('keeps an invitation until it is answered, for an hour at most', () => {
  const values = new Map<string, string>();
  const storage = createStorage(() => ({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }));
  let nowMs = 1000;
  const kept = createStoredInvitation(storage, () => nowMs);
  expect(kept.read()).toBeUndefined();
  kept.keep('fxi_abc');
  expect(createStoredInvitation(storage, () => nowMs).read()).toBe('fxi_abc');
  nowMs += 60 * 60_000;
  expect(kept.read()).toBeUndefined();
  kept.keep('fxi_abc');
  kept.forget();
  expect(kept.read()).toBeUndefined();
  values.set('FriendInvitation', 'nonsense');
  expect(kept.read()).toBeUndefined();
});
