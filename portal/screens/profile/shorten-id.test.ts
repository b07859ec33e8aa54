import { expect, test } from 'vitest';
import { shortenId } from './shorten-id.ts';

test('an address is shown in full, however long', () => {
  const address = 'somebody.with.a.long.name@mail.example.org';
  expect(shortenId(address)).toBe(address);
});

test('a short id stays as it is, a long one keeps its ends', () => {
  expect(shortenId('76561198000')).toBe('76561198000');
  expect(shortenId('1234567890123456')).toBe('1234567890123456');
  expect(shortenId('qG3xT9vQ0aZ4bY7cX1dW5eV8fU2')).toBe('qG3xT9…8fU2');
});
