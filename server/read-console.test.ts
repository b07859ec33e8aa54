import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { createNetworkFilter } from './read-console.ts';
import { productionSettings } from './testing/production-settings.ts';

const read = (env: Record<string, string>) => readConfig({ ...productionSettings, ...env });

test('the console is off in production unless it has an address, and on in development', () => {
  expect(read({}).consoleUrl).toBeUndefined();
  expect(read({ CONSOLE_URL: 'https://console.play.example' }).consoleUrl?.host).toBe('console.play.example');
  expect(readConfig({ PORT: '9000' }).consoleUrl?.href).toBe('http://console.localhost:9000/');
});

test.each([
  ['http://console.play.example', 'https://'],
  ['https://console.play.example/admin', 'has a path'],
  ['https://console.games.example', 'is on games.example, the domain of the games'],
])('the address %s is refused in production', (CONSOLE_URL, message) => {
  expect(() => read({ CONSOLE_URL })).toThrow(message);
});

test("the portal's own host is refused", () => {
  const { PUBLIC_URL = '' } = productionSettings as Record<string, string>;
  expect(() => read({ CONSOLE_URL: new URL(PUBLIC_URL).origin })).toThrow("is the portal's host");
});

test('networks are checked, and filter addresses of both families', () => {
  expect(() => read({ CONSOLE_NETWORKS: '203.0.113.0/33' })).toThrow('CONSOLE_NETWORKS');
  expect(() => read({ CONSOLE_NETWORKS: 'office' })).toThrow('CONSOLE_NETWORKS');
  const isAllowed = createNetworkFilter(['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']);
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::1', '198.51.100.7'])
    expect(isAllowed(address), address).toBe(true);
  for (const address of ['203.0.114.9', '2001:db9::1', '198.51.100.8', 'nonsense', ''])
    expect(isAllowed(address), address).toBe(false);
  expect(createNetworkFilter([])('192.0.2.1')).toBe(true);
});
