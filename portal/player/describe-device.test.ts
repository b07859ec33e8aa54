import { expect, test } from 'vitest';
import { describeDevice } from './describe-device.ts';

const android = {
  userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
  maxTouchPoints: 5,
};

test('names the browser on the portal, and the platform elsewhere', () => {
  expect(describeDevice(android, undefined)).toBe('Chrome, Android');
  expect(describeDevice(android, 'Telegram')).toBe('Telegram, Android');
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0';
  expect(describeDevice({ userAgent, maxTouchPoints: 0 }, undefined)).toBe('Edge, Windows');
});
