import { expect, test } from 'vitest';
import { formatDeviceLocation } from './device-location.ts';

test('shows the country in the language of the page', () => {
  expect(formatDeviceLocation('DEU', '192.0.2.0/24', 'en')).toBe('Germany');
  expect(formatDeviceLocation('DEU', '192.0.2.0/24', 'fa')).toBe('آلمان');
});

test('shows the network if the country is unknown', () => {
  expect(formatDeviceLocation(undefined, '192.0.2.0/24', 'en')).toBe('192.0.2.0/24');
  expect(formatDeviceLocation('QQQ', '192.0.2.0/24', 'en')).toBe('192.0.2.0/24');
});
