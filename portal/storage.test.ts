import { expect, test } from 'vitest';
import { createStorage } from './storage.ts';

function working() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const refuse = (): never => {
  throw new Error('SecurityError');
};

test("stores values in the browser's storage", () => {
  const browser = working();
  const storage = createStorage(() => browser);
  expect(storage.get('AuthToken')).toBeUndefined();
  storage.set('AuthToken', 'a');
  expect([storage.get('AuthToken'), browser.items.get('AuthToken')]).toEqual(['a', 'a']);
  storage.remove('AuthToken');
  expect([storage.get('AuthToken'), browser.items.size]).toEqual([undefined, 0]);
});

test('stores values in memory if storage is blocked', () => {
  const storage = createStorage(refuse);
  expect(storage.get('a')).toBeUndefined();
  storage.set('a', '1');
  expect(storage.get('a')).toBe('1');
  storage.remove('a');
  expect(storage.get('a')).toBeUndefined();
});

test('does not fall back to an older value when storage is full', () => {
  const browser = working();
  const storage = createStorage(() => browser);
  storage.set('a', 'old');
  const { setItem } = browser;
  browser.setItem = refuse;
  storage.set('a', 'new');
  expect(storage.get('a')).toBe('new');
  browser.setItem = setItem;
  storage.set('a', 'newest');
  browser.items.set('a', 'from another tab');
  expect(storage.get('a')).toBe('from another tab');
});

test("doesn't return a value that was removed while storage was read-only", () => {
  const browser = working();
  const storage = createStorage(() => browser);
  storage.set('a', '1');
  browser.removeItem = refuse;
  storage.remove('a');
  expect(storage.get('a')).toBeUndefined();
});
