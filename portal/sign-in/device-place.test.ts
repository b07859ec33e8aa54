import { expect, test } from 'vitest';
import { devicePlace } from './device-place.ts';

test('says the country in the language of the page', () => {
  expect(devicePlace('DEU', '192.0.2.0/24', 'en')).toBe('Germany');
  expect(devicePlace('DEU', '192.0.2.0/24', 'fa')).toBe('آلمان');
});

test('says the network where no country is known', () => {
  expect(devicePlace(undefined, '192.0.2.0/24', 'en')).toBe('192.0.2.0/24');
  expect(devicePlace('QQQ', '192.0.2.0/24', 'en')).toBe('192.0.2.0/24');
});
