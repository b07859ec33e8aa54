import { expect, test } from 'vitest';
import { requireAllowedScriptUrl } from './trusted-types.ts';

const origin = 'https://play.example';
const config = {
  debugTools: true,
  remoteDebugUrl: 'https://debug.example/agent.js?room=1',
  tagManager: { url: 'https://tags.example/gtm.js?id=GTM-AB12CD3' },
};

test.each([
  ['/service-worker.js', 'https://play.example/service-worker.js'],
  ['/games/service-worker.js', 'https://play.example/games/service-worker.js'],
  ['/games/push-worker.js', 'https://play.example/games/push-worker.js'],
  ['https://debug.example/agent.js?room=1', 'https://debug.example/agent.js?room=1'],
  ['https://tags.example/gtm.js?id=GTM-AB12CD3', 'https://tags.example/gtm.js?id=GTM-AB12CD3'],
])('allows %s', (url, expected) => {
  expect(requireAllowedScriptUrl(url, origin, config)).toBe(expected);
});

test.each([
  'https://evil.example/service-worker.js',
  '//evil.example/service-worker.js',
  '/service-worker.js?importScripts=x',
  '/assets/a.js',
  'https://debug.example/other.js',
  'https://debug.example/agent.js?room=2',
  'https://tags.example/gtm.js?id=GTM-OTHER',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'blob:https://play.example/1',
  'https://',
])('blocks %s', (url) => {
  expect(() => requireAllowedScriptUrl(url, origin, config)).toThrow('No script may be loaded from');
});

test('blocks the remote-debug script unless the operator turned it on', () => {
  const { remoteDebugUrl } = config;
  expect(() => requireAllowedScriptUrl(remoteDebugUrl, origin, { remoteDebugUrl })).toThrow();
  expect(() => requireAllowedScriptUrl(remoteDebugUrl, origin, { remoteDebugUrl, debugTools: false })).toThrow();
});
