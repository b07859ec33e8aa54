import { expect, test } from 'vitest';
import { formatDeviceLocation } from './device-location.ts';

test('says the country in the language of the page', () => {
  expect(formatDeviceLocation('DEU', '192.0.2.0/24', 'en')).toBe('Germany');
  expect(formatDeviceLocation('DEU', '192.0.2.0/24', 'fa')).toBe('آلمان');
});

test('says the network where no country is known', () => {
  expect(formatDeviceLocation(undefined, '192.0.2.0/24', 'en')).toBe('192.0.2.0/24');
  expect(formatDeviceLocation('QQQ', '192.0.2.0/24', 'en')).toBe('192.0.2.0/24');
});
